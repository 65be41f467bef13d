"""Sets of node numbers as Python integers: bit i is set when node i is a member.

Intersection, union and difference of such sets are one machine-speed operation each, which is what makes
pure-Python graph algorithms on a few thousand nodes workable.

>>> list(members(0b1011))
[0, 1, 3]
>>> bin(from_members([0, 3]))
'0b1001'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

# Peeling off the lowest bit copies the integer; for more members than this, unpacking it once is cheaper.
_UNPACK_ABOVE = 40


def members(bits: int) -> Iterator[int]:
    """Yield the members of a set of bits in increasing order."""
    if bits.bit_count() > _UNPACK_ABOVE:
        packed = np.frombuffer(bits.to_bytes((bits.bit_length() + 7) // 8, "little"), dtype=np.uint8)
        yield from np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist()
        return
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def from_members(numbers: Iterable[int]) -> int:
    """Return the set of bits with these members."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def first(bits: int) -> int:
    """Return the smallest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def from_rows(packed: NDArray[np.unsignedinteger]) -> list[int]:
    """Turn rows of packed bits (least significant first) into one set each."""
    if packed.shape[1] == 1:  # the numbers are the sets
        numbers: list[int] = packed[:, 0].tolist()
        return numbers
    data, width = packed.tobytes(), packed.shape[1] * packed.itemsize
    return [
        int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width or 1)
    ]


def to_words(rows: list[int], n: int) -> NDArray[np.uint64]:
    """Turn sets of node numbers below n into rows of packed words, which `from_rows` turns back.

    >>> to_words([0b101, 0], 3)
    array([[5],
           [0]], dtype=uint64)
    """
    words = (n + 63) // 64
    if words == 1:
        return np.array(rows, dtype=np.uint64).reshape(-1, 1)
    data = b"".join([row.to_bytes(8 * words, "little") for row in rows])
    return np.frombuffer(data, dtype=np.uint64).reshape(len(rows), words)


def to_rows(rows: list[int]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Turn sets into compressed rows for kernels: set i is ``numbers[offsets[i]:offsets[i + 1]]``."""
    offsets = np.zeros(len(rows) + 1, dtype=np.int32)
    np.cumsum([row.bit_count() for row in rows], out=offsets[1:])
    numbers = (i for row in rows for i in members(row))
    return offsets, np.fromiter(numbers, dtype=np.int32, count=int(offsets[-1]))


def reachable(start: int, step: list[int]) -> int:
    """Return `start` and all that can be reached from it, where `step[i]` is the set one step from i."""
    seen = frontier = start
    while frontier:
        found = 0
        if frontier.bit_count() > _UNPACK_ABOVE:
            for i in members(frontier):
                found |= step[i]
        else:  # the same without a generator, which would take most of the time of small sets
            while frontier:
                lowest = frontier & -frontier
                found |= step[lowest.bit_length() - 1]
                frontier ^= lowest
        frontier = found & ~seen
        seen |= frontier
    return seen

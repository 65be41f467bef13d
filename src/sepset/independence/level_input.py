"""The input of a level search, checked at the border: pairs of columns and lists of candidates.

The kernels trust column numbers and offsets, so a wrong one must not reach them.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from sepset import kernels
from sepset.checks import aligned, came, check_share, check_size, check_threads
from sepset.errors import InPython, OptionError
from sepset.independence.protocol import Candidates
from sepset.limits import COLUMNS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_Integer = TypeVar("_Integer", bound=np.signedinteger)


class LevelInput(NamedTuple):
    """Pairs and candidates that exist and fit together."""

    pairs: NDArray[np.int32]
    candidates: Candidates | None


def checked_level(columns: int, pairs: ArrayLike, candidates: Candidates | None) -> LevelInput:
    """Return pairs and candidates as arrays, after checking that they name columns 0 to `columns` - 1.

    >>> checked_level(3, [(0, 2)], None).pairs.tolist()
    [[0, 2]]
    >>> checked_level(3, [(0, 2), (1, 3)], None)
    Traceback (most recent call last):
    sepset.errors.OptionError: pair 1 is (1, 3), but columns are numbered 0 to 2
    """
    if candidates is not None and not isinstance(candidates, Candidates):
        raise OptionError(
            f"candidates is of type Candidates, or None; got {came(candidates)}",
            InPython("; Candidates.from_lists makes it"),
        )
    ends = _whole_numbers("pairs", pairs, np.int32)
    if ends.ndim != 2 or ends.shape[1] != 2:
        if ends.size:
            raise OptionError(f"pairs need the shape (m, 2), two columns per pair; got shape {ends.shape}")
        ends = ends.reshape(0, 2)
    lists = None if candidates is None else _as_arrays(candidates)
    if not kernels.level_is_sound(columns, ends, *(lists or (None, None, None))):
        _explain_pairs(columns, ends)
        if lists is not None:
            _explain_lists(columns, len(ends), lists)
    return LevelInput(ends, lists)


def check_level_options(size: object, alpha: object, threads: object) -> tuple[int, float, int]:
    """Return the size of the sets, the level of the tests and the number of threads, after checking them.

    >>> check_level_options(1, 0.05, 2)
    (1, 0.05, 2)
    """
    members = check_size("size", size)
    if members > COLUMNS:
        raise OptionError(f"size is at most {COLUMNS:,}, the most columns a table can have; got {came(size)}")
    return members, check_share("alpha", alpha), check_threads(threads)


def number_of_sets(available: NDArray[np.integer], size: int) -> int:
    """Return how many sets of one size pairs have together, from the number of candidates of each.

    >>> [number_of_sets(np.array([3, 4, 1]), size) for size in range(4)]
    [3, 8, 9, 5]
    """
    if size == 0:
        return len(available)
    if size <= 2:  # sums of these fit into 64 bits
        counts = available.astype(np.int64)
        return int((counts if size == 1 else counts * (counts - 1) // 2).sum())
    times = np.bincount(available)
    numbers = np.flatnonzero(times)
    return sum(
        comb(count, size) * pairs
        for count, pairs in zip(numbers.tolist(), times[numbers].tolist(), strict=True)
    )


def _as_arrays(candidates: Candidates) -> Candidates:
    return Candidates(
        _whole_numbers("candidates.offsets", candidates.offsets, np.int64).reshape(-1),
        _whole_numbers("candidates.members", candidates.members, np.int32).reshape(-1),
        _whole_numbers("candidates.of", candidates.of, np.int32).reshape(-1),
    )


def _whole_numbers(name: str, values: ArrayLike, dtype: type[_Integer]) -> NDArray[_Integer]:
    try:
        array = np.ascontiguousarray(values)
    except ValueError:
        raise OptionError(f"{name} holds whole numbers in rows of one length; got {came(values)}") from None
    if array.dtype == dtype:
        return aligned(array)
    if array.size:
        if array.dtype.kind not in "iu":
            raise OptionError(f"{name} holds whole numbers, the numbers of columns; got {array.dtype}")
        most = np.iinfo(dtype).max
        if array.min() < 0 or array.max() > most:
            raise OptionError(f"{name} holds numbers from 0 to {most}; got {array.min()} to {array.max()}")
    return array.astype(dtype)


def _explain_pairs(columns: int, pairs: NDArray[np.integer]) -> None:
    _refuse(pairs, (pairs < 0) | (pairs >= columns), f"but columns are numbered 0 to {columns - 1}")
    _refuse(pairs, pairs[:, :1] == pairs[:, 1:], "but a pair is two different columns")


def _refuse(pairs: NDArray[np.integer], wrong: NDArray[np.bool_], why: str) -> None:
    if wrong.any():
        first = int(np.flatnonzero(wrong.any(axis=1))[0])
        a, b = pairs[first].tolist()
        raise OptionError(f"pair {first} is ({a}, {b}), {why}")


def _explain_lists(columns: int, pairs: int, lists: Candidates) -> None:
    offsets, members, of = lists
    count = len(offsets) - 1
    if count < 0 or offsets[0] != 0 or offsets[-1] != len(members) or (np.diff(offsets) < 0).any():
        raise OptionError(
            f"candidates.offsets rise from 0 to the number of members, {len(members)}",
            InPython("; Candidates.from_lists makes them from lists"),
        )
    if len(of) != pairs:
        raise OptionError(
            f"candidates.of names one list per pair; there are {pairs} pairs, and it has {len(of)} entries"
        )
    if len(of) and not (of.min() >= 0 and of.max() < count):
        raise OptionError(f"candidates.of must name lists 0 to {count - 1}; got {of.min()} to {of.max()}")
    if len(members) and not (members.min() >= 0 and members.max() < columns):
        raise OptionError(
            f"candidates.members must be columns 0 to {columns - 1}; got {members.min()} to {members.max()}"
        )
    raise OptionError("each list of candidates is in increasing order, without repeats; sort it")

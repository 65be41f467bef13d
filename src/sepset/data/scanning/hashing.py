"""The fingerprint of a table whose rows stay where they are: that of the same table in memory.

A fingerprint has the values of one column after those of another, and rows bring them side by side. One pass
hashes the first column and keeps the others until it is their turn, truth values eight to a byte, as many
columns as fit into the memory that values may take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.dataset import column_head

if TYPE_CHECKING:
    import hashlib
    from collections.abc import Iterator, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.scanning.known import Settled
    from sepset.data.scanning.streamed import StreamedDataset


class _Kept:
    """The values of a column, batch by batch, until it is their turn."""

    def __init__(self, *, bits: bool) -> None:
        self._bits = bits
        self._parts: list[tuple[int, npt.NDArray[Any]]] = []

    def add(self, values: npt.NDArray[Any]) -> None:
        """Keep some values."""
        self._parts.append((len(values), np.packbits(values) if self._bits else values.copy()))

    def parts(self) -> Iterator[npt.NDArray[Any]]:
        """Yield the values, in order, and let go of them."""
        for count, values in self._parts:
            yield np.unpackbits(values, count=count) if self._bits else values
        self._parts.clear()


def hash_columns(data: StreamedDataset, known: Mapping[str, Settled], digest: hashlib._Hash) -> None:
    """Hash the columns by name, each with its head, in as few passes as `data.memory` allows."""
    left = sorted(data.names)
    while left:
        names = left[: _at_once(data.rows, data.memory, [known[name] for name in left])]
        left = left[len(names) :]
        kept = {name: _Kept(bits=_is_binary(known[name])) for name in names[1:]}
        digest.update(column_head(known[names[0]].column))
        for first, *others in data.batches(names):
            _hash(digest, first)
            for name, values in zip(names[1:], others, strict=True):
                kept[name].add(values)
        for name, values_kept in kept.items():
            digest.update(column_head(known[name].column))
            for values in values_kept.parts():
                _hash(digest, values)


def _at_once(rows: int, memory: int, columns: Sequence[Settled]) -> int:
    """Return how many of some columns one pass hashes: the first, and as many more as can be kept."""
    sizes = [rows // 8 if _is_binary(column) else rows * column.dtype.itemsize for column in columns[1:]]
    return 1 + int(np.searchsorted(np.cumsum(sizes), memory, side="right"))


def _is_binary(column: Settled) -> bool:
    return len(column.column.levels) == 2


def _hash(digest: hashlib._Hash, values: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<")).tobytes())

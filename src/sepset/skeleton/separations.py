"""The separating sets that a search has found, for all pairs, in arrays.

>>> found = Separations.from_rows(3, [(0, 2, (1,), 0.4)])
>>> found.given(2, 0), found.given(0, 1)
((1,), None)
>>> found.at(0).given(0, 2) is None
True
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import from_rows
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

#: Indexing makes wider copies of the indices; with this many at a time these stay small.
_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False)
class Separations:
    """Pairs a < b of node numbers in increasing order; for each the set S_{a,b}, its size and its p-value."""

    n: int
    a: NDArray[np.int32]
    b: NDArray[np.int32]
    size: NDArray[np.int32]
    p: NDArray[np.float64]
    #: row i holds the members of set i, then -1 up to the width
    members: NDArray[np.int32]

    @classmethod
    def build(
        cls,
        n: int,
        pairs: NDArray[np.int32],
        size: NDArray[np.int32],
        p: NDArray[np.float64],
        members: NDArray[np.int32],
    ) -> Separations:
        """Put rows in order; pairs may come as (a, b) or (b, a)."""
        low, high = np.minimum(pairs[:, 0], pairs[:, 1]), np.maximum(pairs[:, 0], pairs[:, 1])
        order = np.lexsort((high, low))
        return cls(n, low[order], high[order], size[order], p[order], members[order])

    @classmethod
    def from_rows(cls, n: int, rows: Iterable[tuple[int, int, tuple[int, ...], float]]) -> Separations:
        """Build from (a, b, members, p) one by one."""
        listed = list(rows)
        width = max((len(given) for _, _, given, _ in listed), default=0)
        members = np.full((len(listed), width), -1, dtype=np.int32)
        for row, (_, _, given, _) in enumerate(listed):
            members[row, : len(given)] = given
        return cls.build(
            n,
            np.array([(a, b) for a, b, _, _ in listed], dtype=np.int32).reshape(-1, 2),
            np.array([len(given) for _, _, given, _ in listed], dtype=np.int32),
            np.array([p for _, _, _, p in listed], dtype=np.float64),
            members,
        )

    def __len__(self) -> int:
        return len(self.a)

    def rows(self) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """Yield (a, b, members, p) for every pair, in order."""
        columns = (
            self.a.tolist(),
            self.b.tolist(),
            self.size.tolist(),
            self.p.tolist(),
            self.members.tolist(),
        )
        for a, b, size, p, members in zip(*columns, strict=True):
            yield a, b, tuple(members[:size]), p

    def given(self, a: int, b: int) -> tuple[int, ...] | None:
        """Return the members of S_{a,b}, or None when no set was found; the empty set is ``()``."""
        row = self._row(a, b)
        if row is None:
            return None
        sizes, members = self._views
        return tuple([members[row, i] for i in range(sizes[row])])

    def p_value(self, a: int, b: int) -> float | None:
        """Return the p-value that came with S_{a,b}, or None when no set was found."""
        row = self._row(a, b)
        return None if row is None else float(self.p[row])

    def at(self, k: int) -> Separations:
        """Return only the sets of at most k members: what a search up to k would have found."""
        return self if self.members.shape[1] <= k else self.only(self.size <= k)

    def larger_than(self, size: int) -> Separations:
        """Return only the sets with more members than `size`."""
        return self.only(self.size > size)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.intp]) -> Separations:
        """Return only some rows, by a mask or by their numbers."""
        return Separations(
            self.n, self.a[kept], self.b[kept], self.size[kept], self.p[kept], self.members[kept]
        )

    def skeleton(self) -> MarkTable:
        """Return the graph with ``o-o`` between all pairs that have no separating set (Steps 0 and 2)."""
        adjacent = ~np.eye(self.n, dtype=bool)
        for start in range(0, len(self), _AT_ONCE):
            a, b = self.a[start : start + _AT_ONCE], self.b[start : start + _AT_ONCE]
            adjacent[a, b] = adjacent[b, a] = False
        rows = from_rows(np.packbits(adjacent, axis=1, bitorder="little"))
        table = MarkTable(self.n)
        table.adjacency[:] = rows
        table.near[Mark.CIRCLE][:] = rows
        table.far[Mark.CIRCLE][:] = rows
        return table

    @cached_property
    def _codes(self) -> array[int]:
        # Rules ask pair by pair: bisecting an array takes a tenth of NumPy's time for one number.
        return array("q", (self.a.astype(np.int64) * self.n + self.b).tobytes())

    @cached_property
    def _views(self) -> tuple[memoryview, memoryview]:
        # One number of a view takes a fraction of NumPy's time, and nothing is copied.
        return self.size.data, self.members.data

    def _row(self, a: int, b: int) -> int | None:
        code = min(a, b) * self.n + max(a, b)
        row = bisect_left(self._codes, code)
        return row if row < len(self) and self._codes[row] == code else None

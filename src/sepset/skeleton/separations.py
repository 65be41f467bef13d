"""The separating sets that a search has found, for all pairs, in arrays.

>>> found = Separations.from_rows(3, [(0, 2, (1,), 0.4)])
>>> found.given(2, 0), found.given(0, 1)
((1,), None)
>>> found.at(0).given(0, 2) is None
True
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import from_rows
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark
from sepset.skeleton.pair_numbers import number_of, numbers_of, pairs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Separations:
    """For every pair of n nodes, by its number (`pair_numbers`): the set S_{a,b}, if it has one, and its p.

    Most pairs are separated by the empty set, so members are only kept of the others.
    """

    n: int
    #: by pair: the size of its set, -1 where there is none
    size_of: NDArray[np.int16]
    #: by pair: the p of its set; without meaning where there is none
    p_of: NDArray[np.float64]
    #: the numbers of the pairs whose set is not empty, in increasing order
    filled: NDArray[np.int64]
    #: row i: the members of the set of pair ``filled[i]``, then -1 up to the width
    members: NDArray[np.int32]

    @classmethod
    def build(
        cls,
        n: int,
        pairs: NDArray[np.int32],
        size: NDArray[np.integer],
        p: NDArray[np.float64],
        members: NDArray[np.int32],
    ) -> Separations:
        """Put rows in order; pairs may come as (a, b) or (b, a), and row i of `members` is padded with -1."""
        numbers = numbers_of(np.sort(pairs, axis=1), n)
        size_of = np.full(comb(n, 2), -1, dtype=np.int16)
        size_of[numbers] = size
        p_of = np.full(len(size_of), np.nan)
        p_of[numbers] = p
        filled = np.flatnonzero(size > 0)
        filled = filled[np.argsort(numbers[filled])]
        return cls(n, size_of, p_of, numbers[filled], members[filled])

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
        return int(np.count_nonzero(self.size_of >= 0))

    @property
    def size(self) -> NDArray[np.int16]:
        """The sizes of the sets, in the order of the pairs that have one."""
        return self.size_of[self.size_of >= 0]

    @property
    def p(self) -> NDArray[np.float64]:
        """The p-values of the sets, in the order of the pairs that have one."""
        return self.p_of[self.size_of >= 0]

    def rows(self) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """Yield (a, b, members, p) for every pair that has a set, in order."""
        return self._rows_of(np.flatnonzero(self.size_of >= 0))

    def filled_rows(self) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """Yield (a, b, members, p) for every pair whose set is not empty, in order."""
        return self._rows_of(self.filled)

    def nearest(self, count: int) -> list[tuple[int, int, tuple[int, ...], float]]:
        """Return (a, b, members, p) for the pairs with the smallest p-values, smallest first."""
        separated = np.flatnonzero(self.size_of >= 0)
        nearest = separated[np.argsort(self.p_of[separated], kind="stable")[:count]]
        in_order = np.sort(nearest)
        rows = dict(zip(in_order.tolist(), self._rows_of(in_order), strict=True))
        return [rows[number] for number in nearest.tolist()]

    def _rows_of(self, numbers: NDArray[np.int64]) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        ends, p = pairs_of(numbers, self.n).tolist(), self.p_of[numbers].tolist()
        for number, (a, b), value in zip(numbers.tolist(), ends, p, strict=True):
            yield a, b, self._members_of(number), value

    def given(self, a: int, b: int) -> tuple[int, ...] | None:
        """Return the members of S_{a,b}, or None when no set was found; the empty set is ``()``."""
        number = number_of(a, b, self.n)
        return self._members_of(number) if a != b and self._views[0][number] >= 0 else None

    def p_value(self, a: int, b: int) -> float | None:
        """Return the p-value that came with S_{a,b}, or None when no set was found."""
        number = number_of(a, b, self.n)
        return float(self.p_of[number]) if a != b and self.size_of[number] >= 0 else None

    def at(self, k: int) -> Separations:
        """Return only the sets of at most k members: what a search up to k would have found."""
        if self.members.shape[1] <= k:
            return self
        kept = self.size_of[self.filled] <= k
        size_of = np.where(self.size_of > k, np.int16(-1), self.size_of)
        members = np.ascontiguousarray(self.members[kept, :k])
        return Separations(self.n, size_of, self.p_of, self.filled[kept], members)

    def skeleton(self) -> MarkTable:
        """Return the graph with ``o-o`` between all pairs that have no separating set (Steps 0 and 2)."""
        adjacent = np.zeros((self.n, self.n), dtype=bool)
        adjacent[~np.tri(self.n, dtype=bool)] = self.size_of < 0
        adjacent |= adjacent.T
        rows = from_rows(np.packbits(adjacent, axis=1, bitorder="little"))
        table = MarkTable(self.n)
        table.adjacency[:] = rows
        table.near[Mark.CIRCLE][:] = rows
        table.far[Mark.CIRCLE][:] = rows
        return table

    def _members_of(self, number: int) -> tuple[int, ...]:
        sizes, filled, members = self._views
        size = sizes[number]
        if size == 0:
            return ()
        row = bisect_left(filled, number)
        return tuple([members[row, i] for i in range(size)])

    @cached_property
    def _views(self) -> tuple[memoryview, memoryview, memoryview]:
        # Rules ask pair by pair: one number of a view takes a fraction of NumPy's time. Nothing is copied.
        return self.size_of.data, self.filled.data, self.members.data

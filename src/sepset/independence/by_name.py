"""Tests that number their variables by name: the same bytes for any order of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import ReferenceType, ref

import numpy as np

from sepset import kernels
from sepset.checks import check_columns
from sepset.graph.names import inverse, name_order, places_apart
from sepset.independence.protocol import Candidates

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray


class ByName:
    """What such tests share: names, ranks, and how pairs and lists of columns become ranks and come back."""

    _last_lists: _RankedLists | None = None

    def __init__(self, names: Sequence[str]) -> None:
        self._names = check_columns(names)
        self._order = name_order(self._names)
        self._rank = inverse(self._order)
        self._rank_of = dict(zip(self._names, self._rank.tolist(), strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._names

    def _ranks(self, a: str, b: str, given: Collection[str]) -> tuple[int, int, NDArray[np.int32]]:
        """Return the ranks of a pair, the smaller one first, and of a set; they must not overlap."""
        first, second, members = places_apart(a, b, given, self._rank_of)
        low, high = (first, second) if first < second else (second, first)
        return low, high, np.array(sorted(members), dtype=np.int32)

    def _ranked_lists(self, lists: Candidates, given: Candidates | None) -> Candidates:
        """Return lists of ranks, each increasing, that stand for `given`; None is every column.

        A search gives the same lists with many batches of pairs.
        """
        if given is None:
            return lists
        if self._last_lists is not None and self._last_lists.are_of(given):
            return lists._replace(members=self._last_lists.members)
        members = kernels.ranked_lists(lists.offsets, lists.members, self._rank)
        self._last_lists = _RankedLists.of(given, members)
        return lists._replace(members=members)

    def _columns_of(self, sets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return sets of ranks as columns; -1 picks the sentinel that is put at the end."""
        return np.append(self._order, np.int32(-1))[sets] if sets.shape[1] else sets


def given_lists(n: int, pairs: int, candidates: Candidates | None) -> Candidates:
    """Return candidate lists as the kernels take them; without any, one list of all columns.

    >>> given_lists(3, 2, None).members.tolist()
    [0, 1, 2]
    """
    if candidates is not None:
        return candidates
    everything = np.arange(n, dtype=np.int32)
    return Candidates(np.array([0, n], dtype=np.int64), everything, np.zeros(pairs, dtype=np.int32))


class _RankedLists(NamedTuple):
    """Lists as ranks, for as long as the lists live that they were made from, which nobody can change."""

    offsets: ReferenceType[NDArray[np.int64]]
    source: ReferenceType[NDArray[np.int32]]
    members: NDArray[np.int32]

    @classmethod
    def of(cls, lists: Candidates, members: NDArray[np.int32]) -> _RankedLists | None:
        arrays = (lists.offsets, lists.members)
        if not all(isinstance(array, np.ndarray) and not array.flags.writeable for array in arrays):
            return None
        return cls(ref(lists.offsets), ref(lists.members), members)

    def are_of(self, lists: Candidates) -> bool:
        return self.offsets() is lists.offsets and self.source() is lists.members

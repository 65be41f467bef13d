"""Tests that number their variables by name: the same bytes for any order of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import check_variables
from sepset.errors import DataError, OptionError
from sepset.graph.names import distinct, places_of
from sepset.independence.protocol import Candidates
from sepset.independence.remade import Remade

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray


class ByName(Remade):
    """What such tests share: names, ranks, and how pairs and lists of columns become ranks and come back."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = check_variables(names)
        if len(set(self._names)) < len(self._names):
            repeated = sorted({name for name in self._names if self._names.count(name) > 1})
            shown = ", ".join(map(repr, repeated))
            raise DataError(f"column names must differ; repeated: {shown}; rename them")
        self._order = np.array(sorted(range(len(self._names)), key=self._names.__getitem__), dtype=np.int32)
        self._rank = np.empty_like(self._order)
        self._rank[self._order] = np.arange(len(self._names), dtype=np.int32)
        self._number = {name: place for place, name in enumerate(self._names)}

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._names

    def _columns(self, a: str, b: str, given: Collection[str]) -> list[int]:
        """Return which columns a, b and the set are; they must exist and not overlap."""
        members = distinct(given)
        columns = places_of((a, b, *members), self._number)
        if len({a, b, *members}) < 2 + len(members):
            raise OptionError(
                f"a, b and the set must not overlap; got a = {a!r}, b = {b!r}, given = {sorted(members)!r}"
            )
        return columns

    def _ranks(self, columns: Sequence[int]) -> tuple[int, int, NDArray[np.int32]]:
        """Return the ranks of a pair and a set, the smaller one first."""
        low, high = sorted(self._rank[list(columns[:2])].tolist())
        return low, high, np.sort(self._rank[list(columns[2:])]).astype(np.int32)

    def _ranked_pairs(self, pairs: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.ascontiguousarray(np.sort(self._rank[pairs], axis=1))

    def _ranked(self, lists: Candidates) -> Candidates:
        """Return candidate lists by rank of name, each increasing."""
        which = np.repeat(np.arange(len(lists.offsets) - 1), np.diff(lists.offsets))
        keys = np.sort(which * len(self._names) + self._rank[lists.members])
        return lists._replace(members=(keys - which * len(self._names)).astype(np.int32))

    def _columns_of(self, sets: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return sets of ranks as columns; -1 stays."""
        return np.append(self._order, np.int32(-1))[sets] if sets.shape[1] else sets


def given_lists(n: int, pairs: int, candidates: Candidates | None) -> Candidates:
    """Return candidate lists as the kernels take them; without any, one list of all columns.

    >>> given_lists(3, 2, None).members.tolist()
    [0, 1, 2]
    """
    if candidates is not None:
        return Candidates(
            np.ascontiguousarray(candidates.offsets, dtype=np.int64),
            np.ascontiguousarray(candidates.members, dtype=np.int32),
            np.ascontiguousarray(candidates.of, dtype=np.int32),
        )
    everything = np.arange(n, dtype=np.int32)
    return Candidates(np.array([0, n], dtype=np.int64), everything, np.zeros(pairs, dtype=np.int32))

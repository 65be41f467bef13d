"""What a search has found, in the form that orientation rules use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import from_members
from sepset.orientation.evidence import Evidence, EvidenceArrays
from sepset.skeleton.pair_numbers import pairs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.graph.mark_table import MarkTable
    from sepset.skeleton.separations import Separations


class SearchEvidence(Evidence):
    """Evidence from the separating sets of a search, in which every non-adjacent pair has one.

    Most pairs are separated by the empty set, so only the others are kept.
    """

    _found: Separations
    _adjacency: list[int]

    def __init__(
        self,
        found: Separations,
        skeleton: MarkTable,
        k: int | None,
        votes: Mapping[tuple[int, int, int], bool | None] | None = None,
    ) -> None:
        super().__init__({}, k, votes or {})
        for name, value in (("_found", found), ("_adjacency", skeleton.adjacency)):
            object.__setattr__(self, name, value)

    def sepset(self, a: int, b: int) -> frozenset[int] | None:
        """Return the recorded set S_{a,b}, or None when there is none."""
        given = self._found.given(a, b)
        return None if given is None else frozenset(given)

    def outside(self, a: int, b: int) -> int:
        """Return the nodes known to be outside the set that separates a and b."""
        known = 0 if self._adjacency[a] >> b & 1 else ~self._members(a, b)
        return self._with_votes(a, b, known, wanted=True) if self.votes else known

    def inside(self, a: int, b: int) -> int:
        """Return the nodes known to be inside the set that separates a and b."""
        known = 0 if self._adjacency[a] >> b & 1 else self._members(a, b)
        return self._with_votes(a, b, known, wanted=False) if self.votes else known

    def doubtful(self, c: int, b: int) -> int:
        """Return the nodes a for which it is not known whether c is a collider between a and b."""
        return self._ambiguous.get((c, b), 0)

    def to_arrays(self) -> EvidenceArrays | None:
        """Return the sets that are not empty; every other pair that is not adjacent has the empty one."""
        found, votes = self._found, self._vote_rows()
        if votes is None:
            return None
        first, second = (np.ascontiguousarray(ends) for ends in pairs_of(found.filled, found.n).T)
        size = found.size_of[found.filled].astype(np.int32)
        return EvidenceArrays(first, second, size, found.members, votes, adjacency=self._adjacency)

    def _members(self, a: int, b: int) -> int:
        n = len(self._adjacency)
        return self._sets.get(a * n + b if a < b else b * n + a, 0)

    @cached_property
    def _sets(self) -> dict[int, int]:
        n = self._found.n
        return {a * n + b: from_members(given) for a, b, given, _ in self._found.filled_rows()}

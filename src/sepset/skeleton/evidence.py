"""What a search has found, as orientation rules ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import from_members
from sepset.orientation.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.graph.mark_table import MarkTable
    from sepset.skeleton.separations import Separations


class SkeletonEvidence(Evidence):
    """Evidence from the separating sets of a search, in which every non-adjacent pair has one.

    Most pairs are separated by the empty set, so only the others are kept.
    """

    _found: Separations
    _adjacency: list[int]
    _sets: dict[int, int]

    def __init__(
        self,
        found: Separations,
        skeleton: MarkTable,
        k: int | None,
        votes: Mapping[tuple[int, int, int], bool | None] | None = None,
    ) -> None:
        super().__init__({}, k, votes or {})
        sets = {a * found.n + b: from_members(given) for a, b, given, _ in found.larger_than(0).rows()}
        for name, value in (("_found", found), ("_adjacency", skeleton.adjacency), ("_sets", sets)):
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

    def _members(self, a: int, b: int) -> int:
        n = len(self._adjacency)
        return self._sets.get(a * n + b if a < b else b * n + a, 0)

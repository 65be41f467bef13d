"""What a search has found, as orientation rules ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.orientation.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.graph.mark_table import MarkTable
    from sepset.skeleton.separations import Separations


class SkeletonEvidence(Evidence):
    """Evidence from the separating sets of a search: every non-adjacent pair has one."""

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
        object.__setattr__(self, "_found", found)
        object.__setattr__(self, "_adjacency", skeleton.adjacency)

    def sepset(self, a: int, b: int) -> frozenset[int] | None:
        """Return the recorded set S_{a,b}, or None when there is none."""
        given = self._found.given(a, b)
        return None if given is None else frozenset(given)

    def doubtful(self, c: int, b: int) -> int:
        """Return the nodes a for which it is not known whether c is a collider between a and b."""
        return self._ambiguous.get((c, b), 0)

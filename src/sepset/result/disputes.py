"""What tests say against the graph of a result, by the pair of variables that it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.result.overruled import pairs_of
from sepset.status import status_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sepset.orientation.engine import Conflict
    from sepset.orientation.outcome import Overruled
    from sepset.result.against import Against
    from sepset.result.discovery import Orientation
    from sepset.status import Status


class Disputes:
    """What tests say against the graph, by the pair that it touches."""

    def __init__(self) -> None:
        self.conflicts: dict[frozenset[int], list[Conflict]] = {}
        #: unshielded triples that are drawn as colliders although the vote on them is ambiguous
        self.ambiguous: dict[frozenset[int], list[tuple[int, int, int]]] = {}
        #: what is known beforehand about the pair, where data contradict it
        self.known: dict[frozenset[int], list[Against]] = {}
        #: decisions of the tests that the graph breaks
        self.overruled: dict[frozenset[int], list[Overruled]] = {}

    @property
    def pairs(self) -> frozenset[frozenset[int]]:
        """Every pair that some test disputes."""
        return frozenset((*self.conflicts, *self.ambiguous, *self.known, *self.overruled))

    def number(self, pair: frozenset[int]) -> int:
        """Return in how many places tests disagree with the edge between a pair."""
        # A conflict against knowledge is among the conflicts, too; a separation is in one list only.
        known = self.known.get(pair)
        separated = sum(one.conflict is None for one in known) if known else 0
        conflicts, ambiguous = self.conflicts.get(pair, ()), self.ambiguous.get(pair, ())
        return len(conflicts) + len(ambiguous) + len(self.overruled.get(pair, ())) + separated

    def status(self, a: int, b: int, pattern: str) -> Status:
        """Return how sure the edge ``a pattern b`` is."""
        return status_of(pattern, contradicted=self.number(frozenset((a, b))) > 0)


def disputes(result: Orientation) -> Disputes:
    """Return what tests say against the graph of a result.

    A conflict of a rule touches its edge, arrows that lead back to an arrowhead touch all edges of that round
    way. A collider that the evidence denies, or that the tests on the triple are divided about, touches both
    of its edges and the pair at its ends.
    """
    known = Disputes()
    for conflict in result.conflicts:
        for pair in _touched(conflict):
            known.conflicts.setdefault(pair, []).append(conflict)
    for one in result.against:
        known.known.setdefault(frozenset((one.a, one.b)), []).append(one)
    for broken in result.overruled:
        for pair in pairs_of(broken):
            known.overruled.setdefault(pair, []).append(broken)
    table = result.graph.table
    for (end, middle, other), vote in result.votes.items():
        if vote is None and table.has(end, "*->", middle) and table.has(other, "*->", middle):
            for pair in _sides(end, middle, other):
                known.ambiguous.setdefault(pair, []).append((end, middle, other))
    return known


def _touched(conflict: Conflict) -> Iterable[frozenset[int]]:
    nodes = conflict.because
    if conflict.kind == "collider":
        return _sides(*nodes)
    if conflict.kind == "almost cycle":
        return map(frozenset, zip(nodes, (*nodes[1:], nodes[0]), strict=True))
    return (frozenset((conflict.a, conflict.b)),)


def _sides(end: int, middle: int, other: int) -> tuple[frozenset[int], ...]:
    return frozenset((end, middle)), frozenset((middle, other)), frozenset((end, other))

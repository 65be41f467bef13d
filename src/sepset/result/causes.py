"""What causes what in every DAG that agrees with a result, read so that no doubtful mark looks certain."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from sepset.catalogue.learners import learner_called
from sepset.equivalence.causes import Ancestry
from sepset.graph.bits import members
from sepset.graph.mixed_graph import MixedGraph
from sepset.orientation.evidence import Evidence, triple
from sepset.result.disputes import disputes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.equivalence.causes import Causes
    from sepset.result.discovery import Discovery


class SoundReading(NamedTuple):
    """The graph of a result with nothing doubtful in it, and which of its triples are unknown."""

    graph: MixedGraph
    evidence: Evidence
    #: the pairs that some test disputes, by number
    disputed: tuple[tuple[int, ...], ...]


def causes(found: Discovery, cause: str, effect: str, k: int | None = None) -> Causes:
    """Say whether one variable causes another in every DAG that agrees with the result."""
    reading = soundly_read(found, k)
    return Ancestry(reading.graph, reading.evidence).of(cause, effect)


def soundly_read(found: Discovery, k: int | None = None) -> SoundReading:
    """Read a result so that no doubtful mark looks certain.

    Contradicted edges are read as open at both ends, and nothing is concluded from triples with them. Nor is
    anything known about colliders between two nodes that no set separates and that still have no edge: LOCI
    drops some, knowledge forbids some. An arrow of LOCI does not say that there is an edge.
    """
    result = found.orientation(k)
    disputed = tuple(tuple(sorted(pair)) for pair in sorted(disputes(result).pairs, key=sorted))
    inseparable = found.skeleton.separations.at(found.k if k is None else k).skeleton().adjacency
    table = result.graph.table.copy()
    if learner_called(found.learner).drops_edges:
        for a in range(table.n):
            for b in members(table.children(a)):
                table.set(a, "o->", b)
    for a, b in disputed:
        if table.adjacent(a, b):
            table.set(a, "o-o", b)
    for a, row in enumerate(inseparable):
        for b in members((row & ~table.adjacency[a]) >> a << a):
            table.set(a, "<->", b)  # which no directed path can use
    votes = {**result.votes, **_doubts(table.adjacency, disputed)}
    return SoundReading(MixedGraph.from_table(found.names, table), Evidence(votes=votes), disputed)


def _doubts(adjacency: Sequence[int], disputed: Iterable[Sequence[int]]) -> dict[tuple[int, int, int], None]:
    """Return every unshielded triple with a disputed edge, as a vote on which the tests are divided."""
    return {
        triple(end, middle, other): None
        for pair in disputed
        for middle, end in permutations(pair)
        for other in members(adjacency[middle] & ~adjacency[end] & ~(1 << end))
    }

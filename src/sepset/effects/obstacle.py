"""Why there is no adjustment set: the edge in the way, and the single facts that would help."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.effects.members import with_known_edge
from sepset.effects.sets import Obstacle, Remedy
from sepset.equivalence.essential.class_search import TimeIsUp
from sepset.graph.ancestry import shortest_path
from sepset.graph.bits import first
from sepset.graph.edges import Edge
from sepset.graph.marks import mirror
from sepset.knowledge.statements import Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.effects.adjustment import EffectQuestion


def obstacle_of(asked: EffectQuestion) -> Obstacle | None:
    """Return what stands in the way when no set is valid; None: the effect is zero."""
    if asked.causes == "never":
        return None
    graph, reading = asked.target.graph, asked.reading
    opened = reading.open_firsts or _open_ends(asked) or graph.table.adjacency[asked.a]
    second = first(opened)
    path = [asked.a, second]
    if second != asked.b:
        rest = shortest_path(reading.onward, second, asked.b)
        path = [asked.a, *(rest or [second]), asked.b]
    edge = graph.edge(asked.cause, graph.nodes[second])
    if edge is None:
        return None
    return Obstacle(tuple(graph.nodes[i] for i in path), edge, tuple(_remedies(asked, edge)))


def _open_ends(asked: EffectQuestion) -> int:
    """Return the neighbours of the cause whose edge has an open mark at it."""
    table = asked.target.graph.table
    return table.where(asked.a, "o-*") | table.where(asked.a, "---")


def _remedies(asked: EffectQuestion, edge: Edge) -> list[Remedy]:
    """Return the facts about the edge in the way that would help; else about another of the cause."""
    if asked.members is None or not asked.remedies:
        return []
    graph = asked.target.graph
    opened = graph.names(_open_ends(asked))
    for other in sorted(opened, key=lambda name: name != edge.v):
        seen = graph.edge(asked.cause, other)
        facts = () if seen is None else _facts(seen)
        found = [Remedy(fact.statement, fact.words) for fact in facts if _helps(asked, fact.edge)]
        if found:
            return found
    return []


class _Fact(NamedTuple):
    """What one could know about an edge, and the edge as it would be."""

    statement: Knowledge
    words: str
    edge: Edge


def _facts(edge: Edge) -> Iterator[_Fact]:
    """Yield what could be known about an open edge, and is not known yet."""
    for x, pattern, y in (edge, Edge(edge.v, mirror(edge.pattern), edge.u)):
        if (pattern[0] in "o-" and pattern[2] in "o>") or pattern == "---":
            yield _Fact(Knowledge(ancestor=((x, y),)), f"{x} affects {y}", Edge(x, "-->", y))
        if pattern[0] == "o":
            never = Knowledge(not_ancestor=((x, y),))
            yield _Fact(never, f"{x} does not affect {y}", Edge(x, "<-" + pattern[2], y))


def _helps(asked: EffectQuestion, known: Edge) -> bool:
    """Say whether a set is known, or the effect is zero, in the members of the class that have an edge."""
    target = asked.target
    try:
        graph = with_known_edge(target.graph, known, target.k, time_limit=asked.time_limit)
    except TimeIsUp:
        return False
    after = None if graph is None else asked.on(graph)
    return after is not None and (after.causes == "never" or after.exists())

"""The matcher of patterns: where a `Pattern` applies. Its twin in C++ is ``native/orientation/patterns.cpp``.

For each edge that matches the conclusion, in the order of nodes, the other places are filled one after the
other with the first node that fits. The first way to fill them all gives the proposal; there is at most one
proposal per edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import from_members, members
from sepset.orientation.proposals import Orient

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence
    from sepset.orientation.pattern import Place, Shape


def propose(shape: Shape, g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Yield the proposals of a pattern on a graph."""
    every_choice = tuple(range(len(shape.places[0].links))) if shape.places else (0,)
    for a in range(g.n):
        ends = g.where(a, shape.edge)
        for b in members(ends >> (a + 1) << (a + 1) if shape.symmetric else ends):
            nodes = _fill(shape.places, g, evidence, (a, b), every_choice)
            if nodes is not None:
                yield Orient(a, shape.wanted, b, because=tuple(nodes[place] for place in shape.because))


def _fill(
    places: tuple[Place, ...],
    g: MarkTable,
    evidence: Evidence,
    nodes: tuple[int, ...],
    choices: tuple[int, ...],
) -> tuple[int, ...] | None:
    """Return the first nodes that fill all places after those filled already, or None."""
    if len(nodes) == len(places) + 2:
        return nodes
    place = places[len(nodes) - 2]
    fitting = {choice: _linked(place, g, nodes, choice) for choice in choices}
    for node in members(_allowed(place, g, evidence, nodes) & _union(fitting.values())):
        left = tuple(choice for choice in choices if fitting[choice] >> node & 1)
        filled = (*nodes, node)
        if _middle_is_sure(place, evidence, filled):
            found = _fill(places, g, evidence, filled, left)
            if found is not None:
                return found
    return None


def _linked(place: Place, g: MarkTable, nodes: tuple[int, ...], choice: int) -> int:
    """Return the nodes with the edges that one choice of premises asks for."""
    fitting = (1 << g.n) - 1
    for earlier, pattern in place.links[choice]:
        fitting &= g.where(nodes[earlier], pattern)
    return fitting


def _allowed(place: Place, g: MarkTable, evidence: Evidence, nodes: tuple[int, ...]) -> int:
    """Return the nodes that are new, not adjacent where they must not be, and ends of sure triples."""
    refused = from_members(nodes)
    for earlier in place.apart:
        refused |= g.adjacency[nodes[earlier]]
    here = len(nodes)
    for middle, end, other_end in place.sure:
        if middle != here:
            refused |= evidence.doubtful(nodes[middle], nodes[other_end if end == here else end])
    return ~refused


def _middle_is_sure(place: Place, evidence: Evidence, nodes: tuple[int, ...]) -> bool:
    """Say whether the node just placed is no collider of the triples in whose middle it stands."""
    here = len(nodes) - 1
    return not any(
        evidence.doubtful(nodes[middle], nodes[end]) >> nodes[other_end] & 1
        for middle, end, other_end in place.sure
        if middle == here
    )


def _union(sets: Iterable[int]) -> int:
    together = 0
    for one in sets:
        together |= one
    return together

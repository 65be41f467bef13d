"""All minimal separating sets of two nodes, one after the other.

A set that separates a and b, while no proper subset does, is a minimal vertex cut between them in the
augmented graph of An({a, b}) [Richardson and Spirtes 2002; van der Zander, Liśkiewicz and Textor 2014]. Nodes
that may not be in the set are taken out first, their neighbours joined. From the cut nearest to a, each
further one is reached by moving one of its nodes to the side of a [Shen and Liang 1997].

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.graph.separation import Relatives
>>> g = MixedGraph.from_edges("a <-- s", "s --> t", "t --> b", "a <-- u", "u --> b")
>>> found = minimal_cuts(Relatives.of(g.table), g.number("a"), g.number("b"), avoiding=0)
>>> [sorted(g.names(cut)) for cut in found]
[['s', 'u'], ['t', 'u']]
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sepset.graph.bits import members, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.separation import Relatives


def minimal_cuts(families: Relatives, a: int, b: int, *, avoiding: int) -> Iterator[int]:
    """Yield every minimal set that separates a and b and has no node of `avoiding`, nearest to a first."""
    rows = _augmented(families, reachable(1 << a | 1 << b, families.parents))
    for node in members(avoiding & ~(1 << a | 1 << b)):
        _take_out(rows, node)
    if rows[a] >> b & 1:
        return
    start = _nearest(rows, 1 << a, b)
    seen, waiting = {start}, deque([start])
    while waiting:
        cut = waiting.popleft()
        yield cut
        side = _component(rows, a, cut)
        for node in members(cut & ~rows[b]):
            following = _nearest(rows, side | 1 << node, b)
            if following not in seen:
                seen.add(following)
                waiting.append(following)


def _augmented(families: Relatives, inside: int) -> list[int]:
    """Return the augmented graph of some nodes: every district and its parents are a clique."""
    rows, left = [0] * len(families.parents), inside
    spouses = [row & inside for row in families.spouses]
    while left:
        clique = district = reachable(left & -left, spouses)
        left &= ~district
        for node in members(district):
            clique |= families.parents[node]
        _join(rows, clique)
    return rows


def _join(rows: list[int], clique: int) -> None:
    for node in members(clique):
        rows[node] |= clique & ~(1 << node)


def _take_out(rows: list[int], node: int) -> None:
    """Remove a node that no cut may use; what it joined stays joined."""
    near, rows[node] = rows[node], 0
    for other in members(near):
        rows[other] &= ~(1 << node)
    _join(rows, near)


def _nearest(rows: list[int], side: int, b: int) -> int:
    """Return the minimal cut that is nearest to the nodes of one side, none of them next to b."""
    around = 0
    for node in members(side):
        around |= rows[node]
    behind = _component(rows, b, side | around)
    found = 0
    for node in members(behind):
        found |= rows[node]
    return found & ~behind


def _component(rows: list[int], start: int, without: int) -> int:
    return reachable(1 << start, [row & ~without for row in rows])

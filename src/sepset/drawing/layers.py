"""Layers: causes to the left of their effects.

An edge with an arrowhead at one end only (``-->`` or ``o->``) points forward; any other edge has no direction
and lies between neighbouring layers where that is possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.graph.marks import Mark, marks_of

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable

_SWEEPS = 4


def components(table: MarkTable) -> list[list[int]]:
    """Return the connected parts of a graph, large ones first, each in node order."""
    found, left = [], (1 << table.n) - 1
    while left:
        part = new = left & -left
        while new:
            reached = 0
            for node in members(new):
                reached |= table.adjacency[node]
            new = reached & ~part
            part |= new
        found.append(list(members(part)))
        left &= ~part
    return sorted(found, key=lambda part: (-len(part), part[0]))


def layers_of(table: MarkTable, part: list[int]) -> dict[int, int]:
    """Return the layer of each node of a connected part, from 0.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> g = MixedGraph.from_edges("a --> b", "b --> c", "a --> c", "d o-o c")
    >>> layers_of(g.table, [0, 1, 2, 3])
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    forward, loose = _directions(table, part)
    order = _order(part, forward, loose)
    place = {node: i for i, node in enumerate(order)}
    after: dict[int, list[int]] = {node: [] for node in part}
    before: dict[int, list[int]] = {node: [] for node in part}
    for a, b in forward:
        first, second = (a, b) if place[a] < place[b] else (b, a)
        after[first].append(second)
        before[second].append(first)
    layer: dict[int, int] = {}
    for node in order:
        least = max((layer[other] + 1 for other in before[node]), default=0)
        near = min((layer[other] + 1 for other in loose[node] if other in layer), default=0)
        layer[node] = max(least, near)
    for _ in range(_SWEEPS):
        _pull(layer, order, before, after, loose)
    lowest = min(layer.values())
    return {node: layer[node] - lowest for node in part}


def _directions(table: MarkTable, part: list[int]) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """Return the edges that point forward, and for each node its neighbours by other edges."""
    forward: list[tuple[int, int]] = []
    loose: dict[int, list[int]] = {node: [] for node in part}
    inside = set(part)
    for a, pattern, b in table.edges():
        if a not in inside:
            continue
        at_a, at_b = marks_of(pattern)
        if (at_a is Mark.ARROW) == (at_b is Mark.ARROW):
            loose[a].append(b)
            loose[b].append(a)
        else:
            forward.append((a, b) if at_b is Mark.ARROW else (b, a))
    return forward, loose


def _order(part: list[int], forward: list[tuple[int, int]], loose: dict[int, list[int]]) -> list[int]:
    """Return the nodes with causes first; where edges form a cycle, one that breaks few of them is turned.

    Among the nodes that may come next, those beside the earliest node are first, so that a graph without
    directions unrolls from one end.
    """
    into = dict.fromkeys(part, 0)
    out: dict[int, list[int]] = {node: [] for node in part}
    for a, b in forward:
        into[b] += 1
        out[a].append(b)
    order: list[int] = []
    touched: dict[int, int] = {}
    left = dict.fromkeys(part)
    while left:
        free = [node for node in left if not into[node]] or [
            min(left, key=lambda node: (into[node] - sum(b in left for b in out[node]), node))
        ]
        node = min(free, key=lambda node: (touched.get(node, len(part)), len(loose[node]), node))
        del left[node]
        for other in out[node]:
            into[other] -= 1
        for other in loose[node]:
            touched.setdefault(other, len(order))
        order.append(node)
    return order


def _pull(
    layer: dict[int, int],
    order: list[int],
    before: dict[int, list[int]],
    after: dict[int, list[int]],
    loose: dict[int, list[int]],
) -> None:
    """Move each node within the room that its edges leave towards the middle of its neighbours."""
    for node in reversed(order):
        earliest = max((layer[other] + 1 for other in before[node]), default=None)
        latest = min((layer[other] - 1 for other in after[node]), default=None)
        wishes = sorted(
            [layer[o] + 1 for o in before[node]]
            + [layer[o] - 1 for o in after[node]]
            + [layer[o] + (1 if layer[o] < layer[node] else -1) for o in loose[node]]
        )
        wish = wishes[len(wishes) // 2] if wishes else 0
        if earliest is not None:
            wish = max(wish, earliest)
        layer[node] = wish if latest is None else min(wish, latest)

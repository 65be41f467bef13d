"""Layers: causes to the left of their effects.

An edge with an arrowhead at one end only (``-->`` or ``o->``) points forward; any other edge has no direction
of its own and takes the one that fits the others. Edges are as short as they can be in sum (`simplex`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.drawing.diagram import shapes
from sepset.drawing.simplex import shortest_layers

if TYPE_CHECKING:
    from sepset.drawing.diagram import ConnectedPart


def layers_of(part: ConnectedPart) -> dict[int, int]:
    """Return the layer of each node of a connected part, from 0.

    >>> from sepset.drawing.diagram import ConnectedPart
    >>> layers_of(ConnectedPart([0, 1, 2, 3], [(0, "-->", 1), (0, "-->", 2), (1, "-->", 2), (2, "o-o", 3)]))
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    forward, loose = _directions(part)
    place = {node: i for i, node in enumerate(_order(part.nodes, forward, loose))}
    number = {node: i for i, node in enumerate(part.nodes)}
    edges = [
        (number[a], number[b]) if place[a] < place[b] else (number[b], number[a]) for a, _, b in part.edges
    ]
    layer = shortest_layers(len(number), edges)
    _level(layer, edges)
    return {node: layer[number[node]] for node in part.nodes}


def _level(layer: list[int], edges: list[tuple[int, int]]) -> None:
    """Move nodes that are pulled as much forward as back to the emptiest layer that their edges allow."""
    before: list[list[int]] = [[] for _ in layer]
    after: list[list[int]] = [[] for _ in layer]
    for a, b in edges:
        before[b].append(a)
        after[a].append(b)
    crowd = [layer.count(i) for i in range(max(layer, default=0) + 1)]
    for node, own in enumerate(layer):
        if len(before[node]) != len(after[node]) or not before[node]:
            continue
        earliest = max(layer[other] for other in before[node]) + 1
        latest = min(layer[other] for other in after[node])
        best = min(range(earliest, latest), key=lambda i: (crowd[i] + (i != own), i))
        crowd[own] -= 1
        crowd[best] += 1
        layer[node] = best


def _directions(part: ConnectedPart) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """Return the edges that point forward, and for each node its neighbours by other edges."""
    forward: list[tuple[int, int]] = []
    loose: dict[int, list[int]] = {node: [] for node in part.nodes}
    for a, pattern, b in part.edges:
        at_a, at_b = shapes(pattern)
        if (at_a == "arrow") == (at_b == "arrow"):
            loose[a].append(b)
            loose[b].append(a)
        else:
            forward.append((a, b) if at_b == "arrow" else (b, a))
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

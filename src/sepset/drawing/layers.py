"""Layers: causes to the left of their effects.

An edge with an arrowhead at one end only (``-->`` or ``o->``) points forward; any other edge has no direction
and lies between neighbouring layers where that is possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.drawing.diagram import shapes

if TYPE_CHECKING:
    from sepset.drawing.diagram import ConnectedPart

_SWEEPS = 4


def layers_of(part: ConnectedPart) -> dict[int, int]:
    """Return the layer of each node of a connected part, from 0.

    >>> from sepset.drawing.diagram import ConnectedPart
    >>> layers_of(ConnectedPart([0, 1, 2, 3], [(0, "-->", 1), (0, "-->", 2), (1, "-->", 2), (2, "o-o", 3)]))
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    forward, loose = _directions(part)
    order = _order(part.nodes, forward, loose)
    place = {node: i for i, node in enumerate(order)}
    after: dict[int, list[int]] = {node: [] for node in part.nodes}
    before: dict[int, list[int]] = {node: [] for node in part.nodes}
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
    return {node: layer[node] - lowest for node in part.nodes}


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

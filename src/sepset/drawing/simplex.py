"""Layers with the least total length of edges: the network simplex method.

Gansner, Koutsofios, North and Vo (1993), *A technique for drawing directed graphs*, IEEE TSE 19. Among all
ways to give nodes whole layers so that every edge goes at least one layer forward, one with the shortest
edges in sum. A spanning tree of edges of length one fixes the layers; as long as the edges across some tree
edge pull its two sides together more than it holds them, that edge leaves the tree, and the tightest one that
goes the other way enters.
"""

from __future__ import annotations

from typing import NamedTuple

#: Pivots at most, a multiple of the number of nodes: steps of length zero could go in circles.
_MOST_PIVOTS = 12


class _RootedTree(NamedTuple):
    """A rooted spanning tree: nodes from the root on, and for each node its parent and the edge to it."""

    order: list[int]
    parent: list[int]
    edge: list[int]


def shortest_layers(n: int, edges: list[tuple[int, int]]) -> list[int]:
    """Return a layer for each of the nodes 0 to n - 1 of a connected graph without cycles; edges go forward.

    A graph that is not connected gets the earliest layers instead.

    >>> shortest_layers(4, [(0, 1), (1, 2), (3, 2)])
    [0, 1, 2, 1]
    """
    layer = _longest_paths(n, edges)
    chosen = _tight_tree(n, edges, layer)
    if chosen is None:
        return _longest_paths(n, edges)
    pull = [0] * n
    for a, b in edges:
        pull[a] += 1
        pull[b] -= 1
    for _ in range(_MOST_PIVOTS * n):
        tree = _rooted(n, edges, chosen)
        flow = list(pull)
        for node in reversed(tree.order[1:]):
            flow[tree.parent[node]] += flow[node]
        leaving = _leaving(tree, edges, flow)
        if leaving is None or not _pivot(leaving, tree, edges, layer, chosen):
            break
    lowest = min(layer, default=0)
    return [one - lowest for one in layer]


def _longest_paths(n: int, edges: list[tuple[int, int]]) -> list[int]:
    """Return the layers in which every node stands as early as its edges allow."""
    after: list[list[int]] = [[] for _ in range(n)]
    waiting = [0] * n
    for a, b in edges:
        after[a].append(b)
        waiting[b] += 1
    layer = [0] * n
    free = [node for node in range(n) if not waiting[node]]
    for node in free:
        for other in after[node]:
            layer[other] = max(layer[other], layer[node] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                free.append(other)
    return layer


def _slack(edge: tuple[int, int], layer: list[int]) -> int:
    return layer[edge[1]] - layer[edge[0]] - 1


def _tight_tree(n: int, edges: list[tuple[int, int]], layer: list[int]) -> set[int] | None:
    """Return the numbers of edges of length one that span the graph; layers move together until there are.

    None: no edges span it.
    """
    inside, chosen = {0}, set[int]()
    while len(inside) < n:
        across = [i for i, (a, b) in enumerate(edges) if (a in inside) != (b in inside)]
        if not across:
            return None
        nearest = min(across, key=lambda i: (_slack(edges[i], layer), i))
        a, b = edges[nearest]
        gap = _slack(edges[nearest], layer)
        for node in inside if gap else ():
            layer[node] += gap if a in inside else -gap
        inside.add(b if a in inside else a)
        chosen.add(nearest)
    return chosen


def _rooted(n: int, edges: list[tuple[int, int]], chosen: set[int]) -> _RootedTree:
    beside: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for i in sorted(chosen):
        a, b = edges[i]
        beside[a].append((b, i))
        beside[b].append((a, i))
    order, parent, edge = [0], [-1] * n, [-1] * n
    for node in order:
        for other, i in beside[node]:
            if other != parent[node]:
                parent[other], edge[other] = node, i
                order.append(other)
    return _RootedTree(order, parent, edge)


def _leaving(tree: _RootedTree, edges: list[tuple[int, int]], flow: list[int]) -> int | None:
    """Return the node below the tree edge with the most negative cut value, if one is negative.

    The edges that leave a subtree minus those that enter it are `flow`; edges inside cancel.
    """
    worst, found = 0, None
    for node in tree.order[1:]:
        forward = edges[tree.edge[node]][0] == node
        cut = flow[node] if forward else -flow[node]
        if cut < worst:
            worst, found = cut, node
    return found


def _pivot(
    node: int, tree: _RootedTree, edges: list[tuple[int, int]], layer: list[int], chosen: set[int]
) -> bool:
    """Exchange the tree edge above a node for the tightest edge that goes the other way across it."""
    below = {node}
    for other in tree.order:
        if tree.parent[other] in below:
            below.add(other)
    tail_below = edges[tree.edge[node]][0] == node
    entering = [
        i
        for i, (a, b) in enumerate(edges)
        if (a in below) != (b in below) and (b in below) == tail_below and i != tree.edge[node]
    ]
    if not entering:
        return False
    best = min(entering, key=lambda i: (_slack(edges[i], layer), i))
    gap = _slack(edges[best], layer)
    if gap:
        shift = -gap if tail_below else gap
        for other in below:
            layer[other] += shift
    chosen.remove(tree.edge[node])
    chosen.add(best)
    return True

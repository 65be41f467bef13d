"""Directed paths: topological order, directed and almost directed cycles, and checks of what kind a graph is.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> topological_order(MixedGraph.from_edges("b --> a", "c --> b"))
[2, 0, 1]
>>> try:
...     require_dag(MixedGraph.from_edges("a --> b", "b --> c", "c --> a"))
... except CycleError as error:
...     error.cycle
('a', 'b', 'c')
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, TypeVar

from sepset.errors import CycleError, GraphError, InPython
from sepset.graph.bits import first, members, reachable
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.edges import Edge, GraphLike

_Graph = TypeVar("_Graph")


def topological_order(graph: GraphLike) -> list[int]:
    """Return the node numbers with every ``a --> b`` in order; the smallest first where there is a choice."""
    order = acyclic_order(graph.table)
    if order is None:
        raise _cycle_error(graph, "an order of the nodes")
    return order


def acyclic_order(table: MarkTable) -> list[int] | None:
    """Return the topological order of a table, smallest number first; None if there is a cycle."""
    order = _orderable(table)
    return order if len(order) == table.n else None


def _orderable(table: MarkTable) -> list[int]:
    """Return in topological order all nodes that are neither on a directed cycle nor behind one (Kahn)."""
    waiting = [table.parents(i).bit_count() for i in range(table.n)]
    ready = [i for i in range(table.n) if not waiting[i]]
    order: list[int] = []
    while ready:
        node = heapq.heappop(ready)
        order.append(node)
        for child in members(table.children(node)):
            waiting[child] -= 1
            if not waiting[child]:
                heapq.heappush(ready, child)
    return order


def directed_cycle(table: MarkTable) -> list[int] | None:
    """Return the nodes of a directed cycle, the shortest through its first node; None if there is none."""
    order = _orderable(table)
    if len(order) == table.n:
        return None
    left = set(range(table.n)).difference(order)
    # Every node that is left has a parent that is left, so going up must come back to where it has been.
    walk: dict[int, None] = {}
    node = min(left)
    while node not in walk:
        walk[node] = None
        node = next(parent for parent in members(table.parents(node)) if parent in left)
    seen = list(walk)
    start = min(seen[seen.index(node) :])
    return shortest_path([table.children(i) for i in range(table.n)], start, start)


def shortest_cycles(table: MarkTable) -> Iterator[list[int]]:
    """Yield for each ``a --> b`` on a directed cycle the shortest through it: a, b, ...; in node order."""
    left = set(range(table.n)).difference(_orderable(table))
    children = [table.children(i) for i in range(table.n)] if left else []
    for a in sorted(left):
        for b in members(children[a]):
            back = shortest_path(children, b, a)
            if back is not None:
                yield [a, *back]


def heads_against_arrows(table: MarkTable) -> Iterator[list[int]]:
    """Yield for each arrowhead at an ancestor, ``a o-> b`` or ``a <-> b``, the way back: a, b, ... --> a.

    The arrows of the way are a shortest path from b to a.
    """
    children = [table.children(i) for i in range(table.n)]
    heads = [table.where(b, "<-*") & ~table.parents(b) for b in range(table.n)]
    below = _below(table, children) if any(heads) else []
    for b, row in enumerate(below):
        for a in members(row & heads[b]):
            back = shortest_path(children, b, a)
            if back is not None:
                yield [a, *back]


def shortest_path(step: list[int], start: int, goal: int) -> list[int] | None:
    """Return the nodes of a shortest path of one or more steps from `start` to `goal`, without the goal."""
    came_from: dict[int, int] = {}
    frontier, seen = [start], 0
    while frontier:
        following = []
        for i in frontier:
            for j in members(step[i] & ~seen):
                seen |= 1 << j
                came_from[j] = i
                following.append(j)
        if seen >> goal & 1:
            path = [came_from[goal]]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return path[::-1]
        frontier = following
    return None


def almost_directed_cycle(table: MarkTable) -> list[int] | None:
    """Return the nodes of a directed path whose ends are joined by ``<->``, or None."""
    children = [table.children(i) for i in range(table.n)]
    spouses = [table.spouses(i) for i in range(table.n)]
    below = _below(table, children) if any(spouses) else []
    for a, row in enumerate(below):
        if row & spouses[a]:
            end = first(row & spouses[a])
            path = shortest_path(children, a, end)
            return [*path, end] if path else None
    return None


def _below(table: MarkTable, children: list[int]) -> list[int]:
    """Return for every node the set of itself and its descendants."""
    order = acyclic_order(table)
    if order is None:
        return [reachable(1 << i, children) for i in range(table.n)]
    below = [1 << i for i in range(table.n)]
    for node in reversed(order):
        for child in members(children[node]):
            below[node] |= below[child]
    return below


def is_dag(table: MarkTable) -> bool:
    """Say whether every edge is ``-->`` and there is no directed cycle."""
    directed = all(table.parents(i) | table.children(i) == row for i, row in enumerate(table.adjacency))
    return directed and acyclic_order(table) is not None


def is_ancestral(table: MarkTable) -> bool:
    """Say whether all edges are ``-->`` or ``<->`` and no node is an ancestor of its parent or spouse."""
    return (
        has_only_arrows(table) and acyclic_order(table) is not None and almost_directed_cycle(table) is None
    )


def has_only_arrows(table: MarkTable) -> bool:
    """Say whether every edge is ``-->`` or ``<->``: no circles, and an arrowhead at one end at least."""
    return not any(table.near[Mark.CIRCLE]) and all(
        table.near[Mark.ARROW][i] | table.far[Mark.ARROW][i] == row for i, row in enumerate(table.adjacency)
    )


def require_graph(graph: _Graph) -> _Graph:
    """Return a graph; anything else is a clear error.

    >>> require_graph("a --> b")
    Traceback (most recent call last):
    sepset.errors.GraphError: a MixedGraph is needed, got str; MixedGraph.parse reads text
    """
    # Duck-typed, since `MixedGraph` lies above this module.
    if not isinstance(getattr(graph, "table", None), MarkTable):
        raise GraphError(f"a MixedGraph is needed, got {type(graph).__name__}; MixedGraph.parse reads text")
    return graph


def require_dag(graph: GraphLike) -> None:
    """Raise a clear error unless every edge is ``-->`` and there is no directed cycle."""
    require_graph(graph)
    if graph.is_dag():
        return
    for edge in graph.edges():
        if edge.pattern not in ("-->", "<--"):
            raise _edge_error(edge, "a DAG", "whose edges are all -->")
    raise _cycle_error(graph, "a DAG")


def require_ancestral(graph: GraphLike) -> None:
    """Raise a clear error unless the graph has only ``-->`` and ``<->`` and is ancestral."""
    require_graph(graph)
    if graph.is_ancestral():
        return
    for edge in graph.edges():
        if edge.pattern not in ("-->", "<--", "<->"):
            raise _edge_error(edge, "a DAG or an ancestral graph", "whose edges are --> or <->")
    path = almost_directed_cycle(graph.table)
    if directed_cycle(graph.table) is not None or path is None:
        raise _cycle_error(graph, "an ancestral graph")
    names = [graph.nodes[i] for i in path]
    raise CycleError(
        f"an ancestral graph is needed, but there is an almost directed cycle: {' --> '.join(names)} with "
        f"{names[0]} <-> {names[-1]}; remove or turn one of its edges",
        names,
    )


def _edge_error(edge: Edge, kind: str, allowed: str) -> GraphError:
    if "o" in (edge.pattern[0], edge.pattern[2]):
        return GraphError(
            f"{kind} is needed, {allowed}, but {edge} has a circle, so the graph stands for several; settle "
            "its circles first",
            InPython(", for example with with_edge"),
        )
    return GraphError(f"{kind} is needed, {allowed}, but there is {edge}; change or remove that edge")


def _cycle_error(graph: GraphLike, needed: str) -> CycleError:
    names = [graph.nodes[i] for i in directed_cycle(graph.table) or []]
    drawn = " --> ".join([*names, *names[:1]])
    return CycleError(
        f"{needed} is needed, but there is a directed cycle: {drawn}; remove or turn one of its edges", names
    )

"""Directed paths: topological order, directed and almost directed cycles, and checks that a graph is of a kind.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> require_dag(MixedGraph.from_edges("a --> b", "b --> c", "c --> a"))
Traceback (most recent call last):
sepset.errors.CycleError: a DAG is needed, but there is a directed cycle: a --> b --> c --> a; remove or turn one of its edges
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from sepset.errors import CycleError, GraphError
from sepset.graph.bits import first, members, reachable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable
    from sepset.graph.mixed_graph import MixedGraph


def topological_order(graph: MixedGraph) -> list[int]:
    """Return the node numbers with every ``a --> b`` in order, smallest number first among the ready."""
    order = acyclic_order(graph.table)
    if order is None:
        raise _cycle_error(graph, "an order exists only without directed cycles")
    return order


def acyclic_order(table: MarkTable) -> list[int] | None:
    """Return the topological order of a table of marks, smallest number first among the ready; None with a cycle."""
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
    return order if len(order) == table.n else None


def directed_cycle(table: MarkTable) -> list[int] | None:
    """Return the nodes of a shortest directed cycle through the first node that is on one, or None."""
    if acyclic_order(table) is not None:
        return None
    left = (1 << table.n) - 1
    # Peel nodes without parents; what stays either is on a cycle or lies behind one.
    peeled = True
    while peeled:
        peeled = False
        for i in members(left):
            if not table.parents(i) & left:
                left &= ~(1 << i)
                peeled = True
    children = [table.children(i) & left for i in range(table.n)]
    for start in members(left):
        path = shortest_path(children, start, start)
        if path is not None:
            return path
    return None


def shortest_path(step: list[int], start: int, goal: int) -> list[int] | None:
    """Return the nodes of a shortest way of one or more steps from `start` to `goal`, without the goal itself."""
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
    for a in range(table.n):
        spouses = table.spouses(a)
        hit = reachable(1 << a, children) & spouses if spouses else 0
        if hit:
            end = first(hit)
            path = shortest_path(children, a, end)
            return [*path, end] if path else None
    return None


def require_dag(graph: MixedGraph) -> None:
    """Raise a clear error unless every edge is ``-->`` and there is no directed cycle."""
    _require_edges(graph, "a DAG", ("-->", "<--"))
    if directed_cycle(graph.table) is not None:
        raise _cycle_error(graph, "a DAG is needed")


def require_ancestral(graph: MixedGraph) -> None:
    """Raise a clear error unless the graph has only ``-->`` and ``<->`` and is ancestral."""
    _require_edges(graph, "a DAG or an ancestral graph", ("-->", "<--", "<->"))
    if directed_cycle(graph.table) is not None:
        raise _cycle_error(graph, "an ancestral graph is needed")
    path = almost_directed_cycle(graph.table)
    if path is not None:
        names = [graph.nodes[i] for i in path]
        raise CycleError(
            f"an ancestral graph is needed, but there is an almost directed cycle: {' --> '.join(names)} and "
            f"{names[0]} <-> {names[-1]}; remove or turn one of its edges",
            names,
        )


def _require_edges(graph: MixedGraph, kind: str, allowed: tuple[str, ...]) -> None:
    table = graph.table
    plain = all(not table.near[Mark.CIRCLE][i] for i in range(table.n))
    for edge in graph.edges():
        if edge.pattern not in allowed:
            reason = "its marks are not all settled" if not plain else f"only {' and '.join(allowed[::2])} are allowed"
            raise GraphError(f"{kind} is needed, but the graph has the edge {edge}: {reason}")


def _cycle_error(graph: MixedGraph, why: str) -> CycleError:
    cycle = directed_cycle(graph.table) or []
    names = [graph.nodes[i] for i in cycle]
    drawn = " --> ".join([*names, *names[:1]])
    return CycleError(
        f"{why}, but there is a directed cycle: {drawn}; remove or turn one of its edges", names
    )

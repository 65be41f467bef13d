"""The biconnected components of a graph: for each edge a-b all nodes on paths between a and b.

Every minimal set that separates a and b lies inside the component of the edge a-b in any graph that has this
edge and all true adjacencies (docs/proofs.md, "Separators and biconnected components"). So a search may leave
out all other nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.graph.bits import first, from_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Components(NamedTuple):
    """Sorted node numbers of each component, and the number of the component of each edge."""

    lists: list[list[int]]
    of: NDArray[np.int32]


def biconnected_components(n: int, edges: NDArray[np.int32]) -> Components:
    """Return the components of the graph with these edges, one per row [Hopcroft and Tarjan 1973].

    >>> biconnected_components(5, np.array([(0, 1), (0, 2), (1, 2), (2, 3)], dtype=np.int32))
    Components(lists=[[0, 1, 2], [2, 3]], of=array([0, 0, 0, 1], dtype=int32))
    """
    adjacent = np.zeros((n, n), dtype=bool)
    adjacent[edges[:, 0], edges[:, 1]] = adjacent[edges[:, 1], edges[:, 0]] = True
    order, parent = _depth_first(from_rows(np.packbits(adjacent, axis=1, bitorder="little")))
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    low = _low_points(adjacent, order, parent, place)
    # The component of an edge is that of the tree edge into its later end.
    component = [-1] * n
    lists: list[list[int]] = []
    for v in order:
        above = parent[v]
        if above < 0:
            continue
        if low[v] < place[above]:
            component[v] = component[above]
        else:
            component[v] = len(lists)
            lists.append([above])
        lists[component[v]].append(v)
    a, b = edges[:, 0], edges[:, 1]
    of = np.array(component, dtype=np.int32)[np.where(place[a] > place[b], a, b)]
    return Components([sorted(members) for members in lists], of)


def _depth_first(rows: list[int]) -> tuple[list[int], list[int]]:
    """Return the nodes in the order of a depth-first search, and for each the node it came from, or -1."""
    order, parent = [], [-1] * len(rows)
    unseen = (1 << len(rows)) - 1
    for root in range(len(rows)):
        path = [root] if unseen >> root & 1 else []
        while path:
            v = path[-1]
            if unseen >> v & 1:
                unseen ^= 1 << v
                order.append(v)
            onward = rows[v] & unseen
            if onward:
                w = first(onward)
                parent[w] = v
                path.append(w)
            else:
                path.pop()
    return order, parent


def _low_points(
    adjacent: NDArray[np.bool_], order: list[int], parent: list[int], place: NDArray[np.int64]
) -> list[int]:
    """Return for each node the earliest place that is adjacent to it or to one of its descendants."""
    low = [0] * len(order)
    for v in order:
        low[v] = int(min(place[adjacent[v]].min(initial=place[v]), place[v]))
    for v in reversed(order):
        if parent[v] >= 0:
            low[parent[v]] = min(low[parent[v]], low[v])
    return low

"""Minimum vertex cuts that answer separation questions: the readable twins of the compiled kernels.

A set S inside An({a, b}) separates a and b exactly when removing S disconnects them in the augmented graph of
An({a, b}): the undirected graph in which every district of the subgraph on An({a, b}) and its parents are a
clique (Richardson & Spirtes 2002, Theorem 3.18; in a DAG: each node and its parents, Lauritzen 1996). If any
set separates them, one inside An({a, b}) of no larger size does. So the smallest separator is a minimum
vertex cut.

The cliques are never built. Each is one *hub*, whose members are pairwise joined; a path alternates between
nodes, each of which can carry one unit of flow, and hubs, which carry any amount.

Graphs come as rows in compressed form: the parents (spouses) of node i are
``parent_members[parent_offsets[i]:parent_offsets[i + 1]]``.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Rows: TypeAlias = list[set[int]]
    State: TypeAlias = tuple[str, int]


def minimum_cuts(
    parent_offsets: NDArray[np.int32],
    parent_members: NDArray[np.int32],
    spouse_offsets: NDArray[np.int32],
    spouse_members: NDArray[np.int32],
    pairs: NDArray[np.int32],
    limit: int,
    threads: int,  # the twin has one thread
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Return the smallest separator of every pair in an ancestral graph, nearest to the pair's first node.

    Returns its size for each pair, or -1 where there is none of at most `limit` nodes, and the separators
    themselves in compressed rows, each in increasing order.
    """
    parents = _rows(parent_offsets, parent_members)
    spouses = _rows(spouse_offsets, spouse_members)
    cuts = [Hubs(parents, spouses, int(a), int(b)).minimum_cut(limit) for a, b in pairs]
    sizes = [-1 if cut is None else len(cut) for cut in cuts]
    return (
        np.array(sizes, dtype=np.int32),
        np.cumsum([0, *(max(size, 0) for size in sizes)], dtype=np.int64),
        np.array([node for cut in cuts for node in cut or ()], dtype=np.int32),
    )


def k_covered(
    parent_offsets: NDArray[np.int32], parent_members: NDArray[np.int32], k: int
) -> NDArray[np.uint8]:
    """Return which pairs of nodes of a DAG no set of at most k nodes separates, as rows of packed bits.

    Adjacent pairs are covered, a node and itself are not. Bit j % 8 of byte j // 8 of row i stands for the
    pair i, j.
    """
    parents = _rows(parent_offsets, parent_members)
    spouses: Rows = [set() for _ in parents]
    covered = np.zeros((len(parents), len(parents)), dtype=bool)
    earlier: list[int] = []
    for b in _topological_order(parents):
        covered[b, list(parents[b])] = covered[list(parents[b]), b] = True
        # The parents of b separate it from every other node before it.
        candidates = earlier if len(parents[b]) > k else ()
        for a in candidates:
            if not covered[a, b] and Hubs(parents, spouses, a, b).minimum_cut(k) is None:
                covered[a, b] = covered[b, a] = True
        earlier.append(b)
    return np.packbits(covered, axis=1, bitorder="little")


class Hubs:
    """The augmented graph of An({a, b}), with one hub in place of each clique, and a flow from a to b in it.

    For a node that carries flow, the hubs through which it enters and leaves are kept. The
    search for one more unit walks over *states*: ``("hub", h)``, ``("in", v)`` before and ``("out", v)``
    behind the unit capacity of node v.
    """

    def __init__(self, parents: Rows, spouses: Rows, a: int, b: int) -> None:
        self.a, self.b = a, b
        inside = _reachable({a, b}, parents)
        #: The nodes in each hub, and the hubs of each node; a hub has the number of a node of its district.
        self.members: dict[int, list[int]] = {}
        self.hubs: dict[int, list[int]] = defaultdict(list)
        seen: set[int] = set()
        for start in sorted(inside):
            if start not in seen:
                district = _reachable({start}, spouses, inside)
                seen |= district
                self.members[start] = sorted(district.union(*(parents[node] for node in district)))
                for node in self.members[start]:
                    self.hubs[node].append(start)
        self.enters: dict[int, int] = {}
        self.leaves: dict[int, int] = {}

    def minimum_cut(self, limit: int) -> list[int] | None:
        """Return the minimum cut nearest to a; None if a and b share a hub or it exceeds `limit` nodes.

        Max-flow min-cut: where no more flow fits, the nodes that can be entered but not left are a minimum
        cut. Every maximum flow gives this same one.
        """
        if set(self.hubs[self.a]) & set(self.hubs[self.b]):
            return None
        for _ in range(limit + 1):
            came_from, goal = self._search()
            if goal is None:
                return sorted(v for kind, v in came_from if kind == "in" and ("out", v) not in came_from)
            self._push(came_from, goal)
        return None

    def _search(self) -> tuple[dict[State, State | None], State | None]:
        """Walk breadth first from a over all states with room; stop at a hub of b."""
        goals = {("hub", hub) for hub in self.hubs[self.b]}
        came_from: dict[State, State | None] = {("out", self.a): None}
        queue = [("out", self.a)]
        for state in queue:
            if state in goals:
                return came_from, state
            for following in self._steps(*state):
                if following not in came_from:
                    came_from[following] = state
                    queue.append(following)
        return came_from, None

    def _steps(self, kind: str, x: int) -> Iterator[State]:
        """Yield the states one step on: along free capacity, or back against flow, which takes it away."""
        if kind == "out":
            yield from (("hub", hub) for hub in self.hubs[x])
            if x in self.enters:
                yield "in", x
        elif kind == "in":
            yield ("hub", self.enters[x]) if x in self.enters else ("out", x)
        else:
            for v in self.members[x]:
                if v != self.a:
                    yield "in", v
                if self.leaves.get(v) == x:
                    yield "out", v

    def _push(self, came_from: dict[State, State | None], goal: State) -> None:
        """Add one unit of flow along the path that was found."""
        path = [goal]
        while (before := came_from[path[-1]]) is not None:
            path.append(before)
        for (kind, x), (next_kind, y) in pairwise(reversed(path)):
            if (kind, next_kind) == ("hub", "in"):
                self.enters[y] = x
            elif (kind, next_kind) == ("out", "hub") and x != self.a:
                self.leaves[x] = y
            elif (kind, next_kind) == ("out", "in"):
                del self.enters[x], self.leaves[x]


def _rows(offsets: NDArray[np.int32], members: NDArray[np.int32]) -> Rows:
    return [set(members[start:end].tolist()) for start, end in pairwise(offsets.tolist())]


def _reachable(start: set[int], step: Rows, inside: set[int] | None = None) -> set[int]:
    """Return `start` and all that can be reached from it without leaving `inside`."""
    seen, waiting = set(start), list(start)
    while waiting:
        found = step[waiting.pop()] - seen
        if inside is not None:
            found &= inside
        seen |= found
        waiting.extend(found)
    return seen


def _topological_order(parents: Rows) -> list[int]:
    children: Rows = [set() for _ in parents]
    for node, row in enumerate(parents):
        for parent in row:
            children[parent].add(node)
    missing = [len(row) for row in parents]
    order = [node for node, count in enumerate(missing) if not count]
    for node in order:
        for child in sorted(children[node]):
            missing[child] -= 1
            if not missing[child]:
                order.append(child)
    if len(order) < len(parents):
        raise ValueError("the graph has a directed cycle; k-covered pairs are defined for DAGs")
    return order

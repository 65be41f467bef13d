"""Uncovered potentially directed paths, found by search over edge pairs, and discriminating paths.

A path is uncovered when no two nodes two steps apart are adjacent; it is potentially directed (p.d.) when
no edge u, v along it has an arrowhead at u or a tail at v. Whether a path can go on depends on its last two
nodes only, so a search over states (previous, current) visits each edge at most twice, where listing paths
takes exponential time. There is no cap on the length.

The search finds walks: a node may occur twice. That is enough, and sound. Each inner triple of an uncovered
p.d. walk is a non-collider, so once the first edge points away from its start every later edge points
onward, and the start is an ancestor of the end; a walk that comes back to a node would close a directed
cycle, which no ancestral graph of the class has, so the same conclusion holds.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence

    State: TypeAlias = tuple[int, int]


class UncoveredPaths:
    """Uncovered p.d. paths of one graph: where they lead from a first edge, and a shortest one.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-o b", "b o-> c", "c --> d", "b <-- e")
    >>> found = UncoveredPaths(g.table, Evidence())
    >>> list(members(found.ends(0, 1)))
    [1, 2, 3]
    >>> found.shortest(0, 1, goal=3)
    (0, 1, 2, 3)
    """

    def __init__(self, g: MarkTable, evidence: Evidence) -> None:
        self._g, self._evidence = g, evidence
        #: steps[u]: every v such that u, v is a p.d. edge.
        self.steps = [g.adjacency[u] & ~g.near[Mark.ARROW][u] & ~g.far[Mark.TAIL][u] for u in range(g.n)]
        self._ends: dict[State, int] = {}

    def ends(self, a: int, b: int) -> int:
        """Return every node that an uncovered p.d. path with first edge a, b reaches; b is one of them."""
        if (a, b) not in self._ends:
            self._solve((a, b))
        return self._ends[a, b]

    def shortest(self, a: int, b: int, goal: int) -> tuple[int, ...]:
        """Return a shortest uncovered p.d. path from a through b to `goal`, which must be one of its ends."""
        came_from: dict[State, State] = {}
        queue = deque([(a, b)])
        while queue:
            state = queue.popleft()
            if state[1] == goal:
                return _trail(came_from, (a, b), state)
            for following in self._following(state):
                if following not in came_from:
                    came_from[following] = state
                    queue.append(following)
        raise KeyError((a, b, goal))

    def _following(self, state: State) -> Iterator[State]:
        u, v = state
        onward = self.steps[v] & ~self._g.adjacency[u] & ~(1 << u) & ~self._evidence.doubtful(v, u)
        return ((v, w) for w in members(onward))

    def _solve(self, start: State) -> None:
        """Fill in the ends of `start` and of every state it leads to that is not yet solved."""
        before: dict[State, list[State]] = {start: []}
        order = [start]
        for state in order:
            self._ends[state] = 1 << state[1]
            for following in self._following(state):
                if following in before:
                    before[following].append(state)
                elif following in self._ends:
                    self._ends[state] |= self._ends[following]
                else:
                    before[following] = [state]
                    order.append(following)
        # What a state reaches, its predecessors reach too. Those found last go first, so that most are final
        # at once.
        waiting = deque(reversed(order))
        while waiting:
            state = waiting.popleft()
            for previous in before[state]:
                if self._ends[state] & ~self._ends[previous]:
                    self._ends[previous] |= self._ends[state]
                    waiting.append(previous)


def _trail(came_from: dict[State, State], start: State, end: State) -> tuple[int, ...]:
    nodes = [end[1]]
    while end != start:
        end = came_from[end]
        nodes.append(end[1])
    return (start[0], *reversed(nodes))


class DiscriminatingPaths:
    """Discriminating paths into one node: ``<theta, q1, ..., alpha, beta, gamma>`` for a fixed gamma.

    theta and gamma are not adjacent, and every node between theta and beta is a collider on the path and a
    parent of gamma. The inner nodes are therefore parents of gamma joined by ``<->``: they fall into
    groups, and each group has the same possible starts theta. No path is listed.
    """

    def __init__(self, g: MarkTable, gamma: int) -> None:
        self._g, self._gamma = g, gamma
        #: (inner nodes, possible starts), for each group that has a start.
        self.groups = list(self._find_groups())

    def _find_groups(self) -> Iterator[tuple[int, int]]:
        g, left = self._g, self._g.parents(self._gamma)
        while left:
            group, starts, frontier = 0, 0, left & -left
            while frontier:
                group |= frontier
                reached = 0
                for q in members(frontier):
                    starts |= self._starts(q)
                    reached |= g.spouses(q)
                frontier = reached & left & ~group
            left &= ~group
            if starts:
                yield group, starts

    def _starts(self, q: int) -> int:
        """Return the nodes that can begin a path at q: not adjacent to gamma, with an arrowhead at q."""
        return self._g.where(q, "<-*") & ~self._g.adjacency[self._gamma] & ~(1 << self._gamma)

    def shortest(self, theta: int, group: int, alpha: int, beta: int) -> tuple[int, ...]:
        """Return a shortest ``(theta, ..., alpha, beta, gamma)`` with its inner nodes in `group`."""
        came_from: dict[int, int] = {}
        queue = deque([alpha])
        while queue:
            q = queue.popleft()
            if self._starts(q) >> theta & 1:
                path = [theta, q]
                while path[-1] != alpha:
                    path.append(came_from[path[-1]])
                return (*path, beta, self._gamma)
            for following in members(self._g.spouses(q) & group):
                if following != alpha and following not in came_from:
                    came_from[following] = q
                    queue.append(following)
        raise KeyError((theta, alpha, beta, self._gamma))

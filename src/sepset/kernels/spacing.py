"""Places on a line that give way to each other as cheaply as possible: the network simplex method.

A wish says "j at least this far behind i" and has a weight, the cost of each unit by which it is missed. To
keep the total cost least is the dual of a circulation of least cost, which a spanning tree solves [Ahuja,
Magnanti and Orlin 1993, chapter 11]; all numbers are whole, so that the answer is the same everywhere.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NO_LIMIT = 1 << 40


def space_items(
    items: int, wishes: NDArray[np.int32], distance: NDArray[np.int64], weight: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return places with the least sum of ``weight * max(0, place[i] + distance - place[j])``.

    A wish is a pair (i, j); one with a negative weight is a demand, and is met. Places start at 0.

    >>> wishes = np.array([[0, 1], [1, 0], [0, 2], [1, 2]], dtype=np.int32)
    >>> space_items(3, wishes, np.array([4, 0, 9, 9]), np.array([-1, 1, 2, 2]))
    array([ 0,  4, 13])
    """
    if (
        wishes.shape != (len(distance), 2)
        or len(weight) != len(distance)
        or (len(wishes) and not 0 <= wishes.min() <= wishes.max() < items)
    ):
        raise ValueError("a wish is about two items, and has a distance and a weight")
    tree = _ArcTree(items, wishes.tolist(), distance.tolist(), weight.tolist())
    tree.solve()
    places = [-potential for potential in tree.potential[:items]]
    return np.array(places, dtype=np.int64) - min(places, default=0)


class _ArcTree:
    """A spanning tree of arcs whose wishes are exactly met, and a circulation that it holds up.

    Every item hangs from a root that is no item. An arc outside the tree carries nothing (side 1) or as much
    as it may (side -1).
    """

    def __init__(self, items: int, wishes: list[list[int]], distance: list[int], weight: list[int]) -> None:
        self.count = len(wishes)
        self.tail = [a for a, _ in wishes] + list(range(items))
        self.head = [b for _, b in wishes] + [items] * items
        self.cost = [-one for one in distance] + [0] * items
        self.limit = [_NO_LIMIT if one < 0 else one for one in weight] + [_NO_LIMIT] * items
        self.flow = [0] * len(self.tail)
        self.side = [1] * self.count + [0] * items
        self.parent = [items] * items + [-1]
        self.arc = [self.count + item for item in range(items)] + [-1]
        self.depth = [1] * items + [0]
        self.children: list[dict[int, None]] = [{} for _ in range(items)] + [dict.fromkeys(range(items))]
        self.potential = [0] * (items + 1)

    def solve(self) -> None:
        """Let arcs into the tree until all wishes balance; a block of arcs is looked at for each."""
        block = max(10, isqrt(self.count))
        start = idle = 0
        while self.count and idle < self.count:
            stop = min(start + block, self.count)
            entering = min(range(start, stop), key=lambda e: (self._slack(e), e))
            idle += stop - start
            if self._slack(entering) < 0:
                self._pivot(entering)
                idle = 0
            start = stop % self.count

    def _slack(self, e: int) -> int:
        pull = self.cost[e] + self.potential[self.tail[e]] - self.potential[self.head[e]]
        return self.side[e] * pull

    def _up(self, node: int) -> bool:
        return self.tail[self.arc[node]] == node

    def _pivot(self, e: int) -> None:
        first, second = self.tail[e], self.head[e]
        if self.side[e] < 0:
            first, second = second, first
        join = self._join(first, second)
        most, leaving, above = self.limit[e], -1, second
        for node, end in self._around(first, second, join):
            room = self._room(node, grows=self._up(node) == (end == second))
            # Of equal ones the last on the way round leaves, or steps of length zero could go in circles.
            if room < most or (room == most and end == second):
                most, leaving, above = room, node, first if end == second else second
        if most >= _NO_LIMIT:
            raise ValueError("demands contradict each other")
        self.flow[e] += self.side[e] * most
        for node, end in self._around(first, second, join):
            self.flow[self.arc[node]] += most if self._up(node) == (end == second) else -most
        if leaving < 0:
            self.side[e] = -self.side[e]
            return
        out = self.arc[leaving]
        self.side[e], self.side[out] = 0, 1 if self.flow[out] == 0 else -1
        self._hang(first + second - above, above, e, leaving)

    def _join(self, one: int, other: int) -> int:
        while one != other:
            if self.depth[one] >= self.depth[other]:
                one = self.parent[one]
            else:
                other = self.parent[other]
        return one

    def _around(self, first: int, second: int, join: int) -> list[tuple[int, int]]:
        """Return the nodes below the join whose arcs to their parents are on the way round."""
        way = []
        for end in (first, second):
            node = end
            while node != join:
                way.append((node, end))
                node = self.parent[node]
        return way

    def _room(self, node: int, *, grows: bool) -> int:
        e = self.arc[node]
        if not grows:
            return self.flow[e]
        return _NO_LIMIT if self.limit[e] == _NO_LIMIT else self.limit[e] - self.flow[e]

    def _hang(self, node: int, above: int, e: int, leaving: int) -> None:
        """Hang the part of the tree below `leaving` on `above`, by arc e at `node`, and move its places."""
        top = node
        while True:
            before, arc = self.parent[node], self.arc[node]
            del self.children[before][node]
            self.parent[node], self.arc[node] = above, e
            self.children[above][node] = None
            if node == leaving:
                break
            node, above, e = before, node, arc
        cost = self.cost[self.arc[top]] * (1 if self._up(top) else -1)
        shift = self.potential[self.parent[top]] - self.potential[top] - cost
        waiting = [top]
        while waiting:
            node = waiting.pop()
            self.potential[node] += shift
            self.depth[node] = self.depth[self.parent[node]] + 1
            waiting += self.children[node]

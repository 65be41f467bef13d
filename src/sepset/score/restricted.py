"""Marks of a class once some of its DAGs are ruled out: what the others share.

An edge of a k-essential graph has up to three types; those that knowledge rules out are taken away. In an
essential graph more follows: one edge that is directed directs others [Meek 1995, rules 1 to 4].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import members
from sepset.score.marks import ARROW, CIRCLE, NONE, TAIL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sepset.score.allowed import Allowed

    Marks = NDArray[np.uint8]


def restricted(marks: Marks, k: int | None, allowed: Allowed) -> Marks:
    """Return the marks ``[graph, i, j]`` that remain when only allowed DAGs do."""
    if allowed.everything:
        return marks
    above, never = _ancestors(allowed, direct=k is None)
    adjacent, tail = marks != NONE, (marks == TAIL) | (marks == CIRCLE)
    circle = marks == CIRCLE
    arrow_at_both = (marks == ARROW) & (marks.transpose(0, 2, 1) == ARROW)
    both = circle | circle.transpose(0, 2, 1) | arrow_at_both
    forwards = tail & adjacent & ~never & ~above.T  # i --> j
    both = both & ~above & ~above.T
    found = np.where(forwards, np.where(both, CIRCLE, TAIL), ARROW).astype(np.uint8)
    # Where nothing is left, the class contradicts what is known; no draw belongs to such a class.
    emptied = ~(forwards | forwards.transpose(0, 2, 1) | both)
    found = np.where(emptied, marks, found)
    found[~adjacent] = NONE
    return np.stack([_directed(one) for one in found]) if k is None and len(found) else found


def _ancestors(allowed: Allowed, *, direct: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return who is an ancestor of whom, and who is not; `direct`: of those that are parent and child."""
    above = np.zeros((allowed.n, allowed.n), dtype=bool)
    never = np.zeros((allowed.n, allowed.n), dtype=bool)
    for pairs, table in ((allowed.above, above), (allowed.never_above, never)):
        for a, b in pairs:
            table[a, b] = True
    for v in range(allowed.n):
        above[list(members(allowed.must[v])), v] = True
        if direct:
            never[[u for u in range(allowed.n) if u != v and not allowed.may[v] >> u & 1], v] = True
    return above, never


def _directed(marks: Marks) -> Marks:
    """Apply Meek's rules to the undirected edges."""
    n = len(marks)
    graph = _Rows(
        [_row((marks[v] == ARROW) & (marks[:, v] == TAIL)) for v in range(n)],
        [_row((marks[v] == TAIL) & (marks[:, v] == TAIL)) for v in range(n)],
    )
    graph.close()
    found = marks.copy()
    for v in range(n):
        for u in members(graph.parents[v]):
            found[v, u], found[u, v] = ARROW, TAIL
    return found


def _row(chosen: NDArray[np.bool_]) -> int:
    return sum(1 << int(i) for i in np.flatnonzero(chosen))


class _Rows:
    """Parents and undirected neighbours of every node, as bits."""

    def __init__(self, parents: list[int], joined: list[int]) -> None:
        self.parents, self.joined = parents, joined
        self.adjacent = [a | b for a, b in zip(parents, joined, strict=True)]
        for v, row in enumerate(parents):
            for u in members(row):
                self.adjacent[u] |= 1 << v

    def close(self) -> None:
        """Direct edges until nothing new follows."""
        todo = True
        while todo:
            todo = False
            for a, b in list(self._undirected()):
                if self.joined[a] >> b & 1 and self._follows(a, b):
                    self.parents[b] |= 1 << a
                    self.joined[a] &= ~(1 << b)
                    self.joined[b] &= ~(1 << a)
                    todo = True

    def _undirected(self) -> Iterator[tuple[int, int]]:
        return ((a, b) for a, row in enumerate(self.joined) for b in members(row))

    def _follows(self, a: int, b: int) -> bool:
        """Say whether a - b must be a --> b."""
        parents, adjacent, joined = self.parents, self.adjacent, self.joined
        if parents[a] & ~adjacent[b] & ~(1 << b):  # 1: c --> a - b
            return True
        into = parents[b]
        if any(parents[c] >> a & 1 for c in members(into)):  # 2: a --> c --> b
            return True
        beside = list(members(into & joined[a]))
        if any(not adjacent[c] >> d & 1 for c in beside for d in beside if c < d):  # 3: c and d --> b
            return True
        far = joined[a] & ~adjacent[b] & ~(1 << b)
        return any(parents[d] & far for d in members(into & adjacent[a]))  # 4: c --> d --> b, c - a

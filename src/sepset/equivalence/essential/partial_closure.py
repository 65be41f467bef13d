"""A k-closure under construction: which marks are certain, and what follows from them.

All k-closures of a class share their skeleton and their unshielded colliders, and every graph with that
skeleton and those unshielded colliders that is a k-closure belongs to the class (the paper's Corollary on the
equivalence of k-closures). So a class is a constraint problem: each edge is ``-->``, ``<--`` or ``<->``, such
that

- an unshielded triple is a collider exactly where the class has one,
- there is no directed and no almost directed cycle, and
- each ``<->`` pair is k-covered by the directed edges alone.

`PartialClosure` holds what is certain so far and draws the conclusions of the first two conditions, in the
manner of the orientation rules R1, R2, R3 and R8. The third condition is in
`sepset.equivalence.essential.bounds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.graph.mark_table import MarkTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.equivalence.essential.class_pattern import ClassPattern


class Contradiction(Exception):  # noqa: N818  (a turn of the search, not an error)
    """The certain marks do not fit together: no k-closure of the class has all of them."""


class PartialClosure:
    """Certain marks of a k-closure under construction; every method raises `Contradiction` when they clash.

    A tail at one end makes the other end an arrowhead, since a k-closure has no ``---``.
    """

    __slots__ = ("_news", "arrow", "arrow_at", "child", "directed", "parent", "pattern")

    def __init__(self, pattern: ClassPattern) -> None:
        n = len(pattern.adjacency)
        self.pattern = pattern
        #: arrow[i]: the neighbours j with an arrowhead at i on i-j.
        self.arrow = [0] * n
        #: arrow_at[i]: the neighbours j with an arrowhead at j on i-j.
        self.arrow_at = [0] * n
        #: child[i]: the neighbours j with i --> j, that is a tail at i.
        self.child = [0] * n
        #: parent[i]: the neighbours j with j --> i.
        self.parent = [0] * n
        #: directed[i]: the neighbours j for which i <-> j is ruled out.
        self.directed = [0] * n
        self._news: list[tuple[bool, int, int]] = []

    @classmethod
    def start(cls, pattern: ClassPattern) -> PartialClosure:
        """Return what follows from skeleton and unshielded colliders alone."""
        partial = cls(pattern)
        for c, by_node in enumerate(pattern.colliders):
            for a, others in by_node.items():
                if others:
                    partial._put_arrow(c, a)
        partial.propagate()
        return partial

    def copy(self) -> PartialClosure:
        """Return an independent copy."""
        other = PartialClosure.__new__(PartialClosure)
        other.pattern = self.pattern
        other.arrow = self.arrow.copy()
        other.arrow_at = self.arrow_at.copy()
        other.child = self.child.copy()
        other.parent = self.parent.copy()
        other.directed = self.directed.copy()
        other._news = []
        return other

    # ---- asking ------------------------------------------------------------------------------------------

    def options(self, i: int, j: int) -> tuple[str, ...]:
        """Return the edge types that i-j may still have, as seen from i."""
        bit_i, bit_j = 1 << i, 1 << j
        found = []
        if not self.arrow[i] & bit_j and not self.child[j] & bit_i:
            found.append("-->")
        if not self.arrow[j] & bit_i and not self.child[i] & bit_j:
            found.append("<--")
        if not (self.directed[i] | self.child[i] | self.parent[i]) & bit_j:
            found.append("<->")
        return tuple(found)

    def undecided(self, i: int) -> int:
        """Return the neighbours j for which the type of i-j is still open."""
        settled = self.child[i] | self.parent[i] | (self.arrow[i] & self.arrow_at[i])
        return self.pattern.adjacency[i] & ~settled

    def possible_parents(self, i: int) -> int:
        """Return the neighbours j for which j --> i is not ruled out."""
        return self.pattern.adjacency[i] & ~self.child[i] & ~self.arrow_at[i]

    def bidirected(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs i < j that are certainly i <-> j."""
        for i, row in enumerate(self.arrow):
            for j in members((row & self.arrow_at[i]) >> (i + 1) << (i + 1)):
                yield i, j

    def table(self) -> MarkTable:
        """Return the graph when every edge is decided."""
        table = MarkTable(len(self.arrow))
        for i in range(table.n):
            for j in members(self.pattern.adjacency[i] >> (i + 1) << (i + 1)):
                (edge,) = self.options(i, j)
                table.set(i, edge, j)
        return table

    # ---- concluding --------------------------------------------------------------------------------------

    def assume(self, i: int, edge: str, j: int) -> None:
        """Make ``i edge j`` certain, where edge is ``-->``, ``<--`` or ``<->``, and draw all conclusions."""
        if edge == "<->":
            self._put_arrow(i, j)
            self._put_arrow(j, i)
        else:
            self._put_tail(*((i, j) if edge == "-->" else (j, i)))
        self.propagate()

    def exclude(self, i: int, edge: str, j: int) -> None:
        """Rule ``i edge j`` out, and draw all conclusions."""
        if edge == "<->":
            self.directed[i] |= 1 << j
            self.directed[j] |= 1 << i
            for x, y in ((i, j), (j, i)):
                if self.arrow[x] >> y & 1:
                    self._put_tail(y, x)
        else:
            self._put_arrow(*((i, j) if edge == "-->" else (j, i)))
        self.propagate()

    def propagate(self) -> None:
        """Draw conclusions until nothing new follows."""
        while self._news:
            while self._news:
                is_tail, i, j = self._news.pop()
                (self._after_tail if is_tail else self._after_arrow)(i, j)
            self._along_directed_paths()

    def _put_arrow(self, i: int, j: int) -> None:
        bit_i, bit_j = 1 << i, 1 << j
        if self.arrow[i] & bit_j:
            return
        if self.child[i] & bit_j:
            raise Contradiction
        self.arrow[i] |= bit_j
        self.arrow_at[j] |= bit_i
        self._news.append((False, i, j))

    def _put_tail(self, i: int, j: int) -> None:
        bit_i, bit_j = 1 << i, 1 << j
        if self.child[i] & bit_j:
            return
        if self.arrow[i] & bit_j:
            raise Contradiction
        self.child[i] |= bit_j
        self.parent[j] |= bit_i
        self._news.append((True, i, j))
        self._put_arrow(j, i)

    def _put_tails(self, i: int, others: int) -> None:
        for j in members(others & ~self.child[i]):
            self._put_tail(i, j)

    def _put_arrows(self, others: int, j: int) -> None:
        for i in members(others & ~self.arrow_at[j]):
            self._put_arrow(i, j)

    def _after_arrow(self, i: int, j: int) -> None:
        """Conclude from a new j *-> i."""
        adjacency, non_colliders = self.pattern.adjacency, self.pattern.non_colliders
        if self.directed[i] >> j & 1:
            self._put_tail(j, i)
        self._put_tails(i, non_colliders[i][j])  # R1
        self._put_arrows(self.child[i] & adjacency[j], j)  # R2: j *-> i --> m
        for p in members(self.parent[j] & adjacency[i] & ~self.arrow[i]):  # R2: p --> j *-> i
            self._put_arrow(i, p)
        # R3: d --> i is the only way out, since i --> d would make (j, d, c) a collider.
        for d in members(adjacency[i] & adjacency[j] & ~self.arrow[i] & ~self.child[i]):
            if non_colliders[d][j] & self.arrow[i]:
                self._put_arrow(i, d)

    def _after_tail(self, i: int, j: int) -> None:
        """Conclude from a new i --> j."""
        adjacency = self.pattern.adjacency
        self._put_arrows(self.arrow_at[j] & adjacency[i], i)  # R2: i --> j *-> m
        self._put_tails(i, self.child[j] & adjacency[i])  # R8: i --> j --> m
        for p in members(self.arrow[i] & adjacency[j] & ~self.arrow[j]):  # R2: p *-> i --> j
            self._put_arrow(j, p)
        for p in members(self.parent[i] & adjacency[j] & ~self.parent[j]):  # R8: p --> i --> j
            self._put_tail(p, j)

    def _along_directed_paths(self) -> None:
        """Make i --> j wherever i is certainly an ancestor of its neighbour j."""
        for i, row in enumerate(descendants(self.child)):
            if row >> i & 1:
                raise Contradiction
            self._put_tails(i, row & self.pattern.adjacency[i])


def descendants(child: Iterable[int]) -> list[int]:
    """Return, for each node, where directed paths of one edge or more lead (back to it, on a cycle)."""
    rows = list(child)
    for middle in range(len(rows)):
        bit, beyond = 1 << middle, rows[middle]
        if beyond:
            rows = [row | beyond if row & bit else row for row in rows]
    return rows

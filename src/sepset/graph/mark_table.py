"""The marks of a graph on nodes 0..n-1: what `MixedGraph` stores and what orientation rules read.

For each node the table keeps six sets of neighbours as bits: by the mark at this node (`near`) and by the
mark at the neighbour (`far`). A pattern is then the intersection of two of them, so that ``where(a, "o->")``
costs one AND, and a rule can be written as the paper states it.

The table is the only mutable view of a graph. `MixedGraph` never changes the one it holds; algorithms work on
a `copy`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.graph.marks import EDGE_PATTERNS, QUERY_PATTERNS, Mark, marks_of, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator

# Looping over the tuple is several times faster than over the enumeration itself.
_MARKS = tuple(Mark)


class MarkTable:
    """Marks of a graph on nodes 0..n-1, as rows of bits.

    >>> table = MarkTable(3)
    >>> table.set(0, "o->", 1)
    >>> table.has(0, "*->", 1), table.has(1, "<-o", 0), table.adjacent(0, 2)
    (True, True, False)
    >>> bin(table.where(1, "<-*"))
    '0b1'
    """

    __slots__ = ("adjacency", "far", "n", "near")

    def __init__(self, n: int) -> None:
        self.n = n
        #: adjacency[i]: the neighbours of i.
        self.adjacency = [0] * n
        #: near[mark][i]: the neighbours j such that the edge i-j has `mark` at i.
        self.near = ([0] * n, [0] * n, [0] * n)
        #: far[mark][i]: the neighbours j such that the edge i-j has `mark` at j.
        self.far = ([0] * n, [0] * n, [0] * n)

    def copy(self) -> MarkTable:
        """Return an independent copy."""
        other = MarkTable.__new__(MarkTable)
        other.n = self.n
        other.adjacency = self.adjacency.copy()
        other.near = (self.near[0].copy(), self.near[1].copy(), self.near[2].copy())
        other.far = (self.far[0].copy(), self.far[1].copy(), self.far[2].copy())
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MarkTable) and self.near == other.near and self.adjacency == other.adjacency

    __hash__ = None  # type: ignore[assignment]  # mutable, so not hashable

    def adjacent(self, a: int, b: int) -> bool:
        """Say whether there is an edge between a and b."""
        return bool(self.adjacency[a] >> b & 1)

    def has(self, a: int, pattern: str, b: int) -> bool:
        """Say whether the edge a-b exists and has these marks (`*`: any)."""
        return bool(self.where(a, pattern) >> b & 1)

    def where(self, a: int, pattern: str) -> int:
        """Return the set of all b such that ``a pattern b``."""
        at_a, at_b = QUERY_PATTERNS[pattern]
        if at_a is None:
            return self.adjacency[a] if at_b is None else self.far[at_b][a]
        return self.near[at_a][a] if at_b is None else self.near[at_a][a] & self.far[at_b][a]

    def mark_at(self, a: int, b: int) -> Mark:
        """Return the mark at a of the edge a-b, which must exist."""
        for mark in _MARKS:
            if self.near[mark][a] >> b & 1:
                return mark
        raise KeyError((a, b))

    def pattern(self, a: int, b: int) -> str:
        """Return the pattern of the edge a-b, which must exist."""
        return pattern_of(self.mark_at(a, b), self.mark_at(b, a))

    def add(self, a: int, pattern: str, b: int) -> None:
        """Add the edge ``a pattern b`` between two nodes without one; `set` also replaces an edge."""
        at_a, at_b = marks_of(pattern)
        bit_a, bit_b = 1 << a, 1 << b
        self.adjacency[a] |= bit_b
        self.adjacency[b] |= bit_a
        self.near[at_a][a] |= bit_b
        self.near[at_b][b] |= bit_a
        self.far[at_b][a] |= bit_b
        self.far[at_a][b] |= bit_a

    def set(self, a: int, pattern: str, b: int) -> None:
        """Make ``a pattern b`` the edge between a and b, whatever was there."""
        at_a, at_b = marks_of(pattern)
        self.set_mark(a, b, at_a)
        self.set_mark(b, a, at_b)

    def set_mark(self, a: int, b: int, mark: Mark) -> None:
        """Put a mark at a on the edge a-b; a new edge needs the mark at b set next."""
        bit_a, bit_b = 1 << a, 1 << b
        for other in _MARKS:
            if other is not mark:
                self.near[other][a] &= ~bit_b
                self.far[other][b] &= ~bit_a
        self.near[mark][a] |= bit_b
        self.far[mark][b] |= bit_a
        self.adjacency[a] |= bit_b
        self.adjacency[b] |= bit_a

    def remove(self, a: int, b: int) -> None:
        """Remove the edge between a and b, if there is one."""
        for x, y in ((a, b), (b, a)):
            gone = ~(1 << y)
            self.adjacency[x] &= gone
            for mark in _MARKS:
                self.near[mark][x] &= gone
                self.far[mark][x] &= gone

    def edges(self) -> Iterator[tuple[int, str, int]]:
        """Yield every edge once, as (a, pattern, b) with a < b, in order."""
        for a in range(self.n):
            later = self.adjacency[a] >> (a + 1) << (a + 1)
            found: dict[int, str] = {}
            for pattern, (at_a, at_b) in EDGE_PATTERNS.items() if later else ():
                hit = self.near[at_a][a] & self.far[at_b][a] & later
                if hit:
                    found.update(dict.fromkeys(members(hit), pattern))
            for b in sorted(found):
                yield a, found[b], b

    def edge_count(self) -> int:
        """Return the number of edges."""
        return sum(row.bit_count() for row in self.adjacency) // 2

    def parents(self, a: int) -> int:
        """Return the set of all b with b --> a."""
        return self.near[Mark.ARROW][a] & self.far[Mark.TAIL][a]

    def children(self, a: int) -> int:
        """Return the set of all b with a --> b."""
        return self.near[Mark.TAIL][a] & self.far[Mark.ARROW][a]

    def spouses(self, a: int) -> int:
        """Return the set of all b with a <-> b."""
        return self.near[Mark.ARROW][a] & self.far[Mark.ARROW][a]

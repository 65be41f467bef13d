"""The edge union over k-closures of one class, by rows of bits.

By the types of an edge over the class: {-->, <--} is ``---``, {-->, <->} is ``o->``, all three are ``o-o``,
and a single type stays. Seen from one end: the mark is an arrowhead when no k-closure has a tail there, a
circle when some do and the edge is ``<->`` in another, and a tail otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterable


class TypesSeen:
    """Which of its three types each edge takes in the k-closures that were added."""

    def __init__(self, n: int) -> None:
        #: all j with i --> j in some k-closure: below[i]; with i <-- j: above[i]; with i <-> j: beside[i]
        self.below, self.above, self.beside = [0] * n, [0] * n, [0] * n

    def add(self, closure: MarkTable) -> bool:
        """Note every edge of a k-closure; say whether one has a new type."""
        news = 0
        for i in range(closure.n):
            below, above, beside = closure.children(i), closure.parents(i), closure.spouses(i)
            news |= below & ~self.below[i] | beside & ~self.beside[i]
            self.below[i] |= below
            self.above[i] |= above
            self.beside[i] |= beside
        return bool(news)

    def add_types(self, edges: Iterable[tuple[int, str, int]]) -> None:
        """Note single types, such as those that are undecided."""
        for i, edge, j in edges:
            a, b = (j, i) if edge == "<--" else (i, j)
            if edge == "<->":
                self.beside[a] |= 1 << b
                self.beside[b] |= 1 << a
            else:
                self.below[a] |= 1 << b
                self.above[b] |= 1 << a

    def has(self, i: int, edge: str, j: int) -> bool:
        """Say whether ``i edge j`` was noted."""
        rows = {"-->": self.below, "<--": self.above, "<->": self.beside}[edge]
        return bool(rows[i] >> j & 1)

    def table(self) -> MarkTable:
        """Return the edge union."""
        table = MarkTable(len(self.below))
        rows = list(zip(self.below, self.above, self.beside, strict=True))
        table.adjacency = [below | above | beside for below, above, beside in rows]
        table.near[Mark.TAIL][:] = [below & ~beside for below, _, beside in rows]
        table.far[Mark.TAIL][:] = [above & ~beside for _, above, beside in rows]
        table.near[Mark.CIRCLE][:] = [below & beside for below, _, beside in rows]
        table.far[Mark.CIRCLE][:] = [above & beside for _, above, beside in rows]
        table.near[Mark.ARROW][:] = [(above | beside) & ~below for below, above, beside in rows]
        table.far[Mark.ARROW][:] = [(below | beside) & ~above for below, above, beside in rows]
        return table

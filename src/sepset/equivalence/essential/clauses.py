"""A class of k-closures as clauses for a SAT solver: the part that is known from the start.

There is one variable for each end of each edge: h(i; j) says that the edge i-j has an arrowhead at i. So
``i --> j`` is "not h(i; j)", and ``i <-> j`` is both h(i; j) and h(j; i). In a k-closure a tail means "is an
ancestor of", which gives

- h(i; j) or h(j; i): no two nodes are ancestors of each other;
- for an unshielded collider (a, c, b): h(c; a) and h(c; b); for any other unshielded triple: not both;
- on each triangle: p --> q --> r gives p --> r.

What else a k-closure must satisfy is added when a model of these clauses breaks it
(`sepset.equivalence.essential.lemmas`). A literal is a variable's number, negative for its negation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import from_rows, members
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.equivalence.essential.class_pattern import ClassPattern

Literals = list[int]


class Heads:
    """The numbers of the variables h(i; j), from 1 on."""

    def __init__(self, adjacency: Sequence[int]) -> None:
        self.n = len(adjacency)
        self.ends = [(i, j) for i, row in enumerate(adjacency) for j in members(row)]
        #: head[i, j]: the variable "arrowhead at i on i-j"
        self.head = {end: number for number, end in enumerate(self.ends, start=1)}
        self._adjacency = list(adjacency)
        self._places = np.array(self.ends, dtype=np.intp).reshape(-1, 2).T

    def type(self, i: int, edge: str, j: int) -> Literals:
        """Return the literals that say ``i edge j``."""
        if edge == "<->":
            return [self.head[i, j], self.head[j, i]]
        return [-self.head[i, j]] if edge == "-->" else [-self.head[j, i]]

    def table(self, model: Sequence[int]) -> MarkTable:
        """Return the graph that a model describes."""
        heads = np.zeros((self.n, self.n), dtype=bool)
        heads[tuple(self._places)] = np.array(model[: len(self.ends)]) > 0
        table = MarkTable(self.n)
        table.adjacency = self._adjacency.copy()
        for marks, matrix in ((table.near, heads), (table.far, heads.T)):
            rows = from_rows(np.packbits(matrix, axis=1, bitorder="little"))
            marks[Mark.ARROW][:] = rows
            marks[Mark.TAIL][:] = [row & ~arrow for row, arrow in zip(table.adjacency, rows, strict=True)]
        return table


def pattern_clauses(pattern: ClassPattern, heads: Heads) -> Iterator[Literals]:
    """Yield the clauses that hold in every k-closure with this skeleton and these unshielded colliders."""
    head = heads.head
    yield from triple_clauses(pattern, heads)
    yield from ([head[i, j], head[j, i]] for i, j in heads.ends if i < j)
    for q, row in enumerate(pattern.adjacency):
        for p in members(row):
            for r in members(row & pattern.adjacency[p]):
                yield [head[p, q], head[q, r], -head[p, r]]


def triple_clauses(pattern: ClassPattern, heads: Heads) -> Iterator[Literals]:
    """Yield what unshielded triples say: colliders first, then the others."""
    head = heads.head
    for c, by_node in enumerate(pattern.colliders):
        yield from ([head[c, a]] for a, others in by_node.items() if others)
    for c, by_node in enumerate(pattern.non_colliders):
        for a, others in by_node.items():
            yield from ([-head[c, a], -head[c, b]] for b in members(others >> a << a))

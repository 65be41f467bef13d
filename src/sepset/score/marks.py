"""Marks of the classes of drawn DAGs: their essential graphs, or k-essential graphs.

Marks are arrays ``[graph, i, j]``: `NONE` where i and j are not adjacent, else the mark at i. Up to
`MOST_EXACT` nodes the k-essential graph is exact: DAGs of one class are answered together by a compiled
search, and a class for which that takes too long by the SAT solver. Beyond it is that of the counting plan
(`sepset.orientation.plans.COUNTING`): each tail and arrowhead is sound, and a circle may stay that the exact
search would settle (docs/posterior.md says how many).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import k_closure_table
from sepset.graph.bits import members
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark, pattern_of
from sepset.graph.mixed_graph import MixedGraph
from sepset.kernels import dag_marks, k_essential_marks
from sepset.orientation.compiled import plan_numbers
from sepset.orientation.engine import circles_on, orient
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.plans import COUNTING, PC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NONE, TAIL, ARROW, CIRCLE = 0, 1, 2, 3

#: Up to this many nodes marks for a k are exact.
MOST_EXACT = 20
# A search of this many steps takes a fraction of a second; beyond that the solver is as fast.
_MOST_STEPS = 5000


class ClassMarks(NamedTuple):
    """Marks ``[graph, i, j]``, and of which graphs they are known to be exact."""

    marks: NDArray[np.uint8]
    exact: NDArray[np.bool_]


def class_marks(parents: NDArray[np.uint64], k: int | None, *, threads: int = 1) -> ClassMarks:
    """Return the marks of the essential graph (k-essential for a k) of each DAG, given as rows of parents.

    >>> chain = np.array([[[0], [1], [2]]], dtype=np.uint64)  # 0 --> 1 --> 2
    >>> class_marks(chain, None).marks[0].tolist()
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    """
    count, n = parents.shape[:2]
    if k is None:
        return ClassMarks(_by_plan(parents, None, threads), np.ones(count, dtype=bool))
    if n > MOST_EXACT or not count:
        return ClassMarks(_by_plan(parents, min(k, n), threads), np.zeros(count, dtype=bool))
    marks, exact = _by_search(parents, min(k, n), threads)
    for i in np.flatnonzero(~exact):
        marks[i] = _solved(parents[i], k)
    return ClassMarks(marks, np.ones(count, dtype=bool))


def _by_search(parents: NDArray[np.uint64], k: int, threads: int) -> ClassMarks:
    if k_essential_marks is None:
        return ClassMarks(
            np.array([_solved(rows, k) for rows in parents], dtype=np.uint8),
            np.ones(len(parents), dtype=bool),
        )
    marks, settled = k_essential_marks(parents, k, _MOST_STEPS, threads)
    return ClassMarks(marks, settled.astype(bool))


def _by_plan(parents: NDArray[np.uint64], k: int | None, threads: int) -> NDArray[np.uint8]:
    n = parents.shape[1]
    if dag_marks is not None:
        return dag_marks(parents, k, plan_numbers(PC if k is None else COUNTING), threads)
    return np.array([_planned(rows, k) for rows in parents], dtype=np.uint8).reshape(len(parents), n, n)


def _planned(rows: NDArray[np.uint64], k: int | None) -> NDArray[np.uint8]:
    """Return the same for one DAG with the rules in Python: the twin of the kernel."""
    dag = dag_table(rows)
    mag = dag if k is None else k_closure_table(dag, k)
    plan = PC if k is None else COUNTING
    return table_marks(orient(circles_on(mag), MagEvidence(mag, k), plan).table)


def _solved(rows: NDArray[np.uint64], k: int) -> NDArray[np.uint8]:
    """Return the marks of the exact k-essential graph of one DAG."""
    names = tuple(map(str, range(len(rows))))
    return table_marks(k_essential_graph(MixedGraph.from_table(names, dag_table(rows)), k).table)


def dag_table(rows: NDArray[np.uint64]) -> MarkTable:
    """Return a DAG given as rows of parents."""
    table = MarkTable(len(rows))
    for child, row in enumerate(rows):
        for parent in members(int.from_bytes(row.tobytes(), "little")):
            table.add(parent, "-->", child)
    return table


def table_marks(table: MarkTable) -> NDArray[np.uint8]:
    """Return the marks of a graph as an array."""
    out = np.zeros((table.n, table.n), dtype=np.uint8)
    for mark in Mark:
        for i, row in enumerate(table.near[mark]):
            out[i, list(members(row))] = 1 + mark
    return out


def marks_graph(names: Sequence[str], marks: NDArray[np.uint8]) -> MixedGraph:
    """Return the graph with these marks."""
    table = MarkTable(len(names))
    for i, j in zip(*np.nonzero(np.triu(marks, 1)), strict=True):
        table.add(int(i), pattern_of(Mark(marks[i, j] - 1), Mark(marks[j, i] - 1)), int(j))
    return MixedGraph.from_table(tuple(names), table)

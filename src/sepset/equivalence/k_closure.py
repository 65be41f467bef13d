"""The k-closure C_k(D): the graph of what conditioning sets of at most k nodes can tell about a DAG D.

Two nodes are *k-covered* in D when no set of at most k other nodes separates them. The k-closure joins
exactly the k-covered pairs: ``a --> b`` when a is an ancestor of b in D, and ``a <-> b`` when neither is an
ancestor of the other. It is a maximal ancestral graph, and it entails the same statements with at most k
conditioning nodes as D (Kocaoglu 2023, Section 3).

The paper expects no polynomial algorithm. There is one: a and b are k-covered exactly when they are adjacent
or the minimum vertex cut between them in the moral graph of An({a, b}) has more than k nodes.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> dag = MixedGraph.from_edges("a --> b", "b --> c", "s --> a", "s --> d")
>>> print(k_closure(dag, 0))
a --> b
a --> c
a <-- s
a <-> d
b --> c
b <-- s
b <-> d
c <-- s
c <-> d
s --> d
"""

from __future__ import annotations

import numpy as np

from sepset.checks import check_size
from sepset.graph.ancestry import acyclic_order, require_dag
from sepset.graph.bits import from_rows, members, to_rows
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.separation import pair_of_numbers
from sepset.graph.separators import family_rows
from sepset.kernels import k_covered, minimum_cuts


def is_k_covered(dag: MixedGraph, a: str, b: str, k: int) -> bool:
    """Say whether no set of at most k nodes separates a and b in a DAG; adjacent nodes are always k-covered.

    Reference: Kocaoglu (2023), Definition of k-covered pairs.

    >>> dag = MixedGraph.from_edges("s --> a", "s --> b", "t --> a", "t --> b")
    >>> [is_k_covered(dag, "a", "b", k) for k in (0, 1, 2)]
    [True, True, False]
    """
    require_dag(dag)
    limit = min(check_size("k", k), len(dag))
    pair = np.array([pair_of_numbers(dag, a, b)], dtype=np.int32)
    sizes, _, _ = minimum_cuts(*family_rows(dag.table), pair, limit, 1)
    return bool(sizes[0] < 0)


def k_closure(dag: MixedGraph, k: int) -> MixedGraph:
    """Return the k-closure C_k(D) of a DAG, for any k >= 0.

    From k = n - 2 on it is the DAG itself, since then every non-adjacent pair can be separated.

    Reference: Kocaoglu (2023), Definition of k-closure graphs.

    >>> dag = MixedGraph.from_edges("s --> a", "s --> b", "t --> a", "t --> b")
    >>> print(k_closure(dag, 1))
    s --> a
    s --> b
    a <-> b
    a <-- t
    b <-- t
    """
    require_dag(dag)
    return MixedGraph.from_table(dag.nodes, k_closure_table(dag.table, check_size("k", k)))


def k_closure_table(table: MarkTable, k: int) -> MarkTable:
    """Return the k-closure by node numbers, without checks: for repeated use on graphs known to be DAGs."""
    covered = covered_rows(table, k)
    above, below = _ancestors_and_descendants(table)
    closure = MarkTable(table.n)
    closure.adjacency = covered
    # The mark at i is a tail exactly where i is an ancestor of the other node.
    closure.near[Mark.TAIL][:] = [row & down for row, down in zip(covered, below, strict=True)]
    closure.near[Mark.ARROW][:] = [row & ~down for row, down in zip(covered, below, strict=True)]
    closure.far[Mark.TAIL][:] = [row & up for row, up in zip(covered, above, strict=True)]
    closure.far[Mark.ARROW][:] = [row & ~up for row, up in zip(covered, above, strict=True)]
    return closure


def covered_rows(table: MarkTable, k: int) -> list[int]:
    """Return for every node of a DAG the nodes with which it is k-covered: the skeleton of the k-closure."""
    parents = [table.parents(i) for i in range(table.n)]
    return from_rows(k_covered(*to_rows(parents), min(k, table.n)))


def _ancestors_and_descendants(table: MarkTable) -> tuple[list[int], list[int]]:
    """Return for every node of a DAG the sets of its proper ancestors and of its proper descendants."""
    order = acyclic_order(table) or ()
    above, below = [0] * table.n, [0] * table.n
    for node in order:
        for parent in members(table.parents(node)):
            above[node] |= above[parent] | 1 << parent
    for node in reversed(order):
        for child in members(table.children(node)):
            below[node] |= below[child] | 1 << child
    return above, below

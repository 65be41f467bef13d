"""Everything that degree-k statements cannot tell apart: the k-closures and the DAGs of a k-Markov class.

Both are iterators, since classes grow exponentially: take what you need with `itertools.islice`. The order
depends only on the order of the nodes.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> chain = MixedGraph.from_edges("a --> b", "b --> c")
>>> k_class_size(chain, 0), k_class_size(chain, 1)
(15, 3)

References: Kocaoglu, *Characterization and Learning of Causal Graphs with Small Conditioning Sets*, NeurIPS
2023, sections 3.1 and 3.2; ``docs/proofs.md`` for the sandwich argument.
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import check_size
from sepset.equivalence.essential.bounds import is_covered, may_be_covered
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.partial_closure import Contradiction, PartialClosure
from sepset.equivalence.k_closure import k_closure_table
from sepset.equivalence.mag import directed_part_table
from sepset.errors import Advice, OptionError
from sepset.graph.ancestry import require_dag
from sepset.graph.bits import first, from_members, members, reachable, to_rows
from sepset.graph.mixed_graph import MixedGraph
from sepset.kernels import minimum_cuts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.graph.mark_table import MarkTable


def k_closures(dag: MixedGraph, k: int) -> Iterator[MixedGraph]:
    """Yield every k-closure that is Markov equivalent to C_k(D), each once.

    Their edge union is the k-essential graph. They are found by a search over the marks that the skeleton and
    the unshielded colliders leave open: tails are tried first, every choice is followed to its consequences,
    and a ``<->`` that can no longer be k-covered ends a branch. Nothing is computed before it is needed.
    Reference: Kocaoglu 2023, Corollary ``cor:kclosureequivalence``.

    >>> dag = MixedGraph.from_edges("a --> b", "b --> c", "e --> c")
    >>> for closure in k_closures(dag, 0):
    ...     print(", ".join(map(str, closure.edges())))
    a --> b, a --> c, b --> c, c <-- e
    a --> b, a --> c, b <-> c, c <-- e
    a <-- b, a --> c, b --> c, c <-- e
    a <-- b, a <-> c, b --> c, c <-- e
    """
    require_dag(dag)
    k = check_size("k", k)
    return (MixedGraph.from_table(dag.nodes, table) for table in _closure_tables(dag.table, k))


def k_equivalent_dags(dag: MixedGraph, k: int) -> Iterator[MixedGraph]:
    """Yield every DAG of the class [D]_k, each once: all that entail the same degree-k statements as D.

    Reference: Kocaoglu 2023, section 3.

    >>> dag = MixedGraph.from_edges("u --> v", nodes=("u", "v", "w"))
    >>> [[str(edge) for edge in member.edges()] for member in k_equivalent_dags(dag, 0)]
    [['u --> v'], ['u <-- v']]
    """
    require_dag(dag)
    k = check_size("k", k)
    return (MixedGraph.from_table(dag.nodes, table) for table in _dag_tables(dag.table, k))


def k_class_size(dag: MixedGraph, k: int, *, at_most: int | None = None) -> int:
    """Return the number of DAGs in the class [D]_k; counting stops at `at_most`.

    >>> triangle = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    >>> k_class_size(triangle, 1), k_class_size(triangle, 0, at_most=10)
    (6, 10)
    """
    require_dag(dag)
    k = check_size("k", k)
    if at_most is not None and (not isinstance(at_most, int) or isinstance(at_most, bool) or at_most < 1):
        raise OptionError(
            Advice("at_most"), f" is where counting stops, a whole number 1, 2, ... or None; got {at_most!r}"
        )
    return sum(1 for _ in islice(_dag_tables(dag.table, k), at_most and min(at_most, sys.maxsize)))


# ---- k-closures ------------------------------------------------------------------------------------------


def _closure_tables(dag: MarkTable, k: int) -> Iterator[MarkTable]:
    """Search depth first; the stack holds graphs that are still to be looked into."""
    waiting = [PartialClosure.start(ClassPattern.of(k_closure_table(dag, k)))]
    while waiting:
        partial = waiting.pop()
        doubtful = [pair for pair in partial.bidirected() if not is_covered(partial, *pair, k)]
        if not all(may_be_covered(partial, *pair, k) for pair in doubtful):
            continue
        edge = _next_edge(partial, doubtful)
        if edge is not None:
            waiting.extend(reversed(list(_choices(partial, *edge))))
            continue
        table = partial.table()
        if k_closure_table(directed_part_table(table), k) == table:
            yield table


def _choices(partial: PartialClosure, a: int, b: int) -> Iterator[PartialClosure]:
    """Yield what follows from each type that the edge a-b may have, ``<->`` last."""
    for option in partial.options(a, b):
        choice = partial.copy()
        try:
            choice.assume(a, option, b)
        except Contradiction:
            continue
        yield choice


def _next_edge(partial: PartialClosure, doubtful: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Return an undecided edge: one near a ``<->`` pair in doubt before any other."""
    everyone = range(len(partial.arrow))
    above = [partial.possible_parents(i) for i in everyone]
    for pair in doubtful:
        edge = _first_undecided(partial, members(reachable(from_members(pair), above)))
        if edge is not None:
            return edge
    return _first_undecided(partial, everyone)


def _first_undecided(partial: PartialClosure, nodes: Iterable[int]) -> tuple[int, int] | None:
    for a in nodes:
        undecided = partial.undecided(a)
        if undecided:
            return a, first(undecided)
    return None


# ---- DAGs ------------------------------------------------------------------------------------------------


def _dag_tables(dag: MarkTable, k: int) -> Iterator[MarkTable]:
    for closure in _closure_tables(dag, k):
        yield from _dags_of_closure(closure, k)


def _dags_of_closure(closure: MarkTable, k: int) -> Iterator[MarkTable]:
    """Yield the DAGs with this k-closure, its directed part first.

    They all lie inside the directed part, and every graph between one of them and the directed part is one of
    them too (the sandwich argument of ``docs/proofs.md``). So all are found by removing one edge after the
    other, and each once when edges go in increasing order.
    """
    whole = directed_part_table(closure)
    edges = [(a, b) for a in range(whole.n) for b in members(whole.children(a))]
    waiting = [(whole, edges)]
    while waiting:
        table, candidates = waiting.pop()
        yield table
        removable = [edge for edge in candidates if _is_removable(table, *edge, k)]
        for place in reversed(range(len(removable))):
            smaller = table.copy()
            smaller.remove(*removable[place])
            waiting.append((smaller, removable[place + 1 :]))


def _is_removable(table: MarkTable, a: int, b: int, k: int) -> bool:
    """Say whether a DAG keeps its k-closure when it loses the edge a --> b.

    It does exactly when a stays an ancestor of b and a, b stay k-covered: then the old DAG lies between the
    new one and the directed part of the new one's k-closure.
    """
    parents = [table.parents(i) for i in range(table.n)]
    parents[b] &= ~(1 << a)
    if not reachable(1 << b, parents) >> a & 1:
        return False
    no_spouses = to_rows([0] * table.n)
    pair = np.array([(a, b)], dtype=np.int32)
    sizes, _, _ = minimum_cuts(*to_rows(parents), *no_spouses, pair, min(k, table.n), 1)
    return bool(sizes[0] < 0)

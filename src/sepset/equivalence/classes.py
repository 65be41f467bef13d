"""Everything that degree-k statements cannot tell apart: the k-closures and the DAGs of a k-Markov class.

Both are iterators, since classes grow exponentially: take what you need with `itertools.islice`. The order depends
only on the order of the nodes.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> chain = MixedGraph.from_edges("a --> b", "b --> c")
>>> k_class_size(chain, 0), k_class_size(chain, 1)
(12, 3)

References: Kocaoglu, *Characterization and Learning of Causal Graphs with Small Conditioning Sets*, NeurIPS 2023,
sections 3.1 and 3.2; ``docs/errata.md`` for the sandwich argument.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from sepset.equivalence.k_closure import k_closure_table
from sepset.equivalence.mag import directed_part_table
from sepset.graph.ancestry import require_dag
from sepset.graph.bits import members, reachable, to_rows
from sepset.graph.marks import Mark
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.options import check_size
from sepset.graph.separators import family_rows
from sepset.kernels import minimum_cuts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable

#: Unshielded triples that are no colliders: rows[y][x] is the set of all z such that (x, y, z) is one.
Noncolliders = list[dict[int, int]]


def k_closures(dag: MixedGraph, k: int) -> Iterator[MixedGraph]:
    """Yield every k-closure that is Markov equivalent to C_k(D), each once; their edge union is the k-essential graph.

    A search over the marks that the skeleton and the unshielded colliders leave open. Tails are tried first, every
    choice is followed to its consequences, and a ``<->`` that cannot be k-covered any more ends a branch. Nothing is
    computed before it is asked for. Reference: Kocaoglu 2023, Corollary ``cor:kclosureequivalence``.

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
    >>> [dag.to_text().split("\\n") for dag in k_equivalent_dags(dag, 0)]
    [['u --> v', 'w'], ['u <-- v', 'w']]
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
    if at_most is not None:
        at_most = check_size("at_most", at_most)
    return sum(1 for _ in islice(_dag_tables(dag.table, k), at_most))


# ---- k-closures --------------------------------------------------------------------------------------------------


class _ContradictionError(Exception):
    """Two conclusions ask for different marks at the same place."""


def _closure_tables(dag: MarkTable, k: int) -> Iterator[MarkTable]:
    """Search depth first; the stack holds graphs with circles that are still to be looked into."""
    closure = k_closure_table(dag, k)
    noncolliders = _noncolliders(closure)
    waiting = [_open_marks(closure)]
    while waiting:
        table = waiting.pop()
        if not _is_consistent(table, noncolliders):
            continue
        doubtful = _doubtful_pairs(table, k)
        if not all(_may_be_covered(table, a, b, k) for a, b in doubtful):
            continue
        edge = _next_edge(table, doubtful)
        if edge is not None:
            waiting.extend(reversed(list(_choices(table, *edge))))
        elif k_closure_table(directed_part_table(table), k) == table:
            yield table


def _open_marks(closure: MarkTable) -> MarkTable:
    """Return the graph with the arrowheads of unshielded colliders and circles everywhere else."""
    table = closure.copy()
    for a, _, b in closure.edges():
        table.set(a, "o-o", b)
    for c in range(closure.n):
        heads = closure.near[Mark.ARROW][c]
        for a in members(heads):
            if heads & ~closure.adjacency[a] & ~(1 << a):
                table.set_mark(c, a, Mark.ARROW)
    return table


def _noncolliders(closure: MarkTable) -> Noncolliders:
    rows: Noncolliders = []
    for y in range(closure.n):
        around, heads = closure.adjacency[y], closure.near[Mark.ARROW][y]
        apart = {x: around & ~closure.adjacency[x] & ~(1 << x) for x in members(around)}
        rows.append({x: row & ~heads if heads >> x & 1 else row for x, row in apart.items()})
    return rows


def _choices(table: MarkTable, a: int, b: int) -> Iterator[MarkTable]:
    """Yield the graph with each edge that the marks of a-b allow, ``<->`` last."""
    at_a, at_b = table.mark_at(a, b), table.mark_at(b, a)
    for pattern, tail_is_free in (("-->", at_a), ("<--", at_b), ("<->", Mark.CIRCLE)):
        other = at_b if pattern == "-->" else at_a
        if tail_is_free is Mark.CIRCLE and other is not Mark.TAIL:
            choice = table.copy()
            choice.set(a, pattern, b)
            yield choice


def _is_consistent(table: MarkTable, noncolliders: Noncolliders) -> bool:
    """Add every mark that follows from those that are there; say whether they can all hold together."""
    try:
        while (
            _keep_noncolliders(table, noncolliders) or _keep_one_arrowhead(table) or _keep_ancestral(table)
        ):
            pass
    except _ContradictionError:
        return False
    return True


def _put(table: MarkTable, a: int, b: int, mark: Mark) -> bool:
    """Put a mark at a on the edge a-b; say whether it is new there."""
    if table.near[mark][a] >> b & 1:
        return False
    if not table.near[Mark.CIRCLE][a] >> b & 1:
        raise _ContradictionError
    table.set_mark(a, b, mark)
    return True


def _keep_noncolliders(table: MarkTable, noncolliders: Noncolliders) -> bool:
    """x *-> y, and (x, y, z) is no collider: a tail at y on y-z."""
    changed = False
    for y, apart in enumerate(noncolliders):
        for x in members(table.near[Mark.ARROW][y]):
            for z in members(apart[x] & ~table.near[Mark.TAIL][y]):
                changed |= _put(table, y, z, Mark.TAIL)
    return changed


def _keep_one_arrowhead(table: MarkTable) -> bool:
    """A tail at y on y-z: an arrowhead at z, since a k-closure has no ``---``."""
    changed = False
    for y in range(table.n):
        for z in members(table.near[Mark.TAIL][y] & ~table.far[Mark.ARROW][y]):
            changed |= _put(table, z, y, Mark.ARROW)
    return changed


def _keep_ancestral(table: MarkTable) -> bool:
    """y is an ancestor of z next to it: y --> z. And x *-> y, y an ancestor of z next to x: x *-> z."""
    changed = False
    children = [table.children(i) for i in range(table.n)]
    for y in range(table.n):
        below = reachable(children[y], children)
        if below >> y & 1:
            raise _ContradictionError
        for z in members(below & table.adjacency[y]):
            changed |= _put(table, y, z, Mark.TAIL) | _put(table, z, y, Mark.ARROW)
        for x in members(table.near[Mark.ARROW][y]):
            for z in members(below & table.adjacency[x]):
                changed |= _put(table, z, x, Mark.ARROW)
    return changed


def _doubtful_pairs(table: MarkTable, k: int) -> list[tuple[int, int]]:
    """Return the ``<->`` pairs that the edges already directed do not k-cover; more edges only cover more pairs."""
    pairs = [(a, b) for a in range(table.n) for b in members(table.spouses(a) >> (a + 1) << (a + 1))]
    parents = [table.parents(i) for i in range(table.n)]
    return [pair for pair, cut in zip(pairs, _cut_sizes(parents, pairs, k), strict=True) if cut >= 0]


def _may_be_covered(table: MarkTable, a: int, b: int, k: int) -> bool:
    """Say whether a <-> b can be k-covered when every edge that may be directed into an ancestor counts as one."""
    return _cut_sizes(_possible_parents(table, a, b), [(a, b)], k)[0] < 0


def _possible_parents(table: MarkTable, a: int, b: int) -> list[int]:
    """Return the possible parents of every node. Neither a nor b is a parent of an ancestor of the other or itself."""
    others = ~(1 << a | 1 << b)
    tail, arrow = Mark.TAIL, Mark.ARROW
    return [
        table.adjacency[i] & ~table.near[tail][i] & ~table.far[arrow][i] & others for i in range(table.n)
    ]


def _cut_sizes(parents: list[int], pairs: list[tuple[int, int]], k: int) -> list[int]:
    """Return the sizes of the minimum cuts between pairs, -1 for those above k."""
    none = to_rows([0] * len(parents))
    asked = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    sizes, _, _ = minimum_cuts(*to_rows(parents), *none, asked, min(k, len(parents)), 1)
    return sizes.tolist()


def _next_edge(table: MarkTable, doubtful: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the first edge with a circle, and one that can decide a doubtful pair before any other."""
    for a, b in doubtful:
        inside = reachable(1 << a | 1 << b, _possible_parents(table, a, b))
        edge = _first_open(table, inside)
        if edge is not None:
            return edge
    return _first_open(table, (1 << table.n) - 1)


def _first_open(table: MarkTable, inside: int) -> tuple[int, int] | None:
    """Return the first edge with a circle that touches a set of nodes."""
    for a in members(inside):
        around = table.near[Mark.CIRCLE][a] | table.far[Mark.CIRCLE][a]
        if around:
            return (a, next(members(around)))
    return None


# ---- DAGs --------------------------------------------------------------------------------------------------------


def _dag_tables(dag: MarkTable, k: int) -> Iterator[MarkTable]:
    for closure in _closure_tables(dag, k):
        yield from _dags_of_closure(closure, k)


def _dags_of_closure(closure: MarkTable, k: int) -> Iterator[MarkTable]:
    """Yield the DAGs whose k-closure this is, the directed part of it first.

    They all lie inside the directed part. If one of them does, then so does every graph between it and the directed
    part, so that all are found by removing one edge after the other, and each once when edges go in increasing order.
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

    It does exactly when a stays an ancestor of b and a, b stay k-covered: then the old DAG lies between the new one
    and the directed part of the new one's k-closure.
    """
    parents = [table.parents(i) for i in range(table.n)]
    parents[b] &= ~(1 << a)
    return bool(reachable(1 << b, parents) >> a & 1) and _cut_sizes(parents, [(a, b)], k)[0] < 0

"""Graphs that say the same: Markov equivalent MAGs, k-Markov equivalent DAGs, the paper's subset relation.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> d1 = MixedGraph.from_edges("a --> c", "c --> b", "d --> c", "d --> b")
>>> d2 = MixedGraph.from_edges("a --> c", "a --> b", "d --> c", "d --> b")
>>> markov_equivalent(d1, d2), k_markov_equivalent(d1, d2, 1)
(False, True)

References: Verma and Pearl 1990; Spirtes and Richardson, *A polynomial time algorithm for determining DAG
equivalence in the presence of latent variables and selection bias*, 1996; Kocaoglu, NeurIPS 2023.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.checks import check_size
from sepset.equivalence.k_closure import k_closure_table
from sepset.equivalence.mag import require_mag
from sepset.errors import GraphError, InPython
from sepset.graph.ancestry import require_ancestral, require_dag, require_graph
from sepset.graph.bits import members, reachable
from sepset.graph.marks import Mark
from sepset.wording import examples

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable
    from sepset.graph.mixed_graph import MixedGraph

#: The unordered pair of ends, and the node in the middle.
Collider = tuple[frozenset[str], str]


def skeleton(graph: MixedGraph) -> frozenset[frozenset[str]]:
    """Return the set of adjacent pairs.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> skeleton(MixedGraph.from_edges("a o-> b")) == {frozenset({"a", "b"})}
    True
    """
    require_graph(graph)
    return frozenset(frozenset((edge.u, edge.v)) for edge in graph.edges())


def unshielded_colliders(graph: MixedGraph) -> frozenset[Collider]:
    """Return every ``a *-> c <-* b`` with a and b not adjacent, as (the set {a, b}, c).

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> unshielded_colliders(MixedGraph.from_edges("a --> c", "b o-> c")) == {(frozenset({"a", "b"}), "c")}
    True
    """
    require_graph(graph)
    table, names = graph.table, graph.nodes
    return frozenset(
        (frozenset((names[a], names[b])), names[c])
        for c in range(table.n)
        for a in members(table.near[Mark.ARROW][c])
        for b in members(_partners(table, a, c) >> (a + 1) << (a + 1))
    )


def markov_equivalent(m1: MixedGraph, m2: MixedGraph) -> bool:
    """Say whether two MAGs (DAGs included) entail the same separations.

    They do exactly when they have the same skeleton, the same unshielded colliders, and the same status of Y
    on every path that is discriminating for Y in both (Spirtes and Richardson 1996; the paper's Theorem
    ``thm:richardsonspirtes``).

    No path is listed. A path (a, z_1, ..., z_m = u, Y, v) discriminates in both graphs exactly when a and v
    are not adjacent, all z_i are parents of v in both, neighbouring z_i are joined by ``<->`` in both, and a
    z_1 and u Y have an arrowhead at z_1 and at u in both. So, for each v, the possible u are the common
    parents of v that can be reached along common ``<->`` between common parents of v from one with a common
    arrowhead from outside v's neighbourhood; and every Y next to u and v with a common arrowhead at u ends
    such a path, unless Y lies on the walk already. In that case Y is a parent of v in both graphs, hence a
    collider in neither, and does no harm. A shortest walk has no node twice, and a differs from all others
    since it is not adjacent to v.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> shared = ("a --> u", "u --> v", "u <-> y")
    >>> m1 = MixedGraph.from_edges(*shared, "y <-> v")
    >>> m2 = MixedGraph.from_edges(*shared, "y --> v")
    >>> unshielded_colliders(m1) == unshielded_colliders(m2), markov_equivalent(m1, m2)
    (True, False)
    """
    t1, t2 = _same_nodes(m1, m2)
    require_mag(m1)
    require_mag(m2)
    return _same_triples(t1, t2) and _same_discriminated(t1, t2)


def k_closures_equivalent(k1: MixedGraph, k2: MixedGraph) -> bool:
    """Say whether two k-closures are Markov equivalent: same skeleton, same unshielded colliders.

    Discriminating paths add nothing between k-closures (the paper's Corollary ``cor:kclosureequivalence``).
    That the graphs are k-closures is not checked; for other MAGs use `markov_equivalent`.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> k1 = MixedGraph.from_edges("a <-> c", "b --> c", "d --> c", "d --> a")
    >>> k2 = MixedGraph.from_edges("a --> c", "b --> c", "d <-> c", "a --> d")
    >>> k_closures_equivalent(k1, k2)
    True
    """
    t1, t2 = _same_nodes(k1, k2)
    require_ancestral(k1)
    require_ancestral(k2)
    return _same_triples(t1, t2)


def k_markov_equivalent(d1: MixedGraph, d2: MixedGraph, k: int) -> bool:
    """Say whether two DAGs entail the same separations by sets of at most k nodes: D_1 ~_k D_2.

    They do exactly when their k-closures are Markov equivalent (the paper's Theorem ``thm:kmarkov``).

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> d1 = MixedGraph.from_edges("a --> b", "b --> c")
    >>> d2 = MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    >>> k_markov_equivalent(d1, d2, 0), k_markov_equivalent(d1, d2, 1)
    (True, False)
    """
    t1, t2 = _same_nodes(d1, d2)
    require_dag(d1)
    require_dag(d2)
    k = check_size("k", k)
    return _same_triples(k_closure_table(t1, k), k_closure_table(t2, k))


def refines(a: MixedGraph, b: MixedGraph) -> bool:
    """Say whether a says all that b says: the paper's "A is a subset of B" (Definition ``def:subset``).

    Both have the same skeleton, and every tail and arrowhead of b is in a. Graphs on different nodes cannot
    be compared and are an error; different skeletons give False.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> a, b = MixedGraph.from_edges("u --> v"), MixedGraph.from_edges("u o-> v")
    >>> refines(a, b), refines(b, a)
    (True, False)
    """
    t1, t2 = _same_nodes(a, b)
    settled = (Mark.TAIL, Mark.ARROW)
    return t1.adjacency == t2.adjacency and not any(
        t2.near[mark][i] & ~t1.near[mark][i] for mark in settled for i in range(t1.n)
    )


def _same_nodes(g1: MixedGraph, g2: MixedGraph) -> tuple[MarkTable, MarkTable]:
    """Return both tables in the node order of the first; graphs on different nodes are an error."""
    require_graph(g1)
    require_graph(g2)
    if g1.nodes == g2.nodes:
        return g1.table, g2.table
    only1 = [name for name in g1.nodes if name not in g2]
    only2 = [name for name in g2.nodes if name not in g1]
    if only1 or only2:
        missing = [
            f"{examples(only, 5)} only in the {which}"
            for only, which in ((only1, "first"), (only2, "second"))
            if only
        ]
        raise GraphError(
            f"two graphs on the same nodes are needed, but there is {' and '.join(missing)}; add the "
            "missing nodes",
            InPython(" with nodes="),
            ", or rename them",
            InPython(" with relabel"),
        )
    return g1.table, g2.reorder(g1.nodes).table


def _partners(table: MarkTable, a: int, c: int) -> int:
    """Return every b such that ``a *-> c <-* b`` is an unshielded collider, given ``a *-> c``."""
    return table.near[Mark.ARROW][c] & ~table.adjacency[a] & ~(1 << a)


def _same_triples(t1: MarkTable, t2: MarkTable) -> bool:
    """Say whether two graphs have the same skeleton and the same unshielded colliders."""
    if t1.adjacency != t2.adjacency:
        return False
    for c in range(t1.n):
        heads1, heads2 = t1.near[Mark.ARROW][c], t2.near[Mark.ARROW][c]
        # Arrowheads that only one graph has must be shielded from every other arrowhead of that graph.
        if any(_partners(t1, a, c) for a in members(heads1 & ~heads2)):
            return False
        if any(_partners(t2, a, c) for a in members(heads2 & ~heads1)):
            return False
    return True


def _same_discriminated(t1: MarkTable, t2: MarkTable) -> bool:
    """Say whether no path that discriminates for Y in both graphs has Y as a collider in only one of them."""
    heads = [t1.near[Mark.ARROW][i] & t2.near[Mark.ARROW][i] for i in range(t1.n)]
    spouses = [t1.spouses(i) & t2.spouses(i) for i in range(t1.n)]
    for v in range(t1.n):
        near_v = t1.adjacency[v]
        for u in members(_last_colliders(t1, t2, heads, spouses, v)):
            colliders1 = t1.far[Mark.ARROW][u] & t1.far[Mark.ARROW][v]
            colliders2 = t2.far[Mark.ARROW][u] & t2.far[Mark.ARROW][v]
            if (colliders1 ^ colliders2) & heads[u] & near_v:
                return False
    return True


def _last_colliders(t1: MarkTable, t2: MarkTable, heads: list[int], spouses: list[int], v: int) -> int:
    """Return every u next to Y on a path (a, ..., u, Y, v) that discriminates in both graphs."""
    parents = t1.parents(v) & t2.parents(v)
    far_from_v = ~t1.adjacency[v] & ~(1 << v)
    start = sum(1 << p for p in members(parents) if heads[p] & far_from_v)
    if not start:
        return 0
    return reachable(start, [row & parents for row in spouses])

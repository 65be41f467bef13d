"""Maximal ancestral graphs (MAGs), and which of them are k-closures.

A graph with ``-->`` and ``<->`` edges is *ancestral* when it has no directed cycle and no ``a <-> b`` where a
is an ancestor of b. It is *maximal* when every pair of non-adjacent nodes is separated by some set. Every
k-closure is a MAG, but few MAGs are k-closures: a ``<->`` of a k-closure needs more than k ways around it.

The functions named ``is_...`` take any graph. A circle or a ``---`` makes the answer False: such a graph
stands for many graphs and is not one of them itself.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> chain = MixedGraph.from_edges("a --> b", "b --> c")
>>> is_mag(chain), is_k_closure(chain, 1), is_k_closure(chain, 0)
(True, True, False)

References: Richardson and Spirtes, *Ancestral graph Markov models*, Annals of Statistics 2002; Kocaoglu,
*Characterization and Learning of Causal Graphs with Small Conditioning Sets*, NeurIPS 2023, Theorem
``thm:kclosure-char``, with the correction in ``docs/errata.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.checks import check_size
from sepset.equivalence.k_closure import k_closure_table
from sepset.errors import GraphError
from sepset.graph.ancestry import has_only_arrows, require_ancestral, require_graph
from sepset.graph.bits import members, reachable
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mixed_graph import MixedGraph


def is_ancestral(graph: MixedGraph) -> bool:
    """Say whether all edges are ``-->`` or ``<->``, without directed or almost directed cycle.

    Reference: Richardson and Spirtes 2002, section 3. With circles or ``---`` the answer is False.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> is_ancestral(MixedGraph.from_edges("a --> b", "b --> c", "a <-> c"))
    False
    """
    require_graph(graph)
    return graph.is_ancestral()


def is_maximal(graph: MixedGraph) -> bool:
    """Say whether every pair of non-adjacent nodes is separated by some set of other nodes.

    The pair a, b cannot be separated exactly when an inducing path joins them: a path on which every inner
    node is a collider and an ancestor of a or b. Such a path is looked for by walking along ``<->`` inside
    An({a, b}), so the time is polynomial. Reference: Richardson and Spirtes 2002, section 3.7. With circles
    or ``---`` the answer is False.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> is_maximal(MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a"))
    False
    """
    require_graph(graph)
    return has_only_arrows(graph.table) and next(_inseparable_pairs(graph.table), None) is None


def is_mag(graph: MixedGraph) -> bool:
    """Say whether the graph is ancestral and maximal. With circles or ``---`` the answer is False.

    Reference: Richardson and Spirtes 2002.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> is_mag(MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d"))
    True
    """
    return is_ancestral(graph) and is_maximal(graph)


def is_k_closure(graph: MixedGraph, k: int) -> bool:
    """Say whether the graph is the k-closure C_k(D) of some DAG D.

    It is one exactly when it is ancestral and the k-closure of its own directed part: every DAG with the
    k-closure K lies inside the directed part of K, and everything in between has the same k-closure
    (``docs/proofs.md``; ``docs/errata.md`` corrects the paper's Theorem ``thm:kclosure-char``). With circles
    or ``---`` the answer is False.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> fork = MixedGraph.from_edges("u --> c", "v --> c", "u --> d", "v --> d", "c <-> d")
    >>> is_k_closure(fork, 1), is_k_closure(fork, 2)
    (True, False)
    """
    require_graph(graph)
    k = check_size("k", k)
    table = graph.table
    return graph.is_ancestral() and k_closure_table(directed_part_table(table), k) == table


def require_mag(graph: MixedGraph) -> None:
    """Raise a clear error unless the graph is a maximal ancestral graph.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> require_mag(MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a"))
    Traceback (most recent call last):
    sepset.errors.GraphError: a MAG is needed, but nothing separates a and d; add a <-> d
    """
    require_ancestral(graph)
    pair = next(_inseparable_pairs(graph.table), None)
    if pair is not None:
        u, v = (graph.nodes[i] for i in pair)
        # Neither is an ancestor of the other: the inner node next to v on the inducing path has an arrowhead
        # there, so it is not an ancestor of v, hence one of u; if u were an ancestor of v, it would be one
        # of v after all.
        raise GraphError(f"a MAG is needed, but nothing separates {u} and {v}; add {u} <-> {v}")


def directed_part_table(table: MarkTable) -> MarkTable:
    """Return the table with only the ``-->`` edges."""
    part = MarkTable(table.n)
    for i in range(table.n):
        parents, children = table.parents(i), table.children(i)
        part.adjacency[i] = parents | children
        part.near[Mark.TAIL][i] = part.far[Mark.ARROW][i] = children
        part.near[Mark.ARROW][i] = part.far[Mark.TAIL][i] = parents
    return part


def _ancestors(table: MarkTable) -> list[int]:
    """Return An({i}) for every node i, the node itself included."""
    parents = [table.parents(i) for i in range(table.n)]
    return [reachable(1 << i, parents) for i in range(table.n)]


def _inseparable_pairs(table: MarkTable) -> Iterator[tuple[int, int]]:
    """Yield every non-adjacent pair that is joined by an inducing path."""
    ancestors = _ancestors(table)
    everyone = (1 << table.n) - 1
    for a in range(table.n):
        if not table.far[Mark.ARROW][a]:
            continue
        for b in members(everyone & ~table.adjacency[a] >> (a + 1) << (a + 1)):
            if _inducing_path(table, a, b, (ancestors[a] | ancestors[b]) & ~(1 << a | 1 << b)):
                yield a, b


def _inducing_path(table: MarkTable, a: int, b: int, inside: int) -> bool:
    """Say whether a collider path leads from a to b with all inner nodes in `inside`."""
    goal = table.far[Mark.ARROW][b]
    seen = frontier = table.far[Mark.ARROW][a] & inside
    while frontier and not frontier & goal:
        step = 0
        for i in members(frontier):
            step |= table.spouses(i)
        frontier = step & inside & ~seen
        seen |= frontier
    return bool(frontier)

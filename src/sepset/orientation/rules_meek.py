"""Orientation without hidden causes: what PC and LOCI do after their colliders are drawn.

While these rules run, an undirected edge is ``o-o``: both directions are open. The last rule, `undirected`,
writes what stayed open as ``---``, which is how a CPDAG is drawn. Contradictory colliders may leave ``<->``
edges; rules read them as arrowheads at both ends and never as directed edges.

Reference: Meek, *Causal inference and causal explanation with background knowledge* (1995).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import first, members
from sepset.orientation.proposals import Orient
from sepset.orientation.rules_fci import two_apart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence


def directed(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Directed: a o-> b  =>  a --> b.

    Source: the meaning of a DAG: an edge with one arrowhead has a tail at its other end.

    Why: without hidden causes an edge is directed one way or the other.

    Before::

        a o-> b

    After::

        a --> b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-> b")
    >>> for proposal in directed(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=1, because=(0, 1))
    """
    for a in range(g.n):
        for b in members(g.where(a, "o->")):
            yield Orient(a, "-->", b, because=(a, b))


def meek1(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Meek 1: a *-> b o-o c, a and c not adjacent  =>  b --> c.

    Source: Meek 1995, rule 1.

    Why: c --> b would be an unshielded collider that was not found.

    Before::

        a *-> b o-o c        a, c not adjacent

    After::

        a *-> b --> c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a --> b", "b o-o c")
    >>> for proposal in meek1(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=1, pattern='-->', b=2, because=(0, 1, 2))
    """
    for b in range(g.n):
        into_b = g.where(b, "<-*")
        for c in members(g.where(b, "o-o")):
            far = into_b & ~g.adjacency[c] & ~evidence.doubtful(b, c)
            if far:
                yield Orient(b, "-->", c, because=(first(far), b, c))


def meek2(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Meek 2: a --> b --> c, a o-o c  =>  a --> c.

    Source: Meek 1995, rule 2.

    Why: c --> a would close a directed cycle.

    Before::

        a --> b --> c
        a o-------o c

    After::

        a --------> c

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a --> b", "b --> c", "a o-o c")
    >>> for proposal in meek2(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=2, because=(0, 1, 2))
    """
    for a in range(g.n):
        for c in members(g.where(a, "o-o")):
            between = g.where(a, "-->") & g.where(c, "<--")
            if between:
                yield Orient(a, "-->", c, because=(a, first(between), c))


def meek3(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Meek 3: a o-o b, a o-o c --> b, a o-o d --> b, c and d not adjacent  =>  a --> b.

    Source: Meek 1995, rule 3.

    Why: with b --> a both c --> a and d --> a would follow, an unshielded collider that was not found.

    Before::

        a o-o c --> b
        a o-o d --> b        c, d not adjacent
        a o-------o b

    After::

        a --------> b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-o b", "a o-o c", "a o-o d", "c --> b", "d --> b")
    >>> for proposal in meek3(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='-->', b=1, because=(0, 1, 2, 3))
    """
    for a in range(g.n):
        for b in members(g.where(a, "o-o")):
            ends = two_apart(g, evidence, a, g.where(a, "o-o") & g.where(b, "<--"))
            if ends is not None:
                yield Orient(a, "-->", b, because=(a, b, *ends))


def undirected(g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
    """Undirected: a o-o b  =>  a --- b, once nothing else applies.

    Source: the drawing of a CPDAG: an edge that may point either way is undirected.

    Why: both directions occur among the DAGs of the class.

    Before::

        a o-o b

    After::

        a --- b

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.orientation.evidence import Evidence
    >>> g = MixedGraph.from_edges("a o-o b")
    >>> for proposal in undirected(g.table, Evidence()):
    ...     print(proposal)
    Orient(a=0, pattern='---', b=1, because=(0, 1))
    """
    for a in range(g.n):
        for b in members(g.where(a, "o-o") >> (a + 1) << (a + 1)):
            yield Orient(a, "---", b, because=(a, b))

"""The complete partial ancestral graph (PAG) of a maximal ancestral graph, without selection bias.

The PAG keeps what all Markov equivalent MAGs share: the skeleton, and each tail and arrowhead that is the
same in all of them; every other mark is a circle. R0-R4 and R8-R10 find exactly these marks [Zhang 2008].

>>> from sepset.graph.mixed_graph import MixedGraph
>>> print(pag(MixedGraph.from_edges("a --> c", "b --> c", "c --> d")))
a o-> c
c <-o b
c --> d
"""

from __future__ import annotations

from sepset.graph.ancestry import require_ancestral
from sepset.graph.mixed_graph import MixedGraph
from sepset.orientation.engine import circles_on, orient
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.plans import PAG


def pag(mag: MixedGraph) -> MixedGraph:
    """Return the complete PAG of a maximal ancestral graph (a DAG is one): PAG(M) [Zhang 2008].

    The graph must be ancestral, which is checked. It must also be maximal, as every DAG and every k-closure
    is; for other graphs ask `is_maximal` first, since pairs that are not adjacent are taken to be separable.

    >>> pag(MixedGraph.from_edges("a --> b", "b --> c")).has("a", "o-o", "b")
    True
    """
    require_ancestral(mag)
    found = orient(circles_on(mag.table), MagEvidence(mag.table), PAG)
    return MixedGraph.from_table(mag.nodes, found.table)

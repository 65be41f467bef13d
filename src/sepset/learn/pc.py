"""The PC algorithm: no bound on the conditioning sets unless one is given, and the CPDAG as result.

Reference: Spirtes, Glymour and Scheines, *Causation, Prediction, and Search* (2000); Colombo and Maathuis (2014) for the
order-independent search.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> print(pc(Oracle(MixedGraph.from_edges("a --> c", "b --> c", "c --> d", "d --> e"))).graph)
a --> c
c <-- b
c --> d
d --> e
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.options import check_size
from sepset.learn.result import Discovery
from sepset.learn.stages import orient_skeleton
from sepset.orientation.plans import PC
from sepset.skeleton.search import find_skeleton

if TYPE_CHECKING:
    from sepset.independence.protocol import CITest


def pc(test: CITest, *, max_k: int | None = None) -> Discovery:
    """Run the PC algorithm, with conditioning sets of at most `max_k` variables if given."""
    bound = max(len(test.names) - 2, 0) if max_k is None else check_size("max_k", max_k)
    skeleton = find_skeleton(test, bound)
    return Discovery("PC", bound, skeleton, {"max_k": max_k}, lambda k: orient_skeleton(skeleton, PC, k))

"""Anytime FCI: FCI stopped at conditioning sets of size k, for a system without selection bias.

Since every set of at most k variables is tried, no Possible-D-SEP stage is needed. What differs from k-PC is that
hidden causes are allowed, so that R11 and R12 do not apply. Reference: Spirtes, *An anytime algorithm for causal inference* (2001).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> print(anytime_fci(Oracle(MixedGraph.from_edges("u --> v")), k=0).graph)
u o-o v
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.options import check_size
from sepset.learn.result import Discovery
from sepset.learn.stages import orient_skeleton
from sepset.orientation.plans import PAG
from sepset.skeleton.search import find_skeleton

if TYPE_CHECKING:
    from sepset.independence.protocol import CITest


def anytime_fci(test: CITest, k: int = 1) -> Discovery:
    """Run FCI with conditioning sets of at most k variables."""
    k = check_size("k", k)
    skeleton = find_skeleton(test, k)
    return Discovery("Anytime FCI", k, skeleton, {"k": k}, lambda bound: orient_skeleton(skeleton, PAG, bound))

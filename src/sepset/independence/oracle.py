"""The oracle: a conditional independence test that a known graph answers.

With it every learner can be run as in its theory, without the noise of data.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> oracle = Oracle(MixedGraph.from_edges("a --> c", "b --> c"))
>>> oracle("a", "b").p, oracle("a", "b", ["c"]).p
(1.0, 0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.ancestry import require_ancestral
from sepset.graph.separation import separated
from sepset.independence.protocol import CIResult

if TYPE_CHECKING:
    from collections.abc import Collection

    from sepset.graph.mixed_graph import MixedGraph


class Oracle:
    """Answers every conditional independence question by separation in a DAG or an ancestral graph.

    p is 1 for "independent" and 0 for "dependent"; there are no samples, so n is 0.
    """

    def __init__(self, graph: MixedGraph) -> None:
        require_ancestral(graph)
        self.graph = graph

    @property
    def names(self) -> tuple[str, ...]:
        """The nodes of the graph, in order."""
        return self.graph.nodes

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether a and b are separated by `given` (the paper's S)."""
        independent = separated(self.graph, a, b, given)
        return CIResult(p=float(independent), statistic=0.0 if independent else float("inf"), dof=None, n=0)

    def __repr__(self) -> str:
        return f"Oracle({self.graph!r})"

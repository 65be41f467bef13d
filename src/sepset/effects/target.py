"""What is asked about: a graph, or a result read so that no doubtful mark looks certain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sepset.catalogue.learners import learner_called
from sepset.effects.reading import PossibleSteps
from sepset.equivalence.causes import Ancestry
from sepset.errors import GraphError, InPython, OptionError
from sepset.graph.mixed_graph import MixedGraph
from sepset.result.causes import soundly_read
from sepset.result.discovery import Discovery
from sepset.result.posterior.posterior import Posterior

if TYPE_CHECKING:
    from sepset.equivalence.causes import Causes


@dataclass(frozen=True)
class Target:
    """A graph whose marks hold, and what else is known about the class it stands for."""

    graph: MixedGraph
    k: int | None
    ancestry: Ancestry
    #: why skeleton and colliders are not known, so that only the local rule is left; empty if they are known
    doubt: str = ""
    #: whether tests disagree with the graph
    contradicted: bool = False

    @property
    def names_a_class(self) -> bool:
        """Whether skeleton and unshielded colliders are known."""
        return not self.doubt

    @cached_property
    def steps(self) -> PossibleSteps:
        """Which variables may affect which directly, for all questions about this graph."""
        return PossibleSteps(self.graph.table)

    def causes(self, cause: str, effect: str) -> Causes:
        """Say whether the cause affects the effect: always, possibly or never."""
        return self.ancestry.of(cause, effect)


def target_of(graph_or_found: object, k: int | None) -> Target:
    """Read a graph or a result; with its nodes in the order of their names, so that no order matters."""
    if isinstance(graph_or_found, MixedGraph):
        graph = _sorted(graph_or_found)
        return Target(graph, k, Ancestry(graph))
    if isinstance(graph_or_found, Discovery):
        return _of_result(graph_or_found, k)
    if isinstance(graph_or_found, Posterior):
        raise OptionError(
            "a posterior is not a single graph",
            InPython("; effect averages over its DAGs, and post.best(valid=True) is a graph to ask about"),
        )
    raise GraphError(
        f"a MixedGraph or the result of a learner is needed, got {type(graph_or_found).__name__}; "
        "MixedGraph.parse reads text"
    )


def _of_result(found: Discovery, k: int | None) -> Target:
    learner = learner_called(found.learner)
    if learner.hidden_causes:
        raise OptionError(
            f"{found.learner} allows for hidden causes, and adjustment sets are known only without them; "
            "use the result of kpc or pc, or pass the graph"
        )
    result = found.orientation(k)
    reading = soundly_read(found, k)
    divided = any(vote is None for vote in result.votes.values())
    bound = None if learner.direct_edges else min(found.k if k is None else k, max(len(found.names) - 2, 0))
    return Target(
        _sorted(reading.graph),
        bound,
        Ancestry(reading.graph, reading.evidence),
        doubt=_doubt(disputed=bool(reading.disputed), divided=divided, drops=learner.drops_edges),
        contradicted=bool(reading.disputed),
    )


def _doubt(*, disputed: bool, divided: bool, drops: bool) -> str:
    if disputed:
        return "Tests contradict the graph, so no DAG agrees with all of them"
    if divided:
        return "Tests are divided about some colliders, so the class of DAGs is not known"
    return "Pairs that no set separates may have no edge, so the class of DAGs is not known" if drops else ""


def _sorted(graph: MixedGraph) -> MixedGraph:
    return graph.reorder(sorted(graph.nodes))

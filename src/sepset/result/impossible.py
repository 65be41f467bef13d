"""Edges that no DAG has, whatever the tests say: the evidence behind them contradicts itself.

Colliders that share an edge may ask for an arrowhead at both of its ends. Where edges are direct effects and
hidden causes are ruled out (PC), no DAG has such an edge; in the graphs of k-PC and Anytime FCI it has a
meaning. Arrows that say "is a cause of" cannot run in a circle, nor lead to a node from one whose arrowhead
says that it is no cause of it. All of this is seen in the graph itself, so results have these conflicts, too,
that were saved without them.

>>> from sepset.catalogue.learners import LEARNERS
>>> from sepset.graph.mixed_graph import MixedGraph
>>> graph = MixedGraph.from_edges("a --> b", "b <-> c", "c <-- d")
>>> [(one.kind, one.a, one.b) for one in impossible_edges(graph.table, LEARNERS["pc"])]
[('both ends', 1, 2)]
>>> list(impossible_edges(graph.table, LEARNERS["kpc"]))
[]
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sepset.catalogue.learners import learner_called
from sepset.graph.ancestry import heads_against_arrows, shortest_cycles
from sepset.orientation.outcome import Conflict, Records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.catalogue.records import Learner
    from sepset.graph.mark_table import MarkTable
    from sepset.result.discovery import Orientation

#: Nothing asks for one other edge in their place; the rule is the assumption that they break.
_ANY = "*-*"


def with_impossible(result: Orientation, title: str) -> Orientation:
    """Return a result with a conflict for each edge that no DAG has; `title` is that of its learner."""
    learner = learner_called(title)

    def conflicts() -> Iterator[Conflict]:
        yield from result.conflicts
        noted = set(result.conflicts)
        yield from (one for one in impossible_edges(result.graph.table, learner) if one not in noted)

    # Looked for when someone asks: most never do.
    return replace(result, conflicts=Records(None, conflicts))


def impossible_edges(table: MarkTable, learner: Learner) -> Iterator[Conflict]:
    """Yield a conflict for each edge of a learner's graph that no DAG has, in node order."""
    for a, pattern, b in table.edges():
        if not learner.allows(pattern):
            yield Conflict("both ends", "", "no hidden causes", a, b, pattern, _ANY, (a, b))
    if not learner.union:  # the arrows of a union need not be in one DAG together
        for a, b, *others in shortest_cycles(table):
            yield Conflict("cycle", "", "no cycles", a, b, "-->", _ANY, (a, b, *others))
    if learner.bidirected and not learner.union:
        for a, b, *others in heads_against_arrows(table):
            drawn = table.pattern(a, b)
            yield Conflict("almost cycle", "", "no cycles", a, b, drawn, _ANY, (a, b, *others))

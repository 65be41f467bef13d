"""The k-closure that breaks the fewest or weakest decisions, among all k-closures over the same nodes.

What data decide about pairs and triples may hold in no DAG at all. Every decision has a weight, and a
*nearest* k-closure breaks decisions of the least total weight. For few nodes it is found by MaxSAT, with the
clauses of all k-closures (`sepset.equivalence.essential.all_pairs`). A best model that is no k-closure breaks
lemmas; they are added, and the search goes on. With what is `given` beforehand, only k-closures of DAGs that
fit it count.

Before that, `sepset.equivalence.essential.climb` improves a DAG edge by edge. What it finds is the answer for
many nodes, or where MaxSAT takes too long: a k-closure that breaks little, but perhaps not the least. It also
ends the search early, once that is known to be the least.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.equivalence.essential.class_pattern import ClassPattern
>>> chain = MixedGraph.from_edges("a o-o b", "b o-o c")  # no 0-closure: b is no collider, and a, c are apart
>>> weights = dict.fromkeys(choices_of(ClassPattern.of(chain.table)), 1)
>>> found = nearest_closure(chain, weights, 0)
>>> len(found.broken), found.proven
(1, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.all_pairs import AllPairs
from sepset.equivalence.essential.class_search import Deadline, TimeIsUp
from sepset.equivalence.essential.climb import climb
from sepset.equivalence.essential.core_guided import CoreGuided, OutOfEffort
from sepset.equivalence.essential.decisions import Choice, choices_of, renumbered, weight_broken
from sepset.equivalence.essential.violations import broken_lemmas
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.equivalence.essential.given import Given
    from sepset.graph.mark_table import MarkTable

__all__ = ["Nearest", "choices_of", "nearest_closure"]

#: With more nodes the search for a nearest k-closure rarely ends in time.
MOST_NODES = 12
#: Turns of the solver, hundreds to thousands a second.
_EFFORT = 6000


class Nearest(NamedTuple):
    """A k-closure, the decisions that it breaks, and whether no k-closure breaks less."""

    closure: MixedGraph
    broken: tuple[Choice, ...]
    proven: bool


def nearest_closure(
    graph: MixedGraph,
    weights: Mapping[Choice, int],
    k: int,
    *,
    given: Given | None = None,
    time_limit: float | None = None,
) -> Nearest:
    """Return a k-closure that breaks decisions of small total weight; `graph` is where climbing starts.

    The result does not depend on the order of the nodes. With `given`, some DAG with this k-closure fits it.
    """
    # The solver's choices depend on its numbers: nodes are numbered by name.
    ordered = graph.reorder(sorted(graph.nodes))
    place = [ordered.number(name) for name in graph.nodes]
    renamed = {renumbered(choice, place): weight for choice, weight in weights.items()}
    renamed = dict(sorted(renamed.items()))
    known = None if given is None else given.renumbered(place)
    deadline = Deadline(time_limit)
    table, proven = climb(ordered.table, renamed, k, deadline, given=known), False
    if len(graph) <= MOST_NODES:
        table, proven = _by_maxsat(table, renamed, k, known, deadline)
    closure = MixedGraph.from_table(ordered.nodes, table).reorder(graph.nodes)
    broken = tuple(choice for choice in weights if choice.broken_by(closure.table))
    return Nearest(closure, broken, proven)


def _by_maxsat(
    known: MarkTable, weights: Mapping[Choice, int], k: int, given: Given | None, deadline: Deadline
) -> tuple[MarkTable, bool]:
    """Return a nearest k-closure and True, or the known one and False when it takes too long."""
    variables = AllPairs(known.n, k, given)
    clauses = list(variables.clauses())
    soft: dict[int, int] = {}
    for choice, weight in weights.items():
        literal, further = variables.soft(choice)
        clauses += further
        soft[literal] = weight
    enough = weight_broken(known, weights)
    search = CoreGuided(clauses, soft, limit=_EFFORT, enough=enough, check=deadline.check)
    try:
        while (model := search.model()) is not None:
            table = variables.table(model)
            broken = broken_lemmas(table, k, given)
            if not broken and not search.finish_level():
                return table, True
            for lemma in broken:
                search.add(variables.lemma(lemma))
    except (OutOfEffort, TimeIsUp):
        return known, False
    return known, True

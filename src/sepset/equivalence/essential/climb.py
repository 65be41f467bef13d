"""A k-closure that breaks little, by improving a DAG edge by edge.

The search starts with a DAG that follows the given graph as far as that is acyclic. Each step tries, for
every pair in a broken decision, to add, turn or remove the edge between the two, and takes the change whose
k-closure breaks the least weight. When none breaks less, a few edges are changed at random, and the search
goes on from there as long as its effort lasts; the best k-closure of all is kept. With what is given
beforehand, every DAG on the way fits it.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.class_search import TimeIsUp
from sepset.equivalence.essential.decisions import weight_broken
from sepset.equivalence.essential.relations import RelationSearch, relations_of
from sepset.equivalence.k_closure import k_closure_table
from sepset.graph.bits import members, reachable
from sepset.graph.mark_table import MarkTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sepset.equivalence.essential.class_search import Deadline
    from sepset.equivalence.essential.decisions import Choice
    from sepset.equivalence.essential.given import Given

#: k-closures that are looked at; at 37 nodes one or two thousand a second.
_MOST_CLOSURES = 4000
_KICKS, _EDGES_PER_KICK = 40, 3


class _State(NamedTuple):
    """A DAG, its k-closure, and the weight of the decisions that this breaks."""

    dag: MarkTable
    closure: MarkTable
    weight: int


def climb(
    start: MarkTable,
    weights: Mapping[Choice, int],
    k: int,
    deadline: Deadline,
    *,
    given: Given | None = None,
) -> MarkTable:
    """Return the best k-closure that a search from `start` meets; with `given`, of DAGs that fit it."""
    search = _DecisionClimb(weights, k, deadline, given)
    best = search.state(_first_dag(start, given))
    generator = random.Random(0)  # noqa: S311  (no secret: the same search every time)
    try:
        best = search.improved(best)
        for _ in range(_KICKS):
            if not best.weight:
                break
            kicked = _kicked(best, weights, generator)
            if search.allows(kicked):
                other = search.improved(search.state(kicked))
                best = min(best, other, key=lambda state: state.weight)
    except (TimeIsUp, _EffortSpent):
        pass
    return min(best, search.last, key=lambda state: state.weight).closure


class _EffortSpent(Exception):  # noqa: N818  (a turn of the search, not an error)
    """Enough k-closures have been looked at."""


class _DecisionClimb:
    """The decisions to be satisfied, and the effort that is left."""

    def __init__(
        self, weights: Mapping[Choice, int], k: int, deadline: Deadline, given: Given | None
    ) -> None:
        self.weights, self.k, self.deadline, self.given = weights, k, deadline, given
        self.left = _MOST_CLOSURES

    def allows(self, dag: MarkTable) -> bool:
        """Say whether a DAG fits what is given."""
        return self.given is None or self.given.fits(dag)

    def state(self, dag: MarkTable) -> _State:
        """Look at a DAG."""
        closure = k_closure_table(dag, self.k)
        self.last = _State(dag, closure, weight_broken(closure, self.weights))
        return self.last

    def improved(self, state: _State) -> _State:
        """Take the best change of one edge as long as it breaks less."""
        while state.weight:
            best = state
            for dag in filter(self.allows, _changes(state, self.weights)):
                self.deadline.check()
                if self.left <= 0:
                    raise _EffortSpent
                self.left -= 1
                best = min(best, self.state(dag), key=lambda found: found.weight)
            self.last = best
            if best is state:
                break
            state = best
        return state


def _first_dag(graph: MarkTable, given: Given | None) -> MarkTable:
    """Return a DAG that is like a graph, and fits what is given."""
    dag = _as_dag(graph)
    if given is None or given.fits(dag):
        return dag
    wanted = [dag.children(i) for i in range(dag.n)]
    children = RelationSearch(dag.n, relations_of(given), wanted).dag()
    if children is None:
        raise AssertionError("knowledge that contradicts itself was refused before")
    fitting = MarkTable(dag.n)
    for u, row in enumerate(children):
        for v in members(row):
            fitting.add(u, "-->", v)
    return fitting


def _as_dag(graph: MarkTable) -> MarkTable:
    """Return a DAG with the edges of a graph that are directed, then the others, where no cycle arises."""
    dag = MarkTable(graph.n)
    edges = sorted(graph.edges(), key=lambda edge: edge[1] not in ("-->", "<--", "o->", "<-o"))
    for a, pattern, b in edges:
        if pattern != "<->":
            _add(dag, *((b, a) if pattern in ("<--", "<-o") else (a, b)))
    return dag


def _add(dag: MarkTable, u: int, v: int) -> bool:
    """Add an edge unless it makes a cycle; say whether it was added."""
    below = reachable(1 << v, [dag.children(i) for i in range(dag.n)])
    if below >> u & 1:
        return False
    dag.add(u, "-->", v)
    return True


def _pairs(state: _State, weights: Mapping[Choice, int]) -> list[tuple[int, int]]:
    """Return the pairs that occur in broken decisions."""
    broken = (choice.nodes for choice in weights if choice.broken_by(state.closure))
    return sorted({pair for nodes in broken for pair in combinations(sorted(nodes), 2)})


def _changes(state: _State, weights: Mapping[Choice, int]) -> Iterator[MarkTable]:
    """Yield the DAGs that differ in one edge between nodes of a broken decision."""
    dag = state.dag
    for a, b in _pairs(state, weights):
        without = dag.copy()
        if dag.adjacent(a, b):
            without.remove(a, b)
            yield without
        for u, v in ((a, b), (b, a)):
            changed = without.copy()
            if not dag.has(u, "-->", v) and _add(changed, u, v):
                yield changed


def _kicked(state: _State, weights: Mapping[Choice, int], generator: random.Random) -> MarkTable:
    """Return the DAG with a few edges changed at random, most near what is broken."""
    dag = state.dag.copy()
    near = _pairs(state, weights)
    for _ in range(_EDGES_PER_KICK):
        a, b = generator.choice(near)
        if generator.random() < 0.5:
            a = generator.choice([c for c in range(dag.n) if c != b])
        joined = dag.adjacent(a, b)
        dag.remove(a, b)
        if not joined or generator.random() < 0.5:
            _add(dag, *((a, b) if generator.random() < 0.5 else (b, a)))
    return dag

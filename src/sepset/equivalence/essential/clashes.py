"""Why no DAG agrees with a pattern: decisions that cannot all hold, none of which can be left out.

A pattern is a list of decisions: which pairs no set of at most k variables separates, and which unshielded
triples are colliders. When the search finds no k-closure, its clauses contradict each other. Each clause
rests on decisions: a collider on that of its triple, a cut lemma on the adjacency of its pair, a cover lemma
on the separation of its pair and the adjacency of its edges; what ancestry alone says rests on none. Dropping
decisions one by one, as long as the rest still contradicts itself, leaves a set from which none can be
dropped (for the lemmas that were found).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> for decision in clashing_decisions(MixedGraph.from_edges("a o-o b", "b o-o c"), 0):
...     print(decision)
b is no collider between a and c
a set of at most 0 variables separates a and c
no set of at most 0 variables separates a and b
no set of at most 0 variables separates b and c
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.checks import check_size
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import ClassSearch, Deadline, TimeIsUp
from sepset.equivalence.essential.clauses import pattern_clauses
from sepset.equivalence.essential.decisions import KINDS, Choice, pair, triples
from sepset.equivalence.essential.lemmas import CoverLemma, CutLemma
from sepset.equivalence.essential.solvers import new_solver
from sepset.errors import TimeLimitError
from sepset.graph.ancestry import require_graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.graph.mixed_graph import MixedGraph


class Decision(NamedTuple):
    """One decision of a pattern: a triple is a collider or not, or a pair is joined or apart."""

    kind: str  # "collider" | "no collider" | "apart" | "joined"
    nodes: tuple[str, ...]  # a, c, b for a triple; a, b for a pair
    k: int

    def __str__(self) -> str:
        if self.kind in ("collider", "no collider"):
            a, c, b = self.nodes
            return f"{c} is {'a' if self.kind == 'collider' else 'no'} collider between {a} and {b}"
        a, b = self.nodes
        return (
            f"{'a' if self.kind == 'apart' else 'no'} set of at most {self.k} variables separates {a} and {b}"
        )


def clashing_decisions(graph: MixedGraph, k: int, *, time_limit: float | None = None) -> tuple[Decision, ...]:
    """Return decisions of a pattern that contradict each other; none when some DAG agrees with all of them.

    Only adjacencies and unshielded colliders of the graph are read, as in `complete_pattern`.
    """
    require_graph(graph)
    search = ClassSearch(ClassPattern.of(graph.table), check_size("k", k), Deadline(time_limit))
    try:
        if search.find([]) is not None:
            return ()
        return _smallest(graph, search)
    except TimeIsUp:
        raise TimeLimitError(
            f"no k-closure was found, and none ruled out, within {time_limit} s; raise time_limit"
        ) from None


def _smallest(graph: MixedGraph, search: ClassSearch) -> tuple[Decision, ...]:
    """Drop decisions as long as the others contradict each other; those about pairs go first."""
    selectors: dict[Choice, int] = {}
    formula = []
    for clause, tags in _tagged_clauses(search):
        for tag in tags:
            selectors.setdefault(tag, len(search.heads.ends) + len(selectors) + 1)
        formula.append([*clause, *(-selectors[tag] for tag in tags)])
    decided = {number: tag for tag, number in selectors.items()}
    with new_solver("cadical195", formula) as solver:
        solver.solve(assumptions=sorted(decided))
        core = sorted(solver.get_core() or ())
        for number in sorted(core, key=lambda number: (len(decided[number].nodes) > 2, number)):
            search.deadline.check()
            rest = [other for other in core if other != number]
            if not solver.solve(assumptions=rest):
                core = rest
    found = sorted((decided[number] for number in core), key=lambda tag: (KINDS.index(tag.kind), tag.nodes))
    return tuple(Decision(kind, tuple(graph.nodes[i] for i in nodes), search.k) for kind, nodes in found)


def _tagged_clauses(search: ClassSearch) -> Iterator[tuple[Literals, list[Choice]]]:
    """Yield every clause of a search with the decisions on which it rests."""
    head, pattern = search.heads.head, search.pattern
    for a, c, b in triples(pattern.colliders):
        yield [head[c, a]], [Choice("collider", (a, c, b))]
        yield [head[c, b]], [Choice("collider", (a, c, b))]
    for a, c, b in triples(pattern.non_colliders):
        yield [-head[c, a], -head[c, b]], [Choice("no collider", (a, c, b))]
    no_triples = ClassPattern(pattern.adjacency, (), ())
    yield from ((clause, []) for clause in pattern_clauses(no_triples, search.heads))
    yield from ((clause, _tags_of(lemma)) for lemma, clause in search.lemmas)


def _tags_of(lemma: Lemma) -> list[Choice]:
    if isinstance(lemma, CutLemma):
        return [pair("joined", lemma.a, lemma.b)]
    if isinstance(lemma, CoverLemma):
        return [pair("apart", lemma.a, lemma.b), *(pair("joined", *edge) for edge in lemma.edges)]
    return []

"""The k-closure that breaks the fewest or weakest decisions, among all k-closures over the same nodes.

What data decide about pairs and triples may hold in no DAG at all. Every decision has a weight, and a
*nearest* k-closure breaks decisions of the least total weight. For few nodes it is found by MaxSAT. The
clauses are those of one class (`sepset.equivalence.essential.clauses`) over all pairs, with one variable more
for each pair, "i and j are adjacent". Where they are not, h(i; j) is true, so that "not h(i; j)" still says
``i --> j``, and the lemmas hold as they stand once adjacency is among their premises. A best model that is no
k-closure breaks lemmas; they are added, and the search goes on.

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

from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.class_search import Deadline, TimeIsUp
from sepset.equivalence.essential.clauses import Heads
from sepset.equivalence.essential.climb import climb
from sepset.equivalence.essential.core_guided import CoreGuided, OutOfEffort
from sepset.equivalence.essential.decisions import Choice, choices_of, weight_broken
from sepset.equivalence.essential.lemmas import CoverLemma, CutLemma, PathLemma
from sepset.equivalence.essential.violations import broken_lemmas
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.lemmas import Lemma

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
    graph: MixedGraph, weights: Mapping[Choice, int], k: int, *, time_limit: float | None = None
) -> Nearest:
    """Return a k-closure that breaks decisions of small total weight; `graph` is where climbing starts.

    The result does not depend on the order of the nodes.
    """
    # The solver's choices depend on its numbers: nodes are numbered by name.
    ordered = graph.reorder(sorted(graph.nodes))
    place = [ordered.number(name) for name in graph.nodes]
    renamed = {_renumbered(choice, place): weight for choice, weight in weights.items()}
    renamed = dict(sorted(renamed.items()))
    deadline = Deadline(time_limit)
    table, proven = climb(ordered.table, renamed, k, deadline), False
    if len(graph) <= MOST_NODES:
        table, proven = _by_maxsat(table, renamed, k, deadline)
    closure = MixedGraph.from_table(ordered.nodes, table).reorder(graph.nodes)
    broken = tuple(choice for choice in weights if choice.broken_by(closure.table))
    return Nearest(closure, broken, proven)


def _renumbered(choice: Choice, place: Sequence[int]) -> Choice:
    numbers = [place[node] for node in choice.nodes]
    ends = sorted((numbers[0], numbers[-1]))
    return Choice(choice.kind, (ends[0], *numbers[1:-1], ends[1]))


def _by_maxsat(
    known: MarkTable, weights: Mapping[Choice, int], k: int, deadline: Deadline
) -> tuple[MarkTable, bool]:
    """Return a nearest k-closure and True, or the known one and False when it takes too long."""
    variables = _Variables(known.n)
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
            broken = broken_lemmas(table, k)
            if not broken and not search.finish_level():
                return table, True
            for lemma in broken:
                search.add(variables.lemma(lemma))
    except (OutOfEffort, TimeIsUp):
        return known, False
    return known, True


class _Variables:
    """h(i; j) for all ends of all pairs, "adjacent" for all pairs, and one for each decision on a triple."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.everyone = [((1 << n) - 1) & ~(1 << i) for i in range(n)]
        self.heads = Heads(self.everyone)
        first = len(self.heads.ends) + 1
        self._adjacent = {pair: first + place for place, pair in enumerate(combinations(range(n), 2))}
        self._top = len(self.heads.ends) + len(self._adjacent)

    def adjacent(self, i: int, j: int) -> int:
        return self._adjacent[min(i, j), max(i, j)]

    def clauses(self) -> Iterator[Literals]:
        """Yield what every ancestral graph satisfies, as far as it is known from the start."""
        head = self.heads.head
        for i, j in self._adjacent:
            yield [head[i, j], head[j, i]]
            yield [self.adjacent(i, j), head[i, j]]
            yield [self.adjacent(i, j), head[j, i]]
        for p, q, r in permutations(range(self.n), 3):
            yield [head[p, q], head[q, r], -head[p, r], -self.adjacent(p, r)]

    def soft(self, choice: Choice) -> tuple[int, list[Literals]]:
        """Return the literal that says that a decision holds, and the clauses that make it say so."""
        if choice.kind in ("apart", "joined"):
            number = self.adjacent(*choice.nodes)
            return (number if choice.kind == "joined" else -number), []
        a, c, b = choice.nodes
        self._top += 1
        premise = [-self._top, -self.adjacent(a, c), -self.adjacent(c, b), self.adjacent(a, b)]
        ends = [self.heads.head[c, a], self.heads.head[c, b]]
        if choice.kind == "collider":
            return self._top, [[*premise, end] for end in ends]
        return self._top, [[*premise, *(-end for end in ends)]]

    def lemma(self, lemma: Lemma) -> Literals:
        """Return a lemma as a clause, with the adjacency of its ends."""
        clause = lemma.clause(self.heads, self.everyone)
        if isinstance(lemma, PathLemma):
            return [*clause, -self.adjacent(lemma.nodes[0], lemma.nodes[-1])]
        if isinstance(lemma, CoverLemma):
            return [*clause, self.adjacent(lemma.a, lemma.b)]
        if isinstance(lemma, CutLemma):
            return [*clause, -self.adjacent(lemma.a, lemma.b)]
        return clause

    def table(self, model: Sequence[int]) -> MarkTable:
        """Return the graph that a model describes."""
        table = MarkTable(self.n)
        for (i, j), number in self.heads.head.items():
            if model[self.adjacent(i, j) - 1] > 0:
                mark = Mark.ARROW if model[number - 1] > 0 else Mark.TAIL
                table.adjacency[i] |= 1 << j
                table.near[mark][i] |= 1 << j
                table.far[mark][j] |= 1 << i
        return table

"""All k-closures over given nodes as clauses: those of one class, with one variable more for each pair.

The variable says "i and j are adjacent". Where they are not, h(i; j) is true, so that "not h(i; j)" still
says ``i --> j``, and the clauses and lemmas of one class (`sepset.equivalence.essential.clauses`,
`sepset.equivalence.essential.lemmas`) hold as they stand once adjacency is among their premises. With what is
`given` beforehand, only k-closures of DAGs that fit it are left.
"""

from __future__ import annotations

import math
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from sepset.equivalence.essential.clauses import Heads
from sepset.equivalence.essential.lemmas import CoverLemma, CutLemma, PathLemma, WayLemma
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.decisions import Choice
    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.lemmas import Lemma

#: With more nodes triangles are left to path lemmas: there are too many to write them all down.
_MOST_NODES_WITH_TRIANGLES = 40
#: With more sets of k nodes beside all pairs, the need for k + 1 parents is left to cut lemmas.
_MOST_FAMILIES = 50_000


class AllPairs:
    """h(i; j) for all ends of all pairs, "adjacent" for all pairs, and one for each decision on a triple."""

    def __init__(self, n: int, k: int, given: Given | None = None) -> None:
        self.n, self.k, self.given = n, k, given
        self.everyone = [((1 << n) - 1) & ~(1 << i) for i in range(n)]
        self.heads = Heads(self.everyone)
        first = len(self.heads.ends) + 1
        self._adjacent = {pair: first + place for place, pair in enumerate(combinations(range(n), 2))}
        self._top = len(self.heads.ends) + len(self._adjacent)

    def adjacent(self, i: int, j: int) -> int:
        """Return the variable that says that two nodes are adjacent."""
        return self._adjacent[min(i, j), max(i, j)]

    def clauses(self) -> Iterator[Literals]:
        """Yield what every ancestral graph satisfies, as far as it is known from the start."""
        head = self.heads.head
        for i, j in self._adjacent:
            yield [head[i, j], head[j, i]]
            yield [self.adjacent(i, j), head[i, j]]
            yield [self.adjacent(i, j), head[j, i]]
        if self.n <= _MOST_NODES_WITH_TRIANGLES:
            for p, q, r in permutations(range(self.n), 3):
                yield [head[p, q], head[q, r], -head[p, r], -self.adjacent(p, r)]
        if self.n * self.n * math.comb(max(self.n - 2, 0), self.k) <= _MOST_FAMILIES:
            yield from self._parents()
        if self.given is not None:
            yield from self._known(self.given)

    def _parents(self) -> Iterator[Literals]:
        """Yield clauses: each end of ``a <-> b`` has more than k parents, one besides any k others."""
        head = self.heads.head
        for a, b in permutations(range(self.n), 2):
            premise = [-self.adjacent(a, b), -head[a, b], -head[b, a]]
            others = [u for u in range(self.n) if u not in (a, b)]
            for left_out in combinations(others, min(self.k, len(others))):
                parents = (u for u in others if u not in left_out and not self._never_parent(u, a))
                yield [*premise, *(-head[u, a] for u in parents)]

    def _never_parent(self, u: int, v: int) -> bool:
        return self.given is not None and bool(self.given.never_parent[u] >> v & 1)

    def _known(self, given: Given) -> Iterator[Literals]:
        """Yield what is known about single pairs."""
        pairs, head = given.pairs(), self.heads.head
        yield from ([head[a, b]] for a, b in pairs["never_above"])
        yield from ([-head[a, b], -self.adjacent(a, b)] for a, b in pairs["above"])
        # "Not h" says that they are adjacent, too.
        yield from ([-head[a, b]] for a, b in pairs["parent"])

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
        clause = lemma.clause(self.heads, self.everyone, self.given)
        if isinstance(lemma, PathLemma):
            return [*clause, -self.adjacent(lemma.nodes[0], lemma.nodes[-1])]
        if isinstance(lemma, CoverLemma):
            return [*clause, self.adjacent(lemma.a, lemma.b)]
        if isinstance(lemma, CutLemma):
            return [*clause, -self.adjacent(lemma.a, lemma.b)]
        if (
            isinstance(lemma, WayLemma)
            and self.given is not None
            and self.given.above[lemma.a] >> lemma.b & 1
        ):
            # A known ancestor is one even without an edge.
            return [literal for literal in clause if literal != self.heads.head[lemma.a, lemma.b]]
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

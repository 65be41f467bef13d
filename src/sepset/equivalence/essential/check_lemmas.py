"""Check lemmas and refutations of a certificate; shares no clause with the search that found them.

The clauses of the class and of each lemma are written down again from their definitions, with variables
numbered in another way, and each refutation must follow from them by unit propagation. A lemma that does not
hold by its own words is refused, whether it is used or not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sepset.equivalence.essential.lemmas import BarLemma, CoverLemma, CutLemma, PathLemma, WayLemma
from sepset.equivalence.essential.propagation import Clauses
from sepset.equivalence.k_closure import k_closure_table
from sepset.graph.ancestry import is_dag
from sepset.graph.bits import members
from sepset.graph.mark_table import MarkTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.certificate import Certificate, Refuted, Step
    from sepset.equivalence.essential.given import Given


def refutation_problems(certificate: Certificate) -> Iterator[str]:
    """Yield what is wrong with the lemmas and the refutations."""
    check = _Check(certificate)
    for number, lemma in enumerate(certificate.lemmas, start=1):
        clause = check.lemma_clause(lemma)
        if clause is None:
            yield f"lemma {number} does not hold"
            return
        check.clauses.add(clause)
    for entry in certificate.refuted:
        if not check.refutes(entry):
            yield f"the refutation of {entry.edge} does not go through"
            return


class _Check:
    def __init__(self, certificate: Certificate) -> None:
        self.closure, self.k = certificate.closure, certificate.k
        self.adjacency = self.closure.table.adjacency
        self.n = len(self.adjacency)
        self.clauses = Clauses()
        for clause in self._class_clauses():
            self.clauses.add(clause)
        self.given = certificate.given
        for clause in () if self.given is None else self._given_clauses(self.given):
            self.clauses.add(clause)

    # ---- literals ----------------------------------------------------------------------------------------

    def arrow(self, i: int, j: int) -> int:
        """Return the literal "arrowhead at i on the edge i-j"."""
        return i * self.n + j + 1

    def parent(self, i: int, j: int) -> int:
        """Return the literal "i --> j"."""
        return -self.arrow(i, j)

    def _literals(self, step: Step) -> list[int] | None:
        found = []
        for i, j, is_arrow in step:
            if not (self._are_nodes(i, j) and self.adjacency[i] >> j & 1):
                return None
            found.append(self.arrow(i, j) if is_arrow else self.parent(i, j))
        return found

    def _are_nodes(self, *numbers: int) -> bool:
        return all(isinstance(number, int) and 0 <= number < self.n for number in numbers)

    # ---- clauses -----------------------------------------------------------------------------------------

    def _class_clauses(self) -> Iterator[list[int]]:
        """Yield what the skeleton, the unshielded colliders and ancestry say about each triple."""
        for c, around in enumerate(self.adjacency):
            for a in members(around):
                yield [self.arrow(a, c), self.arrow(c, a)]
                for b in members(around & self.adjacency[a]):
                    yield [-self.parent(a, c), -self.parent(c, b), self.parent(a, b)]
                for b in members(around & ~self.adjacency[a] & ~(1 << a)):
                    yield self._unshielded(a, c, b)

    def _unshielded(self, a: int, c: int, b: int) -> list[int]:
        """Return what the collider, or the lack of one, says at a's end; b's end has its own turn."""
        into = self.closure.table.where(c, "<-*")
        if into >> a & into >> b & 1:
            return [self.arrow(c, a)]
        return [self.parent(c, a), self.parent(c, b)]

    def _given_clauses(self, given: Given) -> Iterator[list[int]]:
        """Yield what is known beforehand about single edges."""
        pairs = given.pairs()
        for a, b in (*pairs["above"], *pairs["parent"]):
            if self.adjacency[a] >> b & 1:
                yield [self.parent(a, b)]
        for a, b in pairs["never_above"]:
            if self.adjacency[a] >> b & 1:
                yield [self.arrow(a, b)]

    def _in_dag(self, u: int, v: int) -> bool:
        """Say whether u --> v may be an edge of a DAG that fits what is known."""
        return self.given is None or not self.given.never_parent[u] >> v & 1

    def lemma_clause(self, lemma: object) -> list[int] | None:
        """Return a lemma as a clause, or None when it does not hold."""
        if isinstance(lemma, PathLemma):
            return self._path_clause(lemma.nodes)
        if isinstance(lemma, CutLemma):
            return self._cut_clause(lemma)
        if isinstance(lemma, BarLemma):
            return self._bar_clause(lemma.nodes)
        if isinstance(lemma, WayLemma):
            return self._way_clause(lemma)
        return self._cover_clause(lemma) if isinstance(lemma, CoverLemma) else None

    def _path_clause(self, nodes: tuple[int, ...]) -> list[int] | None:
        ends = [*pairwise(nodes), (nodes[0], nodes[-1])] if len(nodes) > 1 else [(-1, -1)]
        if not all(self._are_nodes(u, v) and self.adjacency[u] >> v & 1 for u, v in ends):
            return None
        return [*(-self.parent(u, v) for u, v in ends[:-1]), self.parent(*ends[-1])]

    def _cut_clause(self, lemma: CutLemma) -> list[int] | None:
        a, b, left, right, cut_left, cut_right = lemma
        parts = (left, right, cut_left, cut_right)
        inside = left | right | cut_left | cut_right
        fits = min(parts) >= 0 and inside >> self.n == 0 and self._are_nodes(a, b)
        if not fits or sum(part.bit_count() for part in parts) != inside.bit_count():
            return None  # not nodes, or a node in two parts
        if not (left >> a & 1 and right >> b & 1) or (cut_left | cut_right).bit_count() > self.k:
            return None
        outside = ~inside & ((1 << self.n) - 1)
        ways = [(outside, inside), (left, right), (right, left), (right, cut_left), (left, cut_right)]
        steps = (step for from_here, to in ways for step in self._steps(from_here, to))
        return [self.parent(u, v) for u, v in steps if self._in_dag(u, v)]

    def _steps(self, from_here: int, to: int) -> Iterator[tuple[int, int]]:
        """Yield the adjacent pairs that lead from one set of nodes into another."""
        for u in members(from_here):
            for v in members(self.adjacency[u] & to):
                yield u, v

    def _bar_clause(self, nodes: tuple[int, ...]) -> list[int] | None:
        if self.given is None or len(nodes) < 2 or not self._are_nodes(*nodes):
            return None
        joined = all(self.adjacency[u] >> v & 1 for u, v in pairwise(nodes))
        if not joined or not self.given.never_above[nodes[0]] >> nodes[-1] & 1:
            return None
        return [-self.parent(u, v) for u, v in pairwise(nodes)]

    def _way_clause(self, lemma: WayLemma) -> list[int] | None:
        a, b, inside = lemma
        if self.given is None or not self._are_nodes(a, b) or inside < 0 or inside >> self.n:
            return None
        if not inside >> a & 1 or inside >> b & 1:
            return None
        if self.adjacency[a] >> b & 1:
            premise = [-self.parent(a, b)]
        elif self.given.above[a] >> b & 1:
            premise = []
        else:
            return None
        outside = ~inside & ((1 << self.n) - 1)
        return [*premise, *(self.parent(u, v) for u, v in self._steps(inside, outside) if self._in_dag(u, v))]

    def _cover_clause(self, lemma: CoverLemma) -> list[int] | None:
        a, b, edges = lemma
        if not self._are_nodes(a, b) or a == b or self.adjacency[a] >> b & 1:
            return None
        dag = MarkTable(self.n)
        for u, v in edges:
            if not (self._are_nodes(u, v) and self.adjacency[u] >> v & 1) or dag.adjacent(u, v):
                return None
            dag.add(u, "-->", v)
        if not is_dag(dag) or not k_closure_table(dag, self.k).adjacent(a, b):
            return None
        return [-self.parent(u, v) for u, v in edges]

    # ---- refutations -------------------------------------------------------------------------------------

    def refutes(self, entry: Refuted) -> bool:
        """Say whether an edge is refuted by what is known so far; if it is, that is known from then on."""
        clause = self._negated(entry)
        if clause is None:
            return False
        for wanted in (*(self._literals(step) for step in entry.steps), clause):
            if wanted is None or self.clauses.refute([-x for x in wanted]) is None:
                return False
            self.clauses.add(wanted)
        return True

    def _negated(self, entry: Refuted) -> list[int] | None:
        u, pattern, v = entry.edge
        if u not in self.closure or v not in self.closure or not self.closure.adjacent(u, v):
            return None
        i, j = self.closure.number(u), self.closure.number(v)
        return {
            "-->": [self.arrow(i, j)],
            "<--": [self.arrow(j, i)],
            "<->": [self.parent(i, j), self.parent(j, i)],
        }.get(pattern)

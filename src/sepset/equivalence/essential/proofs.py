"""Prove every no of a search: clauses that follow from one another by unit propagation.

Most refutations follow at once from the pattern, the lemmas and the refutations before. For the others
Glucose (Audemard and Simon 2009) is asked for a proof, a list of clauses each of which follows from those
before. Lemmas and steps that no proof uses are left out, and so is what is not proved when time is up.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.class_search import CONFLICTS, TimeIsUp
from sepset.equivalence.essential.propagation import Clauses
from sepset.equivalence.essential.solvers import new_solver

if TYPE_CHECKING:
    from sepset.equivalence.essential.class_search import ClassSearch, Deadline
    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.equivalence.essential.questions import EdgeQuestion


class Refutation(NamedTuple):
    """A question with a no, in what way it is proved, and the steps between lemmas and refutation."""

    question: EdgeQuestion
    reason: str  # "conclusion" | "cover" | "search"
    steps: tuple[Literals, ...]


class Proof(NamedTuple):
    """The lemmas that are used, and the refutations in order; later ones build on earlier ones."""

    lemmas: tuple[Lemma, ...]
    refuted: tuple[Refutation, ...]


def prove(search: ClassSearch, refuted: list[EdgeQuestion]) -> Proof:
    """Return proofs of refutations that a search has found, in their order, until its deadline."""
    writer = _ProofWriter(search)
    with suppress(TimeIsUp):
        for question in refuted:
            search.deadline.check()
            writer.refute(question)
    return writer.proof()


class _ProofWriter:
    def __init__(self, search: ClassSearch) -> None:
        self.search = search
        self.clauses = Clauses()
        for clause in search.first_clauses():
            self.clauses.add(clause)
        self.lemmas = {self.clauses.add(clause): lemma for lemma, clause in search.lemmas}
        #: for each clause that was derived, the clauses that it was derived from
        self.sources: dict[int, set[int]] = {}
        self.prover: _Prover | None = None
        self.refuted: list[tuple[EdgeQuestion, int, list[tuple[int, Literals]]]] = []

    def refute(self, question: EdgeQuestion) -> None:
        """Derive that no k-closure of the class has an edge."""
        literals = self.search.heads.type(*question)
        steps: list[tuple[int, Literals]] = []
        if self.clauses.refute(literals) is None:
            self.prover = self.prover or _Prover(self.clauses, self.search.deadline)
            steps = [(self._derive(clause), clause) for clause in self.prover.steps(literals)]
        self.refuted.append((question, self._derive([-x for x in literals]), steps))

    def _derive(self, clause: Literals) -> int:
        self.search.deadline.check()
        sources = self.clauses.refute([-x for x in clause])
        if sources is None:
            raise RuntimeError(f"a step of a proof does not follow: {clause}")
        number = self.clauses.add(clause)
        self.sources[number] = sources
        return number

    def proof(self) -> Proof:
        """Return what the refutations use."""
        used, todo = set(), [number for _, number, _ in self.refuted]
        while todo:
            number = todo.pop()
            if number not in used:
                used.add(number)
                todo += self.sources.get(number, ())
        lemmas = tuple(lemma for number, lemma in self.lemmas.items() if number in used)
        covering = set(self.lemmas)
        refuted = []
        for question, number, steps in self.refuted:
            kept = [(step, clause) for step, clause in steps if step in used]
            if any(self.sources[place] & covering for place in (number, *(step for step, _ in kept))):
                covering |= {number, *(step for step, _ in kept)}
            reason = "search" if kept else "cover" if number in covering else "conclusion"
            refuted.append(Refutation(question, reason, tuple(clause for _, clause in kept)))
        return Proof(lemmas, tuple(refuted))


class _Prover:
    """A solver that writes down every clause it learns; each follows from those before."""

    def __init__(self, clauses: Clauses, deadline: Deadline) -> None:
        self._solver = new_solver("glucose4", clauses.simplified(), with_proof=True)
        self._lines, self._deadline = 0, deadline

    def steps(self, literals: Literals) -> list[Literals]:
        """Return clauses that follow one after the other, after which the literals are refuted at once."""
        answer = None
        while answer is None:
            self._deadline.check()
            self._solver.conf_budget(CONFLICTS)
            answer = self._solver.solve_limited(assumptions=literals)
        if answer:
            raise RuntimeError(f"a refutation has a model: {literals}")
        lines = self._solver.get_proof()
        fresh, self._lines = lines[self._lines :], len(lines)
        self._solver.add_clause([-literal for literal in literals])
        # A line that begins with d only drops a clause.
        words = (line.split() for line in fresh if not line.startswith("d"))
        return [[int(word) for word in line[:-1]] for line in words if len(line) > 1]

"""Every question about the edges of a class of k-closures, and the answers.

For each edge and each of its possible types ``-->``, ``<--`` and ``<->``: does some k-closure of the class
have it? A yes comes with such a k-closure, a *witness*, which usually answers many questions at once. A no
comes with its reason:

- ``conclusion``: it contradicts the skeleton and the unshielded colliders, by rules in the manner of R1 to R3
  and R8;
- ``cover``: some ``<->`` would have too few disjoint paths to cover it (the counting rule, refined by minimum
  cuts);
- ``search``: all ways to complete the graph were tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.bounds import certainly_covered, may_be_covered
from sepset.equivalence.essential.partial_closure import Contradiction, Partial
from sepset.equivalence.essential.witness_search import Refutation, Turn, find_k_closure
from sepset.graph.bits import members
from sepset.graph.marks import mirror

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.pattern import Pattern
    from sepset.equivalence.essential.witness_search import Deadline
    from sepset.graph.mark_table import MarkTable


class Question(NamedTuple):
    """Does some k-closure of the class have the edge ``i edge j``? (i < j)"""

    i: int
    edge: str
    j: int


class Answer(NamedTuple):
    """A question with a no: why, and what the search did where it had to search."""

    question: Question
    reason: str  # "conclusion" | "cover" | "search"
    turns: tuple[Turn, ...] = ()


@dataclass
class Inquiry:
    """All questions about one class and the answers so far.

    The class is given by what its k-closures share, the skeleton and the unshielded colliders; it may be
    empty.
    """

    pattern: Pattern
    k: int
    #: what every k-closure of the class certainly has
    known: Partial
    witnesses: list[MarkTable] = field(default_factory=list)
    #: question -> number of the first witness that has the edge
    seen: dict[Question, int] = field(default_factory=dict)
    #: every no, in the order in which they were found; later ones build on earlier ones
    refuted: list[Answer] = field(default_factory=list)
    #: the <-> pairs that what is known covers already
    _covered: frozenset[tuple[int, int]] = frozenset()

    def open_questions(self) -> Iterator[Question]:
        """Yield the questions without an answer, in node order."""
        for i, row in enumerate(self.pattern.adjacency):
            for j in members(row >> (i + 1) << (i + 1)):
                asked = (Question(i, edge, j) for edge in self.known.options(i, j))
                yield from (question for question in asked if question not in self.seen)

    def add_witness(self, table: MarkTable) -> None:
        """Note every edge of a k-closure of the class."""
        number = len(self.witnesses)
        fresh = [Question(*edge) for edge in table.edges() if Question(*edge) not in self.seen]
        if fresh or not self.witnesses:
            self.witnesses.append(table)
            self.seen.update(dict.fromkeys(fresh, number))

    def refute(self, question: Question, reason: str, turns: tuple[Turn, ...] = ()) -> None:
        """Note a no and its conclusions."""
        self.refuted.append(Answer(question, reason, turns))
        self.known.exclude(*question)

    def find_first_witness(self, deadline: Deadline) -> bool:
        """Look for any k-closure of the class; say whether there is one."""
        outcome = find_k_closure(self.known.copy(), self.k, deadline, self._preference)
        if isinstance(outcome, Refutation):
            return False
        self.add_witness(outcome)
        return True

    # ---- finding answers ---------------------------------------------------------------------------------

    def settle(self, deadline: Deadline) -> None:
        """Answer every question, the cheap ones first; raise `TimeIsUp` at the deadline."""
        self._settle_cheaply(deadline)
        while (question := next(self.open_questions(), None)) is not None:
            if not self._search(question, deadline):
                self._settle_cheaply(deadline)

    def _settle_cheaply(self, deadline: Deadline) -> None:
        """Refute what conclusions and bounds alone refute, until that gives nothing new."""
        before = -1
        while len(self.refuted) > before:
            before = len(self.refuted)
            self._covered = certainly_covered(self.known, self.k)
            for question in list(self.open_questions()):
                deadline.check()
                reason = self._cheap_refutation(question)
                if reason is not None:
                    self.refute(question, reason)

    def _cheap_refutation(self, question: Question) -> str | None:
        i, edge, j = question
        if edge not in self.known.options(i, j):
            return None  # an earlier refutation has settled it
        if edge == "<->" and not may_be_covered(self.known, i, j, self.k):
            return "cover"
        trial = self.known.copy()
        try:
            trial.assume(i, edge, j)
        except Contradiction:
            return "conclusion"
        pairs = (pair for pair in trial.bidirected() if pair not in self._covered)
        return None if all(may_be_covered(trial, a, b, self.k) for a, b in pairs) else "cover"

    def _search(self, question: Question, deadline: Deadline) -> bool:
        """Answer one question by search; say whether the answer is yes."""
        trial = self.known.copy()
        trial.assume(*question)
        outcome = find_k_closure(trial, self.k, deadline, self._preference, self._covered)
        if isinstance(outcome, Refutation):
            self.refute(question, "search", outcome.turns)
            return False
        self.add_witness(outcome)
        return True

    def _preference(self, i: int, edge: str, j: int) -> int:
        """Rank directed edges before <->, and unseen ones before seen ones, so that witnesses tell more."""
        question = Question(i, edge, j) if i < j else Question(j, mirror(edge), i)
        return 2 * (edge == "<->") + (question in self.seen)

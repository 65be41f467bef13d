"""Every question about the edges of a class of k-closures, and the answers.

For each edge and each of its possible types ``-->``, ``<--`` and ``<->``: does some k-closure of the class
have it? A yes comes with such a k-closure, a *witness*, which usually answers many questions at once. A no
comes from the solver, and is proved afterwards (`sepset.equivalence.essential.proofs`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.union import TypesSeen
from sepset.graph.bits import members

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.class_search import ClassSearch
    from sepset.graph.mark_table import MarkTable


class EdgeQuestion(NamedTuple):
    """Does some k-closure of the class have the edge ``i edge j``? (i < j)"""

    i: int
    edge: str
    j: int


class EdgeQuestions:
    """All questions about one class and the answers so far."""

    def __init__(self, search: ClassSearch) -> None:
        self.search = search
        self.witnesses: list[MarkTable] = []
        self.seen = TypesSeen(search.heads.n)
        #: every no, in the order in which they were found
        self.refuted: list[EdgeQuestion] = []

    def add_witness(self, table: MarkTable) -> None:
        """Note every edge of a k-closure of the class."""
        if self.seen.add(table) or not self.witnesses:
            self.witnesses.append(table)

    def find_first_witness(self) -> bool:
        """Look for any k-closure of the class; say whether there is one."""
        table = self.search.find([])
        if table is not None:
            self.add_witness(table)
        return table is not None

    def settle(self) -> None:
        """Answer every question, in node order; raise `TimeIsUp` at the deadline."""
        for question in self._questions():
            if not self.seen.has(*question):
                self._ask(question)

    def open_questions(self) -> list[EdgeQuestion]:
        """Return the questions without an answer, in node order."""
        answered = set(self.refuted)
        asked = (question for question in self._questions() if not self.seen.has(*question))
        return [question for question in asked if question not in answered]

    def _questions(self) -> Iterator[EdgeQuestion]:
        for i, row in enumerate(self.search.pattern.adjacency):
            for j in members(row >> i << i):
                yield from (EdgeQuestion(i, edge, j) for edge in ("-->", "<--", "<->"))

    def _ask(self, question: EdgeQuestion) -> None:
        literals = self.search.heads.type(*question)
        table = self.search.find(literals)
        if table is None:
            self.refuted.append(question)
            self.search.exclude(literals)
        else:
            self.add_witness(table)

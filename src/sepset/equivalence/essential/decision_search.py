"""Which decisions about pairs and triples hold together in some k-closure.

The search is over all k-closures of the nodes (`sepset.equivalence.essential.all_pairs`), so that an answer
rests on the decisions that were asked about and on nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.equivalence.essential.all_pairs import AllPairs
from sepset.equivalence.essential.core_guided import OutOfEffort
from sepset.equivalence.essential.solvers import new_solver
from sepset.equivalence.essential.violations import broken_lemmas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.equivalence.essential.class_search import Deadline
    from sepset.equivalence.essential.decisions import Choice

#: Conflicts after which the solver comes back; one such turn is one unit of effort.
_CONFLICTS = 300


class DecisionSearch:
    """Decisions 0, 1, ... and which of them are known to hold together; a `Consistency`."""

    def __init__(self, n: int, choices: Sequence[Choice], k: int, deadline: Deadline, *, limit: int) -> None:
        self._variables = AllPairs(n, k)
        self._choices, self._k, self._deadline, self._left = choices, k, deadline, limit
        self.number = len(choices)
        clauses = list(self._variables.clauses())
        self._literals = []
        for choice in choices:
            literal, further = self._variables.soft(choice)
            clauses += further
            self._literals.append(literal)
        self._solver = new_solver("glucose4", clauses)
        # What is not asked for should hold where it can, too.
        self._solver.set_phases(self._literals)

    def held(self, wanted: Sequence[int]) -> frozenset[int] | None:
        """Return the decisions that some k-closure keeps, the wanted ones among them; None: there is none."""
        assumptions = [self._literals[one] for one in wanted]
        while self._solve(assumptions):
            table = self._variables.table(self._solver.get_model())
            broken = broken_lemmas(table, self._k)
            if not broken:
                kept = (one for one, choice in enumerate(self._choices) if not choice.broken_by(table))
                return frozenset(kept)
            for lemma in broken:
                self._solver.add_clause(self._variables.lemma(lemma))
        return None

    def core(self) -> list[int]:
        """Return those of the decisions last asked for that clash already."""
        core = set(self._solver.get_core() or ())
        return [one for one, literal in enumerate(self._literals) if literal in core]

    def _solve(self, assumptions: Sequence[int]) -> bool:
        answer = None
        while answer is None:
            if self._left <= 0 or self._deadline.is_over():
                raise OutOfEffort
            self._left -= 1
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solver.solve_limited(assumptions=assumptions)
        return bool(answer)

"""Find k-closures of a class with a SAT solver; lemmas are added where its models break them.

The solver sees the clauses of the pattern first. Each model is a graph: if it is no k-closure, it breaks some
lemma (`sepset.equivalence.essential.violations`), which is added, and the solver goes on. Lemmas hold for the
whole class and so serve all later questions; when the solver finds no model, there is no k-closure.

CaDiCaL (Biere et al. 2020) through PySAT (Ignatiev, Morgado and Marques-Silva 2018) is the solver.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sepset.checks import check_time_limit
from sepset.equivalence.essential.clauses import Heads, pattern_clauses
from sepset.equivalence.essential.solvers import new_solver
from sepset.equivalence.essential.violations import broken_lemmas

if TYPE_CHECKING:
    from sepset.equivalence.essential.class_pattern import ClassPattern
    from sepset.equivalence.essential.clauses import Literals
    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.graph.mark_table import MarkTable

#: Conflicts after which the solver comes back, so that the deadline can be looked at.
CONFLICTS = 2000


class TimeIsUp(Exception):  # noqa: N818  (a turn of the search, not an error)
    """The deadline has passed."""


class Deadline:
    """A point in time after which a search stops; with None it never does."""

    def __init__(self, seconds: float | None) -> None:
        limit = check_time_limit(seconds)
        self._end = None if limit is None else time.monotonic() + limit

    def part(self, share: float) -> Deadline:
        """Return the point at which a share of the time that is left is over."""
        return Deadline(None if self._end is None else share * max(0.0, self._end - time.monotonic()))

    def is_over(self) -> bool:
        """Say whether the time is up."""
        return self._end is not None and time.monotonic() > self._end

    def check(self) -> None:
        """Raise `TimeIsUp` once the time is up."""
        if self.is_over():
            raise TimeIsUp


class ClassSearch:
    """A class of k-closures, given by its pattern, and what was found out about it so far.

    With what is `given` beforehand, only k-closures of DAGs that fit it are found.
    """

    def __init__(
        self, pattern: ClassPattern, k: int, deadline: Deadline, *, given: Given | None = None
    ) -> None:
        self.pattern, self.k, self.deadline = pattern, k, deadline
        self.heads = Heads(pattern.adjacency)
        self.given = given
        #: the lemmas that were needed so far, each with its clause
        self.lemmas: list[tuple[Lemma, Literals]] = []
        first = self.first_clauses()
        #: an empty clause has come up, which nothing satisfies and solvers treat in different ways
        self._impossible = [] in first
        self._solver = new_solver("cadical195", [clause for clause in first if clause])

    def first_clauses(self) -> list[Literals]:
        """Return what is known from the start: of the pattern, and beforehand."""
        known = [] if self.given is None else self.given.clauses(self.heads, self.pattern.adjacency)
        return [*pattern_clauses(self.pattern, self.heads), *known]

    def find(self, assumptions: Literals) -> MarkTable | None:
        """Return a k-closure of the class that satisfies the literals, or None when there is none."""
        while (model := self._model(assumptions)) is not None:
            table = self.heads.table(model)
            broken = broken_lemmas(table, self.k, self.given)
            if not broken:
                return table
            for lemma in broken:
                clause = lemma.clause(self.heads, self.pattern.adjacency, self.given)
                self.lemmas.append((lemma, clause))
                self._impossible |= not clause
                if clause:
                    self._solver.add_clause(clause)
        return None

    def exclude(self, literals: Literals) -> None:
        """Note that the literals never hold together."""
        self._solver.add_clause([-literal for literal in literals])

    def _model(self, assumptions: Literals) -> list[int] | None:
        answer: bool | None = False if self._impossible else None
        while answer is None:
            self.deadline.check()
            self._solver.conf_budget(CONFLICTS)
            answer = self._solver.solve_limited(assumptions=assumptions)
        return list(self._solver.get_model()) if answer else None

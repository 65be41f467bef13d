"""MaxSAT by unsatisfiable cores, with clauses that come later and a limit on the effort.

Soft literals have weights; we want the model whose false ones weigh least. The solver assumes
them all. When that is impossible, it names a core of them, one of which must be false. Their smallest weight
is a cost that no model avoids; it is subtracted from each of them, and "at most one of them is false" becomes
a soft literal with that weight (OLL: Andres, Kaufmann, Matheis and Schaub 2012; RC2: Ignatiev, Morgado and
Marques-Silva 2019). Heavy literals are assumed first. Since clauses only ever add to what is impossible,
they may be added at any time.

>>> search = CoreGuided([[1, 2], [-1, -2]], {1: 3, 2: 1}, limit=10)
>>> search.model()[:2], search.finish_level()
([1, -2], True)
>>> search.model()[:2], search.cost
([1, -2], 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.equivalence.essential.solvers import new_solver, new_totalizer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sepset.equivalence.essential.clauses import Literals

#: Conflicts after which the solver comes back; one such turn is one unit of effort.
_CONFLICTS = 300
#: How often a core is asked for again among its own members, to make it smaller.
_TRIMS = 3


class OutOfEffort(Exception):  # noqa: N818  (a turn of the search, not an error)
    """The limit was reached before the best model was known."""


class CoreGuided:
    """A formula with soft literals, and what is known about its best models."""

    def __init__(
        self,
        clauses: Sequence[Sequence[int]],
        soft: Mapping[int, int],
        *,
        limit: int,
        enough: int | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._solver = new_solver("glucose4", clauses)
        # Literals that are not assumed yet should hold where they can, too.
        self._solver.set_phases(list(soft))
        self._soft = dict(soft)
        self._top = max((abs(literal) for clause in [*clauses, [*soft]] for literal in clause), default=0)
        #: for each literal "at most m of a core are false": its totalizer and m
        self._sums: dict[int, tuple[Any, int]] = {}
        self._left, self._enough, self._check = limit, enough, check
        self._level = max(soft.values(), default=1)
        #: a cost that every model has, as far as is known
        self.cost = 0

    def add(self, clause: Literals) -> None:
        """Add a clause that every model must satisfy."""
        self._solver.add_clause(clause)

    def model(self) -> list[int] | None:
        """Return a model that is best for the soft literals of the present level; see `finish_level`.

        None: every model costs `enough` or more.
        """
        while self._enough is None or self.cost < self._enough:
            assumed = [literal for literal, weight in self._soft.items() if weight >= self._level]
            if self._solve(assumed):
                return list(self._solver.get_model())
            self._relax(self._trimmed())
        return None

    def finish_level(self) -> bool:
        """Go on to lighter literals; if there are none, the last model was the best of all."""
        lighter = [weight for weight in self._soft.values() if weight < self._level]
        if lighter:
            self._level = max(lighter)
        return bool(lighter)

    def _solve(self, assumed: Literals) -> bool:
        answer = None
        while answer is None:
            self._check()
            if self._left <= 0:
                raise OutOfEffort
            self._left -= 1
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solver.solve_limited(assumptions=assumed)
        return bool(answer)

    def _trimmed(self) -> Literals:
        core: Literals = list(self._solver.get_core() or ())
        for _ in range(_TRIMS):
            self._solve(core)
            smaller = list(self._solver.get_core() or ())
            if len(smaller) >= len(core):
                break
            core = smaller
        return sorted(core, key=abs)

    def _relax(self, core: Literals) -> None:
        """Allow one literal of a core to be false, at the weight of the lightest of them."""
        weight = min(self._soft[literal] for literal in core)
        self.cost += weight
        for literal in core:
            self._soft[literal] -= weight
            if not self._soft[literal]:
                del self._soft[literal]
            if literal in self._sums:
                self._allow_one_more(literal, weight)
        if len(core) > 1:
            total = new_totalizer([-literal for literal in core], self._top)
            self._top = max(self._top, total.top_id)
            self._extend(total, total.cnf.clauses, 1, weight)

    def _allow_one_more(self, literal: int, weight: int) -> None:
        total, number = self._sums[literal]
        if number + 1 < len(total.lits):
            total.increase(ubound=number + 1, top_id=self._top)
            self._top = max(self._top, total.top_id)
            new = total.cnf.clauses[len(total.cnf.clauses) - total.nof_new :]
            self._extend(total, new, number + 1, weight)

    def _extend(self, total: Any, clauses: Sequence[Sequence[int]], number: int, weight: int) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)
        literal = -total.rhs[number]
        self._soft[literal] = self._soft.get(literal, 0) + weight
        self._sums[literal] = (total, number)

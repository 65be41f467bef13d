"""The SAT solvers that are used, from PySAT: the one place that imports it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence


def new_solver(
    name: Literal["cadical195", "glucose4"], clauses: Sequence[Sequence[int]], *, with_proof: bool = False
) -> Any:
    """Return a solver that knows these clauses.

    >>> new_solver("cadical195", [[1, 2], [-1]]).solve()
    True
    """
    from pysat.solvers import Solver  # imported when first needed: `import sepset` stays quick

    return Solver(name=name, bootstrap_with=clauses, with_proof=with_proof)


def new_totalizer(literals: Sequence[int], top: int) -> Any:
    """Return a sum of literals whose bound can be raised; ``rhs[i]`` says that more than i of them are true.

    >>> new_totalizer([1, 2], 2).top_id > 2
    True
    """
    from pysat.card import ITotalizer  # imported when first needed, as above

    return ITotalizer(lits=list(literals), ubound=1, top_id=top)

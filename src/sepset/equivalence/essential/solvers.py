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

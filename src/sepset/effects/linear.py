"""Effects by linear regression: the coefficient of the cause beside the adjustment set.

Standard errors are robust to unequal variances (HC3, MacKinnon and White 1985).

>>> import numpy as np
>>> rng = np.random.default_rng(0)
>>> c = rng.normal(size=1000)
>>> a = c + rng.normal(size=1000)
>>> b = 2 * a - c + rng.normal(size=1000)
>>> slopes, covariance, dof = regression(b, a[:, None], c[:, None])
>>> bool(abs(slopes[0] - 2) < 3 * covariance[0, 0] ** 0.5), dof
(True, 997)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: What is left of a column of the cause, in units of its own spread, for it to count as varying by itself.
_LEFT = 1e-6


class Slopes(NamedTuple):
    """Coefficients of the columns of a cause, their covariance, and the degrees of freedom that are left."""

    slopes: Floats
    covariance: Floats
    dof: int


def regression(outcome: Floats, cause: Floats, given: Floats) -> Slopes | None:
    """Regress an outcome on the columns of a cause and a set; None if the set leaves the cause constant."""
    rows = len(outcome)
    basis = _basis(np.column_stack([np.ones(rows), _scaled(given)]))
    spread = cause.std(axis=0)
    if (spread == 0).any():
        return None
    left = cause / spread - basis @ (basis.T @ (cause / spread))
    own = _basis(left)
    dof = rows - basis.shape[1] - own.shape[1]
    if own.shape[1] < cause.shape[1] or dof < 1:
        return None
    # Frisch, Waugh and Lovell: the slopes are those between the residuals of both given the set.
    rest = outcome - basis @ (basis.T @ outcome)
    inverse = np.linalg.inv(left.T @ left)
    slopes = inverse @ (left.T @ rest)
    leverage = (basis**2).sum(axis=1) + (own**2).sum(axis=1)
    scores = left * ((rest - left @ slopes) / np.maximum(1 - leverage, 1e-8))[:, None]
    covariance = inverse @ (scores.T @ scores) @ inverse
    return Slopes(slopes / spread, covariance / np.outer(spread, spread), dof)


def _scaled(columns: Floats) -> Floats:
    spread = columns.std(axis=0)
    return np.asarray((columns - columns.mean(axis=0)) / np.where(spread > 0, spread, 1.0))


def _basis(columns: Floats) -> Floats:
    """Return an orthonormal basis of what some columns span."""
    if not columns.shape[1]:
        return columns
    left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return left[:, sizes > _LEFT * np.sqrt(len(columns))]

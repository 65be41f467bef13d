"""Effects by standardisation: risks within strata, averaged over the strata of all rows.

The risk of an outcome if everybody had a level x of the cause is the mean over strata z of the risk given x
and z, weighted by the share of z among all rows [Robins 1986]; no model is needed. Its variance has two
parts: of the risks within strata, and of the shares. Within a stratum it uses the risk with half a case added
on either side, so that a stratum in which all cases are alike is not taken for certain.

>>> import numpy as np
>>> cause = np.array([0, 0, 1, 1] * 25)
>>> outcome = np.array([0.0, 1.0, 1.0, 1.0] * 25)
>>> risks = standardised(outcome, cause, np.zeros(100, dtype=np.intp), (0, 1))
>>> float(risks.treated), float(risks.untreated)
(1.0, 0.5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class Risks(NamedTuple):
    """The risks under two levels of a cause, and their variances and covariance."""

    untreated: float
    treated: float
    variances: tuple[float, float]
    covariance: float

    @property
    def difference(self) -> tuple[float, float]:
        """The risk difference and its standard error."""
        variance = sum(self.variances) - 2 * self.covariance
        return self.treated - self.untreated, float(np.sqrt(max(variance, 0.0)))

    @property
    def log_ratio(self) -> tuple[float, float] | None:
        """The log of the risk ratio and its standard error; None with a risk of zero."""
        low, high = self.untreated, self.treated
        if low <= 0 or high <= 0:
            return None
        variance = (
            self.variances[0] / low**2 + self.variances[1] / high**2 - 2 * self.covariance / (low * high)
        )
        return float(np.log(high / low)), float(np.sqrt(max(variance, 0.0)))


def standardised(
    outcome: Floats, cause: NDArray[np.integer], strata: NDArray[np.intp], levels: tuple[int, int]
) -> Risks | None:
    """Return the risks under two levels; None: some stratum has no row with one of them."""
    count = int(strata.max()) + 1
    shares = np.bincount(strata, minlength=count) / len(strata)
    means, within = [], []
    for level in levels:
        rows = cause == level
        cases = np.bincount(strata[rows], minlength=count)
        if (cases == 0).any():
            return None
        events = np.bincount(strata[rows], weights=outcome[rows], minlength=count)
        means.append(events / cases)
        cautious = (events + 0.5) / (cases + 1)
        within.append(float((shares**2 * cautious * (1 - cautious) / cases).sum()))
    risks = [float(shares @ mean) for mean in means]
    spread = np.array([mean - risk for mean, risk in zip(means, risks, strict=True)])
    between = (spread * shares) @ spread.T / len(strata)
    variances = within[0] + float(between[0, 0]), within[1] + float(between[1, 1])
    return Risks(risks[0], risks[1], variances, float(between[0, 1]))

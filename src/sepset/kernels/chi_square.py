"""The chi-square distribution: the twins are SciPy's functions.

The compiled ones exist so that a run on discrete data need not import `scipy.special`, which takes longer
than most searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def chi_square_tail(statistic: NDArray[np.float64], dof: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of a larger statistic, element by element; NaN where dof is not positive.

    >>> chi_square_tail(np.array([3.841458820694124]), np.array([1.0])).round(12)
    array([0.05])
    """
    from scipy.special import chdtrc

    tail: NDArray[np.float64] = np.where(dof > 0, chdtrc(np.where(dof > 0, dof, 1.0), statistic), np.nan)
    return tail


def chi_square_critical(alpha: float, dof: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the statistic that is exceeded with probability alpha, for each number of degrees of freedom.

    >>> chi_square_critical(0.05, np.array([1.0, 2.0])).round(6)
    array([3.841459, 5.991465])
    """
    from scipy.special import chdtri

    critical: NDArray[np.float64] = chdtri(dof, alpha)
    return critical

"""Under independence the p-values of Fisher's z are uniform.

Seeds are fixed: a failure is a change, not bad luck.
"""

import numpy as np
import pytest
from scipy import stats

from sepset.independence.gaussian import FisherZ

REPEATS = 2000


def p_values(rows, size, seed):
    """P-values of a independent of b given S, where S causes both."""
    rng = np.random.default_rng(seed)
    given = [f"s{i}" for i in range(size)]
    found = np.empty(REPEATS)
    for i in range(REPEATS):
        causes = rng.normal(size=(rows, size))
        weights = rng.uniform(-1, 1, size=(size, 2))
        effects = causes @ weights + rng.normal(size=(rows, 2))
        found[i] = FisherZ(("a", "b", *given), np.hstack([effects, causes]))("a", "b", given).p
    return found


@pytest.mark.parametrize(("rows", "size"), [(20, 0), (20, 2), (100, 0), (100, 1), (100, 3), (500, 2)])
def test_p_values_are_uniform_under_independence(rows, size):
    p = p_values(rows, size, seed=[rows, size])
    assert stats.kstest(p, "uniform").pvalue > 0.01
    for alpha in (0.01, 0.05, 0.2):
        rejected = int((p <= alpha).sum())
        assert stats.binomtest(rejected, REPEATS, alpha).pvalue > 0.01


def test_power_against_dependence():
    rng = np.random.default_rng(1)
    a = rng.normal(size=200)
    b = 0.5 * a + rng.normal(size=200)
    assert FisherZ(("a", "b"), np.column_stack([a, b]))("a", "b").p < 1e-6

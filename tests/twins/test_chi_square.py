"""The chi-square distribution of the kernels against SciPy's."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import chi_square as twin


def cases():
    rng = np.random.default_rng(1)
    dof = np.concatenate(
        [rng.integers(1, 12, 4000), rng.integers(1, 3000, 2000), rng.integers(1, 200_000, 200)]
    )
    near = dof + rng.normal(size=len(dof)) * np.sqrt(2 * dof) * rng.choice([0.5, 3, 10], len(dof))
    statistic = np.where(rng.random(len(dof)) < 0.2, rng.exponential(5.0, len(dof)), np.abs(near))
    return statistic.astype(float), dof.astype(float)


def test_tail_is_that_of_scipy():
    statistic, dof = cases()
    got, expected = _core.chi_square_tail(statistic, dof), twin.chi_square_tail(statistic, dof)
    ordinary = expected > 1e-250
    assert ordinary.sum() > 5000
    np.testing.assert_allclose(got[ordinary], expected[ordinary], rtol=1e-11, atol=0)
    assert (got[~ordinary] <= 1e-240).all()


def test_small_tables_agree_to_the_last_digits():
    statistic = np.concatenate([np.linspace(0, 60, 601), [1e-300, 1e-17, 1e-9, 700.0]])
    for dof in range(1, 30):
        degrees = np.full(len(statistic), float(dof))
        got, expected = _core.chi_square_tail(statistic, degrees), twin.chi_square_tail(statistic, degrees)
        np.testing.assert_allclose(got, expected, rtol=1e-12, atol=0)


def test_edges():
    odd = np.array([0.0, -1.0, np.inf, np.nan, 1.0, 1.0])
    got = _core.chi_square_tail(odd, np.array([3.0, 3.0, 3.0, 3.0, 0.0, -2.0]))
    np.testing.assert_array_equal(got, [1.0, 1.0, 0.0, np.nan, np.nan, np.nan])


@pytest.mark.parametrize("alpha", [0.4, 0.05, 0.01, 1e-6, 1e-12])
def test_critical_values_are_those_of_scipy(alpha):
    dof = np.arange(1.0, 1025.0)
    got = _core.chi_square_critical(alpha, dof)
    np.testing.assert_allclose(got, twin.chi_square_critical(alpha, dof), rtol=1e-10)
    np.testing.assert_allclose(_core.chi_square_tail(got, dof), alpha, rtol=1e-9)

"""How often discrete tests reject under independence.

The asymptotic tests drift on sparse tables, the permutation test does not.
"""

import numpy as np
import pytest

from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.permutation import MonteCarloG2


def rejection_rate(kind, levels, size, rows, repeats, **options):
    """The share of p <= 0.05 for independent columns, each with probabilities uniform on the simplex."""
    rng = np.random.default_rng(1000 * levels + rows)
    names = [f"x{i}" for i in range(size + 2)]
    rejected = 0
    for _ in range(repeats):
        chances = rng.dirichlet(np.ones(levels), size=size + 2)
        codes = [rng.choice(levels, rows, p=chance) for chance in chances]
        test = kind(names, codes, [levels] * (size + 2), **options)
        rejected += test("x0", "x1", names[2:]).p <= 0.05  # NaN, no evidence, does not count
    return rejected / repeats


@pytest.mark.parametrize(
    ("levels", "rows", "g2", "x2"), [(2, 100, 0.065, 0.048), (3, 200, 0.117, 0.077), (2, 1000, 0.05, 0.05)]
)
def test_type_one_error_of_asymptotic_tests(levels, rows, g2, x2):
    repeats = 1500
    for kind, rate in ((GSquare, g2), (ChiSquare, x2)):
        noise = 4 * np.sqrt(rate * (1 - rate) / repeats)
        assert rejection_rate(kind, levels, 2, rows, repeats) == pytest.approx(rate, abs=noise + 0.004)


@pytest.mark.parametrize(("levels", "size", "rows"), [(2, 1, 20), (3, 1, 30), (3, 2, 60)])
def test_permutation_test_keeps_its_level(levels, size, rows):
    repeats = 300
    rate = rejection_rate(MonteCarloG2, levels, size, rows, repeats, draws=199, exceedances=30)
    assert rate <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / repeats)
    if levels == 3:  # with two levels few tables exist, so the exact test is conservative
        assert rate >= 0.05 - 3 * np.sqrt(0.05 * 0.95 / repeats)


def test_permutation_test_where_the_approximation_fails():
    asymptotic = rejection_rate(GSquare, 3, 2, 60, 300)
    sampled = rejection_rate(MonteCarloG2, 3, 2, 60, 300, draws=199, exceedances=30)
    assert abs(sampled - 0.05) < 0.03 < abs(asymptotic - 0.05)

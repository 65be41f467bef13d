"""sepset and pgmpy: the same p-values and skeletons for Fisher's z.

The discrete tests of pgmpy apply Yates' correction in every 2 x 2 stratum, which makes them another test;
without such strata the statistics are the same.
"""

import warnings

import pytest

from crosscheck.other_tools import (
    KS,
    gaussian_values,
    levels_of,
    names_of,
    network_codes,
    random_questions,
    skeleton,
)
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ


@pytest.fixture(scope="module")
def pgmpy():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("pgmpy.causal_discovery")
        import pgmpy.causal_discovery
        import pgmpy.ci_tests
    return pgmpy


def frame(values):
    import pandas as pd

    return pd.DataFrame(values, columns=names_of(values))


def test_fisher_z_has_the_same_p_values(pgmpy):
    values = gaussian_values(8, 100, seed=1)
    ours, theirs = FisherZ(names_of(values), values), pgmpy.ci_tests.FisherZ(frame(values))
    for a, b, given in random_questions(8, 100, seed=2):
        names = f"x{a}", f"x{b}", [f"x{c}" for c in given]
        theirs(*names, significance_level=0.05)
        assert ours(*names).p == pytest.approx(theirs.p_value_, rel=1e-8, abs=1e-10)


@pytest.mark.parametrize(("ours", "theirs"), [(ChiSquare, "ChiSquare"), (GSquare, "GSq")])
def test_discrete_tests_are_the_same_with_more_than_two_levels(pgmpy, ours, theirs):
    codes = network_codes(7, 3_000, (3, 4), seed=3)
    test, their_test = (
        ours(names_of(codes), codes.T, levels_of(codes)),
        getattr(pgmpy.ci_tests, theirs)(frame(codes)),
    )
    compared = 0
    for a, b, given in random_questions(7, 100, seed=4):
        names = f"x{a}", f"x{b}", [f"x{c}" for c in given[:1]]
        result = test(*names)
        their_test(*names, significance_level=0.05)
        assert result.dof == their_test.dof_
        assert result.p == pytest.approx(their_test.p_value_, rel=1e-8, abs=1e-12)
        compared += 1
    assert compared == 100


@pytest.mark.parametrize("k", KS)
def test_gaussian_skeletons_are_the_same(pgmpy, k):
    values = gaussian_values(12, 300, seed=5)
    found = pgmpy.causal_discovery.PC(
        variant="stable", ci_test="fisher_z", significance_level=0.05, max_cond_vars=k, show_progress=False
    ).fit(frame(values))
    theirs = {frozenset(int(name[1:]) for name in edge) for edge in found.skeleton_.edges()}
    assert skeleton(FisherZ(names_of(values), values), k) == theirs

"""sepset and pyAgrum: the same statistics, and the same skeletons where the degrees of freedom agree.

Where levels are missing in a stratum pyAgrum counts the degrees of freedom in its own way: all of them, minus
the number of cells whose expected count is zero, at least 1. That takes more away than the rows and columns
that sepset drops ("adjusted"), so that pyAgrum finds more dependences in sparse tables. Where every level
occurs in every stratum both agree, and with our search driven by their p-values the skeletons always do.
"""

import math
import warnings

import numpy as np
import pytest
from scipy.stats import chi2

import sepset as sp
from crosscheck.other_tools import (
    KS,
    asia_codes,
    levels_of,
    names_of,
    network_codes,
    random_questions,
    skeleton,
)
from sepset.independence.discrete import ChiSquare, GSquare

TESTS = {"chi2": ChiSquare, "G2": GSquare}
#: how far pyAgrum's tail of the chi-square distribution was seen to be from SciPy's: 4e-9
THEIR_ACCURACY = 1e-8


@pytest.fixture(scope="module")
def pyagrum():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("pyagrum")


def learner(pyagrum, codes):
    import pandas as pd

    return pyagrum.BNLearner(pd.DataFrame(codes, columns=names_of(codes)))


def their_skeleton(pyagrum, codes, test, k):
    asked = learner(pyagrum, codes)
    asked.usePC()
    asked.useChi2Test() if test == "chi2" else asked.useG2Test()
    asked.setPCStable(True)
    asked.setPCAlpha(0.05)
    asked.setPCMaxCondSetSize(k)
    graph = asked.learnPDAG()
    names = [asked.nameFromId(i) for i in range(codes.shape[1])]
    assert names == list(names_of(codes))
    return {frozenset(pair) for pair in [*graph.arcs(), *graph.edges()]}


def their_dof(codes, a, b, given):
    """Return the full degrees of freedom minus the cells with expected count zero, at least 1."""
    levels = levels_of(codes)
    strata = (
        np.unique(codes[:, given], axis=0, return_inverse=True)[1].ravel() if given else np.zeros(len(codes))
    )
    empty_strata = math.prod(levels[c] for c in given) - len(np.unique(strata))
    without = empty_strata * levels[a] * levels[b]
    for stratum in np.unique(strata):
        rows = codes[strata == stratum]
        without += levels[a] * levels[b] - len(np.unique(rows[:, a])) * len(np.unique(rows[:, b]))
    full = (levels[a] - 1) * (levels[b] - 1) * math.prod(levels[c] for c in given)
    return max(full - without, 1)


@pytest.mark.parametrize("name", TESTS)
def test_statistics_and_documented_degrees_of_freedom(pyagrum, name):
    for codes in (network_codes(8, 200, (2, 3), seed=1), asia_codes(500, seed=2)):
        ours = TESTS[name](names_of(codes), codes.T, levels_of(codes))
        theirs = getattr(learner(pyagrum, codes), name)
        for a, b, given in random_questions(codes.shape[1], 100, seed=3):
            statistic, p = theirs(f"x{a}", f"x{b}", [f"x{c}" for c in given])
            result = ours(f"x{a}", f"x{b}", [f"x{c}" for c in given])
            assert result.statistic == pytest.approx(statistic, rel=1e-9, abs=1e-9)
            dof = their_dof(codes, a, b, given)
            assert p == pytest.approx(chi2.sf(statistic, dof), rel=0, abs=THEIR_ACCURACY)
            if dof == result.dof:
                assert p == pytest.approx(result.p, rel=0, abs=THEIR_ACCURACY)


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("name", TESTS)
def test_skeletons_are_the_same_where_no_level_is_missing(pyagrum, name, k):
    for seed in range(3):
        codes = network_codes(10, 20_000, (2,), seed)
        ours = skeleton(TESTS[name](names_of(codes), codes.T, levels_of(codes)), k)
        assert ours == their_skeleton(pyagrum, codes, name, k)


@pytest.mark.parametrize("k", KS)
def test_skeletons_are_the_same_with_their_p_values(pyagrum, k):
    for codes in (network_codes(9, 300, (2, 3, 4), seed=4), asia_codes(1_000, seed=5)):
        asked = learner(pyagrum, codes)
        driven = sp.independence.CallableTest(
            lambda a, b, given, asked=asked: asked.chi2(a, b, given)[1], names_of(codes)
        )
        assert skeleton(driven, k) == their_skeleton(pyagrum, codes, "chi2", k)

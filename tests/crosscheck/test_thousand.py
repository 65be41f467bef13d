"""A thousand random data sets against each peer: p-values, and skeletons with the same search."""

import warnings

import numpy as np
import pytest
from scipy.stats import chi2

from crosscheck.other_tools import (
    gaussian_values,
    levels_of,
    names_of,
    network_codes,
    random_questions,
    skeleton,
)
from crosscheck.test_causal_learn import causal_learn, our_discrete_test  # noqa: F401 - a fixture
from crosscheck.test_causal_learn import their_skeleton as causal_learn_skeleton
from crosscheck.test_pgmpy import frame, pgmpy  # noqa: F401 - a fixture
from crosscheck.test_pyagrum import THEIR_ACCURACY, learner, pyagrum, their_dof  # noqa: F401 - a fixture
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ

COUNT = 1000


def tables(kind):
    """Yield a seed and a random table for each data set."""
    for seed in range(COUNT):
        rng = np.random.default_rng(seed)
        n, rows = int(rng.integers(4, 8)), int(rng.integers(30, 300))
        if kind == "gaussian":
            yield seed, gaussian_values(n, rows, seed)
        else:
            codes = network_codes(n, rows, kind, seed)
            if min(len({*column.tolist()}) for column in codes.T) > 1:
                yield seed, codes


@pytest.mark.slow
def test_causal_learn_gaussian(causal_learn):  # noqa: F811
    for seed, values in tables("gaussian"):
        ours, theirs = FisherZ(names_of(values), values), causal_learn.CIT(values, "fisherz")
        for a, b, given in random_questions(values.shape[1], 3, seed):
            if len(given) <= values.shape[1] - 2:
                p = ours(f"x{a}", f"x{b}", [f"x{c}" for c in given]).p
                assert p == pytest.approx(theirs(a, b, given), rel=1e-6, abs=1e-13), (seed, a, b, given)
        k = seed % 3
        assert skeleton(ours, k) == causal_learn_skeleton(causal_learn, values, "fisherz", k), seed


@pytest.mark.slow
def test_causal_learn_discrete(causal_learn):  # noqa: F811
    for seed, codes in tables((2, 3)):
        name = ("chisq", "gsq")[seed % 2]
        ours, k = our_discrete_test(name, codes), seed % 3
        assert skeleton(ours, k) == causal_learn_skeleton(causal_learn, codes, name, k), seed


@pytest.mark.slow
def test_pgmpy_p_values(pgmpy):  # noqa: F811
    for seed, values in tables("gaussian"):
        ours, theirs = FisherZ(names_of(values), values), pgmpy.ci_tests.FisherZ(frame(values))
        for a, b, given in random_questions(values.shape[1], 3, seed):
            names = f"x{a}", f"x{b}", [f"x{c}" for c in given]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs(*names, significance_level=0.05)
            assert ours(*names).p == pytest.approx(theirs.p_value_, rel=1e-8, abs=1e-10), (seed, names)


@pytest.mark.slow
def test_pyagrum_statistics(pyagrum):  # noqa: F811
    """The statistics are the same; degrees of freedom are counted in their own way (see test_pyagrum)."""
    for seed, codes in tables((2, 3, 4)):
        asked = learner(pyagrum, codes)
        tests = ChiSquare, GSquare
        ours = tests[seed % 2](names_of(codes), codes.T, levels_of(codes))
        for a, b, given in random_questions(codes.shape[1], 3, seed):
            names = f"x{a}", f"x{b}", [f"x{c}" for c in given]
            statistic, p = (asked.chi2 if seed % 2 == 0 else asked.G2)(*names)
            assert ours(*names).statistic == pytest.approx(statistic, rel=1e-9, abs=1e-9), (seed, names)
            dof = their_dof(codes, a, b, given)
            assert p == pytest.approx(chi2.sf(statistic, dof), abs=THEIR_ACCURACY), (seed, names)

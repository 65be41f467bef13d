"""sepset and causal-learn: the same p-values and, with the same search, the same skeletons.

Two things differ by choice. With no degree of freedom left causal-learn takes p = 1, "independent"; sepset
says "no evidence" unless told ``no_evidence="independent"``, as is done here. And causal-learn computes the
p-value of Fisher's z as 2 (1 - Phi), which is 0 below 1e-16; only the relative difference is large there.
"""

import warnings

import numpy as np
import pytest

import sepset as sp
from crosscheck.other_tools import (
    KS,
    asia_codes,
    gaussian_values,
    levels_of,
    names_of,
    network_codes,
    random_questions,
    skeleton,
)
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ

DISCRETE = {"chisq": ChiSquare, "gsq": GSquare}


@pytest.fixture(scope="module")
def causal_learn():
    pytest.importorskip("causallearn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from causallearn.search.ConstraintBased import PC
    return PC


def their_skeleton(causal_learn, values, test, k):
    found = causal_learn.pc(values, 0.05, test, stable=True, show_progress=False, max_k=k)
    rows, columns = np.nonzero(found.G.graph)
    return {frozenset(pair) for pair in zip(rows.tolist(), columns.tolist(), strict=True)}


def our_discrete_test(name, codes):
    return DISCRETE[name](names_of(codes), codes.T, levels_of(codes), no_evidence="independent")


def discrete_tables():
    yield "binary", network_codes(10, 500, (2,), seed=1)
    yield "mixed levels", network_codes(9, 800, (2, 3, 4), seed=2)
    yield "sparse", network_codes(8, 60, (3, 4), seed=3)
    yield "Asia", asia_codes(1_000, seed=4)


@pytest.mark.parametrize(("n", "rows"), [(8, 50), (15, 300)])
def test_fisher_z_has_the_same_p_values(causal_learn, n, rows):
    values = gaussian_values(n, rows, seed=rows)
    ours, theirs = FisherZ(names_of(values), values), causal_learn.CIT(values, "fisherz")
    for a, b, given in random_questions(n, 200, seed=rows):
        p = ours(f"x{a}", f"x{b}", [f"x{c}" for c in given]).p
        assert p == pytest.approx(theirs(a, b, given), abs=1e-10)


@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_tests_have_the_same_p_values(causal_learn, name):
    for label, codes in discrete_tables():
        ours, theirs = our_discrete_test(name, codes), causal_learn.CIT(codes, name)
        for a, b, given in random_questions(codes.shape[1], 200, seed=5):
            p = ours(f"x{a}", f"x{b}", [f"x{c}" for c in given]).p
            assert p == pytest.approx(theirs(a, b, given), rel=1e-10, abs=1e-13), (label, a, b, given)


@pytest.mark.parametrize("k", KS)
def test_gaussian_skeletons_are_the_same(causal_learn, k):
    for seed in range(3):
        values = gaussian_values(15, 300, seed)
        ours = skeleton(FisherZ(names_of(values), values), k)
        assert ours == their_skeleton(causal_learn, values, "fisherz", k)


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("name", DISCRETE)
def test_discrete_skeletons_are_the_same(causal_learn, name, k):
    for label, codes in discrete_tables():
        assert skeleton(our_discrete_test(name, codes), k) == their_skeleton(causal_learn, codes, name, k), (
            label
        )


def test_unbounded_pc_has_the_same_skeleton(causal_learn):
    values = gaussian_values(12, 400, seed=6)
    graph = sp.pc(values).graph
    ours = {frozenset(graph.numbers((edge.u, edge.v))) for edge in graph.edges()}
    assert ours == their_skeleton(causal_learn, values, "fisherz", None)


def test_a_test_object_of_causal_learn_drives_our_search(causal_learn):
    values = gaussian_values(8, 200, seed=7)
    theirs = sp.independence.CallableTest(
        causal_learn.CIT(values, "fisherz"), names_of(values), by="number", n=200
    )
    native = sp.kpc(FisherZ(names_of(values), values), k=2, search="neighbours")
    assert sp.kpc(theirs, k=2, search="neighbours").graph == native.graph

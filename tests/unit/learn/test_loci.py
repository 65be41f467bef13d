"""LOCI by levels against LOCI statement by statement."""

from __future__ import annotations

import pytest

import naive
import sepset as sp
from sepset.independence.discrete import ChiSquare
from sepset.independence.gaussian import FisherZ
from sepset.learn import loci_arrowheads


def arrowheads(found, k):
    """Which arrowheads the second step put at a bound."""
    return {(step.a, step.b) for step in found.orientation(k).trace if step.rule == "LOCI"}


def expected(test, skeleton, k, alpha=0.05):
    """The same from the definition: every (a, b, c) puts arrowheads at b on the edges a-b and c-b."""
    table = skeleton.separations.at(k).skeleton()
    reasons = naive.loci_arrowheads(test, k, alpha=alpha)
    return {(end, b) for a, b, c in reasons for end in (a, c) if table.adjacent(end, b)}, set(reasons)


def check(found, test, k):
    for bound in range(k + 1):
        put, reasons = expected(test, found.skeleton, bound)
        assert arrowheads(found, bound) == put
        for step in found.orientation(bound).trace:
            assert step.rule != "LOCI" or step.because in reasons


@pytest.mark.parametrize("n", [2, 3, 4])
def test_on_all_small_dags(n):
    for dag in naive.all_dags(n):
        check(sp.loci(sp.Oracle(dag), k=2), sp.Oracle(dag), 2)


@pytest.mark.parametrize("seed", range(8))
def test_on_continuous_data(seed):
    dag = sp.simulate.random_dag(7, edges=9, seed=seed)
    data = sp.simulate.linear_gaussian(dag, coefficients=(0.2, 1.0), seed=seed).sample(150, seed=seed)
    check(sp.loci(data, k=2), FisherZ.from_data(data), 2)


@pytest.mark.parametrize("seed", range(8))
def test_on_discrete_data(seed):
    dag = sp.simulate.random_dag(7, edges=9, seed=seed)
    data = sp.simulate.random_network(dag, levels=3, seed=seed).sample(300, seed=seed)
    check(sp.loci(data, k=2), ChiSquare.from_data(data), 2)


def test_many_statements_go_in_several_calls(monkeypatch):
    dag = sp.simulate.random_dag(9, edges=12, seed=1)
    data = sp.simulate.linear_gaussian(dag, coefficients=(0.2, 1.0), seed=1).sample(200, seed=1)
    calls = []
    whole = sp.loci(data, k=2, progress=calls.append)
    monkeypatch.setattr(loci_arrowheads, "_STATEMENTS_AT_ONCE", 50)
    parts = sp.loci(data, k=2, progress=calls.append)
    assert len(calls) > 40
    assert (whole.graph, whole.trace, whole.tests_run) == (parts.graph, parts.trace, parts.tests_run)


def test_every_test_is_reported():
    dag = sp.simulate.random_dag(6, edges=7, seed=3)
    inner = FisherZ.from_data(sp.simulate.linear_gaussian(dag, seed=3).sample(100, seed=3))
    asked = {}

    class Counted:
        names = inner.names

        def __call__(self, a, b, given=()):
            asked[len(given)] = asked.get(len(given), 0) + 1
            return inner(a, b, given)

    assert sp.loci(Counted(), k=2).tests_run == asked

"""The compiled scores and draws, and their readable twins."""

import math

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import score as twin
from sepset.orientation.compiled import plan_numbers
from sepset.orientation.plans import COUNTING, PC
from sepset.score.marks import _planned

LEVELS = np.array([2, 3, 2, 4], dtype=np.int32)


def table(seed, rows=50):
    random = np.random.default_rng(seed)
    return np.stack([random.integers(0, count, rows) for count in LEVELS]).astype(np.uint16)


@pytest.mark.parametrize("bound", [0, 2, 3])
def test_discrete_scores(bound):
    arguments = table(0), LEVELS, np.array([0.5, 1.0]), np.array([10.0]), bound, 1, math.inf
    assert _core.discrete_local_scores(*arguments) == pytest.approx(
        twin.discrete_local_scores(*arguments), abs=1e-10
    )


@pytest.mark.parametrize("bound", [1, 3])
def test_gaussian_scores(bound):
    columns = np.random.default_rng(1).normal(size=(4, 30))
    columns[2] += columns[0]
    arguments = np.ascontiguousarray(columns @ columns.T), 30, 1.0, 6.0, bound
    assert _core.gaussian_local_scores(*arguments) == pytest.approx(
        twin.gaussian_local_scores(*arguments), abs=1e-10
    )


def scores(seed):
    return _core.discrete_local_scores(
        table(seed, 20), LEVELS, np.array([1.0]), np.array([10.0]), 3, 1, math.inf
    )


def test_evidence_and_edges():
    which, odds = np.array([0, 1, 1], dtype=np.int32), np.array([0.0, -1.0, 1.0])
    sums, edges, ancestors = _core.dag_evidence(scores(2), which, odds, True, 2, math.inf)
    slow_sums, slow_edges, slow_ancestors = twin.dag_evidence(scores(2), which, odds, True, 1, math.inf)
    assert sums == pytest.approx(slow_sums, abs=1e-10)
    assert edges == pytest.approx(slow_edges, abs=1e-10)
    assert ancestors == pytest.approx(slow_ancestors, abs=1e-10)


@pytest.mark.parametrize("seed", [0, 3, 2**40])
def test_the_same_draws(seed):
    total, dags = _core.draw_dags(scores(4)[0], -0.5, 60, seed, 7, 2, math.inf)
    slow_total, slow_dags = twin.draw_dags(scores(4)[0], -0.5, 60, seed, 7, 1, math.inf)
    assert total == pytest.approx(slow_total, abs=1e-10)
    assert (dags == slow_dags).all()


def random_dags(n, count, seed):
    random = np.random.default_rng(seed)
    dags = np.zeros((count, n, 1), dtype=np.uint64)
    for dag in dags:
        order = random.permutation(n)
        for place, child in enumerate(order):
            for parent in order[:place]:
                if random.random() < 0.35:
                    dag[child, 0] |= np.uint64(1) << np.uint64(parent)
    return dags


@pytest.mark.parametrize("k", [None, 0, 1, 2])
def test_marks_of_classes(k):
    dags = random_dags(7, 30, seed=5)
    plan = plan_numbers(PC if k is None else COUNTING)
    compiled = _core.dag_marks(dags, k, plan, 2)
    assert (compiled == np.stack([_planned(rows, k) for rows in dags])).all()

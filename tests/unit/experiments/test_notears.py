"""NOTEARS finds graphs in the setting of its own paper, with the right gradient."""

import numpy as np
import pytest
from experiments.notears import _acyclicity, _is_acyclic, _objective, notears

import sepset as sp


def test_acyclicity_is_zero_exactly_for_acyclic_weights():
    acyclic, cyclic = np.array([[0.0, 2.0], [0.0, 0.0]]), np.array([[0.0, 0.5], [0.5, 0.0]])
    assert _acyclicity(acyclic)[0] == pytest.approx(0.0)
    assert _acyclicity(cyclic)[0] > 0.01
    assert _is_acyclic(acyclic != 0)
    assert not _is_acyclic(cyclic != 0)


def test_the_gradient_is_that_of_the_objective():
    random = np.random.default_rng(0)
    data = random.standard_normal((50, 3))
    gram, point = data.T @ data / 50, random.random(18)
    value, gradient = _objective(point, gram, 0.1, 2.0, 0.5)
    step = 1e-6
    for place in range(18):
        moved = point.copy()
        moved[place] += step
        slope = (_objective(moved, gram, 0.1, 2.0, 0.5)[0] - value) / step
        assert gradient[place] == pytest.approx(slope, abs=1e-3)


def test_it_works_on_its_original_setting():
    """Zheng et al. (2018): Erdős-Rényi graphs, weights of size 0.5 to 2, unit noise, N = 1000."""
    distances = []
    for seed in range(4):
        dag = sp.simulate.random_dag(8, edges=8, seed=seed)
        model = sp.simulate.linear_gaussian(dag, coefficients=(0.5, 2), random_signs=True, seed=seed)
        distances.append(sp.compare(notears(model.sample(1000, seed=seed)), dag).shd)
    # The empty graph is 8 away.
    assert sum(distances) / len(distances) <= 1.5

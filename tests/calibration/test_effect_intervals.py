"""Intervals of effects hold the effect as often as they say, on simulated models whose effects are known."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import naive
import sepset as sp
from naive_adjustment import total_effects


def cause_and_effect(dag, rng):
    """A random pair of which the first causes the second, or None."""
    pairs = [(a, b) for b in dag.nodes for a in dag.nodes if a != b and a in dag.ancestors(b)]
    return pairs[rng.integers(len(pairs))] if pairs else None


def draw_dag(rng, nodes=5):
    while True:
        dag = naive.random_dag(nodes, rng.uniform(0.3, 0.7), _Shuffler(rng))
        pair = cause_and_effect(dag, rng)
        if pair is not None:
            return dag, *pair


class _Shuffler:
    """What `naive.random_dag` asks of a random source, from NumPy's."""

    def __init__(self, rng):
        self.rng = rng

    def shuffle(self, values):
        self.rng.shuffle(values)

    def random(self):
        return self.rng.random()


def linear_model(rng):
    dag, a, b = draw_dag(rng)
    model = sp.simulate.linear_gaussian(dag, coefficients=(0.3, 1.2), random_signs=True, seed=rng)
    truth = total_effects(model.weights.T)[dag.number(b), dag.number(a)]
    return dag, a, b, model.sample(200, seed=rng), truth


def discrete_model(rng):
    dag, a, b = draw_dag(rng, nodes=4)
    network = sp.simulate.random_network(dag, seed=rng)
    data = network.sample(1000, seed=rng)
    low, high = (chance(network, b, {a: level}) for level in ("0", "1"))
    return dag, a, b, data, high - low


def chance(network, b, forced):
    """P(b = "1") when some variables are set: the sum over all states of the factors of the others."""
    total = 0.0
    for state in product("01", repeat=len(network.names)):
        levels = dict(zip(network.names, state, strict=True))
        if levels[b] != "1" or any(levels[name] != level for name, level in forced.items()):
            continue
        p = 1.0
        for variable in network.variables:
            if variable.name not in forced:
                place = tuple(int(levels[parent]) for parent in variable.parents)
                p *= variable.table[(*place, int(levels[variable.name]))]
        total += p
    return total


def coverage(model, count, seed, *, graph=lambda dag: dag, kind="smallest"):
    """The share of models whose interval at 90 % holds the truth."""
    rng = np.random.default_rng(seed)
    held = []
    while len(held) < count:
        dag, a, b, data, truth = model(rng)
        if any(len(levels) < 2 for levels in data.levels.values()):
            continue
        found = sp.effect(data, graph(dag), a, b, level=0.9, kind=kind)
        low, high = found.range.interval if found.range is not None else (0.0, 0.0)
        held.append(low <= truth <= high)
    return np.mean(held)


@pytest.mark.parametrize("kind", ["smallest", "optimal"])
def test_slopes(kind):
    """500 linear models on 5 variables, 200 rows each; of several smallest sets the intervals are joined."""
    assert 0.85 <= coverage(linear_model, 500, seed=1, kind=kind) <= 0.95


def test_risk_differences():
    """500 random binary networks on 4 variables, 1,000 rows each."""
    assert 0.85 <= coverage(discrete_model, 500, seed=2, kind="optimal") <= 0.95


def test_ranges_of_effects_that_are_not_identified():
    """The effect is in the joined intervals at least as often as they say: other sets only add to them."""
    assert coverage(linear_model, 150, seed=3, graph=lambda dag: sp.k_essential_graph(dag, 1)) >= 0.85


@pytest.mark.slow
def test_posteriors_cover_what_graphs_and_parameters_leave_open():
    """Averaged over graphs, the interval holds the effect of the unknown DAG about as often as it says."""
    rng = np.random.default_rng(4)
    held = []
    for _ in range(100):
        _, a, b, data, truth = linear_model(rng)
        found = sp.effect(data, sp.posterior(data, seed=0), a, b, level=0.9)
        low, high = found.range.interval if found.range is not None else (0.0, 0.0)
        held.append(low - 1e-12 <= truth <= high + 1e-12)
    assert np.mean(held) >= 0.8

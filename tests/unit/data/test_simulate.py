"""Random DAGs, networks and linear Gaussian models."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest

import naive
from sepset.data.simulate import LinearGaussian, linear_gaussian, random_dag, random_network
from sepset.errors import DataError, GraphError, OptionError
from sepset.graph.mixed_graph import MixedGraph

CHAIN = MixedGraph.from_edges("a --> b", "b --> c")


def test_number_of_edges_is_exact():
    for n, edges in ((1, 0), (2, 1), (6, 0), (6, 7), (6, 15)):
        dag = random_dag(n, edges=edges, seed=3)
        assert dag.is_dag()
        assert dag.edge_count() == edges
        assert dag.nodes == tuple(f"x{i}" for i in range(n))


def test_given_edges_every_ordered_pair_is_equally_likely():
    random = np.random.default_rng(0)
    counts = Counter(edge for _ in range(6000) for edge in _arrows(random_dag(4, edges=2, seed=random)))
    assert len(counts) == 12
    expected = 6000 * 2 / 12
    assert all(abs(count - expected) < 5 * np.sqrt(expected) for count in counts.values())


def test_edge_probability():
    random = np.random.default_rng(0)
    edges = sum(random_dag(10, edge_probability=0.3, seed=random).edge_count() for _ in range(400))
    assert abs(edges - 400 * 45 * 0.3) < 5 * np.sqrt(400 * 45 * 0.21)
    assert random_dag(5, edge_probability=0, seed=1).edge_count() == 0
    assert random_dag(5, edge_probability=1, seed=1).edge_count() == 10


def test_expected_parents_keeps_the_order():
    random = np.random.default_rng(0)
    dags = [random_dag(10, expected_parents=3, seed=random) for _ in range(400)]
    edges = sum(dag.edge_count() for dag in dags)
    p = 30 / 45
    assert abs(edges - 400 * 30) < 5 * np.sqrt(400 * 45 * p * (1 - p))
    for dag in dags[:20]:
        assert all(int(u[1:]) < int(v[1:]) for u, v in _arrows(dag))


def test_max_edges_is_uniform_over_connected_dags():
    # Of the 25 DAGs on three nodes 18 are connected: 12 with two edges and 6 with three.
    connected = [dag for dag in naive.all_dags(3) if _connected(dag)]
    assert len(connected) == 18
    for most, states in ((2, 12), (3, 18)):
        random = np.random.default_rng(1)
        counts = Counter(random_dag(3, max_edges=most, seed=random) for _ in range(720))
        assert len(counts) == states
        expected = 720 / states
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < states + 5 * np.sqrt(
            2 * states
        )
    assert all(random_dag(10, max_edges=15, seed=s).edge_count() <= 15 for s in range(5))
    assert random_dag(1, max_edges=0, seed=0).nodes == ("x0",)


def test_seeds():
    for options in ({"edges": 8}, {"max_edges": 9}, {"expected_parents": 2}, {"edge_probability": 0.5}):
        first = random_dag(7, **options, seed=1)
        assert first == random_dag(7, **options, seed=np.random.default_rng(1))
        assert len({random_dag(7, **options, seed=s) for s in range(5)}) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give exactly one of edges, max_edges, expected_parents, edge_probability; got none"),
        ({"edges": 1, "max_edges": 9}, "got edges, max_edges"),
        ({"edges": -1}, "edges is a whole number of at least 0; got -1"),
        ({"edges": 11}, "edges is at most 10, the number of pairs of nodes; got 11"),
        ({"edges": 1.5}, "edges is a whole number"),
        ({"max_edges": 3}, "max_edges is a whole number of at least 4; got 3"),
        ({"expected_parents": 2.5}, "expected_parents is a number from 0 to 2; got 2.5"),
        ({"edge_probability": -0.1}, "edge_probability is a number from 0 to 1; got -0.1"),
        ({"edge_probability": "half"}, "got 'half'"),
        ({"edge_probability": float("nan")}, "got nan"),
    ],
)
def test_options_of_random_dag(options, message):
    with pytest.raises(OptionError, match=message):
        random_dag(5, **options, seed=0)


def test_sizes_of_random_dag():
    for n in (0, -3, 2.0, None):
        with pytest.raises(OptionError, match="n is a whole number of at least 1"):
            random_dag(n, edges=0, seed=0)


def test_tables_are_uniform_on_the_simplex():
    # For Dirichlet(1, 1, 1) each coordinate has mean 1/3 and variance 1/18.
    dag = MixedGraph.from_edges(*(f"p{i} --> c" for i in range(12)))
    table = random_network(dag, levels={**{f"p{i}": 2 for i in range(12)}, "c": 3}, seed=2)["c"].table
    rows = table.reshape(-1, 3)
    assert len(rows) == 4096
    assert np.abs(rows.sum(axis=1) - 1).max() < 1e-12
    assert np.abs(rows.mean(axis=0) - 1 / 3).max() < 5 * np.sqrt(1 / 18 / 4096)
    assert np.abs(rows.var(axis=0) - 1 / 18).max() < 0.005
    # A coordinate of a uniform point of the triangle exceeds t with probability (1 - t)^2.
    assert abs((rows[:, 0] > 0.5).mean() - 0.25) < 5 * np.sqrt(0.25 * 0.75 / 4096)


def test_random_networks():
    network = random_network(CHAIN, levels=3, seed=1)
    assert network.dag == CHAIN
    assert network.levels["b"] == ("0", "1", "2")
    assert network == random_network(CHAIN, levels=3, seed=1)
    assert network != random_network(CHAIN, levels=3, seed=2)
    with pytest.raises(OptionError, match="levels is a whole number of at least 2; got 1"):
        random_network(CHAIN, levels=1, seed=1)
    with pytest.raises(OptionError, match="levels must name every node; 'c' is not there"):
        random_network(CHAIN, levels={"a": 2, "b": 2}, seed=1)
    with pytest.raises(OptionError, match="levels of 'b' is a whole number of at least 2; got 0"):
        random_network(CHAIN, levels={"a": 2, "b": 0, "c": 2}, seed=1)
    with pytest.raises(GraphError, match=r"unknown node 'd'"):
        random_network(CHAIN, levels={"d": 2}, seed=1)
    with pytest.raises(GraphError, match="a DAG is needed"):
        random_network(MixedGraph.from_edges("a <-> b"), seed=1)
    star = MixedGraph.from_edges(*(f"p{i} --> c" for i in range(30)))
    with pytest.raises(
        OptionError, match=r"node 'c' has 30 parents, so its table would have 2.15e.09 entries"
    ):
        random_network(star, seed=1)


def test_coefficients_are_in_their_range():
    dag = random_dag(30, edges=200, seed=1)
    model = linear_gaussian(dag, coefficients=(0.5, 1.5), seed=2)
    used = model.weights[model.weights != 0]
    assert len(used) == 200
    assert used.min() >= 0.5
    assert used.max() <= 1.5
    assert {(f"x{i}", f"x{j}") for i, j in np.argwhere(model.weights)} == set(_arrows(dag))
    signed = linear_gaussian(dag, coefficients=(0.5, 1.5), random_signs=True, seed=2)
    assert np.array_equal(np.abs(signed.weights), model.weights)
    assert 60 < (signed.weights < 0).sum() < 140
    wide = linear_gaussian(dag, seed=2).weights
    assert wide.min() < -2
    assert wide.max() > 2


def test_samples_have_the_covariance_of_the_model():
    dag = MixedGraph.from_edges("c --> a", "a --> b", "c --> b", nodes=("a", "b", "c"))
    model = linear_gaussian(dag, coefficients=(0.5, 1.5), noise=0.5, seed=4)
    w = model.weights
    # By hand: var(c) = s, var(a) = s (1 + w_ca^2), cov(a, b) = w_ab var(a) + w_cb cov(a, c).
    s, w_ca, w_ab, w_cb = 0.25, w[2, 0], w[0, 1], w[2, 1]
    assert model.covariance()[0, 0] == pytest.approx(s * (1 + w_ca**2))
    assert model.covariance()[0, 1] == pytest.approx(w_ab * s * (1 + w_ca**2) + w_cb * w_ca * s)
    data = model.sample(50_000, seed=5)
    assert data.names == ("a", "b", "c")
    found = np.cov(data.matrix(), rowvar=False)
    spread = np.sqrt(np.outer(np.diag(found), np.diag(found)) * 2 / 50_000)
    assert (np.abs(found - model.covariance()) < 5 * spread).all()


def test_standardised_models_have_unit_variance_and_the_same_correlations():
    dag = random_dag(8, edges=15, seed=1)
    plain, scaled = linear_gaussian(dag, seed=2), linear_gaussian(dag, standardise=True, seed=2)
    deviation = np.sqrt(np.diag(plain.covariance()))
    assert np.allclose(np.diag(scaled.covariance()), 1)
    assert np.allclose(scaled.covariance(), plain.covariance() / np.outer(deviation, deviation))
    assert np.array_equal(scaled.weights != 0, plain.weights != 0)


def test_seeds_of_linear_gaussian():
    model = linear_gaussian(CHAIN, seed=1)
    assert model.sample(20, seed=2) == linear_gaussian(CHAIN, seed=1).sample(20, seed=2)
    assert model.sample(20, seed=2) != model.sample(20, seed=3)


def test_options_of_linear_gaussian():
    for bad in ((2, 1), (0,), 5, (0, float("inf")), ("a", "b")):
        with pytest.raises(OptionError, match="coefficients is a range"):
            linear_gaussian(CHAIN, coefficients=bad, seed=1)
    for noise in (0, -1, float("nan")):
        with pytest.raises(OptionError, match="noise is a standard deviation above 0"):
            linear_gaussian(CHAIN, noise=noise, seed=1)
    with pytest.raises(OptionError, match="n is a whole number of at least 1"):
        linear_gaussian(CHAIN, seed=1).sample(0, seed=1)
    with pytest.raises(GraphError, match="a DAG is needed"):
        linear_gaussian(MixedGraph.from_edges("a o-o b"), seed=1)
    with pytest.raises(DataError, match="grew beyond what floats can hold"):
        LinearGaussian(CHAIN, np.full((3, 3), 1e200), np.full(3, 1e200)).sample(2, seed=1)


def _arrows(dag):
    return [(e.u, e.v) if e.pattern == "-->" else (e.v, e.u) for e in dag.edges()]


def _connected(dag):
    reached, todo = {dag.nodes[0]}, [dag.nodes[0]]
    while todo:
        new = set(dag.neighbours(todo.pop())) - reached
        reached |= new
        todo += new
    return len(reached) == len(dag.nodes)


def _slow_connected_dag(nodes, most, seed):
    """The chain of Ide and Cozman step by step: a whole new graph each time, checked from scratch."""
    random = np.random.default_rng(seed)
    steps = 20 * nodes * (nodes - 1)
    both = random.integers(2, size=steps).tolist()
    ends = random.integers(nodes, size=(steps, 4)).tolist()
    edges = {(i, i + 1) for i in range(nodes - 1)}
    for two, (a, b, c, d) in zip(both, ends, strict=True):
        new = edges ^ {(a, b)}
        if two:
            new ^= {(c, d)}
        acyclic = nx.is_directed_acyclic_graph(nx.DiGraph(list(new)))
        graph = nx.Graph(list(new))
        graph.add_nodes_from(range(nodes))
        if acyclic and len(new) <= most and nx.is_connected(graph):
            edges = new
    return sorted(edges)


@pytest.mark.parametrize(
    ("nodes", "most"), [(1, 0), (2, 1), (3, 2), (3, 3), (4, 6), (6, 5), (6, 9), (8, 12), (8, 28)]
)
def test_the_fast_walk_takes_the_same_steps(nodes, most):
    for seed in range(4):
        dag = random_dag(nodes, max_edges=most, seed=seed)
        edges = sorted((dag.number(u), dag.number(v)) for u, v in _arrows(dag))
        assert edges == _slow_connected_dag(nodes, most, seed)

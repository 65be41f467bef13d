"""Biconnected components against their definition: nodes on paths between the ends of an edge."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import naive
import sepset as sp
from sepset.independence.choose import choose_test
from sepset.skeleton.components import biconnected_components
from sepset.skeleton.search import find_skeleton


def test_the_component_of_an_edge_is_what_lies_on_paths_between_its_ends():
    rng = np.random.default_rng(0)
    for _ in range(200):
        n = int(rng.integers(2, 8))
        pairs = [pair for pair in combinations(range(n), 2) if rng.random() < rng.choice([0.2, 0.4, 0.7])]
        edges = np.array(pairs, dtype=np.int32).reshape(-1, 2)
        components = biconnected_components(n, edges)
        named = {frozenset(naive.NAMES[i] for i in pair) for pair in pairs}
        for (a, b), which in zip(pairs, components.of, strict=True):
            between = naive.nodes_on_paths(named, naive.NAMES[a], naive.NAMES[b])
            assert [naive.NAMES[i] for i in components.lists[which]] == sorted(between)


def test_a_graph_without_edges_has_no_component():
    assert biconnected_components(3, np.zeros((0, 2), dtype=np.int32)).lists == []


@pytest.mark.parametrize("k", [1, 2, 3])
def test_with_true_answers_nothing_is_lost_on_larger_graphs(k):
    for seed in range(25):
        dag = sp.simulate.random_dag(9, edges=12, seed=seed)
        found = find_skeleton(sp.Oracle(dag), k, search="component")
        everything = find_skeleton(sp.Oracle(dag), k, search="all")
        assert found.separations.skeleton().adjacency == everything.separations.skeleton().adjacency
        sizes = found.separations.size.tolist()
        assert sizes == everything.separations.size.tolist()


def test_threads_and_the_order_of_columns_do_not_matter():
    dag = sp.simulate.random_dag(12, edges=14, seed=1)
    data = sp.simulate.linear_gaussian(dag, seed=1).sample(300, seed=2)
    turned = data.select(data.names[::-1])
    one = sp.kpc(data, k=2, search="component", threads=1)
    other = sp.kpc(turned, k=2, search="component", threads=2)
    assert one.graph == other.graph
    assert one.tests_run == other.tests_run
    for a, b in combinations(data.names, 2):
        assert one.sepset(a, b) == other.sepset(a, b)


def test_it_asks_no_more_than_the_search_of_all_sets():
    dag = sp.simulate.random_dag(20, edges=20, seed=3)
    test = choose_test(sp.simulate.linear_gaussian(dag, seed=3).sample(500, seed=4)).test
    within, everything = (find_skeleton(test, 2, search=search).tests_run for search in ("component", "all"))
    assert within[1] < everything[1]
    assert within[2] < everything[2]

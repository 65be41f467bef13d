"""Separation, separators and k-closures against their definitions, on every small graph."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import naive
from sepset import MixedGraph
from sepset.equivalence.k_closure import is_k_covered, k_closure
from sepset.graph.separation import separation_statements
from sepset.graph.separators import minimum_separator, minimum_separators

MIXED = (None, "-->", "<--", "<->")


def ancestral_graphs(n):
    return [g for g in naive.graphs(n, MIXED) if naive.is_ancestral(g)]


def sampled_ancestral_graphs(n, count, seed):
    """Random ancestral graphs on n nodes: rejection from all mixed graphs."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        density = rng.uniform(0.2, 0.9)
        pairs = combinations(naive.NAMES[:n], 2)
        edges = [(u, rng.choice(MIXED[1:]), v) for u, v in pairs if rng.random() < density]
        g = MixedGraph(naive.NAMES[:n], edges)
        if naive.is_ancestral(g):
            found.append(g)
    return found


def check_statements(g):
    """All statements at once: `separation_statements` asks `separated` for every pair and every set."""
    n = len(g.nodes)
    assert {tuple(statement) for statement in separation_statements(g, n)} == naive.statements(g, n)


def check_minimum_separators(g):
    together = minimum_separators(g)
    for a, b in combinations(g.nodes, 2):
        smallest = min(map(len, naive.separators(g, a, b, len(g.nodes))), default=None)
        found = minimum_separator(g, a, b)
        assert found == minimum_separator(g, b, a) == together.get(frozenset((a, b)))
        if smallest is None:
            assert found is None
            continue
        assert found is not None
        assert len(found) == smallest
        assert naive.separated(g, a, b, found)
        assert minimum_separator(g, a, b, max_size=smallest) == found
        if smallest:
            assert minimum_separator(g, a, b, max_size=smallest - 1) is None


def check_k_closures(dag):
    for k in range(len(dag.nodes) + 1):
        expected = naive.k_closure(dag, k)
        assert k_closure(dag, k) == expected
        for a, b in combinations(dag.nodes, 2):
            assert is_k_covered(dag, a, b, k) == expected.adjacent(a, b)


def test_d_separation_in_every_dag_on_up_to_4_nodes():
    for n in range(1, 5):
        for dag in naive.all_dags(n):
            check_statements(dag)


def test_m_separation_in_every_ancestral_graph_on_up_to_3_nodes():
    for n in range(1, 4):
        for g in ancestral_graphs(n):
            check_statements(g)
            check_minimum_separators(g)


def test_m_separation_in_sampled_ancestral_graphs():
    for g in sampled_ancestral_graphs(4, 300, seed=1) + sampled_ancestral_graphs(5, 40, seed=2):
        check_statements(g)
        check_minimum_separators(g)


def test_minimum_separators_in_every_dag_on_up_to_4_nodes():
    for n in range(1, 5):
        for dag in naive.all_dags(n):
            check_minimum_separators(dag)


def test_k_closure_of_every_dag_on_up_to_4_nodes():
    for n in range(1, 5):
        for dag in naive.all_dags(n):
            check_k_closures(dag)


def test_k_closures_of_random_dags_on_5_and_6_nodes():
    rng = random.Random(5)
    for n, count in ((5, 50), (6, 10)):
        for _ in range(count):
            dag = naive.random_dag(n, rng.choice((0.3, 0.5, 0.8)), rng)
            check_k_closures(dag)
            check_minimum_separators(dag)


@pytest.mark.slow
def test_k_closures_of_random_dags_on_7_and_8_nodes():
    rng = random.Random(7)
    for n, density, count in ((7, 0.3, 30), (7, 0.6, 6), (8, 0.3, 10)):
        for _ in range(count):
            dag = naive.random_dag(n, density, rng)
            for k in range(n - 1):
                assert k_closure(dag, k) == naive.k_closure(dag, k)


@pytest.mark.slow
def test_m_separation_in_every_ancestral_graph_on_4_nodes():
    for g in ancestral_graphs(4):
        check_statements(g)
        check_minimum_separators(g)

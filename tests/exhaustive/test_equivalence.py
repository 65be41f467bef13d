"""Every graph on few nodes against the definitions in `naive`."""

import random
from collections import defaultdict
from itertools import combinations

import pytest

import naive
from sepset import MixedGraph
from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.mag import is_ancestral, is_k_closure, is_mag, is_maximal
from sepset.equivalence.markov import (
    k_closures_equivalent,
    k_markov_equivalent,
    markov_equivalent,
    skeleton,
    unshielded_colliders,
)

# The number of classes of labelled DAGs on n nodes, for each k. For the largest k they are the Markov
# classes of DAGs, whose number is known (Gillispie and Perlman 2001): 11, 185, 8782.
CLASSES = {3: (8, 11), 4: (49, 137, 185), 5: (462, 2962, 7452, 8782)}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_graphs_with_arrows(n):
    for graph in naive.graphs(n, (None, "-->", "<--", "<->")):
        assert is_ancestral(graph) == naive.is_ancestral(graph), graph
        assert is_maximal(graph) == naive.is_maximal(graph), graph
        assert is_mag(graph) == naive.is_mag(graph), graph
        assert skeleton(graph) == naive.skeleton(graph)
        assert unshielded_colliders(graph) == naive.unshielded_colliders(graph)


def test_five_node_graphs_with_arrows_sampled():
    rng = random.Random(5)
    patterns = (None, "-->", "<--", "<->")
    ancestral = 0
    for _ in range(1500):
        graph = MixedGraph(
            "abcde",
            [(u, p, v) for u, v in combinations("abcde", 2) if (p := rng.choice(patterns))],
        )
        ancestral += naive.is_ancestral(graph)
        assert is_ancestral(graph) == naive.is_ancestral(graph), graph
        assert is_maximal(graph) == naive.is_maximal(graph), graph
    assert ancestral > 50


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_k_closures_are_recognized(n):
    for k in range(n):
        real = {naive.k_closure(dag, k) for dag in naive.all_dags(n)}
        for graph in naive.graphs(n, (None, "-->", "<--", "<->")):
            assert is_k_closure(graph, k) == (graph in real), (k, graph)


@pytest.mark.parametrize("n", [2, 3])
def test_markov_equivalence_of_all_pairs_of_mags(n):
    _compare_mags(naive.all_mags(n), n)


def test_markov_equivalence_of_four_node_mags():
    """Every pair with the same skeleton and unshielded colliders, and a sample of the rest."""
    groups = defaultdict(list)
    for mag in naive.all_mags(4):
        groups[naive.skeleton(mag), naive.unshielded_colliders(mag)].append(mag)
    for group in groups.values():
        _compare_mags(group, 4)
    rng = random.Random(4)
    _compare_mags(rng.sample(naive.all_mags(4), 60), 4)


@pytest.mark.slow
def test_markov_equivalence_of_all_pairs_of_four_node_mags():
    by_skeleton = defaultdict(list)
    for mag in naive.all_mags(4):
        by_skeleton[naive.skeleton(mag)].append(mag)
    for group in by_skeleton.values():
        _compare_mags(group, 4)


def _compare_mags(mags, n):
    for m1, m2 in combinations(mags, 2):
        expected = naive.statements(m1, n) == naive.statements(m2, n)
        assert markov_equivalent(m1, m2) == expected, (m1.to_text(), m2.to_text())


def test_markov_equivalence_of_five_node_mags_sampled():
    """Change a few marks of a random MAG, so that hard pairs are common."""
    rng = random.Random(55)
    seen = {True: 0, False: 0}
    while min(seen.values()) < 12:
        m1 = _random_mag(rng)
        m2 = _with_changed_marks(m1, rng)
        if not naive.is_mag(m2) or naive.unshielded_colliders(m1) != naive.unshielded_colliders(m2):
            continue
        expected = naive.statements(m1, 5) == naive.statements(m2, 5)
        seen[expected] += 1
        assert markov_equivalent(m1, m2) == expected, (m1.to_text(), m2.to_text())


def _random_mag(rng):
    while True:
        order = rng.sample("abcde", 5)
        edges = [(u, rng.choice(("-->", "<->")), v) for u, v in combinations(order, 2) if rng.random() < 0.7]
        graph = MixedGraph("abcde", edges)
        if naive.is_mag(graph):
            return graph


def _with_changed_marks(graph, rng):
    for edge in rng.sample(list(graph.edges()), k=min(rng.choice((1, 1, 2)), graph.edge_count())):
        graph = graph.with_edge(edge.u, rng.choice(("-->", "<--", "<->")), edge.v)
    return graph


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_classes_against_their_definition(n):
    for k in range(n):
        classes = naive.k_classes(n, k)
        if n in CLASSES and k < n - 1:
            assert len(classes) == CLASSES[n][k]
        for members in classes:
            dags = list(k_equivalent_dags(members[0], k))
            assert len(dags) == len(members)
            assert set(dags) == set(members)
            closures = list(k_closures(members[-1], k))
            assert len(closures) == len(set(closures))
            assert set(closures) == {naive.k_closure(dag, k) for dag in members}


def test_k_markov_equivalence_of_four_node_dags_sampled():
    rng = random.Random(40)
    for k in range(3):
        class_of = {dag: place for place, members in enumerate(naive.k_classes(4, k)) for dag in members}
        dags = list(class_of)
        for _ in range(1500):
            d1 = rng.choice(dags)
            d2 = rng.choice(naive.k_classes(4, k)[class_of[d1]]) if rng.random() < 0.5 else rng.choice(dags)
            expected = class_of[d1] == class_of[d2]
            assert k_markov_equivalent(d1, d2, k) == expected
            assert k_closures_equivalent(k_closure(d1, k), k_closure(d2, k)) == expected


def test_five_node_classes_sampled():
    rng = random.Random(50)
    for _ in range(5):
        dag = naive.random_dag(5, 0.5, rng)
        for k in range(4):
            members = list(k_equivalent_dags(dag, k))
            assert dag in members
            assert len(members) == len(set(members)) == k_class_size(dag, k)
            for member in rng.sample(members, min(3, len(members))):
                assert naive.statements(member, k) == naive.statements(dag, k)
                assert set(k_closures(member, k)) == set(k_closures(dag, k))


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_five_node_classes(k):
    """All 29,281 DAGs on five nodes: the classes partition them, and their number is known."""
    left = set(naive.all_dags(5))
    classes = 0
    while left:
        dag = next(iter(left))
        members = list(k_equivalent_dags(dag, k))
        assert len(members) == len(set(members))
        assert left.issuperset(members)
        left.difference_update(members)
        classes += 1
    assert classes == CLASSES[5][k]


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_five_node_classes_against_statements(k):
    groups = defaultdict(set)
    for dag in naive.all_dags(5):
        groups[naive.statements(dag, k)].add(dag)
    naive.statements.cache_clear()
    assert len(groups) == CLASSES[5][k]
    for members in groups.values():
        assert set(k_equivalent_dags(min(members, key=str), k)) == members

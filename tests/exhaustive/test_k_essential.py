"""The k-essential graph against the literal definition: the edge union over every DAG of the class."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import islice

import pytest

import naive
import sepset as sp


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_class_up_to_four_nodes(n):
    for k in range(n):
        for members in naive.k_classes(n, k):
            expected = naive.k_essential_graph(members, k)
            for dag in (members[0], members[-1]):
                assert sp.k_essential_graph(dag, k) == expected, (k, dag.to_text())


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_certificate_up_to_four_nodes_holds(n):
    for k in range(n):
        for members in naive.k_classes(n, k):
            result = sp.theory.k_essential(members[-1], k)
            assert result.exact
            assert list(sp.theory.find_problems(result.certificate)) == []


def _closures_by_class(n, k):
    """All k-closures on n nodes by class; uses the paper's proven characterization instead of statements."""
    classes = defaultdict(set)
    for dag in naive.all_dags(n):
        closure = sp.k_closure(dag, k)
        classes[naive.skeleton(closure), naive.unshielded_colliders(closure)].add(closure)
    return [sorted(members, key=str) for members in classes.values()]


def test_a_sample_of_the_classes_on_five_nodes():
    classes = _closures_by_class(5, 1)
    assert len(classes) == 2962
    for members in random.Random(5).sample(classes, 300):
        assert sp.k_essential_graph(members[0].directed_part(), 1) == naive.edge_union(members)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "count"), [(0, 462), (1, 2962), (2, 7452), (3, 8782)])
def test_every_class_on_five_nodes(k, count):
    classes = _closures_by_class(5, k)
    assert len(classes) == count
    for members in classes:
        result = sp.theory.k_essential(members[0].directed_part(), k)
        assert result.graph == naive.edge_union(members)
        assert sp.theory.verify(result.certificate)


def test_random_graphs_on_six_to_eight_nodes_against_all_k_closures_of_their_class():
    rng = random.Random(11)
    compared = 0
    for _ in range(60):
        dag = naive.random_dag(rng.choice([6, 7, 8]), rng.choice([0.25, 0.35, 0.45]), rng)
        k = rng.choice([0, 1, 1, 2])
        members = list(islice(sp.k_closures(dag, k), 500))
        if len(members) < 500:
            compared += 1
            assert sp.k_essential_graph(dag, k) == naive.edge_union(members)
    assert compared >= 30

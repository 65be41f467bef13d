import random
from itertools import combinations, islice

import pytest

from sepset import Edge, GraphError, MixedGraph, OptionError
from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.mag import is_k_closure
from sepset.equivalence.markov import k_closures_equivalent, k_markov_equivalent

g = MixedGraph.from_edges


def sparse_dag(n, degree, seed):
    rng = random.Random(seed)
    names = [f"x{i}" for i in range(n)]
    edges = [Edge(u, "-->", v) for u, v in combinations(names, 2) if rng.random() < degree / (n - 1)]
    return MixedGraph(names, edges)


def test_an_edge_can_point_either_way():
    assert list(k_closures(g("u --> v"), 0)) == [g("u --> v"), g("u <-- v")]


def test_small_graphs():
    assert list(k_closures(g(), 0)) == [g()]
    assert list(k_equivalent_dags(g(nodes=("a", "b")), 3)) == [g(nodes=("a", "b"))]
    assert k_class_size(g(), 0) == 1


def test_a_large_k_gives_the_markov_class():
    dag = g("a --> b", "b --> c", "c --> d")
    assert k_class_size(dag, 9) == 4  # one for each place of the root


def test_the_directed_part_comes_first():
    dag = g("d --> c", "d --> a", "b --> c")
    closure = next(k_closures(dag, 0))
    assert next(k_equivalent_dags(dag, 0)) == closure.directed_part()


@pytest.mark.parametrize("k", [0, 1, 2])
def test_first_members_of_a_large_class(k):
    dag = sparse_dag(20, 2.5, seed=k)
    closure = k_closure(dag, k)
    found = list(islice(k_closures(dag, k), 30))
    assert len(found) == len(set(found))
    for member in found:
        assert is_k_closure(member, k)
        assert k_closures_equivalent(member, closure)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_first_dags_of_a_large_class(k):
    dag = sparse_dag(20, 2.5, seed=10 + k)
    found = list(islice(k_equivalent_dags(dag, k), 40))
    assert len(found) == len(set(found))
    assert all(k_markov_equivalent(dag, member, k) for member in found)


def test_same_order_every_time():
    dag = sparse_dag(12, 2.5, seed=3)
    first, second = (list(islice(k_equivalent_dags(dag, 1), 50)) for _ in range(2))
    assert [x.to_text() for x in first] == [x.to_text() for x in second]


def test_members_keep_the_order_of_the_nodes():
    dag = g("b --> a", nodes=("c", "b", "a"))
    assert all(member.nodes == ("c", "b", "a") for member in k_closures(dag, 0))


def test_counting_stops():
    complete = g(*(f"{u} --> {v}" for u, v in combinations("abcdefgh", 2)))
    assert k_class_size(complete, 6, at_most=100) == 100
    assert k_class_size(g("a --> b"), 0, at_most=100) == 2


def test_bad_input_is_reported_at_the_call():
    for function in (k_closures, k_equivalent_dags, k_class_size):
        with pytest.raises(GraphError, match="DAG"):
            function(g("a o-> b"), 0)
        with pytest.raises(OptionError, match="k is the largest size"):
            function(g("a --> b"), 0.5)
    for bad in (0, -1, True, 2.0):
        with pytest.raises(OptionError, match="at_most is where counting stops"):
            k_class_size(g("a --> b"), 0, at_most=bad)

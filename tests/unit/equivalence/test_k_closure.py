from __future__ import annotations

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

import naive
from sepset import CycleError, GraphError, MixedGraph, OptionError, UnknownNodeError
from sepset.equivalence.k_closure import is_k_covered, k_closure, k_closure_table
from sepset.graph.ancestry import require_ancestral
from sepset.graph.separators import family_rows
from sepset.kernels import minimum_cuts

CHAIN = MixedGraph.from_edges("a --> b", "b --> c")


def random_dag(n, edge_count, seed):
    rng = random.Random(seed)
    names = [f"v{i}" for i in rng.sample(range(n), n)]
    edges = {tuple(sorted(rng.sample(range(n), 2))) for _ in range(edge_count)}
    return MixedGraph(sorted(names), [(names[i], "-->", names[j]) for i, j in sorted(edges)])


def test_a_chain():
    assert k_closure(CHAIN, 0) == MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    assert k_closure(CHAIN, 1) == CHAIN


def test_covered_nodes_without_a_directed_path_are_spouses():
    dag = MixedGraph.from_edges("s --> a", "s --> b")
    assert k_closure(dag, 0).has("a", "<->", "b")
    assert not k_closure(dag, 1).adjacent("a", "b")


def test_k_of_n_minus_2_and_more_gives_the_dag_back():
    dag = naive.random_dag(8, 0.5, random.Random(1))
    for k in (6, 7, 8, 1000, 10**30):
        assert k_closure(dag, k) == dag


def test_larger_k_never_adds_an_edge():
    dag = random_dag(40, 80, seed=2)
    skeletons = [naive.skeleton(k_closure(dag, k)) for k in range(8)]
    assert all(larger <= smaller for smaller, larger in pairwise(skeletons))


def test_the_closure_of_the_directed_part_is_the_closure():
    for seed in range(5):
        dag = random_dag(40, 70, seed=seed)
        for k in (0, 1, 2):
            closure = k_closure(dag, k)
            require_ancestral(closure)
            assert k_closure(closure.directed_part(), k) == closure


def test_is_k_covered_agrees_with_the_closure():
    dag = random_dag(25, 50, seed=3)
    for k in (0, 1, 2, 3):
        closure = k_closure(dag, k)
        for a, b in combinations(dag.nodes, 2):
            assert is_k_covered(dag, a, b, k) == closure.adjacent(a, b)


def test_order_of_nodes_does_not_matter():
    dag = random_dag(60, 120, seed=4)
    shuffled = dag.reorder(random.Random(5).sample(dag.nodes, 60))
    for k in (0, 1, 2):
        assert k_closure(dag, k) == k_closure(shuffled, k)


def test_every_row_of_the_table_is_filled():
    dag = random_dag(70, 140, seed=6)
    closure = k_closure(dag, 1)
    rebuilt = MixedGraph(closure.nodes, closure.edges()).table
    table = k_closure_table(dag.table, 1)
    assert (table.adjacency, table.near, table.far) == (rebuilt.adjacency, rebuilt.near, rebuilt.far)


def test_2000_nodes():
    dag = random_dag(2000, 3000, seed=7)
    closure = k_closure(dag, 2)
    assert naive.skeleton(dag) <= naive.skeleton(closure)
    rng = random.Random(8)
    pairs = [rng.sample(range(2000), 2) for _ in range(2000)] + [(a, b) for a, _, b in closure.table.edges()]
    sizes, _, _ = minimum_cuts(*family_rows(dag.table), np.array(pairs, dtype=np.int32), 2, 1)
    assert [size < 0 for size in sizes.tolist()] == [closure.table.adjacent(a, b) for a, b in pairs]


def test_graphs_without_nodes_or_edges():
    assert k_closure(MixedGraph(()), 0) == MixedGraph(())
    assert k_closure(MixedGraph("a"), 0) == MixedGraph("a")
    assert k_closure(MixedGraph("abc"), 0) == MixedGraph("abc")
    isolated = MixedGraph.from_edges("a --> b", nodes=("z",))
    assert k_closure(isolated, 0) == isolated


@pytest.mark.parametrize("k", [-1, 1.0, True, None, "1"])
def test_bad_k(k):
    with pytest.raises(OptionError, match="k is the largest size"):
        k_closure(CHAIN, k)
    with pytest.raises(OptionError, match="k is the largest size"):
        is_k_covered(CHAIN, "a", "b", k)


@pytest.mark.parametrize(
    ("edges", "error", "message"),
    [
        (("a --> b", "b --> c", "c --> a"), CycleError, "a --> b --> c --> a"),
        (("a <-> b",), GraphError, "a DAG is needed"),
        (("a o-> b",), GraphError, "has a circle"),
        (("a --- b",), GraphError, "a DAG is needed"),
    ],
)
def test_graphs_that_are_no_dags(edges, error, message):
    g = MixedGraph.from_edges(*edges)
    with pytest.raises(error, match=message):
        k_closure(g, 1)
    with pytest.raises(error, match=message):
        is_k_covered(g, "a", "b", 1)


@pytest.mark.parametrize(("pair", "error"), [(("a", "a"), GraphError), (("a", "x"), UnknownNodeError)])
def test_bad_pairs(pair, error):
    with pytest.raises(error):
        is_k_covered(CHAIN, *pair, 1)

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import naive
from sepset import CycleError, GraphError, MixedGraph, OptionError, UnknownNodeError
from sepset.graph.separation import Statement, separated, separation_statements


def test_chain_fork_and_collider():
    chain = MixedGraph.from_edges("a --> b", "b --> c")
    fork = MixedGraph.from_edges("a <-- b", "b --> c")
    collider = MixedGraph.from_edges("a --> b", "b <-- c", "b --> d")
    for g in (chain, fork):
        assert not separated(g, "a", "c")
        assert separated(g, "a", "c", given=("b",))
    assert separated(collider, "a", "c")
    assert not separated(collider, "a", "c", given=("b",))
    assert not separated(collider, "a", "c", given=("d",))


def test_a_chain_of_spouses_opens_only_when_all_are_given():
    g = MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d")
    assert separated(g, "a", "d", given=("b",))
    assert not separated(g, "a", "d", given=["b", "c"])


def test_an_inducing_path_cannot_be_blocked():
    """On a <-> b <-> c <-> d each inner node is an ancestor of an end: b --> d, c --> a."""
    g = MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a")
    assert not any(separated(g, "a", "d", given) for given in ((), ("b",), ("c",), ("b", "c")))


def test_adjacent_nodes_are_never_separated():
    g = MixedGraph.from_edges("a --> b", "b <-> c", nodes=("z",))
    assert not separated(g, "a", "b", given=("c",))
    assert not separated(g, "c", "b", given=("a",))
    assert separated(g, "z", "a")


def test_given_may_be_any_iterable_and_may_repeat():
    g = MixedGraph.from_edges("a --> b", "b --> c")
    assert separated(g, "a", "c", given=iter(["b", "b"]))


def test_a_long_chain_of_2000_nodes_is_quick():
    names = [f"v{i}" for i in range(2000)]
    g = MixedGraph(names, [(u, "-->", v) for u, v in pairwise(names)])
    assert not separated(g, "v0", "v1999")
    assert separated(g, "v0", "v1999", given=("v1000",))


def test_statements_are_in_node_order_and_print():
    g = MixedGraph.from_edges("b --> c", "a --> b", nodes=("c", "a", "b"))
    assert list(separation_statements(g, 1)) == [Statement("c", "a", frozenset("b"))]
    assert str(Statement("c", "a", frozenset("db"))) == "c ⊥ a | {b, d}"
    assert str(Statement("c", "a", frozenset())) == "c ⊥ a | {}"


def test_statements_grow_with_k_and_stop_at_all_nodes():
    dag = naive.random_dag(5, 0.4, random.Random(3))
    found = [set(separation_statements(dag, k)) for k in range(7)]
    assert all(smaller <= larger for smaller, larger in pairwise(found))
    assert found[3] == found[6] == {Statement(a, b, given) for a, b, given in naive.statements(dag, 5)}


def test_graphs_without_nodes_or_edges():
    assert list(separation_statements(MixedGraph(()), 3)) == []
    assert list(separation_statements(MixedGraph("a"), 3)) == []
    assert list(separation_statements(MixedGraph("ab"), 3)) == [Statement("a", "b", frozenset())]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("a", "a"), GraphError, "two different nodes"),
        (("a", "c", ("a",)), GraphError, "'a' is one of the two nodes and also given"),
        (("a", "c", ("b", "c")), GraphError, "'c' is one of the two nodes and also given"),
        (("a", "c", "b"), GraphError, "a collection of node names is needed"),
        (("a", "x"), UnknownNodeError, "unknown node 'x'"),
        (("a", "c", ("x",)), UnknownNodeError, "unknown node 'x'"),
        (("a", 1), UnknownNodeError, "node names are text"),
    ],
)
def test_bad_arguments(arguments, error, message):
    g = MixedGraph.from_edges("a --> b", "b --> c")
    with pytest.raises(error, match=message):
        separated(g, *arguments)


@pytest.mark.parametrize(
    ("edges", "error", "message"),
    [
        (("a o-> b",), GraphError, "has a circle"),
        (("a --- b",), GraphError, "there is a --- b"),
        (("a --> b", "b --> c", "c --> a"), CycleError, "directed cycle"),
        (("a --> b", "b --> c", "c <-> a"), CycleError, "almost directed cycle"),
    ],
)
def test_graphs_that_are_not_ancestral(edges, error, message):
    g = MixedGraph.from_edges(*edges)
    with pytest.raises(error, match=message):
        separated(g, "a", "b")
    with pytest.raises(error, match=message):
        separation_statements(g, 1)


@pytest.mark.parametrize("k", [-1, 1.0, True, None, "1"])
def test_bad_k(k):
    with pytest.raises(OptionError, match="k is the largest size"):
        separation_statements(MixedGraph("ab"), k)

from __future__ import annotations

import random
from itertools import combinations

import pytest

import naive
from sepset import CycleError, GraphError, MixedGraph, OptionError, UnknownNodeError
from sepset.graph.separation import separated
from sepset.graph.separators import minimum_separator, minimum_separators, numbered_separators


def test_the_separator_that_neighbour_search_misses():
    """The only 2-separator of a and b is {s, t}, though s is adjacent to neither."""
    g = MixedGraph.from_edges(
        *("s --> x1", "s --> x2", "x1 --> a", "x2 --> a", "s --> u1", "s --> u2", "u1 --> b", "u2 --> b"),
        *("t --> a", "t --> b"),
    )
    assert minimum_separator(g, "a", "b") == {"s", "t"}
    assert minimum_separator(g, "a", "b", max_size=2) == {"s", "t"}
    assert minimum_separator(g, "a", "b", max_size=1) is None


def test_it_is_the_cut_nearest_to_the_name_that_sorts_first():
    g = MixedGraph.from_edges("z --> y", "y --> x", "x --> w")
    assert minimum_separator(g, "z", "w") == minimum_separator(g, "w", "z") == {"x"}


def test_no_set_and_the_empty_set_differ():
    g = MixedGraph.from_edges("a --> b", nodes=("c",))
    assert minimum_separator(g, "a", "b") is None
    assert minimum_separator(g, "a", "c") == frozenset()
    assert minimum_separator(g, "a", "c", max_size=0) == frozenset()


def test_an_inducing_path_has_no_separator():
    g = MixedGraph.from_edges("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a")
    assert minimum_separator(g, "a", "d") is None
    assert frozenset("ad") not in minimum_separators(g)


def test_a_node_outside_the_ancestors_is_never_used():
    g = MixedGraph.from_edges("a --> m", "m --> b", "a --> d", "b --> d")
    assert minimum_separator(g, "a", "b") == {"m"}


def test_all_pairs_equal_single_pairs_in_node_order():
    dag = naive.random_dag(8, 0.4, random.Random(2))
    together = minimum_separators(dag, max_size=2)
    single = {
        frozenset(pair): minimum_separator(dag, *pair, max_size=2) for pair in combinations(dag.nodes, 2)
    }
    expected = {pair: found for pair, found in single.items() if found is not None}
    assert list(together.items()) == list(expected.items())


@pytest.mark.parametrize("n", [0, 1, 2, 6, 8])
def test_numbers_say_what_names_say(n):
    rng = random.Random(n)
    for _ in range(5):
        dag = naive.random_dag(n, 0.4, rng)
        dag = dag.reorder(rng.sample(dag.nodes, n))
        for most in (0, 2, n):
            pairs, sizes, members = numbered_separators(dag, most)
            named = {
                frozenset(dag.nodes[i] for i in pair): [dag.nodes[i] for i in row[:size]]
                for pair, size, row in zip(pairs.tolist(), sizes.tolist(), members.tolist(), strict=True)
            }
            expected = {pair: sorted(given) for pair, given in minimum_separators(dag, most).items()}
            assert list(named.items()) == list(expected.items())
            assert (pairs[:, 0] < pairs[:, 1]).all()


def test_order_of_nodes_does_not_matter():
    rng = random.Random(4)
    for _ in range(50):
        dag = naive.random_dag(8, rng.choice((0.2, 0.4, 0.6)), rng)
        shuffled = dag.reorder(rng.sample(dag.nodes, 8))
        assert minimum_separators(dag) == minimum_separators(shuffled)


def test_200_nodes_all_pairs_really_separate():
    rng = random.Random(6)
    names = [f"v{i}" for i in range(200)]
    pairs = rng.sample(list(combinations(range(200), 2)), 300)
    dag = MixedGraph(names, [(names[i], "-->", names[j]) for i, j in pairs])
    found = minimum_separators(dag)
    assert len(found) == 200 * 199 // 2 - 300
    assert len(numbered_separators(dag, 200).pairs) == len(found)
    for pair in rng.sample(sorted(map(sorted, found)), 200):
        assert separated(dag, *pair, given=found[frozenset(pair)])


def test_graphs_without_nodes_or_edges():
    assert minimum_separators(MixedGraph(())) == {}
    assert minimum_separators(MixedGraph("a")) == {}
    assert minimum_separators(MixedGraph("ab")) == {frozenset("ab"): frozenset()}


@pytest.mark.parametrize("max_size", [-1, 0.5, True, "2"])
def test_bad_max_size(max_size):
    with pytest.raises(OptionError, match="max_size is the largest size"):
        minimum_separator(MixedGraph("ab"), "a", "b", max_size)
    with pytest.raises(OptionError, match="max_size is the largest size"):
        minimum_separators(MixedGraph("ab"), max_size)


def test_a_huge_max_size_is_no_limit():
    assert minimum_separator(MixedGraph("ab"), "a", "b", max_size=10**30) == frozenset()


@pytest.mark.parametrize(
    ("pair", "error", "message"),
    [
        (("a", "a"), GraphError, "two different nodes"),
        (("a", "x"), UnknownNodeError, "unknown node 'x'"),
        ((1, "a"), UnknownNodeError, "node names are text"),
    ],
)
def test_bad_pairs(pair, error, message):
    with pytest.raises(error, match=message):
        minimum_separator(MixedGraph("abc"), *pair)


@pytest.mark.parametrize(
    ("edges", "error"),
    [(("a o-o b",), GraphError), (("a --- b",), GraphError), (("a --> b", "b --> c", "c <-> a"), CycleError)],
)
def test_graphs_that_are_not_ancestral(edges, error):
    g = MixedGraph.from_edges(*edges)
    with pytest.raises(error):
        minimum_separator(g, "a", "b")
    with pytest.raises(error):
        minimum_separators(g)

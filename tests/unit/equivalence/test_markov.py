import random
from itertools import pairwise

import pytest

from sepset import GraphError, MixedGraph, OptionError
from sepset.equivalence.markov import (
    k_closures_equivalent,
    k_markov_equivalent,
    markov_equivalent,
    refines,
    skeleton,
    unshielded_colliders,
)

g = MixedGraph.from_edges
pair = frozenset


def test_skeleton_and_unshielded_colliders():
    graph = g("a --> c", "b <-> c", "c o-> d", "b o-o d", nodes=("z",))
    assert skeleton(graph) == {pair("ac"), pair("bc"), pair("cd"), pair("bd")}
    assert unshielded_colliders(graph) == {(pair("ab"), "c")}


def test_a_shielded_collider_is_not_unshielded():
    assert unshielded_colliders(g("a --> c", "b --> c", "a --> b")) == frozenset()


def test_colliders_of_a_large_star():
    leaves = [f"x{i}" for i in range(300)]
    star = MixedGraph([*leaves, "c"], [(leaf, "-->", "c") for leaf in leaves])
    assert len(unshielded_colliders(star)) == 300 * 299 // 2


class TestMarkovEquivalent:
    def test_dags_as_verma_and_pearl(self):
        assert markov_equivalent(g("a --> b", "b --> c"), g("a <-- b", "b <-- c"))
        assert not markov_equivalent(g("a --> b", "b --> c"), g("a --> b", "b <-- c"))
        assert not markov_equivalent(g("a --> b", "b --> c"), g("a --> b", nodes=("a", "b", "c")))

    def test_a_bidirected_edge_can_be_equivalent_to_a_directed_one(self):
        assert markov_equivalent(g("a <-> b"), g("a --> b"))

    @pytest.mark.parametrize("inner", [1, 2, 5])
    def test_discriminating_paths_of_any_length(self, inner):
        chain = [f"z{i}" for i in range(inner)]
        edges = [("a", "-->", chain[0])]
        edges += [(u, "<->", v) for u, v in pairwise(chain)]
        edges += [(z, "-->", "v") for z in chain]
        edges += [(chain[-1], "<->", "y")]
        collider = g(*edges, ("y", "<->", "v"))
        noncollider = g(*edges, ("y", "-->", "v"))
        assert skeleton(collider) == skeleton(noncollider)
        assert unshielded_colliders(collider) == unshielded_colliders(noncollider)
        assert not markov_equivalent(collider, noncollider)
        assert not markov_equivalent(noncollider, collider)
        assert markov_equivalent(collider, collider)

    def test_without_the_outer_node_nothing_discriminates(self):
        edges = ("u --> v", "u <-> y")
        assert markov_equivalent(g(*edges, "y <-> v"), g(*edges, "y --> v"))

    def test_order_of_nodes_does_not_matter(self):
        first = g("a --> u", "u --> v", "u <-> y", "y <-> v")
        assert markov_equivalent(first, first.reorder(("y", "v", "a", "u")))
        assert not markov_equivalent(first, first.with_edge("y", "-->", "v").reorder(("y", "v", "a", "u")))

    def test_graphs_that_are_no_mags_are_errors(self):
        with pytest.raises(GraphError, match="a o-> b"):
            markov_equivalent(g("a o-> b"), g("a --> b"))
        bad = g("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a")
        with pytest.raises(GraphError, match="add a <-> d"):
            markov_equivalent(bad, bad)


class TestDifferentNodes:
    @pytest.mark.parametrize(
        "compare",
        [markov_equivalent, k_closures_equivalent, refines, lambda x, y: k_markov_equivalent(x, y, 1)],
    )
    def test_are_an_error_that_names_them(self, compare):
        with pytest.raises(GraphError, match="'c' only in the first and 'x' only in the second"):
            compare(g("a --> b", nodes=("a", "b", "c")), g("a --> b", nodes=("a", "b", "x")))
        with pytest.raises(GraphError, match="there is 'c' only in the first; add"):
            compare(g("a --> b", nodes=("a", "b", "c")), g("a --> b"))

    def test_long_lists_are_cut(self):
        with pytest.raises(GraphError, match=r"'x4', \.\.\. only in the second"):
            refines(g("a --> b"), g("a --> b", nodes=[f"x{i}" for i in range(9)]))


class TestKMarkovEquivalent:
    def test_grows_finer_with_k(self):
        d1, d2 = g("a --> b", "b --> c"), g("a --> b", "b --> c", "a --> c")
        assert [k_markov_equivalent(d1, d2, k) for k in (0, 1, 2)] == [True, False, False]

    def test_needs_dags_and_a_size(self):
        with pytest.raises(GraphError, match="DAG"):
            k_markov_equivalent(g("a <-> b"), g("a --> b"), 0)
        with pytest.raises(OptionError):
            k_markov_equivalent(g("a --> b"), g("a --> b"), -1)

    def test_k_closures_equivalent_needs_settled_marks(self):
        with pytest.raises(GraphError, match="o->"):
            k_closures_equivalent(g("a o-> b"), g("a --> b"))


class TestRefines:
    @pytest.mark.parametrize("finer", ["-->", "o->", "<->", "o-o", "---"])
    def test_every_graph_refines_itself_and_the_circles(self, finer):
        graph = g(("a", finer, "b"))
        assert refines(graph, graph)
        assert refines(graph, g("a o-o b"))

    def test_marks_of_the_coarser_graph_must_be_kept(self):
        assert refines(g("a --> b"), g("a o-> b"))
        assert not refines(g("a o-> b"), g("a --> b"))
        assert not refines(g("a <-- b"), g("a o-> b"))
        assert not refines(g("a --- b"), g("a --> b"))

    def test_different_skeletons_do_not_compare(self):
        assert not refines(g("a --> b", nodes=("a", "b", "c")), g("a --> b", "b o-o c"))

    def test_order_of_nodes_does_not_matter(self):
        assert refines(g("a --> b"), g("b <-o a"))


def test_a_thousand_nodes_are_fast():
    rng = random.Random(1)
    names = [f"x{i}" for i in range(1000)]
    edges = [(names[rng.randrange(i)], "-->", names[i]) for i in range(1, 1000)]
    tree = MixedGraph(names, edges)
    assert markov_equivalent(tree, tree.reorder(names[::-1]))
    assert unshielded_colliders(tree) == frozenset()

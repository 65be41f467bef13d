"""Errata 10 to 13 of docs/errata.md: lemmas that only proofs use, how edges are read, misprints."""

import random

import naive
import sepset as sp
from sepset import MixedGraph
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import k_closure
from sepset.orientation.counting import r11, r12
from sepset.orientation.engine import orient
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.plans import Plan, Together

g = MixedGraph.from_edges


def is_collider(graph, a, b, c):
    return graph.has(a, "*->", b) and graph.has(b, "<-*", c)


class TestErratum10:
    """Active paths may share nodes (lem:no_overlap)."""

    DAG = g("x --> t", "y --> t", "t --> z")

    def test_the_paths_share_t(self):
        assert naive.separated(self.DAG, "x", "y", ())
        for end in "xy":
            assert naive.is_open(self.DAG, (end, "t", "z"), ())

    def test_t_changes_its_status_where_they_are_joined(self):
        assert not naive.is_open(self.DAG, ("x", "t", "y"), ())


class TestErratum11:
    """R11 on the k-essential graph itself would be wrong (lem:R11)."""

    def test_the_essential_graph_is_between_and_its_edge_is_open(self):
        dag = g("a --> c", "a --> d", "b --> d")
        essential = sp.k_essential_graph(dag, 0)
        assert essential == g("a --- c", "a o-> d", "c o-> d", "b --> d")
        other = g("c --> a", "c --> d", "b --> d")
        assert sp.k_markov_equivalent(dag, other, 0)
        assert k_closure(other, 0).has("a", "<->", "d")
        assert step_5(dag, 0, essential, r11).has("a", "-->", "d")  # wrong

    def test_r12_changes_no_essential_graph(self):
        """lem:R12 holds as it is printed: the smallest graph between gives the smallest set C."""
        rng = random.Random(11)
        larger = [
            (naive.random_dag(6, rng.choice((0.4, 0.6, 0.9)), rng), rng.choice((1, 2))) for _ in range(60)
        ]
        small = [(members[0], k) for k in range(3) for members in naive.k_classes(4, k)]
        for dag, k in small + larger:
            essential = k_essential_graph(dag, k)
            assert step_5(dag, k, essential, r12) == essential


def step_5(dag, k, graph, *rules):
    """Run rules once on a graph that is drawn already."""
    found = orient(graph.table, MagEvidence(k_closure(dag, k).table, k), Plan("Step 5", (Together(*rules),)))
    return MixedGraph.from_table(dag.nodes, found.table)


class TestErratum12:
    """What the edges of a k-essential graph say of every DAG of the class."""

    def test_arrows_are_ancestors_everywhere_and_lines_are_adjacent_everywhere(self):
        for k in (0, 1):
            for members in naive.k_classes(4, k):
                for edge in naive.k_essential_graph(members, k).edges():
                    for dag in members:
                        if edge.pattern == "-->":
                            assert edge.u in naive.ancestors(dag, {edge.v})
                        if edge.pattern == "---":
                            assert dag.adjacent(edge.u, edge.v)


class TestErratum13:
    """What the misprints stand for, where it can be computed."""

    def test_ancestors_are_those_of_the_dag(self):
        """lem:sameancestors."""
        for k in range(3):
            for dag in naive.all_dags(4):
                closure = k_closure(dag, k)
                assert all(naive.ancestors(closure, {v}) == naive.ancestors(dag, {v}) for v in dag.nodes)

    def test_no_edge_a_b_in_the_graph_of_the_text(self):
        """The text after def:kessential speaks of a --- b in fig:kess."""
        essential = k_essential_graph(g("b --> c", "d --> c", "d --> a"), 0)
        assert essential.has("a", "---", "d")
        assert not essential.adjacent("a", "b")

    def test_a_path_must_be_discriminating_in_both_graphs(self):
        """thm:richardsonspirtes, iii: equivalent graphs, c a collider on <a, d, c, b> in the second only."""
        first = g("a --> c", "a --> d", "c --> b", "d --> b", "c --> d")
        second = g("c --> a", "d --> a", "b --> c", "b --> d", "d --> c")
        assert naive.statements(first, 4) == naive.statements(second, 4)
        assert is_collider(first, "a", "d", "c")  # discriminating in the first
        assert first.has("d", "-->", "b")
        assert not first.adjacent("a", "b")
        assert not is_collider(first, "d", "c", "b")
        assert is_collider(second, "d", "c", "b")

    def test_triangle_for_larger_k(self):
        """The text after def:kessential has `u o-o v`, which is right for k = 0 only."""
        triangle = g("w --> u", "w --> v", "u --> v")
        assert k_essential_graph(triangle, 0).has("u", "o-o", "v")
        assert k_essential_graph(triangle, 1).has("u", "---", "v")

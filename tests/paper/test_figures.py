"""Every figure and worked example of Kocaoglu (2023), each under its label in the paper, with the right k."""

from itertools import combinations

import pytest

import naive
from sepset import MixedGraph
from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import is_k_covered, k_closure
from sepset.equivalence.mag import is_k_closure, is_mag
from sepset.equivalence.markov import (
    k_closures_equivalent,
    k_markov_equivalent,
    markov_equivalent,
    refines,
    skeleton,
    unshielded_colliders,
)
from sepset.equivalence.pag import pag
from sepset.graph.separation import separated
from sepset.independence.oracle import Oracle
from sepset.learn.anytime_fci import anytime_fci
from sepset.learn.kpc import kpc
from sepset.learn.loci import loci
from sepset.orientation.plans import PAPER, STANDARD

g = MixedGraph.from_edges


def k_pc(dag, k, plan):
    """What k-PC returns with an oracle."""
    return kpc(Oracle(dag), k=k, rules=plan).graph


class TestWarmup:
    """fig:warmup, k = 1."""

    D1 = g("a --> c", "c --> b", "d --> c", "d --> b")
    D2 = g("a --> c", "d --> c", "d --> b", "a --> b")
    D3 = g("a --> c", "c --> b", "d --> a", "d --> b", "d --> e", "f --> a", "f --> e", "e --> c", "f --> b")
    D4 = D3.with_edge("c", "<--", "b")

    def test_different_skeletons_same_statements(self):
        assert skeleton(self.D1) != skeleton(self.D2)
        assert k_markov_equivalent(self.D1, self.D2, 1)
        assert naive.statements(self.D1, 1) == naive.statements(self.D2, 1)
        assert not k_markov_equivalent(self.D1, self.D2, 2)

    def test_what_the_text_says_of_d1_and_d2(self):
        assert is_k_covered(self.D1, "a", "b", 1)
        assert separated(self.D1, "a", "b", given=("c", "d"))
        assert is_k_covered(self.D2, "c", "b", 1)
        assert separated(self.D2, "c", "b", given=("a", "d"))
        for dag in (self.D1, self.D2):
            assert separated(dag, "a", "d")
            assert not separated(dag, "a", "d", given=("c",))
            assert not separated(dag, "a", "d", given=("b",))

    def test_different_unshielded_colliders_same_statements(self):
        ends = {frozenset(pair) for pair, _ in unshielded_colliders(self.D3) ^ unshielded_colliders(self.D4)}
        assert ends == {frozenset("fc"), frozenset("dc"), frozenset("eb"), frozenset("ab")}
        for dag in (self.D3, self.D4):
            assert all(is_k_covered(dag, *pair, 1) for pair in ends)
        assert k_markov_equivalent(self.D3, self.D4, 1)
        assert naive.statements(self.D3, 1) == naive.statements(self.D4, 1)
        assert not k_markov_equivalent(self.D3, self.D4, 2)


class TestKEssentialGraph:
    """fig:kess, k = 0."""

    D1 = g("b --> c", "d --> c", "d --> a")
    D2 = g("a --> c", "b --> c", "a --> d")
    ESSENTIAL = g("a o-> c", "b --> c", "d o-> c", "a --- d")

    def test_closures(self):
        assert k_closure(self.D1, 0) == g("a <-> c", "b --> c", "d --> c", "d --> a")
        assert k_closure(self.D2, 0) == g("a --> c", "b --> c", "d <-> c", "a --> d")

    def test_equivalence(self):
        assert k_markov_equivalent(self.D1, self.D2, 0)
        assert markov_equivalent(k_closure(self.D1, 0), k_closure(self.D2, 0))
        assert k_closures_equivalent(k_closure(self.D1, 0), k_closure(self.D2, 0))

    @pytest.mark.parametrize("dag", [D1, D2])
    def test_one_essential_graph(self, dag):
        assert k_essential_graph(dag, 0) == self.ESSENTIAL
        assert naive.edge_union(list(k_closures(dag, 0))) == self.ESSENTIAL

    def test_no_closure_has_the_edges_that_the_caption_rules_out(self):
        for closure in k_closures(self.D1, 0):
            assert not closure.has("a", "<->", "d")
            assert not closure.has("b", "<->", "c")

    def test_k_pc_finds_it(self):
        assert k_pc(self.D1, 0, PAPER) == k_pc(self.D1, 0, STANDARD) == self.ESSENTIAL

    def test_anytime_fci_would_keep_circles(self):
        """sec:app-AnytimeFCI: the PAG has a o-o d where k-PC has a --- d."""
        found = anytime_fci(Oracle(self.D1), k=0).graph
        assert found == pag(k_closure(self.D1, 0))
        assert found.has("a", "o-o", "d")
        assert k_pc(self.D1, 0, PAPER) == self.ESSENTIAL
        assert refines(self.ESSENTIAL, found)


def test_one_edge_and_the_triangle():
    """The text after def:kessential, for k = 0."""
    assert k_essential_graph(g("u --> v"), 0) == g("u --- v")
    triangle = g("w --> u", "w --> v", "u --> v")
    assert k_essential_graph(triangle, 0) == g("w o-o u", "w o-o v", "u o-o v")


def test_loci_cannot_tell_one_edge_from_the_triangle():
    """The same text: LOCI uses u - v in both."""
    assert loci(Oracle(g("u --> v")), k=0).graph == g("u --- v")
    triangle = g("w --> u", "w --> v", "u --> v")
    assert loci(Oracle(triangle), k=0).graph == g("w --- u", "w --- v", "u --- v")


class TestNonLocality:
    """fig:nonlocality, k = 0."""

    D1 = g("a --> c", "c --> d", "e --> d", "e --> b", "f --> c", "f --> e")
    D2 = D1.with_edge("d", "-->", "e")

    def test_the_turned_edge_shows_far_away(self):
        assert separated(self.D1, "a", "b")
        assert not separated(self.D2, "a", "b")
        assert not k_markov_equivalent(self.D1, self.D2, 0)

    def test_and_nowhere_near_the_collider(self):
        assert (frozenset("ce"), "d") in unshielded_colliders(self.D1) - unshielded_colliders(self.D2)
        assert is_k_covered(self.D1, "c", "e", 0)
        assert is_k_covered(self.D2, "c", "e", 0)


class TestMagThatIsNoKClosure:
    """fig:validkclosure: K is a k-closure for k = 1, and for no larger k."""

    DAG = g("c --> a", "d --> b", "u1 --> c", "u1 --> d", "u2 --> c", "u2 --> d")
    CLOSURE = DAG.with_edge("c", "<->", "d")

    def test_closure(self):
        assert k_closure(self.DAG, 1) == self.CLOSURE
        assert is_k_closure(self.CLOSURE, 1)

    def test_not_for_two(self):
        assert is_mag(self.CLOSURE)
        assert not is_k_closure(self.CLOSURE, 2)
        assert separated(self.DAG, "c", "d", given=("u1", "u2"))

    def test_the_edge_can_be_anything(self):
        """The text after def:kessential: all three types of c-d occur."""
        types = {closure.edge("c", "d").pattern for closure in k_closures(self.DAG, 1)}
        assert types == {"-->", "<--", "<->"}
        assert k_essential_graph(self.DAG, 1).has("c", "o-o", "d")


class TestSizeOneClass:
    """fig:size1kmec, with k = 0 (the caption says 1)."""

    DAG = g("a --> c", "d --> c", "d --> e", "b --> e")

    def test_one_closure_with_a_bidirected_edge(self):
        closure = self.DAG.with_edge("c", "<->", "e")
        assert k_closure(self.DAG, 0) == closure
        assert list(k_closures(self.DAG, 0)) == [closure]
        assert k_essential_graph(self.DAG, 0) == closure

    def test_it_can_be_learned(self):
        assert k_pc(self.DAG, 0, PAPER) == self.DAG.with_edge("c", "<->", "e")

    def test_loci_infers_it_too_by_dropping_the_edge(self):
        found = loci(Oracle(self.DAG), k=0).graph
        assert found == g("a --> c", "d --> c", "d --> e", "b --> e")

    def test_one_dag(self):
        assert list(k_equivalent_dags(self.DAG, 0)) == [self.DAG]
        assert k_class_size(self.DAG, 0) == 1


class TestRunOfR11:
    """fig:R11example, k = 0."""

    DAG = g("a --> b", "b --> c", "u --> b", "v --> c")
    OTHER = g("a --> b", "u --> b", "v --> c", "a --> c", "u --> c")
    RESULT = g("a --> b", "a --> c", "u --> b", "u --> c", "v --> c", "b o-> c")

    def test_closure(self):
        assert k_closure(self.DAG, 0) == g("a --> b", "b --> c", "u --> b", "v --> c", "a --> c", "u --> c")

    def test_after_step_4(self):
        assert pag(k_closure(self.DAG, 0)) == g(
            "a o-> b", "a o-> c", "u o-> b", "u o-> c", "v o-> c", "b o-> c"
        )

    def test_after_step_5(self):
        assert k_pc(self.DAG, 0, PAPER) == k_pc(self.DAG, 0, STANDARD) == self.RESULT

    def test_the_last_circle_stays(self):
        assert k_markov_equivalent(self.DAG, self.OTHER, 0)
        closure = k_closure(self.OTHER, 0)
        assert closure == self.OTHER.with_edge("b", "<->", "c")
        assert refines(closure, self.RESULT)
        assert k_essential_graph(self.DAG, 0) == self.RESULT


class TestRunOfR12:
    """fig:R12example, k = 0."""

    DAG = g("a --> b", "b --> c", "e --> c")
    RESULT = g("a --- b", "a o-> c", "b o-> c", "e --> c")

    def test_closure(self):
        assert k_closure(self.DAG, 0) == g("a --> b", "b --> c", "e --> c", "a --> c")

    def test_after_step_4(self):
        assert pag(k_closure(self.DAG, 0)) == g("a o-o b", "a o-> c", "b o-> c", "e o-> c")

    def test_after_step_5(self):
        assert k_pc(self.DAG, 0, PAPER) == k_pc(self.DAG, 0, STANDARD) == self.RESULT

    def test_the_circles_stay(self):
        first, second = g("b --> a", "b --> c", "e --> c"), g("a --> b", "e --> c", "a --> c")
        assert k_closure(first, 0).has("a", "<->", "c")
        assert k_closure(second, 0).has("b", "<->", "c")
        for dag in (first, second):
            assert k_markov_equivalent(self.DAG, dag, 0)
            assert dag in set(k_equivalent_dags(self.DAG, 0))
        assert k_essential_graph(self.DAG, 0) == self.RESULT


class TestIncompleteness:
    """fig:incompleteness, k = 1."""

    DAG = g("d --> c", "a --> d", "a --> b", "c --> b")

    def test_closure(self):
        assert k_closure(self.DAG, 1) == self.DAG.with_edge("d", "-->", "b")
        assert not is_k_covered(self.DAG, "a", "c", 1)

    def test_k_pc_output(self):
        expected = g("d --- c", "a --- d", "a o-> b", "c o-> b", "d o-> b")
        assert k_pc(self.DAG, 1, PAPER) == k_pc(self.DAG, 1, STANDARD) == expected

    def test_the_essential_graph_has_three_more_tails(self):
        expected = g("d --- c", "a --- d", "a --> b", "c --> b", "d --> b")
        assert k_essential_graph(self.DAG, 1) == expected
        assert naive.edge_union(list(k_closures(self.DAG, 1))) == expected


@pytest.mark.parametrize("k", [0, 1, 2])
def test_lemmas_on_all_four_node_dags(k):
    """lem:kclosure, lem:kclosureMAG and lem:kesssubsetPAG."""
    for dag in naive.all_dags(4):
        closure = k_closure(dag, k)
        assert naive.statements(closure, k) == naive.statements(dag, k)
        assert is_mag(closure)
        apart = [pair for pair in combinations(dag.nodes, 2) if not closure.adjacent(*pair)]
        assert all(not is_k_covered(closure.directed_part(), *pair, k) for pair in apart)
    for members in naive.k_classes(4, k):
        closure = k_closure(members[0], k)
        assert refines(naive.k_essential_graph(members, k), pag(closure))

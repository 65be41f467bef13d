"""Each entry of docs/errata.md with its counterexample; the numbers are those of that page."""

import random
import re
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

import naive
import sepset as sp
from sepset import MixedGraph
from sepset.equivalence.classes import k_class_size, k_closures, k_equivalent_dags
from sepset.equivalence.essential.k_essential import k_essential_graph
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.mag import is_k_closure
from sepset.equivalence.markov import refines
from sepset.equivalence.pag import pag
from sepset.graph.separation import separated
from sepset.graph.separators import minimum_separators
from sepset.orientation.counting import r11, r12
from sepset.orientation.engine import circles_on, orient
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.path_rules import r0, r4, r9, r10
from sepset.orientation.plans import COUNTING, PAG, PAPER, STANDARD, Fixpoint, Once, Plan
from sepset.orientation.specs import r1, r2, r3, r8

g = MixedGraph.from_edges


def run(dag, k, plan):
    """Carry a plan out on the skeleton of the k-closure, with an oracle."""
    closure = k_closure(dag, k)
    found = orient(circles_on(closure.table), MagEvidence(closure.table, k), plan)
    return MixedGraph.from_table(dag.nodes, found.table)


def bidirected_pairs_are_covered(mag, k):
    """thm:kclosure-char as printed, for a MAG: each <-> pair is k-covered without that edge."""
    bidirected = [edge for edge in mag.edges() if edge.pattern == "<->"]
    return all(naive.is_k_covered(mag.without_edge(u, v), u, v, k) for u, _, v in bidirected)


def other_pairs_are_separable(mag, k):
    """The condition that is missing: at most k nodes separate every non-adjacent pair."""
    apart = [(u, v) for u, v in combinations(mag.nodes, 2) if not mag.adjacent(u, v)]
    return not any(naive.is_k_covered(mag, u, v, k) for u, v in apart)


class TestErratum1:
    """The characterization of k-closures."""

    CHAIN = g("a --> b", "b --> c")

    def test_the_chain_passes_and_is_no_0_closure(self):
        assert naive.is_mag(self.CHAIN)
        assert bidirected_pairs_are_covered(self.CHAIN, 0)
        assert not is_k_closure(self.CHAIN, 0)
        assert self.CHAIN not in {naive.k_closure(dag, 0) for dag in naive.all_dags(3)}

    @pytest.mark.parametrize("n", [3, 4])
    def test_the_missing_condition(self, n):
        for k in range(n):
            for mag in naive.all_mags(n):
                corrected = other_pairs_are_separable(mag, k) and bidirected_pairs_are_covered(mag, k)
                assert corrected == is_k_closure(mag, k), (k, mag.to_text())

    def test_inside_a_class_of_mags_the_printed_condition_is_enough(self):
        for k in range(3):
            for members in naive.mag_classes(4):
                inside = [is_k_closure(mag, k) for mag in members]
                if any(inside):
                    assert inside == [bidirected_pairs_are_covered(mag, k) for mag in members]


class TestErratum2:
    """R4 must not be dropped."""

    SMALL = g("a --> c", "b --> c", "a --> d", "c --> d")
    LARGER = g("a --> c", "a --> d", "b --> d", "a --> e", "c --> e", "d --> e")

    def test_without_r4_the_pag_is_not_complete(self):
        assert pag(k_closure(self.SMALL, 2)).has("a", "-->", "d")
        assert run(self.SMALL, 2, PAG.without("R4")).has("a", "o->", "d")

    def test_the_papers_output_need_not_refine_the_pag(self):
        found = pag(k_closure(self.LARGER, 2))
        assert not refines(run(self.LARGER, 2, PAPER), found)
        assert refines(run(self.LARGER, 2, STANDARD), found)

    def test_the_pag_is_right(self):
        """Against the union over all Markov equivalent MAGs."""
        closure = k_closure(self.SMALL, 2)
        (members,) = [found for found in naive.mag_classes(4) if closure in found]
        assert pag(closure) == naive.pag_union(members)

    @pytest.mark.parametrize("k", [0, 1])
    def test_small_k_never_needs_it(self, k):
        for dag in naive.all_dags(4):
            assert run(dag, k, PAG.without("R4")) == run(dag, k, PAG)


class TestErratum3:
    """Step 5 must read a snapshot."""

    DAG = g("a --> b", "b --> c", "e --> c")

    def test_updating_in_place_is_unsound(self):
        in_place = run(self.DAG, 0, PAG.then(Once(r12), Once(r11)))
        assert in_place.has("b", "-->", "c")
        assert any(closure.has("b", "<->", "c") for closure in k_closures(self.DAG, 0))

    def test_a_snapshot_is_sound(self):
        for k in range(3):
            for members in naive.k_classes(4, k):
                essential = naive.k_essential_graph(members, k)
                for plan in (PAPER, STANDARD):
                    assert refines(essential, run(members[0], k, plan))


class TestErratum4:
    """R8, R9 and R10 need a fixed point."""

    def test_one_pass_of_the_papers_rules_misses_a_tail(self):
        dag = g(
            "d --> c",
            "d --> a",
            "d --> e",
            "c --> a",
            "c --> e",
            "c --> b",
            "c --> f",
            "a --> b",
            "e --> b",
            "b --> f",
        )
        step4 = (Once(r0), Fixpoint(r1, r2, r3))
        assert run(dag, 3, Plan("one pass", (*step4, Once(r8, r9, r10)))).has("c", "o->", "f")
        assert run(dag, 3, Plan("fixed point", (*step4, Fixpoint(r8, r9, r10)))).has("c", "-->", "f")

    def test_one_pass_depends_on_the_order_even_with_r4(self):
        dag = g("d --> a", "d --> b", "d --> c", "d --> e", "a --> b", "a --> c", "b --> e", "c --> e")
        step4 = (Once(r0), Fixpoint(r1, r2, r3, r4))
        assert run(dag, 3, Plan("backwards", (*step4, Once(r10, r9, r8)))).has("d", "o->", "e")
        assert run(dag, 3, PAG).has("d", "-->", "e")


def test_erratum_5_step_3_orients_all_at_once():
    dag = g("a --> d", "b --> d", "c --> d")
    literal = circles_on(k_closure(dag, 0).table)
    ends, middle = dag.numbers(("a", "b", "c")), dag.number("d")
    for x, y in combinations(ends, 2):
        if literal.has(x, "o-o", middle) and literal.has(middle, "o-o", y):
            literal.set(x, "o->", middle)
            literal.set(y, "o->", middle)
    assert literal.has(ends[2], "o-o", middle)
    found = orient(literal, MagEvidence(k_closure(dag, 0).table, 0), Plan("R1", (Fixpoint(r1),)))
    assert MixedGraph.from_table(dag.nodes, found.table).has("d", "-->", "c")  # wrong
    assert run(dag, 0, PAPER) == dag


def test_erratum_6_k_closures_in_polynomial_time():
    """n = 40 and k = 8: a hundred million sets for a single pair. The cuts are checked against networkx."""
    rng = random.Random(6)
    names = [f"x{i}" for i in range(40)]
    dag = MixedGraph(names, [(u, "-->", v) for u, v in combinations(names, 2) if rng.random() < 0.35])
    closure = k_closure(dag, 8)
    apart = [pair for pair in combinations(names, 2) if not dag.adjacent(*pair)]
    for a, b in rng.sample(apart, 60):
        inside = dag.subgraph(dag.ancestors(a, b))
        moral = nx.Graph((u, v) for w in inside.nodes for u, v in combinations((w, *inside.parents(w)), 2))
        moral.add_nodes_from((a, b))
        assert closure.adjacent(a, b) == (nx.node_connectivity(moral, a, b) > 8)
    assert closure != dag


class TestErratum7:
    """Captions and texts."""

    def test_size_one_class(self):
        dag = g("a --> c", "d --> c", "d --> e", "b --> e")
        assert k_closure(dag, 0).has("c", "<->", "e")
        assert not k_closure(dag, 1).adjacent("c", "e")
        assert k_class_size(dag, 0) == 1

    def test_incompleteness_misses_c_to_b_too(self):
        dag = g("d --> c", "a --> d", "a --> b", "c --> b")
        assert run(dag, 1, PAPER).has("c", "o->", "b")
        assert k_essential_graph(dag, 1).has("c", "-->", "b")


class TestErratum8:
    """Search among neighbours, and what may be left out safely."""

    DAG = g(
        *("s --> x1", "s --> x2", "x1 --> a", "x2 --> a", "s --> u1", "s --> u2", "u1 --> b", "u2 --> b"),
        *("t --> a", "t --> b"),
    )

    def test_the_only_separator_is_not_next_to_its_pair(self):
        assert naive.separators(self.DAG, "a", "b", 2) == [("s", "t")]
        assert not k_closure(self.DAG, 2).adjacent("s", "a")
        assert not k_closure(self.DAG, 2).adjacent("s", "b")

    def test_a_search_that_updates_within_a_level_misses_it(self):
        assert not k_closure(self.DAG, 2).adjacent("a", "b")
        assert frozenset("ab") in self.neighbour_search(frozen=False)
        assert frozenset("ab") not in self.neighbour_search(frozen=True)

    def neighbour_search(self, frozen):
        """PC's search with sets of at most 2 neighbours of either end, pairs with s first."""
        nodes = sorted(self.DAG.nodes, key=lambda name: name != "s")
        left = {frozenset(pair) for pair in combinations(nodes, 2)}
        for size in range(3):
            at_start = set(left)
            for pair in combinations(nodes, 2):
                known = at_start if frozen else left
                around = [{v for v in nodes if frozenset((u, v)) in known} - set(pair) for u in pair]
                sets = [given for near in around for given in combinations(sorted(near), size)]
                if any(separated(self.DAG, *pair, given=given) for given in sets):
                    left.discard(frozenset(pair))
        return left

    def test_minimum_separators_stay_in_the_biconnected_component(self):
        rng = random.Random(8)
        pairs = 0
        for _ in range(250):
            dag = naive.random_dag(rng.choice((5, 6, 7, 8)), rng.choice((0.25, 0.4, 0.55)), rng)
            for k in (1, 2, 3):
                skeleton = nx.Graph((e.u, e.v) for e in k_closure(dag, k).edges())
                for pair, separator in minimum_separators(dag, max_size=k).items():
                    pairs += 1
                    assert separator <= component_of_edge(skeleton, *pair)
        assert pairs > 3000

    def test_every_minimal_separator_lies_on_paths_between_its_pair(self):
        """The proof's claim, for all separators that lose their force with any node less."""
        rng = random.Random(88)
        for _ in range(60):
            dag = naive.random_dag(rng.choice((4, 5)), 0.45, rng)
            for a, b in combinations(dag.nodes, 2):
                found = [set(given) for given in naive.separators(dag, a, b, 3)]
                on_paths = set().union(*naive.paths(dag, a, b))
                for given in found:
                    if not any(other < given for other in found):
                        assert given <= on_paths


def component_of_edge(graph, a, b):
    """Return the nodes of the biconnected component that holds the edge a-b once it is added."""
    joined = nx.Graph(graph)
    joined.add_edge(a, b)
    (component,) = [found for found in nx.biconnected_components(joined) if {a, b} <= found]
    return component


class TestErratum9:
    """The edge union goes by type of edge."""

    def test_undirected_means_adjacent_in_every_dag(self):
        for k in range(3):
            for members in naive.k_classes(4, k):
                for edge in naive.k_essential_graph(members, k).edges():
                    if edge.pattern == "---":
                        assert all(dag.adjacent(edge.u, edge.v) for dag in members)

    def test_directed_does_not(self):
        dag = g("a --> b", "b --> c", "u --> b", "v --> c")
        assert k_essential_graph(dag, 0).has("a", "-->", "c")
        assert not dag.adjacent("a", "c")

    def test_two_directions_are_not_two_circles(self):
        members = list(k_equivalent_dags(g("u --> v"), 0))
        assert naive.k_essential_graph(members, 0) == g("u --- v")
        assert naive.pag_union(members) == g("u o-o v")


class TestBeyondThePaper:
    """The counting rule and the smallest incompleteness."""

    def test_the_triangle(self):
        triangle = g("w --> u", "w --> v", "u --> v")
        assert run(triangle, 1, STANDARD) == g("w o-o u", "w o-o v", "u o-o v")
        assert k_essential_graph(triangle, 1) == g("w --- u", "w --- v", "u --- v")
        assert run(triangle, 1, COUNTING) == k_essential_graph(triangle, 1)

    @pytest.mark.parametrize("k", [0, 1, 2])
    def test_a_bidirected_edge_needs_more_than_k_parents_at_both_ends(self, k):
        for dag in naive.all_dags(4):
            closure = k_closure(dag, k)
            for edge in closure.edges():
                if edge.pattern == "<->":
                    assert len(closure.parents(edge.u)) > k
                    assert len(closure.parents(edge.v)) > k

    @pytest.mark.parametrize("k", [0, 1, 2])
    def test_the_sandwich(self, k):
        """Every graph between a DAG and the directed part of its k-closure has the same k-closure."""
        for dag in naive.all_dags(4):
            closure = k_closure(dag, k)
            extra = [e for e in closure.directed_part().edges() if not dag.adjacent(e.u, e.v)]
            for size in range(1, len(extra) + 1):
                for added in combinations(extra, size):
                    assert k_closure(MixedGraph(dag.nodes, [*dag.edges(), *added]), k) == closure


def test_errata_are_numbered_and_name_their_tests():
    page = Path(__file__).parents[2].joinpath("docs", "errata.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", page, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(re.findall(r"^\*\*Test\*\*: `test_\w+\.py::\w+", page, re.MULTILINE)) == len(numbers)


def test_erratum_8_frozen_neighbourhoods_miss_from_k_3_on():
    dag = g(
        *("s --> x1", "s --> x2", "x1 --> a", "x2 --> a", "s --> u1", "s --> u2", "u1 --> b", "u2 --> b"),
        *("t1 --> a", "t2 --> a", "t1 --> b", "t2 --> b"),
    )
    assert sp.kpc(sp.Oracle(dag), k=3, search="neighbours").graph.has("a", "<->", "b")
    assert not sp.kpc(sp.Oracle(dag), k=3, search="all").graph.adjacent("a", "b")
    assert sp.kpc(sp.Oracle(dag), k=3, search="component").graph == sp.kpc(sp.Oracle(dag), k=3).graph
    assert naive.separators(dag, "a", "b", 3) == [("s", "t1", "t2")]

import random
from fractions import Fraction
from itertools import combinations

import pytest

from sepset import GraphError, MixedGraph, OptionError, Oracle, compare, kpc

g = MixedGraph.from_edges
PATTERNS = ("-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--")


def random_graph(nodes, density, seed):
    rng = random.Random(seed)
    pairs = combinations(nodes, 2)
    return MixedGraph(nodes, [(a, rng.choice(PATTERNS), b) for a, b in pairs if rng.random() < density])


def ends(graph, mark):
    """Every (node, other) with this mark at node, letter by letter."""
    found = set()
    for u, pattern, v in graph.edges():
        found |= {(u, v)} if pattern[0] in mark else set()
        found |= {(v, u)} if pattern[2] in mark else set()
    return found


def pairs_of(graph):
    return {frozenset((u, v)) for u, _, v in graph.edges()}


def f1(found, truth):
    """2PR / (P + R) with 0/0 = 0, literally."""
    right = len(found & truth)
    precision = Fraction(right, len(found)) if found else Fraction(0)
    recall = Fraction(right, len(truth)) if truth else Fraction(0)
    return float(2 * precision * recall / (precision + recall)) if right else 0.0


def marks(graph, a, b):
    edge = graph.edge(a, b)
    return ("", "") if edge is None else (edge.pattern[0].replace("<", ">"), edge.pattern[2])


class TestByHand:
    """Truth a --> c <-- b, c --> d; found has one right edge, one circle, one reversed, one too many."""

    TRUTH = g("a --> c", "b --> c", "c --> d", nodes=("a", "b", "c", "d", "e"))
    FOUND = g("a --> c", "b o-> c", "d --> c", "d --- e", nodes=("e", "d", "c", "b", "a"))
    RESULT = compare(FOUND, TRUTH)

    def test_skeleton(self):
        assert self.RESULT.skeleton == (3, 4, 3)
        assert self.RESULT.precision_skeleton == 3 / 4
        assert self.RESULT.recall_skeleton == 1
        assert self.RESULT.f1_skeleton == 6 / 7

    def test_arrowheads(self):
        # Found: at c from a, b and d. Right: the first two.
        assert self.RESULT.arrowhead == (2, 3, 3)
        assert self.RESULT.precision_arrowhead == self.RESULT.recall_arrowhead == 2 / 3
        assert self.RESULT.f1_arrowhead == 2 / 3

    def test_tails(self):
        # Found: at a, at d (twice) and at e. Right: at a.
        assert self.RESULT.tail == (1, 4, 3)
        assert (self.RESULT.precision_tail, self.RESULT.recall_tail) == (1 / 4, 1 / 3)
        assert self.RESULT.f1_tail == 2 / 7

    def test_distance(self):
        # b-c has another mark, c-d is turned, d-e is too many.
        assert self.RESULT.shd == 3
        assert compare(self.FOUND, self.TRUTH, shd="marks").shd == 1 + 2 + 2

    def test_table(self):
        assert str(self.RESULT).splitlines() == [
            "            precision  recall     F1  right  found  truth",
            "skeleton        0.750   1.000  0.857      3      4      3",
            "arrowheads      0.667   0.667  0.667      2      3      3",
            "tails           0.250   0.333  0.286      1      4      3",
            "SHD 3 (pairs)",
        ]


def test_an_undirected_edge_has_two_tails_and_gains_one_of_them():
    result = compare(g("a --- b"), g("a --> b"))
    assert result.tail == (1, 2, 1)
    assert result.arrowhead == (0, 0, 1)


def test_the_other_mark_does_not_matter_for_an_arrowhead():
    assert compare(g("a <-> b"), g("a --> b")).arrowhead == (1, 2, 1)
    assert compare(g("a o-> b"), g("a --> b")).arrowhead == (1, 1, 1)


@pytest.mark.parametrize("seed", range(40))
def test_naive_definitions(seed):
    nodes = tuple("abcdefg")
    found = random_graph(nodes, 0.5, seed)
    truth = random_graph(nodes[::-1], 0.4, seed + 1000)
    result = compare(found, truth)
    assert result.f1_skeleton == pytest.approx(f1(pairs_of(found), pairs_of(truth)), abs=1e-15)
    assert result.f1_arrowhead == pytest.approx(f1(ends(found, "<>"), ends(truth, "<>")), abs=1e-15)
    assert result.f1_tail == pytest.approx(f1(ends(found, "-"), ends(truth, "-")), abs=1e-15)
    both = [(marks(found, a, b), marks(truth, a, b)) for a, b in combinations(nodes, 2)]
    assert result.shd == sum(x != y for x, y in both)
    assert compare(found, truth, shd="marks").shd == sum((x[0] != y[0]) + (x[1] != y[1]) for x, y in both)


@pytest.mark.parametrize("seed", range(10))
def test_swapping_the_graphs_swaps_precision_and_recall(seed):
    a, b = random_graph("abcdef", 0.5, seed), random_graph("abcdef", 0.5, seed + 100)
    one, other = compare(a, b), compare(b, a)
    for part in ("skeleton", "arrowhead", "tail"):
        assert getattr(one, f"precision_{part}") == getattr(other, f"recall_{part}")
        assert getattr(one, f"f1_{part}") == getattr(other, f"f1_{part}")
    assert one.shd == other.shd


@pytest.mark.parametrize("nodes", [(), ("a",), ("a", "b")])
def test_two_empty_graphs_score_zero_and_do_not_differ(nodes):
    result = compare(MixedGraph(nodes), MixedGraph(nodes))
    assert (result.f1_skeleton, result.f1_arrowhead, result.f1_tail, result.shd) == (0, 0, 0, 0)
    assert (result.precision_tail, result.recall_tail) == (0, 0)


def test_one_empty_graph():
    result = compare(MixedGraph("ab"), g("a --> b"))
    assert (result.f1_skeleton, result.f1_arrowhead, result.f1_tail, result.shd) == (0, 0, 0, 1)


def test_a_graph_agrees_with_itself():
    graph = random_graph("abcdef", 0.6, 7)
    result = compare(graph, graph)
    assert (result.f1_skeleton, result.f1_arrowhead, result.f1_tail, result.shd) == (1, 1, 1, 0)


def test_results_of_learners_are_taken_as_they_are():
    dag = g("a --> c", "b --> c", "c --> d")
    found = kpc(Oracle(dag), k=1)
    assert compare(found, dag) == compare(found.graph, dag)
    assert compare(dag, found).shd == 0


def test_different_nodes_are_listed():
    with pytest.raises(GraphError, match=r"only in found: 'x'; only in truth: 'b', 'c'"):
        compare(g("a --> x"), g("a --> b", "a --> c"))
    with pytest.raises(GraphError, match=r"\(only in truth: '0', '1', .*'7' and 2 more\)"):
        compare(MixedGraph(["a"]), MixedGraph(["a", *map(str, range(10))]))


def test_wrong_arguments():
    with pytest.raises(GraphError, match=r"found is a MixedGraph or a Discovery, got str; MixedGraph.parse"):
        compare("a --> b", g("a --> b"))
    with pytest.raises(GraphError, match="truth is a MixedGraph or a Discovery, got NoneType"):
        compare(g("a --> b"), None)
    with pytest.raises(OptionError, match="shd is one of 'pairs', 'marks'; got 'edges'"):
        compare(g("a --> b"), g("a --> b"), shd="edges")

"""MixedGraph: building, asking, changing, being a value, and saying what is wrong."""

import os
import pickle
import random
import subprocess
import sys
from itertools import combinations

import pytest

import naive
from sepset import Edge, GraphError, MixedGraph, UnknownNodeError
from sepset.graph.mark_table import MarkTable

PATTERNS = ["-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--"]


@pytest.fixture
def g():
    return MixedGraph.from_edges("a --> c", "d o-> b", "c <-> e", nodes=("f",))


# ---- building and asking ---------------------------------------------------------------------------------


def test_nodes_come_first_then_edges_in_order(g):
    assert g.nodes == ("f", "a", "c", "d", "b", "e")
    assert list(g.edges()) == [Edge("a", "-->", "c"), Edge("c", "<->", "e"), Edge("d", "o->", "b")]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_is_kept(pattern):
    h = MixedGraph.from_edges(f"x {pattern} y")
    assert list(h.edges()) == [Edge("x", pattern, "y")]
    assert h.has("x", pattern, "y")


@pytest.mark.parametrize(("short", "pattern"), [("->", "-->"), ("<-", "<--"), ("--", "---")])
def test_short_arrows_are_read(short, pattern):
    assert MixedGraph.from_edges(f"x {short} y") == MixedGraph.from_edges(("x", short, "y"))
    assert MixedGraph.from_edges(f"x {short} y").edge("x", "y") == Edge("x", pattern, "y")


def test_questions(g):
    assert g.has("a", "*->", "c")
    assert g.has("c", "<-*", "a")
    assert g.has("a", "-->", "c")
    assert not g.has("c", "-->", "a")
    assert not g.has("a", "*-*", "f")
    assert not g.has("a", "*-*", "a")
    assert g.adjacent("c", "a")
    assert g.edge("b", "d") == Edge("b", "<-o", "d")
    assert g.edge("a", "b") is None
    assert g.neighbours("c") == ("a", "e")
    assert g.neighbours("c", "<->") == ("e",)
    assert g.parents("c") == ("a",)
    assert g.children("a") == ("c",)
    assert len(g) == 6
    assert "f" in g
    assert "z" not in g
    assert g.edge_count() == 3
    assert repr(g) == "<MixedGraph: 6 nodes, 3 edges>"


def test_ancestors_descendants_and_districts():
    h = MixedGraph.from_edges("a --> b", "b --> c", "x <-> c", "c <-> y", nodes=tuple("abcxyz"))
    assert h.ancestors("c") == ("a", "b", "c")
    assert h.ancestors("b", "x") == ("a", "b", "x")
    assert h.ancestors() == ()
    assert h.descendants("b") == ("b", "c")
    assert h.districts() == (("a",), ("b",), ("c", "x", "y"), ("z",))


def test_ancestors_against_the_definition():
    rng = random.Random(5)
    for _ in range(30):
        dag = naive.random_dag(7, 0.3, rng)
        for node in dag.nodes:
            assert set(dag.ancestors(node)) == naive.ancestors(dag, {node})
            assert set(dag.descendants(node)) == {v for v in dag.nodes if node in naive.ancestors(dag, {v})}


def test_the_empty_graph_is_a_graph():
    empty = MixedGraph(())
    assert empty == MixedGraph.from_edges() == MixedGraph.parse("")
    assert (empty.nodes, list(empty.edges()), empty.to_text()) == ((), [], "")
    assert empty.districts() == ()
    assert empty.topological_order() == ()
    assert empty.is_dag()
    assert empty.subgraph(()) == empty
    assert hash(empty) == hash(MixedGraph(()))


# ---- changing --------------------------------------------------------------------------------------------


def test_relabel_keeps_marks_and_order(g):
    renamed = g.relabel({"a": "A", "c": "C"})
    assert renamed.nodes == ("f", "A", "C", "d", "b", "e")
    assert renamed.has("A", "-->", "C")
    assert renamed.relabel({"A": "a", "C": "c"}) == g
    assert g.relabel({"a": "c", "c": "a"}).has("c", "-->", "a")


def test_relabel_refuses_names_that_clash_or_are_unknown(g):
    with pytest.raises(GraphError, match="'b' occurs twice"):
        g.relabel({"a": "b"})
    with pytest.raises(UnknownNodeError, match="unknown node 'q'"):
        g.relabel({"q": "r"})


def test_subgraph_only_and_reorder(g):
    assert g.subgraph(["e", "c", "f"]).nodes == ("f", "c", "e")
    assert list(g.subgraph({"e", "c", "f"}).edges()) == [Edge("c", "<->", "e")]
    assert list(g.only("<-o").edges()) == [Edge("d", "o->", "b")]
    assert g.only().edge_count() == 0
    assert g.directed_part() == MixedGraph(g.nodes, [Edge("a", "-->", "c")])
    assert g.reorder(("e", "b", "d", "c", "a", "f")) == g
    with pytest.raises(GraphError, match="reorder needs each of the 6 nodes exactly once"):
        g.reorder(("a", "a", "b", "c", "d", "e"))


def test_edges_in_and_out_leave_the_graph_alone(g):
    before = g.to_text()
    assert g.with_edge("f", "o-o", "a").has("a", "o-o", "f")
    assert g.with_edge("c", "-->", "a").edge("a", "c") == Edge("a", "<--", "c")
    assert not g.without_edge("a", "c").adjacent("a", "c")
    assert g.without_edge("a", "f") == g
    assert g.to_text() == before
    with pytest.raises(GraphError, match="is a loop"):
        g.with_edge("a", "-->", "a")


# ---- being a value ---------------------------------------------------------------------------------------


def test_equality_is_about_marks_not_order():
    rng = random.Random(3)
    for _ in range(100):
        nodes = list("abcde")
        edges = [Edge(u, rng.choice(PATTERNS), v) for u, v in combinations(nodes, 2) if rng.random() < 0.5]
        one = MixedGraph(nodes, edges)
        rng.shuffle(nodes)
        rng.shuffle(edges)
        two = MixedGraph(nodes, edges)
        assert one == two
        assert hash(one) == hash(two)
        if edges:
            u, pattern, v = edges[0]
            other = two.with_edge(u, next(p for p in PATTERNS if p != pattern), v)
            assert one != other
            assert one != two.without_edge(u, v)


def test_equality_needs_the_same_nodes():
    assert MixedGraph("ab") != MixedGraph("abc")
    assert MixedGraph("ab") != MixedGraph("ac")
    assert MixedGraph("ab") != "ab"


def test_graphs_with_one_skeleton_spread_over_hashes():
    mags = [MixedGraph.from_edges(f"a {p} b", f"b {q} c") for p in PATTERNS for q in PATTERNS]
    assert len({hash(mag) for mag in mags}) == len(set(mags)) == 81


def test_a_pickle_is_equal_and_hashes_anew_in_another_process(g):
    hash(g)
    copy = pickle.loads(pickle.dumps(g))  # noqa: S301 - made one line above
    assert copy == g
    assert copy.nodes == g.nodes
    code = (
        "import pickle, sys; from sepset import MixedGraph\n"
        "g = pickle.loads(sys.stdin.buffer.read())\n"
        "assert hash(g) == hash(MixedGraph(g.nodes, g.edges()))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "12345"}
    subprocess.run([sys.executable, "-c", code], input=pickle.dumps(g), env=env, check=True)


# ---- bad input -------------------------------------------------------------------------------------------


def test_two_edges_between_a_pair():
    with pytest.raises(GraphError, match="two edges between 'b' and 'a': b <-- a and b --> a; keep one"):
        MixedGraph.from_edges("a --> b", "b --> a")
    with pytest.raises(GraphError, match="two edges between"):
        MixedGraph.from_edges("a --> b", "a --> b")


def test_loops():
    with pytest.raises(GraphError, match="a --> a is a loop; a node cannot have an edge to itself"):
        MixedGraph.from_edges("a --> a")


def test_unknown_nodes_suggest_the_nearest():
    h = MixedGraph.from_edges("smoking --> cancer")
    for ask in (h.number, h.parents, h.ancestors, lambda name: h.subgraph([name])):
        with pytest.raises(UnknownNodeError, match=r"unknown node 'smokin'; did you mean 'smoking'?"):
            ask("smokin")
    with pytest.raises(UnknownNodeError, match="unknown node 'zz'; the nodes are 'smoking', 'cancer'"):
        h.adjacent("smoking", "zz")
    with pytest.raises(UnknownNodeError, match="unknown node 'a'; the graph is empty"):
        MixedGraph(()).number("a")
    with pytest.raises(UnknownNodeError, match="did you mean 'cancer'"):
        MixedGraph(h.nodes, [("smoking", "-->", "Cancer")])


@pytest.mark.parametrize("name", [1, None, 2.5, ("a",), b"a"])
def test_names_that_are_no_text(name):
    with pytest.raises(GraphError, match="node names are text, got"):
        MixedGraph([name])
    with pytest.raises(GraphError, match="node names are text, got"):
        MixedGraph.from_edges((name, "-->", "b"))
    with pytest.raises(GraphError, match="node names are text, got"):
        MixedGraph.from_edges("a --> b").number(name)


@pytest.mark.parametrize("name", [[], {}])
def test_names_that_cannot_even_be_hashed(name):
    with pytest.raises(GraphError, match="node names are text, got"):
        MixedGraph.from_edges(("a", "-->", name))
    with pytest.raises(UnknownNodeError, match="node names are text, got"):
        MixedGraph.from_edges("a --> b").parents(name)


def test_empty_and_repeated_names():
    with pytest.raises(GraphError, match="empty name"):
        MixedGraph(["a", ""])
    with pytest.raises(GraphError, match="'a' occurs twice"):
        MixedGraph(["a", "b", "a"])
    with pytest.raises(GraphError, match="'a' occurs twice"):
        MixedGraph.from_edges("a --> b", nodes=("a", "a"))


def test_a_text_is_no_collection_of_names():
    with pytest.raises(GraphError, match=r"got the text 'abc'; write \('abc',\)"):
        MixedGraph.from_edges("a --> b", nodes="abc")
    with pytest.raises(GraphError, match="a collection of node names is needed"):
        MixedGraph.from_edges("a --> b").subgraph("ab")


@pytest.mark.parametrize("edge", ["a --> b", "abc", ("a", "-->"), ["a", "-->", "b"], None])
def test_the_constructor_takes_triples_only(edge):
    with pytest.raises(GraphError, match=r"an edge is a triple such as \('a', '-->', 'b'\), got"):
        MixedGraph("abc", [edge])


@pytest.mark.parametrize("pattern", ["", "==>", "*->", "-> ", None])
def test_patterns_that_are_no_edges(pattern):
    with pytest.raises(GraphError, match="is not an edge; write one of"):
        MixedGraph.from_edges(("a", pattern, "b"))


@pytest.mark.parametrize("pattern", ["", "==>", "?->", None, []])
def test_patterns_that_are_no_questions(g, pattern):
    with pytest.raises(GraphError, match="is not a pattern; write three characters such as"):
        g.has("a", pattern, "b")
    with pytest.raises(GraphError, match="is not a pattern"):
        g.neighbours("a", pattern)


def test_a_table_needs_a_name_for_each_node():
    with pytest.raises(GraphError, match="1 names for a table of 2 nodes"):
        MixedGraph.from_table(["a"], MarkTable(2))


def test_odd_names_are_shown_unmistakably():
    edge = Edge("blood pressure", "-->", "a --> b")
    assert str(edge) == '"blood pressure" --> "a --> b"'
    assert MixedGraph.from_edges(str(edge)) == MixedGraph.from_edges(edge)


# ---- size ------------------------------------------------------------------------------------------------


def test_two_thousand_nodes_are_workable():
    rng = random.Random(1)
    nodes = [f"v{i}" for i in range(2000)]
    pairs = {tuple(sorted(rng.sample(range(2000), 2))) for _ in range(10_000)}
    dag = MixedGraph(nodes, [Edge(nodes[i], "-->", nodes[j]) for i, j in sorted(pairs)])
    again = MixedGraph.parse(dag.to_text())
    assert again == dag
    assert hash(again) == hash(dag)
    assert dag.is_dag()
    assert dag.topological_order() == tuple(nodes)
    assert len(dag.districts()) == 2000
    assert len(dag.subgraph(nodes[:1000])) == 1000
    assert dag.relabel({name: name.upper() for name in nodes}).edge_count() == len(pairs)
    assert nodes[0] in dag.ancestors(nodes[0])


def test_edges_are_counted_looked_up_and_gone_through_more_than_once():
    graph = MixedGraph.from_edges("b --> a", "c o-> a", nodes=("z", "a"))
    edges = graph.edges()
    assert len(edges) == graph.edge_count() == 2
    assert list(edges) == list(edges) == [Edge("a", "<--", "b"), Edge("a", "<-o", "c")]
    assert Edge("a", "<--", "b") in edges
    assert ("b", "-->", "a") in edges
    for wrong in [("b", "<--", "a"), ("a", "-->", "q"), ("z", "---", "a"), ("a", "*->", "b"), "b --> a", 3]:
        assert wrong not in edges
    assert not len(MixedGraph("ab").edges())
    assert repr(edges) == "<2 edges of a graph with 4 nodes>"

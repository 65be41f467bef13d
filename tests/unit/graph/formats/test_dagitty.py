"""dagitty's text form."""

import pytest

from sepset import FormatError, MixedGraph
from sepset.graph.formats import dagitty
from sepset.graph.formats.dagitty import to_dagitty

EDGES = MixedGraph.from_edges


def from_dagitty(text):
    return MixedGraph(*dagitty.from_dagitty(text))


@pytest.mark.parametrize(
    ("arrow", "pattern"),
    [
        ("->", "-->"),
        ("<-", "<--"),
        ("<->", "<->"),
        ("--", "---"),
        ("@->", "o->"),
        ("<-@", "<-o"),
        ("@-@", "o-o"),
        ("@--", "o--"),
        ("--@", "--o"),
    ],
)
def test_every_edge(arrow, pattern):
    assert (
        from_dagitty(f"pag {{ a {arrow} b }}") == from_dagitty(f"pag{{a{arrow}b}}") == EDGES(f"a {pattern} b")
    )
    assert f"a {arrow} b" in to_dagitty(EDGES(f"a {pattern} b")).splitlines()


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("dag { a -> b -> c }", ["a --> b", "b --> c"]),
        ("dag { a <- b -> c <-> d }", ["a <-- b", "b --> c", "c <-> d"]),
        ("dag { a -> {b c} }", ["a --> b", "a --> c"]),
        ("dag { {a b} -> {c; d} }", ["a --> c", "a --> d", "b --> c", "b --> d"]),
        ("dag { a -> {b -> c} -> d }", ["a --> b", "a --> c", "b --> c", "b --> d", "c --> d"]),
        ("dag { x -> { y { z } } }", ["x --> y", "x --> z"]),
        ("dag{a->b;b->c\nc->d e->f}", ["a --> b", "b --> c", "c --> d", "e --> f"]),
        ("DAG G { a -> b }", ["a --> b"]),
        ('strict dag "my graph" { a -> b }', ["a --> b"]),
        ("graph { a -- b }", ["a --- b"]),
        ("digraph { subgraph cluster_0 { a -> b } subgraph { b -> c } }", ["a --> b", "b --> c"]),
        ("digraph { x -> subgraph cluster_1 { a b } }", ["x --> a", "x --> b"]),
        ("dag { subgraph -> x subgraph y -> z }", ["subgraph --> x", "y --> z"]),
        ("dag { a -> b a -> b b <- a }", ["a --> b"]),
        ("// first\n# second\ndag { /* a -> x */ a -> b // b -> c\n b -> d # e\n}", ["a --> b", "b --> d"]),
        ('dag { a -> b [beta=".3", pos="-0.1,0"] b -> c }', ["a --> b", "b --> c"]),
        ('dag { bb="0,0,1,1" node [shape=box] graph [label="x]"] a -> b }', ["a --> b"]),
        ('dag { x [exposure,pos="0.484,0.032"]\ny [ outcome , pos = " 0.7 , 0.2 " ]\nx -> y }', ["x --> y"]),
        ('dag { "blood pressure" -> "5\\" nail" }', [("blood pressure", "-->", '5" nail')]),
        ('dag { "a\\b" -> "a -> b" }', [("a\\b", "-->", "a -> b")]),
    ],
)
def test_statements(text, edges):
    assert from_dagitty(text) == EDGES(*edges)
    assert MixedGraph.parse("\ufeff  \n" + text) == EDGES(*edges)


def test_isolated_nodes_and_the_empty_graph():
    assert from_dagitty("dag { x y ; z \n q }").nodes == ("x", "y", "z", "q")
    assert from_dagitty("pdag{}") == MixedGraph(())
    assert to_dagitty(MixedGraph(())) == "dag {\n}"


@pytest.mark.parametrize(
    ("edges", "kind"),
    [
        (["a --> b"], "dag"),
        (["a --> b", "b --- c"], "pdag"),
        (["a --> b", "b <-> c"], "mag"),
        (["a <-> b", "b --- c"], "mag"),
        (["a o-> b", "b <-> c"], "pag"),
        (["a --o b"], "pag"),
        ([], "dag"),
    ],
)
def test_the_kind_follows_from_the_edges(edges, kind):
    assert to_dagitty(EDGES(*edges)).startswith(f"{kind} {{")


def test_names_are_quoted_where_dagitty_needs_it():
    g = EDGES(("x.1", "-->", "blood pressure"), ("Größe", "<--", 'a"b'), nodes=("-1",))
    lines = to_dagitty(g).splitlines()
    assert lines[1:6] == ['"-1"', "x.1", '"blood pressure"', '"Größe"', '"a\\"b"']
    assert from_dagitty("\n".join(lines)) == g


@pytest.mark.parametrize("name", ["graph", "node", "a\nb", "\x00", "\x7f", "end\\"])
def test_names_that_the_form_cannot_hold(name):
    with pytest.raises(
        FormatError, match=r"dagitty's text form cannot hold the name .*rename the node first with relabel"
    ):
        to_dagitty(MixedGraph((name,)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a -> b", "line 1: dagitty's text form begins with"),
        ("dag { a -> b", "line 1: found the end of the text"),
        ("dag {\na -> }", "line 2: found '}' in dagitty's text form"),
        ("dag {\n\na --> b }", "line 3: found '> b }'"),
        ("dag { a -> b } c", "line 1: found 'c'.*nothing after the closing brace"),
        ("dag { a -> b }\n}", "line 2: found '}'"),
        ('dag { a -> "b }', "found '\"b }'"),
        ("dag { -> b }", "line 1: found '->'"),
        ("dag { a -> a }", "line 1: a --> a"),
        ("dag {\na -> b\na <-> b }", "line 3: a <-> b contradicts a --> b, which came first; keep one"),
        ("dag { graph -> b }", "cannot be called 'graph'"),
        ('dag { "" }', "cannot be called ''"),
        ("dag " + "{" * 200 + "}" * 200, "braces are nested more than 100 deep"),
        ("dag { a-b }", "found '-b }'"),
        ("digraph { a -> b [dir=both, arrowtail=odot] }", "which sepset writes but does not read"),
    ],
)
def test_text_that_is_not_right(text, message):
    with pytest.raises(FormatError, match=message):
        from_dagitty(text)


def test_drawings_are_not_mistaken_for_graphs():
    with pytest.raises(FormatError, match="draws marks in Graphviz's language"):
        MixedGraph.parse(EDGES("a o-> b").to_dot())

"""sepset's own text form, and telling the forms apart."""

import pathlib

import pytest

from sepset import Edge, FormatError, GraphError, MixedGraph
from sepset.graph.formats import text
from sepset.graph.formats.text import read_edge, to_text
from sepset.graph.names import quoted

AWKWARD = [
    "blood pressure",
    'the "x"',
    "it's",
    "a --> b",
    "-->",
    "->",
    "o-o",
    "two-one",
    "a<-b",
    "#1",
    "C#",
    "Größe",
    "身長",
    "🫀",
    "tab\there",
    "line\nbreak",
    "\x00",
    "next\x85line",
    "para\u2029graph",
    "\ufeff",
    "zero\u200bwidth",
    "back\\slash",
    "end\\",
    "{a}",
    "a;b",
    "a,",
    "[x]",
    " ",
    "dag",
    "Graph",
    "Graph Nodes:",
    "\ud800",
    "a&b",
]


parse = MixedGraph.parse


def from_text(written):
    return MixedGraph(*text.from_text(written))


def test_edges_then_isolated_nodes():
    g = MixedGraph.from_edges("b --> a", "c o-o a", nodes=("z", "a"))
    assert to_text(g) == "a <-- b\na o-o c\nz"
    assert parse(to_text(g)) == g


def test_comments_blank_lines_line_ends_and_byte_order_mark():
    g = MixedGraph(("a", "b", "c"), [Edge("a", "-->", "b")])
    text = "\ufeff# a comment\r\n\r\n  a -> b  # and another\r\n\tc\n"
    assert parse(text) == g
    assert parse("a --> b\rc") == g


def test_a_hash_inside_a_name_is_no_comment():
    assert from_text("C# --> x#y # but this is").nodes == ("C#", "x#y")


def test_nodes_may_be_named_again():
    assert from_text("a\nb\na --> b\nb") == MixedGraph.from_edges("a --> b")


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_names_come_back(name):
    g = MixedGraph.from_edges((name, "o->", "x"), ("x", "-->", name + "2"), nodes=(name + "3",))
    assert parse(g.to_text()) == g
    assert read_edge(f"{quoted(name)} --> x") == Edge(name, "-->", "x")
    assert parse(MixedGraph((name,)).to_text()) == MixedGraph((name,))


def test_plain_names_stay_bare():
    for name in ("x", "X_1", "x.y", "Größe", "a-b", "o", "x(1)", "a|b", "100%"):
        assert quoted(name) == name
    assert quoted("two-one") == '"two-one"'
    assert from_text("two-one --> a").nodes == ("two-one", "a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b", r"line 1: cannot read 'a b' as an edge; put one of"),
        ("\na -->", r"line 2: cannot read 'a -->' as an edge; put one of"),
        ("a --> b --> c", "line 1: .*write one edge per line"),
        ("blood pressure --> b", "line 1: .*names with spaces in double quotes"),
        ("a-->b", "line 1: 'a-->b' looks like an arrow; put spaces around arrows"),
        ("-->", "line 1: '-->' looks like an arrow"),
        ('a --> "b', "line 1: a double quote is not closed"),
        (r'a --> "\x"', "line 1: .*is not a JSON string"),
        ('a --> ""', "line 1: a node cannot have an empty name"),
        ("a --> b;", "line 1: 'b;' has a separator in it"),
        ("a, --> b", "line 1: 'a,' has a separator in it"),
        ("a --> {b}", "line 1: '{b}' has a separator"),
        ("a --> b\nx\na --> a", "line 3: a --> a is a loop"),
        (
            "a --> b\n\nb --> a",
            "line 3: two edges between 'b' and 'a': b --> a, and a --> b at line 1; keep one",
        ),
        ("a ==> b", "line 1: cannot read"),
        ("a *-> b", "line 1: cannot read"),
    ],
)
def test_text_that_is_no_graph(text, message):
    with pytest.raises(FormatError, match=message):
        parse(text)


@pytest.mark.parametrize("wrong", [None, b"a --> b", pathlib.Path("g.txt"), 3])
def test_only_text_is_read(wrong):
    with pytest.raises(FormatError, match=r"a graph is read from text, got .*read_text\(\)"):
        parse(wrong)


@pytest.mark.parametrize("wrong", [3, None, ("a", "-->"), ("a", "-->", "b", "c"), ["a", "-->", "b"]])
def test_an_edge_is_text_or_a_triple(wrong):
    with pytest.raises(FormatError, match="an edge is text such as 'a --> b' or a triple"):
        MixedGraph.from_edges(wrong)


def test_a_wrong_edge_shows_itself():
    with pytest.raises(FormatError, match="'a >> b': cannot read 'a >> b' as an edge"):
        MixedGraph.from_edges("a >> b")
    with pytest.raises(GraphError, match="cannot read '' as an edge"):
        MixedGraph.from_edges("")


def test_the_three_forms_are_told_apart():
    g = MixedGraph.from_edges("a --> b", "b --> c")
    assert parse("a -> b\nb -> c") == g
    assert parse("Graph Nodes:\na;b;c\n\nGraph Edges:\n1. a --> b\n2. b --> c\n") == g
    assert parse("dag { a -> b -> c }") == g
    # Names that are words of the other forms do not mislead.
    h = MixedGraph.from_edges("dag --> pag", ("Graph Nodes:", "-->", "dag {"), nodes=("graph",))
    assert parse(h.to_text()) == h

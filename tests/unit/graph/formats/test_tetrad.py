"""Tetrad's text form."""

import pytest

from sepset import FormatError, MixedGraph
from sepset.graph.formats import tetrad
from sepset.graph.formats.tetrad import to_tetrad

# The sections and marks of a file that Tetrad saves.
SAVED = """Graph Nodes:
X1;X2;(L);X4;X5

Graph Edges:
1. X1 --> X2 dd nl
2. X2 o-> X4 pd pl
3. L --> X1
4. X4 o-o X5 [X4 o-o X5]:0.9300;[no edge]:0.0700;

Graph Attributes:
BIC: -1234.5

Graph Node Attributes:
BIC: [X1: -12.3;X2: -45.6]

Ambiguous triples (i.e. list of triples for which there is ambiguous data):
<X1, X2, X4>
"""


def from_tetrad(text):
    return MixedGraph(*tetrad.from_tetrad(text))


def test_a_saved_file_is_read():
    g = from_tetrad(SAVED)
    assert g.nodes == ("X1", "X2", "L", "X4", "X5")
    assert g == MixedGraph.from_edges("X1 --> X2", "X2 o-> X4", "L --> X1", "X4 o-o X5")
    assert MixedGraph.parse(SAVED) == g


@pytest.mark.parametrize("between", [";", ",", ", ", " ", ";\n"])
def test_older_separators_of_names(between):
    text = f"Graph Nodes: \n{between.join('abc')}{between}\n\nGraph Edges: \n1. a --> b\n"
    assert from_tetrad(text) == MixedGraph.from_edges("a --> b", nodes=("c",))


def test_windows_line_ends_and_no_edges():
    assert from_tetrad("Graph Nodes:\r\na;b\r\n\r\nGraph Edges:\r\n") == MixedGraph("ab")


def test_without_a_list_of_nodes_edges_name_them():
    assert MixedGraph.parse("Graph Edges:\n1. b <-> a") == MixedGraph.from_edges("b <-> a")


def test_it_is_written_as_tetrad_writes_it():
    g = MixedGraph.from_edges("a --> b", "b o-o c", nodes=("z",))
    assert to_tetrad(g) == "Graph Nodes:\nz;a;b;c\n\nGraph Edges:\n1. a --> b\n2. b o-o c"
    assert to_tetrad(MixedGraph(())) == "Graph Nodes:\n\n\nGraph Edges:"
    assert MixedGraph.parse(to_tetrad(MixedGraph(()))) == MixedGraph(())


@pytest.mark.parametrize("name", ["a b", "a;b", "a,b", "a\nb", "\x00", "(a)", "[a]", "a\u2003b"])
def test_names_that_the_form_cannot_hold(name):
    with pytest.raises(
        FormatError, match=r"Tetrad's text form cannot hold the name .*rename the node first with relabel"
    ):
        to_tetrad(MixedGraph((name,)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Graph Nodes:\na;b\n\nGraph Edges:\na --> b",
            "line 5: cannot read 'a --> b' as an edge of Tetrad's",
        ),
        ("Graph Nodes:\na;b\n\nGraph Edges:\n1. a => b", "line 5: cannot read"),
        ("Graph Nodes:\na;b\n\nGraph Edges:\n1. a --> bb", "line 5: unknown node 'bb'; .*list it under"),
        ("Graph Nodes:\na;b\n\nGraph Edges:\n1. a --> a", "line 5: a --> a is a loop"),
        ("Graph Nodes:\na;b\n\nGraph Edges:\n1. a --> b\n2. b --> a", "line 6: two edges .*at line 5"),
    ],
)
def test_text_that_is_not_right(text, message):
    with pytest.raises(FormatError, match=message):
        MixedGraph.parse(text)

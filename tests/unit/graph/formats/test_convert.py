"""networkx graphs and matrices."""

import sys

import networkx as nx
import numpy as np
import pytest

from sepset import Edge, GraphError, MixedGraph, OptionError
from sepset.graph.interop import from_adjacency

PATTERNS = ["-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--"]


@pytest.fixture
def mixed():
    """Return one edge of every kind, and an isolated node."""
    edges = [Edge(f"u{i}", pattern, f"v{i}") for i, pattern in enumerate(PATTERNS)]
    return MixedGraph(["z", *(name for e in edges for name in (e.v, e.u))], edges)


# ---- networkx --------------------------------------------------------------------------------------------


def test_a_dag_is_a_digraph_and_comes_back():
    dag = MixedGraph.from_edges("b --> a", "c --> b", nodes=("z", "a"))
    found = dag.to_networkx()
    assert type(found) is nx.DiGraph
    assert list(found.nodes) == ["z", "a", "b", "c"]
    assert set(found.edges) == {("b", "a"), ("c", "b")}
    assert MixedGraph.from_networkx(found) == dag
    assert MixedGraph.from_networkx(found).nodes == dag.nodes


def test_any_marks_come_back(mixed):
    found = mixed.to_networkx()
    assert type(found) is nx.Graph
    assert found.edges["v3", "u3"] == {"u": "v3", "pattern": "<-o", "v": "u3"}
    assert MixedGraph.from_networkx(found) == mixed
    assert (
        MixedGraph.from_networkx(nx.node_link_graph(nx.node_link_data(found, edges="edges"), edges="edges"))
        == mixed
    )


def test_the_kind_can_be_fixed(mixed):
    dag = MixedGraph.from_edges("a --> b")
    assert type(dag.to_networkx(kind="mixed")) is nx.Graph
    assert MixedGraph.from_networkx(dag.to_networkx(kind="mixed")) == dag
    with pytest.raises(GraphError, match=r"a networkx.DiGraph holds only --> edges, but there is v\d "):
        mixed.to_networkx(kind="directed")
    with pytest.raises(OptionError, match="kind is one of 'auto', 'directed', 'mixed'; got 'pag'"):
        dag.to_networkx(kind="pag")


def test_empty_graphs():
    assert MixedGraph.from_networkx(nx.DiGraph()) == MixedGraph.from_networkx(nx.Graph()) == MixedGraph(())
    assert len(MixedGraph(()).to_networkx()) == 0


@pytest.mark.parametrize("label", [1, ("a", "b"), 2.5])
def test_labels_that_are_no_text(label):
    graph = nx.DiGraph([("a", label)])
    with pytest.raises(GraphError, match=r"node names are text, got .*networkx.relabel_nodes\(graph, str\)"):
        MixedGraph.from_networkx(graph)
    assert len(MixedGraph.from_networkx(nx.relabel_nodes(graph, str))) == 2


def test_networkx_graphs_that_do_not_fit():
    with pytest.raises(GraphError, match="two edges between"):
        MixedGraph.from_networkx(nx.DiGraph([("a", "b"), ("b", "a")]))
    with pytest.raises(GraphError, match="is a loop"):
        MixedGraph.from_networkx(nx.DiGraph([("a", "a")]))
    with pytest.raises(GraphError, match="a MultiDiGraph can hold several edges"):
        MixedGraph.from_networkx(nx.MultiDiGraph([("a", "b")]))
    with pytest.raises(GraphError, match=r"the edge between 'a' and 'b' has no marks; give it"):
        MixedGraph.from_networkx(nx.Graph([("a", "b")]))
    with pytest.raises(GraphError, match="has no marks"):
        MixedGraph.from_networkx(nx.Graph([("a", "b", {"u": "a", "pattern": "-->", "v": "c"})]))
    with pytest.raises(GraphError, match="'=>' is not an edge"):
        MixedGraph.from_networkx(nx.Graph([("a", "b", {"u": "a", "pattern": "=>", "v": "b"})]))
    with pytest.raises(GraphError, match="a networkx graph is needed, got dict"):
        MixedGraph.from_networkx({"a": ["b"]})


def test_without_networkx_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match=r"pip install 'sepset\[networkx\]'"):
        MixedGraph.from_edges("a --> b").to_networkx()


# ---- matrices --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "at_a", "at_b"),
    # pcalg's amat.pag: 0 no edge, 1 circle, 2 arrowhead, 3 tail; [i, j] holds the mark at j.
    [("-->", 3, 2), ("<--", 2, 3), ("<->", 2, 2), ("o->", 1, 2), ("o-o", 1, 1), ("---", 3, 3), ("o--", 1, 3)],
)
def test_codes_stand_where_the_mark_is(pattern, at_a, at_b):
    matrix = MixedGraph.from_edges(f"a {pattern} b").to_matrix()
    assert matrix.dtype == np.uint8
    assert matrix.tolist() == [[0, at_b], [at_a, 0]]


def test_matrices_come_back(mixed):
    assert MixedGraph.from_matrix(mixed.to_matrix(), mixed.nodes) == mixed
    assert MixedGraph.from_matrix(mixed.to_matrix().tolist(), nodes=mixed.nodes).nodes == mixed.nodes
    assert MixedGraph.from_matrix(mixed.to_matrix().astype(float), mixed.nodes) == mixed
    assert MixedGraph.from_matrix([[0, 2], [3, 0]]).nodes == ("x0", "x1")


def test_empty_matrices():
    assert MixedGraph(()).to_matrix().shape == (0, 0)
    assert MixedGraph.from_matrix(np.zeros((0, 0))) == MixedGraph.from_matrix([]) == MixedGraph(())


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.zeros((2, 3)), r"a square matrix is needed.*got shape \(2, 3\)"),
        ([0, 0], r"a square matrix is needed.*got shape \(2,\)"),
        (0, r"a square matrix is needed.*got shape \(\)"),
        ([[0, 2], [0, 0]], "between 'x0' and 'x1' has a mark in row 0, column 1 but none in row 1, column 0"),
        ([[0, 4], [2, 0]], "row 0, column 1 of the matrix is .*4.*; allowed are the codes 0, 1, 2, 3"),
        ([[0, -1], [2, 0]], "row 0, column 1 of the matrix is .*-1"),
        ([[0, 2.5], [2, 0]], "row 0, column 1 of the matrix is .*2.5"),
        ([[0, np.nan], [2, 0]], "row 0, column 1 of the matrix is .*nan"),
        ([["a", "b"], ["c", "d"]], "row 0, column 0 of the matrix is .*'a'"),
        ([[0, None], [None, 0]], "row 0, column 1 of the matrix is None"),
        ([[2, 0], [0, 0]], "row 0, column 0 of the matrix is not 0: a node cannot have an edge to itself"),
    ],
)
def test_matrices_that_do_not_fit(matrix, message):
    with pytest.raises(GraphError, match=message):
        MixedGraph.from_matrix(matrix)


def test_names_of_a_matrix():
    with pytest.raises(GraphError, match="1 names for a matrix of 2 nodes; give one name for each row"):
        MixedGraph.from_matrix([[0, 2], [3, 0]], nodes=["a"])
    with pytest.raises(GraphError, match="a collection of node names is needed, got the text 'ab'"):
        MixedGraph.from_matrix([[0, 2], [3, 0]], nodes="ab")
    with pytest.raises(GraphError, match="node names are text, got 0"):
        MixedGraph.from_matrix([[0, 2], [3, 0]], nodes=range(2))


def test_an_adjacency_matrix_is_read_by_its_own_function():
    assert from_adjacency([[0, 1, 0], [0, 0, 1], [0, 0, 0]], nodes=["a", "b", "c"]) == MixedGraph.from_edges(
        "a --> b", "b --> c"
    )
    assert from_adjacency(np.array([[False, True], [False, False]])) == MixedGraph.from_edges("x0 --> x1")
    with pytest.raises(GraphError, match=r"allowed are the codes 0, 1$"):
        from_adjacency([[0, 2], [0, 0]])
    with pytest.raises(GraphError, match="two edges between 'x1' and 'x0'"):
        from_adjacency([[0, 1], [1, 0]])
    with pytest.raises(GraphError, match="cannot have an edge to itself"):
        from_adjacency([[1]])

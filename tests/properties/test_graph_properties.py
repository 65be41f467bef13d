"""What holds for every mixed graph: round trips, names, orders."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sepset import Edge, FormatError, MixedGraph
from sepset.graph.interop import from_adjacency

PATTERNS = ["-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--"]

# Any text at all, with what the formats treat specially more often than chance would have it.
PIECES = st.sampled_from(
    [*"\"'\\#;,{}[]()<>@-= \n\t\r&", "-->", "o-o", "<-", "dag", "graph", "node", "subgraph", "\x85", "\u2028"]
)
NAMES = st.text(min_size=1, max_size=6) | st.lists(PIECES | st.characters(), min_size=1, max_size=4).map(
    "".join
)
PLAIN_NAMES = st.text("abcxyz_.0189", min_size=1, max_size=4)


@st.composite
def mixed_graphs(draw, names=NAMES, patterns=PATTERNS):
    nodes = draw(st.lists(names, max_size=6, unique=True))
    kinds = st.sampled_from([None, *patterns])
    edges = [(u, draw(kinds), v) for u, v in combinations(nodes, 2)]
    return MixedGraph(nodes, [Edge(u, pattern, v) for u, pattern, v in edges if pattern])


@given(mixed_graphs())
@settings(max_examples=300)
def test_own_text_round_trips_for_any_names(g):
    text = g.to_text()
    assert MixedGraph.parse(text) == g
    assert text.splitlines() == text.split("\n") or not text
    text.encode()


@given(mixed_graphs())
@settings(max_examples=300)
def test_tetrad_round_trips_or_refuses(g):
    try:
        text = g.to_tetrad()
    except FormatError:
        assert any(_refused(name) for name in g.nodes)
        return
    again = MixedGraph.parse(text)
    assert again == g
    assert again.nodes == g.nodes


def _refused(name):
    """Say whether Tetrad's form has no place for a name: separators, spaces, control characters, brackets."""
    return any(
        character in ";," or character.isspace() or ord(character) < 32 or character == "\x7f"
        for character in name
    ) or name[0] + name[-1] in ("()", "[]")


@given(mixed_graphs())
@settings(max_examples=300)
def test_dagitty_round_trips_or_refuses(g):
    try:
        text = g.to_dagitty()
    except FormatError:
        assert any(
            name in ("graph", "node") or name.endswith("\\") or any(ord(c) < 32 or c == "\x7f" for c in name)
            for name in g.nodes
        )
        return
    again = MixedGraph.parse(text)
    assert again == g
    assert again.nodes == g.nodes


@given(mixed_graphs(names=PLAIN_NAMES))
def test_plain_names_fit_every_form(g):
    assert (
        MixedGraph.parse(g.to_tetrad())
        == MixedGraph.parse(g.to_dagitty())
        == MixedGraph.parse(g.to_text())
        == g
    )


@given(mixed_graphs())
def test_networkx_and_matrices_round_trip(g):
    assert MixedGraph.from_networkx(g.to_networkx()) == g
    assert MixedGraph.from_networkx(g.to_networkx(kind="mixed")) == g
    again = MixedGraph.from_matrix(g.to_matrix(), g.nodes)
    assert again == g
    assert again.nodes == g.nodes


@given(mixed_graphs(patterns=["-->"]))
def test_dags_are_adjacency_matrices(g):
    arrows = (g.to_matrix() == 2).astype(int)
    assert from_adjacency(arrows, g.nodes) == g
    assert g.is_dag()


@given(mixed_graphs(), st.randoms(use_true_random=False))
def test_order_does_not_matter(g, rng):
    nodes = list(g.nodes)
    rng.shuffle(nodes)
    edges = [Edge(*edge) for edge in g.edges()]
    rng.shuffle(edges)
    other = MixedGraph(nodes, edges)
    assert other == g == g.reorder(nodes)
    assert hash(other) == hash(g)
    assert other.reorder(g.nodes).to_text() == g.to_text()


@given(mixed_graphs())
def test_relabelling_commutes(g):
    names = {name: f"{name}!" for name in g.nodes}
    renamed = g.relabel(names)
    assert [(e.u, e.pattern, e.v) for e in renamed.edges()] == [
        (names[u], p, names[v]) for u, p, v in g.edges()
    ]
    assert renamed.districts() == tuple(tuple(names[v] for v in district) for district in g.districts())
    assert renamed.is_dag() == g.is_dag()
    assert renamed.is_ancestral() == g.is_ancestral()
    for name in g.nodes:
        assert renamed.ancestors(names[name]) == tuple(names[v] for v in g.ancestors(name))
    assert renamed.relabel({new: old for old, new in names.items()}) == g


@given(st.text(max_size=30) | st.lists(PIECES | st.sampled_from("ab"), max_size=12).map("".join))
@settings(max_examples=500)
@pytest.mark.parametrize("frame", ["{}", "dag {{{}}}", "Graph Nodes:\na;b\n\nGraph Edges:\n{}"])
def test_any_text_is_a_graph_or_a_clear_error(frame, text):
    try:
        g = MixedGraph.parse(frame.format(text))
    except FormatError:
        return
    assert MixedGraph.parse(g.to_text()) == g

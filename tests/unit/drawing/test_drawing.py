"""Pictures of graphs: nothing overlaps, causes are left of effects, marks are what the graph says."""

import itertools
import re
import xml.etree.ElementTree as ET
from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sepset as sp
from sepset.drawing.diagram import ConnectedPart, Diagram
from sepset.drawing.labels import MAX_LABEL, shortened, text_width
from sepset.drawing.layers import layers_of
from sepset.drawing.layout import both_layouts, layout
from sepset.drawing.ordering import link, order_layers
from sepset.drawing.strokes import strokes
from sepset.drawing.svg import to_svg
from sepset.graph.marks import EDGE_PATTERNS, Mark, marks_of

parsed = ET.fromstring  # our own pictures, nothing from elsewhere
WORDS = {Mark.TAIL: "tail", Mark.ARROW: "arrow", Mark.CIRCLE: "circle"}
SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def graphs(draw, most=9):
    n = draw(st.integers(0, most))
    names = [f"x{i}" * draw(st.integers(1, 12)) for i in range(n)]
    pairs = (
        draw(st.lists(st.sampled_from(list(itertools.combinations(range(n), 2))), unique=True))
        if n > 1
        else []
    )
    return sp.MixedGraph(
        names, [(names[a], draw(st.sampled_from(sorted(EDGE_PATTERNS))), names[b]) for a, b in pairs]
    )


@given(graphs(most=12))
def test_parts_are_the_connected_components_with_their_edges(graph):
    nx = pytest.importorskip("networkx")
    whole = nx.Graph()
    whole.add_nodes_from(range(len(graph)))
    whole.add_edges_from((a, b) for a, _, b in graph.table.edges())
    parts = graph.diagram().parts()
    expected = sorted(map(sorted, nx.connected_components(whole)), key=lambda part: (-len(part), part[0]))
    assert [part.nodes for part in parts] == expected
    edges = list(graph.table.edges())
    assert [part.edges for part in parts] == [[e for e in edges if e[0] in part] for part in expected]


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(sp.GraphError, match="got str"):
        sp.plot("a --> b")


@given(graphs())
def test_boxes_never_overlap_and_lie_inside(graph):
    placed = layout(graph.diagram())
    for box in placed.boxes:
        assert 0 < box.x - box.width / 2 < box.x + box.width / 2 < placed.width
        assert 0 < box.y - box.height / 2 < box.y + box.height / 2 < placed.height
        assert text_width(box.label) <= box.width
    for one, other in itertools.combinations(placed.boxes, 2):
        beside = abs(one.x - other.x) >= (one.width + other.width) / 2
        above = abs(one.y - other.y) >= (one.height + other.height) / 2 - 1e-6
        assert beside or above


@given(graphs())
def test_bends_stay_outside_of_boxes(graph):
    placed = layout(graph.diagram())
    for run in placed.bends.values():
        for point, box in itertools.product(run, placed.boxes):
            inside = (
                abs(point.x - box.x) < box.width / 2 - 0.01 and abs(point.y - box.y) < box.height / 2 - 0.01
            )
            assert not inside


@given(st.integers(2, 25), st.integers(0, 10**6))
def test_causes_are_left_of_effects(n, seed):
    dag = sp.simulate.random_dag(n, edges=min(2 * n, n * (n - 1) // 2), seed=seed)
    boxes = layout(dag.diagram()).boxes
    for cause, _, effect in (
        (e.u, e.pattern, e.v) if e.pattern == "-->" else (e.v, "-->", e.u) for e in dag.edges()
    ):
        assert boxes[dag.number(cause)].x < boxes[dag.number(effect)].x


def test_a_cycle_is_drawn_all_the_same():
    graph = sp.MixedGraph.from_edges("a --> b", "b --> c", "c --> a")
    assert sorted(set(layers_of(graph.diagram().parts()[0]).values())) == [0, 1, 2]


@given(graphs())
def test_every_end_has_its_mark_at_a_place_of_its_own(graph):
    placed = layout(graph.diagram())
    drawn = strokes(graph.diagram(), placed)
    ports = [(end.at, end.side) for stroke in drawn for end in stroke.ends]
    assert len(ports) == len(set(ports))
    for stroke in drawn:
        assert tuple(WORDS[mark] for mark in marks_of(stroke.pattern)) == tuple(
            end.shape for end in stroke.ends
        )
        for end, node in zip(stroke.ends, (stroke.a, stroke.b), strict=True):
            box = placed.boxes[node]
            assert end.at.x == pytest.approx(box.x + end.side * box.width / 2)
            assert abs(end.at.y - box.y) <= box.height / 2


@given(graphs(most=6))
def test_the_picture_has_as_many_marks_as_the_graph(graph):
    tree = parsed(graph.to_svg())
    marks = [mark for edge in graph.edges() for mark in marks_of(edge.pattern)]
    assert len(tree.findall(f"{SVG}circle")) == marks.count(Mark.CIRCLE)
    filled = [path for path in tree.findall(f"{SVG}path") if path.get("fill") != "none"]
    assert len(filled) == marks.count(Mark.ARROW)
    assert len(tree.findall(f"{SVG}g")) == len(graph)


def test_hostile_names_are_text_in_the_picture():
    names = ["<script>alert(1)</script>", "a & b", '"quoted"', "\x00\x1f", "]]>"]
    tree = parsed(to_svg(Diagram(tuple(names), ((0, "-->", 1),))))
    assert tree.find(f".//{SVG}script") is None
    shown = [text.text for text in tree.iter(f"{SVG}text")]
    assert shown[:3] == ["<script>aler…1)</script>", "a & b", '"quoted"'] or shown[1:3] == [
        "a & b",
        '"quoted"',
    ]


@given(st.text(max_size=60))
def test_a_shortened_name_fits(name):
    assert text_width(shortened(name)) <= MAX_LABEL


def test_both_layouts_at_once_are_those_one_by_one():
    diagram = sp.simulate.random_dag(12, edges=18, seed=3).diagram()
    assert both_layouts(diagram) == (layout(diagram), layout(diagram, down=True))


def naive_crossings(layers, links):
    total = 0
    for one, other in itertools.pairwise(layers):
        ends = [(i, other.index(v)) for i, u in enumerate(one) for v in links.right[u]]
        total += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in itertools.combinations(ends, 2))
    return total


@given(st.integers(2, 14), st.integers(0, 10**6))
def test_crossings_never_grow(n, seed):
    dag = sp.simulate.random_dag(n, edges=min(2 * n, n * (n - 1) // 2), seed=seed)
    edges = list(dag.table.edges())
    links = link(layers_of(ConnectedPart(list(range(n)), edges)), [(a, b) for a, _, b in edges], n)
    ordered = order_layers(links)
    assert sorted(map(sorted, ordered)) == sorted(map(sorted, links.layers))
    assert naive_crossings(ordered, links) <= naive_crossings(links.layers, links)


def test_matplotlib_draws_the_same_marks(tmp_path):
    matplotlib = pytest.importorskip("matplotlib", reason="the extra 'plot'")
    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.patches import Circle, Polygon

    found = sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b", "b --> c", "$x^$ --> c")), k=0)
    axes = found.plot()
    marks = [mark for edge in found.graph.edges() for mark in marks_of(edge.pattern)]
    assert sum(isinstance(p, Circle) for p in axes.patches) == marks.count(Mark.CIRCLE)
    assert sum(isinstance(p, Polygon) for p in axes.patches) == marks.count(Mark.ARROW)
    assert {text.get_text() for text in axes.texts} == set(found.names)
    axes.figure.savefig(tmp_path / "graph.pdf")
    assert (tmp_path / "graph.pdf").read_bytes().startswith(b"%PDF")
    pyplot.close(axes.figure)


def test_notebooks_show_a_picture_and_the_summary():
    found = sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b", nodes=("<b>",))), k=0)
    shown = found._repr_html_()
    picture = b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', shown)[1]).decode()
    assert picture.startswith("<svg ")
    assert 'alt="A graph with 3 nodes and 1 edge"' in shown
    assert "<b>" not in shown + picture
    assert "Conflicts: none" in shown
    assert "too large" in sp.MixedGraph([f"x{i}" for i in range(61)])._repr_html_()

"""The page about a stability in a real browser: how often each edge came back, drawn, listed, explained."""

import itertools

import pytest

import sepset as sp
from sepset.wording import as_percent


@pytest.fixture(scope="session")
def stable():
    return sp.stability(sp.asia().sample(500, seed=2).named("asia.csv"), resamples=60, k=1)


def test_it_opens_on_what_came_back(open_report, stable):
    page = open_report(stable)
    graph = stable.commonest()
    assert page.pairs_drawn() == {
        tuple(sorted((graph.number(e.u), graph.number(e.v)))) for e in graph.edges()
    }
    assert page.driver.title == "How stable: causal graph of asia.csv"
    assert page.text("#verdict").startswith(f"{graph.edge_count()} of 28 pairs are linked in half of 60")
    assert "found in half of 60 resamples or more" in page.text("#change")
    assert not page.one("#views").is_displayed()
    shown = page.text("#panel")
    for edge in graph.edges():
        right = edge.rightwards()
        assert f"{right.u} {right.pattern} {right.v} {as_percent(stable.share(*edge))}" in shown


def test_lines_are_as_thick_as_links_came_back_often(open_report, stable):
    page = open_report(stable)
    for edge in stable.commonest().edges():
        i, j = sorted(map(stable.names.index, (edge.u, edge.v)))
        linked = stable.share(edge.u, "*-*", edge.v)
        wanted = 3.4 if linked >= 0.95 else 2.4 if linked >= 0.8 else 1.5
        drawn = page.one(f".edge[data-pair='{i},{j}']")
        width = drawn.find_element("css selector", ".line").value_of_css_property("stroke-width")
        assert float(width.removesuffix("px")) == pytest.approx(wanted)
        assert ("hollow" in drawn.get_attribute("class").split()) == (stable.share(*edge) < 0.6)


#: For each note: its words, how far its middle is from its own line, and whether it covers anything.
_NOTES = """
const box = (e) => e.getBoundingClientRect();
const meet = (p, q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;
const notes = [...document.querySelectorAll('#edges .note')];
const boxes = [...document.querySelectorAll('#nodes .node:not(.away) rect')];
return notes.map((note) => {
  const pair = note.parentNode.dataset.pair;
  const line = document.querySelector(`.edge[data-pair='${pair}'] .line`), long = line.getTotalLength();
  const [x, y] = ['x', 'y'].map((axis) => Number(note.getAttribute(axis)));
  const points = Array.from({ length: 401 }, (_, i) => line.getPointAtLength((long * i) / 400));
  const far = Math.min(...points.map((p) => Math.hypot(p.x - x, p.y - y)));
  const others = notes.filter((other) => other !== note);
  return [note.textContent, far, [...boxes, ...others].some((other) => meet(box(note), box(other)))];
});
"""


@pytest.fixture(scope="session")
def many_doubts():
    dag = sp.simulate.random_dag(12, edges=24, seed=2)
    data = sp.simulate.linear_gaussian(dag, seed=1).sample(60, seed=2)
    return sp.stability(data, resamples=40, k=1, alpha=0.3)


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
@pytest.mark.parametrize("of", ["stable", "many_doubts"])
def test_notes_stand_on_their_lines_and_cover_nothing(open_report, resize, request, size, of):
    shown = request.getfixturevalue(of)
    resize(*size)
    page = open_report(shown)
    notes = page.driver.execute_script(_NOTES)
    shares = [shown.share(e.u, "*-*", e.v) for e in shown.commonest().edges()]
    assert sorted(words for words, _, _ in notes) == sorted(
        f"link {as_percent(s)}" for s in shares if s < 0.8
    )
    assert len(notes) >= 2
    for words, far, covers in notes:
        assert far < 3, words
        assert not covers, words


def test_a_pair_shows_all_that_was_found_there(open_report, stable):
    page = open_report(stable)
    for a, b in itertools.combinations(stable.names[:5], 2):
        page.go_to(f"#pair={a},{b}")
        shown = page.text("#panel")
        none = 1 - stable.share(a, "*-*", b)
        if none >= 0.005:
            assert f"no edge {as_percent(none)}" in shown
        for pattern in ("-->", "<--", "<->", "---", "o-o", "o->", "<-o"):
            share = stable.share(a, pattern, b)
            if share >= 0.005:
                assert f"{a} {pattern} {b} {as_percent(share)}" in shown
        assert "small tests" not in shown


def test_the_table_the_matrix_and_the_slider(open_report, stable):
    page = open_report(stable)
    links = [row.text for row in page.all("#edge-list td:nth-child(4)")]
    assert len(links) == stable.commonest().edge_count()
    page.driver.execute_script(
        "const s = document.getElementById('least'); s.value = 70; s.dispatchEvent(new Event('input'));"
    )
    often = [e for e in stable.commonest().edges() if stable.share(*e) >= 0.7]
    assert len(page.pairs_drawn()) == len(often)
    if len(often) < len(links):
        assert "found less often than in 70 % hidden" in page.text("#change")
    page.one("[data-mode=matrix]").click()
    assert len(page.all("#matrix .cell")) == 2 * len(often)


def test_names_are_text_whatever_they_hold(open_report, hostile):
    dag = sp.simulate.random_dag(8, edges=10, seed=4)
    dag = dag.relabel(dict(zip(dag.nodes, hostile.names, strict=True)))
    page = open_report(
        sp.stability(sp.simulate.linear_gaussian(dag, seed=1).sample(100, seed=2), resamples=5, k=1)
    )
    assert {node.get_attribute("aria-label") for node in page.all("#nodes .node")} == set(hostile.names)
    assert page.all("#panel script, #panel img") == []

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

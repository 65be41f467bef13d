"""The report page on a posterior, in a real browser: how sure each edge is, and what tests alone say."""

import base64
import itertools

import pytest

import sepset as sp
from sepset.wording import as_percent


@pytest.fixture(scope="session")
def post():
    return sp.posterior(sp.asia().sample(500, seed=2), seed=0)


def drawn(graph):
    return {tuple(sorted((graph.number(e.u), graph.number(e.v)))) for e in graph.edges()}


def set_slider(page, selector, value):
    page.driver.execute_script(
        "const s = document.querySelector(arguments[0]); s.value = arguments[1];"
        "s.dispatchEvent(new Event('input', { bubbles: true }));",
        selector,
        value,
    )


def test_it_opens_on_how_sure_edges_are(open_report, post):
    page = open_report(post)
    assert page.pairs_drawn() == drawn(post.graph)
    assert page.text("#bound-value") == "any"
    assert page.one("[data-view=sure]").get_attribute("aria-pressed") == "true"
    shown = page.text("#panel")
    for edge in post.graph.edges():
        right = edge.rightwards()
        assert f"{right.u} {right.pattern} {right.v} {as_percent(post.probability(*edge))}" in shown


def test_lines_are_as_thick_as_links_are_probable_and_unsure_ends_are_hollow(open_report, post):
    page = open_report(post)
    for (i, j), probability in post.diagram().probabilities.items():
        edge = page.one(f".edge[data-pair='{i},{j}']")
        sure = "nearly_certain" if probability >= 0.95 else "likely" if probability >= 0.7 else "open"
        assert sure in edge.get_attribute("class").split()
        linked = post.probability(post.names[i], "*-*", post.names[j])
        wanted = 3.4 if linked >= 0.95 else 2.4 if linked >= 0.8 else 1.5 if linked >= 0.5 else 1.0
        width = edge.find_element("css selector", ".line").value_of_css_property("stroke-width")
        assert float(width.removesuffix("px")) == pytest.approx(wanted)
        assert ("hollow" in edge.get_attribute("class").split()) == (probability < 0.6)


def test_the_slider_hides_what_is_less_probable(open_report, post):
    page = open_report(post)
    sure = post.diagram().probabilities
    for least in (40, 70, 95, 100):
        set_slider(page, "#least", least)
        assert page.pairs_drawn() == {pair for pair, p in sure.items() if p >= least / 100}
        assert len(page.all("#edge-list tr")) == len(page.pairs_drawn())
    set_slider(page, "#least", 0)
    assert page.pairs_drawn() == drawn(post.graph)


def test_the_other_slider_goes_through_every_k(open_report, post):
    page = open_report(post)
    for k in range(post.beside.k + 1):
        set_slider(page, "#bound", k)
        assert page.text("#bound-value") == str(k)
        assert page.pairs_drawn() == drawn(post.graph_at(k))


def test_tests_alone_are_one_click_away(open_report, post):
    page = open_report(post)
    page.one("[data-view=tests]").click()
    assert page.pairs_drawn() == drawn(post.beside.graph)
    assert not page.one("#least").is_displayed()
    page.one("[data-view=sure]").click()
    assert page.pairs_drawn() == drawn(post.graph)


def test_a_pair_shows_everything_that_it_may_be(open_report, post):
    page = open_report(post)
    for a, b in itertools.combinations(post.names[:4], 2):
        page.driver.execute_script("document.activeElement.blur()")
        page.press("\ue00c")
        for name in (a, b):
            page.driver.execute_script(
                "arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", page.node(name)
            )
        shown = page.text("#panel")
        for pattern, probability in post.possibilities(a, b).items():
            if probability >= 0.005:
                words = "no edge" if pattern == "no edge" else f"{a} {pattern} {b}"
                assert f"{words} {as_percent(probability)}" in shown
        assert "What small tests say" in shown
        widths = [float(bar.get_attribute("width")) for bar in page.all("#panel .chances rect")]
        assert 99 <= sum(widths) <= 100.1


def test_names_are_text_whatever_they_hold(open_report, hostile):
    dag = sp.simulate.random_dag(8, edges=10, seed=4)
    dag = dag.relabel(dict(zip(dag.nodes, hostile.names, strict=True)))
    page = open_report(sp.posterior(sp.simulate.linear_gaussian(dag, seed=1).sample(100, seed=2)))
    assert {node.get_attribute("aria-label") for node in page.all("#nodes .node")} == set(hostile.names)
    assert page.all("#panel script, #panel img") == []


def test_paper_shows_the_same(open_report, post):
    page = open_report(post)
    pdf = page.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert base64.b64decode(pdf["data"]).startswith(b"%PDF")
    assert page.pairs_drawn() == drawn(post.graph)

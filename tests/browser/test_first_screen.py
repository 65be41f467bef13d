"""The first screen: a verdict in words, readable letters, a view that fits the window, what to take away."""

import base64
import re
import xml.etree.ElementTree as ET
from html import unescape
from urllib.parse import unquote

import pytest

import sepset as sp
from browser.windows import DESKTOP, PHONE, shown
from sepset.report.edge_table import edge_table
from sepset.report.html import to_bytes
from sepset.report.markup import SIGNS
from sepset.result.verdict import STANDINGS, links_of, posterior_verdict, verdict
from sepset.result.weak import weak_pairs

parsed = ET.fromstring  # our own pictures, nothing from elsewhere
LETTERS = (
    "const scale = document.getElementById('graph').getScreenCTM().a;"
    "return [...document.querySelectorAll('#nodes .node:not(.away) text, #edges .note')]"
    ".map((t) => parseFloat(getComputedStyle(t).fontSize) * scale)"
)


def letters(page):
    return page.driver.execute_script(LETTERS)


@pytest.mark.parametrize("which", ["named", "post"])
def test_the_verdict_names_the_data_and_counts_every_link(open_report, request, which):
    result = request.getfixturevalue(which)
    page = open_report(result)
    said = verdict(result) if which == "named" else posterior_verdict(result)
    assert page.driver.title == page.text(".kicker") == "Causal graph of asia.csv"
    headline = page.text("#verdict")
    assert headline.startswith(f"{len(said.links)} of 28 pairs are linked: ")
    for standing in STANDINGS:
        links = said.standing(standing)
        groups = page.all(f".verdict .{standing}")
        assert bool(groups) == bool(links)
        if links:
            listed = groups[0].find_elements("css selector", "[data-pair-of]")
            assert len(listed) == min(4, len(links))
            assert bool(groups[0].find_elements("css selector", "a")) == (len(links) > 4)
    assert page.text(".settle").startswith("What would settle more")


def test_a_link_of_the_verdict_explains_itself(open_report, named):
    page = open_report(named)
    button = page.one(".verdict [data-pair-of]")
    a, b = (named.names[int(i)] for i in button.get_attribute("data-pair-of").split(","))
    button.click()
    assert page.text("#panel .reasons li") in {str(named.facts(*p)[0]) for p in ((a, b), (b, a))}


def test_nothing_is_shaded_and_nothing_told_of_k_before_the_slider_moves(open_report, named):
    page = open_report(named)
    assert page.all(".edge.changed") == []
    assert "gone" not in page.text("#change")
    assert page.one(".changed-with-k").get_attribute("open") is None
    page.one("#bound").send_keys("\ue012")
    assert "From k = 0 to k = 1" in page.text("#change")
    assert page.one(".changed-with-k").get_attribute("open") is not None


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_letters_are_never_too_small(open_report, resize, size, named, forty, many, post):
    resize(*size)
    for result in (named, forty, many, post):
        page = open_report(result)
        assert min(letters(page)) >= 11 - 1e-6
        for _ in range(12):
            page.driver.execute_script("document.getElementById('farther').click()")
        assert min(letters(page)) >= 11 - 1e-6
        if page.one("#whole").is_displayed():
            page.one("#whole").click()
            assert min(letters(page)) >= 11 - 1e-6


def test_narrow_windows_have_causes_above_their_effects(open_report, resize, named):
    resize(*PHONE)
    page = open_report(named)
    places = {
        node.get_attribute("aria-label"): float(node.get_attribute("transform").split()[1].rstrip(")"))
        for node in page.all("#nodes .node")
    }
    for edge in named.graph.edges():
        right = edge.rightwards()
        if right.pattern == "-->":
            assert places[right.u] < places[right.v]
    width, there = page.driver.execute_script(
        "return [document.getElementById('nodes').getBoundingClientRect().width, innerWidth]"
    )
    assert width <= there


def test_a_large_graph_opens_on_its_surest_part_and_grows(open_report, resize, many):
    resize(*DESKTOP)
    page = open_report(many)
    first = shown(page)
    assert 10 <= len(first) <= 30
    # It is grown around a variable with as many links that no test contradicts as any other has.
    sound = [many.names[end] for one in links_of(many) if not one.conflicts for end in (one.a, one.b)]
    most = max(map(sound.count, many.names))
    assert any(sound.count(name) == most for name in first)
    page.one("#grow").click()
    around = {other for name in first for other in many.graph.neighbours(name)}
    assert shown(page) == first | around
    page.one("#search").send_keys("x27", "\ue007")
    assert "x27" in shown(page)
    page.one("#whole").click()
    assert shown(page) == set(many.names)


def test_phones_open_on_a_part_from_thirteen_variables_on(open_report, resize, forty):
    resize(*PHONE)
    page = open_report(forty)
    assert len(shown(page)) == 8
    page.one("#whole").click()
    assert shown(page) == set(forty.names)


def test_a_crowd_of_edges_is_a_matrix(open_report, resize, forty):
    resize(*DESKTOP)
    page = open_report(forty)
    page.one("#bound").send_keys("\ue011")
    assert page.one("#matrix").is_displayed()
    cells = page.driver.execute_script(
        "return [...document.querySelectorAll('#matrix .cell')].map((c) => c.dataset.pair)"
    )
    assert len(cells) == 2 * forty.graph_at(0).edge_count() == 2 * len({*cells})
    page.one("#bound").send_keys("\ue010")
    assert page.one("#graph").is_displayed()


_CELLS = """
return [...document.querySelectorAll('#matrix .cell')].map((cell) => {
  const [box, sign] = ['rect', 'text'].map((tag) => cell.querySelector(tag).getBoundingClientRect());
  return [cell.dataset.cell, cell.textContent, sign.left >= box.left && sign.right <= box.right];
});
"""


def test_the_matrix_has_the_signs_of_the_first_screen_inside_its_cells(open_report, resize, forty):
    resize(*DESKTOP)
    page = open_report(forty)
    page.go_to("#k=0&mode=matrix")
    graph = forty.graph_at(0)
    circles = 0
    for ends, said, inside in page.driver.execute_script(_CELLS):
        a, b = (forty.names[int(node)] for node in ends.split(","))
        pattern = next(one for one in SIGNS if graph.has(a, one, b))
        assert said == f"{a} {pattern} {b}{SIGNS[pattern]}"
        assert inside
        circles += "o" in pattern
    assert circles


def test_the_matrix_by_mouse_and_keys(open_report, named):
    page = open_report(named)
    page.one("[data-mode=matrix]").click()
    cell = page.one("#matrix .cell")
    pair = {named.names[int(i)] for i in cell.get_attribute("data-pair").split(",")}
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)
    box = page.driver.execute_script(
        "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]", cell
    )
    page.click_at(*box)
    assert all(name in page.text("#panel h2") for name in pair)
    page.one("#matrix").send_keys("\ue015")
    told = page.text("#told")
    assert told
    page.one("#matrix").send_keys("\ue007")
    assert page.all(".node.chosen, #matrix text.chosen")


def test_the_table_sorts_and_filters(open_report, named):
    page = open_report(named)
    page.one("#edge-table [data-sort=from] button").click()
    names = [row.text for row in page.all("#edge-list td:first-child")]
    assert names == sorted(names)
    page.one("#edge-table [data-sort=from] button").click()
    assert page.one("[data-sort=from]").get_attribute("aria-sort") == "descending"
    assert [row.text for row in page.all("#edge-list td:first-child")] == sorted(names, reverse=True)
    page.one("#edge-filter").send_keys("xray")
    rows = page.all("#edge-list tr")
    assert 0 < len(rows) < len(names)
    assert all("xray" in row.text for row in rows)
    assert f"{len(rows)} match" in page.text("#edge-count")


def test_the_legend_shows_only_what_occurs(open_report, named):
    page = open_report(named)
    marks = {e.get_attribute("data-mark") for e in page.all("#key li[data-mark]") if e.is_displayed()}
    assert marks == {edge.rightwards().pattern for edge in named.graph.edges()}
    lines = {e.get_attribute("data-line") for e in page.all("#key li[data-line]") if e.is_displayed()}
    assert lines == {f"tests {named.status(e.u, e.v)}" for e in named.graph.edges()}


def test_doubt_can_be_seen(open_report, named):
    page = open_report(named)
    said = verdict(named)
    for link in said.links:
        i, j = sorted((link.a, link.b))
        edge = page.one(f".edge[data-pair='{i},{j}']")
        assert bool(edge.find_elements("css selector", ".strike")) == (link.conflicts > 0)
        assert ("hollow" in edge.get_attribute("class").split()) == link.weak
        width = edge.find_element("css selector", ".line").value_of_css_property("stroke-width")
        p = float(f"{link.p:.2g}")
        assert float(width.removesuffix("px")) == (3.4 if p < 1e-6 else 2.4 if p < 1e-3 else 1.5)


def test_choosing_dims_and_never_hides(open_report, named):
    page = open_report(named)
    edge = next(iter(named.graph.edges()))
    page.click_edge(edge.u, edge.v)
    others = page.all("#edges .edge:not(.near) .line")
    assert others
    for line in others:
        # A level line has no height, which the driver takes for hidden.
        assert page.driver.execute_script(
            "const drawn = { opacityProperty: true, visibilityProperty: true };"
            "return arguments[0].checkVisibility(drawn) && arguments[0].getTotalLength() > 20",
            line,
        )
        assert line.value_of_css_property("stroke") not in ("none", "")
        assert line.value_of_css_property("opacity") == "1"
        assert float(line.value_of_css_property("stroke-width").removesuffix("px")) < 1.5
    assert len(shown(page)) == len(named.names)


def test_the_panel_is_never_cut(open_report, resize):
    found = sp.kpc(sp.asia().sample(60, seed=3), k=2, alpha=0.3, search="all")
    resize(*DESKTOP)
    page = open_report(found)
    for edge in found.graph.edges():
        if found.status(edge.u, edge.v) == "contradicted":
            page.driver.execute_script("arguments[0].click()", page.row(edge.u, edge.v))
            inside, there = page.driver.execute_script(
                "const p = document.getElementById('panel'); return [p.scrollHeight, p.clientHeight]"
            )
            assert inside <= there
            assert page.all("#panel .reasons li.conflict")


def test_keys_point_as_the_mouse_does(open_report, named):
    from selenium.webdriver import ActionChains

    page = open_report(named)
    edge = next(iter(named.graph.edges()))
    button = page.one("#edge-list [data-pair-of]")
    page.driver.execute_script("arguments[0].focus()", button)
    by_keys = page.text("#told")
    pair = ",".join(sorted(button.get_attribute("data-pair-of").split(","), key=int))
    pointed = [e.get_attribute("data-pair") for e in page.all(".edge.pointed")]
    assert pointed == [pair]
    page.driver.execute_script("arguments[0].blur()", button)
    ActionChains(page.driver).move_to_element(page.node(edge.u)).perform()
    assert page.text("#told") != by_keys
    ActionChains(page.driver).move_to_element(button).perform()
    assert page.text("#told") == by_keys


def saved(page, button):
    """Return the address that a button saves, without saving it."""
    page.driver.execute_script(
        "window.kept = null;"
        "HTMLAnchorElement.prototype.click = function () { window.kept = [this.href, this.download]; };"
        "document.getElementById(arguments[0]).click();",
        button,
    )
    return page.driver.execute_async_script(
        "const done = arguments[0];"
        "const look = () => window.kept ? done(window.kept) : setTimeout(look, 20);"
        "look();"
    )


@pytest.mark.parametrize("which", ["named", "hostile"])
@pytest.mark.parametrize("mode", ["graph", "matrix"])
def test_the_picture_can_be_taken_as_svg(open_report, request, which, mode):
    found = request.getfixturevalue(which)
    page = open_report(found)
    page.one(f"[data-mode={mode}]").click()
    address, name = saved(page, "save-svg")
    assert name.endswith(".svg")
    tree = parsed(unquote(address.split(",", 1)[1]))
    words = {text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert tree.find(".//{http://www.w3.org/2000/svg}script") is None
    legend = {e.text for e in page.all("#key li span") if e.is_displayed()}
    assert legend <= words, "the legend is part of the picture"
    if which == "named" and mode == "graph":
        assert set(found.names) <= words


def test_the_picture_can_be_taken_as_png(open_report, named):
    page = open_report(named)
    address, name = saved(page, "save-png")
    assert name == "causal-graph-of-asia-csv.png"
    assert base64.b64decode(address.split(",", 1)[1]).startswith(b"\x89PNG")


def test_the_result_can_be_copied_as_text(open_report, named):
    page = open_report(named)
    text = page.driver.execute_async_script(
        "const done = arguments[0];"
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (t) => done(t)}});"
        "document.getElementById('copy').click();"
    )
    edges = text.split("Edges at k = 2:\n")[1]
    assert sp.MixedGraph.parse(re.sub(r"  #.*", "", edges)).edge_count() == named.graph.edge_count()
    assert page.text("#verdict") in text


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_one_page_of_paper(open_report, named, forty, many, large, post):
    for result in (named, forty, many, large, post):
        page = open_report(result)
        page.driver.execute_script(
            "window.print = () => dispatchEvent(new Event('beforeprint'));"
            "document.getElementById('print-one').click()"
        )
        pdf = page.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
        assert pages_of(base64.b64decode(pdf["data"])) == 1


def test_four_hundred_variables_open_and_answer(open_report, resize, four_hundred):
    found = four_hundred
    assert len(to_bytes(found)) < 3e6
    resize(*DESKTOP)
    page = open_report(found)
    assert min(letters(page)) >= 11 - 1e-6
    a, b = next((e.u, e.v) for e in found.graph.edges())
    page.go_to(f"#k=1&pair={a},{b}")
    assert {a, b} <= shown(page)


def test_a_link_that_may_be_chance_never_looks_settled(open_report):
    """It follows the contradicted ones in the list and in the table, before and after the script ran."""
    found = sp.kpc(sp.asia().sample(5000, seed=1), k=2)
    weak = weak_pairs(found)
    assert weak
    page = open_report(found)
    rows = [row.text for row in page.all("#panel .changes li")]
    words = [
        "contradicted" if "contradicted" in row else "weak" if "weak" in row else "other" for row in rows
    ]
    assert words == sorted(words, key=["contradicted", "weak", "other"].index)
    assert words.count("weak") >= 1
    assert not any("weak" in row and "settled" in row for row in rows)
    links = [row.text for row in page.all("#edge-list td:nth-child(4)")]
    assert sum("weak" in link for link in links) == len(weak)
    written = edge_table(found, links_of(found))
    listed = re.findall(r'data-pair-of="(\d+),(\d+)"', written)
    shown = [button.get_dom_attribute("data-pair-of") for button in page.all("#edge-list button")]
    assert [",".join(pair) for pair in listed] == shown
    assert re.findall(r"<td>((?:weak, )?p [=<] [^<]*)</td>", unescape(written)) == links


def test_warnings_about_the_data_are_on_the_first_screen(open_report):
    """Each of them, behind one line above the drawing; none where there is nothing to warn of."""
    doubtful = sp.asia().sample(120, seed=1)
    found = sp.kpc(doubtful, k=1)
    assert found.warnings
    page = open_report(found)
    note = page.one("#warned")
    assert note.rect["y"] < page.one("#graph").rect["y"]
    assert note.text.startswith(f"{len(found.warnings)} warning")
    note.find_element("css selector", "summary").click()
    listed = [item.text.rstrip(".").lower() for item in note.find_elements("css selector", "li")]
    assert listed == [warning.lower() for warning in found.warnings]
    quiet = sp.kpc(sp.Oracle(sp.asia().dag), k=1)
    assert not quiet.warnings
    assert open_report(quiet).all("#warned") == []

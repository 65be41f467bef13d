"""The report page in a real browser."""

import base64
import itertools

import pytest

import sepset as sp

KEYS = {
    "enter": "\ue007",
    "end": "\ue010",
    "home": "\ue011",
    "right": "\ue014",
    "left": "\ue012",
    "down": "\ue015",
    "esc": "\ue00c",
    "tab": "\ue004",
}


def edges_of(graph):
    return {tuple(sorted((graph.number(e.u), graph.number(e.v)))) for e in graph.edges()}


def test_the_slider_goes_through_every_k_and_says_what_changed(open_report, asia):
    page = open_report(asia)
    assert page.pairs_drawn() == edges_of(asia.graph)
    slider = page.one("#bound")
    slider.send_keys(KEYS["home"])
    assert page.text("#bound-value") == "0"
    assert page.pairs_drawn() == edges_of(asia.graph_at(0))
    slider.send_keys(KEYS["right"])
    gone = len(edges_of(asia.graph_at(0)) - edges_of(asia.graph_at(1)))
    assert page.pairs_drawn() == edges_of(asia.graph_at(1))
    assert f"From k = 0 to k = 1: {gone} edges gone" in page.text("#change")
    assert f"Gone: {gone}" in page.text("#panel")


def test_nodes_stay_where_they_are_while_k_changes(open_report, asia):
    page = open_report(asia)
    before = [node.get_attribute("transform") for node in page.all("#nodes .node")]
    page.one("#bound").send_keys(KEYS["home"])
    assert [node.get_attribute("transform") for node in page.all("#nodes .node")] == before


def test_search_marks_and_chooses(open_report, asia):
    page = open_report(asia)
    box = page.one("#search")
    box.send_keys("s")
    marked = {e.get_attribute("aria-label") for e in page.all(".node.match")}
    assert marked == {name for name in asia.names if "s" in name}
    box.send_keys("moke", KEYS["enter"])
    assert [e.get_attribute("aria-label") for e in page.all(".node.chosen")] == ["smoke"]
    assert "smoke" in page.text("#panel h2")


def test_everything_can_be_done_with_keys(open_report, asia):
    page = open_report(asia)
    page.one("#fit").send_keys(KEYS["tab"])
    first = page.driver.switch_to.active_element.get_attribute("aria-label")
    assert first == asia.names[0]
    page.press("/")
    assert page.driver.switch_to.active_element.get_attribute("id") == "search"
    page.press("lung", KEYS["enter"])
    page.driver.execute_script("document.querySelector('[aria-label=lung]').focus()")
    page.press(KEYS["right"])
    second = page.driver.switch_to.active_element.get_attribute("aria-label")
    assert second not in {"lung", None}
    page.press(KEYS["enter"])
    shown = [item.text for item in page.all("#panel .reasons li")]
    assert shown[0] in (
        *asia.explain("lung", second).splitlines(),
        *asia.explain(second, "lung").splitlines(),
    )
    page.press("f")
    assert page.one("#focus").get_attribute("aria-pressed") == "true"
    page.press(KEYS["esc"])
    assert page.one("#focus").get_attribute("aria-pressed") == "false"
    assert page.all(".node.chosen") == []


def test_keys_keep_the_variable_in_sight(open_report, resize, large):
    resize(1400, 1000)
    page = open_report(large)
    page.one("#whole").click()
    page.one("#search").send_keys("x27", KEYS["enter"])
    assert page.in_sight("x27")
    page.one("#fit").send_keys(KEYS["tab"])
    assert page.active() == "x27", "Tab leads to what was found"
    visited = set()
    for key in [KEYS["right"]] * 5 + [KEYS["down"]] * 8 + [KEYS["left"]] * 5:
        page.press(key)
        visited.add(page.active())
        assert page.in_sight(page.active())
    assert len(visited) > 10


def test_tab_brings_a_variable_back_into_sight(open_report, resize, large):
    from selenium.webdriver import ActionChains

    resize(1400, 1000)
    page = open_report(large)
    page.one("#whole").click()
    page.one("#search").send_keys("x27", KEYS["enter"])
    # So that the drag begins on the background.
    page.driver.execute_script("document.getElementById('edges').style.pointerEvents = 'none'")
    for _ in range(2):
        start = ActionChains(page.driver).move_to_element_with_offset(page.one("#graph"), -400, 0)
        start.click_and_hold().move_by_offset(800, 0).release().perform()
    assert not page.in_sight("x27")
    page.one("#fit").send_keys(KEYS["tab"])
    assert page.active() == "x27"
    assert page.in_sight("x27")


def test_choosing_a_pair_shows_both_ends(open_report, resize, large):
    resize(1400, 1000)
    page = open_report(large)
    page.one("#whole").click()
    page.one("#search").send_keys("x27", KEYS["enter"])
    smallest = 11.01 / 13 / page.scale()  # letters have at least 11 px
    frame = page.one("#graph").rect
    spans = {edge: [smallest * size for size in span(page, edge.u, edge.v)] for edge in large.graph.edges()}
    fitting = [edge for edge, (w, h) in spans.items() if w < frame["width"] - 50 and h < frame["height"] - 50]
    pair = max(fitting, key=lambda edge: sum(spans[edge]))
    assert not (page.in_sight(pair.u) and page.in_sight(pair.v))
    page.driver.execute_script("arguments[0].click()", page.row(pair.u, pair.v))
    assert page.in_sight(pair.u)
    assert page.in_sight(pair.v)


def span(page, *names):
    """Return width and height of the rectangle around some variables, in pixels."""
    return page.driver.execute_script(
        "const boxes = arguments[0].map((node) => node.getBoundingClientRect());"
        "const across = (least, most) =>"
        " Math.max(...boxes.map((b) => b[most])) - Math.min(...boxes.map((b) => b[least]));"
        "return [across('left', 'right'), across('top', 'bottom')];",
        [page.node(name) for name in names],
    )


def test_tab_leads_to_a_variable_that_is_shown(open_report, asia):
    page = open_report(asia)
    page.row("lung", "smoke").click()
    page.one("#focus").click()
    assert not page.node(asia.names[0]).is_displayed()
    page.one("#fit").send_keys(KEYS["tab"])
    assert page.active() in ("lung", "smoke")


def test_focus_shows_a_node_and_its_neighbours_only(open_report, asia):
    page = open_report(asia)
    page.node("either").click()
    page.one("#focus").click()
    shown = {e.get_attribute("aria-label") for e in page.all("#nodes .node") if e.is_displayed()}
    assert shown == {"either", *asia.graph.neighbours("either")}
    assert {"either", "dysp"} <= shown


def test_zoom_pan_and_drag(open_report, asia):
    page = open_report(asia)
    view = page.view()
    page.one("#closer").click()
    closer = page.view()
    assert float(closer.split()[2]) < float(view.split()[2])
    page.one("#fit").click()
    assert page.view() == view
    from selenium.webdriver import ActionChains

    before = page.node("asia").get_attribute("transform")
    ActionChains(page.driver).drag_and_drop_by_offset(page.node("asia"), 120, -40).perform()
    assert page.node("asia").get_attribute("transform") != before
    assert page.all(".node.chosen") == [], "the end of a drag chooses nothing"
    ActionChains(page.driver).drag_and_drop_by_offset(page.one("#graph"), 60, 60).perform()
    assert page.view() != view


def test_a_change_of_the_window_keeps_the_zoom_of_the_reader(open_report, resize, asia):
    resize(1400, 1000)
    page = open_report(asia)
    fitted = page.scale()
    resize(1150, 900)
    assert page.scale() < fitted, "without a choice of the reader, everything stays in view"
    page.one("#closer").click()
    page.one("#closer").click()
    chosen = page.scale()
    x, y, width, height = map(float, page.view().split())
    resize(1300, 700)
    left, top, wide, high = map(float, page.view().split())
    assert page.scale() == pytest.approx(chosen, rel=0.01)
    assert (left + wide / 2, top + high / 2) == pytest.approx((x + width / 2, y + height / 2), abs=1)


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_no_edge_is_cut_off_for_any_k(open_report, seed):
    found = sp.kpc(sp.Oracle(sp.simulate.random_dag(40, edges=60, seed=seed)), k=1)
    page = open_report(found)
    for k in (0, 1):
        page.one("#bound").send_keys(KEYS["home"] if k == 0 else KEYS["right"])
        if page.one("#matrix").is_displayed():
            assert k == 0, "what is joined with nearly everything is a matrix"
            continue
        left, right, top, bottom = page.driver.execute_script(
            "const edges = document.getElementById('edges').getBBox();"
            "const view = document.getElementById('graph').viewBox.baseVal;"
            "return [edges.x - view.x, view.x + view.width - edges.x - edges.width,"
            " edges.y - view.y, view.y + view.height - edges.y - edges.height];"
        )
        # 11 px are the smallest letters: what is too large for them is moved inside the frame.
        assert min(left, right, top, bottom) > 5 or page.scale() == pytest.approx(11.01 / 13, abs=0.001)


def test_the_frame_is_as_high_as_the_drawing_needs(open_report, resize, asia, large):
    for found in (asia, large):
        for size in ((1400, 1000), (400, 800)):
            resize(*size)
            page = open_report(found)
            frame = page.one("#graph").rect["height"]
            drawn, view = page.driver.execute_script(
                "const b = document.getElementById('nodes').getBBox();"
                "return [b.height, document.getElementById('graph').viewBox.baseVal.height];"
            )
            least = 16 * 15  # rem, so that a drawing in one line has room around it
            assert frame == pytest.approx(least, abs=1) or drawn > 0.7 * view
            assert drawn <= view


def test_labels_fit_their_boxes_and_boxes_do_not_overlap(open_report, hostile):
    page = open_report(hostile)
    boxes = page.driver.execute_script(
        "return [...document.querySelectorAll('#nodes .node')].map((g) => {"
        " const r = g.querySelector('rect').getBoundingClientRect();"
        " const t = g.querySelector('text').getBoundingClientRect();"
        " return [r.left, r.right, r.top, r.bottom, t.left, t.right]; });"
    )
    assert all(left <= start and end <= right for left, right, _, _, start, end in boxes)
    for one, other in itertools.combinations(boxes, 2):
        apart = one[1] < other[0] or other[1] < one[0] or one[3] < other[2] or other[3] < one[2]
        assert apart


def test_hostile_names_are_labels_and_nothing_else(open_report, hostile):
    page = open_report(hostile)
    assert [node.get_attribute("aria-label") for node in page.all("#nodes .node")] == list(hostile.names)
    assert len(page.all("script")) == 2
    assert page.all("img") == []
    assert (
        page.driver.execute_script("return document.querySelectorAll('[onmouseover], [onerror]').length") == 0
    )
    for a, b in itertools.islice(itertools.combinations(range(8), 2), 8):
        page.one("body").send_keys(KEYS["esc"])
        page.driver.execute_script("document.getElementById('fit').click()")
        for node in (a, b):
            page.driver.execute_script(
                "document.querySelector(`.node[data-node='${arguments[0]}']`).dispatchEvent("
                "new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))",
                node,
            )
        assert hostile.names[a] in page.driver.execute_script(
            "return document.getElementById('panel').textContent"
        )


def test_dark_and_light_have_enough_contrast(open_report, asia):
    page = open_report(asia)
    for scheme in ("light", "dark"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        colours = page.driver.execute_script(
            "const s = getComputedStyle(document.documentElement);"
            "return ['--paper', '--ink', '--quiet', '--settled', '--partly', '--open', '--contradicted']"
            ".map((name) => s.getPropertyValue(name).trim())"
        )
        paper, *others = map(luminance, colours)
        dark = paper < 0.5
        assert dark == (scheme == "dark")
        for other in others:
            light, deep = max(paper, other), min(paper, other)
            assert (light + 0.05) / (deep + 0.05) >= 4.5


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_print_view_has_the_whole_graph_and_no_tools(open_report, asia):
    page = open_report(asia)
    page.one("#closer").click()
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.driver.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert not page.one(".tools").is_displayed()
    assert page.one("#graph").is_displayed()
    x, y, width, height = map(float, page.view().split())
    places = [node.get_attribute("transform") for node in page.all("#nodes .node")]
    for place in places:
        nx, ny = map(float, place.removeprefix("translate(").removesuffix(")").split())
        assert x < nx < x + width
        assert y < ny < y + height
    pdf = base64.b64decode(page.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert pdf.startswith(b"%PDF")


def pairs_listed(page):
    code = "return [...document.querySelectorAll('#edge-list button')].map((e) => e.dataset.pairOf)"
    return [tuple(map(int, pair.split(","))) for pair in page.driver.execute_script(code)]


def test_paper_has_what_is_shown_and_asks_for_nothing(open_report):
    found = sp.kpc(sp.Oracle(sp.simulate.random_dag(40, edges=60, seed=1)), k=1)
    page = open_report(found)
    page.one("#bound").send_keys(KEYS["home"])
    assert "Choose a variable" in page.text("#change")
    page.one("#search").send_keys("x3", KEYS["enter"])
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.driver.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert "choose" not in page.text("body").lower()
    drawn = edges_of(found.graph_at(0))
    assert page.text("#change") == f"k = 0: {len(drawn)} edges."
    assert page.text("#edge-count") == f"{len(drawn)} edges at k = 0."
    assert {tuple(sorted(pair)) for pair in pairs_listed(page)} == page.pairs_drawn() == drawn


def test_printing_leaves_the_view_as_it_was(open_report, asia):
    page = open_report(asia)
    page.one("#closer").click()
    before = page.view()
    page.driver.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert page.view() != before
    page.driver.execute_script("window.dispatchEvent(new Event('afterprint'))")
    shown, wanted = (list(map(float, view.split())) for view in (page.view(), before))
    assert shown == pytest.approx(wanted, abs=0.5)


def test_the_list_of_edges_is_the_same_after_moving_k_there_and_back(open_report, asia):
    crowd = sp.kpc(sp.Oracle(sp.simulate.random_dag(80, edges=240, seed=1)), k=1)
    for found in (asia, crowd):
        page = open_report(found)
        whole = "return document.getElementById('tables').textContent.replace(/\\s+/g, '')"
        words, pairs = page.driver.execute_script(whole), pairs_listed(page)
        page.one("#bound").send_keys(KEYS["home"])
        assert page.driver.execute_script(whole) != words
        page.one("#bound").send_keys(KEYS["end"])
        assert page.driver.execute_script(whole) == words
        assert pairs_listed(page) == pairs
    assert len(pairs) == 1000 < len(list(crowd.graph.edges()))


def test_a_narrow_window_does_not_scroll_sideways(open_report, resize, asia, hostile):
    resize(400, 800)
    for found in (asia, hostile):
        page = open_report(found)
        needed, there = page.driver.execute_script(
            "return [document.documentElement.scrollWidth, window.innerWidth]"
        )
        assert needed <= there


@pytest.mark.parametrize("n", [1, 2, 200])
def test_few_and_many_variables(open_report, n):
    dag = sp.simulate.random_dag(n, edges=min(300, n * (n - 1) // 2), seed=1)
    found = sp.kpc(sp.Oracle(dag), k=1)
    page = open_report(found)
    assert len(page.all("#nodes .node")) == n
    if n > 60:
        page.one("#whole").click()
    assert page.pairs_drawn() == edges_of(found.graph)

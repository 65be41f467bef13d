"""The panel of the report page in a real browser: what it says is what the library says."""

import itertools

KEYS = {"esc": "\ue00c", "home": "\ue011", "end": "\ue010"}


def test_a_click_on_an_edge_explains_it_as_the_library_does(open_report, asia):
    page = open_report(asia)
    for edge in asia.graph.edges():
        page.click_edge(edge.u, edge.v)
        facts = asia.facts(edge.u, edge.v)
        shown = [item.text for item in page.all("#panel > .reasons > li")]
        assert shown == [str(fact) for fact in facts if fact.part != "details"]
        if page.one("#panel details").get_attribute("open") is None:
            page.one("#panel summary").click()
        details = [item.text for item in page.all("#panel details li")]
        assert details == [str(fact) for fact in facts if fact.part == "details"]


def test_details_stay_open_for_the_next_pair(open_report, asia):
    page = open_report(asia)
    first, second, *_ = asia.graph.edges()
    page.click_edge(first.u, first.v)
    assert not page.one("#panel details li").is_displayed()
    page.one("#panel summary").click()
    page.click_edge(second.u, second.v)
    assert page.one("#panel details li").is_displayed()


def test_contradicted_edges_are_drawn_listed_and_explained_as_such(open_report, asia):
    page = open_report(asia)
    doubted = {
        tuple(sorted((asia.graph.number(e.u), asia.graph.number(e.v))))
        for e in asia.graph.edges()
        if asia.status(e.u, e.v) == "contradicted"
    }
    drawn = {
        tuple(map(int, e.get_attribute("data-pair").split(",")))
        for e in page.all(".edge.contradicted[data-pair]")
    }
    listed = {
        tuple(sorted(map(int, e.get_attribute("data-pair-of").split(","))))
        for e in page.all(".pair.contradicted")
    }
    assert doubted
    assert drawn == listed == doubted
    dashes = page.one(".edge.contradicted .line").value_of_css_property("stroke-dasharray")
    assert dashes.replace("px", "").replace(",", "") == "10 3 2 3 2 3"
    a, b = min(doubted)
    page.click_edge(asia.names[a], asia.names[b])
    assert page.text("#panel .reasons li").startswith("Contradicted: as drawn, ")
    page.one("#bound").send_keys(KEYS["home"])
    page.one("#bound").send_keys(KEYS["end"])
    again = {
        tuple(sorted(map(int, e.get_attribute("data-pair-of").split(","))))
        for e in page.all(".pair.contradicted")
    }
    assert again == doubted


def test_two_chosen_variables_without_an_edge_are_explained(open_report, asia):
    page = open_report(asia)
    apart = [p for p in itertools.combinations(asia.names, 2) if not asia.graph.adjacent(*p)]
    for a, b in apart[:6]:
        page.one("body").send_keys(KEYS["esc"])
        page.node(a).click()
        page.node(b).click()
        shown = [item.text for item in page.all("#panel .reasons li")]
        assert shown == asia.explain(a, b).splitlines()


def test_the_keyboard_tells_what_the_pointer_tells(open_report, asia):
    """Of every variable, and of every edge: on its line in the drawing, and on its row in the table."""
    page = open_report(asia)

    def told(move):
        move()
        pointed = {e.get_attribute("data-pair") or e.get_attribute("data-node") for e in page.all(".pointed")}
        return page.text("#told"), pointed

    def over(element):
        page.driver.execute_script(
            "arguments[0].dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))", element
        )

    def focus(element):
        page.driver.execute_script("document.activeElement.blur(); arguments[0].focus()", element)

    for name in asia.names:
        node = page.node(name)
        by_pointer = told(lambda node=node: over(node))
        assert by_pointer == told(lambda node=node: focus(node))
        assert by_pointer[0].startswith(f"{name}: ")
    for edge in asia.graph.edges():
        i, j = sorted((asia.names.index(edge.u), asia.names.index(edge.v)))
        line, row = page.one(f".edge[data-pair='{i},{j}'] .hit"), page.row(edge.u, edge.v)
        by_pointer = told(lambda line=line: over(line))
        assert by_pointer == told(lambda row=row: focus(row)) == told(lambda row=row: over(row))
        assert by_pointer[1] == {f"{i},{j}", str(i), str(j)}

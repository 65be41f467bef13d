"""The address of a report restores what was seen when it was copied."""

import itertools
import re
from urllib.parse import quote

import pytest

from browser.windows import DESKTOP, shown


def test_the_address_restores_the_view(open_report, named):
    page = open_report(named)
    a, b = next((e.u, e.v) for e in named.graph.edges())
    page.one("#bound").send_keys("\ue012")
    page.driver.execute_script("arguments[0].click()", page.row(a, b))
    address = page.driver.current_url
    assert re.search(r"#k=1&pair=\w+,\w+$", address)
    page.driver.get("about:blank")
    page.driver.get(address)
    assert page.text("#bound-value") == "1"
    assert {node.get_attribute("aria-label") for node in page.all(".node.chosen")} == {a, b}


def seen(page):
    """Return what is seen: k, graph or matrix, which variables, what is chosen."""
    chosen = {node.get_attribute("aria-label") for node in page.all(".node.chosen")}
    return page.text("#bound-value"), page.one("#matrix").is_displayed(), shown(page), chosen


@pytest.mark.parametrize(
    "buttons",
    [["whole"], ["grow"], ["grow", "grow"], ["focus"], ["focus", "grow"], ["whole", "matrix"], ["home"]],
    ids="-".join,
)
def test_the_address_restores_the_part_that_is_seen(open_report, resize, many, buttons):
    resize(*DESKTOP)
    page = open_report(many)
    first = seen(page)
    page.one("#search").send_keys("x27", "\ue007")
    for button in buttons:
        if button == "home":
            page.one("#bound").send_keys("\ue011")
        elif button == "matrix":
            page.one("[data-mode=matrix]").click()
        else:
            page.one(f"#{button}").click()
    address, left = page.driver.current_url, seen(page)
    assert left != first
    page.driver.get("about:blank")
    page.driver.get(address)
    assert seen(page) == left


def test_an_address_takes_back_what_it_does_not_say(open_report, named):
    page = open_report(named)
    edge = next(iter(named.graph.edges()))
    page.go_to(f"#k=1&mode=matrix&pair={edge.u},{edge.v}")
    assert seen(page)[:2] == ("1", True)
    page.go_to(f"#k=2&focus={edge.u}")
    assert seen(page) == ("2", False, {edge.u, *named.graph.neighbours(edge.u)}, {edge.u})
    page.go_to("#k=2")
    assert seen(page) == ("2", False, set(named.names), set())


def test_links_within_the_page_leave_the_address_alone(open_report, forty):
    page = open_report(forty)
    page.go_to("#k=1")
    page.driver.execute_script("document.querySelector('.verdict a').click()")
    assert page.driver.current_url.endswith("#k=1")
    assert page.driver.execute_script("return document.activeElement.id") == "tables"


def test_the_address_keeps_names_of_every_kind(open_report, hostile):
    page = open_report(hostile)
    for a, b in itertools.combinations(range(3), 2):
        page.go_to(f"#k=1&pair={quote(hostile.names[a], safe='')},{quote(hostile.names[b], safe='')}")
        chosen = {node.get_attribute("aria-label") for node in page.all(".node.chosen")}
        assert chosen == {hostile.names[a], hostile.names[b]}

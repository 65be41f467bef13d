"""Everything on the page can be read, on a phone and on a desktop, with few variables and with many."""

import re

import pytest

import sepset as sp
from browser.windows import DESKTOP, PHONE, shown

#: every element with text of its own that is in sight, with the size of its letters in pixels
TEXTS = """
const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
return [...document.querySelectorAll("body *")].filter(own)
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width)
  .map((e) => {
    const m = e.ownerSVGElement ? e.getScreenCTM() : { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b);
    return [size, e.tagName, e.textContent.slice(0, 30)];
  }).filter(([size]) => size < 11 - 1e-6);
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("which", ["named", "forty", "many", "four_hundred", "post"])
def test_nothing_on_the_page_is_too_small_to_read(open_report, resize, request, which, size):
    """Not the drawing alone: the legend beside it, the matrix, the tables and the panel, too."""
    resize(*size)
    page = open_report(request.getfixturevalue(which))
    assert page.driver.execute_script(TEXTS) == []
    page.driver.execute_script("document.querySelector('[data-pair-of]').click()")
    assert page.driver.execute_script(TEXTS) == []
    page.driver.execute_script("document.querySelector('[data-mode=matrix]').click()")
    assert page.driver.execute_script(TEXTS) == []
    needed, there = page.driver.execute_script(
        "return [document.documentElement.scrollWidth, window.innerWidth]"
    )
    assert needed <= there


def test_a_phone_shows_the_drawing_right_after_the_verdict(open_report, resize, named, many):
    resize(390, 844)
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY"
    for result, tools_first in ((named, False), (many, True)):
        page = open_report(result)
        verdict_, drawing, tools, rest = (
            page.driver.execute_script(top, what) for what in (".verdict", "#graph", ".tools", ".settle")
        )
        assert verdict_ < drawing < 844
        assert (tools < drawing) == tools_first
        assert max(drawing, tools) < rest


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("which", ["forty", "many", "four_hundred"])
def test_no_k_is_a_hairball(open_report, resize, request, which, size):
    """At k = 0, of a part or of all: what has more edges than can be told apart is a matrix."""
    resize(*size)
    result = request.getfixturevalue(which)
    page = open_report(result)
    page.one("#bound").send_keys("\ue011")
    for _ in range(3):
        drawn = page.all("#edges .edge") if page.one("#graph").is_displayed() else []
        n = len(shown(page))
        assert len(drawn) <= (3.5 if n < len(result.names) else 4.5) * n
        if page.one("#whole").is_displayed():
            page.driver.execute_script("document.getElementById('grow').click()")
    page.driver.execute_script("document.getElementById('whole').click()")
    assert page.one("#matrix").is_displayed() == (result.graph_at(0).edge_count() > 4.5 * len(result.names))


def test_no_p_value_is_zero(open_report):
    """A p-value below the smallest number is said to be small, in the table, the panel and the drawing."""
    rows = [[i % 2, i % 2 if i % 50 else 1 - i % 2, i % 3] for i in range(4000)]
    page = open_report(sp.kpc(sp.dataset({name: [r[j] for r in rows] for j, name in enumerate("abc")}), k=1))
    whole = page.text("body")
    assert "p < 1e-300" in page.text("#panel")
    assert "p < 1e-300" in page.text("#edge-list")
    assert not re.search(r"p = 0(?![.\d])", whole)

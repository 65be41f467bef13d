"""Fifty hostile names, and levels as bad: on the page, in notebooks and in SVG they are but text."""

import itertools
import re

import pytest

import sepset as sp
from sepset.report.html import to_bytes

#: each tries to set `window.attacked` or to ask for something, in one of the places where text meets markup
ATTACKS = (
    "<script>window.attacked=1</script>",
    "</script><script>window.attacked=1</script>",
    "<img src=x onerror=window.attacked=1>",
    "<svg onload=window.attacked=1>",
    "<iframe srcdoc='<script>parent.attacked=1</script>'>",
    "<a href='javascript:window.attacked=1'>x</a>",
    "<style>@import url(http://127.0.0.1:9/x)</style>",
    "<link rel=stylesheet href=http://127.0.0.1:9/x>",
    "<body onload=window.attacked=1>",
    "<math><mtext></mtext><script>window.attacked=1</script></math>",
)
AROUND = ("{}", '">{}', "'>{}", "]]>--></title></style></textarea>{}", "\\u003c\\x3c&lt;{}\u2028")
NAMES = tuple(place.format(attack) for attack, place in itertools.product(ATTACKS, AROUND))
#: an SVG picture as an image runs nothing, whatever is in it
RUNNABLE = (
    "script, iframe, object, embed, link, base, form, foreignObject, "
    "img:not([src^='data:image/svg+xml;base64,'])"
)
HANDLERS = (
    "return [...document.querySelectorAll('*')]"
    ".flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith('on'))"
)


@pytest.fixture(scope="module")
def found():
    assert len({*NAMES}) == 50
    dag = sp.simulate.random_dag(50, edges=60, seed=4)
    return sp.kpc(sp.Oracle(dag.relabel(dict(zip(dag.nodes, NAMES, strict=True)))), k=1)


@pytest.fixture(scope="module")
def with_levels():
    columns = {NAMES[i]: [NAMES[10 + (row * (i + 3) // 7) % 3] for row in range(120)] for i in range(4)}
    return sp.kpc(sp.dataset(columns, kinds="discrete"), k=1, alpha=0.05)


@pytest.mark.parametrize("which", ["found", "with_levels"])
def test_on_the_page(open_report, request, which):
    result = request.getfixturevalue(which)
    page = open_report(result)
    labels = {node.get_attribute("aria-label") for node in page.all("#nodes .node")}
    assert labels == set(result.names)
    for row in page.all("#rows tr, #pairs tr, #edges .edge")[:10]:
        page.driver.execute_script(
            "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", row
        )
    assert page.driver.execute_script("return window.attacked") is None
    assert page.driver.execute_script(HANDLERS) == []
    assert (
        len(page.all("script"))
        == page.driver.execute_script("return document.scripts.length")
        == _scripts(result)
    )
    assert page.all("iframe, object, embed, link[rel=stylesheet], base, foreignObject") == []


def _scripts(result):
    return len(re.findall("<script", to_bytes(result).decode()))


def test_the_policy_of_the_page(open_report, found):
    """Even a script that had got into the page would not run: the policy knows the page's own by its hash."""
    text = to_bytes(found).decode()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', text)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert re.fullmatch(r"'sha(256|384|512)-[\w+/=]+'", rules["script-src"])
    assert "unsafe" not in policy
    assert "http:" not in policy
    page = open_report(found)
    page.driver.execute_script(
        "const s = document.createElement('script'); s.textContent = 'window.attacked = 1';"
        "document.body.append(s);"
    )
    assert page.driver.execute_script("return window.attacked") is None
    page.driver.get_log("browser")  # the refusal, which is what we want


@pytest.mark.parametrize(
    "draw",
    [
        lambda found: found._repr_html_(),
        lambda found: found.graph._repr_html_(),
        lambda found: found.graph.to_svg(),
    ],
    ids=["result", "graph", "svg"],
)
def test_in_notebooks_and_pictures(chromium, tmp_path, found, draw):
    """Without a policy around it, as a notebook shows it: there is nothing to run in it."""
    path = tmp_path / "cell.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{draw(found)}</body>", encoding="utf-8")
    chromium.get_log("performance")
    chromium.get(path.as_uri())
    assert chromium.execute_script("return window.attacked") is None
    assert chromium.find_elements("css selector", RUNNABLE) == []
    assert chromium.execute_script(HANDLERS) == []
    asked = [
        entry["message"]
        for entry in chromium.get_log("performance")
        if "requestWillBeSent" in entry["message"]
    ]
    assert not [message for message in asked if "127.0.0.1:9" in message]


def test_a_picture_on_its_own(chromium, tmp_path, found):
    path = tmp_path / "graph.svg"
    path.write_text(found.graph.to_svg(), encoding="utf-8")
    chromium.get(path.as_uri())
    assert chromium.execute_script("return window.attacked") is None
    assert chromium.execute_script("return document.documentElement.tagName") == "svg"
    assert {text.text for text in chromium.find_elements("css selector", "text")} - {""}

"""The page in a cell: alive in its sandbox, in Jupyter and in an editor; or else a picture and a summary."""

import json
import re
from html import unescape

import pytest
from selenium.webdriver.support.ui import WebDriverWait

import sepset as sp
from browser.notebooks import in_jupyterlab, in_vscode
from browser.test_hostile import NAMES
from browser.waiting import PATIENCE


def enter(chromium, path, *, within=()):
    """Open a page and go into the frames inside it."""
    chromium.get_log("browser")
    chromium.get(path.as_uri())
    for selector in within:
        found = WebDriverWait(chromium, PATIENCE).until(
            lambda driver, wanted=selector: driver.find_elements("css selector", wanted)
        )
        chromium.switch_to.frame(found[0])


def open_cell(chromium, tmp_path, result, where="jupyterlab"):
    cell = result.show(height=600)._repr_html_()
    if where == "jupyterlab":
        enter(chromium, in_jupyterlab(cell, tmp_path, trusted=True))
    else:
        path = in_vscode(cell, tmp_path, policy=where == "vscode with a policy")
        enter(chromium, path, within=["#webview"])
    frame = WebDriverWait(chromium, PATIENCE).until(
        lambda driver: driver.find_elements("css selector", ".output iframe")
    )[0]
    assert frame.rect["height"] == 600
    chromium.switch_to.frame(frame)
    WebDriverWait(chromium, PATIENCE).until(
        lambda driver: driver.find_elements("css selector", "#graph .edge, #matrix:not([hidden])")
    )


@pytest.fixture(autouse=True)
def _back_out(chromium):
    yield
    chromium.switch_to.default_content()
    assert [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"] == []


WHERE = ["jupyterlab", "vscode", "vscode with a policy"]


@pytest.mark.parametrize("where", WHERE)
def test_the_page_is_alive_in_a_cell(chromium, tmp_path, asia, where):
    open_cell(chromium, tmp_path, asia, where)
    assert len(chromium.find_elements("css selector", "#nodes .node")) == 8
    chromium.find_element("css selector", "#rows .pair, .verdict .pair").click()
    assert len(chromium.find_elements("css selector", ".node.chosen")) == 2
    chromium.execute_script(
        "const k = document.getElementById('bound'); k.value = 0; k.dispatchEvent(new Event('input'))"
    )
    assert "k = 0" in chromium.find_element("css selector", "#change").text


@pytest.mark.parametrize("which", ["asia", "stable"])
def test_the_cell_is_complete_without_a_network(chromium, tmp_path, request, which):
    """What VS Code and Jupyter keep is all there is: HTML in a sandboxed frame, with nothing to load."""
    result = (
        sp.stability(sp.asia().sample(300, seed=1), resamples=5)
        if which == "stable"
        else request.getfixturevalue(which)
    )
    cell = result.show(height=600)._repr_html_()
    assert cell.count("<iframe") == 1
    attributes = re.search(r"<iframe ([^>]*)></iframe>", cell)[1]
    assert set(re.findall(r'([\w-]+)="', attributes)) == {"sandbox", "title", "style", "srcdoc"}
    sandbox = re.search(r'sandbox="([^"]*)"', attributes)[1].split()
    assert "allow-scripts" in sandbox
    assert "allow-same-origin" not in sandbox
    page = unescape(re.search(r'srcdoc="([^"]*)"', attributes)[1])
    markup = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert re.findall(r'(?:src|href)="(?!data:|#)[^"]*', markup) == []
    chromium.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    chromium.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    try:
        chromium.get_log("performance")
        open_cell(chromium, tmp_path, result, "vscode with a policy")
        assert len(chromium.find_elements("css selector", "#nodes .node")) == 8
        messages = (json.loads(entry["message"])["message"] for entry in chromium.get_log("performance"))
        asked = [
            m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"
        ]
        assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    finally:
        offline = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        chromium.execute_cdp_cmd("Network.emulateNetworkConditions", offline)


def test_it_cannot_reach_the_notebook(chromium, tmp_path, asia):
    open_cell(chromium, tmp_path, asia)
    tried = chromium.execute_script(
        "try { return parent.document.title } catch (error) { return error.name }"
    )
    assert tried == "SecurityError"


def test_hostile_names_stay_inside_the_attribute(chromium, tmp_path):
    dag = sp.simulate.random_dag(50, edges=60, seed=4)
    found = sp.kpc(sp.Oracle(dag.relabel(dict(zip(dag.nodes, NAMES, strict=True)))), k=1)
    open_cell(chromium, tmp_path, found)
    assert chromium.execute_script("return window.attacked") is None
    chromium.switch_to.default_content()
    assert chromium.execute_script("return window.attacked") is None
    assert len(chromium.find_elements("css selector", "iframe")) == 1
    inside = "script, img:not([src^='data:image/svg+xml;base64,']), svg, object, embed"
    assert (
        chromium.find_elements("css selector", ", ".join(f".output {one}" for one in inside.split(", ")))
        == []
    )


PICTURE = "const p = document.querySelector('.output img'); return [p.complete, p.naturalWidth, p.width]"


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "untrusted"])
@pytest.mark.parametrize("which", ["asia", "post", "stable", "graph"])
def test_a_result_is_a_picture_and_a_summary(chromium, tmp_path, request, asia, which, trusted):
    small = sp.asia().sample(300, seed=1)
    result = {
        "asia": lambda: asia,
        "graph": lambda: asia.graph,
        "post": lambda: sp.posterior(small),
        "stable": lambda: sp.stability(small, resamples=5),
    }[which]()
    enter(chromium, in_jupyterlab(result._repr_html_(), tmp_path, trusted=trusted))
    is_a_picture_and(chromium, "" if which == "graph" else result.summary())


@pytest.mark.parametrize("policy", [True, False], ids=["policy", "no policy"])
def test_a_result_in_an_editor(chromium, tmp_path, asia, policy):
    enter(chromium, in_vscode(asia._repr_html_(), tmp_path, policy=policy), within=["#webview"])
    is_a_picture_and(chromium, asia.summary())


def test_a_notebook_that_is_not_trusted_shows_picture_and_summary(chromium, tmp_path, asia):
    """The frame is taken away; what was behind it is seen, and heard by those who listen to the page."""
    cell = asia.show(height=600)._repr_html_()
    enter(chromium, in_jupyterlab(cell, tmp_path, trusted=False))
    assert chromium.find_elements("css selector", "iframe, [aria-hidden]") == []
    is_a_picture_and(chromium, asia.summary())


def is_a_picture_and(chromium, words):
    WebDriverWait(chromium, PATIENCE).until(lambda driver: driver.execute_script(PICTURE)[0])
    _, natural, shown = chromium.execute_script(PICTURE)
    assert natural > 100
    assert shown > 100
    text = chromium.find_element("css selector", ".output").text
    assert text.split() == words.split()


def test_what_an_editor_does_not_allow_is_said(chromium, tmp_path, asia):
    """An editor's frame opens no dialogs, so printing does nothing there; the page says so."""
    open_cell(chromium, tmp_path, asia, "vscode")
    chromium.find_element("css selector", "#print-one").click()
    taken = chromium.find_element("css selector", "#taken")
    WebDriverWait(chromium, PATIENCE).until(lambda _: "printing is not allowed here" in taken.text)
    assert chromium.find_elements("css selector", "html.one-page") == []
    chromium.get_log("browser")  # the refusal


@pytest.mark.parametrize("where", WHERE)
def test_pictures_and_text_can_be_taken_from_a_cell(chromium, tmp_path, asia, where):
    open_cell(chromium, tmp_path, asia, where)
    for button, words in (("#save-svg", ".svg"), ("#save-png", ".png"), ("#copy", "copied")):
        chromium.find_element("css selector", button).click()
        taken = chromium.find_element("css selector", "#taken")
        WebDriverWait(chromium, PATIENCE).until(lambda _, wanted=words, said=taken: wanted in said.text)

"""The page in a cell of a notebook: alive in its sandbox, also under the policy of an editor."""

import json
import re
from html import unescape

import pytest

import sepset as sp
from browser.test_hostile import NAMES

#: VS Code's notebooks allow inline scripts and styles, and frames from anywhere.
VSCODE = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' https:; style-src 'unsafe-inline' https:; "
    "img-src https: data:; frame-src *; font-src data:"
)


def open_cell(chromium, tmp_path, result, policy=""):
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    path = tmp_path / "notebook.html"
    cell = result.show(height=600)._repr_html_()
    path.write_text(
        f"<!doctype html><meta charset=utf-8>{meta}<body><div>{cell}</div></body>", encoding="utf-8"
    )
    chromium.get_log("browser")
    chromium.get(path.as_uri())
    frame = chromium.find_element("css selector", "iframe")
    assert frame.rect["height"] == 600
    chromium.switch_to.frame(frame)


@pytest.fixture(autouse=True)
def _back_out(chromium):
    yield
    chromium.switch_to.default_content()
    assert [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.parametrize("policy", ["", VSCODE], ids=["jupyter", "vscode"])
def test_the_page_is_alive_in_a_cell(chromium, tmp_path, asia, policy):
    open_cell(chromium, tmp_path, asia, policy)
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
    attributes = re.fullmatch(r"<iframe ([^>]*)></iframe>", cell)[1]
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
        open_cell(chromium, tmp_path, result, VSCODE)
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
    assert chromium.find_elements("css selector", "script, img, svg, object, embed") == []

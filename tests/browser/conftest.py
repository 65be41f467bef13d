"""A real browser: Debian's Chromium, driven by its own driver; nothing is downloaded."""

import json
import os
import shutil

import pytest

import sepset as sp
from browser.waiting import PATIENCE, settle, step_aside
from sepset.report.html import write_report
from serving import Served, as_csv

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<!--<script>",
    '"><img src=x onerror=alert(3)>',
    "' onmouseover='alert(4)",
    "⟦0⟧ ${alert(5)} {{7*7}}",
    "\u202eright to left\u202c",
    "a very long name of a variable that nobody would want to read in a small box at all",
)
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--window-size=1400,1000",
)


@pytest.fixture(scope="session")
def chromium():
    webdriver = pytest.importorskip(
        "selenium.webdriver", reason="selenium drives the browser; see extra 'test'"
    )
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("no Chromium with its driver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in _FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(
        options=options, service=webdriver.ChromeService(driver, log_output=os.devnull)
    )
    started.set_script_timeout(PATIENCE)
    yield started
    started.quit()


class Page:
    """One report in the browser."""

    def __init__(self, driver, found, path):
        self.driver, self.found = driver, found
        write_report(found, path)
        driver.get_log("browser")
        driver.get_log("performance")
        step_aside(driver)
        driver.get(path.as_uri())
        settle(driver)

    def go_to(self, address):
        """Change what follows # in the address, and wait until the page has heard of it."""
        self.driver.execute_async_script(
            "const [address, done] = arguments;"
            "addEventListener('hashchange', () => done(), { once: true });"
            "location.hash = address;",
            address,
        )

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def text(self, selector):
        return self.one(selector).text

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def node(self, name):
        return self.one(f'.node[data-node="{self.found.names.index(name)}"]')

    def row(self, a, b):
        """Return the button of an edge in the list of edges."""
        i, j = self.found.names.index(a), self.found.names.index(b)
        return self.one(f"[data-pair-of='{i},{j}'], [data-pair-of='{j},{i}']")

    def pairs_drawn(self):
        code = "return [...document.querySelectorAll('.edge[data-pair]')].map((e) => e.dataset.pair)"
        return {tuple(map(int, pair.split(","))) for pair in self.driver.execute_script(code)}

    def view(self):
        return self.one("#graph").get_dom_attribute("viewBox")

    def scale(self):
        """Return how many pixels a unit of the drawing takes."""
        return self.one("#graph").rect["width"] / float(self.view().split()[2])

    def in_sight(self, name):
        """Tell whether the box of a variable is inside the frame, and inside the window."""
        return self.driver.execute_script(
            "const inside = (r, s) => r.left >= s.left && r.right <= s.right"
            " && r.top >= s.top && r.bottom <= s.bottom;"
            "const frame = document.getElementById('graph').getBoundingClientRect();"
            "const window_ = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };"
            "const box = arguments[0].querySelector('rect').getBoundingClientRect();"
            "return inside(box, frame) && inside(box, window_);",
            self.node(name),
        )

    def active(self):
        """Return the name of the element that has the keyboard."""
        return self.driver.switch_to.active_element.get_attribute("aria-label")

    def click_edge(self, a, b):
        """Click on the line of an edge, at its middle."""
        i, j = sorted((self.found.names.index(a), self.found.names.index(b)))
        spot = self.driver.execute_script(
            "const p = document.querySelector(`.edge[data-pair='${arguments[0]}'] .line`);"
            "const q = p.getPointAtLength(p.getTotalLength() / 2).matrixTransform(p.getScreenCTM());"
            "return [Math.round(q.x), Math.round(q.y)];",
            f"{i},{j}",
        )
        self.click_at(*spot)

    def click_at(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def requests(self):
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


@pytest.fixture
def open_report(chromium, tmp_path):
    """Open the report on a result; afterwards nothing has gone wrong and nothing was asked for elsewhere."""
    opened = []

    def open_(found):
        opened.append(Page(chromium, found, tmp_path / "report.html"))
        return opened[-1]

    yield open_
    for page in opened:
        assert page.errors() == []
        assert [url for url in page.requests() if not url.startswith(("file:", "data:"))] == []
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@pytest.fixture
def resize(chromium):
    """Change the size of the window; afterwards it is as before."""

    def resize_(width, height):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        settle(chromium)

    yield resize_
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(scope="session")
def asia():
    return sp.kpc(sp.asia().sample(2000, seed=1), k=2)


@pytest.fixture(scope="session")
def hostile():
    dag = sp.simulate.random_dag(8, edges=10, seed=4)
    dag = dag.relabel(dict(zip(dag.nodes, HOSTILE, strict=True)))
    return sp.kpc(sp.simulate.linear_gaussian(dag, seed=1).sample(300, seed=2), k=2)


@pytest.fixture(scope="session")
def large():
    return sp.kpc(sp.Oracle(sp.simulate.random_dag(150, edges=220, seed=1)), k=1)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Served(folder=tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture
def live(chromium, server):
    from browser.live import Live  # needs selenium, without which these tests are skipped

    page = Live(chromium, server.address)
    yield page
    assert [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"] == []
    messages = (json.loads(entry["message"])["message"] for entry in chromium.get_log("performance"))
    asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    allowed = (server.address, "data:", "blob:")
    assert [url for url in asked if not url.startswith(allowed)] == []


@pytest.fixture(scope="session")
def asia_table(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "asia.csv"
    path.write_text(as_csv(sp.asia().sample(1500, seed=1)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def forty():
    dag = sp.simulate.random_dag(40, edges=52, seed=1)
    return sp.kpc(sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2).named("forty.csv"), k=2)


@pytest.fixture(scope="session")
def many():
    dag = sp.simulate.random_dag(150, edges=195, seed=1)
    return sp.kpc(sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2), k=1)


@pytest.fixture(scope="session")
def four_hundred():
    dag = sp.simulate.random_dag(400, edges=520, seed=1)
    return sp.kpc(sp.simulate.linear_gaussian(dag, seed=1).sample(500, seed=2), k=1)


@pytest.fixture(scope="session")
def post():
    return sp.posterior(sp.asia().sample(500, seed=2).named("asia.csv"), seed=0)


@pytest.fixture(scope="session")
def named():
    return sp.kpc(sp.asia().sample(2000, seed=1).named("asia.csv"), k=2)

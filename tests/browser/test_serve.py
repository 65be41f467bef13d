"""``sepset serve`` in a browser, end to end: load, mend, click what is known, change k, cancel, take away."""

import contextlib
import functools
import http.server
import json
import threading
import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import sepset as sp
from browser.test_hostile import HANDLERS, NAMES
from serving import Served

PATIENCE = 60


def as_csv(data):
    columns = [column.labels() for column in data.columns]
    lines = [",".join(data.names), *(",".join(map(str, row)) for row in zip(*columns, strict=True))]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Served(folder=tmp_path_factory.mktemp("served")) as served:
        yield served


class Live:
    """The page in the browser."""

    def __init__(self, driver, address):
        self.driver, self.address = driver, address
        driver.get_log("browser")
        driver.get_log("performance")
        driver.get(address)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def until(self, condition, message=""):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: condition(), message)

    def load(self, path):
        self.one("#file").send_keys(str(path))
        self.answered()

    def frame(self):
        """Return the address of the report that is shown, or None while it is on its way."""
        if self.all("#result.old, iframe.coming") or not self.all("#result iframe"):
            return None
        return self.one("#result iframe").get_attribute("src").partition("#")[0]

    def answered(self, before=None):
        """Wait for a report, another one than before; then there is no problem left."""
        self.until(lambda: self.frame() not in (None, before))
        assert self.one("#problem").text == ""
        return self.frame()

    @contextlib.contextmanager
    def report(self):
        self.driver.switch_to.frame(self.one("#result iframe"))
        try:
            yield
        finally:
            self.driver.switch_to.default_content()

    def choose(self, label, value):
        before = self.frame()
        Select(self.one(label)).select_by_value(value)
        self.answered(before)

    def column(self, name, what):
        return f'[data-control="{what} {name}"]'

    def document(self):
        """Return the result that is shown, as it can be taken away."""
        path = self.one("#files a[download='run.json']").get_attribute("href")
        return json.loads(
            self.driver.execute_async_script(
                "fetch(arguments[0]).then((r) => r.text()).then(arguments[1])", path
            )
        )

    def kinds(self):
        return {name: kind for name, kind, *_ in self.document()["data"]["columns"]}

    def statement(self, words):
        return next(button for button in self.all("#statements button") if button.text == words)

    def known(self):
        return [item.text.removesuffix("Take back").strip() for item in self.all("#known li")]

    def chip(self, name):
        return next(chip for chip in self.all(".chip") if chip.text == name)

    def tiers(self):
        rows = self.driver.execute_script(
            "return [...document.querySelectorAll('.tier')].map((row) => [row.getAttribute('aria-label'),"
            " [...row.querySelectorAll('.chip')].map((chip) => chip.textContent)])"
        )
        return {label: chips for label, chips in rows if chips}


@pytest.fixture
def live(chromium, server):
    page = Live(chromium, server.address)
    yield page
    assert [entry["message"] for entry in chromium.get_log("browser") if entry["level"] == "SEVERE"] == []
    messages = (json.loads(entry["message"])["message"] for entry in chromium.get_log("performance"))
    asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    allowed = (server.address, "data:", "blob:")
    assert [url for url in asked if not url.startswith(allowed)] == []


@pytest.fixture(scope="module")
def asia(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "asia.csv"
    path.write_text(as_csv(sp.asia().sample(1500, seed=1)), encoding="utf-8")
    return path


def test_a_file_is_chosen_and_answered(live, asia):
    assert live.one("#start").is_displayed()
    live.load(asia)
    assert live.one("#file-name").text == "asia.csv"
    assert "8 used of 8; 1,500 rows" in live.one("#size").text
    assert len(live.all("#columns li")) == 8
    with live.report():
        assert "Causal graph of asia.csv" in live.one(".kicker").text
        assert live.all("#graph .edge")
    assert live.document()["data"]["rows"] == 1500


def test_a_file_is_dropped(live, asia):
    live.driver.execute_script(
        "const files = new DataTransfer();"
        "files.items.add(new File([arguments[0]], 'dropped.csv'));"
        "document.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));",
        asia.read_text(encoding="utf-8"),
    )
    live.answered()
    assert live.one("#file-name").text == "dropped.csv"


def test_what_was_understood_is_mended(live, tmp_path):
    path = tmp_path / "ward.csv"
    rows = (
        f"{i % 4},{'east' if i % 3 else 'west'},{(i * i * 7919) % 1009}.25,always,{9000 + i}"
        for i in range(200)
    )
    path.write_text("stage,ward,dose,site,id\n" + "\n".join(rows) + "\n", encoding="utf-8")
    live.load(path)
    told = {item.find_element("css selector", "bdi").text: item for item in live.all("#columns li")}
    assert "categories: 0, 1, 2, 3" in told["stage"].text
    assert "constant, always 'always'" in told["site"].text
    assert "only numbers the rows" in told["id"].text
    assert live.kinds() == {"dose": "continuous", "stage": "discrete", "ward": "discrete"}
    live.choose(live.column("stage", "Kind"), "continuous")
    assert live.kinds()["stage"] == "continuous"
    live.choose(live.column("id", "Kind"), "continuous")
    assert "id" in live.document()["names"]
    live.choose(live.column("ward", "Role"), "dropped")
    assert live.document()["names"] == ["stage", "dose", "id"]
    live.choose(live.column("dose", "Role"), "root")
    assert live.document()["settings"]["knowledge"] == {"roots": ["dose"]}
    assert live.known() == ["nothing affects dose"]


def test_k_alpha_and_method(live, asia):
    live.load(asia)
    live.choose("#k", "0")
    assert live.document()["settings"]["k"] == 0
    before = live.frame()
    live.one("#alpha").send_keys("0.01")
    live.answered(before)
    assert live.document()["settings"]["alpha"] == 0.01
    live.choose("#method", "pc")
    assert live.document()["learner"] == "PC"
    live.choose("#method", "posterior")
    assert live.document()["format"] == "sepset posterior"
    assert not live.one("#k").is_enabled()


def click_edge(live, a, b):
    """Click on an edge of the drawing, at its middle."""
    live.driver.execute_script(
        "const names = JSON.parse(document.getElementById('payload').textContent).names;"
        "const pair = [names.indexOf(arguments[0]), names.indexOf(arguments[1])].sort((x, y) => x - y);"
        "const line = document.querySelector(`.edge[data-pair='${pair}']`);"
        "line.dispatchEvent(new MouseEvent('click', { bubbles: true }));",
        a,
        b,
    )


def test_what_is_known_is_clicked_on_the_graph(live, asia):
    live.load(asia)
    live.choose("#k", "1")
    with live.report():
        click_edge(live, "smoke", "bronc")
    live.until(lambda: live.all("#statements button"))
    before = live.frame()
    live.statement("bronc does not affect smoke").click()
    live.answered(before)
    assert live.known() == ["bronc does not affect smoke"]
    assert live.document()["settings"]["knowledge"] == {"not_ancestor": [["bronc", "smoke"]]}
    with live.report():  # the same pair is still chosen, and what was known is said
        assert "smoke" in live.one("#panel").text
        assert "bronc" in live.one("#panel").text
    assert live.statement("bronc does not affect smoke").get_attribute("aria-pressed") == "true"
    before = live.frame()
    live.statement("smoke affects bronc directly").click()
    live.answered(before)
    assert live.document()["settings"]["knowledge"]["required"] == [["smoke", "bronc"]]
    live.statement("bronc affects smoke").click()
    live.until(lambda: "contradicts itself" in live.one("#problem").text)
    assert "bronc affects smoke" in live.known()  # so that it can be taken back
    before = live.frame()
    next(item for item in live.all("#known li") if "bronc affects smoke" in item.text).find_element(
        "css selector", "button"
    ).click()
    live.until(lambda: live.one("#problem").text == "")
    live.answered()


def test_a_pair_is_chosen_by_keyboard(live, asia):
    live.load(asia)
    Select(live.one("#pair-a")).select_by_value("tub")
    Select(live.one("#pair-b")).select_by_value("lung")
    before = live.frame()
    button = live.statement("neither of lung and tub affects the other directly")
    button.send_keys(Keys.ENTER)
    live.answered(before)
    assert live.document()["settings"]["knowledge"] == {"no_edge": [["lung", "tub"]]}


def test_tiers_by_dragging_and_by_keys(live, asia):
    live.load(asia)
    before = live.frame()
    target = next(row for row in live.all(".tier") if row.get_attribute("aria-label") == "tier 1")
    live.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", target)
    ActionChains(live.driver).click_and_hold(live.chip("smoke")).move_to_element(target).release().perform()
    live.answered(before)
    assert live.tiers()["tier 1"] == ["smoke"]
    before = live.frame()
    live.driver.execute_script("document.querySelector(`.chip[data-chip='dysp']`).focus()")
    for _ in range(2):  # the keyboard stays with the variable
        ActionChains(live.driver).send_keys(Keys.ARROW_DOWN).perform()
    live.until(lambda: live.tiers().get("tier 2") == ["dysp"])
    live.answered(before)
    live.until(lambda: live.document()["settings"].get("knowledge") == {"tiers": [["smoke"], ["dysp"]]})
    assert live.known() == ["nothing affects a variable of an earlier tier (smoke | dysp)"]
    live.choose(live.column("dysp", "Tier"), "")
    assert live.document()["settings"]["knowledge"] == {"tiers": [["smoke"]]}


def test_the_view_stays_when_the_answer_changes(live, asia):
    live.load(asia)
    with live.report():
        live.one("[data-mode=matrix]").click()
    live.choose("#k", "2")
    with live.report():
        assert live.one("[data-mode=matrix]").get_attribute("aria-pressed") == "true"


def test_a_long_run_shows_how_far_it_is_and_is_cancelled(live, tmp_path):
    path = tmp_path / "wide.csv"
    dag = sp.simulate.random_dag(90, edges=60, seed=1)
    path.write_text(as_csv(sp.simulate.linear_gaussian(dag, seed=2).sample(150, seed=3)), encoding="utf-8")
    live.load(path)
    first = live.frame()
    Select(live.one("#method")).select_by_value("anytime-fci")
    Select(live.one("#k")).select_by_value("4")
    live.until(lambda: live.one("#cancel").is_displayed())
    live.until(lambda: "sets of" in live.one("#status").text)
    assert live.one("#progress").is_displayed()
    live.one("#cancel").click()
    assert live.one("#status").text == "Cancelled."
    assert not live.one("#cancel").is_displayed()
    Select(live.one("#k")).select_by_value("1")
    live.answered(first)
    assert live.document()["settings"]["k"] == 1


def test_files_are_downloaded(live, asia, tmp_path, server):
    live.load(asia)
    live.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    names = ("run.html", "run.json", "run.py", "run.sh", "knowledge.txt")
    for name in names:
        link = live.one(f"#files a[download='{name}']")
        live.driver.execute_script("arguments[0].click()", link)
        live.until(lambda name=name: (tmp_path / name).exists() and (tmp_path / name).stat().st_size)
    number = live.frame().split("/")[-2]
    time.sleep(0.2)  # the last one may still be growing
    for name in names:
        assert (tmp_path / name).read_bytes() == server.file(number, name)
    assert sp.load(tmp_path / "run.json").names == sp.asia().names
    assert (tmp_path / "run.py").read_text().strip() == live.one("#python").text
    assert (tmp_path / "run.sh").read_text().strip() == live.one("#shell").text


def test_problems_are_told_and_mended_on_the_page(live, tmp_path):
    path = tmp_path / "gaps.csv"
    rows = (f"{i % 2},{i % 3},{'' if i % 5 == 0 else (i // 3) % 2}" for i in range(90))
    path.write_text("a,b,c\n" + "\n".join(rows) + "\n", encoding="utf-8")
    live.load(path)
    Select(live.one("#missing")).select_by_value("error")
    live.until(lambda: "“Missing values: drop”" in live.one("#problem").text)
    assert len(live.all("#columns li")) == 3
    Select(live.one("#missing")).select_by_value("drop")
    live.until(lambda: live.one("#problem").text == "")
    live.answered()
    assert "18 left out for missing values" in live.one("#size").text
    wrong = tmp_path / "wrong.parquet"
    wrong.write_bytes(b"PAR1")
    live.one("#file").send_keys(str(wrong))
    live.until(lambda: "sepset serve FILE" in live.one("#problem").text)
    live.driver.get_log("browser")  # the refusal of the file


def test_hostile_names_and_levels_are_text(live, tmp_path):
    names = [name.replace('"', '""').replace("\n", " ") for name in NAMES[:12]]
    rows = (
        ",".join(
            f'"{names[(row * (i + 3) // 7) % 3]}"' if i < 4 else f"{(row * i) % 17}.5" for i in range(12)
        )
        for row in range(120)
    )
    path = tmp_path / "<img src=x onerror=window.attacked=1>.csv"
    path.write_text(",".join(f'"{name}"' for name in names) + "\n" + "\n".join(rows) + "\n", encoding="utf-8")
    live.load(path)
    shown = {item.get_attribute("textContent") for item in live.all("#columns bdi")}
    assert shown <= {name.strip() for name in NAMES}
    assert len(shown) == 12
    used = [option.get_attribute("value") for option in live.all("#pair-a option")][1:]
    Select(live.one("#pair-a")).select_by_value(used[0])
    Select(live.one("#pair-b")).select_by_value(used[1])
    before = live.frame()
    live.all("#statements button")[0].click()
    live.answered(before)
    for place in (contextlib.nullcontext(), live.report()):
        with place:
            assert live.driver.execute_script("return window.attacked") is None
            assert live.driver.execute_script(HANDLERS) == []
            assert live.all("img, object, embed, base, form, foreignObject") == []
    assert len(live.all("script")) == 2


def test_the_report_cannot_reach_the_page(live, asia):
    live.load(asia)
    with live.report():
        tried = live.driver.execute_script(
            "try { return parent.document.title } catch (error) { return error.name }"
        )
    assert tried == "SecurityError"


def test_a_page_of_another_origin_gets_nothing(chromium, server, tmp_path):
    """Even if it knew the whole address: it can neither ask, nor read, nor frame."""
    (tmp_path / "evil.html").write_text("<!doctype html><title>evil</title>", encoding="utf-8")
    handler = functools.partial(QuietHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        chromium.get(f"http://127.0.0.1:{other.server_port}/evil.html")
        for mode in ("cors", "no-cors"):
            asked = chromium.execute_async_script(
                "const [address, mode, done] = arguments;"
                "fetch(address + 'tables?name=t.csv', { method: 'POST', body: 'a,b', mode })"
                ".then((r) => r.text()).then(done, (error) => done(error.name));",
                server.address,
                mode,
            )
            assert asked in ("TypeError", "")
        framed = chromium.execute_async_script(
            "const [address, done] = arguments; const frame = document.createElement('iframe');"
            "frame.onload = () => done('loaded'); frame.src = address; document.body.append(frame);",
            server.address,
        )
        assert framed == "loaded"  # what is loaded is the browser's own page about a refusal
        chromium.switch_to.frame(0)
        assert chromium.find_elements("css selector", "#settings") == []
        chromium.switch_to.default_content()
        other.shutdown()
    chromium.get_log("browser")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_on_a_phone_nothing_is_cut_off(live, asia, resize):
    resize(390, 844)
    live.load(asia)
    width = live.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= 390
    assert live.one(".narrow").is_displayed()
    live.one(".narrow").click()
    assert live.one("#method").is_displayed()

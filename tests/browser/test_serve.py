"""``sepset serve`` in a browser, end to end: load, mend, click what is known, change k, cancel, take away."""

import json

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import sepset as sp
from serving import as_csv


def test_a_file_is_chosen_and_answered(live, asia_table):
    assert live.one("#start").is_displayed()
    live.load(asia_table)
    assert live.one("#file-name").text == "asia.csv"
    assert "8 used of 8; 1,500 rows" in live.one("#size").text
    assert len(live.all("#columns li")) == 8
    with live.report():
        assert "Causal graph of asia.csv" in live.one(".kicker").text
        assert live.all("#graph .edge")
    assert live.document()["data"]["rows"] == 1500


def test_a_file_is_dropped(live, asia_table):
    live.driver.execute_script(
        "const files = new DataTransfer();"
        "files.items.add(new File([arguments[0]], 'dropped.csv'));"
        "document.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));",
        asia_table.read_text(encoding="utf-8"),
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


def test_k_alpha_and_method(live, asia_table):
    live.load(asia_table)
    live.choose("#k", "0")
    assert live.document()["settings"]["k"] == 0
    live.one("#alpha").send_keys("0.01")  # "0." may have been a question of its own
    live.until(lambda: live.frame() and live.document()["settings"]["alpha"] == 0.01)
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


def test_what_is_known_is_clicked_on_the_graph(live, asia_table):
    live.load(asia_table)
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


def test_a_pair_is_chosen_by_keyboard(live, asia_table):
    live.load(asia_table)
    Select(live.one("#pair-a")).select_by_value("tub")
    Select(live.one("#pair-b")).select_by_value("lung")
    before = live.frame()
    button = live.statement("neither of lung and tub affects the other directly")
    button.send_keys(Keys.ENTER)
    live.answered(before)
    assert live.document()["settings"]["knowledge"] == {"no_edge": [["lung", "tub"]]}


def test_tiers_by_dragging_and_by_keys(live, asia_table):
    live.load(asia_table)
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


def test_the_view_stays_when_the_answer_changes(live, asia_table):
    live.load(asia_table)
    with live.report():
        live.one("[data-mode=matrix]").click()
    live.choose("#k", "2")
    with live.report():
        assert live.one("[data-mode=matrix]").get_attribute("aria-pressed") == "true"


def test_the_graph_is_drawn_ahead_of_the_report(live, asia_table):
    """The report is kept from coming; the graph in the old one is that of the new answer already."""
    live.load(asia_table)
    live.driver.execute_script(
        "new MutationObserver(() => {"
        " for (const frame of document.querySelectorAll('iframe.coming')) frame.remove();"
        "}).observe(document.getElementById('result'), { childList: true, subtree: true });"
    )
    Select(live.one("#k")).select_by_value("0")
    live.until(lambda: live.all("#result.old.ahead") and "-k 0" in live.one("#shell").text)
    found = sp.kpc(sp.read(asia_table), k=0, alpha="auto")
    names = live.document()["names"]
    with live.report():
        assert live.one("html.ahead #verdict").value_of_css_property("opacity") == "0.5"
        assert live.one("#bound-value").text == "0"
        drawn = [edge.get_attribute("data-pair").split(",") for edge in live.all("#graph .edge")]
    assert {frozenset(names[int(node)] for node in pair) for pair in drawn} == {
        frozenset((edge.u, edge.v)) for edge in found.graph.edges()
    }


def test_large_graphs_and_matrices_are_drawn_ahead(live, tmp_path):
    """The page of many variables shows a part, or a matrix at k = 0; what comes ahead is that, too."""
    dag = sp.simulate.random_dag(70, edges=140, seed=1)
    path = tmp_path / "wide.csv"
    path.write_text(as_csv(sp.simulate.linear_gaussian(dag, seed=1).sample(400, seed=2)), encoding="utf-8")
    live.load(path)
    live.driver.execute_script(
        "window.ahead = 0;"
        "addEventListener('message', ({ data }) => { window.ahead += data.sepset?.ahead === true; })"
    )
    for count, (k, mode) in enumerate((("1", ""), ("0", "matrix"), ("1", "matrix"), ("2", "graph")), 1):
        live.choose("#k", k)
        assert live.driver.execute_script("return window.ahead") == count
        with live.report():
            assert live.one("#bound-value").text == k
            if mode:
                live.one(f"[data-mode={mode}]").click()
    assert live.one("#problem").text == ""


def test_what_was_drawn_ahead_of_no_answer_is_taken_back(live, asia_table):
    live.load(asia_table)
    with live.report():
        before = {edge.get_attribute("data-pair") for edge in live.all("#graph .edge")}
        names = [node.get_attribute("aria-label") for node in live.all("#nodes .node")]
        nodes = live.driver.execute_script("return document.getElementById('payload').textContent")
    told = {name: json.loads(nodes)[name] for name in ("right", "down")}
    drawing = {**told, "names": names, "k": 0, "edges": [], "evidence": [], "weak": []}
    live.driver.execute_script(
        "document.querySelector('#result iframe').contentWindow"
        ".postMessage({ sepset: { drawing: arguments[0] } }, '*')",
        drawing,
    )
    live.until(lambda: live.all("#result.ahead"))
    with live.report():
        assert live.all("#graph .edge") == []
    live.driver.execute_script("document.getElementById('cancel').click()")
    live.until(lambda: not live.all("#result.ahead, iframe.coming, iframe[data-ahead]"))
    with live.report():
        assert {edge.get_attribute("data-pair") for edge in live.all("#graph .edge")} == before


def test_the_largest_k_is_looked_at_again_with_a_pair_chosen(live, asia_table):
    """A pair chosen at the largest k does not hold the view at that k when a larger one is asked for."""
    live.load(asia_table)
    live.choose("#k", "0")
    with live.report():
        click_edge(live, "smoke", "bronc")
    live.until(lambda: live.all("#statements button"))
    live.choose("#k", "2")
    with live.report():
        assert live.one("#bound-value").text == "2"
        assert len(live.all(".node.chosen")) == 2
        live.one("#bound").send_keys(Keys.HOME)
    live.choose("#k", "1")
    with live.report():
        assert live.one("#bound-value").text == "0"


def test_what_is_chosen_while_an_answer_ends_is_asked(live, asia_table):
    live.load(asia_table)
    live.driver.execute_script(
        """const [k, status] = ["k", "status"].map((id) => document.getElementById(id));
        new MutationObserver(() => {
          if (k.value === "2" || !status.textContent.startsWith("Learned")) return;
          k.value = "2";
          k.dispatchEvent(new Event("change"));
        }).observe(status, { childList: true });"""
    )
    Select(live.one("#k")).select_by_value("1")
    live.until(lambda: live.frame() and live.document()["k"] == 2)


def test_a_variable_stays_in_hand_when_an_answer_comes(live, asia_table):
    live.load(asia_table)
    target = next(row for row in live.all(".tier") if row.get_attribute("aria-label") == "tier 1")
    live.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", target)
    live.mouse("mousePressed", live.chip("smoke"))
    live.set({"k": "1"})
    live.answered()
    live.mouse("mouseMoved", target)
    live.mouse("mouseReleased", target)
    live.answered()
    assert live.tiers()["tier 1"] == ["smoke"]


def test_a_pair_chosen_beside_the_report_stays_when_the_report_is_looked_at(live, asia_table):
    live.load(asia_table)
    with live.report():
        click_edge(live, "smoke", "bronc")
    live.until(lambda: live.all("#statements button"))
    Select(live.one("#pair-a")).select_by_value("tub")
    live.driver.execute_script(
        "addEventListener('message', ({ data }) => { window.heardLast = data.sepset.address; })"
    )
    with live.report():
        live.one("[data-mode=matrix]").click()
    live.until(lambda: "mode=matrix" in (live.driver.execute_script("return window.heardLast") or ""))
    assert live.one("#pair-a").get_property("value") == "tub"


def test_a_view_chosen_while_the_report_comes_is_kept(live, asia_table):
    live.load(asia_table)
    live.driver.execute_script(
        "const shown = document.querySelector('#result iframe').contentWindow;"
        "const said = { source: shown, data: { sepset: { address: '#mode=matrix', chosen: [] } } };"
        "new MutationObserver((_, watching) => {"
        " if (!document.querySelector('iframe.coming')) return;"
        " dispatchEvent(new MessageEvent('message', said)); watching.disconnect();"
        "}).observe(document.getElementById('result'), { childList: true });"
    )
    live.choose("#k", "1")
    with live.report():
        live.until(lambda: live.one("[data-mode=matrix]").get_attribute("aria-pressed") == "true")


def test_the_file_that_was_chosen_last_is_the_one_that_begins(live, asia_table, tmp_path):
    """Even if the one before takes longer to arrive."""
    live.driver.execute_script(
        "const asking = window.fetch; const held = [];"
        "window.fetch = async (address, options) => {"
        " const answer = await asking(address, options);"
        " if (address.includes('first.csv')) await new Promise((go) => held.push(go));"
        " return answer; };"
        "window.letGo = () => held.forEach((go) => go());"
        "window.isHeld = () => held.length > 0;"
    )
    for name in ("first.csv", "second.csv"):
        path = tmp_path / name
        path.write_bytes(asia_table.read_bytes())
        live.one("#file").send_keys(str(path))
        live.until(lambda: live.driver.execute_script("return window.isHeld()"))
    live.until(lambda: live.one("#file-name").text == "second.csv")
    live.driver.execute_async_script("window.letGo(); setTimeout(arguments[0])")
    live.answered()
    assert live.one("#file-name").text == "second.csv"


def test_a_long_run_shows_how_far_it_is_and_is_cancelled(live, tmp_path):
    path = tmp_path / "wide.csv"
    dag = sp.simulate.random_dag(90, edges=120, seed=1)
    path.write_text(as_csv(sp.simulate.linear_gaussian(dag, seed=2).sample(150, seed=3)), encoding="utf-8")
    live.load(path)
    first = live.frame()
    live.set({"method": "anytime-fci", "k": "6"})
    live.until(lambda: live.one("#cancel").is_displayed())
    live.until(lambda: "sets of" in live.one("#status").text)
    assert live.one("#progress").is_displayed()
    live.one("#cancel").click()
    assert live.one("#status").text == "Cancelled."
    assert not live.one("#cancel").is_displayed()
    Select(live.one("#method")).select_by_value("kpc")
    live.until(lambda: live.frame() not in (None, first) and live.document()["learner"] == "k-PC")


def test_files_are_downloaded(live, asia_table, tmp_path, server):
    live.load(asia_table)
    live.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    names = ("run.html", "run.json", "run.py", "run.sh", "knowledge.txt")
    number = live.frame().split("/")[-2]
    for name in names:
        link = live.one(f"#files a[download='{name}']")
        live.driver.execute_script("arguments[0].click()", link)
        path, whole = tmp_path / name, server.file(number, name)
        live.until(lambda path=path, whole=whole: path.exists() and path.read_bytes() == whole, name)
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
    live.until(lambda: "wrong.parquet: the file cannot be read" in live.one("#problem").text)
    other = tmp_path / "other.sav"
    other.write_bytes(b"$FL2")
    live.one("#file").send_keys(str(other))
    live.until(lambda: "sepset serve FILE" in live.one("#problem").text)
    live.driver.get_log("browser")  # the refusal of the file

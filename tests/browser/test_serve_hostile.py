"""``sepset serve`` in a browser, attacked: by names in the data, and by a page of another origin."""

import contextlib
import functools
import http.server
import threading

from selenium.webdriver.support.ui import Select

from browser.test_hostile import HANDLERS, NAMES


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


def test_the_report_cannot_reach_the_page(live, asia_table):
    live.load(asia_table)
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


def test_on_a_phone_nothing_is_cut_off(live, asia_table, resize):
    resize(390, 844)
    live.load(asia_table)
    width = live.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= 390
    assert live.one(".narrow").is_displayed()
    live.one(".narrow").click()
    assert live.one("#method").is_displayed()

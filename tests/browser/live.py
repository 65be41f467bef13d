"""The page of ``sepset serve`` in a browser."""

import contextlib
import json

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.support.ui import Select, WebDriverWait

from browser.waiting import PATIENCE, step_aside


class Live:
    """The page in the browser."""

    def __init__(self, driver, address):
        self.driver, self.address = driver, address
        driver.get_log("browser")
        driver.get_log("performance")
        step_aside(driver)
        driver.get(address)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def until(self, condition, message=""):
        """Wait for a condition; what is drawn anew while it is looked at is looked at again."""
        anew = [StaleElementReferenceException]
        return WebDriverWait(self.driver, PATIENCE, 0.05, anew).until(lambda _: condition(), message)

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
        self.until(lambda: self._selected(label, value))
        self.answered(before)

    def _selected(self, label, value):
        Select(self.one(label)).select_by_value(value)
        return True

    def set(self, values):
        """Choose all of it at once, so that it is one question."""
        self.driver.execute_script(
            "for (const [id, value] of Object.entries(arguments[0])) {"
            " const control = document.getElementById(id);"
            " control.value = value; control.dispatchEvent(new Event('change')); }",
            values,
        )

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

    def mouse(self, what, element):
        """Press, move or release the mouse over the middle of an element."""
        x, y = self.driver.execute_script(
            "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]",
            element,
        )
        event = {"type": what, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def tiers(self):
        rows = self.driver.execute_script(
            "return [...document.querySelectorAll('.tier')].map((row) => [row.getAttribute('aria-label'),"
            " [...row.querySelectorAll('.chip')].map((chip) => chip.textContent)])"
        )
        return {label: chips for label, chips in rows if chips}

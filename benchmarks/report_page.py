"""The report page: how large it is, and how long it takes to make and to open, for 8 to 400 variables.

    python -m benchmarks.report_page [--save]

Learning and orienting come first; what is timed is the page alone, in CPU seconds, the best of five. How it
compares with another version of sepset is asked by `benchmarks.versions`. A page is open when Chromium has
drawn it after its script has run: CPU seconds of the process that shows it, all threads, the best of five.
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sepset as sp
from benchmarks.record import Table, arguments, finish, least_cpu
from sepset.report.html import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

REPEATS = 5
_DRAWN = "requestAnimationFrame(() => setTimeout(arguments[0]))"


def results() -> Iterator[tuple[str, sp.Discovery]]:
    """Yield results by name; Asia is discrete, the others are linear Gaussian with 1.3 edges a variable."""
    yield "asia, k = 1", sp.kpc(sp.asia().sample(5000, seed=1), k=1)
    for n in (40, 150, 400):
        dag = sp.simulate.random_dag(n, edges=int(1.3 * n), seed=1)
        data = sp.simulate.linear_gaussian(dag, seed=1).sample(1000, seed=2)
        yield f"{n} variables, k = 2", sp.kpc(data, k=2)


@contextmanager
def browser() -> Iterator[Any]:
    """Start Chromium with a window of an ordinary size."""
    from selenium import webdriver  # drives the browser; see extra "test"

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800"):
        options.add_argument(flag)
    driver = webdriver.Chrome(
        options=options, service=webdriver.ChromeService(shutil.which("chromedriver") or "")
    )
    try:
        yield driver
    finally:
        driver.quit()


def opened(driver: Any, page: bytes) -> float:
    """Return the least CPU seconds from the start of a navigation until the page is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_bytes(page)
        times = []
        for _ in range(REPEATS):
            driver.get("about:blank")
            before = _process_time(driver)
            driver.get(path.as_uri())
            driver.execute_async_script(_DRAWN)
            times.append(_process_time(driver) - before)
    return min(times)


def _process_time(driver: Any) -> float:
    driver.execute_cdp_cmd("Performance.enable", {})
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "ProcessTime"))


def measured(found: sp.Discovery) -> tuple[int, bytes, float]:
    """Return the edges for all k, the page, and the least time that it took."""
    edges = sum(found.graph_at(j).edge_count() for j in range(found.k + 1))
    seconds, page = least_cpu(partial(to_bytes, found), REPEATS)
    return edges, page, seconds


def main() -> None:
    options = arguments(__doc__, quick="the same; there is nothing to leave out").parse_args()
    table = Table(
        "The report page",
        {
            "result": "text",
            "edges, all k": "count",
            "bytes": "count",
            "CPU s": "seconds",
            "to open, CPU s": "seconds",
        },
    )
    with browser() as driver:
        for name, found in results():
            edges, page, seconds = measured(found)
            table.add(name, edges, len(page), seconds, opened(driver, page))
    finish("report_page", [table], save=options.save)


if __name__ == "__main__":
    main()

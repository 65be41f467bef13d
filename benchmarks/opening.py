"""How long a reader waits for the report page, by the clock: from the address until Chromium has drawn it.

    python -m benchmarks.opening [--quick] [--save]

The goal is 2 seconds and 3 MB at 400 variables. The page itself keeps the time (`performance.now`, which
counts from the start of the navigation) in the first frame after it has loaded and its script has run. Five
times each, in a browser that has opened a page before: the best and the median. Other work on the machine
counts here, so measure on a quiet one; `benchmarks.report_page` has CPU seconds.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.record import Table, arguments, finish
from benchmarks.report_page import browser, results
from sepset.report.html import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

REPEATS = 5
_KEEP_TIME = (
    "addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => {"
    "window.drawnAfter = performance.now(); })));"
)


def waits(driver: Any, page: Path) -> Iterator[float]:
    """Yield the seconds until a page is drawn, again and again."""
    while True:
        driver.get("about:blank")
        driver.get(page.as_uri())
        while (drawn := driver.execute_script("return window.drawnAfter")) is None:
            time.sleep(0.01)
        yield drawn / 1000


def main() -> None:
    options = arguments(__doc__, quick="8 and 40 variables").parse_args()
    table = Table(
        "Opening the report page",
        {"result": "text", "bytes": "count", "best, s": "seconds", "median, s": "seconds"},
    )
    with browser() as driver, tempfile.TemporaryDirectory() as folder:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _KEEP_TIME})
        for number, (name, found) in enumerate(results()):
            if options.quick and number > 1:
                break
            path = Path(folder) / f"{number}.html"
            size = path.write_bytes(to_bytes(found))
            waiting = waits(driver, path)
            next(waiting)  # what only a new browser pays
            seconds = [next(waiting) for _ in range(REPEATS)]
            table.add(name, size, min(seconds), statistics.median(seconds))
    finish("opening", [table], save=options.save)


if __name__ == "__main__":
    main()

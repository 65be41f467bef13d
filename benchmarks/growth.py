"""How time and memory of `kpc` grow with columns, rows and k, and the exponents of that growth.

    python -m benchmarks.growth [--quick] [--save]

One thread, CPU seconds. Gaussian data with 1,000 rows and up to 5,000 columns (k = 0 and 1) or 400 (k = 2);
binary and Gaussian data with 100 columns, k = 1, and 1,000 to 1,000,000 rows; 30 binary and 140 Gaussian
columns with k = 0 to 4. The peak of memory (Linux only) counts the whole process.

An exponent b is that of time = c x^b, and the factor of k that of time = c b^k: fitted by least squares on
logarithms, with its standard error. Times below 10 ms are left out: what every call costs hides the growth.
"""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.peers import run
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import Workload, gaussian, large_gaussian_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from benchmarks.peers import Reports
    from benchmarks.record import Cell, CellKind

#: as the contestants are called, and as the tables have it
SEARCHES = {"sepset neighbours": "neighbours", "sepset all": "all subsets"}
K_GROWING = (0, 1, 2, 3, 4)
LEAST_SECONDS = 0.01
FEWEST_POINTS = 3


class Slope(NamedTuple):
    """The slope of a line by least squares, its standard error, and through how many points it goes."""

    value: float
    error: float
    points: int


def slope(x: Sequence[float], y: Sequence[float]) -> Slope | None:
    """Fit a line by least squares; None for fewer than three points.

    >>> slope([0, 1, 2, 3], [1, 3, 4, 6])
    Slope(value=1.6, error=0.1414..., points=4)
    """
    if len(x) < FEWEST_POINTS:
        return None
    across, up = np.asarray(x) - np.mean(x), np.asarray(y) - np.mean(y)
    spread = float(across @ across)
    value = float(across @ up) / spread
    left = up - value * across
    return Slope(value, math.sqrt(float(left @ left) / (len(x) - 2) / spread), len(x))


class Series(NamedTuple):
    """Data of which one number grows, all else fixed; by that number and the search, what was reported."""

    what: str
    reports: dict[int, dict[str, Reports]]

    def seconds(self, search: str, k: int) -> dict[int, float]:
        """Return by number the times that are long enough to show growth."""
        found = {number: of[search].get(k) for number, of in self.reports.items()}
        return _long({number: report["learn"] for number, report in found.items() if report})


def measured(
    what: str, cases: Iterable[tuple[int, NDArray[Any]]], ks: Sequence[int], timeout: float
) -> Series:
    """Run both searches on every array, each in a process of its own."""
    reports: dict[int, dict[str, Reports]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, values in cases:
            path = Path(folder) / "values.npz"
            np.savez(path, values=values)
            reports[number] = {search: _reports(search, path, ks, timeout) for search in SEARCHES}
            print(f"{what}: {number:,} done", flush=True)
    return Series(what, reports)


def _reports(search: str, path: Path, ks: Sequence[int], timeout: float) -> Reports:
    """Return what a search took for each k until the time was up; any other end is an error."""
    found, words = run(search, 1, path, timeout, ks=ks)
    if len(found) < len(ks) and not words.startswith("stopped"):
        raise SystemExit(words)
    return found


def by_number(name: str, series: Series, timeout: float) -> Table:
    """Return times, edges and peak memory for k = 1, one row for each number."""
    times: dict[str, CellKind] = dict.fromkeys(SEARCHES.values(), "seconds")
    table = Table(name, {series.what: "count", **times, "edges": "count", "peak, MB": "count"})
    for number, found in series.reports.items():
        results = [found[search].get(1) for search in SEARCHES]
        first = results[0] or results[1] or {}
        table.add(number, *_seconds(results, timeout), first.get("edges"), first.get("peak"))
    return table


def by_k(name: str, everything: Sequence[Series], timeout: float) -> Table:
    """Return the times of each k, one row for each."""
    times: dict[str, CellKind] = dict.fromkeys(SEARCHES.values(), "seconds")
    table = Table(name, {"data": "text", "k": "count", **times})
    for series in everything:
        for found in series.reports.values():
            for k in K_GROWING:
                results = [found[search].get(k) for search in SEARCHES]
                table.add(series.what, k, *_seconds(results, timeout))
    return table


def exponents(name: str, cases: Sequence[tuple[Series, int]]) -> Table:
    """Return the exponents of numbers that grow, for some series and k."""
    table = Table(
        name,
        {
            "what grows": "text",
            "k": "count",
            "search": "text",
            "from": "count",
            "to": "count",
            "exponent": "number",
            "standard error": "number",
        },
    )
    for series, k in cases:
        for search, words in SEARCHES.items():
            times = series.seconds(search, k)
            fit = slope([*map(math.log, times)], [*map(math.log, times.values())])
            if fit is not None:
                table.add(series.what, k, words, min(times), max(times), fit.value, fit.error)
    return table


def factors(name: str, everything: Sequence[Series]) -> Table:
    """Return how many times as long a search takes when k grows by one."""
    table = Table(
        name,
        {
            "data": "text",
            "search": "text",
            "k from": "count",
            "to": "count",
            "factor": "number",
            "standard error": "number",
        },
    )
    for series in everything:
        for search, words in SEARCHES.items():
            (found,) = (of[search] for of in series.reports.values())
            times = _long({k: found[k]["learn"] for k in K_GROWING if k in found})
            fit = slope([*times], [*map(math.log, times.values())])
            if fit is not None:
                factor = math.exp(fit.value)
                table.add(series.what, words, min(times), max(times), factor, factor * fit.error)
    return table


def _long(times: dict[int, float]) -> dict[int, float]:
    return {number: seconds for number, seconds in times.items() if seconds >= LEAST_SECONDS}


def _seconds(results: Sequence[dict[str, Any] | None], timeout: float) -> list[Cell]:
    return [result["learn"] if result else f"> {timeout:g}" for result in results]


def main() -> None:
    options = arguments(__doc__, quick="up to 1,000 columns and 10,000 rows").parse_args()
    timeout = 20 if options.quick else 60
    quick = 3 if options.quick else None  # the first three of each
    columns = (250, 500, 1_000, 2_000, 5_000)[:quick]
    few = (100, 140, 200, 280, 400)[:quick]
    rows = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)[:quick]
    by_columns = measured(
        "Gaussian columns, 1,000 rows",
        ((n, large_gaussian_values(n, 1_000)) for n in columns),
        (1, 0),
        timeout,
    )
    by_few = measured(by_columns.what, ((n, large_gaussian_values(n, 1_000)) for n in few), (2,), timeout)
    binary = ((n, Workload("", 100, n, 150, (2,)).values().astype(np.uint8)) for n in rows)
    by_rows = measured("rows of 100 binary columns", binary, (1,), timeout)
    continuous = ((n, gaussian(100, n).values()) for n in rows)
    by_more_rows = measured("rows of 100 Gaussian columns", continuous, (1,), timeout)
    most = 30_000 if options.quick else 300_000
    growing = [
        measured(
            f"30 binary x {most:,}", [(30, Workload("", 30, most, 60, (2,)).values())], K_GROWING, timeout
        ),
        measured("140 Gaussian x 1,000", [(140, large_gaussian_values(140, 1_000))], K_GROWING, timeout),
    ]
    tables = [
        by_number("Growth with columns", by_columns, timeout),
        by_number("Growth with rows, binary", by_rows, timeout),
        by_number("Growth with rows, Gaussian", by_more_rows, timeout),
        by_k("Growth with k", growing, timeout),
        exponents(
            "Exponents", [(by_columns, 0), (by_columns, 1), (by_few, 2), (by_rows, 1), (by_more_rows, 1)]
        ),
        factors("Factors of k", growing),
    ]
    finish("growth", tables, save=options.save)


if __name__ == "__main__":
    main()

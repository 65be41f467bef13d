"""How time and memory of `kpc` grow with the number of columns and of rows.

    python -m benchmarks.growth [--quick] [--save]

Gaussian data with n = 250 to 5,000 columns and 1,000 rows, then binary and Gaussian data with 100 columns
and 1,000 to 1,000,000 rows, all with k = 1 on one thread. "Data" is the size of the array that is learned
from; the peak of memory (Linux only) counts the whole process, interpreter and libraries included.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.peers import run
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import Workload, gaussian, large_gaussian_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

SEARCHES = ("sepset neighbours", "sepset all")


def growth(name: str, what: str, cases: Iterable[tuple[int, NDArray[Any]]], timeout: float) -> Table:
    table = Table(
        name,
        {
            what: "count",
            "data, MB": "number",
            "neighbours": "seconds",
            "all subsets": "seconds",
            "edges": "count",
            "peak, MB": "count",
        },
    )
    with tempfile.TemporaryDirectory() as folder:
        for number, values in cases:
            path = Path(folder) / "values.npz"
            np.savez(path, values=values)
            results = [run(search, 1, path, timeout, ks=(1,))[0].get(1) for search in SEARCHES]
            times = [result["learn"] if result else f"> {timeout:g}" for result in results]
            first = results[0] or results[1] or {}
            table.add(number, values.nbytes / 2**20, *times, first.get("edges"), first.get("peak"))
    return table


def main() -> None:
    options = arguments(__doc__, quick="up to 1,000 columns and 10,000 rows").parse_args()
    timeout = 20 if options.quick else 60
    columns = (250, 500, 1_000) if options.quick else (250, 500, 1_000, 2_000, 5_000)
    rows = (1_000, 10_000) if options.quick else (1_000, 10_000, 100_000, 1_000_000)
    by_columns = ((n, large_gaussian_values(n, 1_000)) for n in columns)
    binary = ((n, Workload("", 100, n, 150, (2,)).values().astype(np.uint8)) for n in rows)
    continuous = ((n, gaussian(100, n).values()) for n in rows)
    tables = [
        growth("Growth with columns", "Gaussian columns, 1,000 rows", by_columns, timeout),
        growth("Growth with rows, binary", "rows of 100 binary columns", binary, timeout),
        growth("Growth with rows, Gaussian", "rows of 100 Gaussian columns", continuous, timeout),
    ]
    finish("growth", tables, save=options.save)


if __name__ == "__main__":
    main()

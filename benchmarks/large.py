"""Many continuous columns: the clock, CPU seconds and peak memory of one search, k = 1 among neighbours.

    python -m benchmarks.large [--quick] [--save]

1,000 rows: 5,000 columns of a random DAG of average degree 3 by one thread and by two, and 20,000 columns,
each with one parent among the 50 before it, by two. Each search is a process of its own that reads the values
from a file; its peak (VmHWM, Linux only) counts everything in it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import sepset as sp
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import gaussian

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

ROWS = 1_000
#: how far away a parent is at most
NEAR = 50


class Case(NamedTuple):
    """What is searched, by how many threads."""

    title: str
    values: Callable[[], NDArray[np.float64]]
    threads: tuple[int, ...]


def chains(columns: int) -> NDArray[np.float64]:
    """Return columns with one parent each, not far before them."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(ROWS, columns))
    for column in range(1, columns):
        values[:, column] += 0.7 * values[:, rng.integers(max(0, column - NEAR), column)]
    return values


CASES = (
    Case("5,000 columns, degree 3", gaussian(5_000).values, (1, 2)),
    Case("20,000 columns, one parent each", lambda: chains(20_000), (2,)),
)
QUICK = (Case("500 columns, degree 3", gaussian(500).values, (1, 2)),)


def measure(file: Path, threads: int) -> dict[str, float]:
    """Search the values in a file, and return what it took."""
    data = sp.dataset(np.load(file))
    clock, processor = time.perf_counter(), time.process_time()
    found = sp.kpc(data, k=1, search="neighbours", threads=threads)
    took = {"clock": time.perf_counter() - clock, "CPU": time.process_time() - processor}
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return {**took, "tests": sum(found.tests_run.values()), "peak": peak / 1e6}


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]), int(sys.argv[3]))))
        return
    options = arguments(__doc__, quick="500 columns").parse_args()
    table = Table(
        "Many continuous columns",
        {
            "data": "text",
            "threads": "count",
            "clock": "seconds",
            "CPU": "seconds",
            "tests": "count",
            "peak, GB": "number",
        },
    )
    with tempfile.TemporaryDirectory() as folder:
        for case in QUICK if options.quick else CASES:
            file = Path(folder) / "values.npy"
            np.save(file, case.values())
            for threads in case.threads:
                command = [sys.executable, "-m", "benchmarks.large", "--measure", str(file), str(threads)]
                took = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                row = took["clock"], took["CPU"], int(took["tests"]), took["peak"]
                table.add(case.title, threads, *row)
                print(case.title, threads, *row, flush=True)
    finish("large", [table], save=options.save)


if __name__ == "__main__":
    main()

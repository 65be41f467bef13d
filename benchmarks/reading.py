"""From a file, or an array, to a table that is ready to be learned from: CPU seconds and peak memory.

    python -m benchmarks.reading [--quick] [--save]

Tables of 100 columns as text, as Parquet and as an array of 8-bit integers. Each is read by each tool in a
process of its own, after a small one of the same kind, so that late imports do not count; the fastest of
three processes counts, and the largest peak (VmHWM, the libraries of the tool included). polars and pyarrow,
where they are installed, only read; sepset also finds the kind and the levels of every column, and looks for
what would mislead.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import sepset as sp
from benchmarks.record import Cell, CellKind, Table, arguments, finish

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS = 100
BLOCK = 5_000
PROCESSES = 3
#: the tools, and the package that each needs
TOOLS = {"read": "sepset", "scan": "pyarrow", "polars": "polars", "pyarrow": "pyarrow"}
NAMES = [f"v{place:02d}" for place in range(COLUMNS)]


class Case(NamedTuple):
    """A table: what it holds, how many rows it has, and the suffix of its file."""

    title: str
    rows: int
    suffix: str
    cells: tuple[str, ...] = ("0", "1")
    tools: tuple[str, ...] = tuple(TOOLS)


CASES = (
    Case("CSV, 0 and 1", 5_000, ".csv"),
    Case("CSV, 0 and 1", 40_000, ".csv"),
    Case("CSV, 0 and 1", 120_000, ".csv"),
    Case("CSV, 0 and 1", 1_000_000, ".csv"),
    Case("CSV, yes and no", 600_000, ".csv", ("yes", "no")),
    Case('CSV, "yes" and "no" in quotes', 100_000, ".csv", ('"yes"', '"no"')),
    Case("CSV, numbers of six decimals", 25_000, ".csv", ()),
    Case("Parquet, 0 and 1", 1_000_000, ".parquet", tools=("read", "polars", "pyarrow")),
    Case("NumPy array of int8, 0 and 1", 1_000_000, ".npy", tools=("read",)),
)
QUICK_ROWS = 10_000


def write(case: Case, file: Path) -> None:
    """Write the table of a case, without ever holding it as text."""
    rng = np.random.default_rng(0)
    if case.suffix != ".csv":
        values = rng.integers(0, 2, (case.rows, COLUMNS), dtype=np.int8)
        if case.suffix == ".npy":
            np.save(file, values)
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table(dict(zip(NAMES, values.T.copy(), strict=True))), file)
        return
    with file.open("w", encoding="utf-8", newline="\n") as out:
        out.write(",".join(NAMES) + "\n")
        for _ in range(case.rows // BLOCK):
            out.writelines(",".join(row) + "\n" for row in _cells(case, rng))


def _cells(case: Case, rng: np.random.Generator) -> list[list[str]]:
    if not case.cells:
        return [[f"{number:.6f}" for number in row] for row in rng.normal(size=(BLOCK, COLUMNS)).tolist()]
    found: list[list[str]] = np.array(case.cells)[rng.integers(0, 2, (BLOCK, COLUMNS))].tolist()
    return found


def reader(tool: str, file: Path) -> Callable[[], Any]:
    """Return a call that reads the file with a tool."""
    if file.suffix == ".npy":
        values = np.load(file)
        return lambda: sp.dataset(values)
    if tool in ("read", "scan"):
        return lambda: getattr(sp, tool)(file)
    if tool == "polars":
        import polars as pl

        return lambda: pl.read_csv(file) if file.suffix == ".csv" else pl.read_parquet(file)
    if file.suffix == ".csv":
        import pyarrow.csv

        return lambda: pyarrow.csv.read_csv(file)
    import pyarrow.parquet as pq

    return lambda: pq.read_table(file)


def measure(tool: str, small: Path, file: Path) -> dict[str, float]:
    """Return the CPU seconds of reading a file after a small one, and the peak of memory in gigabytes."""
    reader(tool, small)()
    read = reader(tool, file)
    start = time.process_time()
    table = read()
    end = time.process_time()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    del table
    return {"seconds": end - start, "peak": peak / 1e6}


def measured(tool: str, small: Path, file: Path, processes: int) -> tuple[float, float]:
    """Return the same of processes of their own: the fewest seconds, and the largest peak."""
    command = [sys.executable, "-m", "benchmarks.reading", "--measure", tool, str(small), str(file)]
    found = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(processes)
    ]
    return min(one["seconds"] for one in found), max(one["peak"] for one in found)


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(sys.argv[2], *map(Path, sys.argv[3:]))))
        return
    options = arguments(__doc__, quick=f"{QUICK_ROWS:,} rows at most, each once").parse_args()
    columns: dict[str, CellKind] = {"table": "text", "rows": "count", "MB": "number"}
    for tool in ("sp.read", "sp.scan", "polars", "pyarrow"):
        columns |= {f"{tool}, s": "seconds", f"{tool}, GB": "number"}
    table = Table("Reading tables of 100 columns", columns)
    cases = [case._replace(rows=min(case.rows, QUICK_ROWS)) if options.quick else case for case in CASES]
    with tempfile.TemporaryDirectory() as folder:
        for case in dict.fromkeys(cases):
            small, file = (Path(folder) / f"{name}{case.suffix}" for name in ("small", "table"))
            write(case._replace(rows=BLOCK), small)
            write(case, file)
            row: list[Cell] = [case.title, case.rows, file.stat().st_size / 1e6]
            for tool, package in TOOLS.items():
                there = tool in case.tools and find_spec(package) is not None
                row += (
                    measured(tool, small, file, 1 if options.quick else PROCESSES) if there else (None, None)
                )
            table.add(*row)
    finish("reading", [table], save=options.save)


if __name__ == "__main__":
    main()

"""Tables larger than memory: decoding and counting in one run, and the memory it takes.

    python -m benchmarks.scan [--quick | --full] [--save]

Truth values in Parquet, k-PC with k = 2 on a scan with memory="200MB"; CPU seconds of one thread of ours,
each size in a process of its own. *Decoding* is a pass that does nothing else, *the rest* is what k-PC takes
beyond one such pass: it should not be more.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sepset as sp
from benchmarks.record import Table, arguments, finish

COLUMNS = 30
ROWS, MANY_ROWS = (1_000_000, 10_000_000), 100_000_000
GROUP = 1_000_000


def write(file: Path, rows: int) -> None:
    """Write chains of three truth values each, row group by row group."""
    rng = np.random.default_rng(0)
    schema = pa.schema([(f"v{i:02d}", pa.bool_()) for i in range(COLUMNS)])
    with pq.ParquetWriter(file, schema) as writer:
        for _ in range(rows // GROUP):
            values: list[np.ndarray] = []
            for i in range(COLUMNS):
                own = rng.integers(0, 2, GROUP, dtype=np.uint8).astype(bool)
                follows = rng.random(GROUP, dtype=np.float32) < 0.3
                values.append(np.where(follows, values[-1], own) if i % 3 else own)
            writer.write_table(pa.table(values, schema=schema))


def measure(file: Path) -> dict[str, float]:
    """Return the seconds of a pass and of k-PC, and the peak of memory in gigabytes."""
    data = sp.scan(file, memory="200MB")
    start = time.process_time()
    for _ in data.batches():
        pass
    middle = time.process_time()
    sp.kpc(data, k=2, threads=1)
    end = time.process_time()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return {"decoding": middle - start, "k-PC": end - middle, "peak": peak / 1e6}


def per_million(rows: int, decoding: float, rest: float) -> Table:
    """What a million rows take, in the longest run: what starts once weighs least there."""
    table = Table(
        "What a million rows take", {"what": "text", "CPU seconds": "seconds", "in a run of": "text"}
    )
    for what, seconds in (
        (f"decoding {COLUMNS} columns of truth values from Parquet", decoding),
        ("counting all sets of up to 4 of these columns, and testing", rest),
    ):
        table.add(what, seconds * 1e6 / rows, f"{rows:,} rows")
    return table


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(Path(sys.argv[2]))))
        return
    parser = arguments(__doc__, quick="the fewest rows only")
    parser.add_argument("--full", action="store_true", help=f"{MANY_ROWS:,} rows, too; .5 GB of disk")
    options = parser.parse_args()
    sizes = ROWS[:1] if options.quick else (*ROWS, MANY_ROWS) if options.full else ROWS
    columns = {
        "data": "text",
        "decoding": "seconds",
        "the rest": "seconds",
        "ratio": "number",
        "peak, GB": "number",
    }
    table = Table("Scans of truth values, k = 2", columns)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            file = Path(folder) / f"{rows}.parquet"
            write(file, rows)
            command = [sys.executable, "-m", "benchmarks.scan", "--measure", str(file)]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            rest = found["k-PC"] - found["decoding"]
            table.add(
                f"{rows:,} x {COLUMNS}", found["decoding"], rest, rest / found["decoding"], found["peak"]
            )
    finish("scan", [table, per_million(rows, found["decoding"], rest)], save=options.save)


if __name__ == "__main__":
    main()

"""Tables larger than memory: decoding, counting and saving in one run, and the memory it takes.

    python -m benchmarks.scan [--quick | --full] [--save]

Truth values in Parquet, k-PC with k = 2 on a scan with memory="200MB"; CPU seconds of one thread of ours,
each size in a process of its own. *Decoding* is a pass that does nothing else, *the rest* is what k-PC takes
beyond one such pass: it should not be more. *Saving* goes through the rows once more, for their fingerprint.
The row *command* is ``sepset learn --memory 200MB -k 2 -q -o FILE``, all of it: its time beyond decoding and
saving should be that of the row above, and its peak, for which saving may add up to 200 MB, not much more.
Then come truth values in a database, on `scan_sql`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import sepset as sp
from benchmarks import databases
from benchmarks.record import Table, arguments, finish
from sepset.cli.exit import run

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
    """Return the seconds of a pass, of k-PC and of saving, and the peak of memory before saving, in GB."""
    _warm_up(file)
    data = sp.scan(file, memory="200MB")
    times = [time.process_time()]
    for _ in data.batches():
        pass
    times.append(time.process_time())
    found = sp.kpc(data, k=2, threads=1)
    times.append(time.process_time())
    peak = _peak()
    found.save(file.with_suffix(".json"))
    times.append(time.process_time())
    decoding, kpc, saving = np.diff(times).tolist()
    return {"decoding": decoding, "k-PC": kpc, "saving": saving, "peak": peak}


def measure_command(file: Path) -> dict[str, float]:
    """Return the seconds that the command takes once its modules are loaded, and the peak of memory."""
    _warm_up(file)
    start = time.process_time()
    _command(file)
    return {"command": time.process_time() - start, "peak": _peak()}


def _command(file: Path) -> None:
    options = ("--memory", "200MB", "-k", "2", "-q", "--threads", "1", "-o", str(file.with_suffix(".json")))
    with redirect_stdout(io.StringIO()):
        if run(["learn", str(file), *options]):
            raise SystemExit("the command failed")


def _warm_up(file: Path) -> None:
    """Load all modules: run the command on a few of the rows."""
    rows = next(pq.ParquetFile(file).iter_batches(batch_size=1000))
    with tempfile.TemporaryDirectory() as folder:
        few = Path(folder) / "few.parquet"
        pq.write_table(pa.Table.from_batches([rows]), few)
        _command(few)


def _peak() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1e6


def _in_a_process(flag: str, file: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.scan", flag, str(file)]
    found: dict[str, float] = json.loads(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )
    return found


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
    measures = {"--measure": measure, "--measure-command": measure_command}
    if sys.argv[1:] and sys.argv[1] in measures:
        print(json.dumps(measures[sys.argv[1]](Path(sys.argv[2]))))
        return
    parser = arguments(__doc__, quick="the fewest rows only")
    parser.add_argument(
        "--full", action="store_true", help=f"{MANY_ROWS:,} rows, too; .5 GB of disk, 4 GB of memory"
    )
    options = parser.parse_args()
    sizes = ROWS[:1] if options.quick else (*ROWS, MANY_ROWS) if options.full else ROWS
    columns = {
        "data": "text",
        "decoding": "seconds",
        "the rest": "seconds",
        "ratio": "number",
        "saving": "seconds",
        "peak, GB": "number",
    }
    table = Table("Scans of truth values, k = 2", columns)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            file = Path(folder) / f"{rows}.parquet"
            write(file, rows)
            found = _in_a_process("--measure", file)
            decoding, rest = found["decoding"], found["k-PC"] - found["decoding"]
            name = f"{rows:,} x {COLUMNS}"
            table.add(name, decoding, rest, rest / decoding, found["saving"], found["peak"])
            asked = _in_a_process("--measure-command", file)
            beside = asked["command"] - decoding - found["saving"]
            table.add(f"{name}, command", decoding, beside, beside / decoding, found["saving"], asked["peak"])
    in_database = sizes if options.quick else (sizes[0], sizes[-1])
    tables = [table, per_million(rows, decoding, rest), databases.measured(in_database)]
    finish("scan", tables, save=options.save)


if __name__ == "__main__":
    main()

"""From a CSV file to a graph, the start of the interpreter included: `sepset learn` and scripts of others.

    python -m benchmarks.end_to_end [--quick] [--save]

Elapsed seconds of whole processes, the fastest of three. The others read the file with pandas and run their
PC on one thread with the same bound k; sepset uses its defaults on all cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers import BLAS_THREADS
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import BINARY, MIXED, QUICK, THREE_LEVEL, gaussian

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).resolve().parent
TIME_LIMIT = 40
#: pyAgrum's threads of OpenMP wait for each other in loops, which costs it dear on a busy machine
ENVIRONMENT = os.environ | dict.fromkeys(BLAS_THREADS, "1")


def whole_process(command: Sequence[str | Path], repeats: int) -> float | str:
    """Return the shortest elapsed time of a command, or why there is none."""
    elapsed: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        try:
            done = subprocess.run(
                command, env=ENVIRONMENT, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return f"> {TIME_LIMIT}"
        elapsed.append(time.perf_counter() - start)
        if done.returncode:
            print((done.stderr.strip().splitlines() or ["failed"])[-1])
            return "not run"
        if elapsed[-1] > TIME_LIMIT / repeats:
            break
    return min(elapsed)


def commands(path: str, k: int) -> dict[str, list[str | Path]]:
    python = sys.executable
    ours = "import sys; sys.argv[0] = 'sepset'; from sepset.cli import main; main()"
    return {
        "an empty script": [python, "-c", "pass"],
        "import sepset": [python, "-c", "import sepset"],
        "sepset learn": [python, "-c", ours, "learn", path, "-k", str(k), "--quiet"],
        **{
            tool: [python, HERE / "contestant.py", tool, path, "1", str(k)]
            for tool in ("pyAgrum", "causal-learn", "pgmpy")
        },
    }


def main() -> None:
    import pandas as pd

    options = arguments(__doc__, quick="smaller data, one repetition").parse_args()
    table: Table | None = None
    with tempfile.TemporaryDirectory() as folder:
        for workload in QUICK[:4] if options.quick else (MIXED, BINARY, THREE_LEVEL, gaussian(100)):
            path = str(Path(folder) / "data.csv")
            columns = [f"x{i}" for i in range(workload.columns)]
            pd.DataFrame(workload.values(), columns=columns).to_csv(path, index=False)
            run = commands(path, k=1)
            table = table or Table(
                "From a CSV file to a graph",
                {"data": "text", "CSV, MB": "number", **dict.fromkeys(run, "seconds")},
            )
            times = [whole_process(command, 1 if options.quick else 3) for command in run.values()]
            table.add(workload.name, Path(path).stat().st_size / 2**20, *times)
    finish("end_to_end", [table] if table else [], save=options.save)


if __name__ == "__main__":
    main()

"""From a CSV file to a graph, the start of the interpreter included: `sepset learn` beside scripts of others.

    python benchmarks/end_to_end.py [--quick]

Elapsed and CPU seconds of whole processes, the fastest of three. The others read the file with pandas and
run their PC on one thread with the same bound k; sepset uses its defaults on all cores.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from peers import BLAS_THREADS
from workloads import BINARY, MIXED, QUICK, THREE_LEVEL, gaussian

HERE = Path(__file__).resolve().parent
TIME_LIMIT = 40
#: pyAgrum's threads of OpenMP wait for each other in loops, which costs it dear on a busy machine
ENVIRONMENT = os.environ | dict.fromkeys(BLAS_THREADS, "1")


def whole_process(command, repeats):
    """Return the shortest elapsed and CPU time of a command, or its last words when it fails."""
    elapsed, cpu = [], []
    for _ in range(repeats):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        try:
            done = subprocess.run(
                command, env=ENVIRONMENT, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {TIME_LIMIT} s"
        elapsed.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["failed"])[-1]
        if elapsed[-1] > TIME_LIMIT / repeats:
            break
    return min(elapsed), min(cpu)


def commands(path, k):
    python = sys.executable
    sepset = Path(python).parent / "sepset"
    yield "an empty script", [python, "-c", "pass"]
    yield "import sepset", [python, "-c", "import sepset"]
    yield f"sepset learn -k {k}", [sepset, "learn", path, "-k", str(k), "--quiet"]
    for tool in ("pyAgrum", "causal-learn", "pgmpy"):
        yield tool, [python, HERE / "contestant.py", tool, path, "1", str(k)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller data, one repetition")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as folder:
        for workload in QUICK[:4] if quick else (MIXED, BINARY, THREE_LEVEL, gaussian(100)):
            import pandas as pd

            path = str(Path(folder) / "data.csv")
            columns = [f"x{i}" for i in range(workload.columns)]
            pd.DataFrame(workload.values(), columns=columns).to_csv(path, index=False)
            print(f"\n{workload.name}, {Path(path).stat().st_size / 2**20:.1f} MB of CSV")
            for label, command in commands(path, k=1):
                result = whole_process(command, 1 if quick else 3)
                shown = f"not run: {result}"
                if not isinstance(result, str):
                    shown = f"{result[0]:>8.3f} s elapsed {result[1]:>8.3f} s CPU"
                print(f"  {label:<24} {shown}", flush=True)


if __name__ == "__main__":
    main()

"""sepset beside the PC algorithms of pyAgrum, causal-learn and pgmpy: the same data, one run, ratios.

    python benchmarks/peers.py [--quick] [--only sepset,pyAgrum,...] [--timeout SECONDS]

Each tool runs in a process of its own on each data set, with 1, 2 and 0 as the bound k on conditioning sets,
until a time-out ends it. All run the order-independent ("stable") search; sepset also runs the exact search
over all subsets, which the others do not have. The ratio is that of a tool's time to the time of sepset's
neighbour search on one thread: above 1 the tool is slower. "First" is the first call of a fresh process, for
k = 1, which the ratios leave out where a call is repeated. The numbers of edges tell whether the tools found
about the same; docs/benchmarks.md says where their tests differ.

Needs the extra `bench`. pcalg and bnlearn (R) and FastPGM (C++) cannot be installed with pip and are not run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from workloads import FULL, QUICK

HERE = Path(__file__).resolve().parent
#: k = 0 comes last, since a graph of all marginal dependences takes some tools the longest to orient
SIZES_OF_K = (1, 2, 0)
#: tool and number of threads; the first is what the others are measured against
CONTESTANTS = (
    ("sepset neighbours", 1),
    ("sepset neighbours", 2),
    ("sepset all", 1),
    ("sepset all", 2),
    ("pyAgrum", 1),
    ("causal-learn", 1),
    ("pgmpy", 1),
)
BLAS_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def run(tool, threads, path, timeout, ks=SIZES_OF_K):
    """Return what a contestant reported for each k before it ended or was ended, and its last words."""
    command = [sys.executable, HERE / "contestant.py", tool, path, str(threads), *map(str, ks)]
    environment = os.environ | dict.fromkeys(BLAS_THREADS, str(threads))
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            out, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            errors = f"stopped after {timeout:g} s"
    lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    return {line["k"]: line for line in lines}, (errors.strip().splitlines() or [""])[-1]


def cell(result, timeout, unit):
    if result is None:
        return f"{'> ' + format(timeout, 'g'):>9} {'':>9}"
    ratio = f"{result['learn'] / unit:.3g}x" if unit else ""
    return f"{result['learn']:>9.4f} {ratio:>9}"


def print_workload(workload, contestants, path, timeout):
    print(f"\n{workload.name}")
    headings = " ".join(f"{f'k = {k}, s':>9} {'ratio':>9}" for k in SIZES_OF_K)
    print(f"  {'tool':<20} {'threads':>7} {'prepare':>9} {'first':>9} {headings}   edges")
    units = {}
    for tool, threads in contestants:
        results, last_words = run(tool, threads, path, timeout)
        if not results and not last_words.startswith("stopped"):
            print(f"  {tool:<20} {threads:>7} not run: {last_words}")
            continue
        if not units:
            units = {k: result["learn"] for k, result in results.items()}
        cells = " ".join(cell(results.get(k), timeout, units.get(k)) for k in SIZES_OF_K)
        prepare = next((f"{result['prepare']:.4f}" for result in results.values()), "-")
        first = next((f"{result['first']:.4f}" for result in results.values()), "-")
        edges = ", ".join(str(result["edges"]) for result in results.values())
        print(f"  {tool:<20} {threads:>7} {prepare:>9} {first:>9} {cells}   {edges}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller data and a time-out of 10 seconds")
    parser.add_argument("--only", help="names of tools, with commas")
    parser.add_argument("--timeout", type=float, help="seconds for one tool on one data set; 40 by default")
    options = parser.parse_args()
    timeout = options.timeout or (10 if options.quick else 40)
    wanted = options.only.split(",") if options.only else [""]
    contestants = [entry for entry in CONTESTANTS if any(name in entry[0] for name in wanted)]
    print("CPU seconds with one thread, elapsed seconds with two")
    with tempfile.TemporaryDirectory() as folder:
        for number, workload in enumerate(QUICK if options.quick else FULL):
            path = Path(folder) / f"{number}.npz"
            np.savez(path, values=workload.values())
            print_workload(workload, contestants, path, timeout)


if __name__ == "__main__":
    main()

"""sepset and the PC algorithms of pyAgrum, causal-learn and pgmpy: the same data, one run, ratios.

    python -m benchmarks.peers [--quick] [--save] [--only sepset,pyAgrum,...] [--timeout SECONDS]

Each tool runs in a process of its own on each data set, with 1, 2 and 0 as the bound k on conditioning sets,
until a time-out ends it. All run the order-independent ("stable") search; sepset also runs the exact search
over all subsets, which the others do not have. The ratio is that of the fastest other tool to sepset's
neighbour search on one thread: above 1 the tool is slower. "First" is the first call of a fresh process, for
k = 1, which the ratios leave out where a call is repeated. The numbers of edges tell whether the tools found
about the same; docs/benchmarks.md says where their tests differ.

Needs the extra `bench`. pcalg (R) and FastPGM (C++), which pip cannot install, are in benchmarks/outside.py;
bnlearn (R) is not run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import FULL, QUICK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.record import Cell

HERE = Path(__file__).resolve().parent
#: k = 0 comes last, since a graph of all marginal dependences takes some tools the longest to orient
SIZES_OF_K = (1, 2, 0)
#: what is measured against the others
BASE = ("sepset neighbours", 1)
#: tool and number of threads
CONTESTANTS = (
    BASE,
    ("sepset neighbours", 2),
    ("sepset all", 1),
    ("sepset all", 2),
    ("pyAgrum", 1),
    ("causal-learn", 1),
    ("pgmpy", 1),
)
BLAS_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

#: by k: what a contestant reported
Reports: TypeAlias = dict[int, dict[str, Any]]


def run(
    tool: str, threads: int, path: Path, timeout: float, ks: Sequence[int] = SIZES_OF_K
) -> tuple[Reports, str]:
    """Return what a contestant reported for each k before it exited or was stopped, and its last output."""
    command = [sys.executable, str(HERE / "contestant.py"), tool, str(path), str(threads), *map(str, ks)]
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


def heading(tool: str, threads: int) -> str:
    return tool if threads == 1 else f"{tool}, {threads} threads"


def add_workload(
    tables: dict[str, Table], name: str, contestants: Sequence[tuple[str, int]], path: Path, timeout: float
) -> None:
    """Run every contestant on one file, and add its rows: times, a first call, edges."""
    reports: dict[tuple[str, int], Reports] = {}
    missing: dict[tuple[str, int], str] = {}
    for entry in contestants:
        reports[entry], words = run(*entry, path, timeout)
        missing[entry] = f"> {timeout:g}" if words.startswith("stopped") else "not run"
        print(f"{name}: {heading(*entry)} {words}", flush=True)

    def cells(k: int, what: str) -> list[Cell]:
        return [reports[entry].get(k, {}).get(what, missing[entry]) for entry in contestants]

    for k in SIZES_OF_K:
        others = [reports[e][k]["learn"] for e in contestants if e[0] not in SEPSETS and k in reports[e]]
        base = reports[BASE].get(k)
        ratio = min(others) / base["learn"] if others and base else None
        tables["seconds"].add(name, k, *cells(k, "learn"), ratio)
        tables["edges"].add(name, k, *cells(k, "edges"))
    tables["first"].add(name, *cells(1, "first"))


SEPSETS = ("sepset neighbours", "sepset all")


def main() -> None:
    parser = arguments(__doc__, quick="smaller data and a time-out of 10 seconds")
    parser.add_argument("--only", help="names of tools, with commas")
    parser.add_argument("--timeout", type=float, help="seconds for one tool on one data set; 40 by default")
    options = parser.parse_args()
    timeout = options.timeout or (10 if options.quick else 40)
    wanted = options.only.split(",") if options.only else [""]
    contestants = [entry for entry in CONTESTANTS if any(name in entry[0] for name in wanted)]
    tools = [heading(*entry) for entry in contestants]
    tables = {
        "seconds": Table(
            "PC algorithms, seconds",
            {
                "data": "text",
                "k": "count",
                **dict.fromkeys(tools, "seconds"),
                "other / ours": "number",
            },
        ),
        "first": Table("PC algorithms, first call", {"data": "text", **dict.fromkeys(tools, "seconds")}),
        "edges": Table(
            "PC algorithms, edges", {"data": "text", "k": "count", **dict.fromkeys(tools, "count")}
        ),
    }
    with tempfile.TemporaryDirectory() as folder:
        for number, workload in enumerate(QUICK if options.quick else FULL):
            path = Path(folder) / f"{number}.npz"
            np.savez(path, values=workload.values())
            add_workload(tables, workload.name, contestants, path, timeout)
    finish("peers", list(tables.values()), save=options.save)


if __name__ == "__main__":
    main()

"""The search alone, ours and C++ programs that pip cannot install: the core of pcalg (R) and FastPGM.

    python -m benchmarks.outside [--quick] [--save] [--rscript PATH] [--fastpgm PATH] [--rounds N]

Needs pcalg in R (``install.packages("pcalg")``) and an optimised FastPGM, whose program finds files only if
its sources are in a folder named FastPGM. A tool that is not there is left out.

All search on one thread for a skeleton and draw no arrows. Ours and pcalg's core start from the same
correlation matrix. FastPGM starts from the rows in memory, ours from a `Dataset`, with G-square and its rule
that a table without degrees of freedom is an independence. It searches without a bound and tells how long it
took to the end of each level, with groups of 1, 2, 4 and 8 tests, of which the fastest counts. Times are CPU
seconds. FastPGM looks at OpenMP's clock, which shows elapsed time; so it runs with one that shows CPU time
(preloaded: Linux, a C compiler). The tools take turns, `--rounds` times, and the least time of each counts.
The edges are compared pair by pair.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from benchmarks.contestant import ALPHA
from benchmarks.record import Table, arguments, finish
from benchmarks.workloads import FULL, QUICK
from sepset.independence.discrete import GSquare
from sepset.independence.gaussian import FisherZ
from sepset.skeleton.pair_numbers import number_of
from sepset.skeleton.search import find_skeleton

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.workloads import Workload
    from sepset.catalogue.choices import SearchName
    from sepset.independence.protocol import CITest

    MakeTest: TypeAlias = Callable[[], CITest]

HERE = Path(__file__).resolve().parent
SIZES_OF_K = (1, 2)
SEARCHES: tuple[SearchName, ...] = ("neighbours", "all")
#: how many tests FastPGM counts for at a time
GROUPS = (1, 2, 4, 8)
TIMEOUT = 300
#: OpenMP's clock, showing the CPU time of the process
CLOCK = """
#include <time.h>
double omp_get_wtime(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}
"""
LEVEL = re.compile(r"^# remaining edges = (\d+), time = (\S+)", re.MULTILINE)
EDGE = re.compile(r"/v(\d+) -[->] .*/v(\d+)$", re.MULTILINE)
#: leads from any folder to the root, since FastPGM takes paths that are relative to its own folder
TO_ROOT = "../" * 40


class Found(NamedTuple):
    """How long a search took, how many edges it left and, where they are known, which pairs."""

    seconds: float
    edges: int
    pairs: frozenset[int] | None = None


#: by k: what a tool found
Searched: TypeAlias = dict[int, Found]


def ours(make: MakeTest, k: int, search: SearchName) -> Found:
    """Search with a new test each time, so that nothing is kept from one search to the next."""
    found = partial(find_skeleton, k=k, alpha=ALPHA, search=search)

    def seconds_of(calls: int) -> float:
        start = time.process_time()
        for _ in range(calls):
            found(make())
        return (time.process_time() - start) / calls

    # As in pcalg_search.R.
    calls = max(1, math.ceil(0.1 / seconds_of(1)))
    seconds = min(seconds_of(calls) for _ in range(3 if calls > 1 else 1))
    pairs = np.flatnonzero(found(make()).separations.size_of < 0).tolist()
    return Found(seconds, len(pairs), frozenset(pairs))


def output_of(command: Iterable[str], preload: Path | None = None) -> str:
    """Run a tool and return what it printed, also if it was ended early; what went wrong is shown."""
    environment = os.environ | ({"LD_PRELOAD": str(preload)} if preload else {})
    with subprocess.Popen(
        [*command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            out, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            errors = f"stopped after {TIMEOUT} s"
    if process.returncode:
        print(errors.strip(), flush=True)
    return out


class Pcalg:
    """The C++ core of pcalg on a correlation matrix."""

    name = "pcalg"

    def __init__(self, rscript: str, workload: Workload, folder: Path) -> None:
        data = workload.sample()
        names, rows = data.names, data.rows
        correlation = FisherZ(names, data.matrix()).correlation
        path = folder / "correlation"
        path.write_bytes(correlation.tobytes())
        self.make: MakeTest = partial(FisherZ.from_correlation, names, correlation, rows)
        numbers = (len(names), rows, ALPHA, *SIZES_OF_K)
        self.command = [rscript, str(HERE / "pcalg_search.R"), str(path), *map(str, numbers)]

    def search(self) -> Searched:
        lines = [json.loads(line) for line in output_of(self.command).splitlines() if line.startswith("{")]
        for line in lines:
            self.name = f"pcalg {line['version']}"
        return {
            line["k"]: Found(line["seconds"], len(line["edges"]), frozenset(line["edges"])) for line in lines
        }


class FastPgm:
    """FastPGM on a CSV file: times and numbers of edges by level, and the pairs of the graph that it writes.

    That graph is the last level's, oriented, and lists one pair twice where two orientations clash.
    """

    name = "FastPGM"

    def __init__(self, program: str, workload: Workload, folder: Path) -> None:
        data = workload.sample()
        self.columns = len(data.names)
        self.path = folder / "data.csv"
        header = ",".join(f"x{i}" for i in range(self.columns))
        labels = np.char.add("v", data.codes().astype(str))
        np.savetxt(self.path, labels, fmt="%s", delimiter=",", header=header, comments="")
        self.make: MakeTest = partial(GSquare.from_data, data, no_evidence="independent")
        self.program = program
        self.clock = folder / "clock.so"
        compiler = ("cc", "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", str(self.clock))
        subprocess.run(compiler, input=CLOCK, text=True, check=True)

    def search(self) -> Searched:
        return fastest(self._search(group) for group in GROUPS)

    def _search(self, group: int) -> Searched:
        options = ("-t", "1", "-g", str(group), "-a", str(ALPHA), "-f2", f"{TO_ROOT}{self.path}")
        levels = LEVEL.findall(output_of((self.program, *options), self.clock))
        found = {k: Found(float(seconds), int(edges)) for k, (edges, seconds) in enumerate(levels)}
        graph = self.path.with_name(f"{self.path.name}_struct")
        if found and graph.exists():
            edges = EDGE.findall(graph.read_text(encoding="utf-8"))
            pairs = frozenset(number_of(int(a), int(b), self.columns) for a, b in edges)
            found[len(found) - 1] = found[len(found) - 1]._replace(pairs=pairs)
            graph.unlink()
        return found


def fastest(found: Iterable[Searched]) -> Searched:
    """Return the fastest of several runs for each k."""
    best: Searched = {}
    for run in found:
        for k, each in run.items():
            best[k] = min(each, best.get(k, each), key=lambda one: one.seconds)
    return best


def add_workload(tables: tuple[Table, Table], workload: Workload, tool: Pcalg | FastPgm, rounds: int) -> None:
    """Let the tool and sepset take turns, and add a row for each k."""
    seconds, edges = tables
    theirs: list[Searched] = []
    mine: dict[SearchName, list[Searched]] = {search: [] for search in SEARCHES}
    for _ in range(rounds):
        theirs.append(tool.search())
        for search in SEARCHES:
            mine[search].append({k: ours(tool.make, k, search) for k in SIZES_OF_K})
    their_best, best = fastest(theirs), {search: fastest(mine[search]) for search in SEARCHES}
    for k in SIZES_OF_K:
        times = [best[search][k].seconds for search in SEARCHES]
        their = their_best.get(k)
        ratios = [their.seconds / each if their else None for each in times]
        told = their.seconds if their else "not run"
        seconds.add(workload.name, k, tool.name, *times, told, *ratios)
    for k in sorted({*SIZES_OF_K, *their_best}):
        their = their_best.get(k)
        if k in SIZES_OF_K or (their and their.pairs is not None):
            found = best["neighbours"].get(k) or ours(tool.make, k, "neighbours")
            differ = len(found.pairs ^ their.pairs) if found.pairs and their and their.pairs else None
            edges.add(workload.name, k, tool.name, found.edges, their.edges if their else "not run", differ)
    print(f"{workload.name}: {tool.name} done", flush=True)


def empty_tables() -> tuple[Table, Table]:
    seconds = Table(
        "Searches and C++ programs",
        {
            "data": "text",
            "k": "count",
            "other": "text",
            "neighbours": "seconds",
            "all subsets": "seconds",
            "other, s": "seconds",
            "other / neighbours": "number",
            "other / all subsets": "number",
        },
    )
    edges = Table(
        "Searches and C++ programs, edges",
        {
            "data": "text",
            "k": "count",
            "other": "text",
            "neighbours": "count",
            "other's edges": "count",
            "pairs that differ": "count",
        },
    )
    return seconds, edges


def main() -> None:
    parser = arguments(__doc__, quick="smaller data")
    parser.add_argument("--rscript", default="Rscript", help="the program that runs R, with pcalg installed")
    parser.add_argument("--fastpgm", default="fastpgm", help="the program that FastPGM builds")
    parser.add_argument("--rounds", type=int, default=3, help="how often the tools take turns; 3 by default")
    options = parser.parse_args()
    tables = empty_tables()
    for workload in QUICK if options.quick else FULL:
        named = options.rscript if workload.kind == "continuous" else options.fastpgm
        program = shutil.which(named)
        if program is None:
            print(f"{workload.name}: left out, since there is no program {named!r}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            kind = Pcalg if workload.kind == "continuous" else FastPgm
            add_workload(tables, workload, kind(program, workload, Path(folder)), options.rounds)
    finish("outside", list(tables), save=options.save)


if __name__ == "__main__":
    main()

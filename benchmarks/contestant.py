"""Run one tool on one file in a process of its own and print what it took, a line of JSON for each k.

    python benchmarks/contestant.py TOOL FILE THREADS K...

Started by the other benchmarks, so that no tool sees the imports, threads or memory of another and a
time-out can end it. FILE is an array (.npz) or a table (.csv). "prepare" is the time to import the tool and
to bring an array into its own form, "learn" the time from there to the oriented graph. Times are CPU seconds
with one thread, so that other work on the machine counts little, and elapsed seconds with more. Of short
runs on an array the fastest of up to five counts, for every tool; "first" is the first of them, which may
hold one-off costs such as late imports. A table is learned from once.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.catalogue.choices import SearchChoice, TestName

Array: TypeAlias = NDArray[Any]
Kind: TypeAlias = Literal["continuous", "discrete"]

ALPHA = 0.05


class Sepset:
    """sepset's k-PC; the name of the tool says how it searches."""

    def __init__(self, values: Array, kind: Kind, threads: int, search: SearchChoice) -> None:
        import sepset as sp
        from sepset.data.reading.table import dataset

        self.learn_graph, self.search, self.threads = sp.kpc, search, threads
        self.test: TestName = "fisher_z" if kind == "continuous" else "chi2"
        self.data = dataset(values, kinds=kind)

    def learn(self, k: int) -> int:
        found = self.learn_graph(
            self.data, k=k, alpha=ALPHA, test=self.test, search=self.search, threads=self.threads
        )
        return found.graph.edge_count()


class PyAgrum:
    """pyAgrum's PC: stable, chi-square, the size of conditioning sets bounded. Discrete data only."""

    def __init__(self, values: Array, kind: Kind, threads: int) -> None:
        import pyagrum

        if kind != "discrete":
            raise SystemExit("pyAgrum tests discrete data only")
        self.learner = pyagrum.BNLearner(frame(values))
        self.learner.usePC()
        self.learner.useChi2Test()
        self.learner.setPCStable(True)
        self.learner.setPCAlpha(ALPHA)
        self.learner.setNumberOfThreads(threads)

    def learn(self, k: int) -> int:
        self.learner.setPCMaxCondSetSize(k)
        graph = self.learner.learnPDAG()
        return int(graph.sizeArcs() + graph.sizeEdges())


class CausalLearn:
    """causal-learn's PC: stable, chi-square or Fisher's z, the size of conditioning sets bounded."""

    def __init__(self, values: Array, kind: Kind, threads: int) -> None:
        from causallearn.search.ConstraintBased.PC import pc

        self.pc, self.values = pc, values
        self.test = "fisherz" if kind == "continuous" else "chisq"

    def learn(self, k: int) -> int:
        found = self.pc(self.values, ALPHA, self.test, stable=True, show_progress=False, max_k=k)
        return int(found.G.get_num_edges())


class Pgmpy:
    """pgmpy's PC: stable, chi-square (with Yates' correction) or Fisher's z, the size of sets bounded."""

    def __init__(self, values: Array, kind: Kind, threads: int) -> None:
        from pgmpy.causal_discovery import PC

        self.learner, self.data = PC, frame(values)
        self.test = "fisher_z" if kind == "continuous" else "chi_square"

    def learn(self, k: int) -> int:
        found = self.learner(
            variant="stable",
            ci_test=self.test,
            significance_level=ALPHA,
            max_cond_vars=k,
            show_progress=False,
        ).fit(self.data)
        return int(found.skeleton_.number_of_edges())


class Tool(Protocol):
    """What is asked of each: a graph for a bound k, and its number of edges."""

    def learn(self, k: int) -> int: ...


TOOLS: dict[str, Callable[[Array, Kind, int], Tool]] = {
    "sepset neighbours": lambda values, kind, threads: Sepset(values, kind, threads, "neighbours"),
    "sepset all": lambda values, kind, threads: Sepset(values, kind, threads, "all"),
    "pyAgrum": PyAgrum,
    "causal-learn": CausalLearn,
    "pgmpy": Pgmpy,
}


def frame(values: Array) -> Any:
    import pandas as pd

    return pd.DataFrame(values, columns=[f"x{i}" for i in range(values.shape[1])])


def read_values(path: str) -> Array:
    """Return the array of a file; a CSV is read with pandas, as a user of these tools would."""
    if path.endswith(".csv"):
        import pandas as pd

        values: Array = pd.read_csv(path).to_numpy()
        return values
    with np.load(path) as stored:
        kept: Array = stored["values"]
    return kept


def peak_mb() -> float:
    """Return the peak of this process's memory; getrusage would count what its parent had too."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def fastest(
    work: Callable[[], int], clock: Callable[[], float], repeats: int, enough: float = 0.5
) -> tuple[int, float, float]:
    """Return the result of some work, its first and its shortest time; long work runs once."""
    times: list[float] = []
    total = 0.0
    while len(times) < repeats and total < enough:
        start = clock()
        result = work()
        times.append(clock() - start)
        total += times[-1]
    return result, times[0], min(times)


def main() -> None:
    tool, path, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
    clock = time.process_time if threads == 1 else time.perf_counter
    values = read_values(path)
    repeats = 1 if path.endswith(".csv") else 5
    kind: Kind = "continuous" if values.dtype.kind == "f" else "discrete"
    start = clock()
    contestant = TOOLS[tool](values, kind, threads)
    prepare = clock() - start
    for k in map(int, sys.argv[4:]):
        edges, first, learn = fastest(partial(contestant.learn, k), clock, repeats)
        line = {"k": k, "prepare": prepare, "first": first, "learn": learn, "edges": edges, "peak": peak_mb()}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()

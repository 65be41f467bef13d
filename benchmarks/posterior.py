"""How long a posterior takes, one thread, 1,000 rows, and how good its graph is compared with others.

    python -m benchmarks.posterior [--quick] [--save] [--models 20]

Times: CPU seconds of all combinations and 400 draws, exact up to 16 columns and sampled beyond, then of the
graphs for k = 0, 1, 2 and none. The peak of memory is that of the process so far.

Graphs: random networks of 37, 100 and 200 binary columns with 1.5 edges a column, tables drawn uniformly,
seeds used for nothing else. The sum of the F1 scores of skeleton, arrowheads and tails against the true
essential graph, of `post.best(maximize="f1")`, of k-PC and, where they are installed, of pyAgrum's greedy
search with a tabu list and of pgmpy's hill climbing, both by BIC; pgmpy is slow, and has five networks of 37
columns only.
"""

from __future__ import annotations

import importlib.util
import resource
import time
from statistics import fmean, median, stdev
from typing import TYPE_CHECKING, Literal, NamedTuple

import sepset as sp
from benchmarks.record import Table, arguments, finish

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROWS = 1000
EXACT, SAMPLED = (10, 13, 16), (20, 37, 100, 200)
COMPARED = (37, 100, 200)
FIRST_SEED = 880_000


def network_of(n: int, seed: int) -> tuple[sp.MixedGraph, sp.Dataset]:
    dag = sp.simulate.random_dag(n, edges=3 * n // 2, seed=seed)
    return dag, sp.simulate.random_network(dag, seed=seed).sample(ROWS, seed=seed)


def add_times(table: Table, n: int, method: Literal["exact", "sampled"]) -> None:
    _, data = network_of(n, 1)
    # The first call of a process loads modules; that is not what is measured.
    sp.posterior(sp.asia().sample(ROWS, seed=1), threads=1).best(1)
    start = time.process_time()
    post = sp.posterior(data, method=method, threads=1)
    drawn = time.process_time()
    for k in (None, 0, 1, 2):
        post.best(k)
    end = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    table.add(method, n, drawn - start, end - drawn, peak)
    print(f"{method}, n = {n}: done", flush=True)


class Learned(NamedTuple):
    """An essential graph, and the largest difference of a probability between chains."""

    graph: sp.MixedGraph
    difference: float | None = None


def by_posterior(data: sp.Dataset) -> Learned:
    post = sp.posterior(data, threads=1)
    return Learned(post.best(maximize="f1"), float(post.diagnostics["largest_difference"]))


def by_tests(data: sp.Dataset) -> Learned:
    return Learned(sp.kpc(data, k="auto", alpha="auto", threads=1).graph)


def by_tabu_search(data: sp.Dataset) -> Learned:
    import pyagrum  # a peer, and no dependency of ours

    learner = pyagrum.BNLearner(data.to_pandas())
    learner.useScoreBIC()
    learner.useLocalSearchWithTabuList()
    learned = learner.learnDAG()
    edges = [(learner.nameFromId(a), learner.nameFromId(b)) for a, b in learned.arcs()]
    return essential(data, edges)


def by_hill_climbing(data: sp.Dataset) -> Learned:
    from pgmpy.estimators import HillClimbSearch  # a peer, and no dependency of ours

    search = HillClimbSearch(data.to_pandas())
    return essential(data, search.estimate(scoring_method="bic-d", show_progress=False).edges())


def essential(data: sp.Dataset, edges: Iterable[tuple[str, str]]) -> Learned:
    dag = sp.MixedGraph(data.names, [(a, "-->", b) for a, b in edges])
    return Learned(sp.pc(sp.Oracle(dag)).graph)


class Method(NamedTuple):
    """How to learn a graph, the package it needs, and what it can do in minutes."""

    learn: Callable[[sp.Dataset], Learned]
    package: str = "sepset"
    most_columns: int = 10**6
    most_networks: int = 10**6

    def takes(self, n: int, number: int) -> bool:
        small = n <= self.most_columns and number < self.most_networks
        return small and importlib.util.find_spec(self.package) is not None


METHODS = {
    "posterior": Method(by_posterior),
    "k-PC auto": Method(by_tests),
    "pyAgrum, tabu": Method(by_tabu_search, "pyagrum"),
    "pgmpy, hill climbing": Method(by_hill_climbing, "pgmpy", 37, 5),
}


class Outcome(NamedTuple):
    """The sum of the F1 scores of one graph, the CPU seconds it took, and how far chains differed."""

    total: float
    seconds: float
    difference: float | None


def outcome(method: Method, data: sp.Dataset, truth: sp.MixedGraph) -> Outcome:
    start = time.process_time()
    learned = method.learn(data)
    took = time.process_time() - start
    scores = sp.compare(learned.graph, truth)
    return Outcome(scores.f1_skeleton + scores.f1_arrowhead + scores.f1_tail, took, learned.difference)


def add_graphs(table: Table, n: int, models: int) -> None:
    found: dict[str, list[Outcome]] = {}
    for number in range(models):
        dag, data = network_of(n, FIRST_SEED + number)
        truth = sp.pc(sp.Oracle(dag)).graph
        for name, method in METHODS.items():
            if method.takes(n, number):
                found.setdefault(name, []).append(outcome(method, data, truth))
        last = {name: round(ones[-1].total, 2) for name, ones in found.items()}
        print(f"n = {n}, network {number + 1} of {models}: {last}", flush=True)
    for name, ones in found.items():
        sums = [one.total for one in ones]
        error = round(stdev(sums) / len(sums) ** 0.5, 2) if len(sums) > 1 else None
        differences = [one.difference for one in ones if one.difference is not None]
        typical = round(median(differences), 2) if differences else None
        table.add(
            n, len(ones), name, round(fmean(sums), 2), error, fmean(one.seconds for one in ones), typical
        )


def main() -> None:
    parser = arguments(__doc__, quick="up to 13 and 37 columns, two models")
    parser.add_argument("--models", type=int, default=20, help="random networks of each size")
    options = parser.parse_args()
    times = Table(
        "Posterior",
        {
            "engine": "text",
            "columns": "count",
            "combinations and draws": "seconds",
            "marks and graphs": "seconds",
            "peak, MB": "count",
        },
    )
    for n in EXACT[:-1] if options.quick else EXACT:
        add_times(times, n, "exact")
    for n in SAMPLED[:2] if options.quick else SAMPLED:
        add_times(times, n, "sampled")
    graphs = Table(
        "Graphs of the posterior",
        {
            "columns": "count",
            "networks": "count",
            "method": "text",
            "sum of F1": "exact",
            "standard error": "exact",
            "CPU seconds": "seconds",
            "difference between chains, median": "exact",
        },
    )
    for n in COMPARED[:1] if options.quick else COMPARED:
        add_graphs(graphs, n, 2 if options.quick else options.models)
    finish("posterior", [times, graphs], save=options.save)


if __name__ == "__main__":
    main()

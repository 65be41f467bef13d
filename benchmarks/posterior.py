"""How long a posterior takes, one thread, 1,000 rows, and how good its graph is beside a greedy search.

    python -m benchmarks.posterior [--quick] [--save] [--models 20]

Times: CPU seconds of all components and 400 draws, exact up to 16 columns and sampled beyond, then of the
graphs for k = 0, 1, 2 and none. The peak of memory is that of the process so far.

Graphs: random networks of 37, 100 and 200 binary columns with 1.5 edges a column, tables drawn uniformly,
seeds used for nothing else. The sum of the F1 scores of skeleton, arrowheads and tails against the true
essential graph, of `post.best(maximize="f1")`, of k-PC and, where it is installed, of pyAgrum's greedy search
with a tabu list by BIC.
"""

from __future__ import annotations

import importlib.util
import resource
import time
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Literal

import sepset as sp
from benchmarks.record import Table, arguments, finish

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = 1000
EXACT, SAMPLED = (10, 13, 16), (20, 37, 100, 200)
COMPARED = (37, 100, 200)
FIRST_SEED = 880_000


def network_of(n: int, seed: int) -> tuple[sp.MixedGraph, sp.Dataset]:
    dag = sp.simulate.random_dag(n, edges=3 * n // 2, seed=seed)
    return dag, sp.simulate.random_network(dag, seed=seed).sample(ROWS, seed=seed)


def add_times(table: Table, n: int, method: Literal["exact", "sampled"]) -> None:
    _, data = network_of(n, 1)
    start = time.process_time()
    post = sp.posterior(data, method=method, threads=1)
    drawn = time.process_time()
    for k in (None, 0, 1, 2):
        post.best(k)
    end = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    table.add(method, n, drawn - start, end - drawn, peak)
    print(f"{method}, n = {n}: done", flush=True)


def by_posterior(data: sp.Dataset) -> tuple[sp.MixedGraph, float]:
    post = sp.posterior(data, threads=1)
    return post.best(maximize="f1"), float(post.diagnostics["largest_difference"])


def by_tests(data: sp.Dataset) -> tuple[sp.MixedGraph, None]:
    return sp.kpc(data, k="auto", alpha="auto", threads=1).graph, None


def by_tabu_search(data: sp.Dataset) -> tuple[sp.MixedGraph, None]:
    import pyagrum  # a peer, and no dependency of ours

    learner = pyagrum.BNLearner(data.to_pandas())
    learner.useScoreBIC()
    learner.useLocalSearchWithTabuList()
    learned = learner.learnDAG()
    names = [learner.nameFromId(node) for node in learned.nodes()]
    edges = [(learner.nameFromId(a), "-->", learner.nameFromId(b)) for a, b in learned.arcs()]
    return sp.pc(sp.Oracle(sp.MixedGraph(names, edges))).graph, None


METHODS: dict[str, Callable[[sp.Dataset], tuple[sp.MixedGraph, float | None]]] = {
    "posterior": by_posterior,
    "k-PC auto": by_tests,
    "pyAgrum, tabu": by_tabu_search,
}


def add_graphs(table: Table, n: int, models: int) -> None:
    found: dict[str, list[tuple[float, float, float | None]]] = {}
    for number in range(models):
        dag, data = network_of(n, FIRST_SEED + number)
        truth = sp.pc(sp.Oracle(dag)).graph
        for name, learn in METHODS.items():
            if name.startswith("pyAgrum") and importlib.util.find_spec("pyagrum") is None:
                continue
            start = time.process_time()
            graph, difference = learn(data)
            took = time.process_time() - start
            scores = sp.compare(graph, truth)
            total = scores.f1_skeleton + scores.f1_arrowhead + scores.f1_tail
            found.setdefault(name, []).append((total, took, difference))
    for name, rows in found.items():
        sums = [one for one, _, _ in rows]
        error = stdev(sums) / len(sums) ** 0.5 if len(sums) > 1 else 0.0
        differences = [one for *_, one in rows if one is not None]
        largest = max(differences) if differences else None
        table.add(n, models, name, fmean(sums), error, fmean(took for _, took, _ in rows), largest)
        print(
            n,
            name,
            round(fmean(sums), 3),
            round(error, 3),
            round(fmean(took for _, took, _ in rows), 2),
            largest,
            flush=True,
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
            "components and draws": "seconds",
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
            "largest difference between chains": "exact",
        },
    )
    for n in COMPARED[:1] if options.quick else COMPARED:
        add_graphs(graphs, n, 2 if options.quick else options.models)
    finish("posterior", [times, graphs], save=options.save)


if __name__ == "__main__":
    main()

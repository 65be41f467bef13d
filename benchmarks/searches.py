"""The three searches beside each other: tests, processor time, and how near the graph comes.

    python -m benchmarks.searches [--quick]

With an oracle behind the plain protocol of a test, every (pair, set) that is asked is counted, and pairs that
some set separates and the search keeps are missed. On data the scores are those of `sepset.compare` against
the exact k-essential graph of the true DAG. Numbers are means over models; the time is that of the whole run.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean
from typing import TYPE_CHECKING, TypeAlias

import sepset as sp

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from experiments.models import Model

    from sepset.catalogue.choices import SearchChoice
    from sepset.independence import CIResult

    Row: TypeAlias = tuple[str, ...]
    #: a model from a seed
    Draw: TypeAlias = Callable[[int], Model]

SEARCHES: tuple[SearchChoice, ...] = ("all", "component", "neighbours")


class Asked:
    """The oracle, asked set by set."""

    def __init__(self, dag: sp.MixedGraph) -> None:
        self.oracle, self.names = sp.Oracle(dag), dag.nodes

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        return self.oracle(a, b, given)


def on_oracle(nodes: int, edges: int, k: int, models: int) -> Iterator[Row]:
    """Return a row for each search: tests in all, and pairs missed over all models."""
    dags = [sp.simulate.random_dag(nodes, edges=edges, seed=seed) for seed in range(models)]
    for search in SEARCHES:
        tests, missed = [], 0
        for dag in dags:
            found = sp.kpc(Asked(dag), k=k, search=search)
            tests.append(sum(found.tests_run.values()))
            missed += found.graph.edge_count() - sp.k_closure(dag, k).edge_count()
        yield search, f"{mean(tests):,.0f}", str(missed)


def on_data(draw: Draw, rows: int, k: int, models: int) -> Iterator[Row]:
    """Return a row for each search: tests, F1 of skeleton, arrowheads and tails, SHD, milliseconds."""
    drawn = [draw(seed) for seed in range(models)]
    tables = [model.sample(rows, seed=seed) for seed, model in enumerate(drawn)]
    truths = [sp.k_essential_graph(model.dag, k) for model in drawn]
    for search in SEARCHES:
        scores, tests, spent = [], [], []
        for table, truth in zip(tables, truths, strict=True):
            start = time.process_time()
            found = sp.kpc(table, k=k, search=search, threads=1)
            graph = found.graph
            spent.append(1e3 * (time.process_time() - start))
            tests.append(sum(found.tests_run.values()))
            scores.append(sp.compare(graph, truth))
        f1 = (
            mean(getattr(score, f"f1_{part}") for score in scores)
            for part in ("skeleton", "arrowhead", "tail")
        )
        shd = mean(score.shd for score in scores)
        yield (
            search,
            f"{mean(tests):,.0f}",
            *(f"{value:.3f}" for value in f1),
            f"{shd:.1f}",
            f"{mean(spent):.1f}",
        )


def binary(nodes: int, edges: int) -> Draw:
    def draw(seed: int) -> Model:
        dag = sp.simulate.random_dag(nodes, edges=edges, seed=seed)
        return sp.simulate.random_network(dag, seed=seed + 1000)

    return draw


def gaussian(nodes: int, edges: int) -> Draw:
    def draw(seed: int) -> Model:
        dag = sp.simulate.random_dag(nodes, edges=edges, seed=seed)
        return sp.simulate.linear_gaussian(dag, coefficients=(0.3, 1.2), seed=seed + 1000)

    return draw


def show(title: str, header: Sequence[str], rows: Iterable[Row]) -> None:
    print(f"\n{title}\n\n| {' | '.join(header)} |\n|{'---|' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few models")
    models = 3 if parser.parse_args().quick else 40
    for nodes, edges, k in ((10, 15, 2), (10, 15, 3), (12, 12, 3)):
        show(
            f"oracle, {nodes} nodes, {edges} edges, k = {k}",
            ("search", "tests", "pairs missed"),
            on_oracle(nodes, edges, k, models),
        )
    header = ("search", "tests", "F1 skeleton", "arrowhead", "tail", "SHD", "ms")
    for k in (1, 2):
        for rows in (100, 1000):
            show(
                f"binary, 10 nodes, 15 edges, N = {rows}, k = {k}",
                header,
                on_data(binary(10, 15), rows, k, models),
            )
        show(
            f"Gaussian, 30 nodes, 40 edges, N = 500, k = {k}",
            header,
            on_data(gaussian(30, 40), 500, k, models),
        )
    show(
        "Gaussian, 100 nodes, 120 edges, N = 1000, k = 2",
        header,
        on_data(gaussian(100, 120), 1000, 2, min(models, 5)),
    )


if __name__ == "__main__":
    main()

"""The three searches compared: tests, processor time, and how near the graph comes.

    python -m benchmarks.searches [--quick] [--save]

With an oracle behind the plain protocol of a test, every (pair, set) that is asked is counted, and pairs that
some set separates and the search keeps are missed. On data the scores are those of `sepset.compare` against
the exact k-essential graph of the true DAG. Numbers are means over models; the time is that of the whole run.
"""

from __future__ import annotations

import time
from statistics import mean
from typing import TYPE_CHECKING, TypeAlias

import sepset as sp
from benchmarks.record import CellKind, Table, arguments, finish

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from experiments.models import Model

    from benchmarks.record import Cell
    from sepset.catalogue.choices import SearchChoice
    from sepset.independence import CIResult

    Row: TypeAlias = tuple[Cell, ...]
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
        yield search, mean(tests), missed


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
        yield search, mean(tests), *f1, mean(score.shd for score in scores), mean(spent)


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


def oracle_table(models: int) -> Table:
    columns: dict[str, CellKind] = {
        "setting": "text",
        "search": "text",
        "tests": "count",
        "pairs missed": "count",
    }
    table = Table("Searches with an oracle", columns)
    for nodes, edges, k in ((10, 15, 2), (10, 15, 3), (12, 12, 3)):
        for row in on_oracle(nodes, edges, k, models):
            table.add(f"oracle, {nodes} nodes, {edges} edges, k = {k}", *row)
    return table


def data_table(models: int) -> Table:
    scores: dict[str, CellKind] = dict.fromkeys(("F1 skeleton", "arrowhead", "tail"), "thousandths")
    table = Table(
        "Searches on data",
        {"setting": "text", "search": "text", "tests": "count", **scores, "SHD": "tenths", "ms": "tenths"},
    )
    small, sparse = binary(10, 15), gaussian(30, 40)
    for k in (1, 2):
        for label, draw, rows in (
            ("binary, 10 nodes, 15 edges", small, 100),
            ("binary, 10 nodes, 15 edges", small, 1000),
            ("Gaussian, 30 nodes, 40 edges", sparse, 500),
        ):
            for row in on_data(draw, rows, k, models):
                table.add(f"{label}, N = {rows}, k = {k}", *row)
    for row in on_data(gaussian(100, 120), 1000, 2, min(models, 5)):
        table.add("Gaussian, 100 nodes, 120 edges, N = 1000, k = 2", *row)
    return table


def main() -> None:
    options = arguments(__doc__, quick="few models").parse_args()
    models = 3 if options.quick else 40
    finish("searches", [oracle_table(models), data_table(models)], save=options.save)


if __name__ == "__main__":
    main()

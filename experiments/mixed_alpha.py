"""Which alpha for tables with both kinds of columns: scores of k-PC over a grid, on simulated mixed models.

Run it as ``python -m experiments.mixed_alpha [models]``; it writes ``experiments/results/mixed_alpha.csv``.
Models have 10 nodes and 10 or 15 edges, of two sorts: linear Gaussian ones
with every other column cut into 2 to 4 levels (``cut``), and ones whose discrete columns follow a logistic
model of their parents, so that they are causes as they stand (``logistic``). Half of the models, the even
numbers, are for choosing; the odd ones show what the choice is worth.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

import sepset as sp
from experiments.scoring import score

if TYPE_CHECKING:
    from numpy.typing import NDArray

RESULTS = Path(__file__).resolve().parent / "results"
NODES = 10
DENSITIES = (10, 15)
SORTS = ("cut", "logistic")
ROWS = (100, 300, 1000)
#: alpha = factor / sqrt(N), between 0.01 and 0.4 as in `sepset.learn.auto`
FACTORS = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0)
#: the usual level, for comparison
FIXED = 0.05
FIRST_SEED = 880_000
MEASURES = ("sum", "sum_corrected", "shd")


class Case(NamedTuple):
    """One cell of the table."""

    part: str
    sort: str
    edges: int
    rows: int
    alpha: str


def main(models: int) -> None:
    """Measure and write the table."""
    scores: dict[Case, list[dict[str, float]]] = defaultdict(list)
    for number in range(models):
        part = "chosen on" if number % 2 == 0 else "checked on"
        for sort in SORTS:
            for edges in DENSITIES:
                _measure(part, sort, edges, FIRST_SEED + number, scores)
        print(f"{number + 1} of {models} models", flush=True)
    _write(scores)


def _measure(part: str, sort: str, edges: int, seed: int, scores: dict[Case, list[dict[str, float]]]) -> None:
    dag = sp.simulate.random_dag(NODES, edges=edges, seed=seed)
    truth = sp.k_essential_graph(dag, NODES)
    for rows in ROWS:
        data = mixed_table(dag, rows, sort, seed)
        for factor in FACTORS:
            alpha = min(max(factor / rows**0.5, 0.01), 0.4)
            scores[Case(part, sort, edges, rows, f"{factor:g} / sqrt(N)")].append(_score(data, alpha, truth))
        scores[Case(part, sort, edges, rows, str(FIXED))].append(_score(data, FIXED, truth))


def _score(data: sp.Dataset, alpha: float, truth: sp.MixedGraph) -> dict[str, float]:
    found = sp.kpc(data, k="auto", alpha=alpha, colliders="conservative", rules="counting", threads=1)
    return {name: float(value) for name, value in score(found.graph, truth).items() if name in MEASURES}


def mixed_table(dag: sp.MixedGraph, rows: int, sort: str, seed: int) -> sp.Dataset:
    """Return a table of a DAG whose columns with an even place are continuous and the others discrete."""
    rng = np.random.default_rng([seed, rows, SORTS.index(sort)])
    columns: dict[str, NDArray[np.float64] | NDArray[np.int64]] = {}
    effects: dict[str, NDArray[np.float64]] = {}
    for name in _in_order(dag):
        discrete = dag.nodes.index(name) % 2 == 1
        parents = [cause for cause in dag.nodes if dag.has(cause, "-->", name)]
        weights = rng.uniform(0.4, 1.2, len(parents)) * rng.choice([-1.0, 1.0], len(parents))
        mean = sum((w * effects[p] for w, p in zip(weights, parents, strict=True)), np.zeros(rows))
        if sort == "cut" or not discrete:
            latent = mean + rng.normal(size=rows)
            columns[name] = _cut(latent, rng) if discrete else latent
            effects[name] = latent
        else:
            columns[name] = codes = _logistic(mean, rng)
            by_level = rng.permutation(np.linspace(-1.2, 1.2, codes.max() + 1))
            effects[name] = by_level[codes]
    kinds: dict[str, Literal["continuous", "discrete"]] = {
        name: "discrete" if values.dtype.kind == "i" else "continuous" for name, values in columns.items()
    }
    return sp.dataset({name: columns[name] for name in dag.nodes}, kinds=kinds)


def _cut(latent: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    levels = int(rng.integers(2, 5))
    shares = np.cumsum(rng.dirichlet(np.full(levels, 5.0)))[:-1]
    return np.searchsorted(np.quantile(latent, shares), latent)


def _logistic(mean: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw levels with log odds that are linear in the mean, with a slope for each level."""
    levels = int(rng.integers(2, 5))
    slopes = 1.5 * rng.permutation(np.linspace(-1.0, 1.0, levels))
    noise = rng.gumbel(size=(len(mean), levels))
    codes: NDArray[np.int64] = (np.outer(mean, slopes) + rng.normal(0.0, 0.3, levels) + noise).argmax(axis=1)
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _in_order(dag: sp.MixedGraph) -> list[str]:
    """Return the nodes, causes first."""
    order: list[str] = []
    while len(order) < len(dag.nodes):
        order += [
            name
            for name in dag.nodes
            if name not in order and all(p in order for p in dag.nodes if dag.has(p, "-->", name))
        ]
    return order


def _write(scores: dict[Case, list[dict[str, float]]]) -> None:
    with (RESULTS / "mixed_alpha.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        measured = [name for measure in MEASURES for name in (measure, f"{measure}_error")]
        writer.writerow([*Case._fields, "models", *measured])
        for case, values in sorted(scores.items()):
            row: list[object] = [*case, len(values)]
            for measure in MEASURES:
                numbers = [value[measure] for value in values]
                error = stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0
                row += [f"{fmean(numbers):.4f}", f"{error:.4f}"]
            writer.writerow(row)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

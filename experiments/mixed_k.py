"""Which k for tables with both kinds of columns: scores of k-PC for k = 1 to 4, on simulated mixed models.

Run it as ``python -m experiments.mixed_k [models]``; it writes ``experiments/results/mixed_k.csv``. The
models are those of `experiments.mixed_alpha` with seeds of their own, `models` for each of its two sorts and
two numbers of edges; alpha is 2 / sqrt(N).
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import fmean, stdev

import sepset as sp
from experiments.mixed_alpha import DENSITIES, MEASURES, NODES, ROWS, SORTS, mixed_table
from experiments.scoring import score

RESULTS = Path(__file__).resolve().parent / "results"
BOUNDS = (1, 2, 3, 4)
FACTOR = 2.0
FIRST_SEED = 890_000


def main(models: int) -> None:
    """Measure and write the table."""
    drawn = [
        (sort, sp.simulate.random_dag(NODES, edges=edges, seed=FIRST_SEED + number), FIRST_SEED + number)
        for sort in SORTS
        for edges in DENSITIES
        for number in range(models)
    ]
    with (RESULTS / "mixed_k.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        measured = [name for measure in MEASURES for name in (measure, f"{measure}_se")]
        writer.writerow(["rows", "k", "models", *measured])
        for rows in ROWS:
            scores = [_scores(sort, dag, rows, seed) for sort, dag, seed in drawn]
            for place, k in enumerate(BOUNDS):
                columns = zip(*(one[place] for one in scores), strict=True)
                writer.writerow(
                    [rows, k, len(drawn), *(cell for column in columns for cell in _cells(column))]
                )
            file.flush()


def _scores(sort: str, dag: sp.MixedGraph, rows: int, seed: int) -> list[list[float]]:
    """Return the measures for each k, all from one run."""
    truth = sp.k_essential_graph(dag, NODES)
    data = mixed_table(dag, rows, sort, seed)
    alpha = FACTOR / rows**0.5
    found = sp.kpc(data, k=BOUNDS[-1], alpha=alpha, colliders="conservative", rules="counting", threads=1)
    by_bound = [score(found.graph_at(k), truth) for k in BOUNDS]
    return [[float(scores[measure]) for measure in MEASURES] for scores in by_bound]


def _cells(values: tuple[float, ...]) -> tuple[str, str]:
    return f"{fmean(values):.4f}", f"{stdev(values) / len(values) ** 0.5:.4f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)

"""What repairing contradictions does to a graph: k-PC as it is, and the graph of the nearest class.

Run it as ``python -m experiments.repair [models]``; it writes ``experiments/results/repair.csv``. Models are
binary, with 10 nodes and 15 edges or 37 nodes and 55 edges. The settings are k = 1 and, with 10 nodes, k = 2
at alpha = 0.05, and automatic ones. Scores are against the exact k-essential graph of the true DAG for the k
of the run: the sum of the three F1, the part of it above chance, SHD, and agreement on all separation
statements with at most min(k, 2) variables (CI-MCC); see `experiments.scoring`. Both graphs come from the
same data.
"""

from __future__ import annotations

import csv
import sys
import time
from itertools import product
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import sepset as sp
from experiments.scoring import ci_mcc, score, separations

if TYPE_CHECKING:
    from sepset.learn.auto import Auto

RESULTS = Path(__file__).resolve().parent / "results"
#: k and alpha
Choice: TypeAlias = "tuple[int | Auto, float | Auto]"


class Size(NamedTuple):
    """Models of one size, and what is measured on them."""

    nodes: int
    edges: int
    rows: tuple[int, ...]
    settings: tuple[Choice, ...]
    #: models per cell
    models: int


SIZES = (
    Size(10, 15, (100, 300, 1000), ((1, 0.05), (2, 0.05), ("auto", "auto")), 24),
    Size(37, 55, (300, 1000), ((1, 0.05), ("auto", "auto")), 8),
)
MEASURES = ("sum", "sum_corrected", "shd", "mcc")
FIRST_SEED = 910_000
#: statements about larger sets are too many at 37 nodes
LARGEST_SET = 2


class Pair(NamedTuple):
    """One data set, learned from in both ways."""

    plain: list[float]
    mended: list[float]
    #: decisions that the repaired graph breaks
    overruled: int
    #: seconds of CPU time that repairing took
    seconds: float


def write_repair(folder: Path, *, models: int | None = None) -> None:
    """Measure and write the table, with `models` per cell if that is less."""
    header = ["nodes", "k", "rows", "models", "agreeing", "overruled", "seconds"]
    header += [f"{measure}{end}" for measure in MEASURES for end in ("", "_gain", "_gain_se")]
    with (folder / "repair.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for size in SIZES:
            number = min(size.models, models or size.models)
            for (k, alpha), rows in product(size.settings, size.rows):
                pairs = [_learned(size, k, alpha, rows, seed) for seed in range(number)]
                writer.writerow([size.nodes, k, rows, number, *_summed(pairs)])
                file.flush()


def _learned(size: Size, k: int | Auto, alpha: float | Auto, rows: int, seed: int) -> Pair:
    dag = sp.simulate.random_dag(size.nodes, edges=size.edges, seed=FIRST_SEED + seed)
    data = sp.simulate.random_network(dag, seed=FIRST_SEED + seed).sample(rows, seed=seed)
    plain = sp.kpc(data, k=k, alpha=alpha, threads=1)
    truth = sp.k_essential_graph(dag, plain.k)
    before = _measured(plain, dag, truth)
    start = time.process_time()
    mended = sp.kpc(data, k=k, alpha=alpha, repair=True, threads=1)
    overruled = mended.orientation().overruled
    seconds = time.process_time() - start
    return Pair(before, _measured(mended, dag, truth), len(overruled), seconds)


def _measured(found: sp.Discovery, dag: sp.MixedGraph, truth: sp.MixedGraph) -> list[float]:
    scores = score(found.graph, truth)
    size = min(found.k, LARGEST_SET)
    mcc = ci_mcc(found.graph, separations(dag, size), size)
    return [scores["sum"], scores["sum_corrected"], scores["shd"], mcc]


def _summed(pairs: list[Pair]) -> list[str]:
    cells = [
        str(sum(not pair.overruled for pair in pairs)),
        f"{fmean(pair.overruled for pair in pairs):.2f}",
        f"{fmean(pair.seconds for pair in pairs):.2f}",
    ]
    for place in range(len(MEASURES)):
        gains = [pair.mended[place] - pair.plain[place] for pair in pairs]
        error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
        cells += [f"{fmean(pair.plain[place] for pair in pairs):.4f}", f"{fmean(gains):.4f}", f"{error:.4f}"]
    return cells


if __name__ == "__main__":
    write_repair(RESULTS, models=int(sys.argv[1]) if len(sys.argv) > 1 else None)

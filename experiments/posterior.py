"""The posterior beside k-PC: scores of the graph to draw, and whether probabilities come true.

Run it as ``python -m experiments.posterior [models]``; it writes ``experiments/results/posterior.csv`` (one
line a setting) and ``posterior_calibration.csv`` (one line a bin), the numbers of docs/posterior.md.
Networks have 10 binary nodes, at most 15 or 30 edges, tables drawn uniformly: Dirichlet(1), which is one of
the components of the posterior. So a second run gives the posterior with BDeu(10) alone.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, TypeAlias

import sepset as sp
from experiments.scoring import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    #: values by method, edges, rows and measure
    Scores: TypeAlias = dict[tuple[str, int, int, str], list[float]]
    #: what was said and what is so, by mark, edges, rows and bin
    Bins: TypeAlias = dict[tuple[str, int, int, int], list[tuple[float, bool]]]

RESULTS = Path(__file__).resolve().parent / "results"
NODES = 10
DENSITIES = (15, 30)
ROWS = (10, 50, 100, 250, 500, 1000)
BINS = 10
MARKS = {"adjacency": "*-*", "arrowhead": "*->", "tail": "*--"}
# Seeds of its own, so that no model here was used for choosing anything.
FIRST_SEED = 770_000


def main(models: int) -> None:
    """Measure and write both tables."""
    scores: Scores = defaultdict(list)
    bins: Bins = defaultdict(list)
    for number in range(models):
        for density in DENSITIES:
            for rows in ROWS:
                _measure(FIRST_SEED + number, density, rows, scores, bins)
        _write(scores, bins)
        print(f"{number + 1} of {models} models", flush=True)


def _measure(seed: int, density: int, rows: int, scores: Scores, bins: Bins) -> None:
    dag = sp.simulate.random_dag(NODES, max_edges=density, seed=seed)
    data = sp.simulate.random_network(dag, seed=seed).sample(rows, seed=seed)
    truth = {k: sp.k_essential_graph(dag, NODES if k is None else k) for k in (None, 1)}
    post = sp.posterior(data, seed=seed, threads=1)
    narrow = sp.posterior(data, scores=(sp.BDeu(10.0),), seed=seed, threads=1)
    found = sp.kpc(data, k="auto", alpha="auto")
    graphs = {
        "posterior": (post.best(maximize="f1"), post.graph),
        "BDeu(10) only": (narrow.best(maximize="f1"), narrow.graph),
        "k-PC auto": (found.graph, found.graph),
    }
    for method, (summed, corrected) in graphs.items():
        scores[method, density, rows, "sum"].append(score(summed, truth[None])["sum"])
        for measure in ("sum_corrected", "shd"):
            scores[method, density, rows, measure].append(score(corrected, truth[None])[measure])
    at_one = {"posterior": post.best(k=1, maximize="f1"), "k-PC auto": sp.kpc(data, k=1, alpha="auto").graph}
    for method, graph in at_one.items():
        scores[method, density, rows, "sum_k1"].append(score(graph, truth[1])["sum"])
    for mark, said, true in _claims(post, truth[None]):
        bins[mark, density, rows, min(int(said * BINS), BINS - 1)].append((said, true))


def _claims(post: sp.Posterior, truth: sp.MixedGraph) -> Iterator[tuple[str, float, bool]]:
    for i, a in enumerate(post.names):
        for b in post.names[i + 1 :]:
            yield "adjacency", post.probability(a, "*-*", b), truth.adjacent(a, b)
            for mark in ("arrowhead", "tail"):
                for x, y in ((a, b), (b, a)):
                    yield mark, post.probability(x, MARKS[mark], y), truth.has(x, MARKS[mark], y)


def _write(scores: Scores, bins: Bins) -> None:
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / "posterior.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["method", "edges", "rows", "measure", "models", "mean", "se"])
        for key, values in sorted(scores.items()):
            error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
            writer.writerow([*key, len(values), f"{fmean(values):.3f}", f"{error:.3f}"])
    with (RESULTS / "posterior_calibration.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["mark", "edges", "rows", "bin", "claims", "said", "true"])
        for place, pairs in sorted(bins.items()):
            said, true = fmean(p for p, _ in pairs), fmean(t for _, t in pairs)
            writer.writerow([*place, len(pairs), f"{said:.4f}", f"{true:.4f}"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 62)

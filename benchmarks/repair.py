"""What repairing contradictions does to a graph: k-PC as it is, and the graph of the nearest class.

    python benchmarks/repair.py [MODELS]

Binary models with 10 nodes and 15 edges. Scores are means over models: the sum of the three F1 against the
exact k-essential graph of the true DAG, the part of it above chance, SHD, and agreement on all separation
statements with at most k variables (CI-MCC); see `experiments/scoring.py`. "exact" is the share of runs in
which some DAG agrees with all tests, so that nothing needs to be overruled.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import mean, stdev

import sepset as sp

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from experiments.scoring import ci_mcc, score, separations

MEASURES = ("sum", "sum_corrected", "shd", "mcc")
HEADER = ("F1 sum", "gain", "above chance", "gain", "SHD", "gain", "CI-MCC", "gain")


def measured(graph: sp.MixedGraph, dag: sp.MixedGraph, truth: sp.MixedGraph, k: int) -> list[float]:
    found = score(graph, truth)
    return [found["sum"], found["sum_corrected"], found["shd"], ci_mcc(graph, separations(dag, k), k)]


def main() -> None:
    models = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    header = ("k", "N", "exact", "overruled", *HEADER, "CPU s")
    print(f"| {' | '.join(header)} |")
    print(f"| --: |{' --: |' * 12}")
    for k in (1, 2):
        for rows in (50, 200, 1000):
            plain: list[list[float]] = []
            mended: list[list[float]] = []
            overruled: list[int] = []
            spent: list[float] = []
            for seed in range(models):
                dag = sp.simulate.random_dag(10, edges=15, seed=seed)
                data = sp.simulate.random_network(dag, seed=seed + 1000).sample(rows, seed=seed)
                truth = sp.k_essential_graph(dag, k)
                plain.append(measured(sp.kpc(data, k=k, threads=1).graph, dag, truth, k))
                start = time.process_time()
                found = sp.kpc(data, k=k, repair=True, threads=1)
                mended.append(measured(found.graph, dag, truth, k))
                spent.append(time.process_time() - start)
                overruled.append(len(found.orientation().overruled))
            cells = []
            for place in range(len(MEASURES)):
                gains = [after[place] - before[place] for before, after in zip(plain, mended, strict=True)]
                error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
                cells += [f"{mean(row[place] for row in plain):.2f}", f"{mean(gains):+.2f} ± {error:.2f}"]
            exact = sum(not number for number in overruled)
            row = [str(k), str(rows), f"{exact} of {models}", f"{mean(overruled):.1f}", *cells]
            print(f"| {' | '.join(row)} | {mean(spent):.1f} |", flush=True)


if __name__ == "__main__":
    main()

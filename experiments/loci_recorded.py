"""Is it LOCI that drops almost every edge, or all its tests? LOCI beside a LOCI with recorded sets only.

Run it as ``python -m experiments.loci_recorded [models]``; it writes ``results/loci_recorded.csv``.
LOCI's second step asks every set of at most k variables for reasons to put an arrowhead. A LOCI that uses
recorded separating sets only puts arrowheads at b on the edges a-b-c where b is not in the set that separates
a and c. Both then drop the edges with two arrowheads; Meek's rules, which follow, drop none. Counted are the
edges of the skeleton, those that are left in either way, and how many of them are adjacent in the true DAG.
Models are binary, with 10 nodes and 15 edges.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import fmean

import sepset as sp
from sepset.orientation.plans import STANDARD

RESULTS = Path(__file__).resolve().parent / "results"
NODES, EDGES, MODELS = 10, 15, 30
ROWS = (100, 1000)
FIRST_SEED = 920_000
COLLIDERS_ONLY = STANDARD.without(*(rule for rule in STANDARD.rules if rule != "R0"))


def main(models: int) -> None:
    """Measure and write the table."""
    with (RESULTS / "loci_recorded.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        parts = [f"{way}_{what}" for way in ("skeleton", "loci", "recorded") for what in ("edges", "true")]
        writer.writerow(["k", "rows", "models", *parts])
        for k in (0, 1, 2):
            for rows in ROWS:
                counts = [_counts(k, rows, seed) for seed in range(models)]
                means = [f"{fmean(column):.2f}" for column in zip(*counts, strict=True)]
                writer.writerow([k, rows, models, *means])


def _counts(k: int, rows: int, seed: int) -> list[int]:
    dag = sp.simulate.random_dag(NODES, edges=EDGES, seed=FIRST_SEED + seed)
    data = sp.simulate.random_network(dag, seed=FIRST_SEED + seed).sample(rows, seed=seed)
    colliders = sp.kpc(data, k=k, search="all", rules=COLLIDERS_ONLY, threads=1).graph
    left = sp.loci(data, k=k, threads=1).graph
    counts = []
    for edges in (
        list(colliders.edges()),
        list(left.edges()),
        [edge for edge in colliders.edges() if edge.pattern != "<->"],
    ):
        counts += [len(edges), sum(dag.adjacent(edge.u, edge.v) for edge in edges)]
    return counts


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MODELS)

"""The k-closure of random sparse DAGs: sepset beside dense inverses, other tools' cuts and enumeration.

    python -m benchmarks.k_closure [--quick]

All numbers come from one run on one thread. The other tools answer a random sample of pairs; their time for
all pairs is the sample's time scaled up, and the table says so. They are given the moral graph of An({a, b})
without charge, so what is compared is the cut itself. The time to try every subset is a lower bound: the time
of one test, measured, times the tests that the k-covered pairs need. Needs networkx and igraph, which
`pip install sepset[bench]` brings.
"""

# ruff: noqa: E402  # NumPy reads its number of threads while it is loaded

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import argparse
import resource
import time
from functools import partial
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

import igraph
import networkx as nx
import numpy as np

import sepset as sp
from sepset.equivalence.k_closure import k_closure
from sepset.graph.bits import to_rows
from sepset.graph.separation import Relatives
from sepset.kernels import cuts, k_covered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    #: two nodes, and the moral graph of their ancestors as edges and nodes
    Asked: TypeAlias = tuple[int, int, list[tuple[int, int]], list[int]]

DEGREE = 3
SIZES_OF_K = (1, 2, 3, 5)


def sparse(n: int, degree: int) -> sp.MixedGraph:
    return sp.simulate.random_dag(n, edges=n * degree // 2, seed=0)


def timed(work: Callable[[], object], repeat: int = 1) -> float:
    """Return the shortest of several times of a piece of work, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def two_inverses() -> float:
    matrix = np.random.default_rng(0).normal(size=(1000, 1000))
    return timed(lambda: (np.linalg.inv(matrix), np.linalg.inv(matrix)), repeat=5)


def sampled_pairs(dag: sp.MixedGraph, count: int, seed: int = 1) -> list[Asked]:
    """Return pairs of non-adjacent nodes with their moral graphs of An({a, b}) as lists of edges."""
    rng = np.random.default_rng(seed)
    table = dag.table
    parents = [set(dag.numbers(dag.parents(name))) for name in dag.nodes]
    no_spouses: list[set[int]] = [set() for _ in parents]
    found: list[Asked] = []
    while len(found) < count:
        a, b = (int(node) for node in rng.choice(table.n, 2, replace=False))
        hubs = cuts.Hubs(parents, no_spouses, a, b)
        if not set(hubs.hubs[a]) & set(hubs.hubs[b]):
            joined = {pair for members in hubs.members.values() for pair in combinations(sorted(members), 2)}
            found.append((a, b, sorted(joined), sorted(hubs.hubs)))
    return found


def igraph_cuts(pairs: Sequence[Asked]) -> float:
    """Return the time of igraph's vertex connectivity on prepared graphs."""
    prepared = []
    for a, b, joined, nodes in pairs:
        place = {node: i for i, node in enumerate(nodes)}
        graph = igraph.Graph(len(nodes), [(place[u], place[v]) for u, v in joined])
        prepared.append((graph, place[a], place[b]))
    return timed(lambda: [graph.vertex_connectivity(a, b) for graph, a, b in prepared])


def networkx_cuts(pairs: Sequence[Asked]) -> float:
    """Return the time of networkx' minimum node cuts on prepared graphs."""
    prepared = []
    for a, b, joined, nodes in pairs:
        graph = nx.Graph(joined)
        graph.add_nodes_from(nodes)
        prepared.append((graph, a, b))

    def work() -> None:
        for graph, a, b in prepared:
            if nx.has_path(graph, a, b):
                nx.minimum_node_cut(graph, a, b)

    return timed(work)


def seconds_per_separation_test(dag: sp.MixedGraph, count: int, seed: int = 2) -> float:
    """Return the mean time of one question "does this set of two nodes separate a and b"."""
    families, rng = Relatives.of(dag.table), np.random.default_rng(seed)
    asked = [rng.choice(len(dag), 4, replace=False).tolist() for _ in range(count)]
    return timed(lambda: [families.separated(a, b, 1 << x | 1 << y) for a, b, x, y in asked]) / count


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def row(label: str, seconds: float, unit: float, note: str = "") -> None:
    print(f"{label:<44} {seconds:>12.4f} s {seconds / unit:>12.3f} x   {note}")


def kernel_times(n: int, degree: int, ks: Sequence[int], repeat: int) -> dict[int, float]:
    dag = sparse(n, degree)
    rows = to_rows([dag.table.parents(i) for i in range(n)])
    return {k: timed(partial(k_covered, *rows, k), repeat) for k in ks}


def print_large(n: int) -> None:
    """Time and memory of a large graph; runs first, since the peak of memory only ever rises."""
    before = peak_mb()
    times = kernel_times(n, DEGREE, (0, 1, 2, 3), repeat=1)
    output = n * ((n + 7) // 8) / 2**20
    shown = ", ".join(f"k = {k}: {seconds:.3f} s" for k, seconds in times.items())
    print(f"n = {n}, degree {DEGREE}, all {n * (n - 1) // 2} pairs: {shown}")
    print(f"peak memory {peak_mb():.0f} MB, of which {before:.0f} MB before; the output is {output:.1f} MB\n")


def print_others(dag: sp.MixedGraph, samples: int, unit: float) -> None:
    pairs = sampled_pairs(dag, samples)
    scale = len(dag) * (len(dag) - 1) / 2
    note = f"extrapolated from {samples} pairs"
    row("igraph vertex_connectivity", igraph_cuts(pairs) * scale / samples, unit, note)
    row("networkx minimum_node_cut", networkx_cuts(pairs) * scale / samples, unit, note)
    per_test = seconds_per_separation_test(dag, 10 * samples)
    for k in (1, 2, 3):
        covered = k_closure(dag, k).edge_count() - dag.edge_count()
        sets = sum(comb(len(dag) - 2, size) for size in range(k + 1))
        note = f"computed: all {sets} sets for each of the {covered} covered pairs, no other pair counted"
        row(f"every subset of at most {k} nodes", covered * sets * per_test, unit, note)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small samples, and n = 2000 as the large case")
    quick = parser.parse_args().quick
    print_large(2000 if quick else 5000)
    unit = two_inverses()
    dag = sparse(1000, DEGREE)
    print("n = 1000, all 499500 pairs; x: in units of two dense 1000 x 1000 inverses")
    row("two dense inverses (numpy, one thread)", unit, unit)
    for degree in (DEGREE, 2 * DEGREE):
        for k, seconds in kernel_times(1000, degree, SIZES_OF_K, repeat=5).items():
            row(f"sepset kernel, degree {degree}, k = {k}", seconds, unit)
    for k in SIZES_OF_K:
        seconds = timed(partial(k_closure, dag, k), repeat=3)
        row(f"sepset k_closure, degree {DEGREE}, k = {k}", seconds, unit, "checks and graph included")
    print_others(dag, 20 if quick else 200, unit)


if __name__ == "__main__":
    main()

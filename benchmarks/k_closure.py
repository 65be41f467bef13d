"""The k-closure of random sparse DAGs, compared with dense inverses, other tools' cuts and enumeration.

    python -m benchmarks.k_closure [--quick] [--save]

All numbers come from one run. The other tools answer a random sample of pairs; their time for
all pairs is the sample's time scaled up, and the table says so. They are given the moral graph of An({a, b})
without charge, so what is compared is the cut itself. The time to try every subset is a lower bound: the time
of one test, measured, times the tests that the k-covered pairs need. CPU time of one thread. networkx and
igraph come with `pip install sepset[bench]`; one that is missing is left out.
"""

# ruff: noqa: E402  # NumPy reads its number of threads while it is loaded

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import resource
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

import sepset as sp
from benchmarks.record import Table, arguments, finish, least_cpu
from sepset.equivalence.k_closure import k_closure
from sepset.graph.bits import to_rows
from sepset.graph.separation import Relatives
from sepset.kernels import cuts, k_covered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    #: two nodes, and the moral graph of their ancestors as edges and nodes
    Asked: TypeAlias = tuple[int, int, list[tuple[int, int]], list[int]]

DEGREE = 3
SIZES_OF_K = (1, 2, 3, 5)


def sparse(n: int, degree: int) -> sp.MixedGraph:
    return sp.simulate.random_dag(n, edges=n * degree // 2, seed=0)


def two_inverses() -> float:
    matrix = np.random.default_rng(0).normal(size=(1000, 1000))
    return least_cpu(lambda: (np.linalg.inv(matrix), np.linalg.inv(matrix)), repeats=5)[0]


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
    import igraph

    prepared = []
    for a, b, joined, nodes in pairs:
        place = {node: i for i, node in enumerate(nodes)}
        graph = igraph.Graph(len(nodes), [(place[u], place[v]) for u, v in joined])
        prepared.append((graph, place[a], place[b]))
    return least_cpu(lambda: [graph.vertex_connectivity(a, b) for graph, a, b in prepared])[0]


def networkx_cuts(pairs: Sequence[Asked]) -> float:
    """Return the time of networkx' minimum node cuts on prepared graphs."""
    import networkx as nx

    prepared = []
    for a, b, joined, nodes in pairs:
        graph = nx.Graph(joined)
        graph.add_nodes_from(nodes)
        prepared.append((graph, a, b))

    def work() -> None:
        for graph, a, b in prepared:
            if nx.has_path(graph, a, b):
                nx.minimum_node_cut(graph, a, b)

    return least_cpu(work)[0]


def seconds_per_separation_test(dag: sp.MixedGraph, count: int, seed: int = 2) -> float:
    """Return the mean time of one question "does this set of two nodes separate a and b"."""
    families, rng = Relatives.of(dag.table), np.random.default_rng(seed)
    asked = [rng.choice(len(dag), 4, replace=False).tolist() for _ in range(count)]
    return least_cpu(lambda: [families.separated(a, b, 1 << x | 1 << y) for a, b, x, y in asked])[0] / count


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def kernel_times(n: int, degree: int, ks: Sequence[int], repeat: int) -> Iterator[tuple[int, float]]:
    dag = sparse(n, degree)
    rows = to_rows([dag.table.parents(i) for i in range(n)])
    yield from ((k, least_cpu(partial(k_covered, *rows, k), repeat)[0]) for k in ks)


def large(n: int) -> Table:
    """Time and memory of a large graph; runs first, since the peak of memory only ever rises."""
    table = Table(
        "The k-closure of a large graph",
        {"nodes": "count", "pairs": "count", "k": "count", "seconds": "seconds", "peak so far, MB": "count"},
    )
    for k, seconds in kernel_times(n, DEGREE, (0, 1, 2, 3), repeat=1):
        table.add(n, n * (n - 1) // 2, k, seconds, peak_mb())
    return table


def ours(dag: sp.MixedGraph) -> Iterator[tuple[str, int, float, str]]:
    """Yield what was run, k, seconds, and how they were found: the kernel alone, and all of `k_closure`."""
    for degree in (DEGREE, 2 * DEGREE):
        for k, seconds in kernel_times(len(dag), degree, SIZES_OF_K, repeat=5):
            yield f"sepset, kernel, degree {degree}", k, seconds, "measured"
    for k in SIZES_OF_K:
        seconds, _ = least_cpu(partial(k_closure, dag, k), repeats=3)
        yield f"sepset, `k_closure`, degree {DEGREE}", k, seconds, "measured, with checks and the graph"


def others(dag: sp.MixedGraph, samples: int) -> Iterator[tuple[str, int | None, float, str]]:
    """Yield the same of other tools, and of trying every set."""
    pairs = sampled_pairs(dag, samples)
    scale = len(dag) * (len(dag) - 1) / 2 / samples
    how = f"scaled up from {samples} pairs"
    if find_spec("igraph"):
        yield "igraph, `vertex_connectivity`", None, igraph_cuts(pairs) * scale, how
    if find_spec("networkx"):
        yield "networkx, `minimum_node_cut`", None, networkx_cuts(pairs) * scale, how
    per_test = seconds_per_separation_test(dag, 10 * samples)
    for k in (1, 2, 3):
        covered = k_closure(dag, k).edge_count() - dag.edge_count()
        sets = sum(comb(len(dag) - 2, size) for size in range(k + 1))
        yield "every set", k, covered * sets * per_test, f"computed: {sets:,} sets, {covered:,} covered pairs"


def main() -> None:
    options = arguments(__doc__, quick="small samples, and n = 2000 as the large case").parse_args()
    tables = [large(2000 if options.quick else 5000)]
    unit, dag = two_inverses(), sparse(1000, DEGREE)
    table = Table(
        "k-closures of 1,000 nodes",
        {"what": "text", "k": "count", "seconds": "seconds", "times two inverses": "number", "how": "text"},
    )
    table.add("two dense inverses, NumPy", None, unit, 1, "measured")
    for what, k, seconds, how in (*ours(dag), *others(dag, 20 if options.quick else 200)):
        table.add(what, k, seconds, seconds / unit, how)
    finish("k_closure", [*tables, table], save=options.save)


if __name__ == "__main__":
    main()

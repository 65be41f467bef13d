"""k-PC with an oracle on random sparse DAGs: seconds per stage, and the gain of cuts over asking set by set.

    python benchmarks/oracle_kpc.py [--quick]

The search is answered by minimum cuts, the orientation is the standard plan (R0-R4, R8-R10, R11, R12).
"Completed" is the exact search for the k-essential graph, which starts without a DAG of the class ("no
witness": none found within the limit; "open": edge types that stay undecided). Below, the same graphs are
learned by asking the oracle about every set of at most k nodes, as Step 1 of the algorithm is written; both
must give the same graph.
"""

from __future__ import annotations

import argparse
import time

import sepset as sp
from sepset.data.simulate import random_dag

DEGREE = 3


class AskedSetBySet:
    """The same oracle behind the plain protocol of a test, so that no shortcut applies."""

    def __init__(self, graph: sp.MixedGraph) -> None:
        self._oracle = sp.Oracle(graph)
        self.names = graph.nodes

    def __call__(self, a, b, given=()):
        return self._oracle(a, b, given)


def timed(work, *arguments, **options):
    """Return the result of a piece of work and its time in seconds."""
    start = time.perf_counter()
    result = work(*arguments, **options)
    return result, time.perf_counter() - start


def print_stages(sizes, ks, time_limit):
    print(f"random DAGs of degree {DEGREE}; seconds")
    print(f"{'n':>5} {'k':>2} {'edges':>6} {'search':>9} {'orient':>9} {'kpc':>9} {'completed':>11}")
    for n in sizes:
        dag = random_dag(n, edges=n * DEGREE // 2, seed=n)
        oracle = sp.Oracle(dag)
        for k in ks:
            found, search = timed(sp.kpc, oracle, k=k)
            graph, orient = timed(found.graph_at, k)  # made when it is asked for
            seconds = f"{search:>9.3f} {orient:>9.3f} {search + orient:>9.3f}"
            completed = completion(graph, k, time_limit)
            print(f"{n:>5} {k:>2} {graph.edge_count():>6} {seconds} {completed:>11}", flush=True)


def completion(pattern, k, time_limit):
    """Return the time of the exact search as text, or what it left open within the limit."""
    if time_limit is None:
        return "-"
    try:
        result, seconds = timed(sp.theory.complete_pattern, pattern, k, time_limit=time_limit)
    except sp.TimeLimitError:
        return "no witness"
    assert result is not None
    return f"{seconds:.2f}" if result.exact else f"{len(result.undecided)} open"


def print_ratios(sizes, ks):
    print("\nasking the oracle set by set, the same graph")
    print(f"{'n':>5} {'k':>2} {'tests':>9} {'set by set':>11} {'by cuts':>9} {'ratio':>8}")
    for n in sizes:
        dag = random_dag(n, edges=n * DEGREE // 2, seed=n)
        for k in ks:
            plain, slow = timed(sp.kpc, AskedSetBySet(dag), k=k, search="all")
            cuts, fast = timed(sp.kpc, sp.Oracle(dag), k=k)
            assert plain.graph == cuts.graph
            tests = sum(plain.tests_run.values())
            print(f"{n:>5} {k:>2} {tests:>9} {slow:>9.3f} s {fast:>7.4f} s {slow / fast:>7.0f}x", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="up to n = 100, no exact search, smaller ratios")
    quick = parser.parse_args().quick
    print_stages((50, 100) if quick else (50, 100, 200), (1, 2, 3), None if quick else 10.0)
    print_ratios((10, 15) if quick else (10, 20, 30), (1, 2))


if __name__ == "__main__":
    main()

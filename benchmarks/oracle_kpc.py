"""k-PC with an oracle on random sparse DAGs: seconds per stage, and the gain of cuts over asking set by set.

    python -m benchmarks.oracle_kpc [--quick] [--save]

The search is answered by minimum cuts, the orientation is the standard plan (R0-R4, R8-R10, R11, R12).
"Completed" is the exact search for the k-essential graph, which starts without a DAG of the class ("no
witness": none found within the limit; "open": edge types that stay undecided). In the second table the same
graphs are learned by asking the oracle about every set of at most k nodes, as Step 1 of the algorithm is
written; both must give the same graph.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import sepset as sp
from benchmarks.record import Table, arguments, finish, least_cpu
from sepset.data.simulate import random_dag

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sepset.independence import CIResult

DEGREE = 3


class AskedSetBySet:
    """The same oracle behind the plain protocol of a test, so that no shortcut applies."""

    def __init__(self, graph: sp.MixedGraph) -> None:
        self._oracle = sp.Oracle(graph)
        self.names = graph.nodes

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        return self._oracle(a, b, given)


def sparse(n: int) -> sp.MixedGraph:
    return random_dag(n, edges=n * DEGREE // 2, seed=n)


def stages(sizes: Sequence[int], ks: Sequence[int], time_limit: float | None) -> Table:
    seconds = ("search", "orient", "k-PC", "completed")
    table = Table(
        "k-PC with an oracle",
        {"n": "count", "k": "count", "edges": "count", **dict.fromkeys(seconds, "seconds")},
    )
    for n in sizes:
        oracle = sp.Oracle(sparse(n))
        for k in ks:
            search, found = least_cpu(partial(sp.kpc, oracle, k=k, threads=1))
            orient, graph = least_cpu(partial(found.graph_at, k))  # made when it is asked for
            completed = completion(graph, k, time_limit)
            table.add(n, k, graph.edge_count(), search, orient, search + orient, completed)
    return table


def completion(pattern: sp.MixedGraph, k: int, time_limit: float | None) -> float | str | None:
    """Return the time of the exact search, or what it left open within the limit."""
    if time_limit is None:
        return None
    try:
        seconds, result = least_cpu(partial(sp.theory.complete_pattern, pattern, k, time_limit=time_limit))
    except sp.TimeLimitError:
        return "no witness"
    assert result is not None
    return seconds if result.exact else f"{len(result.undecided)} open"


def ratios(sizes: Sequence[int], ks: Sequence[int]) -> Table:
    table = Table(
        "Asking the oracle set by set",
        {
            "n": "count",
            "k": "count",
            "tests": "count",
            "set by set": "seconds",
            "by cuts": "seconds",
            "ratio": "number",
        },
    )
    for n in sizes:
        dag = sparse(n)
        for k in ks:
            slow, plain = least_cpu(partial(sp.kpc, AskedSetBySet(dag), k=k, search="all"))
            fast, cuts = least_cpu(partial(sp.kpc, sp.Oracle(dag), k=k, threads=1))
            assert plain.graph == cuts.graph
            table.add(n, k, sum(plain.tests_run.values()), slow, fast, slow / fast)
    return table


def main() -> None:
    options = arguments(__doc__, quick="up to n = 100, no exact search, smaller ratios").parse_args()
    sizes = (50, 100) if options.quick else (50, 100, 200)
    tables = [
        stages(sizes, (1, 2, 3), None if options.quick else 60.0),
        ratios((10, 15) if options.quick else (10, 20, 30), (1, 2)),
    ]
    finish("oracle_kpc", tables, save=options.save)


if __name__ == "__main__":
    main()

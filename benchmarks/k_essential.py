"""The exact k-essential graph of random DAGs with average degree 3, and the check of its certificate.

    python -m benchmarks.k_essential [--quick] [--save]

Each row is several random DAGs of one size. k = 0 is the closed form, k >= 1 the search with a SAT solver.
"Exact" counts the graphs in which no edge type was left undecided in the time limit; `verify` checks every
certificate without the code that wrote it. Times are CPU seconds of the whole call.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median

import sepset as sp
from benchmarks.record import Table, arguments, finish
from sepset.data.simulate import random_dag

DEGREE = 3
TIME_LIMIT = 3600.0  # elapsed, so that other work on the machine does not count as failure


@dataclass(frozen=True)
class Case:
    """Random DAGs of one size, asked for one k."""

    n: int
    k: int
    dags: int


@dataclass
class Outcome:
    """What happened to the DAGs of one case."""

    search: list[float] = field(default_factory=list)
    verify: list[float] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    witnesses: list[int] = field(default_factory=list)
    exact: int = 0
    verified: int = 0


FULL = [
    *(Case(n, 0, dags) for n, dags in ((37, 20), (100, 20), (300, 5), (1000, 3))),
    *(Case(n, k, dags) for n, dags in ((30, 20), (100, 20), (200, 20), (500, 2)) for k in (1, 2)),
]
QUICK = [Case(100, 0, 3), Case(1000, 0, 1), *(Case(n, k, 3) for n in (30, 100) for k in (1, 2))]


def measure(case: Case) -> Outcome:
    outcome = Outcome()
    for seed in range(case.dags):
        dag = random_dag(case.n, edges=case.n * DEGREE // 2, seed=seed)
        start = time.process_time()
        result = sp.theory.k_essential(dag, case.k, time_limit=TIME_LIMIT)
        outcome.search.append(time.process_time() - start)
        start = time.process_time()
        outcome.verified += sp.theory.verify(result.certificate)
        outcome.verify.append(time.process_time() - start)
        outcome.edges.append(result.graph.edge_count())
        outcome.witnesses.append(len(result.certificate.witnesses))
        outcome.exact += result.exact
    return outcome


def add_row(table: Table, case: Case, outcome: Outcome) -> None:
    table.add(
        *(case.k, case.n, round(median(outcome.edges))),
        *(f"{number} of {case.dags}" for number in (outcome.exact, outcome.verified)),
        *(pick(times) for times in (outcome.search, outcome.verify) for pick in (median, max)),
        round(median(outcome.witnesses)),
    )


def main() -> None:
    options = arguments(__doc__, quick="smaller graphs, and three of each size").parse_args()
    table = Table(
        "Exact k-essential graphs",
        {
            **dict.fromkeys(("k", "n", "edges"), "count"),
            **dict.fromkeys(("exact", "verified"), "text"),
            **dict.fromkeys(("search, median", "worst", "verify, median", "verify, worst"), "seconds"),
            "witnesses": "count",
        },
    )
    for case in QUICK if options.quick else FULL:
        add_row(table, case, measure(case))
        print(f"k = {case.k}, n = {case.n}: done", flush=True)
    finish("k_essential", [table], save=options.save)


if __name__ == "__main__":
    main()

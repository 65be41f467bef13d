"""The exact k-essential graph of random sparse DAGs: how long it takes, and what a time limit leaves open.

    python -m benchmarks.k_essential [--quick] [--save]

Each row is several random DAGs of one size, degree and k. "Solved" counts those that are exact within the
time limit; the others return a sound partial answer, and the table says how many edge types it leaves
undecided. `verify` checks every certificate without the code that wrote it. Times are CPU seconds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median

import sepset as sp
from benchmarks.record import Table, arguments, finish
from sepset.data.simulate import random_dag


@dataclass(frozen=True)
class Case:
    """Random DAGs of one kind, and the time that each may take."""

    n: int
    degree: int
    k: int
    time_limit: float
    dags: int


@dataclass
class Outcome:
    """What happened to the DAGs of one case."""

    seconds: list[float] = field(default_factory=list)
    verify_seconds: list[float] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    witnesses: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    verified: bool = True


FULL = [
    *(Case(30, degree, k, 10.0, 10) for degree in (2, 3) for k in (1, 2)),
    *(Case(50, degree, k, 10.0, 10) for degree in (2, 3) for k in (1, 2)),
    *(Case(100, 2, k, 10.0, 5) for k in (1, 2)),
    Case(100, 3, 1, 10.0, 2),  # beyond the reach of the time limit: the partial answer
]
QUICK = [
    *(Case(30, degree, k, 5.0, 3) for degree in (2, 3) for k in (1, 2)),
    *(Case(50, degree, 1, 5.0, 2) for degree in (2, 3)),
    Case(100, 2, 1, 5.0, 1),
]


def measure(case: Case) -> Outcome:
    outcome = Outcome()
    for seed in range(case.dags):
        dag = random_dag(case.n, edges=case.n * case.degree // 2, seed=seed)
        start = time.process_time()
        result = sp.theory.k_essential(dag, case.k, time_limit=case.time_limit)
        outcome.seconds.append(time.process_time() - start)
        start = time.process_time()
        outcome.verified &= sp.theory.verify(result.certificate)
        outcome.verify_seconds.append(time.process_time() - start)
        outcome.edges.append(result.graph.edge_count())
        outcome.witnesses.append(len(result.certificate.witnesses))
        outcome.undecided.append(len(result.undecided))
    return outcome


def add_row(table: Table, case: Case, outcome: Outcome) -> None:
    table.add(
        *(case.n, case.degree, case.k, round(median(outcome.edges))),
        f"{outcome.undecided.count(0)} of {case.dags} in {case.time_limit:.0f} s",
        *(pick(outcome.seconds) for pick in (median, max)),
        *(pick(outcome.verify_seconds) for pick in (median, max)),
        "all" if outcome.verified else "not all",
        round(median(outcome.witnesses)),
        ", ".join(str(count) for count in outcome.undecided if count) or "none",
    )


def main() -> None:
    options = arguments(__doc__, quick="fewer DAGs and a shorter time limit").parse_args()
    table = Table(
        "Exact k-essential graphs",
        {
            **dict.fromkeys(("n", "degree", "k", "edges"), "count"),
            "solved": "text",
            **dict.fromkeys(("median", "worst", "verify, median", "verify, worst"), "seconds"),
            "verified": "text",
            "witnesses": "count",
            "undecided": "text",
        },
    )
    for case in QUICK if options.quick else FULL:
        add_row(table, case, measure(case))
        print(f"n = {case.n}, degree {case.degree}, k = {case.k}: done", flush=True)
    finish("k_essential", [table], save=options.save)


if __name__ == "__main__":
    main()

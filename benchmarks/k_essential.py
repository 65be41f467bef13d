"""The exact k-essential graph of random sparse DAGs: how long it takes, and what a time limit leaves open.

    python benchmarks/k_essential.py [--quick]

Each row is several random DAGs of one size, degree and k. "Solved" counts those that are exact within the
time limit; the others return a sound partial answer, and the table says how many edge types it leaves
undecided. `verify` checks every certificate without the code that wrote it. The reasons of refutations show
how far the rules go before a search is needed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

import sepset as sp
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
    reasons: Counter[str] = field(default_factory=Counter)
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
        start = time.perf_counter()
        result = sp.theory.k_essential(dag, case.k, time_limit=case.time_limit)
        outcome.seconds.append(time.perf_counter() - start)
        start = time.perf_counter()
        outcome.verified &= sp.theory.verify(result.certificate)
        outcome.verify_seconds.append(time.perf_counter() - start)
        outcome.edges.append(result.graph.edge_count())
        outcome.witnesses.append(len(result.certificate.witnesses))
        outcome.undecided.append(len(result.undecided))
        outcome.reasons.update(entry.reason for entry in result.certificate.refuted)
    return outcome


COLUMNS = "{:>4} {:>6} {:>2} {:>6} {:>13} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9} {:>14}   {}"
HEADINGS = (
    *("n", "degree", "k", "edges", "solved", "median s", "worst s"),
    *("verify s", "worst s", "verified", "witnesses", "undecided", "refutations"),
)


def row(case: Case, outcome: Outcome) -> str:
    left_open = [count for count in outcome.undecided if count]
    return COLUMNS.format(
        *(case.n, case.degree, case.k, round(median(outcome.edges))),
        f"{outcome.undecided.count(0)}/{case.dags} in {case.time_limit:.0f} s",
        *(f"{pick(outcome.seconds):.3f}" for pick in (median, max)),
        *(f"{pick(outcome.verify_seconds):.3f}" for pick in (median, max)),
        "yes" if outcome.verified else "NO",
        round(median(outcome.witnesses)),
        ", ".join(map(str, left_open)) or "-",
        ", ".join(f"{outcome.reasons[reason]} {reason}" for reason in ("cover", "conclusion", "search")),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer DAGs and a shorter time limit")
    print(COLUMNS.format(*HEADINGS))
    for case in QUICK if parser.parse_args().quick else FULL:
        print(row(case, measure(case)), flush=True)


if __name__ == "__main__":
    main()

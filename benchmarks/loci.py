"""LOCI compared with k-PC on the same data, in one run: CPU seconds, and how many times as long LOCI takes.

    python -m benchmarks.loci [--quick] [--save]

Both have k = 1 and the same test; CPU seconds of one thread, the best of three. LOCI asks many more
statements: its second step looks at every set of one variable for the ends of edges that are open. The last
columns are the tests of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sepset as sp
from benchmarks.record import Table, arguments, finish, least_cpu
from sepset.data.simulate import linear_gaussian, random_dag, random_network

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = ((60, 1_000), (150, 10_000), (150, 100_000))
PARENTS = 1.5


def data_of(kind: str, columns: int, rows: int) -> sp.Dataset:
    dag = random_dag(columns, edges=int(PARENTS * columns), seed=1)
    if kind == "binary":
        return random_network(dag, seed=2).sample(rows, seed=3)
    return linear_gaussian(dag, coefficients=(0.3, 1.0), standardise=True, seed=2).sample(rows, seed=3)


def timed(learner: Callable[..., sp.Discovery], data: sp.Dataset) -> tuple[float, int]:
    """Return the best of three times, and the number of tests."""

    def learn() -> sp.Discovery:
        found = learner(data, k=1, threads=1)
        found.graph  # noqa: B018 - made when it is asked for
        return found

    seconds, found = least_cpu(learn, repeats=3)
    return seconds, sum(found.tests_run.values())


def main() -> None:
    options = arguments(__doc__, quick="the smallest data only").parse_args()
    table = Table(
        "LOCI and k-PC",
        {
            "data": "text",
            "LOCI": "seconds",
            "k-PC": "seconds",
            "ratio": "number",
            "LOCI, tests": "count",
            "k-PC, tests": "count",
        },
    )
    for kind in ("binary", "Gaussian"):
        for columns, rows in SIZES[:1] if options.quick else SIZES:
            data = data_of(kind, columns, rows)
            (loci, asked), (kpc, fewer) = timed(sp.loci, data), timed(sp.kpc, data)
            table.add(f"{kind} {columns} x {rows:,}", loci, kpc, loci / kpc, asked, fewer)
    finish("loci", [table], save=options.save)


if __name__ == "__main__":
    main()

"""LOCI beside k-PC on the same data, in one run: seconds, and how many times as long LOCI takes.

    python benchmarks/loci.py [--quick]

Both have k = 1 and the same test. LOCI asks many more statements: its second step looks at every set of one
variable for the ends of edges that are open. The last columns are the tests of each.
"""

from __future__ import annotations

import argparse
import time

import sepset as sp
from sepset.data.simulate import linear_gaussian, random_dag, random_network

SIZES = ((60, 1_000), (150, 10_000), (150, 100_000))
PARENTS = 1.5


def data_of(kind, columns, rows):
    dag = random_dag(columns, edges=int(PARENTS * columns), seed=1)
    if kind == "binary":
        return random_network(dag, seed=2).sample(rows, seed=3)
    return linear_gaussian(dag, coefficients=(0.3, 1.0), standardise=True, seed=2).sample(rows, seed=3)


def timed(learner, data):
    """Return the best of three times, and the number of tests."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        found = learner(data, k=1)
        found.graph  # noqa: B018 - made when it is asked for
        times.append(time.perf_counter() - start)
    return min(times), sum(found.tests_run.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the smallest data only")
    sizes = SIZES[:1] if parser.parse_args().quick else SIZES
    print(f"{'data':<24} {'LOCI':>8} {'k-PC':>8} {'ratio':>6} {'LOCI tests':>11} {'k-PC tests':>11}")
    for kind in ("binary", "Gaussian"):
        for columns, rows in sizes:
            data = data_of(kind, columns, rows)
            (loci, asked), (kpc, fewer) = timed(sp.loci, data), timed(sp.kpc, data)
            name = f"{kind} {columns} x {rows:,}"
            print(
                f"{name:<24} {loci:>8.3f} {kpc:>8.3f} {loci / kpc:>6.1f} {asked:>11,} {fewer:>11,}",
                flush=True,
            )


if __name__ == "__main__":
    main()

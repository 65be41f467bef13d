"""How long one residual test takes, beside Fisher's z on the same numbers: one level, all pairs, all sets.

Run it as ``python benchmarks/residual_kernel.py``. The twin is timed on a part of the tests.
"""

import sys
import time
from itertools import combinations

import numpy as np

from sepset.independence.embedding import normal_scores
from sepset.independence.gaussian import FisherZ
from sepset.independence.residual import ResidualTest
from sepset.kernels.residual import ResidualTable

COLUMNS, ROWS = 37, 1000


def table(rng, kinds):
    """Columns in a chain of their neighbours, of the kinds asked for."""
    latent = np.cumsum(rng.normal(size=(COLUMNS, ROWS)), axis=0) / np.sqrt(np.arange(1, COLUMNS + 1))[:, None]
    columns, levels = [], []
    for i, values in enumerate(latent):
        count = kinds[i % len(kinds)]
        cuts = np.quantile(values, np.arange(1, count) / count) if count else ()
        columns.append(np.searchsorted(cuts, values) if count else values)
        levels.append(count or None)
    return columns, levels


def level(test, size, threads=1):
    pairs = np.array(list(combinations(range(COLUMNS), 2)), dtype=np.int32)
    start = time.perf_counter()
    found = test.search_level(pairs, size, alpha=0.05, threads=threads, largest_p=False)
    return (time.perf_counter() - start) / found.tests * 1e6, found.tests


def main():
    rng = np.random.default_rng(0)
    names = [f"x{i:02}" for i in range(COLUMNS)]
    print(f"{COLUMNS} columns, N = {ROWS}, one thread, microseconds a test")
    for label, kinds in (
        ("continuous", (0,)),
        ("half binary", (0, 2)),
        ("2, 3 levels, 10 levels, continuous", (2, 0, 3, 10)),
    ):
        columns, levels = table(rng, kinds)
        test = ResidualTest(names, columns, levels)
        numbers = np.column_stack([normal_scores(np.asarray(c, dtype=float)) for c in columns])
        fisher = FisherZ(names, numbers)
        for size in (0, 1, 2):
            took, tests = level(test, size)
            base, _ = level(fisher, size)
            print(f"  {label}: k = {size}: {took:.2f} ({tests:,} tests), Fisher's z {base:.3f}")
    columns, _ = table(rng, (0,))
    twin = ResidualTable(
        np.array([normal_scores(c) for c in columns]), np.arange(COLUMNS + 1), np.ones(COLUMNS), None, 1
    )
    start = time.perf_counter()
    for b in range(1, 21):
        twin.test(0, b, np.array([30], dtype=np.int32))
    print(f"  Python twin, continuous, k = 1: {(time.perf_counter() - start) / 20 * 1e6:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

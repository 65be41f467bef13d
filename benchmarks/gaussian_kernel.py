"""Gaussian tests per second and core, by order and instruction set, and how long whole levels take.

Run ``python -m benchmarks.gaussian_kernel``; ``--quick`` leaves out the largest workloads. Times are
processor time of one thread, the best of a few runs where they are short. Levels are timed without the
correlation matrix and without the bookkeeping of a skeleton search. NumPy is compared at orders 1 and 2
only.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from sepset.independence.gaussian import FisherZ
from sepset.independence.protocol import Candidates

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    T = TypeVar("T")

ROWS = 1000
ALPHA = 0.01
# Tests per second and core that the search should reach, by order.
GOALS = {1: 2.3e9, 2: 1.6e9, 3: 1.3e9}


def simulate(n: int, seed: int) -> FisherZ:
    """A linear Gaussian model with 0.7 expected parents a node."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, ROWS))
    for i in range(1, n):
        parents = rng.choice(i, size=min(i, rng.poisson(0.7)), replace=False)
        values[i] += rng.uniform(0.3, 0.8, len(parents)) @ values[parents]
    return FisherZ([f"v{i:05d}" for i in range(n)], values.T)


def every_pair(n: int) -> NDArray[np.int32]:
    return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int32)


def some_pairs(n: int, count: int) -> NDArray[np.int32]:
    pairs = every_pair(n)
    chosen = np.random.default_rng(0).choice(len(pairs), min(count, len(pairs)), replace=False)
    return pairs[np.sort(chosen)]


def timed(run: Callable[[], T], repeats: int = 3) -> tuple[float, T]:
    best = math.inf
    for _ in range(repeats):
        started = time.process_time()
        result = run()
        best = min(best, time.process_time() - started)
    return best, result


def numpy_rate(test: FisherZ, order: int) -> float:
    """Tests per second of the recursion formula, vectorised over the last member of the set."""
    c = test.correlation
    pairs = some_pairs(len(c), 200 if order == 1 else 1)

    def scan(c: NDArray[np.float64]) -> None:
        for a, b in pairs.tolist():
            with np.errstate(all="ignore"):
                np.nanmin((c[a, b] - c[a] * c[b]) ** 2 / ((1 - c[a] ** 2) * (1 - c[b] ** 2)))

    def scan_given_each() -> None:
        for z in range(50):
            rows = [z, *pairs[0].tolist()]
            scan_two(c[rows], z)

    def scan_two(rows: NDArray[np.float64], z: int) -> None:
        with np.errstate(all="ignore"):
            scale = np.sqrt(1 - rows[0] ** 2)
            a, b = ((row - row[z] * rows[0]) / (math.sqrt(1 - row[z] ** 2) * scale) for row in rows[1:])
            np.nanmin((a[pairs[0, 1]] - a * b) ** 2 / ((1 - a**2) * (1 - b**2)))

    if order == 1:
        return len(pairs) * len(c) / timed(lambda: scan(c))[0]
    return 50 * len(c) / timed(scan_given_each)[0]


def rates() -> None:
    layout = "{:>5} {:>9} {:>7} {:>12} {:>9} {:>5} {:>8}"
    print(layout.format("order", "variables", "pairs", "instructions", "G tests/s", "goal", "x NumPy"))
    for order, n, count in ((1, 1000, 50_000), (1, 5000, 50_000), (2, 1000, 5000), (3, 200, 1500)):
        test, pairs = simulate(n, 1), some_pairs(n, count)
        baseline = numpy_rate(test, order) if order <= 2 else math.nan
        for instructions in ("portable", "avx2", "avx512"):
            os.environ["SEPSET_INSTRUCTIONS"] = instructions
            rate = search_rate(test, pairs, order)
            ratio = "-" if math.isnan(baseline) else f"{rate / baseline:.0f}"
            goal = GOALS[order] / 1e9
            print(layout.format(order, n, len(pairs), instructions, f"{rate / 1e9:.2f}", goal, ratio))
    del os.environ["SEPSET_INSTRUCTIONS"]


def search_rate(test: FisherZ, pairs: NDArray[np.int32], order: int) -> float:
    """Tests per second of the search over all sets of one size."""
    seconds, level = timed(
        lambda: test.search_level(pairs, order, alpha=ALPHA, largest_p=False), 5 if order == 1 else 1
    )
    return level.tests / seconds


def neighbour_lists(n: int, pairs: NDArray[np.int32]) -> tuple[NDArray[np.int32], Candidates]:
    """Both ends of every pair with the neighbours of that end."""
    rows = np.concatenate([pairs, pairs[:, ::-1]])
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(rows[:, 0], minlength=n))))
    return rows, Candidates(offsets, np.ascontiguousarray(rows[:, 1]), np.ascontiguousarray(rows[:, 0]))


def level_times(n: int, search: str, k: int) -> None:
    """One run of the levels 0..k."""
    test = simulate(n, 2)
    pairs, total, shown = every_pair(n), 0.0, []
    for size in range(k + 1):
        rows, candidates = (pairs, None) if search == "all" or size == 0 else neighbour_lists(n, pairs)
        started = time.process_time()
        level = test.search_level(rows, size, candidates, alpha=ALPHA, largest_p=False)
        seconds = time.process_time() - started
        total += seconds
        shown.append(f"level {size} {seconds:.3f} s ({level.tests:.2g} tests)")
        separated = {tuple(sorted(pair)) for pair in rows[level.found].tolist()}
        pairs = np.array([pair for pair in pairs.tolist() if tuple(pair) not in separated], dtype=np.int32)
    print(f"{n:>5} {search:>10} k={k}: {total:.3f} s = {', '.join(shown)}; {len(pairs)} pairs left")


def correlation_times() -> None:
    for n, rows in ((500, 1000), (1000, 1000), (100, 100_000)):
        values = np.random.default_rng(0).normal(size=(rows, n))
        names = [f"v{i:05d}" for i in range(n)]
        ours, _ = timed(lambda: FisherZ(names, values))  # noqa: B023 - called at once
        numpys, _ = timed(lambda: np.corrcoef(values.T))  # noqa: B023 - called at once
        print(f"correlations of {n} x {rows}: {ours:.3f} s (NumPy {numpys:.3f} s of processor time)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the largest workloads")
    quick = parser.parse_args().quick
    rates()
    correlation_times()
    for n in (100, 500, 1000):
        level_times(n, "neighbours", 2)
        level_times(n, "all", 1 if quick and n > 100 else 2)
    if not quick:
        level_times(5000, "all", 1)


if __name__ == "__main__":
    main()

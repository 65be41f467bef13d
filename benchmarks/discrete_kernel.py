"""How fast the discrete kernel tests: millions of tests per second, and three whole searches.

Run with ``python -m benchmarks.discrete_kernel [--quick]``. Rates are per CPU second of one thread, searches
take wall seconds of two threads. The goals beside them: rates measured earlier on one core with AVX2, and
what FastPGM (C++) took for its neighbour search on such data, a tenth of it for the neighbour search here.
``SEPSET_INSTRUCTIONS=avx2`` or ``portable`` shows the other instruction sets.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.protocol import Candidates

RATES = [  # levels, columns, rows, size of the set, pairs, goal in millions of tests per second
    (2, 200, 1_000, 1, 199, 286.0),
    (2, 200, 10_000, 1, 199, 57.0),
    (2, 100, 100_000, 1, 99, 6.6),
    (2, 100, 1_000, 2, 99, 234.0),
    (2, 100, 10_000, 2, 60, 88.0),
    (2, 100, 100_000, 2, 10, 12.8),
    (3, 100, 5_000, 1, 99, None),
    (3, 100, 5_000, 2, 60, 3.0),
    (4, 100, 5_000, 2, 20, 1.0),
    (2, 40, 10_000, 3, 20, None),
]
SEARCHES = [  # name, levels, columns, rows, edges, goal for k = 1, goal for k = 2 in seconds
    ("37 mixed x 5,000", (2, 4), 37, 5_000, 46, 0.046, 0.065),
    ("100 binary x 10,000", (2, 2), 100, 10_000, 150, 0.48, 0.53),
    ("200 three-level x 5,000", (3, 3), 200, 5_000, 300, 1.26, 1.46),
]


def chain(levels: int, columns: int, rows: int, rng: np.random.Generator) -> np.ndarray:
    """Each column copies the one before in a quarter of the rows, so that neighbours stay dependent."""
    codes = rng.integers(0, levels, (columns, rows))
    for i in range(1, columns):
        same = rng.random(rows) < 0.25
        codes[i, same] = codes[i - 1, same]
    return codes


def network(
    levels: tuple[int, int], columns: int, rows: int, edges: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Rows from a random DAG with probability tables uniform on the simplex."""
    counts = rng.integers(levels[0], levels[1] + 1, columns)
    parents: list[list[int]] = [[] for _ in range(columns)]
    while sum(map(len, parents)) < edges:
        a, b = sorted(rng.choice(columns, 2, replace=False).tolist())
        if a not in parents[b] and len(parents[b]) < 4:
            parents[b].append(a)
    codes = np.zeros((columns, rows), dtype=np.int64)
    for x in range(columns):
        shape = tuple(counts[p] for p in parents[x])
        table = rng.dirichlet(np.ones(counts[x]), size=int(np.prod(shape)))
        row = np.ravel_multi_index(codes[parents[x]], shape) if shape else np.zeros(rows, dtype=np.int64)
        codes[x] = (rng.random(rows)[:, None] > table[row].cumsum(axis=1)).sum(axis=1).clip(0, counts[x] - 1)
    return codes, counts


def rate(test: ChiSquare | GSquare, pairs: np.ndarray, size: int) -> float:
    """Tests per second, in millions: the best of five."""
    best = np.inf
    for _ in range(5):
        start = time.process_time()
        level = test.search_level(pairs, size, alpha=0.05, largest_p=False)
        best = min(best, time.process_time() - start)
    return level.tests / best / 1e6


def neighbour_lists(pairs: np.ndarray, columns: int, side: int) -> Candidates:
    adjacent: list[list[int]] = [[] for _ in range(columns)]
    for a, b in pairs.tolist():
        adjacent[a].append(b)
        adjacent[b].append(a)
    return Candidates.from_lists([sorted(members) for members in adjacent], pairs[:, side].tolist())


def search(
    test: ChiSquare | GSquare, columns: int, k: int, neighbours: bool, threads: int
) -> tuple[float, int, int]:
    """Wall seconds, tests and remaining pairs of a search up to k."""
    start = time.perf_counter()
    pairs = np.array([(a, b) for a in range(columns) for b in range(a + 1, columns)], dtype=np.int32)
    tests = 0
    for size in range(k + 1):
        found = np.zeros(len(pairs), dtype=bool)
        lists = [neighbour_lists(pairs, columns, side) for side in (0, 1)] if neighbours and size else [None]
        for candidates in lists:
            level = test.search_level(pairs, size, candidates, alpha=0.05, threads=threads, largest_p=False)
            tests += level.tests
            found |= level.found
        pairs = pairs[~found]
    return time.perf_counter() - start, tests, len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="rates only up to 10,000 rows")
    quick = parser.parse_args().quick
    rng = np.random.default_rng(0)
    print(f"{'':34}{'chi2':>10}{'g2':>10}{'goal':>10}   million tests a second, one thread")
    for levels, columns, rows, size, pairs, goal in RATES:
        if quick and rows > 10_000:
            continue
        names = [f"x{i:03}" for i in range(columns)]
        codes = chain(levels, columns, rows, rng)
        ends = np.array([(i, i + 1) for i in range(pairs)], dtype=np.int32)
        x2, g2 = (rate(kind(names, codes, [levels] * columns), ends, size) for kind in (ChiSquare, GSquare))
        label = f"{levels} levels, N = {rows:,}, |S| = {size}"
        print(f"{label:34}{x2:10.1f}{g2:10.1f}{goal or '':>10}")
    print(f"\n{'':46}{'chi2':>9}{'g2':>9}{'goal':>9}   seconds, two threads (tests, pairs left)")
    for name, spread, columns, rows, edges, *goals in SEARCHES:
        codes, counts = network(spread, columns, rows, edges, rng)
        names = [f"x{i:03}" for i in range(columns)]
        start = time.perf_counter()
        tests = [kind(names, codes, counts.tolist(), threads=2) for kind in (ChiSquare, GSquare)]
        print(f"{name}: {(time.perf_counter() - start) / 2:.4f} s to set up")
        for neighbours in (False, True):
            for k, goal in zip((1, 2), goals, strict=True):
                runs = [[search(test, columns, k, neighbours, 2) for _ in range(3)] for test in tests]
                x2, g2 = (min(run)[0] for run in runs)
                label = f"  {'neighbours' if neighbours else 'all subsets'}, k = {k}"
                goal /= 10 if neighbours else 1
                print(f"{label:46}{x2:9.4f}{g2:9.4f}{goal:9.4f}   ({runs[0][0][1]:,}, {runs[0][0][2]})")


if __name__ == "__main__":
    main()

"""Gaussian tests per second and core, by order and instruction set; and how long correlations take.

    python -m benchmarks.gaussian_kernel [--quick] [--save]

Times are processor time of one thread, the best of a few runs where they are short. NumPy is compared at
orders 1 and 2 only. The figures of an earlier study, measured on one core with AVX2, are the goals.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.instructions import INSTRUCTIONS, on_each
from benchmarks.record import CellKind, Table, arguments, finish, least_cpu
from sepset.independence.gaussian import FisherZ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ROWS = 1000
REPEATS = 3
#: The alpha for which some sets separate their pair, and one for which none does.
ALPHAS = {"some": 0.01, "none": 1 - 1e-9}
#: Tests per second and core that the search should reach, in thousands of millions, by order.
GOALS = {1: 2.3, 2: 1.6, 3: 1.3}
#: order, variables, pairs, whether some sets separate
SEARCHES = (
    (1, 1000, 50_000, "some"),
    (1, 1000, 50_000, "none"),
    (1, 5000, 50_000, "some"),
    (2, 1000, 5000, "some"),
    (3, 200, 1500, "some"),
)
QUICK = ((1, 300, 5000, "some"), (1, 300, 5000, "none"), (2, 100, 500, "some"), (3, 50, 100, "some"))
CORRELATIONS = ((500, 1000), (1000, 1000), (100, 100_000))


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
        return len(pairs) * len(c) / least_cpu(lambda: scan(c), REPEATS)[0]
    return 50 * len(c) / least_cpu(scan_given_each, REPEATS)[0]


def rates(searches: Sequence[tuple[int, int, int, str]]) -> Table:
    """Tests per second of searches over all sets of one size."""
    instructions: dict[str, CellKind] = dict.fromkeys(INSTRUCTIONS.values(), "number")
    table = Table(
        "Gaussian tests, thousands of millions a second",
        {
            "set": "count",
            "variables": "count",
            "pairs": "count",
            "sets that separate": "text",
            "study, AVX2": "exact",
            **instructions,
            "NumPy": "number",
        },
    )
    for order, n, count, separate in searches:
        test, pairs = simulate(n, 1), some_pairs(n, count)
        numpys = numpy_rate(test, order) / 1e9 if order <= 2 and separate == "some" else None
        found = on_each(partial(search_rate, test, pairs, order, ALPHAS[separate]))
        goal = GOALS[order] if separate == "some" else None  # the study says nothing of others
        table.add(order, n, len(pairs), separate, goal, *found, numpys)
    return table


def search_rate(test: FisherZ, pairs: NDArray[np.int32], order: int, alpha: float) -> float:
    """Tests of one size that a search makes in a second, in thousands of millions."""
    search = partial(test.search_level, pairs, order, alpha=alpha, largest_p=False)
    seconds, level = least_cpu(search, 5 if order == 1 else 1)
    return level.tests / seconds / 1e9


def correlations(sizes: Sequence[tuple[int, int]]) -> Table:
    table = Table(
        "Correlation matrices",
        {
            "columns": "count",
            "rows": "count",
            "sepset": "seconds",
            "NumPy": "seconds",
            "1e9 products a second": "number",
        },
    )
    for n, rows in sizes:
        values = np.random.default_rng(0).normal(size=(rows, n))
        ours, _ = least_cpu(partial(FisherZ, [f"v{i:05d}" for i in range(n)], values), REPEATS)
        with threadpool_limits(1):  # threads of NumPy's that wait are processor time, too
            numpys, _ = least_cpu(partial(np.corrcoef, values.T), REPEATS)
        table.add(n, rows, ours, numpys, n * (n + 1) / 2 * rows / ours / 1e9)
    return table


def main() -> None:
    options = arguments(__doc__, quick="small workloads").parse_args()
    tables = [
        rates(QUICK if options.quick else SEARCHES),
        correlations(CORRELATIONS[:1] if options.quick else CORRELATIONS),
    ]
    finish("gaussian_kernel", tables, save=options.save)


if __name__ == "__main__":
    main()

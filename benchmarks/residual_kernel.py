"""How long one residual test takes, and Fisher's z on the same numbers: one level, all pairs, all sets.

    python -m benchmarks.residual_kernel [--quick] [--save]

The twin in Python is timed on a part of the tests.
"""

from __future__ import annotations

import time
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.record import Table, arguments, finish
from sepset.independence.embedding import normal_scores
from sepset.independence.gaussian import FisherZ
from sepset.independence.residual import ResidualTest
from sepset.kernels.residual import ResidualTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.independence.protocol import LevelTest

COLUMNS, ROWS = 37, 1000
#: numbers of levels that columns take in turn; 0 is continuous
KINDS = {
    "continuous": (0,),
    "half binary": (0, 2),
    "2, 3 levels, 10 levels, continuous": (2, 0, 3, 10),
}


def columns_of(
    rng: np.random.Generator, kinds: Sequence[int]
) -> tuple[list[NDArray[np.generic]], list[int | None]]:
    """Columns in a chain of their neighbours, of the kinds asked for."""
    latent = np.cumsum(rng.normal(size=(COLUMNS, ROWS)), axis=0) / np.sqrt(np.arange(1, COLUMNS + 1))[:, None]
    columns: list[NDArray[np.generic]] = []
    levels: list[int | None] = []
    for i, values in enumerate(latent):
        count = kinds[i % len(kinds)]
        cuts = np.quantile(values, np.arange(1, count) / count) if count else ()
        columns.append(np.searchsorted(cuts, values) if count else values)
        levels.append(count or None)
    return columns, levels


def microseconds(test: LevelTest, size: int) -> tuple[float, int]:
    """Return the CPU time of one test of a level, and how many there are."""
    pairs = np.array(list(combinations(range(COLUMNS), 2)), dtype=np.int32)
    start = time.process_time()
    found = test.search_level(pairs, size, alpha=0.05, threads=1, largest_p=False)
    return (time.process_time() - start) / found.tests * 1e6, found.tests


def twin_microseconds(rng: np.random.Generator) -> float:
    """Return the CPU time of one test of the twin, continuous columns and one member."""
    columns, _ = columns_of(rng, (0,))
    values = np.array([normal_scores(column.astype(np.float64)) for column in columns])
    twin = ResidualTable(values, np.arange(COLUMNS + 1), np.ones(COLUMNS, dtype=np.uint8), None, 1)
    start = time.process_time()
    for b in range(1, 21):
        twin.test(0, b, np.array([30], dtype=np.int32))
    return (time.process_time() - start) / 20 * 1e6


def main() -> None:
    options = arguments(__doc__, quick="sets of at most one member").parse_args()
    rng = np.random.default_rng(0)
    names = [f"x{i:02}" for i in range(COLUMNS)]
    numbers = ("residual, us", "Fisher's z, us", "ratio", "Python twin, us")
    table = Table(
        "The residual test",
        {"columns": "text", "set": "count", "tests": "count", **dict.fromkeys(numbers, "number")},
    )
    for label, kinds in KINDS.items():
        columns, levels = columns_of(rng, kinds)
        residual = ResidualTest(names, columns, levels)
        fisher = FisherZ(names, np.column_stack([normal_scores(c.astype(np.float64)) for c in columns]))
        for size in (0, 1) if options.quick else (0, 1, 2):
            took, tests = microseconds(residual, size)
            base, _ = microseconds(fisher, size)
            twin = twin_microseconds(rng) if (label, size) == ("continuous", 1) else None
            table.add(label, size, tests, took, base, took / base, twin)
    finish("residual_kernel", [table], save=options.save)


if __name__ == "__main__":
    main()

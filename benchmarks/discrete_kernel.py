"""How fast the discrete kernel tests: millions of tests per CPU second of one thread.

    python -m benchmarks.discrete_kernel [--quick] [--save]

Each instruction set that the processor has is measured in turn; the figures of an earlier study, measured on
one core with AVX2, are the goals.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.instructions import INSTRUCTIONS, on_each
from benchmarks.record import CellKind, Table, arguments, finish, least_cpu
from sepset.independence.discrete import ChiSquare, ContingencyTest, GSquare

RATES = [  # levels, columns, rows, size of the set, pairs, goal in millions of tests per second
    (2, 200, 1_000, 1, 199, 286),
    (2, 200, 10_000, 1, 199, 57),
    (2, 100, 100_000, 1, 99, 6.6),
    (2, 100, 1_000, 2, 99, 234),
    (2, 100, 10_000, 2, 60, 88),
    (2, 100, 100_000, 2, 10, 12.8),
    (3, 100, 5_000, 1, 99, None),
    (3, 100, 5_000, 2, 60, 3),
    (4, 100, 5_000, 2, 20, 1),
    (2, 40, 10_000, 3, 20, None),
]
TESTS = {"chi-square": ChiSquare, "G-square": GSquare}
REPEATS = 5


def chain(levels: int, columns: int, rows: int, rng: np.random.Generator) -> np.ndarray:
    """Each column copies the one before in a quarter of the rows, so that neighbours stay dependent."""
    codes = rng.integers(0, levels, (columns, rows))
    for i in range(1, columns):
        same = rng.random(rows) < 0.25
        codes[i, same] = codes[i - 1, same]
    return codes


def rate(test: ContingencyTest, pairs: np.ndarray, size: int, repeats: int) -> float:
    """Tests per second, in millions: the best of several."""
    best, level = least_cpu(partial(test.search_level, pairs, size, alpha=0.05, largest_p=False), repeats)
    return level.tests / best / 1e6


def main() -> None:
    options = arguments(__doc__, quick="up to 10,000 rows, once").parse_args()
    repeats = 1 if options.quick else REPEATS
    counts: dict[str, CellKind] = dict.fromkeys(("levels", "rows", "set"), "count")
    rates: dict[str, CellKind] = {
        f"{test}, {one}": "number" for test in TESTS for one in INSTRUCTIONS.values()
    }
    table = Table("Discrete tests, millions a second", {**counts, "study, AVX2": "exact", **rates})
    rng = np.random.default_rng(0)
    for levels, columns, rows, size, pairs, goal in RATES:
        if options.quick and rows > 10_000:
            continue
        names = [f"x{i:03}" for i in range(columns)]
        codes = chain(levels, columns, rows, rng)
        ends = np.array([(i, i + 1) for i in range(pairs)], dtype=np.int32)
        found: list[float | None] = []
        for kind in TESTS.values():
            # A test takes its instructions when it is made.
            made = partial(kind, names, codes, [levels] * columns)
            found += on_each(lambda: rate(made(), ends, size, repeats))  # noqa: B023 - at once
        table.add(levels, rows, size, goal, *found)
    finish("discrete_kernel", [table], save=options.save)


if __name__ == "__main__":
    main()

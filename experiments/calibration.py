"""How often every test rejects, where two columns are independent given S and where they are not.

Run it as ``python -m experiments.calibration [repeats]``; it writes ``experiments/results/calibration.json``
and the figures of docs/calibration.md. Each repeat draws the kinds of the columns, a chain a -> S -> b or a
fork a <- S -> b, and rows; a and b are independent given S, or b also has a part sqrt(9 / N) of a. The
families of tables:

- ``binary``, ``three levels``, ``ten levels``: discrete columns, logistic in what causes them;
- ``gaussian``: linear, normal noise; ``lognormal``: linear, skewed noise; ``copula``: gaussian ones, every
  column bent monotonely afterwards; ``nonlinear``: effects that are bent;
- ``mixed``: each column one of binary, three levels, ten levels, Gaussian, lognormal and counts;
- the same with a fifth of the values of every column missing at random, for the test-wise variants.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.independence import ChiSquare, FisherZ, GSquare, MonteCarloG2, ResidualTest
from sepset.independence.testwise import TestwiseChiSquare, TestwiseFisherZ, TestwiseGSquare

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sepset.independence import CITest

    Column = NDArray[np.float64] | NDArray[np.int64]

RESULTS = Path(__file__).resolve().parent / "results"
FIGURES = Path(__file__).resolve().parent.parent / "docs" / "figures"
ROWS = (50, 200, 1000, 5000)
#: this many rows cost so much that half of the repeats are drawn
MANY_ROWS = 5000
SIZES = (0, 1, 2)
ALPHA = 0.05
GAPS = 0.2
#: permutations of ``mc_g2``; few, so that there is time for many tables
DRAWS = 199
LEVELS = {"binary": 2, "three levels": 3, "ten levels": 10}
MIXED = (*LEVELS, "gaussian", "lognormal", "counts")
#: family of tables -> the tests that take them; "+ gaps" is the same with missing values
FAMILIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(LEVELS, ("chi2", "g2", "mc_g2")),
    **dict.fromkeys(("gaussian", "lognormal", "copula", "nonlinear"), ("fisher_z", "residual")),
    "mixed": ("residual",),
    "three levels + gaps": ("chi2", "g2"),
    "gaussian + gaps": ("fisher_z", "residual"),
    "mixed + gaps": ("residual",),
}


class Table(NamedTuple):
    """Columns a, b and S: numbers, or codes of a number of levels."""

    names: list[str]
    columns: list[Column]
    levels: list[int | None]
    gaps: bool


def main(repeats: int) -> None:
    """Measure, write and draw."""
    lines = []
    for number, (family, tests) in enumerate(FAMILIES.items()):
        for size in SIZES:
            for rows in ROWS:
                drawn = repeats // 2 if rows >= MANY_ROWS else repeats
                lines += rates(family, tests, size, rows, drawn, seed=number)
        print(f"{family}: done", flush=True)
    document = {"alpha": ALPHA, "repeats": repeats, "effect": "sqrt(9 / N)", "rates": lines}
    (RESULTS / "calibration.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    from experiments.calibration_figures import draw

    draw(document, FIGURES)


def rates(
    family: str, tests: tuple[str, ...], size: int, rows: int, repeats: int, seed: int
) -> list[dict[str, object]]:
    """Return how often each test rejects at one size of S and number of rows, with and without an effect."""
    lines: list[dict[str, object]] = []
    for effect in (0.0, (9 / rows) ** 0.5):
        counts = {test: [0, 0] for test in tests}
        for repeat in range(repeats):
            rng = np.random.default_rng([seed, size, rows, effect > 0, repeat])
            drawn = table(family, size, rows, effect, rng)
            if drawn is None:
                continue
            for test in tests:
                result = _test(test, drawn)("a", "b", drawn.names[2:])
                counts[test][0] += result.usable
                counts[test][1] += result.usable and result.p <= ALPHA
        rate = "power" if effect else "type_one"
        for test, (used, rejected) in counts.items():
            share = round(rejected / used, 4) if used else None
            lines.append(
                {
                    "family": family,
                    "test": test,
                    "size": size,
                    "rows": rows,
                    "rate": rate,
                    "used": used,
                    "share": share,
                }
            )
    return lines


def _test(name: str, drawn: Table) -> CITest:
    names, columns, levels, gaps = drawn
    if name == "residual":
        return ResidualTest(names, columns, levels)
    if name == "fisher_z":
        return TestwiseFisherZ(names, columns) if gaps else FisherZ(names, np.column_stack(columns))
    counts = [count or 0 for count in levels]
    if name == "mc_g2":
        return MonteCarloG2(names, columns, counts, draws=DRAWS, exact_tables=1)
    kinds = {"chi2": (ChiSquare, TestwiseChiSquare), "g2": (GSquare, TestwiseGSquare)}
    return kinds[name][gaps](names, columns, counts)


def table(family: str, size: int, rows: int, effect: float, rng: np.random.Generator) -> Table | None:
    """Return columns a, b and S; None where a column came out constant."""
    base, gaps = family.removesuffix(" + gaps"), family.endswith("gaps")
    names = ["a", "b", *(f"s{i}" for i in range(size))]
    kinds = dict(zip(names, rng.choice(MIXED if base == "mixed" else [base], 2 + size).tolist(), strict=True))
    strength = rng.uniform(0.4, 1.0)
    columns: dict[str, Column] = {}
    influence = partial(_influence, kinds=kinds, columns=columns, rng=rng)

    def put(name: str, causes: list[str], more: float | NDArray[np.float64] = 0.0) -> None:
        mean = strength * sum((influence(cause) for cause in causes), np.zeros(rows)) + more
        columns[name] = _drawn(kinds[name], mean, rng)

    chain = bool(rng.integers(2))
    if chain:
        put("a", [])
    for name in names[2:]:
        put(name, ["a"] if chain and name == "s0" else [])
    if not chain:
        put("a", names[2:])
    put("b", names[2:], effect * influence("a") if effect else 0.0)
    if base == "copula":
        columns.update({name: _bent(values, rng) for name, values in columns.items()})
    if any(len(np.unique(values)) < 2 for values in columns.values()):
        return None
    levels = [LEVELS.get(kinds[name]) for name in names]
    listed = [columns[name] for name in names]
    if gaps:
        listed = [_with_gaps(values, count, rng) for values, count in zip(listed, levels, strict=True)]
    return Table(names, listed, levels, gaps)


def _with_gaps(values: Column, levels: int | None, rng: np.random.Generator) -> Column:
    """Return a column with a fifth of its values missing: NaN, or one code more."""
    return np.where(rng.random(len(values)) < GAPS, np.nan if levels is None else levels, values)


def _drawn(kind: str, mean: NDArray[np.float64], rng: np.random.Generator) -> Column:
    """Return a column of a kind whose distribution shifts with `mean`."""
    if kind in LEVELS:
        slopes, offsets = np.linspace(-1.0, 1.0, LEVELS[kind]), np.cos(np.arange(LEVELS[kind]))
        chances = np.outer(mean, slopes) + 0.5 * offsets + rng.gumbel(size=(len(mean), LEVELS[kind]))
        codes: NDArray[np.int64] = chances.argmax(axis=1)
        return codes
    if kind == "counts":
        return rng.poisson(np.exp(np.clip(0.5 + 0.6 * mean, -4, 4))).astype(float)
    noise = rng.normal(size=len(mean))
    values: NDArray[np.float64] = mean + (
        (np.exp(noise) - np.exp(0.5)) / 2.0 if kind == "lognormal" else noise
    )
    return values


def _influence(
    cause: str, *, kinds: dict[str, str], columns: dict[str, Column], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return what a column does to its effects: any number a level, or a line or curve of its values."""
    kind, values = kinds[cause], columns[cause]
    if kind in LEVELS:
        by_level = rng.normal(size=LEVELS[kind])
        levels: NDArray[np.float64] = ((by_level - by_level.mean()) / max(by_level.std(), 0.3))[values]
        return levels
    z: NDArray[np.float64] = (values - values.mean()) / max(float(values.std()), 1e-9)
    if kind != "nonlinear":
        return z
    curves: tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], ...] = (
        np.tanh, np.sin, np.square, lambda x: np.exp(np.minimum(x, 2.0) / 2.0),
    )  # fmt: skip
    curve = curves[rng.integers(len(curves))](1.5 * z)
    bent: NDArray[np.float64] = (curve - curve.mean()) / max(float(curve.std()), 1e-9)
    return bent


def _bent(values: Column, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a monotone bend of a column."""
    z = (values - values.mean()) / values.std()
    bends: tuple[NDArray[np.float64], ...] = (np.exp(z), z**3, np.sign(z) * np.sqrt(np.abs(z)))
    return bends[rng.integers(3)]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

"""Which values are missing, and which other columns predict that they are.

For a column with gaps let R say in which rows its value is missing. R is tested against each other column, in
the rows in which that one has a value: a continuous one by the residual test, a discrete one by chi-square.
All p-values of a table are adjusted together (Holm 1979, *Scandinavian Journal of Statistics* 6, 65-70): if
values are missing completely at random, a column is named in at most 5 % of tables. A pair is left untested
if fewer than 5 values are missing, or present, where the other column has one; levels so rare that fewer than
5 missing (or present) values are expected in them are taken together first.

That nothing predicts R does not make it harmless: whether a value is missing may depend on the value itself.

>>> rng = np.random.default_rng(0)
>>> age = rng.normal(size=300)
>>> income = np.where(age + rng.normal(size=300) > 1.0, np.nan, rng.normal(size=300))
>>> print(missingness({"age": age, "income": income}))
income: 72 of 300 values are missing (24 %); whether one is depends on age (p < 0.001)
Values that are missing because of an effect of both variables create false edges.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.data.dataset import Dataset
from sepset.data.reading.table import dataset
from sepset.independence.discrete import ChiSquare
from sepset.independence.residual import ResidualTest
from sepset.wording import as_percent, printable, with_rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sepset.data.column import Column

LEVEL = 0.05
_FEWEST = 5
_SHOWN = 5
EFFECT_OF_BOTH = "values that are missing because of an effect of both variables create false edges"


class Predictor(NamedTuple):
    """A column that predicts where another one has gaps, and the p-value after adjusting for all pairs."""

    name: str
    p: float


class Gaps(NamedTuple):
    """The missing values of one column: how many of how many rows, and what predicts them, surest first.

    `predicted_by` is None where this is not known, because the rows with gaps were dropped.
    """

    name: str
    missing: int
    rows: int
    predicted_by: tuple[Predictor, ...] | None

    @property
    def share(self) -> float:
        """The share of values that are missing."""
        return self.missing / self.rows

    def __str__(self) -> str:
        said = (
            f"{printable(self.name)}: {self.missing:,} of {self.rows:,} values are missing "
            f"({as_percent(self.share)})"
        )
        if self.predicted_by is None:
            return f"{said}; their rows were dropped"
        if not self.predicted_by:
            return f"{said}; no other column predicts which"
        return f"{said}; whether one is depends on {predictors(self.predicted_by)}"


class Missingness(NamedTuple):
    """A short report on missing values: the columns that have any, in the order of the table."""

    columns: tuple[Gaps, ...]

    def __str__(self) -> str:
        if not self.columns:
            return "No value is missing."
        return "\n".join([*map(str, self.columns), f"{EFFECT_OF_BOTH.capitalize()}."])


def predictors(found: Sequence[Predictor]) -> str:
    """Return columns that predict gaps, with their p-values, in words."""
    shown = [f"{printable(name)} (p {'< 0.001' if p < 0.001 else f'= {p:.2g}'})" for name, p in found]
    return with_rest(shown, _SHOWN)


def missingness(data: object) -> Missingness:
    """Report how many values each column lacks, and which other columns predict that.

    `data` is anything that `dataset` takes, such as ``sp.read(path, missing="testwise")``.

    >>> print(missingness({"a": [1.5, 2.0, 0.5], "b": ["u", "v", "u"]}))
    No value is missing.
    """
    table = data if isinstance(data, Dataset) else dataset(data, missing="testwise")
    named = _named(table)
    rows = table.rows + table.dropped
    return Missingness(
        tuple(
            Gaps(name, count, rows, named.get(name, () if table.gaps else None))
            for name, count in table.missing.items()
        )
    )


def _named(data: Dataset) -> Mapping[str, tuple[Predictor, ...]]:
    """Return, for each column with gaps, the columns that predict them at the level of the whole table."""
    if not data.gaps:  # a scan has none, and is not read for this
        return {}
    tests = sorted(_tests(data), key=lambda test: (test[2], test[0], test[1]))
    found: dict[str, list[Predictor]] = {name: [] for name in data.gaps}
    adjusted = 0.0
    for done, (name, by, p) in enumerate(tests):
        adjusted = max(adjusted, (len(tests) - done) * p)
        if adjusted > LEVEL:
            break
        found[name].append(Predictor(by, adjusted))
    return {name: tuple(by) for name, by in found.items()}


def _tests(data: Dataset) -> Iterator[tuple[str, str, float]]:
    """Yield column with gaps, other column, p of their test, for every pair that can be tested."""
    continuous = [column for column in data.columns if column.kind == "continuous"]
    scores = _against_numbers(data, continuous) if continuous else None
    for name, column in product(data.gaps, data.columns):
        if column.name == name or not _enough(data.gaps[name], column):
            continue
        if scores is not None and column.kind == "continuous":
            answer = scores(_gap(name), _column(column.name))
            p = answer.p if answer.usable else None
        else:
            p = _against_levels(data.gaps[name], column)
        if p is not None:
            yield name, column.name, p


def _enough(gaps: NDArray[np.bool_], column: Column) -> bool:
    present = ~column.missing()
    missing = int((gaps & present).sum())
    return min(missing, int(present.sum()) - missing) >= _FEWEST


def _against_numbers(data: Dataset, columns: Sequence[Column]) -> ResidualTest:
    """Return one test of all gaps and all continuous columns, so that each is scored once."""
    return ResidualTest(
        [*(_column(column.name) for column in columns), *map(_gap, data.gaps)],
        [*(column.values for column in columns), *(gaps.astype(np.uint8) for gaps in data.gaps.values())],
        [*([None] * len(columns)), *([2] * len(data.gaps))],
    )


def _gap(name: str) -> str:
    return f"gap {name}"


def _column(name: str) -> str:
    return f"column {name}"


def _against_levels(gaps: NDArray[np.bool_], column: Column) -> float | None:
    """Return the p-value of gaps against levels, rare ones merged; None if only one level is left."""
    present = ~column.missing()
    codes, missing = column.values[present].astype(np.intp), gaps[present]
    rarer = min(missing.mean(), 1.0 - missing.mean())
    merged = _merged(np.bincount(codes, minlength=len(column.levels)), _FEWEST / rarer)
    levels = int(merged.max()) + 1
    if levels < 2:
        return None
    answer = ChiSquare(("gap", "column"), [missing.astype(np.uint8), merged[codes]], (2, levels))(
        "gap", "column"
    )
    return answer.p if answer.usable else None


def _merged(counts: NDArray[np.intp], fewest: float) -> NDArray[np.intp]:
    """Return a new code for each level, the rarest with one code, such that each has enough rows.

    >>> _merged(np.array([30, 2, 3, 40]), 5.0).tolist(), _merged(np.array([30, 2, 1, 40]), 5.0).tolist()
    ([1, 0, 0, 2], [0, 0, 0, 1])
    """
    codes = np.zeros(len(counts), dtype=np.intp)
    code = total = 0
    for level in np.argsort(counts, kind="stable").tolist():
        if total >= fewest:
            code, total = code + 1, 0
        codes[level] = code
        total += int(counts[level])
    if total < fewest and code:
        codes[codes == code] = code - 1
    return codes

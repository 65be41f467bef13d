"""What makes a table hard to learn from, in words, before anyone believes a graph.

It finds few rows, row numbers, copies and linear combinations, columns that nearly determine another, rare
levels, very many levels, labels that differ only in case or spaces, skewed or curved columns, and missing
values.

>>> from sepset.data.reading.table import dataset
>>> rows = {"sex": ["f", "m", "F ", "m"] * 9, "dose": [0.5, 1.7, 2.9, 4.0] * 9}
>>> print(doubts(dataset(rows))[0].partition("; ")[0])
column 'sex' has levels that differ only in case or spaces: 'F ' and 'f'
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import Advice, Remark
from sepset.wording import as_percent, some, with_rest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.data.column import Column
    from sepset.data.dataset import Dataset
    from sepset.errors import MessagePart

FEWEST_ROWS_A_COLUMN = 5
FEWEST_ROWS_A_LEVEL = 5
MANY_LEVELS = 50
NEARLY_ALL = 0.99
SMALL_SHARE = 0.8
FEW_ROWS = 50
_NUMBER_NAME = re.compile(r"[+-]?\d+(\.\d+)?", re.ASCII)
# Pairs of columns are compared while there are no more values than this.
_MOST_COMPARED = 20_000_000
_SHOWN = 5
# In standard deviations: far out even among the pairs of a hundred columns.
_CURVED = 6.0


def doubts(data: Dataset) -> tuple[Remark, ...]:
    """Return what a reader should know about a table, one sentence each, with its kind."""
    return (
        *(Remark(*_parts_of(note), kind="reading") for note in data.notes),
        *map(_left_out, dict.fromkeys(data.left_out.values())),
        *_few_rows(data),
        *_number_names(data),
        *_labels(data),
        *_levels(data),
        *_row_numbers(data),
        *_copies_and_near_copies(data),
        *_linear_combinations(data),
        *_shapes(data),
        *_gaps(data),
    )


def _left_out(reason: str) -> Remark:
    """Return why a column is left out; options in the reason keep their fields."""
    return Remark("left out: ", *_parts_of(reason), kind="left_out")


def _parts_of(text: str) -> tuple[MessagePart, ...]:
    return text.parts if isinstance(text, Remark) else (text,)


def _few_rows(data: Dataset) -> Iterator[Remark]:
    if data.rows < FEWEST_ROWS_A_COLUMN * len(data.names):
        yield Remark(
            f"{data.rows:,} rows for {len(data.names):,} columns are few (fewer than "
            f"{FEWEST_ROWS_A_COLUMN} per column): most edges will be missed, and marks that rest on them",
            kind="few_rows",
        )


def _number_names(data: Dataset) -> Iterator[Remark]:
    """Warn of names that are numbers, unless consecutive as years are: the first line may have been data."""
    numbers = [float(name) for name in data.names if _NUMBER_NAME.fullmatch(name)]
    if numbers and numbers != [numbers[0] + step for step in range(len(numbers))]:
        names = [name for name in data.names if _NUMBER_NAME.fullmatch(name)]
        yield Remark(
            f"names that are numbers: {some(names, _SHOWN)}; does the first line hold the names?",
            kind="number_names",
        )


def _labels(data: Dataset) -> Iterator[Remark]:
    for name, levels in data.levels.items():
        alike = defaultdict(list)
        for level in levels:
            if isinstance(level, str):
                alike[" ".join(level.split()).casefold()].append(level)
        for same in alike.values():
            if len(same) > 1:
                names = " and ".join(map(repr, same))
                yield Remark(
                    f"column {name!r} has levels that differ only in case or spaces: {names}; write "
                    f"them the same way, or they count as different",
                    kind="labels",
                )


def _levels(data: Dataset) -> Iterator[Remark]:
    rare = {}
    for name, levels in data.levels.items():
        if few := int((data.level_counts(name) < FEWEST_ROWS_A_LEVEL).sum()):
            rare[name] = few
        if len(levels) > MANY_LEVELS:
            yield Remark(
                f"column {name!r} has {len(levels):,} levels; tests with it have little power: "
                f"merge levels, or make it continuous if it is a number",
                kind="many_levels",
            )
    if rare:
        shown = with_rest([f"{name!r} ({count:,})" for name, count in rare.items()], _SHOWN, "column")
        yield Remark(
            f"levels with fewer than {FEWEST_ROWS_A_LEVEL} rows: {shown}; merge them if you can",
            kind="rare_levels",
        )


def _copies_and_near_copies(data: Dataset) -> Iterator[Remark]:
    """Name pairs of columns of which one follows from the other in nearly all rows."""
    if data.rows * len(data.names) ** 2 > _MOST_COMPARED:
        return
    consequence = "given one, the other has nothing left to explain, so for k >= 1 edges of both may be lost"
    for first, second in combinations(data.columns, 2):
        one, other = repr(first.name), repr(second.name)
        forth, back = _determined(second, first), _determined(first, second)
        both = min(forth, back)
        if both == 1.0:
            yield Remark(f"columns {one} and {other} say the same in every row; {consequence}", kind="copies")
        elif both >= NEARLY_ALL:
            share = as_percent(both, 1)
            yield Remark(
                f"columns {one} and {other} nearly determine each other ({share}); {consequence}",
                kind="near_copies",
            )
        elif max(forth, back) >= NEARLY_ALL:
            by, of = (one, other) if forth >= back else (other, one)
            yield Remark(
                f"column {by} {_determines(of, max(forth, back))}: given {by}, {of} has nothing left to "
                "explain, so for k >= 1 its edges may be lost",
                kind="determined",
            )


def _determines(name: str, share: float) -> str:
    return f"determines {name}" if share == 1.0 else f"nearly determines {name} ({as_percent(share, 1)})"


def _determined(column: Column, by: Column) -> float:
    """Return the share of rows, or of variance, in which a column follows from another; 0 if unclear."""
    rows = ~(column.missing() | by.missing())
    y, x = column.values[rows], by.values[rows]
    if len(x) < 2 or (by.kind == "continuous" and column.kind == "discrete"):
        return 0.0
    if by.kind == "continuous":
        return _shared_variance(x, y)
    sizes = np.bincount(x, minlength=len(by.levels))
    if FEWEST_ROWS_A_LEVEL * np.count_nonzero(sizes) > len(x) and column.levels != by.levels:
        return 0.0  # with few rows per level, anything seems to follow
    if column.kind == "continuous":
        means = np.bincount(x, weights=y, minlength=len(sizes)) / np.maximum(sizes, 1)
        return _shared_variance(means[x], y)
    table = np.bincount(
        x.astype(np.int64) * len(column.levels) + y, minlength=len(by.levels) * len(column.levels)
    )
    counts = table.reshape(len(by.levels), -1)
    # How many rows follow the most common answer; a level that nearly all rows have says little.
    share, commonest = counts.max(axis=1).sum() / len(x), counts.sum(axis=0).max() / len(x)
    return float(share) if share == 1.0 or share - commonest > 0.5 * (1.0 - commonest) else 0.0


def _shared_variance(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    """Return the squared correlation, 1 when it is 1 but for rounding, and never 1 otherwise."""
    x, y = _centred(x), _centred(y)
    deviations = x.std() * y.std()
    r = float((x * y).mean() / deviations) if deviations > 0 else 0.0
    return 1.0 if 1.0 - r * r <= 1e-8 else min(r * r, 1.0 - 1e-8)


def _centred(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values around their mean, in a unit in which squares neither overflow nor vanish."""
    largest = float(np.abs(values).max())
    scaled = values / largest if largest > 0 else values
    centred: NDArray[np.float64] = scaled - scaled.mean()
    return centred


def _linear_combinations(data: Dataset) -> Iterator[Remark]:
    names = [name for name, kind in data.kinds.items() if kind == "continuous" and name not in data.gaps]
    if not 3 <= len(names) <= data.rows - 2 or data.rows * len(names) ** 2 > 10 * _MOST_COMPARED:
        return
    kept: list[str] = []
    basis: list[NDArray[np.float64]] = []
    for column in map(data.column, sorted(names)):
        rest = _centred(column.values)
        whole = float(rest @ rest)
        for vector in [*basis, *basis]:  # twice: what rounding leaves of the first pass goes
            rest = rest - (vector @ rest) * vector
        left = float(rest @ rest)
        if left > 1e-10 * whole:
            kept.append(column.name)
            basis.append(rest / np.sqrt(left))
            continue
        parts = _parts(data, column.name, kept)
        if len(parts) > 1:  # one part is a copy, told before
            yield Remark(
                f"{some([column.name, *parts], 2 * _SHOWN)}: each of these columns is a linear combination "
                "of the others (a total and its parts?); for k >= 1 tests given some of them have nothing "
                "left to look at: leave one out",
                kind="linear_combination",
            )


def _parts(data: Dataset, name: str, others: Sequence[str]) -> list[str]:
    """Return the columns that another one is a linear combination of."""
    columns = np.column_stack([_centred(data.column(other).values) for other in others])
    target = _centred(data.column(name).values)
    weights = np.linalg.lstsq(columns / columns.std(axis=0), target / target.std(), rcond=None)[0]
    return [other for other, weight in zip(others, weights.tolist(), strict=True) if abs(weight) > 1e-5]


def _row_numbers(data: Dataset) -> Iterator[Remark]:
    """Name columns that grow from row to row; cleaning leaves out those that are surely identifiers."""
    growing = [name for name, kind in data.kinds.items() if kind == "continuous" and data.grows(name)]
    if growing:
        one = len(growing) == 1
        advice = "leave it out if it only numbers the rows" if one else "leave out what only numbers the rows"
        yield Remark(
            f"{some(growing, _SHOWN)} grow{'s' * one} by a whole number from row to row: {advice}; if "
            f"{'it' if one else 'one of them'} is time, everything with a trend depends on it",
            kind="row_numbers",
        )


def _shapes(data: Dataset) -> Iterator[Remark]:
    """Name skewed and curved columns where all are continuous, and Fisher's z is the default."""
    if data.levels or data.gaps or not FEW_ROWS <= data.rows <= _MOST_COMPARED // len(data.names) ** 2:
        return
    values = data.matrix()
    z = (values - values.mean(axis=0)) / values.std(axis=0)
    skew = (z**3).mean(axis=0)
    # What a square adds to a straight line, for each column as cause of each other.
    bends = z**2 - 1.0 - skew * z
    scale = np.sqrt((bends**2).mean(axis=0))
    curved = np.abs((bends / np.where(scale > 0, scale, 1.0)).T @ z) / np.sqrt(data.rows)
    np.fill_diagonal(curved, 0.0)
    skewed = [name for name, size in zip(data.names, np.abs(skew).tolist(), strict=True) if size > 1.0]
    bent = [data.names[i] for i in np.flatnonzero((curved > _CURVED).any(axis=1)).tolist()]
    named = [*dict.fromkeys([*skewed, *bent])]
    if named:
        yield Remark(
            f"{some(named, _SHOWN)} look skewed or curved, and Fisher's z is made for straight lines and "
            "normal noise; compare with ",
            Advice("test", "residual"),
            kind="shape",
        )


def _gaps(data: Dataset) -> Iterator[Remark]:
    """Name the columns with missing values, those with many first."""
    if not data.gaps:
        return
    shares = {name: float(rows.mean()) for name, rows in data.gaps.items()}
    worst = sorted(shares, key=lambda name: -shares[name])
    shown = with_rest([f"{name!r} ({as_percent(shares[name])})" for name in worst], _SHOWN, "column")
    yield Remark(
        f"values are missing in {shown}; each test uses the rows in which its own variables have "
        "values. Values that are missing because of an effect of both variables create false edges",
        kind="missing",
    )
    few = [name for name in worst if 1 - shares[name] < SMALL_SHARE or data.complete_rows([name]) < FEW_ROWS]
    if few:
        yield Remark(
            f"tests with {some(few, _SHOWN)} use fewer than {as_percent(SMALL_SHARE)} of the rows, or fewer "
            f"than {FEW_ROWS} rows: treat them with care",
            kind="few_values",
        )

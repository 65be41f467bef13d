"""Columns: what one variable holds, and how its kind is decided.

A source (a frame, an array, a file) hands over each column in one of two raw forms: `Numbers`, plain 64-bit
floats, or `Encoded`, the labels that occur and for each row the place of its label. `settle` turns a raw
form into a `Column` of a known kind:

- text, booleans and categoricals are discrete; text that stands for numbers or dates is refused;
- numbers are discrete when they are few values a whole number of steps apart (see `few_whole_values`), and
  continuous otherwise: neither a scale nor a zero point changes the kind;
- whoever calls may say which kind a column is: ``continuous``, ``discrete``, ``ordinal`` (discrete, its
  levels in order) or ``count`` (continuous, whole numbers from 0 on).

A test knows the two kinds only. What a column holds besides, such as counts, durations or levels in order, is
kept beside the kind (`Column.holds`) and shown.

Storage plays no part: whole numbers stored as floats, as pandas does when values are missing, are still
whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from sepset.data.refusals import as_discrete, dates
from sepset.data.suspicious_text import check_text, days_of_text
from sepset.errors import Advice, DataError
from sepset.wording import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Places: TypeAlias = npt.NDArray[np.intp]
    Mask: TypeAlias = npt.NDArray[np.bool_]

Kind: TypeAlias = Literal["continuous", "discrete"]
Asked: TypeAlias = Literal["continuous", "discrete", "ordinal", "count"]
Holds: TypeAlias = Literal[
    "numbers",
    "whole numbers",
    "counts",
    "seconds",
    "days",
    "ranks",
    "categories",
    "ordered categories",
    "booleans",
]
Label: TypeAlias = bool | int | float | str

PLAIN: tuple[Holds, ...] = ("numbers", "categories")
"""What a column of its kind holds when nothing more is known of it."""

MISSING = -1
"""The place of a missing value in `Encoded.places`."""

EXACT = 2**53
"""Whole numbers up to this size are exact as floats."""

MOST_WHOLE_VALUES = 20
ROWS_PER_WHOLE_VALUE = 5
MOST_LEVELS = 1000
_PROBED_ROWS = 256
_ROUNDING = 1e-9
_MOST_STEPS = 10_000
# Whole numbers that span less than this are counted, others sorted.
_COUNTED_RANGE = 1 << 16


@dataclass(frozen=True, eq=False)
class Numbers:
    """A raw column of floats; NaN is a missing value. `holds` is known of durations and dates."""

    values: Floats
    holds: Holds | None = None

    def __len__(self) -> int:
        return len(self.values)

    def missing(self) -> Mask:
        """Mark the rows without a value."""
        return np.isnan(self.values)

    def infinite(self) -> int:
        """Return how many values are infinite."""
        return int(np.isinf(self.values).sum())

    def take(self, rows: Mask) -> Numbers:
        """Return the column with only some of its rows."""
        return Numbers(self.values[rows], self.holds)

    def constant(self) -> bool:
        """Say whether all rows that have a value hold the same."""
        present = self.values[~np.isnan(self.values)]
        return bool((present == present[:1]).all())


@dataclass(frozen=True, eq=False)
class Encoded:
    """A raw column of labels: all numbers, all booleans or all text, in the order that the levels will have.

    `categorical` says that the source declared the column as one of categories, numbers or not; `ordered`
    that it gave them an order.
    """

    labels: tuple[Label, ...]
    places: Places
    categorical: bool = False
    ordered: bool = False

    def __len__(self) -> int:
        return len(self.places)

    def missing(self) -> Mask:
        """Mark the rows without a value."""
        return np.less(self.places, 0)

    def infinite(self) -> int:
        """Return how many values are infinite."""
        table = np.array([isinstance(label, float) and np.isinf(label) for label in self.labels] + [False])
        return int(table[self.places].sum())

    def take(self, rows: Mask) -> Encoded:
        """Return the column with only some of its rows, and only the labels that occur in them."""
        return Encoded(self.labels, self.places[rows], self.categorical, self.ordered).occurring()

    def occurring(self) -> Encoded:
        """Return the column with only the labels that occur."""
        counts = np.bincount(self.places[self.places >= 0], minlength=len(self.labels))
        if counts.all():
            return self
        new_place = np.append(np.cumsum(counts > 0) - 1, MISSING)
        labels = tuple(label for label, count in zip(self.labels, counts, strict=True) if count)
        return Encoded(labels, new_place[self.places], self.categorical, self.ordered)

    def constant(self) -> bool:
        """Say whether all rows that have a value hold the same."""
        return len(self.labels) == 1

    def numeric(self) -> bool:
        """Say whether the labels are numbers; booleans are not."""
        return bool(self.labels) and type(self.labels[0]) in (int, float)


RawColumn: TypeAlias = Numbers | Encoded


@dataclass(frozen=True, eq=False)
class Column:
    """One variable of a `Dataset`.

    `values` are floats in a continuous column, NaN where a value is missing. In a discrete column they are
    codes: row i holds the level ``levels[values[i]]``; a missing value has the code ``len(levels)``.
    """

    name: str
    kind: Kind
    values: npt.NDArray[Any]
    levels: tuple[Label, ...] = ()
    holds: Holds = "numbers"
    #: of a continuous column whose rows will be drawn again and again: places that rise with the values
    ranks: Places | None = None

    def missing(self) -> Mask:
        """Mark the rows without a value."""
        continuous = self.kind == "continuous"
        gaps: Mask = np.isnan(self.values) if continuous else self.values == len(self.levels)
        return gaps

    def labels(self) -> list[Label | None]:
        """Return the value of each row as it was given, None where it is missing."""
        if self.kind == "continuous":
            return [None if value != value else value for value in self.values.tolist()]
        known = (*self.levels, None)
        return [known[code] for code in self.values.tolist()]

    def could_be(self, kind: Kind) -> bool:
        """Say whether the values would make sense as another kind: numbers, or few distinct ones.

        >>> Column("dose", "continuous", np.array([0.5, 1.5] * 9)).could_be("discrete")
        True
        >>> Column("ward", "discrete", np.array([0, 1]), ("east", "west")).could_be("continuous")
        False
        """
        if kind == self.kind:
            return True
        if kind == "continuous":
            return not any(isinstance(level, str) for level in self.levels)
        return few_whole_values(len(_distinct(self.values)[0]), len(self.values))


def encode(values: Sequence[Label | None], order: Sequence[Label] | None = None) -> Encoded:
    """Return labels of one type in encoded form; None is missing.

    The labels are in the `order` given, or sorted: numbers by size, text by code point, False before True.

    >>> encode(["no", None, "yes", "no"]).labels
    ('no', 'yes')
    """
    seen = dict.fromkeys(values)
    present = [label for label in seen if label is not None]
    labels = tuple(sorted(present) if order is None else (label for label in order if label in seen))
    place_of: dict[Label | None, int] = {label: place for place, label in enumerate(labels)}
    place_of[None] = MISSING
    places = np.fromiter(map(place_of.__getitem__, values), dtype=np.intp, count=len(values))
    return Encoded(labels, places, categorical=order is not None)


def few_whole_values(distinct: int, rows: int) -> bool:
    """Say whether whole numbers with so many distinct values in so many rows are taken as discrete.

    They are when there are at most 20 values and at least 5 rows for each of them on average; two values
    always are.

    >>> few_whole_values(3, rows=100), few_whole_values(3, rows=10), few_whole_values(60, rows=1000)
    (True, False, False)
    """
    return distinct <= 2 or distinct <= min(MOST_WHOLE_VALUES, rows // ROWS_PER_WHOLE_VALUE)


def settle(name: str, raw: RawColumn, asked: Asked | None) -> Column:
    """Return the column with its kind decided.

    `asked` overrides what the values suggest; text without an order cannot be made continuous, dates become
    days when they are, and a discrete column has at most 1,000 levels.
    """
    if isinstance(raw, Encoded) and not raw.categorical and asked not in ("discrete", "ordinal"):
        days = days_of_text(raw.labels, raw.places) if asked == "continuous" else None
        if days is None:
            check_text(name, raw.labels, raw.places)
        else:
            raw = Numbers(days, "days")
    if isinstance(raw, Numbers) and raw.holds == "days" and asked != "continuous":
        raise DataError(
            dates(name, "dates"), ". Days since the first: pass ", Advice("kinds", "continuous", name)
        )
    kind = _KIND_OF[asked] if asked is not None else _inferred_kind(raw)
    if kind == "continuous":
        values = _as_floats(name, raw)
        return Column(name, kind, values, (), _continuous_holds(name, raw, values, asked))
    column = _discrete(name, raw, asked_for=asked is not None)
    return replace(column, holds=_discrete_holds(name, raw, asked))


_KIND_OF: dict[Asked, Kind] = {
    "continuous": "continuous",
    "discrete": "discrete",
    "ordinal": "discrete",
    "count": "continuous",
}


def _continuous_holds(name: str, raw: RawColumn, values: Floats, asked: Asked | None) -> Holds:
    if isinstance(raw, Numbers) and raw.holds is not None:
        return raw.holds
    if isinstance(raw, Encoded) and raw.ordered and not raw.numeric():
        return "ranks"
    present = values[~np.isnan(values)]
    whole = _whole(present)
    if asked == "count" and not (whole and present.min(initial=0.0) >= 0):
        wrong = float(present[(present < 0) | (present != np.floor(present))][0])
        raise DataError(
            f"column {name!r} cannot be a count: it holds {wrong:g}, and counts are whole numbers from 0 on; "
            "pass ",
            Advice("kinds", "continuous", column=name),
        )
    return "counts" if asked == "count" else "whole numbers" if whole else "numbers"


def _discrete_holds(name: str, raw: RawColumn, asked: Asked | None) -> Holds:
    ordered = isinstance(raw, Encoded) and raw.ordered
    text = isinstance(raw, Encoded) and any(isinstance(label, str) for label in raw.labels)
    if asked == "ordinal" and text and not ordered:
        raise DataError(
            f"column {name!r} cannot be ordinal: it holds text, and nothing says in which order; give it as "
            "an ordered categorical of pandas, an Enum of polars, or numbers, or pass ",
            as_discrete(name),
        )
    if ordered or asked == "ordinal":
        return "ordered categories"
    if isinstance(raw, Encoded) and raw.labels and isinstance(raw.labels[0], bool):
        return "booleans"
    return "categories"


def code_type(levels: int) -> type[np.uint8 | np.uint16 | np.uint32]:
    """Return the smallest unsigned type that holds the codes of so many levels."""
    if levels <= 2**8:
        return np.uint8
    return np.uint16 if levels <= 2**16 else np.uint32


def _inferred_kind(raw: RawColumn) -> Kind:
    if isinstance(raw, Encoded):
        if raw.categorical or not raw.numeric():
            return "discrete"
        present = len(raw) - int(raw.missing().sum())
        few = few_whole_values(len(raw.labels), present)
        return "discrete" if few and _even(np.array(sorted(raw.labels), dtype=np.float64)) else "continuous"
    present_values = raw.values[~np.isnan(raw.values)]
    # Most continuous columns give themselves away in their first rows.
    if len(np.unique(present_values[:_PROBED_ROWS])) > MOST_WHOLE_VALUES:
        return "continuous"
    distinct = _distinct(present_values)[0]
    few = few_whole_values(len(distinct), len(present_values))
    return "discrete" if few and _even(distinct) else "continuous"


def _even(distinct: Floats) -> bool:
    """Say whether values in order are a whole number of steps apart, up to rounding; two always are.

    A scale that was standardised is still a scale: the steps are found by Euclid's algorithm.
    """
    if _whole(distinct):
        return True
    step, span = 0.0, float(distinct[-1] - distinct[0])
    for gap in np.diff(distinct).tolist():
        while gap > _ROUNDING * span:
            step, gap = gap, step % gap if step % gap < gap * (1 - _ROUNDING) else 0.0
    return span <= _MOST_STEPS * step


def _distinct(values: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Return the distinct values in order, and the place of each value among them."""
    if not len(values) or not (np.ptp(values) < _COUNTED_RANGE and _whole(values)):
        distinct, places = np.unique(values, return_inverse=True)
        return distinct, places
    # Counting whole numbers is many times faster than sorting them.
    least = values.min()
    offsets = (values - least).astype(np.intp)
    present = np.bincount(offsets) > 0
    return np.flatnonzero(present) + least, (np.cumsum(present) - 1)[offsets]


def _whole(values: Floats) -> bool:
    return bool((values == np.floor(values)).all())


def _as_floats(name: str, raw: RawColumn) -> Floats:
    if isinstance(raw, Numbers):
        return raw.values + 0.0  # makes -0.0 into 0.0, so that equal values have equal bytes
    if raw.ordered and not raw.numeric():  # the user's word: ranks are numbers
        return np.append(np.arange(float(len(raw.labels))), np.nan)[raw.places]
    if raw.labels and isinstance(raw.labels[0], str):
        raise DataError(
            f"column {name!r} cannot be continuous: it holds text such as {raw.labels[0]!r}; leave it "
            f"discrete, or turn its values into numbers first"
        )
    # The place of a missing value, -1, is the last.
    return np.array([*raw.labels, np.nan], dtype=np.float64)[raw.places] + 0.0


def _discrete(name: str, raw: RawColumn, *, asked_for: bool) -> Column:
    if isinstance(raw, Numbers):
        present = ~np.isnan(raw.values)
        distinct, found = _distinct(raw.values[present])
        places = np.full(len(raw), MISSING, dtype=np.intp)
        places[present] = found
        raw = Encoded(tuple(distinct.tolist()), places)
    _check_levels(name, raw, asked_for=asked_for)
    gaps = raw.missing()
    places = np.where(gaps, len(raw.labels), raw.places)
    codes: npt.NDArray[np.unsignedinteger[Any]] = places.astype(code_type(len(raw.labels) + int(gaps.any())))
    return Column(name, "discrete", codes, _tidy(raw.labels))


def _tidy(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Write whole numbers as int, so that 1 and 1.0 make the same level."""
    if not any(isinstance(label, float) for label in labels):
        return labels
    numbers = [float(label) + 0.0 for label in labels]
    whole = all(number.is_integer() for number in numbers)
    return tuple(int(number) if whole else number for number in numbers)


def _check_levels(name: str, raw: Encoded, *, asked_for: bool) -> None:
    levels, rows = len(raw.labels), len(raw) - int(raw.missing().sum())
    what = f"column {name!r} has {levels:,} levels in {rows:,} rows, such as {examples(raw.labels)}"
    if levels > MOST_LEVELS:
        advice = "make it continuous" if raw.numeric() else "leave it out if it is an identifier or free text"
        raise DataError(f"{what}; a discrete variable has at most {MOST_LEVELS:,}: {advice}, or merge levels")
    if not asked_for and levels > MOST_WHOLE_VALUES and levels > rows / 2:
        raise DataError(
            f"{what}: fewer than two rows for each, as in an identifier or free text; leave it out, merge "
            "levels, or pass ",
            as_discrete(name),
            " to use it as it is",
        )

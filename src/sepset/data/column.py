"""Columns: what one variable holds.

A source (a frame, an array, a file) hands over each column in one of two raw forms: `Numbers`, plain 64-bit
floats, or `Encoded`, the labels that occur and for each row the place of its label. `sepset.data.kinds` turns
a raw form into a `Column` of a known kind, continuous or discrete.

Tests know only the two kinds. What else is known about a column, such as that it holds counts, durations or
levels in order, is kept beside the kind (`Column.holds`) and shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Places: TypeAlias = npt.NDArray[np.signedinteger[Any]]
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
"""What a column of its kind holds when nothing more is known about it."""

MISSING = -1
"""The place of a missing value in `Encoded.places`."""

EXACT = 2**53
"""Whole numbers up to this size are exact as floats."""

MOST_WHOLE_VALUES = 20
ROWS_PER_WHOLE_VALUE = 5
MOST_LEVELS = 1000
# Whole numbers that span less than this are counted, others sorted.
_COUNTED_RANGE = 1 << 16
_NARROW_RANGE = 255
_COMPARED_LABELS = 12


@dataclass(frozen=True, eq=False)
class Numbers:
    """A raw column of floats; NaN is a missing value. `holds` is set for durations and dates."""

    values: Floats
    holds: Holds | None = None

    def __len__(self) -> int:
        return len(self.values)

    def missing(self) -> Mask:
        """Mark the rows without a value."""
        return np.isnan(self.values)

    def gaps(self) -> int:
        """Return how many rows have no value."""
        return int(np.isnan(self.values).sum())

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


class Tally(NamedTuple):
    """How many rows hold each label, all numbers, all booleans or all text, and how many hold none.

    That is all that the kind of a column depends on, so that it can be decided without the rows.
    """

    labels: tuple[Label, ...]
    counts: npt.NDArray[np.int64]
    gaps: int
    categorical: bool = False
    ordered: bool = False

    @property
    def present(self) -> int:
        """How many rows have a value."""
        return int(self.counts.sum())

    def numeric(self) -> bool:
        """Say whether the labels are numbers; booleans are not."""
        return bool(self.labels) and type(self.labels[0]) in (int, float)

    def infinite(self) -> int:
        """Return how many values are infinite."""
        rows = zip(self.labels, self.counts.tolist(), strict=True)
        return sum(count for label, count in rows if isinstance(label, float) and np.isinf(label))


@dataclass(frozen=True, eq=False)
class Encoded:
    """A raw column of labels: all numbers, all booleans or all text, in the order that the levels will have.

    `categorical` says that the source declared the column as one of categories, numbers or not; `ordered`
    that it gave them an order. `places` are of any signed type that holds them, `MISSING` where there is no
    value.
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

    @cached_property
    def tally(self) -> Tally:
        """How many rows hold each label."""
        counts = count_places(self.places, len(self.labels))
        gaps = len(self.places) - int(counts.sum())
        return Tally(self.labels, counts, gaps, self.categorical, self.ordered)

    def gaps(self) -> int:
        """Return how many rows have no value."""
        return self.tally.gaps

    def infinite(self) -> int:
        """Return how many values are infinite."""
        return self.tally.infinite()

    def take(self, rows: Mask) -> Encoded:
        """Return the column with only some of its rows, and only the labels that occur in them."""
        return Encoded(self.labels, self.places[rows], self.categorical, self.ordered).occurring()

    def occurring(self) -> Encoded:
        """Return the column with only the labels that occur."""
        counts = self.tally.counts
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
        return self.tally.numeric()


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
        return few_whole_values(len(distinct_values(self.values)[0]), len(self.values))


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


def count_places(places: npt.NDArray[np.integer[Any]], labels: int) -> npt.NDArray[np.int64]:
    """Return how often each place from 0 to `labels` - 1 occurs.

    >>> count_places(np.array([0, 2, -1, 2]), 3).tolist()
    [1, 0, 2]
    """
    if labels <= _COMPARED_LABELS:  # looking for the labels one by one is faster than counting all
        return np.array([np.count_nonzero(places == label) for label in range(labels)], dtype=np.int64)
    return np.bincount(places[places >= 0], minlength=labels)


def encode_whole(values: npt.NDArray[np.integer[Any]]) -> Encoded | None:
    """Return whole numbers of a narrow range in encoded form; None: the range is wide, or there are none.

    >>> encode_whole(np.array([7, 9, 7])).labels
    (7.0, 9.0)
    """
    if not len(values):
        return None
    least, span = int(values.min()), int(values.max()) - int(values.min())
    if span > _NARROW_RANGE:
        return None
    # Differences wrap around in the narrowest types, and are right again in the type of the places.
    type_ = np.int8 if span <= np.iinfo(np.int8).max else np.int16
    offsets = np.subtract(values, values.dtype.type(least)).astype(np.uint8).astype(type_, copy=False)
    labels = tuple(float(least + offset) for offset in range(span + 1))
    return Encoded(labels, offsets).occurring()


def encode_booleans(values: Mask) -> Encoded:
    """Return truth values in encoded form.

    >>> encode_booleans(np.array([True, True])).labels
    (True,)
    """
    return Encoded((False, True), values.astype(np.int8)).occurring()


def few_whole_values(distinct: int, rows: int) -> bool:
    """Say whether whole numbers with this many distinct values and rows are taken as discrete.

    They are when there are at most 20 values and at least 5 rows for each of them on average; two values
    always are.

    >>> few_whole_values(3, rows=100), few_whole_values(3, rows=10), few_whole_values(60, rows=1000)
    (True, False, False)
    """
    return distinct <= 2 or distinct <= min(MOST_WHOLE_VALUES, rows // ROWS_PER_WHOLE_VALUE)


def place_type(labels: int) -> type[np.signedinteger[Any]]:
    """Return a short signed type that holds the places of this many labels, and `MISSING`."""
    return np.int8 if labels <= np.iinfo(np.int8).max else np.int32


def code_type(levels: int) -> type[np.uint8 | np.uint16 | np.uint32]:
    """Return the smallest unsigned type that holds the codes of this many levels."""
    if levels <= 2**8:
        return np.uint8
    return np.uint16 if levels <= 2**16 else np.uint32


def distinct_values(values: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Return the distinct values in order, and the place of each value among them."""
    if not len(values) or not (np.ptp(values) < _COUNTED_RANGE and all_whole(values)):
        distinct, places = np.unique(values, return_inverse=True)
        return distinct, places
    # Counting whole numbers is many times faster than sorting them.
    least = values.min()
    offsets = (values - least).astype(np.intp)
    present = np.bincount(offsets) > 0
    return np.flatnonzero(present) + least, (np.cumsum(present) - 1)[offsets]


def all_whole(values: Floats) -> bool:
    """Say whether all of some numbers are whole."""
    return bool((values == np.floor(values)).all())

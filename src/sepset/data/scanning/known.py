"""Columns of a scan whose contents are known: from pieces of their rows to values, batch by batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.column import MISSING, MOST_LEVELS, Column, Encoded, Numbers, Tally, code_type, place_type
from sepset.data.kinds import settle, too_many_levels
from sepset.data.reading.cells import from_distinct
from sepset.data.reading.gathered import Cells
from sepset.data.refusals import dates
from sepset.errors import DataError
from sepset.wording import examples

if TYPE_CHECKING:
    import numpy.typing as npt

    from sepset.data.column import Asked, Floats, Label, Mask
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.sources import Piece
    from sepset.data.scanning.survey import ColumnSurvey
    from sepset.errors import MessagePart


@dataclass(frozen=True, eq=False)
class KnownColumn:
    """A column after its survey: what its rows mean, and how many rows hold what."""

    survey: ColumnSurvey
    decimal: Decimal = "."
    #: only the labels of the rows that stay are known, and those of others are taken as missing
    partial: bool = False

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.survey.name

    @property
    def many(self) -> bool:
        """Whether it holds numbers with too many different values to be listed."""
        return self.survey.counts is None

    @cached_property
    def unfit(self) -> tuple[MessagePart, ...]:
        """Why its values cannot be used, whatever its kind; empty if they can."""
        if self.survey.unfit or self.many:
            return self.survey.unfit
        try:
            self._listed  # noqa: B018  # cells say what they are when all are known
        except DataError as error:
            return error.parts
        return ()

    @property
    def plain_numbers(self) -> bool:
        """Whether it holds numbers that are nothing else, such as durations."""
        numeric = self.many or self._listed.numeric()
        return numeric and self.survey.holds is None

    @property
    def lacks(self) -> bool:
        """Whether rows may have no value, or none that is known."""
        return self.partial or self.gaps > 0

    @cached_property
    def _listed(self) -> Encoded:
        """One row for each label or, in text files, for each cell."""
        found = list(self.survey.counts or ())
        if self.survey.cells:
            return self._of_cells(found)
        return Encoded(tuple(sorted(found)), np.arange(len(found)), self.survey.categorical)

    def _of_cells(self, cells: list[str]) -> Encoded:
        raw = from_distinct(self.name, cells, np.arange(len(cells)), self.decimal)
        if isinstance(raw, Encoded):
            return raw
        distinct, places = np.unique(raw.values, return_inverse=True)  # NaN comes last
        there = ~np.isnan(distinct)
        return Encoded(tuple(distinct[there].tolist()), np.where(there[places], places, MISSING))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur, in the order of their levels."""
        return self._listed.labels

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many rows hold each label."""
        each = np.array([*(self.survey.counts or {}).values()], dtype=np.int64)
        if not self.survey.cells:
            by_label = dict(self.survey.counts or {})
            return np.array([by_label[label] for label in self.labels], dtype=np.int64)
        there = self._listed.places >= 0
        sums = np.zeros(len(self.labels), dtype=np.int64)
        np.add.at(sums, self._listed.places[there], each[there])
        return sums

    @property
    def gaps(self) -> int:
        """How many rows have no value."""
        return (
            self.survey.gaps
            if self.many or not self.survey.cells
            else self.survey.rows - int(self.counts.sum())
        )

    @property
    def infinite(self) -> int:
        """How many values are infinite."""
        if self.many:
            return self.survey.infinite
        return Tally(self.labels, self.counts, 0).infinite()

    @cached_property
    def _place_of(self) -> dict[Any, int]:
        found = list(self.survey.counts or ()) if self.survey.cells else list(self.labels)
        return dict(zip(found, self._listed.places.tolist(), strict=True))

    # ---- rows that go by ---------------------------------------------------------------------------------

    def places(self, piece: Piece) -> npt.NDArray[np.integer[Any]]:
        """Return the places of some rows among the labels, `MISSING` where there is no value."""
        narrow = place_type(len(self.labels))
        if self.partial and isinstance(piece, Cells):
            piece = Numbers(self.floats(piece))
        if isinstance(piece, Numbers):
            piece = _encoded(piece)
        found = piece.texts if isinstance(piece, Cells) else piece.labels
        if isinstance(piece, Encoded) and found == self.labels:
            return piece.places
        table = [self._place_of.get(label, MISSING) for label in found]
        if not self.partial and not self._place_of.keys() >= {*found}:
            new = next(label for label in found if label not in self._place_of)
            raise DataError(
                f"column {self.name!r} holds {new!r}, which it did not before: has the file changed? Scan it "
                "again"
            )
        of_label: npt.NDArray[np.integer[Any]] = np.array([*table, MISSING], dtype=narrow)
        return of_label[piece.places]

    def floats(self, piece: Piece) -> Floats:
        """Return the numbers of some rows, NaN where one is missing."""
        if isinstance(piece, Numbers):
            return piece.values + 0.0
        numbers = piece.numbers(self.decimal) if isinstance(piece, Cells) else None
        if numbers is not None:
            return numbers
        raw = self._of_cells(piece.texts) if isinstance(piece, Cells) else piece
        if raw.labels and not raw.numeric():
            raise DataError(
                f"column {self.name!r} has more than {MOST_LEVELS:,} levels, such as {raw.labels[0]!r}; "
                "leave it out if it is an identifier or free text, or write only numbers"
            )
        values = np.array([*raw.labels, np.nan], dtype=np.float64)[raw.places]
        return (values[piece.places] if isinstance(piece, Cells) else values) + 0.0

    def missing(self, piece: Piece) -> Mask:
        """Mark the rows without a value."""
        return np.isnan(self.floats(piece)) if self.many else np.less(self.places(piece), 0)

    # ---- its kind ----------------------------------------------------------------------------------------

    def settled(self, asked: Asked | None, kept: npt.NDArray[np.int64] | None = None) -> Settled:
        """Return the column with its kind; `kept`: how many of the rows that stay hold each label."""
        if self.survey.holds == "days":
            raise DataError(self._dates(asked))
        if self.survey.overflowed:
            raise DataError(self._overflow())
        if self.many:
            return Settled(self, self._measured(asked), None, None)
        counts, gaps = (self.counts, self.gaps) if kept is None else (kept, 0)
        holds = self.survey.holds
        occur = np.flatnonzero(counts)
        listed = self._listed
        labels = tuple(self.labels[place] for place in occur.tolist())
        row_each = Encoded(labels, np.arange(len(labels)), listed.categorical)
        # A cached property: what is decided on these few rows is decided by the tally of all.
        row_each.__dict__["tally"] = Tally(labels, counts[occur], gaps, listed.categorical)
        column = settle(self.name, row_each, "continuous" if holds and asked == "count" else asked)
        if holds is not None and column.kind == "continuous":
            column = replace(column, holds=holds)
        values = np.zeros(len(self.labels), dtype=column.values.dtype)
        values[occur] = column.values
        return Settled(self, column, values, counts if kept is not None or self.survey.counted else None)

    def _measured(self, asked: Asked | None) -> Column:
        extent, holds = self.survey.extent, self.survey.holds
        sample = np.array([extent.least, extent.least + 1.0 if extent.whole else extent.least_part])
        if asked in ("discrete", "ordinal"):
            what = f"column {self.name!r} has more than {self.survey.limits.room:,} levels"
            raise DataError(f"{what}; {too_many_levels(numeric=True)}")
        return settle(self.name, Numbers(sample, holds), "continuous" if asked is None else asked)

    def _dates(self, asked: Asked | None) -> str:
        if asked != "continuous":
            return dates(self.name, "dates")
        return (
            f"column {self.name!r} holds dates, and a scan does not know the first day in advance; turn them "
            "into numbers, such as days since a start, or leave the column out"
        )

    def _overflow(self) -> str:
        rows = self.survey.rows - self.survey.gaps
        shown = f"more than {len(self.labels) - 1:,} levels in {rows:,} rows, such as {examples(self.labels)}"
        advice = too_many_levels(numeric=type(self.labels[0]) is float)
        return f"column {self.name!r} has {shown}; {advice}"

    def constant(self, kept: npt.NDArray[np.int64] | None = None) -> bool:
        """Say whether all rows that have a value, or that stay, hold the same."""
        return not self.many and int(np.count_nonzero(self.counts if kept is None else kept)) == 1


@dataclass(frozen=True, eq=False)
class Settled:
    """A column of a known kind whose rows stay in their files."""

    known: KnownColumn
    #: name, kind, levels and what it holds; its values are those of `of_label`
    column: Column
    #: the value of each label; None: the numbers are values themselves
    of_label: npt.NDArray[Any] | None
    #: how many of the rows that stay hold each label; None: not known
    counts: npt.NDArray[np.int64] | None

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its values."""
        return np.dtype(code_type(len(self.column.levels)) if self.column.kind == "discrete" else np.float64)

    @property
    def largest(self) -> float:
        """The largest absolute value of a continuous column."""
        listed = self.of_label is not None
        return float(np.abs(self.column.values).max()) if listed else self.known.survey.extent.largest

    def values(self, piece: Piece) -> npt.NDArray[Any]:
        """Return the values of some rows, codes or numbers; a gap is refused where there was none before.

        In a column with gaps the rows that have one are for the caller to leave out.
        """
        if self.of_label is None:
            numbers = self.known.floats(piece)
            self._check_gaps(bool(np.isnan(numbers.min(initial=np.inf))))
            return numbers
        places = self.known.places(piece)
        self._check_gaps(places.min(initial=0) < 0)
        if self.dtype == np.uint8 and places.dtype == np.int8 and self._as_they_are:
            return places.view(np.uint8)
        values: npt.NDArray[Any] = self.of_label.astype(self.dtype, copy=False)[places]
        return values

    def _check_gaps(self, found: bool | np.bool_) -> None:
        if found and not self.known.lacks:
            raise DataError(
                f"column {self.known.name!r} has missing values, but had none before: has the file changed? "
                "Scan it again"
            )

    @property
    def level_counts(self) -> npt.NDArray[np.int64] | None:
        """How many rows hold each level of a discrete column; None: it was not counted yet."""
        if self.of_label is None or self.counts is None:
            return None
        occur = self.counts > 0
        found = np.zeros(len(self.column.levels), dtype=np.int64)
        np.add.at(found, self.of_label[occur], self.counts[occur])
        return found

    @cached_property
    def _as_they_are(self) -> bool:
        return self.of_label is not None and self.of_label.tolist() == list(range(len(self.of_label)))


def _encoded(piece: Numbers) -> Encoded:
    distinct, places = np.unique(piece.values + 0.0, return_inverse=True)
    there = ~np.isnan(distinct)
    return Encoded(tuple(distinct[there].tolist()), np.where(there[places], places, MISSING))

"""What the columns of a scan hold: found out while the rows go by, without keeping one.

For each column the labels that occur are counted while they are few; numbers with more than `MOST_LEVELS`
different values are only known by their extent. That is all that the kind of a column depends on, so
`sepset.data.kinds` decides as it does in memory: on one row for each label, and the tally of all. Labels that
are too many for a discrete column are still counted while there is room, so that the refusal can name them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.column import EXACT, MOST_LEVELS, Encoded
from sepset.data.reading.cells import numbers_or_gaps
from sepset.data.reading.gathered import Cells
from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Collection

    from sepset.data.column import Floats, Holds, Numbers
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.sources import Batch, NotedRange, Piece
    from sepset.errors import MessagePart

_TYPES = {bool: "booleans", str: "text", int: "numbers", float: "numbers"}
_HELD: dict[Holds | None, str] = {None: "numbers", "seconds": "durations", "days": "dates"}
#: How many characters of text take the room of one more label.
_LONG_TEXT = 64


@dataclass
class Extent:
    """What is known of numbers, however many."""

    whole: bool = True
    rising: bool = True
    least: float = np.inf
    #: the least that is not whole
    least_part: float = np.inf
    largest: float = 0.0
    last: float = -np.inf

    def add(self, values: Floats, *, in_order: bool = True) -> None:
        """Take in some numbers, none of them missing; those not in the order of rows do not rise."""
        if not len(values):
            return
        parts = values[values != np.floor(values)]
        self.least_part = min(self.least_part, float(parts.min(initial=np.inf)))
        self.whole = self.whole and not len(parts)
        rises = in_order and values[0] > self.last and bool((np.diff(values) > 0).all())
        self.rising = self.rising and rises
        self.least = min(self.least, float(values.min()))
        self.largest = max(self.largest, float(np.abs(values).max()))
        self.last = float(values[-1])


@dataclass(frozen=True)
class Limits:
    """What a survey may keep of a column, and how its cells are read."""

    #: how many labels are counted, if they are no numbers
    room: int = MOST_LEVELS
    #: the column is to be discrete, so that its numbers are labels as well
    labels: bool = False
    decimal: Decimal = "."


@dataclass
class ColumnSurvey:
    """One column, while its rows go by."""

    name: str
    rows: int = 0
    gaps: int = 0
    infinite: int = 0
    #: how often each label, or cell of a text file, occurs; None: too many to be kept, all of them numbers
    counts: Counter[Any] | None = field(default_factory=Counter)
    cells: bool = False
    #: what the labels are: equal ones, such as 1 and True, need not be of one type
    types: set[str] = field(default_factory=set)
    categorical: bool = False
    holds: Holds | None = None
    extent: Extent = field(default_factory=Extent)
    #: False: its files note the labels, and how the rows divide among them is not known
    counted: bool = True
    limits: Limits = field(default_factory=Limits)
    #: more labels, no numbers, than there is room for: some of them are not counted
    overflowed: bool = False
    #: some cells of a text file are no numbers
    words: bool = False
    #: why its values cannot be used, whatever its kind
    unfit: tuple[MessagePart, ...] = ()

    def take(self, batch: Batch) -> None:
        """Take in a batch of rows; its column may be unfit there."""
        if self.name in batch.unfit:
            self.unfit = self.unfit or batch.unfit[self.name].reason
        else:
            self.add(batch.columns[self.name], batch.where)

    def add(self, piece: Piece, where: str) -> None:
        """Take in some rows, unless those before them cannot be used; `where` they were."""
        if self.unfit:
            return
        self.rows += len(piece)
        try:
            self._add(piece)
        except DataError as error:
            self.unfit = (f"{where}: ", *error.parts)

    def _add(self, piece: Piece) -> None:
        if isinstance(piece, Cells) and self.counts is None:
            return  # nobody needs to tell its cells apart
        if isinstance(piece, Cells):
            self.cells = True
            self._count(dict(zip(piece.texts, np.bincount(piece.places).tolist(), strict=True)), {"cells"})
        elif isinstance(piece, Encoded):
            self._add_labels(piece)
        else:
            self._add_numbers(piece)

    def _add_labels(self, piece: Encoded) -> None:
        self.gaps += piece.gaps()
        self.infinite += piece.infinite()
        self.categorical = self.categorical or piece.categorical
        if piece.ordered:
            raise DataError(
                f"column {self.name!r} holds ordered categories, and a scan does not learn their order; "
                "give them as numbers, or leave the column out"
            )
        types = {_TYPES[type(label)] for label in piece.labels}
        self._count(dict(zip(piece.labels, piece.tally.counts.tolist(), strict=True)), types)
        if piece.numeric():
            could_rise = len(piece.labels) == len(piece)
            values = np.array(piece.labels, dtype=np.float64)
            values = values[piece.places] if could_rise else values
            self.extent.add(values[np.isfinite(values)], in_order=could_rise)

    def _add_numbers(self, piece: Numbers) -> None:
        if piece.holds == "days":  # from the first of these rows: nothing to count
            self.holds = piece.holds
            self.gaps += piece.gaps()
            self._check_types({_HELD[piece.holds]})
            return
        there = piece.values[~np.isnan(piece.values)] + 0.0
        self._check_types({_HELD[piece.holds]} if len(there) else set())
        self.holds = piece.holds or self.holds
        if self.counts is not None:
            found, counts = np.unique(there, return_counts=True)
            self._count(dict(zip(found.tolist(), counts.tolist(), strict=True)), set())
        self.measure(piece.values)

    def measure(self, values: Floats) -> None:
        """Add numbers from rows already counted, once there are too many levels to keep."""
        there = values[~np.isnan(values)]
        self.gaps += len(values) - len(there)
        self.infinite += int(np.isinf(there).sum())
        self.extent.add(there[np.isfinite(there)], in_order=len(there) == len(values))

    def _check_types(self, found: set[str]) -> None:
        self.types |= found
        if len(self.types) > 1:
            what = " and ".join(sorted(self.types))
            raise DataError(f"column {self.name!r} mixes {what}; make all its values of one type")

    def _count(self, counts: dict[Any, int], types: set[str]) -> None:
        self._check_types(types)
        if self.counts is None or self.overflowed:
            return
        self.counts.update({label: count for label, count in counts.items() if count})
        if len(self.counts) <= MOST_LEVELS:
            return
        full = sum(1 + len(label) // _LONG_TEXT for label in self.counts if isinstance(label, str))
        full = max(full, len(self.counts))
        if (full > self.limits.room or not self.limits.labels) and self._many_numbers(self.counts):
            self.counts = None
        elif full > self.limits.room:
            self.overflowed = True

    def _many_numbers(self, labels: Collection[Any]) -> bool:
        """Say whether labels are numbers, too many for levels."""
        if not self.cells:
            return not self.categorical and self.types <= {"numbers", "durations"}
        if self.words:
            return False
        numbers = numbers_or_gaps(list(labels), self.limits.decimal)
        self.words = numbers is None
        return numbers is not None and len(np.unique(numbers[~np.isnan(numbers)])) > MOST_LEVELS

    @classmethod
    def noted(cls, name: str, rows: int, found: NotedRange) -> ColumnSurvey | None:
        """Return the survey of a column of two values that its files note; None: there may be more, or one.

        How the rows divide among the two is not known, and plays no part in the kind of a column. Beyond
        `EXACT` the values are looked at: floats do not tell them apart.
        """
        least, most = int(found.least), int(found.most)
        if most - least != 1 or max(-least, most) > EXACT:
            return None
        both = (found.least, found.most) if isinstance(found.least, bool) else (float(least), float(most))
        return cls(name, rows=rows, counts=Counter({both[0]: rows - 1, both[1]: 1}), counted=False)

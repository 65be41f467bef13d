"""Where the rows of a scan come from: what files, datasets, dataframes and databases have in common.

Every source yields batches of raw columns, and says of each in which file, and where in it, it was.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from sepset.data.reading.frames import raw_columns
from sepset.data.reading.problems import Unfit
from sepset.errors import DataError
from sepset.progress import ScanProgress
from sepset.wording import one_line, some

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sepset.data.column import RawColumn
    from sepset.data.reading.gathered import Cells
    from sepset.data.scanning.survey import ColumnSurvey

_BATCH_ROWS = 1 << 18
_BATCH_CELLS = 1 << 24


Piece: TypeAlias = "RawColumn | Cells"


class Batch(NamedTuple):
    """Some rows of some columns, by name in the order asked for, and where they were."""

    where: str
    columns: dict[str, Piece]
    #: columns that could not become numbers or labels here, each with the reason
    unfit: Mapping[str, Unfit] = MappingProxyType({})

    def column(self, name: str) -> Piece:
        """Return one column, or say why it cannot be used."""
        if name in self.unfit:
            raise DataError(*self.unfit[name].reason)
        return self.columns[name]


class NotedRange(NamedTuple):
    """The least and the largest value of a column without missing values, from the notes of its files."""

    least: bool | int
    most: bool | int


class Source(Protocol):
    """Rows that can be gone through again and again."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""

    @property
    def rows(self) -> int | None:
        """How many rows there are; None: not known until all have gone by."""

    def ranges(self) -> dict[str, NotedRange]:
        """Return what is known of columns without looking at their values."""

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, in order."""


@runtime_checkable
class GroupingSource(Protocol):
    """A source that counts equal rows itself."""

    def grouped(self, names: Sequence[str]) -> Iterator[tuple[Batch, NDArray[np.int64]]]:
        """Yield the different rows of some columns, and how often each occurs."""


@runtime_checkable
class SurveyingSource(Protocol):
    """A source that finds out itself what its columns hold."""

    def surveyed(self, names: Sequence[str]) -> dict[str, ColumnSurvey]:
        """Return what it found; columns that are not among it need a look at their rows."""


@runtime_checkable
class CompletingSource(Protocol):
    """A source that leaves out rows with gaps itself."""

    def complete(self, lacking: Sequence[str], numbers: Collection[str]) -> Source:
        """Return the source of the rows with a value in each of some columns, those of `numbers` not NaN.

        How many there are, it knows.
        """


@runtime_checkable
class PartedSource(Protocol):
    """A source whose rows come in parts that can be read apart, here or in another process."""

    @property
    def parts(self) -> int:
        """How many there are."""

    def part(self, number: int) -> Source:
        """Return the source of the rows of one part."""


class NothingNoted:
    """What sources share that know their columns only by name."""

    def ranges(self) -> dict[str, NotedRange]:
        """Return nothing: what columns hold is found out row by row."""
        return {}


class Passes:
    """Passes over rows that find out what columns hold, and say how far they are if someone asks."""

    def __init__(self, tell: Callable[[ScanProgress], None] | None) -> None:
        self._tell, self._number = tell, 0
        self._source: Source | None = None
        self._rows: int | None = None

    def batches(self, source: Source, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns."""
        if self._tell is None:
            yield from source.batches(names)
            return
        if source is not self._source:
            self._source, self._rows = source, source.rows  # which may take a while to count
        self._number += 1
        done = 0
        for batch in source.batches(names):
            yield batch
            done += max(map(len, batch.columns.values()), default=0)
            if done != self._rows:
                self._tell(ScanProgress(done, self._rows, self._number))
        self._rows = done if self._rows is None else self._rows
        self._tell(ScanProgress(self._rows, self._rows, self._number))


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Put the place in front of what goes wrong there."""
    arrow = sys.modules.get("pyarrow")  # without it none of its errors can come
    unreadable = (OSError,) if arrow is None else (OSError, arrow.ArrowException)
    try:
        yield
    except DataError as error:
        raise DataError(f"{where}: ", *error.parts) from None
    except unreadable as error:
        raise DataError(
            f"{where} cannot be read: {one_line(str(error))}; write that file again, or leave it out"
        ) from None


def check_same_columns(file: str, names: Collection[str], first: str, expected: Collection[str]) -> None:
    """Refuse a file that does not have the columns of the first one, in whatever order."""
    if other := sorted({*names} ^ {*expected}):
        raise DataError(
            f"{file} does not have the same columns as {first}: only one of them has {some(other)}; rewrite "
            "them, or scan the files separately"
        )


def batch_rows(columns: int) -> int:
    """Return how many rows a batch has: fewer where there are many columns."""
    return max(min(_BATCH_ROWS, _BATCH_CELLS // max(columns, 1)), 1)


def sound(where: str, table: Any) -> Batch:
    """Return a table of pyarrow, or a mapping, as a batch."""
    columns: dict[str, Piece] = {}
    unfit: dict[str, Unfit] = {}
    for name, raw in raw_columns(table):
        if isinstance(raw, Unfit):
            unfit[name] = raw
        else:
            columns[name] = raw
    return Batch(where, columns, unfit)

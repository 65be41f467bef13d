"""Where the rows of a scan come from: files of Parquet, Arrow and text, and datasets of pyarrow.

Every source yields batches of raw columns, and says of each in which file, and where in it, it was.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from sepset.data.reading.frames import raw_columns
from sepset.data.reading.problems import Unfit
from sepset.errors import DataError
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sepset.data.column import Places, RawColumn
    from sepset.data.scanning.survey import ColumnSurvey

_BATCH_ROWS = 1 << 18
_BATCH_CELLS = 1 << 24


class Cells(NamedTuple):
    """A column of text as it stands in a file: distinct cells and, for each row, the place of its cell."""

    texts: list[str]
    places: Places

    def __len__(self) -> int:
        return len(self.places)


Piece: TypeAlias = "RawColumn | Cells"


class Batch(NamedTuple):
    """Some rows of some columns, by name in the order asked for, and where they were."""

    where: str
    columns: dict[str, Piece]


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
        raise DataError(f"{where} cannot be read: {error}") from None


def batch_rows(columns: int) -> int:
    """Return how many rows a batch has: fewer where there are many columns."""
    return max(min(_BATCH_ROWS, _BATCH_CELLS // max(columns, 1)), 1)


def sound(where: str, table: Any) -> Batch:
    """Return a table of pyarrow, or a mapping, as a batch, or say what is wrong with its columns."""
    columns: dict[str, Piece] = {}
    for name, raw in raw_columns(table):
        if isinstance(raw, Unfit):
            raise DataError(*raw.reason)
        columns[name] = raw
    return Batch(where, columns)


# ---- files of Parquet and Arrow --------------------------------------------------------------------------


@dataclass(frozen=True)
class ArrowFiles:
    """Files of Parquet, Feather or Arrow with the same columns; `filesystem` is one of pyarrow."""

    files: tuple[str, ...]
    suffix: str
    names: tuple[str, ...]
    rows: int
    filesystem: Any
    #: the row groups or batches, each by its file and number, in order
    groups: tuple[tuple[str, int], ...]

    @classmethod
    def open(cls, files: Sequence[str], suffix: str, filesystem: Any) -> ArrowFiles:
        """Look at the schemas; files with other columns than the first are refused by name."""
        schemas, rows = [], 0
        groups: list[tuple[str, int]] = []
        for file in files:
            with naming(file), _reader(filesystem, file, suffix) as reader:
                schemas.append(reader.schema)
                rows += reader.rows
                groups += [(file, number) for number in range(reader.parts)]
        index = (schemas[0].pandas_metadata or {}).get("index_columns", ())
        names = [name for name in schemas[0].names if name not in index]
        if len(set(names)) < len(names):
            raise DataError(f"{files[0]}: column names must differ, and {some(names)} repeat")
        for file, schema in zip(files[1:], schemas[1:], strict=True):
            if not {*names} <= {*schema.names} <= {*schemas[0].names}:
                other = sorted({*schema.names} ^ {*names})
                raise DataError(
                    f"{file} has other columns than {files[0]}: only one of them has {some(other)}; all "
                    "files need the same columns, so leave that file out"
                )
        return cls(
            tuple(files),
            suffix,
            tuple(names),
            rows,
            filesystem,
            tuple(groups),
        )

    @property
    def parts(self) -> int:
        """How many row groups or batches there are."""
        return len(self.groups)

    def part(self, number: int) -> ArrowFiles:
        """Return the source of one row group or batch."""
        return replace(self, groups=self.groups[number : number + 1])

    def ranges(self) -> dict[str, NotedRange]:
        """Return the ranges that the row groups of Parquet files note for whole numbers and truth values."""
        if self.suffix != ".parquet":
            return {}
        found: dict[str, list[NotedRange]] = {name: [] for name in self.names}
        for file in self.files:
            with naming(file), _reader(self.filesystem, file, self.suffix) as reader:
                for name, noted in reader.ranges():
                    found.setdefault(name, []).append(noted)
        groups = max(map(len, found.values()), default=0)
        return {
            name: NotedRange(min(part.least for part in parts), max(part.most for part in parts))
            for name, parts in found.items()
            if parts and len(parts) == groups
        }

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, row group by row group."""
        for file, groups in groupby(self.groups, key=itemgetter(0)):
            with ExitStack() as stack:
                with naming(file):
                    reader = stack.enter_context(_reader(self.filesystem, file, self.suffix))
                for _, number in groups:
                    yield from self._group(reader, number, file, list(names))

    def _group(self, reader: Any, number: int, file: str, names: list[str]) -> Iterator[Batch]:
        where = f"{file}, {'row group' if self.suffix == '.parquet' else 'batch'} {number}"
        with naming(where):
            for table in reader.tables(number, names):
                yield sound(where, table)


@contextmanager
def _reader(filesystem: Any, file: str, suffix: str) -> Iterator[Any]:
    with filesystem.open_input_file(file) as handle:
        yield _Parquet(handle) if suffix == ".parquet" else _Ipc(handle)


class _Parquet:
    """One Parquet file."""

    def __init__(self, handle: Any) -> None:
        import pyarrow.parquet as pq  # an extra

        self._file = pq.ParquetFile(handle)
        self.schema = self._file.schema_arrow
        self.rows: int = self._file.metadata.num_rows
        self.parts: int = self._file.metadata.num_row_groups

    def tables(self, part: int, names: list[str]) -> Iterator[Any]:
        import pyarrow as pa  # an extra

        rows = batch_rows(len(names))
        for batch in self._file.iter_batches(batch_size=rows, row_groups=[part], columns=names):
            yield pa.Table.from_batches([batch]).select(names)

    def ranges(self) -> Iterator[tuple[str, NotedRange]]:
        """Yield what each row group notes; a group that does not is missing."""
        metadata = self._file.metadata
        for group in range(self.parts):
            for place in range(metadata.num_columns):
                chunk = metadata.row_group(group).column(place)
                noted = chunk.statistics
                whole = noted is not None and noted.has_min_max and noted.null_count == 0
                if whole and isinstance(noted.min, int):
                    yield chunk.path_in_schema, NotedRange(noted.min, noted.max)


class _Ipc:
    """One Feather or Arrow file."""

    def __init__(self, handle: Any) -> None:
        import pyarrow as pa  # an extra

        self._file = pa.ipc.open_file(handle)
        self.schema = self._file.schema
        self.parts: int = self._file.num_record_batches
        self.rows = sum(self._file.get_batch(part).num_rows for part in range(self.parts))

    def tables(self, part: int, names: list[str]) -> Iterator[Any]:
        import pyarrow as pa  # an extra

        table, rows = (
            pa.Table.from_batches([self._file.get_batch(part)]).select(names),
            batch_rows(len(names)),
        )
        for first in range(0, table.num_rows, rows):
            yield table.slice(first, rows)


# ---- datasets of pyarrow ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArrowDataset(NothingNoted):
    """A dataset of pyarrow, whatever its files and partitions are."""

    dataset: Any

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""
        return tuple(self.dataset.schema.names)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.dataset.count_rows())

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns."""
        import pyarrow as pa  # an extra

        where = "the dataset"
        with naming(where):
            for batch in self.dataset.to_batches(columns=list(names), batch_size=batch_rows(len(names))):
                yield sound(where, pa.Table.from_batches([batch]))

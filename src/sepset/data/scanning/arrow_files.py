"""Rows in files of Parquet, Feather and Arrow, row group by row group, and in datasets of pyarrow."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from sepset.checks import check_columns
from sepset.data.scanning.sources import (
    NotedRange,
    NothingNoted,
    batch_rows,
    check_same_columns,
    naming,
    sound,
)
from sepset.errors import DataError
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager

    from sepset.data.scanning.listing import Folders
    from sepset.data.scanning.sources import Batch

#: The part of the memory for values that the bytes of a row group may take, and how many bytes of a column
#: are read at a time where they take more.
_SHARE, _PIECE = 8, 1 << 20


class RowGroup(NamedTuple):
    """A row group of Parquet or a batch of Arrow: its file, its number of so many, and its rows."""

    file: str
    number: int
    of: int
    rows: int


@dataclass(frozen=True)
class ArrowFiles:
    """Files of Parquet, Feather or Arrow with the same columns; `filesystem` is one of pyarrow."""

    files: tuple[str, ...]
    suffix: str
    names: tuple[str, ...]
    filesystem: Any
    #: all row groups or batches, in order
    groups: tuple[RowGroup, ...]
    #: columns that the names of folders say, and no file has
    folders: Folders
    #: how many bytes values may take
    memory: int

    @classmethod
    def open(
        cls, files: Sequence[str], suffix: str, filesystem: Any, folders: Folders, memory: int
    ) -> ArrowFiles:
        """Look at the schemas; files that do not have the columns of the first are refused by name."""
        schemas = []
        groups: list[RowGroup] = []
        for file in files:
            with naming(file), _reader(filesystem, file, suffix, memory) as reader:
                schemas.append(reader.schema)
                rows = reader.rows()
                groups += [RowGroup(file, number, len(rows), count) for number, count in enumerate(rows)]
        index = (schemas[0].pandas_metadata or {}).get("index_columns", ())
        with naming(files[0]):
            names = check_columns([name for name in schemas[0].names if name not in index])
        for file, schema in zip(files[1:], schemas[1:], strict=True):
            if not {*names} <= {*schema.names} <= {*schemas[0].names}:
                check_same_columns(file, schema.names, files[0], names)
        more = {name: values for name, values in folders.items() if name not in names}
        return cls(tuple(files), suffix, (*names, *more), filesystem, tuple(groups), more, memory)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(group.rows for group in self.groups)

    @property
    def parts(self) -> int:
        """How many row groups or batches there are."""
        return len(self.groups)

    def part(self, number: int) -> ArrowFiles:
        """Return the source of one row group or batch."""
        return replace(self, groups=self.groups[number : number + 1])

    def ranges(self) -> dict[str, NotedRange]:
        """Return the ranges that all row groups of Parquet files note for whole numbers and truth values.

        A row group that notes nothing of a column, or values of another type, may hold anything.
        """
        if self.suffix != ".parquet":
            return {}
        found: dict[str, list[NotedRange]] = {name: [] for name in self.names}
        for file in self.files:
            with naming(file), self._reader(file) as reader:
                for name, noted in reader.ranges():
                    found.get(name, []).append(noted)
        groups = sum(group.rows > 0 for group in self.groups)
        return {
            name: NotedRange(min(part.least for part in parts), max(part.most for part in parts))
            for name, parts in found.items()
            if len(parts) == groups and len({type(part.least) for part in parts}) == 1
        }

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, row group by row group."""
        for file, groups in groupby(self.groups, key=attrgetter("file")):
            with ExitStack() as stack:
                with naming(file):
                    reader = stack.enter_context(self._reader(file))
                for group in groups:
                    yield from self._group(reader, group, list(names))

    def _reader(self, file: str) -> AbstractContextManager[Any]:
        return _reader(self.filesystem, file, self.suffix, self.memory)

    def _group(self, reader: Any, group: RowGroup, names: list[str]) -> Iterator[Batch]:
        noun = "row group" if self.suffix == ".parquet" else "batch"
        where = f"{group.file}, {noun} {group.number}"
        with naming(where):
            # The numbers of row groups stand for the rows that they had.
            if reader.parts != group.of:
                now, then = counted(reader.parts, noun), f"{group.of:,}"
                raise DataError(f"the file has {now}, but had {then} before: has it changed? Scan it again")
            rows = 0
            own = [name for name in names if name not in self.folders]
            for table in reader.tables(group.number, own) if own else _without_columns(group.rows):
                rows += table.num_rows
                yield sound(where, self._with_folders(table, group.file).select(names))
            if rows != group.rows:
                now, then = counted(rows, "row"), f"{group.rows:,}"
                raise DataError(f"it has {now}, but had {then} before: has the file changed? Scan it again")

    def _with_folders(self, table: Any, file: str) -> Any:
        """Return a table with the columns that the folders of its file say."""
        import pyarrow as pa  # an extra

        for name, values in self.folders.items():
            whole = all(isinstance(value, int | None) for value in values.values())
            value = pa.scalar(values[file], pa.int64() if whole else pa.string())
            table = table.append_column(name, pa.repeat(value, table.num_rows))
        return table


def _without_columns(rows: int) -> Iterator[Any]:
    """Yield tables of so many rows, as many at once as a batch has."""
    import pyarrow as pa  # an extra

    for first in range(0, rows, batch_rows(1)):
        count = min(batch_rows(1), rows - first)
        yield pa.table({"": pa.nulls(count)})


@contextmanager
def _reader(filesystem: Any, file: str, suffix: str, memory: int) -> Iterator[Any]:
    with filesystem.open_input_file(file) as handle:
        yield _Parquet(handle, memory) if suffix == ".parquet" else _Ipc(handle)


class _Parquet:
    """One Parquet file."""

    def __init__(self, handle: Any, memory: int) -> None:
        import pyarrow.parquet as pq  # an extra

        self._handle, self._most = handle, memory // _SHARE
        self._file = pq.ParquetFile(handle)
        self.schema = self._file.schema_arrow
        self.parts: int = self._file.metadata.num_row_groups

    def rows(self) -> list[int]:
        """Return how many rows each row group has."""
        return [self._file.metadata.row_group(group).num_rows for group in range(self.parts)]

    def tables(self, part: int, names: list[str]) -> Iterator[Any]:
        import pyarrow as pa  # an extra

        file = self._in_pieces if self._is_large(part, names) else self._file
        rows = batch_rows(len(names))
        for batch in file.iter_batches(batch_size=rows, row_groups=[part], columns=names):
            yield pa.Table.from_batches([batch]).select(names)

    def _is_large(self, part: int, names: list[str]) -> bool:
        """Say whether the bytes of some columns of a row group are too many to be held at once."""
        group = self._file.metadata.row_group(part)
        if group.total_byte_size <= self._most:  # before compression, so it is no more in the file
            return False
        columns, wanted = map(group.column, range(group.num_columns)), {*names}
        # A field of a record has a path that begins with the column.
        sizes = (
            column.total_compressed_size
            for column in columns
            if column.path_in_schema in wanted or column.path_in_schema.partition(".")[0] in wanted
        )
        return bool(sum(sizes) > self._most)

    @cached_property
    def _in_pieces(self) -> Any:
        """The same file, read a piece of each column at a time; else all of a row group is read at once.

        That is quicker where each reading is a question over a network.
        """
        import pyarrow.parquet as pq  # an extra

        metadata = self._file.metadata
        return pq.ParquetFile(self._handle, metadata=metadata, pre_buffer=False, buffer_size=_PIECE)

    def ranges(self) -> Iterator[tuple[str, NotedRange]]:
        """Yield what each row group with rows notes of columns; one that notes nothing is missing."""
        metadata = self._file.metadata
        places = [place for place in range(metadata.num_columns) if self._plain(place)]
        for number in range(self.parts):
            group = metadata.row_group(number)
            for place in places if group.num_rows else ():
                chunk = group.column(place)
                if (noted := noted_range(chunk.statistics)) is not None:
                    yield chunk.path_in_schema, noted

    def _plain(self, place: int) -> bool:
        """Say whether a leaf of the schema is a column of plain whole numbers or truth values.

        Durations and categories are stored as numbers, too, and the fields of a record have paths that may
        be the name of a column.
        """
        import pyarrow as pa  # an extra

        leaf = self._file.metadata.schema.column(place)
        if leaf.name != leaf.path or leaf.max_repetition_level:
            return False
        type_ = self.schema.field(leaf.name).type
        return bool(pa.types.is_boolean(type_) or pa.types.is_integer(type_))


def noted_range(statistics: Any) -> NotedRange | None:
    """Return what the statistics of a row group say of a column of whole numbers or truth values.

    None: they are not there, or leave open whether values are missing, or some are.
    """
    if statistics is None or not (statistics.has_min_max and statistics.has_null_count):
        return None
    least, most = statistics.min, statistics.max
    whole = isinstance(least, int) and type(least) is type(most)
    return NotedRange(least, most) if whole and statistics.null_count == 0 else None


class _Ipc:
    """One Feather or Arrow file."""

    def __init__(self, handle: Any) -> None:
        import pyarrow as pa  # an extra

        self._file = pa.ipc.open_file(handle)
        self.schema = self._file.schema
        self.parts: int = self._file.num_record_batches

    def rows(self) -> list[int]:
        """Return how many rows each batch has."""
        return [self._file.get_batch(part).num_rows for part in range(self.parts)]

    def tables(self, part: int, names: list[str]) -> Iterator[Any]:
        import pyarrow as pa  # an extra

        table, rows = (
            pa.Table.from_batches([self._file.get_batch(part)]).select(names),
            batch_rows(len(names)),
        )
        for first in range(0, table.num_rows, rows):
            yield table.slice(first, rows)


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

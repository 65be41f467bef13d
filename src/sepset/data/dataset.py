"""Datasets: named columns of a known kind, checked once and never changed.

>>> from sepset.data.reading.table import dataset
>>> data = dataset({"smoker": ["yes", "no", "no", "yes"], "age": [31.5, 44.0, 52.25, 28.0]})
>>> data
<Dataset: 4 rows, 2 columns (1 continuous, 1 discrete)>
  smoker  discrete    2 levels: no, yes
  age     continuous
>>> data.kinds["age"]
'continuous'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np

from sepset.checks import check_count, check_items, check_names, check_text
from sepset.data.column import Asked, Column, Holds, Kind, Label, code_type, count_places
from sepset.data.doubts import doubts
from sepset.data.drawn_rows import drawn_rows, ranked
from sepset.data.identifiers import grows
from sepset.data.writing import to_pandas, to_polars
from sepset.errors import Advice, DataError, InPython, did_you_mean
from sepset.lazily import Lazy
from sepset.wording import counted, cut, some

if TYPE_CHECKING:
    import hashlib
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt
    import pandas as pd
    import polars as pl

    from sepset.errors import MessagePart, Remark
else:
    hashlib = Lazy("hashlib")  # for fingerprints only; it starts OpenSSL

MissingPolicy: TypeAlias = Literal["error", "drop", "testwise"]
Kinds: TypeAlias = Asked | Mapping[str, Asked] | None

_COLUMNS_SHOWN = 20
_LEVELS_SHOWN = 5
_FORMAT = "sepset dataset 1"


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A table of continuous and discrete columns.

    Make one with `dataset` or `sepset.data.reading.read.read`. Two datasets are equal when they have the same
    columns, in whatever order. `missing` holds, for columns that had any, how many values were missing in
    the source, and `dropped` how many rows were left out because of that; with ``missing="testwise"`` the
    rows stay, and the columns have gaps. `left_out` holds the columns that no test can use, with the reason
    of each, `notes` what was found when reading, and `source` the name of the file, if it came from one.
    """

    columns: tuple[Column, ...]
    rows: int
    missing: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    dropped: int = 0
    left_out: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()
    source: str = ""

    #: whether the rows stay in their files, as those of a scan do
    streamed: ClassVar[bool] = False

    @classmethod
    def from_columns(
        cls,
        columns: Iterable[Column],
        *,
        missing: Mapping[str, int] | None = None,
        dropped: int = 0,
        left_out: Mapping[str, str] | None = None,
        notes: tuple[str, ...] = (),
        source: str = "",
    ) -> Dataset:
        """Make a dataset from columns that are known to be sound; continuous ones end up in one matrix."""
        columns = list(columns)
        rows = len(columns[0].values)
        matrix = np.empty((rows, sum(column.kind == "continuous" for column in columns)), order="F")
        place = 0
        for i, column in enumerate(columns):
            values = column.values
            if column.kind == "continuous":
                matrix[:, place] = values
                values = matrix[:, place]
                place += 1
            columns[i] = replace(column, values=values)
        for values in (matrix, *(column.values for column in columns)):
            values.flags.writeable = False
        counts, gone = MappingProxyType(dict(missing or {})), MappingProxyType(dict(left_out or {}))
        return cls(tuple(columns), rows, counts, dropped, gone, notes, source)

    def named(self, source: str) -> Dataset:
        """Return the same table under the name of where it came from, which pages show."""
        return replace(self, source=check_text("source", source))

    # ---- asking ------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    @cached_property
    def doubts(self) -> tuple[Remark, ...]:
        """What makes the table hard to learn from, one sentence each, with its kind."""
        return doubts(self)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kind of each column by name."""
        return MappingProxyType({column.name: column.kind for column in self.columns})

    @cached_property
    def holds(self) -> Mapping[str, Holds]:
        """What each column holds besides its kind, by name: counts, seconds, ordered categories, ..."""
        return MappingProxyType({column.name: column.holds for column in self.columns})

    @cached_property
    def levels(self) -> Mapping[str, tuple[Label, ...]]:
        """The levels of each discrete column by name, in the order of their codes."""
        return MappingProxyType({c.name: c.levels for c in self.columns if c.kind == "discrete"})

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @cached_property
    def gaps(self) -> Mapping[str, npt.NDArray[np.bool_]]:
        """For each column with missing values, in order: the rows that have none."""
        found = {column.name: column.missing() for column in self.columns if column.name in self.missing}
        return MappingProxyType({name: rows for name, rows in found.items() if rows.any()})

    def complete_rows(self, names: Iterable[str] | None = None) -> int:
        """Return in how many rows all of some columns (all by default) have a value."""
        wanted = [self.gaps[name] for name in self._or_all(names) if name in self.gaps]
        return self.rows - int(np.logical_or.reduce(wanted).sum()) if wanted else self.rows

    def _or_all(self, names: Iterable[str] | None) -> list[str]:
        return (_some_names(names) if names is not None else []) or [*self.names]

    def column(self, name: str) -> Column:
        """Return one column; an unknown name is an error that suggests the nearest one."""
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            raise DataError(unknown_column(name, self.names)) from None

    def select(self, names: Iterable[str]) -> Dataset:
        """Return a dataset of some of the columns, in the order given."""
        wanted = _some_names(names)
        check_selected(wanted)
        counts = {name: self.missing[name] for name in wanted if name in self.missing}
        return Dataset.from_columns(
            map(self.column, wanted),
            missing=counts,
            dropped=self.dropped,
            left_out=self.left_out,
            notes=self.notes,
            source=self.source,
        )

    def take(self, rows: npt.NDArray[np.intp]) -> Dataset:
        """Return a dataset of some of the rows, by number; a row may occur more than once, or not at all.

        Levels stay, even those that no longer occur, and so does what is known about the source.

        >>> from sepset.data.reading.table import dataset
        >>> table = dataset({"a": ["x", "y", "x", "z"], "b": [1.5, 2.0, 0.5, 1.0]})
        >>> table.take(np.array([3, 0, 0])).column("a").labels()
        ['z', 'x', 'x']
        """
        wanted = self._row_numbers(rows)
        return Dataset.from_columns(
            (drawn_rows(column, wanted) for column in self.columns),
            missing=self.missing,
            dropped=self.dropped,
            left_out=self.left_out,
            notes=self.notes,
        )

    def ranked(self) -> Dataset:
        """Return the same table, prepared for `take` again and again: values are sorted once."""
        return Dataset.from_columns(
            (ranked(column) for column in self.columns),
            missing=self.missing,
            dropped=self.dropped,
            left_out=self.left_out,
            notes=self.notes,
            source=self.source,
        )

    def _row_numbers(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        numbers = rows
        if not (isinstance(rows, np.ndarray) and rows.ndim == 1 and rows.dtype.kind in "iu"):
            listed = check_items("rows", rows, "row numbers")
            numbers = np.array([check_count("a row number", row, least=0) for row in listed], dtype=np.intp)
        if not len(numbers):
            raise DataError("one row or more is needed; rows is empty")
        if numbers.min() < -self.rows or numbers.max() >= self.rows:
            raise DataError(f"rows are numbered 0 to {self.rows - 1}; got {numbers.min()} to {numbers.max()}")
        return numbers

    def matrix(self, names: Iterable[str] | None = None) -> npt.NDArray[np.float64]:
        """Return continuous columns (all by default) as a matrix, rows by columns, each column contiguous."""
        columns = self._of_kind("continuous", names)
        if names is None and columns and columns[0].values.base is not None:
            return columns[0].values.base
        matrix = np.empty((self.rows, len(columns)), order="F")
        for place, column in enumerate(columns):
            matrix[:, place] = column.values
        return matrix

    def to_pandas(self) -> pd.DataFrame:
        """Return the table as a pandas DataFrame; discrete columns become categoricals."""
        return to_pandas(self.columns)

    def to_polars(self) -> pl.DataFrame:
        """Return the table as a polars DataFrame; discrete columns of text become enums."""
        return to_polars(self.columns)

    def codes(self, names: Iterable[str] | None = None) -> npt.NDArray[np.unsignedinteger[Any]]:
        """Return the codes of discrete columns (all by default) as a matrix, each column contiguous.

        The type is the smallest unsigned one that holds every code.
        """
        columns = self._of_kind("discrete", names)
        type_ = code_type(max((len(column.levels) for column in columns), default=1))
        codes = np.empty((self.rows, len(columns)), dtype=type_, order="F")
        for place, column in enumerate(columns):
            codes[:, place] = column.values
        return codes

    def _of_kind(self, kind: Kind, names: Iterable[str] | None) -> list[Column]:
        wanted = self.names if names is None else _some_names(names)
        columns = [*self.columns] if names is None else [self.column(name) for name in wanted]
        others = [column.name for column in columns if column.kind != kind]
        if others:
            raise DataError(
                f"{kind} columns are needed, but {some(others)} {'are' if len(others) > 1 else 'is'} not; "
                "name the columns to use",
                *self.other_kind(kind, others),
            )
        self.require_no_gaps(wanted)
        return columns

    def require_no_gaps(self, names: Iterable[str] | None = None) -> None:
        """Raise an error when values are missing in some columns (all by default)."""
        gaps = [name for name in self._or_all(names) if name in self.gaps]
        if gaps:
            raise DataError(
                f"values are missing in {some(gaps)}, and this needs complete columns; pass ",
                Advice("missing", "drop"),
                ", or leave these columns out",
            )

    def other_kind(self, kind: Kind, names: Sequence[str]) -> tuple[MessagePart, ...]:
        """Return the end of a message about columns of the wrong kind: how to change it, if that makes sense.

        Measurements are never advised to become categories: each value would be a level of its own.
        """
        if all(self.column(name).could_be(kind) for name in names):
            each = Advice("kinds", kind, column=names[0])
            return ", or set their kind with ", each, InPython(" when making the dataset")
        return (", or bin the others",) if kind == "discrete" else ()

    def fingerprint(self) -> str:
        """Return a name for the content: equal for equal data, in whatever order the columns are.

        It is the SHA-256, in hexadecimal, of: a line with the format and the number of rows; then for each
        column, sorted by name, a line of JSON ``[name, kind, levels]`` and the values as little-endian
        bytes (8-byte floats, or codes of 1, 2 or 4 bytes). Each line ends in a newline character.
        """
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        return self._fingerprint_of_columns()

    def _fingerprint_of_columns(self) -> str:
        digest = self._digest()
        for column in sorted(self.columns, key=lambda column: column.name):
            digest.update(column_head(column))
            values = column.values
            digest.update(np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<")).tobytes())
        return digest.hexdigest()

    def _digest(self) -> hashlib._Hash:
        return hashlib.sha256(f"{_FORMAT} {self.rows}\n".encode())

    def level_counts(self, name: str) -> npt.NDArray[np.int64]:
        """Return how many rows hold each level of a discrete column."""
        column = self.column(name)
        return count_places(column.values, len(column.levels))

    def grows(self, name: str) -> bool:
        """Say whether a continuous column holds whole numbers that grow from every row to the next."""
        return grows(self.column(name).values)

    # ---- being a value -----------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self.fingerprint() == other.fingerprint() if isinstance(other, Dataset) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fingerprint())

    def __len__(self) -> int:
        return self.rows

    def __reduce__(self) -> tuple[object, ...]:
        # Read-only mappings cannot be pickled, so a copy is made from the parts.
        return _remade, (
            self.columns,
            dict(self.missing),
            self.dropped,
            dict(self.left_out),
            self.notes,
            self.source,
        )

    def __repr__(self) -> str:
        discrete = len(self.levels)
        head = (
            f"<Dataset: {self.rows:,} rows, {len(self.names):,} columns "
            f"({len(self.names) - discrete:,} continuous, {discrete:,} discrete)>"
        )
        shown = self.names[:_COLUMNS_SHOWN]
        width = max(map(len, shown))
        lines = [f"  {name:<{width}}  {self._description(name)}" for name in shown]
        left = len(self.names) - len(shown)
        return "\n".join([head, *lines, *([f"  ... and {left:,} more"] if left else [])])

    def _description(self, name: str) -> str:
        holds = self.holds[name]
        if self.kinds[name] == "continuous":
            return "continuous" if holds == "numbers" else f"continuous  {holds}"
        levels = self.levels[name]
        more = ", ..." if len(levels) > _LEVELS_SHOWN else ""
        order = " in order" if holds == "ordered categories" else ""
        shown = ", ".join(map(str, levels[:_LEVELS_SHOWN]))
        return f"discrete    {counted(len(levels), 'level')}{order}: {shown}{more}"


def column_head(column: Column) -> bytes:
    """Return what a fingerprint has for a column before its values."""
    return (json.dumps([column.name, column.kind, column.levels]) + "\n").encode()


def check_selected(names: Sequence[str]) -> None:
    """Raise a clear error unless there are names to select, each once."""
    if not names or len(set(names)) < len(names):
        raise DataError(f"select needs one or more different column names, got {names!r}")


def unknown_column(name: object, known: Sequence[str]) -> str:
    """Return a message about a column name that does not exist, with the nearest one."""
    hint = did_you_mean(name, known, f"the columns are {some(known)}")
    return f"there is no column {cut(repr(name))}{hint}"


def _remade(
    columns: tuple[Column, ...],
    missing: Mapping[str, int],
    dropped: int,
    left_out: Mapping[str, str],
    notes: tuple[str, ...],
    source: str,
) -> Dataset:
    return Dataset.from_columns(
        columns, missing=missing, dropped=dropped, left_out=left_out, notes=notes, source=source
    )


def _some_names(names: Iterable[str]) -> list[str]:
    if isinstance(names, str):
        raise DataError(f"a collection of column names is needed, got the text {names!r}; write ({names!r},)")
    return check_names("names", names)

"""Tables in a database: rows are counted there, by one GROUP BY over all columns of a test."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.checks import came, check_text
from sepset.data.reading.assemble import Wishes
from sepset.data.scanning.scan import opened, size_in_bytes
from sepset.data.scanning.sources import NothingNoted, batch_rows, sound
from sepset.errors import DataError, OptionError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    import numpy.typing as npt

    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.scanning.sources import Batch
    from sepset.data.scanning.streamed import StreamedDataset

_ROWS_OF_GROUP = "sepset rows of this group"
#: A name, or one in quotes; names in a row, with points between them, go from the database down to the table.
_PART = r'"(?:[^"]|"")+"|[^".]+'
_PATH = re.compile(rf"(?:{_PART})(?:\.(?:{_PART}))*")


class Grouped(NamedTuple):
    """Different rows, and how often each occurs."""

    batch: Batch
    weights: npt.NDArray[np.int64]


@dataclass(frozen=True)
class SqlTable(NothingNoted):
    """A table or view of a database that a connection of Python (DB-API) reaches."""

    connection: Any
    table: str
    names: tuple[str, ...]
    rows: int

    @classmethod
    def open(cls, connection: Any, table: str) -> SqlTable:
        """Ask for the columns and the number of rows."""
        source = _quoted_table(table)
        with _answer(connection, table, f"SELECT * FROM {source} LIMIT 0") as cursor:  # noqa: S608  # quoted
            names = tuple(str(column[0]) for column in cursor.description)
        with _answer(connection, table, f"SELECT count(*) FROM {source}") as cursor:  # noqa: S608  # quoted
            return cls(connection, table, names, int(cursor.fetchone()[0]))

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, in whatever order the database has them."""
        chosen = ", ".join(map(_quoted, names))
        query = f"SELECT {chosen} FROM {_quoted_table(self.table)}"  # noqa: S608  # quoted
        for columns in self._fetched(query, len(names)):
            yield sound(f"table {self.table!r}", dict(zip(names, columns, strict=True)))

    def grouped(self, names: Sequence[str]) -> Iterator[Grouped]:
        """Yield the different rows of some columns and how often each occurs, counted by the database."""
        chosen = ", ".join(map(_quoted, names))
        rows = f"count(*) AS {_quoted(_ROWS_OF_GROUP)}"
        query = f"SELECT {chosen}, {rows} FROM {_quoted_table(self.table)} GROUP BY {chosen}"  # noqa: S608  # quoted
        for *columns, counts in self._fetched(query, len(names) + 1):
            batch = sound(f"table {self.table!r}", dict(zip(names, columns, strict=True)))
            yield Grouped(batch, np.array(counts, dtype=np.int64))

    def _fetched(self, query: str, columns: int) -> Iterator[list[list[Any]]]:
        with _answer(self.connection, self.table, query) as cursor:
            while rows := self._next(cursor, batch_rows(columns)):
                yield [list(column) for column in zip(*rows, strict=True)]

    def _next(self, cursor: Any, most: int) -> list[tuple[Any, ...]]:
        with _told_of(self.table):
            return list(cursor.fetchmany(most))


def scan_sql(
    connection: object,
    table: str,
    *,
    memory: str | int = "2GB",
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    drop: Collection[str] = (),
    only: Collection[str] | None = None,
) -> StreamedDataset:
    """Return a table of a database whose rows stay there; the other options are those of `scan`.

    `connection` is one of Python's DB-API, such as DuckDB's or sqlite3's. `table` is a name, ``schema.table``
    or ``catalogue.schema.table``; a name with a point in it stands in double quotes. For tests on
    discrete columns the database counts: one GROUP BY over all columns sends each different row once, with
    its number.

    >>> import sqlite3
    >>> base = sqlite3.connect(":memory:")
    >>> for line in ("CREATE TABLE t (a, b)", "INSERT INTO t VALUES ('u', 1), ('v', 2), ('u', 1)"):
    ...     _ = base.execute(line)
    >>> scan_sql(base, "t").levels["b"]
    (1, 2)
    >>> base.close()
    """
    if not hasattr(connection, "cursor"):
        raise OptionError(f"a connection to a database, with cursors, is needed; got {came(connection)}")
    wishes = Wishes(kinds=kinds, missing=missing, drop=drop, only=only)
    source = SqlTable.open(connection, check_text("table", table))
    return opened(source, wishes, size_in_bytes(memory)).named(table)


def _quoted(name: str) -> str:
    """Return a name as SQL takes it, whatever is in it.

    >>> print(_quoted('so "called"!'))
    "so ""called""!"
    """
    return '"' + name.replace('"', '""') + '"'


def _quoted_table(table: str) -> str:
    """Return the name of a table as SQL takes it, with the schema it is in.

    >>> print(_quoted_table("sales.the visits"), _quoted_table('main."a.b"'))
    "sales"."the visits" "main"."a.b"
    """
    if not _PATH.fullmatch(table):
        return _quoted(table)
    parts = re.findall(_PART, table)
    return ".".join(part if part.startswith('"') else _quoted(part) for part in parts)


@contextmanager
def _answer(connection: Any, table: str, query: str) -> Iterator[Any]:
    """Ask a question, and close the cursor with its answer in the end."""
    with _told_of(table):
        cursor = connection.cursor()
    try:
        with _told_of(table):
            cursor.execute(query)
        yield cursor
    finally:
        with suppress(Exception):  # what went wrong before is what counts
            cursor.close()


@contextmanager
def _told_of(table: str) -> Iterator[None]:
    """Turn what a driver raises into one message: each database has errors of its own, at any step."""
    try:
        yield
    except Exception as error:
        raise DataError(
            f"table {table!r}: the database refused the question: {error}; is the name right, and is the "
            "connection still open?"
        ) from None

"""Questions to a database through any connection of Python (DB-API), by Arrow where its driver offers it."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sepset.data.scanning.sources import batch_rows
from sepset.errors import DataError
from sepset.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A name, or one in quotes; names in a row, with points between them, go from the database down to the table.
_PART = r'"(?:[^"]|"")+"|[^".]+'
_QUERY = re.compile(r"\s*(?:SELECT|WITH|FROM)\s", re.IGNORECASE)
_PATH = re.compile(rf"(?:{_PART})(?:\.(?:{_PART}))*")
#: What to look at when a query is rejected; the first shows whether the database takes our way of asking.
_HINT = "is the name right, and is the connection still open?"
_FIRST_HINT = (
    "is the name right, is the connection still open, and does the database take names in double quotes, and "
    "LIMIT?"
)


def quoted(name: str) -> str:
    """Return a name as SQL takes it, whatever is in it.

    >>> print(quoted('so "called"!'))
    "so ""called""!"
    """
    return '"' + name.replace('"', '""') + '"'


def quoted_table(table: str) -> str:
    """Return the name of a table as SQL takes it, with the schema it is in.

    >>> print(quoted_table("sales.the visits"), quoted_table('main."a.b"'))
    "sales"."the visits" "main"."a.b"
    """
    if not _PATH.fullmatch(table):
        return quoted(table)
    parts = re.findall(_PART, table)
    return ".".join(part if part.startswith('"') else quoted(part) for part in parts)


def finite(column: str) -> str:
    """Return the condition that a number is there and finite: it is NULL or false of all others.

    Whether NaN equals itself, and whether it is larger than all numbers, depends on the database.
    """
    largest = sys.float_info.max
    return f"{column} BETWEEN {-largest!r} AND {largest!r}"


def column_names(connection: Any, table: str) -> tuple[str, ...]:
    """Return the names of the columns of a table."""
    query = f"SELECT * FROM {quoted_table(table)} LIMIT 0"  # noqa: S608  # quoted
    with _answer(connection, table, query, _FIRST_HINT) as cursor:
        return tuple(str(column[0]) for column in cursor.description)


def rows_of(connection: Any, table: str, query: str) -> list[tuple[Any, ...]]:
    """Return a short answer, row by row."""
    with _answer(connection, table, query) as cursor, _told_of(table):
        return [tuple(row) for row in cursor.fetchall()]


def batches_of(connection: Any, table: str, query: str, columns: int) -> Iterator[list[Any]]:
    """Yield a long answer: the columns of some rows at a time, arrays of Arrow or lists."""
    with _cursor(connection, table) as cursor:
        with _told_of(table):
            reader = _arrow_reader(cursor, query, batch_rows(columns))
        if reader is not None:
            yield from _arrow_batches(reader, table)
            return
    with _answer(connection, table, query) as cursor:
        while rows := _next_rows(cursor, table, batch_rows(columns)):
            yield [list(column) for column in zip(*rows, strict=True)]


def _arrow_reader(cursor: Any, query: str, rows: int) -> Any:
    """Return a reader of batches of Arrow; None: the driver has none, or it would change what values are.

    DuckDB and the drivers of ADBC have one. Decimals, categories, dates and the like come as Python's own
    values, which is what they are in memory.
    """
    if find_spec("pyarrow") is None:
        return None
    if hasattr(cursor, "sql") and hasattr(cursor, "to_arrow_reader"):
        reader = cursor.sql(query).to_arrow_reader(rows)  # rows of DuckDB's `execute` would be copied
    elif hasattr(cursor, "fetch_record_batch"):
        cursor.execute(query)
        reader = cursor.fetch_record_batch()
    else:
        return None
    if all(_is_plain(column.type) for column in reader.schema):
        return reader
    reader.close()
    return None


def _is_plain(kind: Any) -> bool:
    import pyarrow.types as types  # an extra

    of_text = (types.is_string, types.is_large_string)
    of_numbers = (types.is_boolean, types.is_integer, types.is_float32, types.is_float64)
    return any(is_one(kind) for is_one in (*of_text, *of_numbers))


def _arrow_batches(reader: Any, table: str) -> Iterator[list[Any]]:
    import pyarrow as pa  # an extra

    try:
        while (batch := _next_batch(reader, table)) is not None:
            if batch.num_rows:
                yield list(pa.Table.from_batches([batch]).columns)
    finally:
        with suppress(Exception):
            reader.close()


def _next_batch(reader: Any, table: str) -> Any:
    with _told_of(table):
        return next(iter(reader), None)


def _next_rows(cursor: Any, table: str, most: int) -> list[Any]:
    with _told_of(table):
        return list(cursor.fetchmany(most))


@contextmanager
def _answer(connection: Any, table: str, query: str, hint: str = _HINT) -> Iterator[Any]:
    """Ask a question, and close the cursor with its answer in the end."""
    with _cursor(connection, table) as cursor:
        with _told_of(table, hint):
            cursor.execute(query)
        yield cursor


@contextmanager
def _cursor(connection: Any, table: str) -> Iterator[Any]:
    with _told_of(table):
        cursor = connection.cursor()
    try:
        yield cursor
    finally:
        with suppress(Exception):  # what went wrong before is what counts
            cursor.close()


@contextmanager
def _told_of(table: str, hint: str = _HINT) -> Iterator[None]:
    """Turn what a driver raises into one message: each database has errors of its own, at any step."""
    try:
        yield
    except Exception as error:
        hint = (
            "only names of tables and views are accepted, so make a view of a query"
            if _QUERY.match(table)
            else hint
        )
        raise DataError(
            f"table {table!r}: the database rejected the query: {one_line(str(error))}; {hint}"
        ) from None

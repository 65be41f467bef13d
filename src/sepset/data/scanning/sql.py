"""Tables in a database, which does the work: it says what columns hold, and counts rows with one GROUP BY."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.checks import came, check_text
from sepset.data.reading.assemble import Wishes
from sepset.data.scanning.database import batches_of, column_names, finite, quoted, quoted_table, rows_of
from sepset.data.scanning.opening import opened
from sepset.data.scanning.scan import size_in_bytes
from sepset.data.scanning.sources import NothingNoted, sound
from sepset.data.scanning.sql_survey import surveyed
from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    import numpy.typing as npt

    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.scanning.sources import Batch
    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.data.scanning.survey import ColumnSurvey
    from sepset.progress import ScanProgress, ShowProgress

_ROWS_OF_GROUP = "sepset rows of this group"
#: How many columns one question asks for aggregates of: some databases allow 2,000 results, five a column.
_COLUMNS_A_QUESTION = 300


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
    #: None: not known until it is asked for
    rows: int | None = None
    #: what must be true of a row, in SQL
    conditions: tuple[str, ...] = ()

    @classmethod
    def open(cls, connection: Any, table: str) -> SqlTable:
        """Ask for the columns."""
        return cls(connection, table, column_names(connection, table))

    @property
    def where(self) -> str:
        """Where its rows are, in words."""
        return f"table {self.table!r}"

    def surveyed(self, names: Sequence[str]) -> dict[str, ColumnSurvey]:
        """Return what the database itself finds out about columns."""
        return surveyed(self, names)

    def first_rows(self, names: Sequence[str], most: int) -> list[tuple[Any, ...]]:
        """Return some rows of some columns."""
        return rows_of(self.connection, self.table, f"{self._select(names)} LIMIT {most}")

    def aggregates(
        self, asked: Sequence[tuple[str, Callable[[str], Sequence[str]]]]
    ) -> tuple[int, list[list[Any]]]:
        """Return the number of rows and, for each name, the answers to what is asked about its column."""
        rows, answers = 0, []
        for first in range(0, len(asked), _COLUMNS_A_QUESTION):
            each = [ask(quoted(name)) for name, ask in asked[first : first + _COLUMNS_A_QUESTION]]
            listed = ", ".join(question for questions in each for question in questions)
            query = f"SELECT count(*), {listed} {self._from()}"  # quoted
            [(rows, *results)] = rows_of(self.connection, self.table, query)
            left = iter(results)
            answers += [list(islice(left, len(questions))) for questions in each]
        return int(rows), answers

    def complete(self, lacking: Sequence[str], numbers: Collection[str]) -> SqlTable:
        """Return the rows that have a value in each of some columns; NaN among `numbers` is none."""
        there = [
            finite(quoted(name)) if name in numbers else f"{quoted(name)} IS NOT NULL" for name in lacking
        ]
        chosen = replace(self, conditions=(*self.conditions, *there))
        query = f"SELECT count(*) {chosen._from()}"  # quoted
        [(rows,)] = rows_of(self.connection, self.table, query)
        return replace(chosen, rows=int(rows))

    def not_finite(self, name: str) -> list[float]:
        """Return which values of a column of numbers are not finite, each once."""
        column = quoted(name)
        query = f"SELECT DISTINCT {column} {self._from(f'NOT ({finite(column)})')}"  # quoted
        return [float(value) for (value,) in rows_of(self.connection, self.table, query)]

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, in whatever order the database has them."""
        for columns in batches_of(self.connection, self.table, self._select(names), len(names)):
            yield sound(self.where, dict(zip(names, columns, strict=True)))

    def grouped(self, names: Sequence[str]) -> Iterator[Grouped]:
        """Yield the different rows of some columns and how often each occurs, counted by the database."""
        chosen = ", ".join(map(quoted, names))
        query = f"{self._select(names, f'count(*) AS {quoted(_ROWS_OF_GROUP)}')} GROUP BY {chosen}"
        for *columns, counts in batches_of(self.connection, self.table, query, len(names) + 1):
            batch = sound(self.where, dict(zip(names, columns, strict=True)))
            yield Grouped(batch, np.array(counts, dtype=np.int64))

    def _select(self, names: Sequence[str], *more: str) -> str:
        chosen = ", ".join((*map(quoted, names), *more))
        return f"SELECT {chosen} {self._from()}"  # quoted

    def _from(self, *more: str) -> str:
        conditions = (*self.conditions, *more)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"FROM {quoted_table(self.table)}{where}"


def scan_sql(
    connection: object,
    table: str,
    *,
    memory: str | int = "2GB",
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    drop: Collection[str] = (),
    only: Collection[str] | None = None,
    progress: ShowProgress[ScanProgress] = None,
) -> StreamedDataset:
    """Return a table of a database whose rows stay there; the other options are those of `scan`.

    `progress` is told of rows that are fetched for columns which the database cannot settle itself.

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
    return opened(source, wishes, size_in_bytes(memory), source.where, progress=progress).named(table)

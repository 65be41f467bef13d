"""Tables in a database: what `scan_sql`, k-PC and saving take, and how many queries they send."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

import sepset as sp
from benchmarks.record import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COLUMNS = 20


def measured(sizes: Sequence[int]) -> Table:
    """Return the CPU seconds of each step on truth values in DuckDB with one thread, and its queries."""
    table = Table(
        "Tables in a database, k = 2",
        {"data": "text", "step": "text", "CPU seconds": "seconds", "queries": "count"},
    )
    base = duckdb.connect(config={"threads": "1"})
    chains = ", ".join(f"hash(i, {i - i % 3 if i % 2 else i}) % 2 = 0 AS v{i:02d}" for i in range(COLUMNS))
    for rows in (1000, *sizes):
        base.execute(f"CREATE OR REPLACE TABLE visits AS SELECT {chains} FROM range({rows}) t(i)")  # noqa: S608
        steps = [*_steps(base)]
        if rows in sizes:  # what comes before only loads what is needed
            for step, seconds, queries in steps:
                table.add(f"DuckDB, {rows:,} x {COLUMNS}", step, seconds, queries)
    base.close()
    return table


def _steps(base: Any) -> Iterator[tuple[str, float, int]]:
    counting = _Counting(base)
    began = time.process_time()
    data = sp.scan_sql(counting, "visits")
    yield "scan_sql", time.process_time() - began, counting.asked()
    began = time.process_time()
    found = sp.kpc(data, k=2, threads=1)
    yield "k-PC", time.process_time() - began, counting.asked()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        found.save(Path(folder) / "found.json")
    yield "saving", time.process_time() - began, counting.asked()


class _Counting:
    """A connection that counts the cursors it gives: there is one for each query."""

    def __init__(self, base: Any) -> None:
        self._base, self._cursors = base, 0

    def cursor(self) -> Any:
        self._cursors += 1
        return self._base.cursor()

    def asked(self) -> int:
        """Return how many there were since the last call."""
        found, self._cursors = self._cursors, 0
        return found

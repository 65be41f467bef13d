"""Tables as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sepset.data.dataset import Dataset

ROWS_AT_ONCE = 10_000


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    r"""Return rows as CSV with plain newlines.

    >>> csv_text([["a", "b, c"], [1, 0.5]])
    'a,"b, c"\n1,0.5\n'
    """
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def csv_parts(data: Dataset) -> Iterator[str]:
    """Yield a dataset as CSV, in parts; floats are written so that they are read back exactly."""
    yield csv_text([data.names])
    for start in range(0, data.rows, ROWS_AT_ONCE):
        columns = []
        for column in data.columns:
            values = column.values[start : start + ROWS_AT_ONCE].tolist()
            columns.append([column.levels[code] for code in values] if column.kind == "discrete" else values)
        yield csv_text(zip(*columns, strict=True))

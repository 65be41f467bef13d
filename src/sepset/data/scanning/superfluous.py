"""Columns of a scan that only number the rows, or repeat another: a refusal names them, as in memory."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.data.identifiers import names_rows
from sepset.data.reading.problems import note_copies, note_identifiers
from sepset.data.scanning.sources import naming
from sepset.data.scanning.streamed import complete_in, names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    import numpy.typing as npt

    from sepset.data.column import Mask
    from sepset.data.reading.problems import Problems
    from sepset.data.scanning.known import KnownColumn, Settled
    from sepset.data.scanning.sources import Batch, Passes, Source
    from sepset.data.scanning.streamed import StreamedDataset


class Passing(NamedTuple):
    """Rows that can be gone through; those with a gap in some columns are to be left out."""

    source: Source
    incomplete: Sequence[KnownColumn]
    passes: Passes

    def batches(self, columns: Sequence[Settled]) -> Iterator[Batch]:
        """Yield some columns, and those that say which rows to leave out."""
        return self.passes.batches(self.source, names_of(columns, self.incomplete))


def note_superfluous(
    data: StreamedDataset,
    rows: Passing,
    settled: Sequence[Settled],
    asked: Collection[str],
    problems: Problems,
) -> None:
    """Note identifiers and copies among the columns of a table that is refused anyway."""
    numbered = [
        column.column.name
        for column in settled
        if column.column.kind == "continuous"
        and column.column.name not in asked
        # gaps are only left where rows stay that have some
        and (data.dropped or not column.known.gaps)
        and _numbers_rows(data, column)
    ]
    note_identifiers(problems, numbered, len(settled))
    left = [column for column in settled if column.column.name not in problems.unusable]
    note_copies(problems, _contents(rows, _perhaps_copies(left)))


def _numbers_rows(data: StreamedDataset, column: Settled) -> bool:
    name = column.column.name
    if not data.grows(name):
        return False
    extent = column.known.survey.extent
    ends = (extent.least, extent.last)
    if column.of_label is not None:
        values = data.column(name).values
        ends = (float(values[0]), float(values[-1]))
    return names_rows(name, *ends, data.rows)


# ---- copies ----------------------------------------------------------------------------------------------


def _perhaps_copies(columns: Sequence[Settled]) -> list[Settled]:
    """Return the columns that could be copies of another by what is known of them; most tables have none."""
    counted = all(column.level_counts is not None for column in columns if column.column.levels)
    signs = [_sign(column, counted=counted) for column in columns]
    times = Counter(signs)
    return [column for column, sign in zip(columns, signs, strict=True) if times[sign] > 1]


def _sign(column: Settled, *, counted: bool) -> Hashable:
    """Return something that two copies have in common."""
    if column.column.kind == "discrete":
        counts = column.level_counts if counted else None
        return len(column.column.levels) if counts is None else tuple(sorted(counts.tolist()))
    listed = column.of_label is not None
    least = float(column.column.values.min()) if listed else column.known.survey.extent.least
    return "continuous", least, column.largest


class _Content:
    """The content of a column, hashed while rows go by: other labels for the same groups are the same."""

    def __init__(self, column: Settled) -> None:
        self.column = column
        self._digest = hashlib.sha256(column.column.kind.encode())
        self._groups: dict[int, int] = {}

    def add(self, values: npt.NDArray[Any], gaps: Mask) -> None:
        """Take in some rows."""
        if self.column.column.kind == "continuous":
            self._digest.update(np.where(gaps, np.nan, values).tobytes())
            return
        there, first = np.unique(values[~gaps], return_index=True)
        for code in there[np.argsort(first)].tolist():
            self._groups.setdefault(code, len(self._groups))
        groups = np.full(len(self.column.column.levels), -1)
        groups[[*self._groups]] = [*self._groups.values()]
        self._digest.update(np.where(gaps, -1, groups[np.where(gaps, 0, values)]).tobytes())

    def key(self) -> bytes:
        """Return what equal contents have in common."""
        return self._digest.digest()


def _contents(rows: Passing, columns: Sequence[Settled]) -> dict[str, bytes]:
    """Go through the rows of some columns, and return a name for the content of each."""
    found = {column.column.name: _Content(column) for column in columns}
    for batch in rows.batches(columns) if columns else ():
        with naming(batch.where):
            stay = complete_in(batch, rows.incomplete)
            for column in columns:
                piece = batch.column(column.known.name)
                values, gaps = column.values(piece), column.known.missing(piece)
                kept = slice(None) if stay is None else stay
                found[column.column.name].add(values[kept], gaps[kept])
    return {name: content.key() for name, content in found.items()}

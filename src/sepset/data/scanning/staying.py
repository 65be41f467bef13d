"""The rows of a scan that have a value in every column, and what the columns hold in these."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.data.column import Numbers, count_places
from sepset.data.scanning.known import KnownColumn
from sepset.data.scanning.passes import check_unchanged
from sepset.data.scanning.sources import CompletingSource, naming
from sepset.data.scanning.survey import ColumnSurvey
from sepset.data.scanning.surveying import surveyed_columns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.scanning.sources import Passes, Source


class Staying(NamedTuple):
    """Rows that stay: where they come from, and their columns."""

    source: Source
    columns: Sequence[KnownColumn]
    #: how many of the rows that stay hold each label of a column, unless its survey says so
    counts: Mapping[str, npt.NDArray[np.int64]]
    rows: int
    #: whether the source sends no other rows
    left_out_there: bool = False


def staying_rows(
    source: Source, known: Sequence[KnownColumn], lacking: Collection[str], passes: Passes
) -> Staying:
    """Return the rows that have a value in each of the columns that lack some.

    A database leaves the others out itself. Infinite values, which are refused, would be left out there too.
    """
    if isinstance(source, CompletingSource) and not any(column.infinite for column in known):
        return _left_out_there(source, known, lacking, passes)
    return _left_out_here(source, known, lacking, passes)


def _left_out_there(
    source: CompletingSource, known: Sequence[KnownColumn], lacking: Collection[str], passes: Passes
) -> Staying:
    numbers = [column.name for column in known if column.plain_numbers]
    complete = source.complete([*lacking], numbers)
    rows = complete.rows or 0
    limits = {one.name: one.survey.limits for one in known}
    columns = surveyed_columns(complete, limits, passes) if rows else known
    return Staying(complete, columns, {}, rows, left_out_there=True)


def _left_out_here(
    source: Source, known: Sequence[KnownColumn], lacking: Collection[str], passes: Passes
) -> Staying:
    """Go through the rows, and count what those that stay hold."""
    listed = [column for column in known if not column.many]
    measured = {
        column: ColumnSurvey(column.name, limits=column.survey.limits) for column in known if column.many
    }
    kept = {column.name: np.zeros(len(column.labels), dtype=np.int64) for column in listed}
    rows = complete = 0
    for batch in passes.batches(source, [column.name for column in known]):
        with naming(batch.where):
            gaps = [column.missing(batch.column(column.name)) for column in known if column.name in lacking]
            stay = ~np.logical_or.reduce(gaps)
            rows, complete = rows + len(stay), complete + int(stay.sum())
            for column in listed:
                places = column.places(batch.column(column.name))[stay]
                kept[column.name] += count_places(places, len(column.labels))
            for column, survey in measured.items():
                values = column.floats(batch.column(column.name))[stay]
                survey.add(Numbers(values, column.survey.holds), batch.where)
    check_unchanged(rows, known[0].survey.rows)
    columns = [_in_these(column, measured[column]) if column.many else column for column in known]
    return Staying(source, columns, kept, complete)


def _in_these(column: KnownColumn, stay: ColumnSurvey) -> KnownColumn:
    """Return a column of many numbers as the rows that stay have it: with few of them these are listed."""
    if stay.counts is None:
        return KnownColumn(replace(column.survey, extent=stay.extent), column.decimal)
    return KnownColumn(stay, column.decimal, partial=True)

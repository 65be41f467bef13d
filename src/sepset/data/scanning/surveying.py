"""Passes over the rows of a source that find out what its columns hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.data.reading.gathered import Cells
from sepset.data.scanning.known import KnownColumn
from sepset.data.scanning.passes import check_unchanged
from sepset.data.scanning.sources import SurveyingSource, naming
from sepset.data.scanning.survey import ColumnSurvey

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.data.scanning.sources import Passes, Piece, Source
    from sepset.data.scanning.survey import Limits


def surveyed_columns(source: Source, limits: Mapping[str, Limits], passes: Passes) -> list[KnownColumn]:
    """Go through the rows, unless their files or database know; text with many numbers takes two passes."""
    names = [*limits]
    found = source.surveyed(names) if isinstance(source, SurveyingSource) else {}
    # Of numbers that are to be levels, more is told than that they are many.
    found = {name: one for name, one in found.items() if one.counts is not None or not limits[name].labels}
    for name, noted in source.ranges().items():
        survey = ColumnSurvey.noted(name, source.rows or 0, noted)
        if survey is not None and name in limits:
            found[name] = survey
    open_ones = {name: ColumnSurvey(name, limits=limits[name]) for name in names if name not in found}
    _go_by(source, open_ones, passes)
    found |= open_ones
    many = {name: one for name, one in found.items() if one.counts is None and one.cells and not one.unfit}
    in_words = _measured(source, many, passes)
    worded = {name: ColumnSurvey(name, limits=limits[name], words=True) for name in in_words}
    _go_by(source, worded, passes)
    found |= worded
    return [KnownColumn(found[name], limits[name].decimal) for name in names]


def _go_by(source: Source, surveys: Mapping[str, ColumnSurvey], passes: Passes) -> None:
    """Let all rows of some columns go by."""
    for batch in passes.batches(source, [*surveys]) if surveys else ():
        with naming(batch.where):
            for survey in surveys.values():
                survey.take(batch)


def _measured(source: Source, many: Mapping[str, ColumnSurvey], passes: Passes) -> set[str]:
    """Measure the cells of columns of many numbers; return those in which some cells are none after all."""
    rows, worded = 0, set[str]()
    for batch in passes.batches(source, [*many]) if many else ():
        with naming(batch.where):
            pieces = {name: batch.column(name) for name in many}
            worded |= {name for name, piece in pieces.items() if not _measure(many[name], piece)}
        rows += len(next(iter(pieces.values())))
    for survey in many.values():
        check_unchanged(rows, survey.rows)
    return worded


def _measure(survey: ColumnSurvey, piece: Piece) -> bool:
    """Measure some cells, unless they are not all numbers."""
    numbers = piece.numbers(survey.limits.decimal) if isinstance(piece, Cells) else None
    if numbers is not None:
        survey.measure(numbers)
    return numbers is not None

"""What the columns of a table in a database hold, found out there: by aggregates, without fetching its rows.

The first rows tell of which type a column is. One question then asks for the number of values of all
columns, their extent, and how many are different; further ones, each for as many columns as have few joint
values, how many rows hold what. What aggregates leave open is left to a look at the rows: types that are not
plain, numbers that are not finite or not exact, and whether numbers grow from row to row.
"""

from __future__ import annotations

import decimal
import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sepset.data.column import EXACT, MOST_LEVELS, Encoded, Numbers
from sepset.data.scanning.database import finite
from sepset.data.scanning.sources import sound
from sepset.data.scanning.survey import ColumnSurvey, Extent
from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.scanning.sources import Piece
    from sepset.data.scanning.sql import SqlTable

#: More rows than a column may have levels, so that most numbers without levels are seen in them.
_FIRST_ROWS = 2 * MOST_LEVELS
#: How many joint values columns may have whose rows are counted together.
_JOINT_VALUES = 1 << 16

_NUMBERS = (int, float, decimal.Decimal)
_NOT_RISING = Extent(rising=False)


@dataclass(frozen=True)
class _Probed:
    """A column by its first rows."""

    name: str
    holds: Literal["truth", "text", "numbers"]
    #: it has more different values than levels are allowed
    many: bool = False
    rising: bool = False
    #: its numbers may be NaN, which is a missing value
    floats: bool = False
    #: the texts among the first rows
    texts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, name: str, values: Sequence[Any]) -> _Probed | None:
        """Return what some rows tell; None: its values need a look."""
        there = [value for value in values if value is not None and value == value]  # nor NaN
        types = {type(value) for value in there}
        if types == {bool}:
            return cls(name, "truth")
        if types == {str}:
            return cls(name, "text", texts=frozenset(there))
        if not types or not types <= {*_NUMBERS}:
            return None
        rising = len(there) == len(values) and all(a < b for a, b in pairwise(there))
        many = len(set(there)) > MOST_LEVELS
        return cls(name, "numbers", many=many, rising=rising, floats=float in types)

    def asks(self, column: str) -> list[str]:
        """Return what to ask about it, in the order of the fields of an answer."""
        if self.holds == "truth":
            return [f"count({column})", f"count(CASE WHEN {column} THEN 1 END)"]
        value = f"CASE WHEN {finite(column)} THEN {column} END" if self.floats else column
        extent = [f"count({value})", f"min({value})", f"max({value})"]
        parts = [
            f"min(CASE WHEN {value} <> round({value}) THEN {column} END)",
            f"count({column})",  # NaN and infinite ones included
        ]
        different = [] if self.many else [f"count(DISTINCT {value})"]
        return [*extent, *(parts if self.holds == "numbers" else []), *different]


@dataclass(frozen=True)
class _SurveyedColumn:
    """What the database says of a column: it has few values, which are counted next, or many."""

    name: str
    gaps: int
    #: how many different values there are, a missing one included; None: too many
    values: int | None
    survey: ColumnSurvey | None = None
    texts: frozenset[str] = frozenset()


def surveyed(table: SqlTable, names: Sequence[str]) -> dict[str, ColumnSurvey]:
    """Return what the database knows of some columns; those that it leaves open are not among them."""
    first = table.first_rows(names, _FIRST_ROWS + 1)
    columns = [list(column) for column in zip(*first, strict=True)] or [[] for _ in names]
    if len(first) <= _FIRST_ROWS:
        return _all_of(table, dict(zip(names, columns, strict=True)))
    probed = [_Probed.of(name, column) for name, column in zip(names, columns, strict=True)]
    plain = [column for column in probed if column is not None]
    if not plain:
        return {}
    rows, answers = table.aggregates([(column.name, column.asks) for column in plain])
    found = [_judged(table, column, rows, answer) for column, answer in zip(plain, answers, strict=True)]
    settled = [one for one in found if one is not None]
    known = {one.name: one.survey for one in settled if one.survey is not None}
    return known | _counted(table, rows, [one for one in settled if one.survey is None])


def _all_of(table: SqlTable, columns: Mapping[str, list[Any]]) -> dict[str, ColumnSurvey]:
    """Return the surveys of columns all of whose rows are there."""
    found = {name: ColumnSurvey(name) for name in columns}
    batch = sound(table.where, columns)
    for survey in found.values():
        survey.take(batch)
    alike = {name: survey.counts for name, survey in found.items() if survey.counts and _alike(survey.counts)}
    if alike:
        _, answers = table.aggregates(
            [(name, lambda column: [f"count(DISTINCT {column})"]) for name in alike]
        )
        for (name, counts), (different,) in zip(alike.items(), answers, strict=True):
            _check_merged(name, counts, int(different))
    return found


def _alike(labels: Iterable[Any]) -> list[str]:
    """Return texts that a database may take as equal: they differ in capitals, or in blanks around them."""
    texts: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            texts.setdefault(label.strip().casefold(), []).append(label)
    return next((sorted(same) for same in texts.values() if len(same) > 1), [])


def _check_merged(name: str, texts: Collection[str], different: int) -> None:
    """Refuse texts that the database treats as equal: it would count them as one, and they are not."""
    if different < len(texts):
        example = " and ".join(map(repr, _alike(texts)[:2])) or "some that differ in accents"
        raise DataError(
            f"column {name!r} holds texts that the database treats as equal, such as {example}; make them "
            "equal there, or choose a binary collation for the column"
        )


def _judged(table: SqlTable, column: _Probed, rows: int, answer: Sequence[Any]) -> _SurveyedColumn | None:
    """Return what aggregates say of a column; None: they leave it open."""
    present, *rest = answer
    gaps = rows - int(present)
    if column.holds == "truth":
        counts = Counter({True: int(rest[0]), False: int(present) - int(rest[0])})
        survey = ColumnSurvey(column.name, rows=rows, gaps=gaps, counts=+counts, extent=_NOT_RISING)
        return _SurveyedColumn(column.name, gaps, None, survey)
    if column.holds == "numbers":
        return _judged_numbers(table, column, rows, answer)
    least, most, different = rest
    if not isinstance(least, str) or not isinstance(most, str) or int(different) > MOST_LEVELS:
        return None
    return _SurveyedColumn(column.name, gaps, int(different) + (gaps > 0), texts=column.texts)


def _judged_numbers(
    table: SqlTable, column: _Probed, rows: int, answer: Sequence[Any]
) -> _SurveyedColumn | None:
    present, least, most, part, not_null, *different = answer
    gaps, whole = rows - int(present), part is None
    if not _is_exact(least) or not _is_exact(most) or (column.rising and whole and not gaps):
        return None
    if int(not_null) > int(present) and not all(map(math.isnan, table.not_finite(column.name))):
        return None
    if different and int(different[0]) <= MOST_LEVELS:
        return _SurveyedColumn(column.name, gaps, int(different[0]) + (gaps > 0))
    extent = Extent(
        whole,
        rising=False,
        least=float(least),
        least_part=math.inf if whole else float(part),
        largest=max(abs(float(least)), abs(float(most))),
    )
    survey = ColumnSurvey(column.name, rows=rows, gaps=gaps, counts=None, extent=extent)
    return _SurveyedColumn(column.name, gaps, None, survey)


def _is_exact(number: Any) -> bool:
    """Say whether a number is one, finite, and if whole, not too large for a float."""
    if type(number) not in _NUMBERS or not math.isfinite(number):
        return False
    return type(number) is float or abs(number) <= EXACT


def _counted(table: SqlTable, rows: int, columns: Sequence[_SurveyedColumn]) -> dict[str, ColumnSurvey]:
    """Return the surveys of columns with few values, whose rows the database counts."""
    counts: dict[str, Counter[Any]] = {one.name: Counter() for one in columns}
    for names in _packed(columns):
        for batch, weights in table.grouped(names):
            for name, piece in batch.columns.items():
                counts[name].update(dict(_weighted(piece, weights)))
    for one in columns:
        different = (one.values or 0) - (one.gaps > 0)
        _check_merged(one.name, one.texts | counts[one.name].keys(), different)
    return {
        one.name: ColumnSurvey(
            one.name, rows=rows, gaps=one.gaps, counts=counts[one.name], extent=_NOT_RISING
        )
        for one in columns
    }


def _packed(columns: Iterable[_SurveyedColumn]) -> Iterator[list[str]]:
    """Yield columns that are counted together, as many as have few joint values."""
    names: list[str] = []
    joint = 1
    for one in columns:
        values = max(one.values or 1, 1)
        if names and joint * values > _JOINT_VALUES:
            yield names
            names, joint = [], 1
        names, joint = [*names, one.name], joint * values
    if names:
        yield names


def _weighted(piece: Piece, weights: npt.NDArray[np.int64]) -> Iterator[tuple[Any, int]]:
    """Yield the labels of some different rows, and how many rows hold each."""
    if isinstance(piece, Numbers):
        labels, places = np.unique(piece.values + 0.0, return_inverse=True)
        names = labels.tolist()
    elif isinstance(piece, Encoded):
        names, places = list(piece.labels), piece.places
    sums = np.zeros(len(names), dtype=np.int64)
    there = places >= 0
    np.add.at(sums, places[there], weights[there])
    for name, count in zip(names, sums.tolist(), strict=True):
        if count and name == name:  # NaN is a missing value
            yield name, count

"""The columns of a text, put together from pieces of its rows.

A piece is read in the quickest way that fits it, and what comes out does not depend on the way: the distinct
cells of a column and, for each row, the place of its cell. What cells stand for is decided when all are
known. Numbers with very many different cells are kept as numbers, so that these take no memory as text.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from sepset.data.column import MOST_LEVELS, Numbers, place_type
from sepset.data.reading.cells import from_distinct, numbers_or_gaps
from sepset.data.reading.grids import GridColumn, grid_columns, single_characters
from sepset.data.reading.rows import rows_of, unquoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.data.column import Floats, Places, RawColumn
    from sepset.data.reading.cells import Decimal
    from sepset.data.reading.grids import Coded, ColumnCells
    from sepset.data.reading.rows import RowPiece

_MANY_CELLS = 2 * MOST_LEVELS
_BLANK_LINES = re.compile("\n{2,}")


def columns_of(piece: RowPiece, separator: str, width: int, wanted: Sequence[int]) -> list[ColumnCells]:
    r"""Return some columns of a piece of rows, each with `width` cells.

    >>> from sepset.data.reading.rows import RowPiece
    >>> columns_of(RowPiece(1, '1,x\n1,5"\n'), ",", 2, [0, 1])
    [['1', '1'], ['x', '5"']]
    """
    rows = piece.text.lstrip("\n")
    if not rows:
        return [[] for _ in wanted]
    found = _quickly(rows, separator, width, wanted) if width > 1 else None
    if found is not None:
        return found
    columns = list(zip(*rows_of(piece, separator, width), strict=True)) or [()] * width
    return [[*columns[place]] for place in wanted]


def _quickly(rows: str, separator: str, width: int, wanted: Sequence[int]) -> list[ColumnCells] | None:
    plain = unquoted(rows, separator) if '"' in rows else rows
    if plain is None:
        return grid_columns(rows, separator, width, wanted)
    found = _without_quotes(plain, separator, width, wanted)
    if found is None and "\n\n" in plain:
        return _without_quotes(_BLANK_LINES.sub("\n", plain), separator, width, wanted)
    return found


def _without_quotes(rows: str, separator: str, width: int, wanted: Sequence[int]) -> list[ColumnCells] | None:
    return single_characters(rows, separator, width, wanted) or grid_columns(rows, separator, width, wanted)


class CodedParts:
    """The distinct cells of a column, and the places of its rows among them, piece by piece."""

    def __init__(self) -> None:
        self._place_of: dict[str, int] = {}
        self._parts: list[Places] = []

    def add(self, column: ColumnCells) -> None:
        """Take in some rows."""
        if isinstance(column, GridColumn):
            column = column.told_apart()
        if isinstance(column, list):
            fresh = [cell for cell in dict.fromkeys(column) if cell not in self._place_of]
            self._place_of.update(zip(fresh, count(len(self._place_of)), strict=False))
            narrow = place_type(len(self._place_of))
            self._parts.append(np.fromiter(map(self._place_of.__getitem__, column), narrow, len(column)))
            return
        cells, places = column
        of_piece = [self._place_of.setdefault(cell, len(self._place_of)) for cell in cells]
        narrow = place_type(len(self._place_of))
        as_they_are = of_piece == [*range(len(of_piece))]
        self._parts.append(
            places.astype(narrow, copy=False) if as_they_are else np.array(of_piece, dtype=narrow)[places]
        )

    def __len__(self) -> int:
        return len(self._place_of)

    def whole(self) -> Coded:
        """Return all of them."""
        return list(self._place_of), np.concatenate(self._parts or [np.empty(0, dtype=np.int8)])

    def numbers(self, decimal: Decimal) -> list[Floats] | None:
        """Return the rows as numbers, piece by piece, if each is one and they are too many for levels."""
        values = numbers_or_gaps(list(self._place_of), decimal)
        if values is None or len(np.unique(values[~np.isnan(values)])) <= MOST_LEVELS:
            return None
        return [values[part] for part in self._parts]


class Cells:
    """Some rows of a column as they stand in a file: told apart, or made numbers, only when that is asked."""

    def __init__(self) -> None:
        self._pieces: list[ColumnCells] = []

    def add(self, column: ColumnCells) -> None:
        """Take in some rows."""
        # Words told apart need less memory than their text; long cells stay text that is not cut yet.
        if isinstance(column, GridColumn) and column.is_short:
            column = column.told_apart()
        self._pieces.append(column)

    def __len__(self) -> int:
        return sum(len(piece[1] if isinstance(piece, tuple) else piece) for piece in self._pieces)

    @property
    def texts(self) -> list[str]:
        """The distinct cells."""
        return self._coded[0]

    @property
    def places(self) -> Places:
        """For each row, the place of its cell among the distinct ones."""
        return self._coded[1]

    @cached_property
    def _coded(self) -> Coded:
        parts = CodedParts()
        for piece in self._pieces:
            parts.add(piece)
        return parts.whole()

    def numbers(self, decimal: Decimal) -> Floats | None:
        """Return the rows as numbers, NaN where one is missing; None if some are neither, or not exact."""
        found = [_as_numbers(piece, decimal) for piece in self._pieces]
        exact = [part for part in found if part is not None]
        return np.concatenate([np.empty(0), *exact]) if len(exact) == len(found) else None


def _as_numbers(column: ColumnCells, decimal: Decimal) -> Floats | None:
    if isinstance(column, GridColumn):
        return column.numbers(decimal)
    if isinstance(column, list):
        return numbers_or_gaps(column, decimal)
    values = numbers_or_gaps(column[0], decimal)
    return None if values is None else values[column[1]]


class NoNumberError(Exception):
    """A column was taken for numbers, and has a cell that is none."""


class GatheredColumn:
    """One column while its pieces come in; `as_numbers` says whether it may be kept as numbers."""

    def __init__(self, decimal: Decimal, *, as_numbers: bool) -> None:
        self._decimal = decimal
        self._coded = CodedParts()
        self._numbers: list[Floats] | None = None
        self._many: float = _MANY_CELLS if as_numbers else np.inf

    def add(self, column: ColumnCells) -> None:
        """Take in some rows."""
        if self._numbers is not None:
            values = _as_numbers(column, self._decimal)
            if values is None:
                raise NoNumberError
            self._numbers.append(values)
            return
        self._coded.add(column)
        if len(self._coded) > self._many:
            self._many *= 2
            self._numbers = self._coded.numbers(self._decimal)
            if self._numbers is not None:
                self._coded = CodedParts()

    def raw(self, name: str) -> RawColumn:
        """Return the column."""
        if self._numbers is not None:
            return Numbers(np.concatenate(self._numbers))
        return from_distinct(name, *self._coded.whole(), self._decimal)


def gathered(
    pieces: Iterable[RowPiece], separator: str, width: int, decimal: Decimal, *, as_numbers: bool = True
) -> list[GatheredColumn]:
    """Return all columns of some pieces, or raise `NoNumberError` if one should not be kept as numbers."""
    columns = [GatheredColumn(decimal, as_numbers=as_numbers) for _ in range(width)]
    for piece in pieces:
        for column, cells in zip(columns, columns_of(piece, separator, width, range(width)), strict=True):
            column.add(cells)
    return columns

"""Rows that all have the same number of cells: a grid, read with a few array operations.

A cell of up to 8 bytes is one 64-bit word, and a column of short cells is encoded by comparing or sorting
words; where every cell is one character, all lines are alike and a column is a stride. Only the distinct
cells of such columns ever become Python text, and of columns that are known to hold numbers none.
"""

from __future__ import annotations

import csv
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided

from sepset import kernels
from sepset.data.reading.cells import numbers_or_gaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from sepset.data.column import Floats, Places
    from sepset.data.reading.cells import Decimal

#: The distinct cells of a column and, for each row, the place of its cell among them.
Coded: TypeAlias = "tuple[list[str], Places]"
#: A column like that, one of a grid, which can become it, or all cells in order.
ColumnCells: TypeAlias = "Coded | GridColumn | list[str]"

_WORD = 8
_QUOTE = ord('"')
_COMPARED = 8
_MASKS = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], dtype=np.uint64)


def single_characters(
    rows: str, separator: str, width: int, wanted: Sequence[int]
) -> list[ColumnCells] | None:
    r"""Return some columns where every cell is one character, so that all lines are alike; else None.

    >>> [(cells, places.tolist()) for cells, places in single_characters("1,x\n1,y\n", ",", 2, [0, 1])]
    [(['1'], [0, 0]), (['x', 'y'], [0, 1])]
    """
    if len(rows) % (2 * width) or not rows.isascii():
        return None
    grid = np.frombuffer(rows.encode(), dtype=np.uint8).reshape(-1, 2 * width)
    separators, newline = ord(separator), ord("\n")
    if not ((grid[:, 1:-1:2] == separators).all() and (grid[:, -1] == newline).all()):
        return None
    cells = grid[:, ::2]
    if (cells == separators).any() or (cells == newline).any():
        return None
    cells = np.ascontiguousarray(_chosen(cells, wanted).T)
    least, most = cells.min(axis=1), cells.max(axis=1)
    offsets = (cells - least[:, None]).view(np.int8)
    return [
        _near_characters(column, int(low), int(high))
        for column, low, high in zip(offsets, least, most, strict=True)
    ]


def _near_characters(offsets: npt.NDArray[np.int8], least: int, most: int) -> Coded:
    if most - least <= 1:
        return [chr(code) for code in range(least, most + 1)], offsets
    found = np.flatnonzero(np.bincount(offsets, minlength=most - least + 1))
    place_of = np.zeros(most - least + 1, dtype=np.int8)
    place_of[found] = np.arange(len(found))
    return [chr(least + code) for code in found.tolist()], place_of[offsets]


class _Grid:
    """The text of a grid, and where the cells of each of its columns are."""

    def __init__(
        self,
        rows: str,
        separator: str,
        raw: npt.NDArray[np.uint8],
        ends: npt.NDArray[np.intp],
        wanted: Sequence[int],
    ) -> None:
        self.raw, self._wanted = raw, wanted
        self._rows, self._separator = rows, separator
        self.starts = np.append(0, ends.ravel()[:-1] + 1).reshape(ends.shape)
        self.lengths = ends - self.starts
        self._quoted = False

    def leave_out_quotes(self, quotes: int) -> bool:
        """Take the quotes off the cells; say whether all `quotes` are gone, so that each stood at an end."""
        self._quoted = True
        quoted = self.raw[self.starts] == _QUOTE
        quoted &= (self.lengths > 1) & (self.raw[self.starts + self.lengths - 1] == _QUOTE)
        self.starts += quoted
        self.lengths -= 2 * quoted
        return 2 * int(np.count_nonzero(quoted)) == quotes

    @cached_property
    def longest(self) -> list[int]:
        """The length of the longest cell of each column."""
        found: list[int] = self.lengths.max(axis=0).tolist()
        return found

    @cached_property
    def words(self) -> dict[int, npt.NDArray[np.uint64]]:
        """The wanted columns of short cells as words, all at once: cells of a row are near each other."""
        short = [place for place in self._wanted if self.longest[place] <= _WORD]
        words = _words(self.raw, _chosen(self.starts, short), _chosen(self.lengths, short))
        return dict(zip(short, words, strict=True))

    def texts(self, place: int) -> list[str]:
        """Return the cells of a column."""
        if self._quoted:
            return self.some_texts(self.starts[:, place], self.lengths[:, place])
        return self._cells[place :: len(self.longest)]

    @cached_property
    def _cells(self) -> list[str]:
        """All cells, row by row."""
        return self._rows[:-1].replace("\n", self._separator).split(self._separator)

    def some_texts(self, starts: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]) -> list[str]:
        """Return some cells."""
        ends = (starts + lengths).tolist()
        return [self._bytes[start:end].decode() for start, end in zip(starts.tolist(), ends, strict=True)]

    @cached_property
    def _bytes(self) -> bytes:
        return self.raw.tobytes()


class GridColumn:
    """One column of a grid, which becomes text or numbers when that is asked."""

    def __init__(self, grid: _Grid, place: int) -> None:
        self._grid, self._place = grid, place

    def __len__(self) -> int:
        return len(self._grid.starts)

    @property
    def is_short(self) -> bool:
        """Whether each cell is a word."""
        return self._grid.longest[self._place] <= _WORD

    def told_apart(self) -> Coded | list[str]:
        """Return the distinct cells and their places, or, if they are long, all cells."""
        if self.is_short:
            return _coded_words(self._grid.words[self._place])
        return self._grid.texts(self._place)

    def numbers(self, decimal: Decimal) -> Floats | None:
        """Return the cells as numbers, NaN where one is missing; None if some are neither, or not exact."""
        grid, place = self._grid, self._place
        starts, lengths = grid.starts[:, place].astype(np.int64), grid.lengths[:, place].astype(np.int64)
        values, others = kernels.read_numbers(grid.raw, starts, lengths, decimal)
        if len(others):
            texts = grid.some_texts(starts[others], lengths[others])
            read = numbers_or_gaps(texts, decimal)
            if read is None:
                return None
            values[others] = read
        return values


def grid_columns(rows: str, separator: str, width: int, wanted: Sequence[int]) -> list[ColumnCells] | None:
    r"""Return some columns of rows that are a grid, and None when they are not one.

    Cells may be in quotes, with newlines and separators, but without a quote inside.

    >>> [column.told_apart() for column in grid_columns("10,a longer cell\n1,b\n", ",", 2, [1])]
    [['a longer cell', 'b']]
    """
    if width < 2 or not separator.isascii():
        return None
    raw = np.frombuffer(rows.encode() + bytes(_WORD), dtype=np.uint8)
    newline = raw == ord("\n")
    ends = np.flatnonzero(newline | (raw == ord(separator)))
    quotes = np.flatnonzero(raw == _QUOTE) if '"' in rows else ends[:0]
    if len(quotes):
        ends = ends[np.searchsorted(quotes, ends) % 2 == 0]
    # A row is `width` cells, the last of which ends with a newline.
    lines = np.count_nonzero(newline[ends] if len(quotes) else newline)
    if not lines or len(ends) != lines * width or not newline[ends[width - 1 :: width]].all():
        return None
    grid = _Grid(rows, separator, raw, ends.reshape(-1, width), wanted)
    if len(quotes) and not grid.leave_out_quotes(len(quotes)):
        return None
    if max(grid.longest) > csv.field_size_limit():
        return None  # too long, wherever it stands: the csv module says in which row
    return [GridColumn(grid, place) for place in wanted]


def _chosen(grid: npt.NDArray[Any], wanted: Sequence[int]) -> npt.NDArray[Any]:
    return grid if [*wanted] == [*range(grid.shape[1])] else grid[:, wanted]


def _words(
    raw: npt.NDArray[np.uint8], starts: npt.NDArray[np.intp], lengths: npt.NDArray[np.intp]
) -> npt.NDArray[np.uint64]:
    """Return short cells as words, one row for each column."""
    # Word i holds the bytes i to i + 7, the first of them lowest on every machine.
    words = as_strided(raw[:_WORD].view("<u8"), (len(raw) - _WORD + 1,), (1,), writeable=False)
    return np.ascontiguousarray((words[starts] & _MASKS[lengths]).T)


def _coded_words(words: npt.NDArray[np.uint64]) -> Coded:
    distinct, places = _few_words(words) or np.unique(words, return_inverse=True)
    return [_word_text(word) for word in distinct.tolist()], places


def _few_words(words: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[Any]] | None:
    """Return the same as sorting them, in order of their first rows, if they are few: comparing is faster."""
    distinct = [words[0]]
    places = np.zeros(len(words), dtype=np.int8)
    others = words != words[0]
    while others.any():
        if len(distinct) == _COMPARED:
            return None
        word = words[others.argmax()]
        alike = words == word
        places[alike] = len(distinct)
        others ^= alike
        distinct.append(word)
    return np.array(distinct, dtype=np.uint64), places


def _word_text(word: int) -> str:
    return word.to_bytes(_WORD, "little").rstrip(b"\0").decode()

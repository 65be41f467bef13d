"""Delimited text (CSV, TSV) to raw columns, fast without any dependency but NumPy.

A file without quotes whose lines all have the same number of cells is a grid, and its cells are found with a
few array operations: a cell of up to 8 bytes is one 64-bit word, so that a column of short cells is encoded
by sorting words. Only the distinct cells of such a column ever become Python text. Anything else goes cell
by cell, through the csv module when there are quotes or ragged lines; both ways give the same columns.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from sepset.data.column import place_type
from sepset.data.reading.cells import check_decimal, from_cells, from_distinct
from sepset.data.reading.encoding import decode
from sepset.data.reading.layout import TextLayout, find_layout
from sepset.data.reading.problems import Unfit
from sepset.errors import DataError
from sepset.limits import COLUMNS, NAME
from sepset.wording import counted, cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from sepset.data.column import Places, RawColumn
    from sepset.data.reading.cells import Decimal

_WORD = 8
_LONG = 1 << 24
_PIECE = 1 << 22
_MANY_CELLS = 1 << 14


class Parsed(NamedTuple):
    """The columns of a text with their names, and what to know about how it was read."""

    columns: list[tuple[str, RawColumn | Unfit]]
    notes: tuple[str, ...] = ()


def parse_delimited(raw: bytes, *, separator: str | None = None, decimal: Decimal = ".") -> Parsed:
    r"""Return the columns of delimited text with their names, which usually are in the first line.

    Cells lose the spaces around them; what they stand for is said in `sepset.data.reading.cells`, and what
    else the first lines may be in `sepset.data.reading.layout`.

    >>> [(name, len(raw)) for name, raw in parse_delimited(b"a,b\n1,x\n2,\n").columns]
    [('a', 2), ('b', 2)]
    """
    check_decimal(decimal)
    text, notes = decode(raw)
    layout = find_layout(text, separator)
    return Parsed(_columns(layout, decimal), (*notes, *layout.notes))


def _columns(layout: TextLayout, decimal: Decimal) -> list[tuple[str, RawColumn | Unfit]]:
    if len(layout.text) > _LONG and (found := _long_grid(layout)) is not None:
        header, collected = found
        _check_names(header)
        collected.reverse()
        # Each column goes as soon as it is converted, so that a long table is not held twice.
        return [(name, _fit(from_distinct, name, *collected.pop().whole(), decimal)) for name in header]
    grid = Grid.of(layout)
    if grid is not None:
        _check_names(grid.header)
        return [(name, _fit(grid.column, place, decimal)) for place, name in enumerate(grid.header)]
    header, rows = _ragged_rows(layout)
    _check_names(header)
    columns = list(zip(*rows, strict=True)) or [()] * len(header)
    return [
        (name, _fit(from_cells, name, cells, decimal)) for name, cells in zip(header, columns, strict=True)
    ]


def _long_grid(layout: TextLayout) -> tuple[list[str], list[_Collected]] | None:
    """Return names and distinct cells of a long text that is a grid of few different cells, else None.

    It is read piece by piece, so that what is known of single cells never takes much memory.
    """
    text, separator = layout.text.lstrip("\n"), layout.separator
    line_end = text.index("\n") + 1
    header = layout.names or [name.strip() for name in text[: line_end - 1].split(separator)]
    start = 0 if layout.names else line_end
    any_names = separator.join(map(str, range(len(header)))) + "\n"
    rows = text.count("\n", start)
    columns = [_Collected(rows) for _ in header]
    while start < len(text):
        stop = text.rfind("\n", start, start + _PIECE) + 1 or text.index("\n", start) + 1
        pieces = _single_characters(text[start:stop], separator, len(header)) or _short_columns(
            TextLayout(any_names + text[start:stop], separator)
        )
        if pieces is None or not all(
            column.add(*piece) for column, piece in zip(columns, pieces, strict=True)
        ):
            return None
        start = stop
    return header, columns


def _short_columns(layout: TextLayout) -> list[tuple[list[str], Places]] | None:
    """Return the distinct cells of every column of a grid of short cells, and their places; else None."""
    grid = Grid.of(layout)
    if grid is None or not all(map(grid.is_short, range(len(grid.header)))):
        return None
    return [grid.distinct(place) for place in range(len(grid.header))]


def _single_characters(lines: str, separator: str, width: int) -> list[tuple[list[str], Places]] | None:
    r"""Return the same where every cell is one character, so that all lines are alike; else None.

    >>> [(cells, places.tolist()) for cells, places in _single_characters("1,x\n1,y\n", ",", 2)]
    [(['1'], [0, 0]), (['x', 'y'], [0, 1])]
    """
    if len(lines) % (2 * width) or not lines.isascii() or '"' in lines:
        return None
    grid = np.frombuffer(lines.encode(), dtype=np.uint8).reshape(-1, 2 * width)
    ends = (ord(separator), ord("\n"))
    cells = np.ascontiguousarray(grid[:, ::2].T)
    in_place = (grid[:, 1:-1:2] == ends[0]).all() and (grid[:, -1] == ends[1]).all()
    if not in_place or np.isin(cells, ends).any():
        return None
    columns: list[tuple[list[str], Places]] = []
    for column in cells:
        found = np.flatnonzero(np.bincount(column, minlength=128))
        place_of = np.zeros(128, dtype=np.int16)
        place_of[found] = np.arange(len(found))
        columns.append((list(map(chr, found.tolist())), place_of[column]))
    return columns


class _Collected:
    """The distinct cells of a column, and the places of its rows among them, piece by piece."""

    def __init__(self, most_rows: int) -> None:
        self._place_of: dict[str, int] = {}
        self._places: Places = np.empty(most_rows, dtype=place_type(0))
        self._rows = 0

    def add(self, cells: list[str], places: Places) -> bool:
        """Take in some rows; return False if there are too many distinct cells for this to pay."""
        of_piece = [self._place_of.setdefault(cell, len(self._place_of)) for cell in cells]
        table: Places = np.array(of_piece, dtype=place_type(len(self._place_of)))
        if table.dtype != self._places.dtype:
            self._places = self._places.astype(table.dtype)
        self._places[self._rows : self._rows + len(places)] = table[places]
        self._rows += len(places)
        return len(self._place_of) <= _MANY_CELLS

    def whole(self) -> tuple[list[str], Places]:
        """Return all of them."""
        return list(self._place_of), self._places[: self._rows]


def header_of(layout: TextLayout) -> list[str]:
    """Return the names of the columns."""
    grid = Grid.of(layout)
    names = _ragged_rows(layout)[0] if grid is None else grid.header
    _check_names(names)
    return names


def cells_of(text: str, separator: str) -> list[tuple[list[str], Places]]:
    r"""Return for each column its distinct cells and, for each row below the first, the place of its cell.

    >>> [(cells, places.tolist()) for cells, places in cells_of("a,b\n1,x\n1,y\n", ",")]
    [(['1'], [0, 0]), (['x', 'y'], [0, 1])]
    """
    layout = TextLayout(text, separator)
    grid = Grid.of(layout)
    if grid is not None:
        return [grid.distinct(place) for place in range(len(grid.header))]
    header, rows = _ragged_rows(layout)
    return [_distinct_cells(cells) for cells in (zip(*rows, strict=True) if rows else [()] * len(header))]


def _distinct_cells(cells: Sequence[str]) -> tuple[list[str], Places]:
    place_of: dict[str, int] = {}
    places = np.fromiter((place_of.setdefault(cell, len(place_of)) for cell in cells), np.intp, len(cells))
    return list(place_of), places


def _check_names(names: list[str]) -> None:
    """Refuse more columns, or longer names, than any sound table has."""
    if len(names) > COLUMNS:
        raise DataError(
            f"the first line names {len(names):,} columns, and at most {COLUMNS:,} are read; "
            "save a table of those that matter"
        )
    long = next((name for name in names if len(name) > NAME), None)
    if long is not None:
        raise DataError(
            f"a column name has {len(long):,} characters, at most {NAME:,}: {cut(long)!r}; shorten it"
        )


def _fit(convert: Callable[..., RawColumn], *arguments: object) -> RawColumn | Unfit:
    """Return the column, or why it cannot be used: all columns are looked at before anything is refused."""
    try:
        return convert(*arguments)
    except DataError as error:
        return Unfit(error.parts)


# ---- grids -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Grid:
    """Text whose lines all have the same number of cells, none of them quoted.

    `starts` and `lengths` are in bytes, one row for each column, the header left out.
    """

    header: list[str]
    text: str
    separator: str
    words: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.intp]
    lengths: npt.NDArray[np.intp]

    @classmethod
    def of(cls, layout: TextLayout) -> Grid | None:
        """Return the grid of a text that ends in a newline, or None when it is not one."""
        text, separator = layout.text.lstrip("\n"), layout.separator
        if '"' in text or not separator.isascii():
            return None
        raw = np.frombuffer(text.encode() + bytes(_WORD), dtype=np.uint8)
        newline = raw == ord("\n")
        ends = np.flatnonzero(newline | (raw == ord(separator)))
        width = text[: text.index("\n")].count(separator) + 1
        closes_line = newline[ends]
        every_width = closes_line[width - 1 :: width].all() and closes_line.sum() * width == len(ends)
        if not every_width:
            return None
        starts = np.concatenate(([0], ends[:-1] + 1))
        names = layout.names or [name.strip() for name in text[: text.index("\n")].split(separator)]
        first = int(layout.names is None)
        starts, ends = (np.ascontiguousarray(side.reshape(-1, width)[first:].T) for side in (starts, ends))
        # Word i holds the bytes i to i + 7, the first of them lowest on every machine.
        words = as_strided(raw[:_WORD].view("<u8"), (len(raw) - _WORD + 1,), (1,), writeable=False)
        return cls(names, text, separator, words, starts, ends - starts)

    def column(self, place: int, decimal: Decimal) -> RawColumn:
        """Return one column."""
        name = self.header[place]
        if self.is_short(place):
            return from_distinct(name, *self.distinct(place), decimal)
        return from_cells(name, self._long_cells(place), decimal)

    def distinct(self, place: int) -> tuple[list[str], Places]:
        """Return the distinct cells of one column and, for each row, the place of its cell."""
        if not self.is_short(place):
            return _distinct_cells(self._long_cells(place))
        words = self._short_cells(place)
        distinct, places = _distinct_words(words)
        return [_word_text(word) for word in distinct.tolist()], places

    def is_short(self, place: int) -> bool:
        """Say whether every cell of a column fits into a word."""
        return bool(self.lengths.shape[1] and self.lengths[place].max() <= _WORD)

    def _long_cells(self, place: int) -> list[str]:
        in_header = len(self._cells) - self.lengths.size
        return self._cells[place + in_header :: len(self.header)]

    def _short_cells(self, place: int) -> npt.NDArray[np.uint64]:
        masks = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], dtype=np.uint64)
        short: npt.NDArray[np.uint64] = self.words[self.starts[place]] & masks[self.lengths[place]]
        return short

    @cached_property
    def _cells(self) -> list[str]:
        """Every cell in reading order, found when a column of long cells first asks for them."""
        return self.text[:-1].replace("\n", self.separator).split(self.separator)


def _distinct_words(words: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.uint64], Places]:
    """Return the distinct words in order and, for each row, the place of its word.

    Words that are near each other, such as those of one character, are counted, which is faster than sorting.
    """
    least = words.min()
    span = int(words.max() - least) + 1
    if span > max(len(words), 256):
        return np.unique(words, return_inverse=True)
    near = (words - least).astype(np.intp)
    found = np.flatnonzero(np.bincount(near, minlength=span))
    place_of = np.zeros(span, dtype=np.int16 if len(found) < 2**15 else np.intp)
    place_of[found] = np.arange(len(found))
    return found.astype(np.uint64) + least, place_of[near]


def _word_text(word: int) -> str:
    return word.to_bytes(_WORD, "little").rstrip(b"\0").decode()


# ---- lines with quotes, or of different lengths ----------------------------------------------------------


def _ragged_rows(layout: TextLayout) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of any text, blank lines left out; all must have the same length."""
    numbered = _numbered_rows(layout.text, layout.separator)
    header = layout.names or [name.strip() for name in next(numbered)[1]]
    rows = []
    for line, cells in numbered:
        if len(cells) != len(header):
            raise DataError(
                f"line {line:,} has {counted(len(cells), 'cell')}, but the first line names "
                f"{counted(len(header), 'column')}; "
                f"every line needs one cell for each name. Quote a cell that holds the separator"
            )
        rows.append(cells)
    return header, rows


def _numbered_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    lines = (line + "\n" for line in text[:-1].split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=True)
    start = 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        what = f"the row that starts at line {start:,} cannot be read ({error}); check its quotes"
        raise DataError(what) from None

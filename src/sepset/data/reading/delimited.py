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
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import as_strided

from sepset.data.reading.cells import from_cells, from_distinct, number
from sepset.data.reading.problems import Unfit
from sepset.errors import Advice, DataError, InPython, OptionError
from sepset.limits import COLUMNS, NAME
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from sepset.data.column import RawColumn
    from sepset.data.reading.cells import Decimal

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_WORD = 8
_LINES_SNIFFED = 20


def parse_delimited(
    raw: bytes, *, separator: str | None = None, decimal: Decimal = "."
) -> list[tuple[str, RawColumn | Unfit]]:
    r"""Return the columns of delimited text with their names, which are in the first line.

    Cells lose the spaces around them; what they stand for is said in `sepset.data.reading.cells`.

    >>> [(name, len(raw)) for name, raw in parse_delimited(b"a,b\n1,x\n2,\n")]
    [('a', 2), ('b', 2)]
    """
    if decimal not in (".", ","):
        raise OptionError(f"decimal is a point or a comma; got {decimal!r}")
    text = _decoded(raw)
    chosen = _separator(text, separator)
    grid = Grid.of(text, chosen)
    if grid is not None:
        return [(name, _fit(grid.column, place, decimal)) for place, name in enumerate(grid.header)]
    header, rows = _ragged_rows(text, chosen)
    columns = list(zip(*rows, strict=True)) or [()] * len(header)
    return [
        (name, _fit(from_cells, name, cells, decimal)) for name, cells in zip(header, columns, strict=True)
    ]


def _fit(convert: Callable[..., RawColumn], *arguments: object) -> RawColumn | Unfit:
    """Return the column, or why it is none: all columns are looked at before anything is refused."""
    try:
        return convert(*arguments)
    except DataError as error:
        return Unfit(error.parts)


# ---- text ------------------------------------------------------------------------------------------------


def _decoded(raw: bytes) -> str:
    """Return the text with plain newlines, one at the end of each line, and no blank lines at the end."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError("the text is UTF-16; save it as UTF-8, as with: iconv -f UTF-16 -t UTF-8 IN > OUT")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"the text is not UTF-8: byte 0x{raw[error.start]:02x} at position {error.start:,} (line "
            f"{line:,}); save it as UTF-8, as with: iconv -f LATIN1 -t UTF-8 IN > OUT"
        ) from None
    if "\0" in text:
        raise DataError(f"this is not text: there is a zero byte at position {text.index(chr(0)):,}")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.rstrip("\n")
    if not text.strip():
        raise DataError("the file is empty; a line with the column names is needed, then one for each row")
    return text + "\n"


_SEPARATOR = (Advice("separator"), InPython("="))


def _separator(text: str, asked: str | None) -> str:
    """Return the separator asked for, or the one of comma, semicolon and tab that fits the first lines."""
    if asked is not None:
        if len(asked) != 1 or asked in '"\n\r\0':
            raise OptionError(f"separator is one character, such as ',' or ';' or a tab; got {asked!r}")
        return asked
    lines = [line for line in _first_lines(text) if line.strip()]
    first = _first_row(lines)
    present = [mark for mark in SEPARATORS if mark in first]
    if not present:
        raise DataError(
            f"two or more columns are needed, but the first line has no comma, semicolon or tab: "
            f"{cut(first)!r}; say how cells are separated with ",
            *_SEPARATOR,
        )
    if len(present) == 1:
        return present[0]
    fitting = [mark for mark in present if _same_width(lines, mark)]
    if len(fitting) == 1:
        return fitting[0]
    marks = " and ".join(SEPARATORS[mark] for mark in present)
    raise DataError(f"the first line has {marks}; say which of them separates cells with ", *_SEPARATOR)


def _first_row(lines: Sequence[str]) -> str:
    """Return the first line, with those that a quoted cell goes on in."""
    end = 1
    while end < len(lines) and sum(line.count('"') for line in lines[:end]) % 2:
        end += 1
    return "\n".join(lines[:end])


def _same_width(lines: Sequence[str], mark: str) -> bool:
    try:
        return len({len(cells) for cells in csv.reader(lines, delimiter=mark)}) == 1
    except csv.Error:  # a cell of more than 131,072 characters
        return False


def _first_lines(text: str) -> list[str]:
    end = 0
    for _ in range(_LINES_SNIFFED):
        found = text.find("\n", end)
        if found < 0:
            break
        end = found + 1
    return text[:end].split("\n")


def _header(cells: Sequence[str]) -> list[str]:
    names = [cell.strip() for cell in cells]
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
    if names and all(number(name) is not None for name in names):
        raise DataError(
            f"the first line must hold the column names, but it holds only numbers "
            f"({cut(', '.join(names))!r}); add a line with the names"
        )
    return names


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
    def of(cls, text: str, separator: str) -> Grid | None:
        """Return the grid of a text that ends in a newline, or None when it is not one."""
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
        starts, ends = (np.ascontiguousarray(side.reshape(-1, width)[1:].T) for side in (starts, ends))
        # Word i holds the bytes i to i + 7, the first of them lowest on every machine.
        words = as_strided(raw[:_WORD].view("<u8"), (len(raw) - _WORD + 1,), (1,), writeable=False)
        header = _header(text[: text.index("\n")].split(separator))
        return cls(header, text, separator, words, starts, ends - starts)

    def column(self, place: int, decimal: Decimal) -> RawColumn:
        """Return one column."""
        name = self.header[place]
        if self.lengths.shape[1] and self.lengths[place].max() <= _WORD:
            distinct, places = np.unique(self._short_cells(place), return_inverse=True)
            return from_distinct(name, [_word_text(word) for word in distinct.tolist()], places, decimal)
        return from_cells(name, self._cells[place + len(self.header) :: len(self.header)], decimal)

    def _short_cells(self, place: int) -> npt.NDArray[np.uint64]:
        masks = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], dtype=np.uint64)
        short: npt.NDArray[np.uint64] = self.words[self.starts[place]] & masks[self.lengths[place]]
        return short

    @cached_property
    def _cells(self) -> list[str]:
        """Every cell in reading order, found when a column of long cells first asks for them."""
        return self.text[:-1].replace("\n", self.separator).split(self.separator)


def _word_text(word: int) -> str:
    return word.to_bytes(_WORD, "little").rstrip(b"\0").decode()


# ---- lines with quotes, or of different lengths ----------------------------------------------------------


def _ragged_rows(text: str, separator: str) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of any text, blank lines left out; all must have the same length."""
    numbered = _numbered_rows(text, separator)
    _, first = next(numbered)
    header = _header(first)
    rows = []
    for line, cells in numbered:
        if len(cells) != len(header):
            raise DataError(
                f"line {line:,} has {len(cells):,} cells, but the first line names {len(header):,} columns; "
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

r"""Text in pieces that end with a row, and the cells of rows that may be quoted or of different lengths.

A cell that begins with a quote ends with one, and newlines in it do not end the row; a quote anywhere else is
a letter like others, as in ``5"``. That is how the csv module reads, and where rows end is found in the same
way: in one pass forward, over the quotes alone.

>>> [piece.text for piece in row_pieces(['a,"x\n', 'y"\nb', ",z\n"], ",")]
['a,"x\ny"\n', 'b,z\n']
"""

from __future__ import annotations

import csv
import io
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.errors import DataError
from sepset.limits import ROW
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt

    Positions = npt.NDArray[np.intp]
    Codes = npt.NDArray[np.unsignedinteger]


class RowPiece(NamedTuple):
    """Some rows of a text, and the number of their first line; the first of all lines is 1."""

    line: int
    text: str


def row_pieces(chunks: Iterable[str], separator: str) -> Iterator[RowPiece]:
    """Yield a text, given in chunks of any size, in pieces of whole rows."""
    line, rest = 1, ""
    for chunk in chunks:
        text = rest + chunk
        end = _end_of_rows(text, separator)
        if end:
            yield RowPiece(line, text[:end])
            line += text.count("\n", 0, end)
        rest = text[end:]
        if len(rest) > ROW:
            raise DataError(
                f"the row that starts at line {line:,} has more than {ROW:,} characters; check that rows end "
                "with a newline, and its quotes"
            )
    if rest:
        yield RowPiece(line, rest if rest.endswith("\n") else rest + "\n")


def _end_of_rows(text: str, separator: str) -> int:
    """Return where the last row ends that is whole, 0 if none is."""
    if '"' not in text:
        return text.rfind("\n") + 1
    codes = _codes(text)
    quotes = _true_quotes(codes, separator)
    # A cell that is longer than any can be is never closed: reading it will say where it starts.
    if len(quotes) % 2 and len(text) - quotes[-1] > 2 * csv.field_size_limit() + 2:
        return len(text)
    newlines = np.flatnonzero(codes == ord("\n"))
    outside = newlines[np.searchsorted(quotes, newlines) % 2 == 0]
    return int(outside[-1]) + 1 if len(outside) else 0


def _codes(text: str) -> Codes:
    """Return the number of each character; they take one byte each if all are ASCII."""
    if text.isascii():
        return np.frombuffer(text.encode(), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le"), dtype="<u4")


def _true_quotes(codes: Codes, separator: str) -> Positions:
    """Return the places of quotes that open and close cells, in turns; two in a row close and open again."""
    quotes = np.flatnonzero(codes == ord('"'))
    opening = _begins_cell(codes, quotes, separator)
    again = np.append(False, np.diff(quotes) == 1)
    if (opening | again)[::2].all():
        return quotes
    kept: list[int] = []
    for quote, begins in zip(quotes.tolist(), opening.tolist(), strict=True):
        if len(kept) % 2 or begins or (kept and quote == kept[-1] + 1):
            kept.append(quote)
    return np.array(kept, dtype=np.intp)


def _begins_cell(codes: Codes, quotes: Positions, separator: str) -> npt.NDArray[np.bool_]:
    """Mark the quotes before which a cell has nothing but spaces."""
    before = quotes - 1
    if (codes[before] == ord(" ")).any():
        places = np.arange(len(codes))
        before = np.maximum.accumulate(np.where(codes != ord(" "), places, -1))[before]
        before[quotes == 0] = -1
    found = codes[before]
    begins: npt.NDArray[np.bool_] = (before < 0) | (found == ord("\n")) | (found == ord(separator))
    return begins


# ---- the cells of rows -----------------------------------------------------------------------------------


def unquoted(text: str, separator: str) -> str | None:
    r"""Return rows without their quotes if these say nothing: None if a quoted cell needs them.

    >>> unquoted('"yes",1\n"no",2\n', ","), unquoted('"a,b",1\n', ","), unquoted('5",1\n', ",")
    ('yes,1\nno,2\n', None, None)
    """
    codes = _codes(text)
    quotes = np.flatnonzero(codes == ord('"'))
    if len(quotes) % 2 or not _begins_cell(codes, quotes[::2], separator).all():
        return None
    is_end = (codes == ord("\n")) | (codes == ord(separator))
    ends = np.flatnonzero(is_end)
    plain = is_end[quotes[1::2] + 1].all() and not (np.searchsorted(quotes, ends) % 2).any()
    return text.replace('"', "") if plain else None


def names_and_rows(pieces: Iterator[RowPiece], separator: str) -> tuple[list[str], Iterator[RowPiece]]:
    """Return the names in the first row, and the pieces of the rows below it."""
    for piece in pieces:
        lines = _Lines(piece.text)
        names = _first_row(lines, separator, piece.line)
        if names is not None:
            line = piece.line + piece.text.count("\n", 0, lines.end)
            below = RowPiece(line, piece.text[lines.end :])
            return [name.strip() for name in names], chain([below], pieces)
    raise DataError("there is no row with the names of columns; write it into the first line")


def _first_row(lines: _Lines, separator: str, line: int) -> list[str] | None:
    for text in lines:
        if '"' in text:
            found = next(_numbered_rows(chain([text], lines), separator, line), None)
            return None if found is None else found[1]
        if separator in text or text.strip():
            return text.split(separator)
        line += 1
    return None


def rows_of(piece: RowPiece, separator: str, width: int) -> list[list[str]]:
    """Return the rows of any text, blank lines left out; all must have the same length."""
    rows = []
    for line, cells in _numbered_rows(io.StringIO(piece.text, newline="\n"), separator, piece.line):
        if len(cells) != width:
            raise DataError(
                f"line {line:,} has {counted(len(cells), 'cell')}, but the first line names "
                f"{counted(width, 'column')}; "
                f"every line needs one cell for each name. Quote a cell that holds the separator"
            )
        rows.append(cells)
    return rows


class _Lines:
    """The lines of a text one by one; `end` is where the last one that was taken ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.end = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        if self.end == len(self._text):
            raise StopIteration
        start, self.end = self.end, self._text.find("\n", self.end) + 1 or len(self._text)
        return self._text[start : self.end]


def _numbered_rows(lines: Iterable[str], separator: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its first line."""
    # Where spaces separate cells, each of them does.
    reader = csv.reader(lines, delimiter=separator, strict=True, skipinitialspace=separator != " ")
    start = first
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield start, cells
            start = first + reader.line_num
    except csv.Error as error:
        what = f"the row that starts at line {start:,} cannot be read ({error}); check its quotes"
        raise DataError(what) from None

"""Delimited text (CSV, TSV) to raw columns, fast without any dependency but NumPy.

However long a text is, it is read in pieces of whole rows (`sepset.data.reading.rows`), and each piece in the
quickest way that fits it (`sepset.data.reading.gathered`): as lines of single characters, as a grid
(`sepset.data.reading.grids`) or, with quotes that matter or lines of different lengths, with the csv module.
Every way gives the same columns. Scans read their pieces in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.data.reading.cells import check_decimal
from sepset.data.reading.encoding import decode
from sepset.data.reading.gathered import NoNumberError, gathered
from sepset.data.reading.layout import SPACES, TextLayout, find_layout
from sepset.data.reading.problems import Unfit
from sepset.data.reading.rows import names_and_rows, row_pieces
from sepset.errors import DataError
from sepset.limits import COLUMNS, NAME
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sepset.data.column import RawColumn
    from sepset.data.reading.cells import Decimal
    from sepset.data.reading.gathered import GatheredColumn
    from sepset.data.reading.rows import RowPiece

# Longer pieces leave the caches of processors, which takes three times as long; in shorter ones the steps in
# Python that each column takes add up.
_PIECE = 1 << 20


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
    names, columns, notes = _gathered_columns(raw, separator, decimal)
    columns.reverse()
    # Each column goes as soon as it is converted, so that a long table is not held twice.
    return Parsed([(name, _fit(columns.pop().raw, name)) for name in names], notes)


def _gathered_columns(
    raw: bytes, separator: str | None, decimal: Decimal
) -> tuple[list[str], list[GatheredColumn], tuple[str, ...]]:
    """Return names, columns and notes; the text, which may be long, is gone before columns are converted."""
    text, notes = decode(raw)
    layout = find_layout(text, separator)
    names, pieces = _names_and_pieces(layout)
    check_names(names)
    try:
        columns = gathered(pieces, layout.separator, len(names), decimal)
    except NoNumberError:  # rare: words after thousands of numbers
        pieces = _names_and_pieces(layout)[1]
        columns = gathered(pieces, layout.separator, len(names), decimal, as_numbers=False)
    return names, columns, (*notes, *layout.notes)


def _names_and_pieces(layout: TextLayout) -> tuple[list[str], Iterator[RowPiece]]:
    # Where spaces separate cells, two in a row mean one thing in some texts and another in others.
    step = len(layout.text) if layout.separator == SPACES else _PIECE
    chunks = (layout.text[start : start + step] for start in range(0, len(layout.text), step))
    pieces = row_pieces(chunks, layout.separator)
    return names_and_rows(pieces, layout.separator) if layout.names is None else (layout.names, pieces)


def check_names(names: list[str]) -> None:
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

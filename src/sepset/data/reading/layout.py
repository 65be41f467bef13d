r"""How a text file is laid out: what separates cells, where the names are, what is above them.

Usually the first line holds the names and a comma, a semicolon, a tab or a bar separates cells; then there is
nothing to note. Other layouts are recognised when the first lines leave only one reading, and a note says
which:

- titles above the table: lines that have another number of cells than all lines after them;
- names missing: a first line of numbers is a row, and the columns are called x0, x1, ...;
- counts in place of names: how many rows follow, and in how many columns, as data of scikit-learn have them;
- names of rows without a name of their own, as R's ``write.table`` does: one cell more than names;
- cells separated by spaces, one or more.

>>> found = find_layout("Survey of 2020\nage;income\n31;2500\n44;3100\n")
>>> found.separator, found.notes
(';', ("line 1 was skipped as a title: 'Survey of 2020'",))
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sepset.checks import came
from sepset.data.reading.cells import number as any_number
from sepset.errors import Advice, DataError, InPython, OptionError
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Where a row starts (the first line is 0) and its cells.
Row: TypeAlias = "tuple[int, list[str]]"

BAR = "|"
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", BAR: "bar"}
SPACES = " "
_LINES_SNIFFED = 20
_LINES_SEARCHED = 80
_FEWEST_ROWS = 3
_SEPARATOR = (Advice("separator"), InPython("="))
_TOKEN = re.compile(r'"[^"]*"|\'[^\']*\'|\S+')
_RULER = re.compile(r"[-=_*#~]{3,}")


class TextLayout(NamedTuple):
    """A text whose rows can be read one by one.

    `names` is None when they are in the first row; titles have become blank lines, so that lines keep their
    numbers.
    """

    text: str
    separator: str
    names: list[str] | None = None
    notes: tuple[str, ...] = ()


def find_layout(text: str, asked: str | None = None) -> TextLayout:
    """Return how a text is laid out, or raise an error that says what must be known first."""
    if asked is not None and (not isinstance(asked, str) or len(asked) != 1 or asked in '"\n\r\0'):
        raise OptionError(f"separator is one character, such as ',' or ';' or a tab; got {came(asked)}")
    lines = _first_lines(text, _LINES_SEARCHED)
    usual = asked if asked is not None else _usual_separator(lines)
    if usual is not None:
        layout = _laid_out(text, lines, usual)
        if layout is not None:
            return layout
    if asked is None:
        found = (_laid_out(text, lines, mark) for mark in (*SEPARATORS, SPACES) if mark != usual)
        fitting = [layout for layout in found if layout is not None]
        # Spaces are in titles and words, too: they separate cells when nothing else does.
        if fitting and (len(fitting) == 1 or fitting[1].separator == SPACES):
            return _with_tabs(fitting[0]) if fitting[0].separator == SPACES else fitting[0]
    if usual is None:
        raise _unknown_separator(lines)
    return TextLayout(text, usual)  # reading the rows will show which of them does not fit


def _usual_separator(lines: Sequence[str]) -> str | None:
    """Return the separator of the first row, if it is clear."""
    filled = [line for line in lines if line.strip()]
    present = _present(filled)
    if len(present) > 1:
        present = [mark for mark in present if _same_width(filled[:_LINES_SNIFFED], mark)]
    return present[0] if len(present) == 1 else None


def _present(filled: Sequence[str]) -> list[str]:
    """Return the separators in the first row; a bar counts only where nothing else could be one."""
    first = _first_row(filled)
    found = [mark for mark in SEPARATORS if mark in first]
    return [mark for mark in found if mark != BAR] or found


def _unknown_separator(lines: Sequence[str]) -> DataError:
    filled = [line for line in lines if line.strip()]
    present = _present(filled)
    if present:
        marks = " and ".join(SEPARATORS[mark] for mark in present)
        return DataError(f"the first line has {marks}; say which of them separates cells with ", *_SEPARATOR)
    return DataError(
        f"two or more columns are needed, but the first line has no comma, semicolon, tab or bar: "
        f"{cut(_first_row(filled))!r}; say how cells are separated with ",
        *_SEPARATOR,
    )


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


def _first_lines(text: str, most: int) -> list[str]:
    end = 0
    for _ in range(most):
        found = text.find("\n", end)
        if found < 0:
            break
        end = found + 1
    return text[:end].split("\n")


# ---- one separator ---------------------------------------------------------------------------------------


def _laid_out(text: str, lines: Sequence[str], mark: str) -> TextLayout | None:
    """Return the layout with this separator, or None when lines do not agree on one."""
    rows = list(_rows(lines, mark))
    start = _below_padded(rows, _start(rows))
    if start is None or len(rows[start][1]) < 2:
        return None
    titles, body = rows[:start], rows[start:]
    first, width = body[0][1], len(body[0][1])
    names, note = _names_above(titles, body)
    if names is not None:
        titles.pop()
    if start and (len(body) < _FEWEST_ROWS or not _could_be_titles(titles, width, mark)):
        return None
    if mark == SPACES and not all(map(_has_number, body[1:])):
        return None
    if names is not None:
        return _made(text, lines, mark, titles, body[0][0], names, note)
    if not titles and _holds_counts(first, text):
        names = [f"x{place}" for place in range(width)]
        return _made(text, lines, mark, body[:1], body[1][0], names, _COUNTS)
    if _consecutive(first):
        return _made(text, lines, mark, titles, body[0][0], None, _NUMBERED)
    if _is_data(first, body[1:], below_titles=bool(titles)):
        names = [f"x{place}" for place in range(width)]
        return _made(text, lines, mark, titles, body[0][0], names, _NO_NAMES)
    return _made(text, lines, mark, titles, body[0][0], None, None)


def _names_above(titles: Sequence[Row], body: Sequence[Row]) -> tuple[list[str] | None, str | None]:
    """Return the names in the line above the rows if it is one cell longer or shorter, and what to note."""
    width = len(body[0][1])
    names = _stripped(titles[-1][1]) if titles else []
    if len(names) == width + 1 and not names[-1] and _could_be_names(names[:-1], body):
        return names[:-1], _ENDLESS
    if len(names) == width - 1 and _could_be_names(names, body):
        if all(not cells[-1].strip() for _, cells in body):
            return [*names, ""], _ENDLESS
        return ["", *names], _ROW_NAMES
    return None, None


_ENDLESS = "some lines end in a separator: the empty cell after it was ignored"
_ROW_NAMES = "every line has one cell more than the line of names: the first cell was taken as the row's name"
_NO_NAMES = (
    "the first line of the table holds numbers: it was taken as data, and the columns are called x0, x1, "
    "...; add a line with the names"
)
_COUNTS = "line 1 holds the numbers of rows and columns, and no names: the columns are called x0, x1, ..."
_NUMBERED = "the first line holds consecutive numbers: they were taken as the names of the columns"


def _made(
    text: str,
    lines: Sequence[str],
    mark: str,
    titles: Sequence[Row],
    first: int,
    names: list[str] | None,
    note: str | None,
) -> TextLayout:
    """Return the layout with everything above the table blanked."""
    skipped = first if titles or names is not None else 0
    notes = [] if note is None else [note]
    if titles:
        last = max(place for place, _ in titles) + 1
        which = f"line {last} was" if last == 1 else f"lines 1 to {last} were"
        notes.insert(0, f"{which} skipped as a title: {cut(lines[titles[0][0]].strip())!r}")
    if mark == SPACES:
        notes.append("cells are separated by spaces")
    if not skipped:
        return TextLayout(text, mark, names, tuple(notes))
    rest = text.split("\n", skipped)[skipped]
    return TextLayout("\n" * skipped + rest, mark, names, tuple(notes))


def _rows(lines: Sequence[str], mark: str) -> Iterator[Row]:
    """Yield the rows with cells; rulers, such as a line of dashes, do not count."""
    split: Iterator[Row]
    if mark == SPACES:
        split = ((place, _TOKEN.findall(line)) for place, line in enumerate(lines))
    else:
        reader = csv.reader((line + "\n" for line in lines), delimiter=mark, skipinitialspace=True)
        split = _numbered(reader)
    for place, cells in split:
        if _filled(cells) > 1 or (_filled(cells) and not _RULER.fullmatch(cells[0].strip())):
            yield place, cells


def _numbered(reader: Iterator[list[str]]) -> Iterator[Row]:
    start = 0
    try:
        for cells in reader:
            yield start, cells
            start = reader.line_num  # type: ignore[attr-defined]  # a reader of csv has it
    except csv.Error:
        return


def _start(rows: Sequence[Row]) -> int | None:
    """Return the first row from which all have the same number of cells, None without two of them."""
    if len(rows) < 2:
        return 0 if rows else None
    start, width = len(rows), len(rows[-1][1])
    while start and len(rows[start - 1][1]) == width:
        start -= 1
    return start if len(rows) - start >= 2 else None


def _below_padded(rows: Sequence[Row], start: int | None) -> int | None:
    """Pass over rows of which only the first cell is filled: titles, as a sheet saved as CSV has them."""
    while start is not None and start < len(rows) - _FEWEST_ROWS and _filled(rows[start][1]) == 1:
        start += 1
    return start


def _filled(cells: Sequence[str]) -> int:
    """Return the number of cells up to the last that is not empty."""
    return max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)


def number(cell: str) -> float | None:
    """Return the number in a cell; inf and nan are names here, such as that of inflation."""
    return any_number(cell) if any(map(str.isdigit, cell)) else None


def _could_be_titles(rows: Sequence[Row], width: int, mark: str) -> bool:
    """Tell titles above a table from a table of uneven lines: titles are shorter, and not a table."""
    widths = [_filled(cells) for _, cells in rows] or [0]
    if mark == SPACES:  # every sentence has some
        return max(widths) < width or not any(map(_has_number, rows))
    return max(widths) < width and sum(count > 1 for count in widths) <= 1


def _could_be_names(cells: Sequence[str], body: Sequence[Row]) -> bool:
    """Say whether cells are names above rows that begin with a name: the first row is not names itself."""
    names = _stripped(cells)
    differ = len({*names}) == len(names) and all(name and number(name) is None for name in names)
    return differ and (_has_number(body[0]) or not any(map(_has_number, body)))


def _has_number(row: Row) -> bool:
    return any(number(cell.strip()) is not None for cell in row[1])


def _stripped(cells: Sequence[str]) -> list[str]:
    return [cell.strip().strip("\"'") for cell in cells]


def _is_data(first: Sequence[str], rest: Sequence[Row], *, below_titles: bool) -> bool:
    """Tell data from a line of names: all numbers, or decimals (below titles: any numbers) above numbers.

    Whole numbers beside words may be names, such as years.
    """
    numeric = [place for place, cell in enumerate(first) if number(cell.strip()) is not None]
    telling = [place for place in numeric if below_titles or not first[place].strip().lstrip("+-").isdigit()]
    return len(numeric) == len(first) or any(
        rest and all(number(cells[place].strip()) is not None for _, cells in rest) for place in telling
    )


def _holds_counts(first: Sequence[str], text: str) -> bool:
    """Recognise a first line such as ``150,4,setosa,versicolor``: the numbers of rows and columns."""
    counts = [cell.strip() for cell in first[:2]]
    if not all(cell.isascii() and cell.isdigit() for cell in counts) or int(counts[1][:9]) not in (
        len(first) - 1,
        len(first),
    ):
        return False
    below = sum(bool(line.strip()) for line in text.split("\n")) - 1
    return below >= _FEWEST_ROWS and counts[0] == str(below)


def _consecutive(cells: Sequence[str]) -> bool:
    """Recognise years, or the numbers that pandas gives to columns without names."""
    found = [number(cell.strip()) for cell in cells]
    values = [value for value in found if value is not None and value.is_integer()]
    return len(values) > 2 and values == [values[0] + step for step in range(len(cells))]


def _with_tabs(layout: TextLayout) -> TextLayout:
    """Return the layout with cells separated by tabs in place of spaces."""
    if '"' in layout.text or "'" in layout.text:
        rows = [[token.strip("\"'") for token in _TOKEN.findall(line)] for line in layout.text.split("\n")]
    else:
        rows = [line.split() for line in layout.text.split("\n")]
    filled = ([] if len(row) == 1 and _RULER.fullmatch(row[0]) else row for row in rows)
    return layout._replace(text="\n".join("\t".join(row) for row in filled), separator="\t")

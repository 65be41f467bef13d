"""What the cells of a text file stand for: numbers, truth values, text, or nothing.

A column is numeric when every cell that is not missing is a number, boolean when every one is true or false
(in upper or lower case), and text otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from sepset.checks import came
from sepset.data.column import EXACT, MISSING, MOST_LEVELS, Encoded, Numbers, place_type
from sepset.data.refusals import inexact
from sepset.errors import Advice, DataError, OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sepset.data.column import Floats, Label, Places, RawColumn

Decimal: TypeAlias = Literal[".", ","]

MISSING_WORDS = frozenset(
    (
        "",
        "na",
        "n/a",
        "n.a.",
        "#n/a",
        "#na",
        "<na>",
        "nan",
        "-nan",
        "nat",
        "null",
        "(null)",
        "?",
        "-",
        "--",
        ".",
    )
)
"""Cells without a value, in lower case. ``none`` is one beside numbers and truth values; beside other words
it is a word like them, as in none, mild, severe.
"""

_TRUTH = {"true": True, "false": False}
_SWAPPED = str.maketrans(".,", ",.")


def check_decimal(decimal: object) -> None:
    """Raise a clear error unless this is what may stand before decimals."""
    if not isinstance(decimal, str) or decimal not in get_args(Decimal):
        raise OptionError(f"decimal is a point or a comma; got {came(decimal)}")


def from_distinct(name: str, cells: list[str], places: Places, decimal: Decimal = ".") -> RawColumn:
    """Return a column given by its distinct cells and, for each row, the place of its cell."""
    plain = _plain_numbers(cells, decimal)
    if plain is not None:
        distinct, of_number = np.unique(plain, return_inverse=True)
        if len(distinct) > MOST_LEVELS:
            return Numbers(plain[places])
        return Encoded(tuple(distinct.tolist()), of_number.astype(place_type(len(distinct)))[places])
    values = _values(name, [cell.strip() for cell in cells], decimal)
    labels = tuple(sorted({value for value in values if value is not None}))
    if len(labels) > MOST_LEVELS and isinstance(labels[0], float):
        return Numbers(np.array([np.nan if value is None else value for value in values])[places])
    place_of: dict[Label | None, int] = {label: place for place, label in enumerate(labels)}
    place_of[None] = MISSING
    of_value: Places = np.array([place_of[value] for value in values], dtype=place_type(len(labels)))
    return Encoded(labels, of_value[places])


def numbers_or_gaps(cells: Sequence[str], decimal: Decimal) -> Floats | None:
    """Return cells as numbers, NaN where one is missing; None if some are neither, or not exact.

    >>> numbers_or_gaps(["0.5", " NA "], "."), numbers_or_gaps(["0.5", "low"], ".")
    (array([0.5, nan]), None)
    """
    plain = _plain_numbers(cells, decimal)
    if plain is not None:
        return plain
    stripped = [cell.strip() for cell in cells]
    values = [np.nan if _no_number(cell) else number(cell, decimal) for cell in stripped]
    some_are_not = any(
        value is None or _is_inexact(cell, value) for cell, value in zip(stripped, values, strict=True)
    )
    return None if some_are_not else np.array(values, dtype=np.float64) + 0.0  # no -0.0


def _plain_numbers(cells: Sequence[str], decimal: Decimal) -> Floats | None:
    """Return cells as numbers if each is a usual one, in the quickest way; else None."""
    written = cells if decimal == "." else [cell.translate(_SWAPPED) for cell in cells]
    try:
        numbers = np.fromiter(map(float, written), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    joined = "".join(cells)
    usual = len(cells) and "_" not in joined and joined.isascii() and (np.abs(numbers) < EXACT).all()
    return numbers + 0.0 if usual else None


def number(cell: str, decimal: Decimal = ".") -> float | None:
    """Return the number that a cell is, NaN included, or None; underscores and other scripts do not count.

    >>> number("0.5"), number("0,5"), number("0,5", ","), number("1_000")
    (0.5, None, 0.5, None)
    """
    if "_" in cell or not cell.isascii():
        return None
    try:
        return float(cell if decimal == "." else cell.translate(_SWAPPED))
    except ValueError:
        return None


def _values(name: str, cells: list[str], decimal: Decimal) -> list[Label | None]:
    """Return what each cell stands for, None where it is missing."""
    present = [cell for cell in cells if not _is_missing(cell, cells)]
    certain = [cell for cell in present if cell.lower() != "none"]
    meaning: dict[str, Label | None] = {cell: cell for cell in present}
    numbers = {cell: number(cell, decimal) for cell in certain}
    if None not in numbers.values():
        _check_exact(name, numbers)
        meaning = {cell: None if value != value else value for cell, value in numbers.items()}
    elif all(cell.lower() in _TRUTH for cell in certain):
        meaning = {cell: _TRUTH[cell.lower()] for cell in certain}
    elif decimal == ",":
        _check_points(name, certain)
    return [meaning.get(cell) for cell in cells]


def _no_number(cell: str) -> bool:
    """Say whether a cell among numbers is a missing value."""
    return cell.lower() in MISSING_WORDS or cell.lower() == "none"


def _is_missing(cell: str, cells: Sequence[str]) -> bool:
    # A minus beside a plus is the outcome of a test.
    return cell.lower() in MISSING_WORDS and not (cell == "-" and "+" in cells)


def _check_points(name: str, cells: Sequence[str]) -> None:
    """Refuse numbers with a point where the decimal sign is a comma: it may mark thousands, or be a slip."""
    if all(number(cell) is not None for cell in cells):
        with_point = min(cell for cell in cells if "." in cell)
        raise DataError(
            f"column {name!r} holds numbers with a point, such as {with_point!r}, but ",
            Advice("decimal", ","),
            " says that they have a comma; write them all the same way",
        )


def _check_exact(name: str, numbers: Mapping[str, float | None]) -> None:
    if any(value is not None and _is_inexact(cell, value) for cell, value in numbers.items()):
        raise DataError(inexact(name))


def _is_inexact(cell: str, value: float) -> bool:
    """Recognise whole numbers that are too long for a float."""
    if abs(value) < EXACT or not cell.lstrip("+-").isdigit():
        return False
    return abs(value) > EXACT or cell.lstrip("+-0") != str(EXACT)  # 2^53 + 1 is read as 2^53

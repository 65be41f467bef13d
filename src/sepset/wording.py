"""Words that messages and pages share: numbers with their nouns, a few of many names, text made safe to show.

>>> counted(1, "row"), counted(5000, "row"), some(["a", "b", "c"], most=2), examples([1, 2, 3, 4])
('1 row', '5,000 rows', "'a', 'b' and 1 more", '1, 2, 3, ...')
"""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, such as "1 row" or "5,000 rows"."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def some(names: Sequence[object], most: int = 10) -> str:
    """Return names for a message: the first few, and how many more there are."""
    return with_rest([repr(name) for name in names], most)


def with_rest(items: Sequence[str], most: int = 10, noun: str = "") -> str:
    """Return items as `some` does, without quotes; `noun` is what they are, if that needs saying.

    >>> with_rest(["a (3)", "b (1)"], most=1), with_rest(["a (3)", "b (1)"], most=1, noun="column")
    ('a (3) and 1 more', 'a (3) and 1 more column')
    """
    shown, left = ", ".join(items[:most]), len(items) - most
    if left <= 0:
        return shown
    return f"{shown} and " + (counted(left, f"more {noun}") if noun else f"{left:,} more")


def comma_list(names: Sequence[str]) -> str:
    """Return names separated by commas; a name that contains a comma or a line break is quoted.

    >>> comma_list(["id", "a,b"])
    'id,"a,b"'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(names)  # what ends a line is what it quotes
    return line.getvalue().removesuffix("\r\n")


#: A probability below the first is "< 1 %", one above the second "> 99 %".
LEAST_PERCENT, MOST_PERCENT = 0.005, 0.99
#: A p-value that is too small for a number is below this, and not 0.
LEAST_P = "1e-300"


def p_words(p: float) -> str:
    """Return a p-value with two digits.

    >>> p_words(0.0123), p_words(0.0)
    ('p = 0.012', 'p < 1e-300')
    """
    return f"p = {p:.2g}" if p else f"p < {LEAST_P}"


def p_form(p: float) -> str:
    """Return the same for the template of a sentence with the slot p, with three digits.

    >>> p_form(0.0123), p_form(0.0)
    ('p = {p:.3g}', 'p < 1e-300')
    """
    return "p = {p:.3g}" if p else f"p < {LEAST_P}"


def as_percent(share: float, digits: int = 0) -> str:
    """Return a share or a probability as people write it, but never as 0 % or 100 %.

    >>> [as_percent(p) for p in (0.0, 0.004, 0.5, 0.996, 1.0)]
    ['< 1 %', '< 1 %', '50 %', '> 99 %', '> 99 %']
    >>> [as_percent(p, digits=1) for p in (0.0004, 0.004, 0.5, 0.9915, 0.9995)]
    ['< 0.1 %', '0.4 %', '50.0 %', '99.2 %', '> 99.9 %']
    """
    finer = 10**digits
    if share > 1.0 - (1.0 - MOST_PERCENT) / finer:
        return f"> {100 - 1 / finer:.{digits}f} %"
    if share < LEAST_PERCENT / finer:
        return f"< {1 / finer:.{digits}f} %"
    # A share that is half-way but for the last bits goes up; the page rounds in the same way.
    return f"{math.floor(round(100 * finer * share, 7) + 0.5) / finer:.{digits}f} %"


def interval_words(level: float) -> str:
    """Return what an interval of a level is called.

    >>> interval_words(0.95), interval_words(0.999)
    ('95 % interval', '99.9 % interval')
    """
    return f"{100 * level:.3g} % interval"


def examples(values: Sequence[object], most: int = 3) -> str:
    """Return the first few of some values, with dots for the rest."""
    return ", ".join(map(repr, values[:most])) + (", ..." if len(values) > most else "")


def cut(text: str, most: int = 60) -> str:
    """Return a text that is short enough for a message.

    >>> cut("a long story", most=6)
    'a long...'
    """
    return text if len(text) <= most else f"{text[:most]}..."


def one_line(text: str) -> str:
    r"""Return what another program says, to be gone on with: without its line breaks and its last full stop.

    >>> one_line("no such table\nDid you mean t?\n"), one_line("This is not a table.")
    ('no such table Did you mean t?', 'This is not a table')
    """
    return " ".join(text.split()).rstrip(".")


def printable(text: str) -> str:
    r"""Return text with every character escaped that cannot be seen, or that a terminal would obey.

    >>> print(printable("a\x1b[31m"), printable("line\nbreak"))
    a\x1b[31m line\nbreak
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)

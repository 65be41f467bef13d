"""Names of columns on the command line: with commas between, and in quotes where a name has a comma."""

from __future__ import annotations

import csv

from sepset.errors import OptionError


def read_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Read the values of --drop or --only: names with commas between; a name with a comma stands in quotes.

    >>> read_names(("id,date", '"a,b"'))
    ('id', 'date', 'a,b')
    """
    return tuple(name.strip() for text in texts for name in comma_separated(text) if name.strip())


def comma_separated(text: str) -> list[str]:
    r"""Return what stands between commas; `sepset.wording.comma_list` is the way back.

    >>> comma_separated('a,"b,c"')
    ['a', 'b,c']
    """
    try:
        return next(csv.reader([text]), [""])
    except csv.Error:
        raise OptionError(
            f"{text!r} is not a list of names with commas between; write a name with line breaks in quotes"
        ) from None

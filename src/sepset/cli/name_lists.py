"""Names of columns on the command line: comma-separated; a name that contains a comma is quoted."""

from __future__ import annotations

import csv

from sepset.errors import OptionError


def read_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Read the values of --drop or --only: comma-separated names; quote a name that contains a comma.

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
            f"{text!r} is not a list of comma-separated names; quote a name that contains a line break"
        ) from None

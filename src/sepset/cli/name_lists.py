"""Names of columns on the command line: with commas between, and in quotes where a name has a comma."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def read_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Read the values of --drop or --only: names with commas between; a name with a comma stands in quotes.

    >>> read_names(("id,date", '"a,b"'))
    ('id', 'date', 'a,b')
    """
    return tuple(name.strip() for text in texts for row in csv.reader([text]) for name in row if name.strip())


def written_names(names: Sequence[str]) -> str:
    """Return names as --drop and --only read them.

    >>> written_names(["id", "a,b"])
    'id,"a,b"'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()

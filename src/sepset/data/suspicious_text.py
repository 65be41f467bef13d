"""Text that looks like something else: numbers in another notation, numbers with a few words, dates.

Taken as categories, such a column would lead to a graph without any warning. So it is refused, unless the
caller says that the column is discrete.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from sepset.data.refusals import as_discrete, dates
from sepset.errors import Advice, DataError
from sepset.wording import counted, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.data.column import Tally

_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
_IN_THOUSANDS = re.compile(
    r"[+-]?[1-9]\d{0,2}(,\d{3}|[ '\u00a0\u202f]\d{3}|\.\d{3}(?=[.,]))+([.,]\d+)?", re.ASCII
)
_DATE = re.compile(
    r"(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})"  # year first, or last
    r"([T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?",
    re.ASCII,
)


def check_labels(name: str, tally: Tally) -> None:
    """Raise an error when the labels of a column are text that stands for numbers or dates.

    >>> from sepset.data.column import encode
    >>> check_labels("dose", encode(["none", "0.5", "1.5"]).tally)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sepset.errors.DataError: column 'dose' mixes numbers (2 rows) and text (1 row, such as 'none'); ...
    """
    texts = [label for label in tally.labels if isinstance(label, str)]
    if not texts:
        return
    if all(map(_DATE.fullmatch, texts)):
        raise DataError(dates(name, f"text such as {texts[0]!r}"), *_otherwise(name))
    grouped = [text for text in texts if _IN_THOUSANDS.fullmatch(text)]
    certain = [text for text in grouped if not _NUMBER.fullmatch(text)]
    numbers = [text for text in texts if _NUMBER.fullmatch(text) or _IN_THOUSANDS.fullmatch(text)]
    with_comma = [text for text in numbers if "," in text]
    if len(numbers) < len(texts):
        _check_mixture(name, tally, numbers)
    elif certain or (grouped and set(with_comma) <= set(grouped)):
        what = f"numbers with thousands separators, such as {(certain or grouped)[0]!r}; write them without"
        raise DataError(f"column {name!r} holds {what}", *_otherwise(name))
    elif with_comma:
        raise DataError(
            f"column {name!r} holds numbers with a decimal comma, such as {with_comma[0]!r}; read the file "
            "with ",
            Advice("decimal", ","),
            " (or write a point instead)",
            *_otherwise(name),
        )


def days_of_text(labels: Sequence[object], places: NDArray[np.integer]) -> NDArray[np.float64] | None:
    """Return ISO dates, year first, as days since the first of them; None if these are not such dates.

    >>> days_of_text(("2020-01-31", "2020-02-01"), np.array([1, 0, -1])).tolist()
    [1.0, 0.0, nan]
    """
    if not labels:
        return None
    try:
        moments = [datetime.fromisoformat(str(label)).replace(tzinfo=None) for label in labels]
    except ValueError:
        return None
    first = min(moments)
    days = [(moment - first) / timedelta(days=1) for moment in moments]
    by_row: NDArray[np.float64] = np.array([*days, np.nan])[places]
    return by_row


def _check_mixture(name: str, tally: Tally, numbers: list[str]) -> None:
    """Refuse text that is mostly numbers, by rows or by levels: the rest may well be missing values."""
    known, labels = set(numbers), tally.labels
    numeric = np.array([label in known for label in labels])
    rows, all_rows = int(tally.counts[numeric].sum()), tally.present
    if 2 * len(known) <= len(labels) and 2 * rows <= all_rows:
        return
    others = [str(label) for label in labels if label not in known]
    raise DataError(
        f"column {name!r} mixes numbers ({counted(rows, 'row')}) and text "
        f"({counted(all_rows - rows, 'row')}, such as {examples(others)}); mark what is missing by an empty "
        "cell or NA",
        *_otherwise(name),
    )


def _otherwise(name: str) -> tuple[str, Advice]:
    return ". If they are categories, pass ", as_discrete(name)

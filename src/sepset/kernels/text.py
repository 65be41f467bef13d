"""Numbers as they are written in text: the twin of `native/text/numbers.cpp`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_EXACT = 2.0**53


def read_numbers(
    text: NDArray[np.uint8], starts: NDArray[np.int64], lengths: NDArray[np.int64], point: str
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the numbers in cells of a text, and the places of cells that are none or not below 2^53.

    `point` stands before decimals. The compiled kernel may leave out more: numbers of many digits or with an
    exponent, where its library cannot round them to the nearest double.

    >>> text = np.frombuffer(b"0.5,NA,-2", dtype=np.uint8)
    >>> values, others = read_numbers(text, np.array([0, 4, 7]), np.array([3, 2, 2]), ".")
    >>> values.tolist(), others.tolist()
    ([0.5, nan, -2.0], [1])
    """
    if len(starts) != len(lengths):
        raise ValueError("each cell has a start and a length")
    if not all(0 <= a <= a + n <= len(text) for a, n in zip(starts.tolist(), lengths.tolist(), strict=True)):
        raise ValueError("cells are within the text")
    cells = [
        bytes(text[a : a + n]).decode("latin-1")
        for a, n in zip(starts.tolist(), lengths.tolist(), strict=True)
    ]
    values = np.array([_number(cell, point) for cell in cells], dtype=np.float64) + 0.0  # no negative zero
    return values, np.flatnonzero(np.isnan(values))


def _number(cell: str, point: str) -> float:
    written = cell.translate(str.maketrans("." + point, point + "."))
    value = float(written) if _NUMBER.fullmatch(written) else np.nan
    return value if abs(value) < _EXACT else np.nan

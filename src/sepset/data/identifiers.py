"""Numbers that only name a row: 1, 2, 3, ... or growing numbers under a name such as ``id``.

>>> import numpy as np
>>> is_identifier("patient", np.arange(1.0, 40.0)), is_identifier("year", np.arange(1947.0, 1963.0))
(True, False)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NAME = re.compile(
    r"(.*[ ._-])?(id|ids|nr|no|num|number|index|idx|row|rownames?|obs|case|key|code|seq)|id[ ._-].*",
    re.IGNORECASE,
)
_YEARS = (1500.0, 2200.0)
FEWEST_NUMBERED = 5
"""So many rows at least say that a column grows from row to row."""


def grows(values: NDArray[np.float64]) -> bool:
    """Say whether whole numbers, none of them missing, grow from every row to the next."""
    return bool(
        len(values) >= FEWEST_NUMBERED
        and not np.isnan(values).any()
        and (values == np.floor(values)).all()
        and (np.diff(values) > 0).all()
    )


def is_identifier(name: str, values: NDArray[np.float64]) -> bool:
    """Say whether a column of numbers is an identifier: it counts rows, or grows and has the name of one.

    Years are consecutive as well, and are not identifiers.
    """
    return grows(values) and names_rows(name, float(values[0]), float(values[-1]), len(values))


def names_rows(name: str, first: float, last: float, rows: int) -> bool:
    """Say the same of a column that grows, by the ends of its rows: it counts if it has no room for gaps."""
    counts = last - first == rows - 1
    years = _YEARS[0] <= first and last <= _YEARS[1]
    return (counts and not years) or _NAME.fullmatch(name.strip()) is not None

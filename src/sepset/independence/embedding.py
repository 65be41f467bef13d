"""How the residual test sees columns: normal scores of a continuous one, indicators of a discrete one.

A set of columns is Phi(S): indicators, powers and products, or only the linear part where rows are few.

Scores and indicators are those of the whole column. When values are missing, the rows that a test leaves out
change neither.

>>> normal_scores(np.array([10.0, 30.0, 20.0])).round(3).tolist()
[-0.967, 0.967, 0.0]
>>> indicators(np.array([0, 1, 2, 1]), levels=3).tolist()
[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: The residual test asks for this many rows for each column of Phi(S); the kernels count by the same.
ROWS_PER_COLUMN = 5


def normal_scores(values: NDArray[np.float64], ranks: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
    """Return the normal quantiles of mid-ranks, Phi^-1((rank - 1/2) / N); equal values share their rank.

    A missing value (NaN) has no rank, and its score is 0. `ranks` are whole numbers from 0 that rise with the
    values, where they are known already; some may not occur.
    """
    there = ~np.isnan(values)
    if ranks is None:
        ranks = np.zeros(len(values), dtype=np.intp)
        ranks[there] = np.unique(values[there], return_inverse=True)[1].reshape(-1)
    place = ranks[there]
    counts = np.bincount(place)
    scores = np.zeros(len(values))
    scores[there] = _quantiles(len(place))[2 * np.cumsum(counts) - counts][place]
    return scores


@lru_cache(maxsize=4)
def _quantiles(rows: int) -> NDArray[np.float64]:
    """Return Phi^-1(i / 2N) for i = 0, 1, ... 2N: what mid-ranks of N rows can be; kept for the next column.

    The upper half mirrors the lower one to the last bit; the ends, which no rank has, are NaN.
    """
    from statistics import NormalDist

    quantile = NormalDist().inv_cdf
    lower = np.array([np.nan, *(quantile(i / (2 * rows)) for i in range(1, rows + 1))])
    table = np.concatenate((lower, -lower[-2::-1]))
    table.flags.writeable = False
    return table


def indicators(codes: NDArray[np.integer], levels: int) -> NDArray[np.float64]:
    """Return a row of 0 and 1 for each level but the commonest (the first of several).

    A missing value has the code `levels`, and zeros only.
    """
    counts = np.bincount(codes, minlength=levels)[:levels]
    kept = np.delete(np.arange(levels), int(counts.argmax()))
    rows: NDArray[np.float64] = (codes[None, :] == kept[:, None]).astype(np.float64)
    return rows


def phi_columns(levels: Sequence[int | None]) -> int:
    """Return how many columns Phi(S) has, for the numbers of levels of its members (None: continuous).

    >>> phi_columns([None]), phi_columns([None, None]), phi_columns([3, None])
    (3, 10, 9)
    """
    width = total = 0
    for count in levels:
        own, factors = (3, 2) if count is None else (count - 1, count - 1)
        width += own + factors * total
        total += factors
    return width


def is_linear_only(levels: Sequence[int | None], rows: int) -> bool:
    """Say whether Phi(S) would have more than N / 5 columns, so that powers and products are left out.

    >>> is_linear_only([None], rows=15), is_linear_only([None], rows=14)
    (False, True)
    """
    return ROWS_PER_COLUMN * phi_columns(levels) > rows

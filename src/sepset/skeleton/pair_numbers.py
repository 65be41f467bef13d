"""All pairs a < b of n nodes by number, in the order 0-1, 0-2, ..., 1-2, ...

Searches begin with all pairs. There are n^2 / 2 of them, so they are numbered and listed in parts.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray


def number_of(a: int, b: int, n: int) -> int:
    """Return the number of a pair, whichever end comes first.

    >>> [number_of(*pair, 4) for pair in ((0, 1), (0, 3), (2, 1), (2, 3))]
    [0, 2, 3, 5]
    """
    low, high = (a, b) if a < b else (b, a)
    return low * (2 * n - low - 3) // 2 + high - 1


def numbers_of(pairs: NDArray[np.integer], n: int) -> NDArray[np.int64]:
    """Return the numbers of pairs a < b, one per row.

    >>> numbers_of(np.array([(0, 3), (2, 3)]), 4).tolist()
    [2, 5]
    """
    low, high = pairs[:, 0].astype(np.int64), pairs[:, 1]
    return low * (2 * n - low - 3) // 2 + high - 1


def pairs_of(numbers: NDArray[np.integer], n: int) -> NDArray[np.int32]:
    """Return the pairs that have these numbers, which increase, one per row.

    >>> pairs_of(np.array([2, 5]), 4).tolist()
    [[0, 3], [2, 3]]
    """
    return kernels.pairs_of(numbers.astype(np.int64, copy=False), n)


class EveryPair:
    """All pairs of n nodes, as an array whose rows are made when they are asked for.

    >>> len(EveryPair(4)), EveryPair(4)[2:5].tolist()
    (6, [[0, 3], [1, 2], [1, 3]])
    """

    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self) -> int:
        return comb(self.n, 2)

    def __getitem__(self, part: slice) -> NDArray[np.int32]:
        start, stop, step = part.indices(len(self))
        if step != 1:
            return pairs_of(np.arange(start, stop, step), self.n)
        return kernels.pairs_between(start, max(start, stop), self.n)

    def take(self, numbers: NDArray[np.intp], axis: int = 0) -> NDArray[np.int32]:
        """Return some pairs by number, in increasing order, as `numpy.take` does along the first axis."""
        return pairs_of(numbers, self.n)

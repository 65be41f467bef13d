"""For each pair the set of one size with the largest p: the loop that the twins of several kernels share."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    #: p (NaN: does not count), the statistic, and its degrees of freedom
    Tested: TypeAlias = tuple[float, float, int]

#: per pair: p and the statistic (NaN: none), the degrees of freedom, and the set (-1: none)
StrongestSets: TypeAlias = (
    "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int32]]"
)


def strongest_sets(
    answer: Callable[[int, int, NDArray[np.int32]], Tested],
    pairs: NDArray[np.int32],
    size: int,
    offsets: NDArray[np.int64],
    members: NDArray[np.int32],
    of: NDArray[np.int32],
    alpha: float,
) -> StrongestSets:
    """Find for each pair the set of one size with the largest p above alpha.

    The sets of pair i are drawn from list ``of[i]``, ``members[offsets[g]:offsets[g + 1]]``, increasing,
    without a and b. Equal p: more degrees of freedom, then the smaller statistic, then the first set in
    lexicographic order.
    """
    p, statistic = np.full(len(pairs), np.nan), np.full(len(pairs), np.nan)
    dof = np.zeros(len(pairs), dtype=np.int64)
    sets = np.full((len(pairs), size), -1, dtype=np.int32)
    for i, (a, b) in enumerate(pairs.tolist()):
        listed = members[offsets[of[i]] : offsets[of[i] + 1]].tolist()
        best = None
        for chosen in combinations([v for v in listed if v not in (a, b)], size):
            found = answer(a, b, np.array(chosen, dtype=np.int32))
            strength = (found[0], found[2], -found[1])
            if found[0] > alpha and (best is None or strength > best):
                best = strength
                (p[i], statistic[i], dof[i]), sets[i] = found, chosen
    return p, statistic, dof, sets

"""One level of the search, for any test: the readable reference, one call of the test per statement.

The native kernels of the Gaussian and discrete tests give the same answers; see `LevelTest`.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import OptionError
from sepset.independence.protocol import CIResult, LevelResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sepset.independence.protocol import Candidates, CITest


def plain_level(
    test: CITest, pairs: NDArray[np.int32], size: int, candidates: Candidates | None = None, *, alpha: float
) -> LevelResult:
    """Try every set of `size` candidates (None: all other columns) for each pair; the largest p wins.

    Equal p: more degrees of freedom, then the smaller statistic, then the set whose sorted names come first.
    """
    names = tuple(test.names)
    best_p = np.full(len(pairs), np.nan)
    separators = np.full((len(pairs), size), -1, dtype=np.int32)
    tests = 0
    for row, (a, b) in enumerate(pairs.tolist()):
        others = sorted(_others(len(names), row, a, b, candidates), key=names.__getitem__)
        best = None
        for given in combinations(others, size):
            tests += 1
            result = _checked(test(names[a], names[b], [names[c] for c in given]))
            if result.usable and (best is None or _strength(result) > best):
                best = _strength(result)
                best_p[row] = result.p
                separators[row] = given
    return LevelResult(best_p > alpha, best_p, separators, tests)


def _checked(result: object) -> CIResult:
    if isinstance(result, CIResult):
        return result
    raise OptionError(
        f"a test returns a CIResult, got {result!r}; sepset.independence.CallableTest makes a test of "
        "a function that returns a p-value"
    )


def _strength(result: CIResult) -> tuple[float, float, float]:
    """Rank answers by how strongly they support independence."""
    statistic = 0.0 if math.isnan(result.statistic) else abs(result.statistic)
    return result.p, result.dof or 0, -statistic


def _others(n: int, row: int, a: int, b: int, candidates: Candidates | None) -> Iterable[int]:
    listed: Iterable[int] = range(n)
    if candidates is not None:
        which = candidates.of[row]
        listed = candidates.members[candidates.offsets[which] : candidates.offsets[which + 1]].tolist()
    return [c for c in listed if c not in (a, b)]

"""Tests that leave out missing values test by test: the readable twins.

Each test uses the rows in which its own variables have values, and is the plain test on those rows.
Variables are numbered in the order of their names.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sepset.kernels.chi_square import chi_square_tail
from sepset.kernels.discrete import DiscreteTables
from sepset.kernels.gaussian import correlation_matrix, fisher_z_p, partial_correlation
from sepset.kernels.strongest_set import strongest_sets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.kernels.strongest_set import StrongestSets, Tested


class TestwiseCorrelations:
    """Fisher's z on variables given as rows of `values`, NaN where a value is missing.

    >>> values = np.array([[1.0, 2.0, 3.0, np.nan, 5.0], [2.0, 1.0, 3.0, 4.0, 5.0]])
    >>> TestwiseCorrelations(values).test(0, 1, np.array([], dtype=np.int32))[1]
    4
    """

    def __init__(self, values: NDArray[np.float64]) -> None:
        self._values = values

    def test(self, a: int, b: int, given: NDArray[np.int32]) -> tuple[float, int]:
        """Return the partial correlation of two variables given a set (NaN: not usable), and its rows."""
        wanted = sorted([*given.tolist(), a, b])
        part = self._values[wanted]
        part = part[:, ~np.isnan(part).any(axis=0)]
        n = part.shape[1]
        if n <= len(given) + 3 or (part == part[:, :1]).all(axis=1).any():
            return math.nan, n
        members = np.array([wanted.index(v) for v in given.tolist()], dtype=np.int32)
        low, high = sorted((wanted.index(a), wanted.index(b)))
        return partial_correlation(correlation_matrix(np.ascontiguousarray(part), 1), low, high, members), n

    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        threads: int,
    ) -> StrongestSets:
        """Find for each pair the set of one size with the largest p above alpha; see `strongest_sets`."""

        def answer(a: int, b: int, given: NDArray[np.int32]) -> Tested:
            r, n = self.test(a, b, given)
            if math.isnan(r):
                return math.nan, math.nan, 0
            dof = n - len(given) - 3
            return float(fisher_z_p(np.array([r]), dof, 1)[0]), math.sqrt(dof) * abs(math.atanh(r)), 0

        return strongest_sets(answer, pairs, size, offsets, members, of, alpha)


class TestwiseTables:
    """Contingency tables of variables given as rows of `codes`; a code of `levels` is a missing value.

    >>> codes = np.array([[0, 1, 0, 1, 2], [0, 1, 1, 0, 0]], dtype=np.uint16)
    >>> tables = TestwiseTables(codes, np.array([2, 2], dtype=np.int32))
    >>> tables.test(0, 1, np.array([], dtype=np.int32), False)
    (0.0, 1, 1, 4)
    """

    def __init__(self, codes: NDArray[np.uint16], levels: NDArray[np.int32]) -> None:
        self._codes, self._levels = codes, levels

    def test(self, a: int, b: int, given: NDArray[np.int32], likelihood: bool) -> tuple[float, int, int, int]:
        """Return the statistic, adjusted and full degrees of freedom, and the rows of one test."""
        wanted = [a, b, *given.tolist()]
        part = self._codes[wanted]
        part = part[:, (part < self._levels[wanted, None]).all(axis=0)]
        plain = DiscreteTables([*part], self._levels[wanted], 1)
        places = np.arange(2, len(wanted), dtype=np.int32)
        return *plain.test(0, 1, places, likelihood), part.shape[1]

    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        likelihood: bool,
        threads: int,
    ) -> StrongestSets:
        """Find for each pair the set of one size with the largest p above alpha; see `strongest_sets`."""

        def answer(a: int, b: int, given: NDArray[np.int32]) -> Tested:
            statistic, dof, _, _ = self.test(a, b, given, likelihood)
            p = float(chi_square_tail(np.array([statistic]), np.array([float(dof)]))[0])
            return p, statistic, dof

        return strongest_sets(answer, pairs, size, offsets, members, of, alpha)

"""Tests on tables with missing values: each test uses the rows in which its own variables have values.

`TestwiseFisherZ` is Fisher's z, `TestwiseChiSquare` and `TestwiseGSquare` are the tests in strata, on those
rows; N differs from test to test, and every `CIResult` says its own. So the largest p of a level is not the
smallest correlation.

Test-wise deletion keeps the type I error of a test wherever the rows that are left out do not depend on both
variables at once. Missing values that are driven by an effect of both variables create false edges.

>>> nan = np.nan
>>> test = TestwiseFisherZ("ab", [[1, 2, 3, nan, 5, 6], [2, 1, 3, 4, 6, 5]])
>>> test("a", "b").n
5
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from sepset import kernels
from sepset.independence.by_name import ByName, given_lists
from sepset.independence.discrete_columns import count_tests
from sepset.independence.level_input import check_level_options, checked_level
from sepset.independence.protocol import Candidates, CIResult, LevelResult
from sepset.independence.remade import Remade

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.data.dataset import Dataset
    from sepset.kernels.strongest_set import StrongestSets


class _Testwise(ByName, Remade):
    """What the three tests share: the search of a level, by a kernel of their own."""

    __test__ = False  # not a test of pytest's

    def search_level(
        self,
        pairs: NDArray[np.int32],
        size: int,
        candidates: Candidates | None = None,
        *,
        alpha: float,
        threads: int = 1,
        largest_p: bool = True,
    ) -> LevelResult:
        """Try every set of `size` candidates for each pair of columns; see `LevelTest.search_level`."""
        size, alpha, threads = check_level_options(size, alpha, threads)
        pairs, checked = checked_level(len(self.names), pairs, candidates)
        lists = self._ranked_lists(given_lists(len(self.names), len(pairs), checked), candidates)
        least = -1.0 if largest_p else alpha
        ranked = kernels.ranked_pairs(pairs, self._rank, threads)
        p, _, _, sets = self._search(ranked, size, lists, least, threads)
        tests = count_tests(len(self.names), pairs, size, checked)
        return LevelResult(p > alpha, p, self._columns_of(sets), tests)

    def _search(
        self, pairs: NDArray[np.int32], size: int, lists: Candidates, least: float, threads: int
    ) -> StrongestSets:
        raise NotImplementedError  # each subclass has its own


class TestwiseFisherZ(_Testwise):
    """Fisher's z of partial correlations on columns of numbers, one sequence per name, NaN where missing."""

    def __init__(self, names: Sequence[str], columns: Sequence[ArrayLike]) -> None:
        super().__init__(names)
        values = np.array([np.asarray(columns[i], dtype=np.float64) for i in self._order.tolist()])
        self._table = kernels.TestwiseCorrelations(np.ascontiguousarray(values))

    @classmethod
    def from_data(cls, data: Dataset, *, threads: int = 1) -> Self:
        """Return the test on a dataset of continuous columns, with gaps or without; one thread makes it."""
        return cls(data.names, [column.values for column in data.columns])

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given `given`; the statistic is z with its sign."""
        low, high, members = self._ranks(a, b, given)
        r, n = self._table.test(low, high, members)
        if math.isnan(r):
            return CIResult(math.nan, math.nan, None, n, usable=False)
        dof = n - len(members) - 3
        p = float(kernels.fisher_z_p(np.array([r]), dof, 1)[0])
        return CIResult(p, math.sqrt(dof) * math.atanh(r), None, n)

    def _search(
        self, pairs: NDArray[np.int32], size: int, lists: Candidates, least: float, threads: int
    ) -> StrongestSets:
        return self._table.search(pairs, size, *lists, least, threads)


class _TestwiseContingency(_Testwise):
    """What `TestwiseChiSquare` and `TestwiseGSquare` share; a code of `levels` is a missing value."""

    _likelihood: ClassVar[bool]

    def __init__(self, names: Sequence[str], codes: Sequence[ArrayLike], levels: Sequence[int]) -> None:
        super().__init__(names)
        order = self._order.tolist()
        self._table = kernels.TestwiseTables(
            np.array([np.asarray(codes[i], dtype=np.uint16) for i in order]),
            np.array([levels[i] for i in order], dtype=np.int32),
        )

    @classmethod
    def from_data(cls, data: Dataset, *, threads: int = 1) -> Self:
        """Return the test on a dataset of discrete columns, with gaps or without; one thread makes it."""
        levels = [len(column.levels) for column in data.columns]
        return cls(data.names, [column.values for column in data.columns], levels)

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given the set `given`."""
        statistic, dof, _, n = self._table.test(*self._ranks(a, b, given), self._likelihood)
        if dof <= 0:
            return CIResult(math.nan, statistic, dof, n, usable=False)
        p = kernels.chi_square_tail(np.array([statistic]), np.array([float(dof)]))
        return CIResult(float(p[0]), statistic, dof, n)

    def _search(
        self, pairs: NDArray[np.int32], size: int, lists: Candidates, least: float, threads: int
    ) -> StrongestSets:
        return self._table.search(pairs, size, *lists, least, self._likelihood, threads)


class TestwiseChiSquare(_TestwiseContingency):
    """Pearson's chi-square test with adjusted degrees of freedom.

    >>> test = TestwiseChiSquare("ab", [[0, 0, 1, 1, 2] * 9, [0, 1, 0, 1, 1] * 9], (2, 2))
    >>> test("a", "b")
    CIResult(p=1.0, statistic=0.0, dof=1, n=36, usable=True)
    """

    _likelihood = False


class TestwiseGSquare(_TestwiseContingency):
    """The likelihood ratio test (G-square) with adjusted degrees of freedom."""

    _likelihood = True

"""Fisher's z: conditional independence of continuous variables through partial correlations.

For jointly Gaussian variables, a and b are independent given S exactly when their partial correlation is
zero. With N rows and sample partial correlation r, z = sqrt(N - |S| - 3) atanh(r) is close to standard
normal under independence (Fisher 1924; Kalisch & Bühlmann 2007), and p = 2 (1 - Phi(|z|)).

>>> rng = np.random.default_rng(7)
>>> a = rng.normal(size=500)
>>> b = a + rng.normal(size=500)
>>> c = b + rng.normal(size=500)
>>> test = FisherZ(("a", "b", "c"), np.column_stack([a, b, c]))
>>> test("a", "c").independent(alpha=0.01), test("a", "c", {"b"}).independent(alpha=0.01)
(False, True)

A set is *not usable* when it leaves nothing to correlate: when a variance left after conditioning, or 1 -
r^2, is at most 1e-8 of the whole (collinear or duplicated columns), or when N - |S| - 3 is not positive.
Such a set is never taken for an independence: `p` is NaN and `usable` is False.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sepset import kernels
from sepset.checks import came, check_count, check_flag, check_threads, number_array
from sepset.data.scanning.recognised import is_streamed
from sepset.errors import DataError, OptionError
from sepset.independence.by_name import ByName, given_lists
from sepset.independence.level_input import check_level_options, checked_level, number_of_sets
from sepset.independence.protocol import CIResult, LevelResult
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.independence.protocol import Candidates

# N - |S| - 3 must be positive, and S may be empty.
_FEWEST_ROWS = 4


class ContinuousTable(Protocol):
    """Anything with named columns of numbers, such as `sepset.data.dataset.Dataset`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""

    def matrix(self) -> NDArray[np.float64]:
        """Return the values, a row per observation."""


class FisherZ(ByName):
    """Fisher's z test on a table of continuous columns, or on a correlation matrix and its number of rows.

    Inside, variables are sorted by name. So every result is the same for any order of the columns.
    """

    def __init__(self, names: Sequence[str], values: ArrayLike, *, threads: int = 1) -> None:
        super().__init__(names)
        table = _table_of(self._names, values)
        self._n = len(table)
        self._by_name = kernels.correlation_matrix(table.T, check_threads(threads), self._order)
        _refuse(
            self._names,
            np.isnan(self._by_name.diagonal()[self._rank]),
            "have missing or infinite values; drop those rows or columns",
        )
        _refuse(self._names, _constant(table), "are constant; drop them")

    @classmethod
    def from_data(cls, table: ContinuousTable, *, threads: int = 1) -> FisherZ:
        """Return the test on a data set."""
        if not hasattr(table, "matrix"):
            raise OptionError(f"a Dataset is needed; got {came(table)}; sepset.dataset makes one")
        if is_streamed(table) and table.rows >= _FEWEST_ROWS:
            others = [name for name, kind in table.kinds.items() if kind != "continuous"]
            if not others:
                return cls.from_correlation(
                    table.names, table.correlation(check_threads(threads)), table.rows
                )
        return cls(table.names, table.matrix(), threads=threads)

    @classmethod
    def from_correlation(cls, names: Sequence[str], correlation: ArrayLike, n: int) -> FisherZ:
        """Return the test on a correlation matrix that was computed from `n` rows.

        >>> FisherZ.from_correlation(("a", "b"), [[1.0, 0.1], [0.1, 1.0]], 103)("a", "b").n
        103
        """
        test = cls.__new__(cls)
        ByName.__init__(test, names)
        matrix = _checked_correlation(test._names, correlation)
        test._n = check_count("n", n, least=0)
        if test._n < _FEWEST_ROWS:
            raise DataError(f"Fisher's z needs at least {_FEWEST_ROWS} rows, got n = {test._n}")
        test._by_name = matrix.take(test._order, axis=0).take(test._order, axis=1)
        return test

    _n: int
    _by_name: NDArray[np.float64]

    @property
    def n(self) -> int:
        """The number of rows, N."""
        return self._n

    @property
    def correlation(self) -> NDArray[np.float64]:
        """The correlation matrix, in column order."""
        return self._by_name[np.ix_(self._rank, self._rank)]

    def correlation_bytes(self) -> memoryview:
        """Return the correlations to the last bit, variables sorted by name."""
        return np.ascontiguousarray(self._by_name).data

    def __repr__(self) -> str:
        return f"FisherZ({len(self._names)} variables, {self._n} rows)"

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given `given` (S); the statistic is z with its sign."""
        low, high, members = self._ranks(a, b, given)
        dof = self._n - len(members) - 3
        r = kernels.partial_correlation(self._by_name, low, high, members)
        if dof <= 0 or math.isnan(r):
            return CIResult(math.nan, math.nan, None, self._n, usable=False)
        p = float(kernels.fisher_z_p(np.array([r]), dof, 1)[0])
        return CIResult(p, math.sqrt(dof) * math.atanh(r), None, self._n)

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
        """Try every set of `size` candidates for each pair of columns; see `LevelTest.search_level`.

        The largest p is the smallest |r|: within a level N and |S| are the same.

        >>> test = FisherZ.from_correlation("abc", [[1, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 1]], 100)
        >>> level = test.search_level(np.array([[0, 2], [0, 1]], dtype=np.int32), 1, alpha=0.05)
        >>> level.found.tolist(), level.separators.tolist(), level.tests
        ([True, False], [[1], [2]], 2)
        """
        size, alpha, threads = check_level_options(size, alpha, threads)
        pairs, checked = checked_level(len(self._names), pairs, candidates)
        ranked = kernels.ranked_pairs(pairs, self._rank, threads)
        lists = self._ranked_lists(given_lists(len(self._names), len(ranked), checked), candidates)
        dof = self._n - size - 3
        largest_p = check_flag("largest_p", largest_p)
        if dof <= 0:  # there is nothing to search, but the tests still count
            p, sets = np.full(len(ranked), np.nan), np.full((len(ranked), size), -1, dtype=np.int32)
            available = kernels.count_candidates(len(self._names), ranked, *lists)
        else:
            largest = math.inf if largest_p else _largest_correlation(alpha, dof)
            r, sets, available = kernels.search_level_gaussian(
                self._by_name, ranked, size, *lists, threads, largest
            )
            p = kernels.fisher_z_p(r, dof, threads)
        tests = number_of_sets(available, size) if size else len(ranked)
        return LevelResult(p > alpha, p, self._columns_of(sets), tests)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is only kept for the next call."""
        return {**self.__dict__, "_last_lists": None}


def _largest_correlation(alpha: float, dof: int) -> float:
    """Return a bound on |r| for p > alpha, a little above the exact one: what counts in the end is p."""
    if not 0.0 < alpha < 1.0:
        return math.inf
    from statistics import NormalDist

    z = -NormalDist().inv_cdf(alpha / 2)
    return math.tanh(z / math.sqrt(dof)) * (1.0 + 1e-9) + 1e-9


def _table_of(names: tuple[str, ...], values: ArrayLike) -> NDArray[np.float64]:
    table = number_array("values", values)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise DataError(f"{len(names)} columns need a table of shape (rows, {len(names)}), got {table.shape}")
    if len(table) < _FEWEST_ROWS:
        raise DataError(f"Fisher's z needs at least {_FEWEST_ROWS} rows, got {len(table)}")
    return table


def _constant(table: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which columns hold one value only."""
    ends_alike = np.flatnonzero(table[0] == table[-1])  # few, if any
    constant = np.zeros(table.shape[1], dtype=bool)
    constant[ends_alike] = np.all(table[:, ends_alike] == table[0, ends_alike], axis=0)
    return constant


def _checked_correlation(names: tuple[str, ...], correlation: ArrayLike) -> NDArray[np.float64]:
    matrix = number_array("correlation", correlation)
    if matrix.shape != (len(names), len(names)):
        raise DataError(
            f"{len(names)} names need a matrix of shape ({len(names)}, {len(names)}), got {matrix.shape}"
        )
    if not ((matrix == matrix.T).all() and (np.diag(matrix) == 1.0).all() and (np.abs(matrix) <= 1.0).all()):
        raise DataError("a correlation matrix is symmetric, with ones on the diagonal and entries in [-1, 1]")
    return matrix


def _refuse(names: tuple[str, ...], bad: NDArray[np.bool_], what: str) -> None:
    if bad.any():
        wrong = [name for name, is_bad in zip(names, bad, strict=True) if is_bad]
        raise DataError(f"columns {some(wrong)} {what}")

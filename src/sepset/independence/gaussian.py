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
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import ReferenceType, ref

import numpy as np

from sepset import kernels
from sepset.checks import came, check_count, check_flag, check_threads, check_variables, number_array
from sepset.data.scanning.recognised import is_streamed
from sepset.errors import DataError, OptionError
from sepset.graph.names import places_of
from sepset.independence.level_input import check_level_options, checked_level, number_of_sets
from sepset.independence.protocol import Candidates, CIResult, LevelResult
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

# N - |S| - 3 must be positive, and S may be empty.
_FEWEST_ROWS = 4


class ContinuousTable(Protocol):
    """Anything with named columns of numbers, such as `sepset.data.dataset.Dataset`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""

    def matrix(self) -> NDArray[np.float64]:
        """Return the values, a row per observation."""


class FisherZ:
    """Fisher's z test on a table of continuous columns, or on a correlation matrix and its number of rows.

    Inside, variables are sorted by name. So every result is the same for any order of the columns.
    """

    def __init__(self, names: Sequence[str], values: ArrayLike, *, threads: int = 1) -> None:
        names = _checked_names(names)
        table = _checked_values(names, values)
        threads = check_threads(threads)
        self._set(names, len(table))
        self._by_name = kernels.correlation_matrix(table.T, threads, self._order)

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
        names = _checked_names(names)
        matrix = _checked_correlation(names, correlation)
        n = check_count("n", n, least=0)
        if n < _FEWEST_ROWS:
            raise DataError(f"Fisher's z needs at least {_FEWEST_ROWS} rows, got n = {n}")
        test = cls.__new__(cls)
        test._set(names, n)
        test._by_name = matrix.take(test._order, axis=0).take(test._order, axis=1)
        return test

    _by_name: NDArray[np.float64]
    _last_lists: _RankedLists | None = None

    def _set(self, names: tuple[str, ...], n: int) -> None:
        self._names = names
        self._n = n
        self._order = _name_order(names)
        self._rank = np.empty_like(self._order)
        self._rank[self._order] = np.arange(len(names), dtype=np.int32)
        self._rank_of = {name: int(rank) for name, rank in zip(names, self._rank, strict=True)}

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._names

    @property
    def n(self) -> int:
        """The number of rows, N."""
        return self._n

    @property
    def correlation(self) -> NDArray[np.float64]:
        """The correlation matrix, in column order."""
        return self._by_name[np.ix_(self._rank, self._rank)]

    def __repr__(self) -> str:
        return f"FisherZ({len(self._names)} variables, {self._n} rows)"

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given `given` (S); the statistic is z with its sign."""
        low, high = sorted(self._ranks((a, b)))
        members = sorted(set(self._ranks(given)))
        if low == high or low in members or high in members:
            raise OptionError(
                f"a, b and the set must not overlap; got a = {a!r}, b = {b!r}, given = {sorted(given)!r}"
            )
        dof = self._n - len(members) - 3
        r = kernels.partial_correlation(self._by_name, low, high, np.array(members, dtype=np.int32))
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
        ranked = self._ranked_pairs(pairs)
        lists = self._ranked_candidates(checked, candidates, len(ranked))
        dof = self._n - size - 3
        # Without degrees of freedom there is nothing to search, but the tests still count.
        searched = size if dof > 0 else 0
        largest = math.inf if check_flag("largest_p", largest_p) else _largest_correlation(alpha, max(dof, 1))
        r, sets, available = kernels.search_level_gaussian(
            self._by_name, ranked, searched, *lists, threads, largest
        )
        if dof <= 0:
            r, sets = np.full(len(ranked), np.nan), np.full((len(ranked), size), -1, dtype=np.int32)
        p = kernels.fisher_z_p(r, max(dof, 1), threads)
        # Position -1 picks the sentinel that is put at the end.
        separators = np.append(self._order, np.int32(-1))[sets] if size else sets
        return LevelResult(p > alpha, p, separators, number_of_sets(available, size))

    def _ranks(self, names: Iterable[str]) -> list[int]:
        return places_of(names, self._rank_of)

    def _ranked_pairs(self, pairs: NDArray[np.int32]) -> NDArray[np.int32]:
        first, second = (self._rank.take(ends) for ends in pairs.T)
        ranked = np.empty((len(first), 2), dtype=np.int32)
        np.minimum(first, second, out=ranked[:, 0])
        np.maximum(first, second, out=ranked[:, 1])
        return ranked

    def _ranked_candidates(
        self, candidates: Candidates | None, given: Candidates | None, pairs: int
    ) -> Candidates:
        """Return lists of ranks; a search gives the same lists with many batches of pairs."""
        if candidates is None or given is None:
            everything = np.arange(len(self._names), dtype=np.int32)
            return Candidates(np.array([0, len(everything)]), everything, np.zeros(pairs, dtype=np.int32))
        if self._last_lists is not None and self._last_lists.are_of(given):
            return candidates._replace(members=self._last_lists.members)
        lists = np.repeat(np.arange(len(candidates.offsets) - 1), np.diff(candidates.offsets))
        keys = lists * len(self._names) + self._rank[candidates.members]
        keys = _sorted_keys(keys, (len(candidates.offsets) - 1) * len(self._names))
        members = (keys - lists * len(self._names)).astype(np.int32)
        self._last_lists = _RankedLists.of(given, members)
        return candidates._replace(members=members)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is only kept for the next call."""
        return {**self.__dict__, "_last_lists": None}


class _RankedLists(NamedTuple):
    """Lists as ranks, for as long as the lists live that they were made from, which nobody can change."""

    offsets: ReferenceType[NDArray[np.int64]]
    source: ReferenceType[NDArray[np.int32]]
    members: NDArray[np.int32]

    @classmethod
    def of(cls, lists: Candidates, members: NDArray[np.int32]) -> _RankedLists | None:
        arrays = (lists.offsets, lists.members)
        if not all(isinstance(array, np.ndarray) and not array.flags.writeable for array in arrays):
            return None
        return cls(ref(lists.offsets), ref(lists.members), members)

    def are_of(self, lists: Candidates) -> bool:
        return self.offsets() is lists.offsets and self.source() is lists.members


def _sorted_keys(keys: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return different numbers below `most` in order."""
    if most > 32 * len(keys):
        # One number that holds list and rank sorts several times faster than two keys.
        return np.sort(keys)
    present = np.zeros(most, dtype=bool)
    present[keys] = True
    return np.flatnonzero(present)


def _name_order(names: Sequence[str]) -> NDArray[np.int32]:
    return np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int32)


def _largest_correlation(alpha: float, dof: int) -> float:
    """Return a bound on |r| for p > alpha, a little above the exact one: what counts in the end is p."""
    if not 0.0 < alpha < 1.0:
        return math.inf
    from statistics import NormalDist

    z = -NormalDist().inv_cdf(alpha / 2)
    return math.tanh(z / math.sqrt(dof)) * (1.0 + 1e-9) + 1e-9


def _checked_names(names: Sequence[str]) -> tuple[str, ...]:
    names = check_variables(names)
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise DataError(f"column names must differ; repeated: {', '.join(map(repr, repeated))}; rename them")
    return names


def _checked_values(names: tuple[str, ...], values: ArrayLike) -> NDArray[np.float64]:
    table = number_array("values", values)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise DataError(f"{len(names)} columns need a table of shape (rows, {len(names)}), got {table.shape}")
    if len(table) < _FEWEST_ROWS:
        raise DataError(f"Fisher's z needs at least {_FEWEST_ROWS} rows, got {len(table)}")
    _refuse(
        names,
        ~np.all(np.isfinite(table), axis=0),
        "have missing or infinite values; drop those rows or columns",
    )
    ends_alike = np.flatnonzero(table[0] == table[-1])  # few, if any
    constant = np.zeros(len(names), dtype=bool)
    constant[ends_alike] = np.all(table[:, ends_alike] == table[0, ends_alike], axis=0)
    _refuse(names, constant, "are constant; drop them")
    return table


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

"""Independence of discrete variables: Pearson's chi-square and the likelihood ratio (G-square) in strata.

For each joint level s of the conditioning set S there is a table of a and b with counts n, row and column
sums r and c, and total t. With expected counts e = r c / t,

    X2 = sum (n - e)^2 / e        G2 = 2 sum n ln(n / e)

over all cells of all strata; both are close to chi-square distributed under independence.

Degrees of freedom. ``dof="adjusted"`` (the default) drops rows and columns without observations in each
stratum and adds up (rows - 1)(columns - 1); ``dof="full"`` is (levels of a - 1)(levels of b - 1) times the
product of the levels of S. A table with zero degrees of freedom, and one with fewer than ``min_rows_per_dof``
rows per degree of freedom (N rows in all; None: no such rule), holds no evidence. What this means is a
choice: ``no_evidence="unusable"`` (the default) never counts it as an independence, so that an edge stays;
``no_evidence="independent"`` gives it p = 1, so that an edge goes.

How others do it. causal-learn's ``chisq`` and ``gsq`` use the adjusted degrees of freedom and give p = 1 to
zero degrees of freedom, as ``no_evidence="independent"`` does. R's bnlearn uses full degrees of freedom in
``x2`` and ``mi``; its ``x2-adf`` and ``mi-adf`` adjust for structural zeroes and also favour independence
where data are scarce. The classical PC rule of ten rows per degree of freedom is ``min_rows_per_dof=10,
no_evidence="independent"`` (Spirtes, Glymour & Scheines 2000; Tsamardinos, Brown & Aliferis 2006 use five).

>>> rng = np.random.default_rng(3)
>>> a = rng.integers(0, 2, 500)
>>> b = np.where(rng.random(500) < 0.2, 1 - a, a)
>>> c = np.where(rng.random(500) < 0.2, 1 - b, b)
>>> test = ChiSquare(("a", "b", "c"), [a, b, c], (2, 2, 2))
>>> test("a", "c").independent(alpha=0.01), test("a", "c", {"b"}).independent(alpha=0.01)
(False, True)
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np

from sepset import kernels
from sepset.checks import check_choice, check_flag, check_number, check_size, check_threads
from sepset.data.scanning.recognised import is_streamed
from sepset.graph.names import places_apart
from sepset.independence.discrete_columns import (
    DiscreteColumns,
    OnDiscreteColumns,
    RowsElsewhere,
    codes_and_levels,
    count_tests,
    require_discrete,
)
from sepset.independence.level_input import check_level_options, checked_level
from sepset.independence.protocol import Candidates, CIResult, LevelResult
from sepset.independence.remade import Remade
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.data.dataset import Dataset
    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.independence import streamed_tables
    from sepset.independence.streamed_tables import StreamedTables

    Dof = Literal["adjusted", "full"]
    NoEvidence = Literal["unusable", "independent"]
else:
    streamed_tables = Lazy("sepset.independence.streamed_tables")  # most tables are in memory

# Critical values are looked up for at most this many degrees of freedom; beyond that, every test is judged.
_MOST_CRITICAL = 1024
# The kernels count no further.
_ANY_DOF = 2**62


class ContingencyTest(OnDiscreteColumns, Remade):
    """What `ChiSquare` and `GSquare` share: columns, degrees of freedom, and tables without evidence."""

    _likelihood: ClassVar[bool]
    _tables: kernels.DiscreteTables | StreamedTables
    #: the same, if rows stay in their files
    _stream: StreamedTables | None = None

    def __init__(
        self,
        names: Sequence[str],
        codes: Sequence[ArrayLike] | NDArray[np.integer],
        levels: Sequence[int],
        *,
        dof: Dof = "adjusted",
        min_rows_per_dof: float | None = None,
        no_evidence: NoEvidence = "unusable",
        threads: int = 1,
    ) -> None:
        self._set_options(dof, min_rows_per_dof, no_evidence)
        self._columns = DiscreteColumns.build(names, codes, levels)
        self._tables = kernels.DiscreteTables(
            self._columns.codes, self._columns.levels, check_threads(threads)
        )

    def _set_options(self, dof: Dof, min_rows_per_dof: float | None, no_evidence: NoEvidence) -> None:
        self._dof = check_choice("dof", dof, ("adjusted", "full"))
        self._no_evidence = check_choice("no_evidence", no_evidence, ("unusable", "independent"))
        self._min_rows_per_dof = (
            None if min_rows_per_dof is None else check_number("min_rows_per_dof", min_rows_per_dof, least=1)
        )
        self._critical: dict[tuple[float, int], NDArray[np.float64]] = {}

    @classmethod
    def from_data(
        cls,
        data: Dataset,
        *,
        dof: Dof = "adjusted",
        min_rows_per_dof: float | None = None,
        no_evidence: NoEvidence = "unusable",
        threads: int = 1,
    ) -> Self:
        """Return the test on a dataset of discrete columns; it has more options than `kpc` offers.

        >>> from sepset.data.networks import asia
        >>> GSquare.from_data(asia().sample(500, seed=1), dof="full")
        GSquare(8 variables, 500 rows, dof='full')
        """
        if is_streamed(data):
            return cls._from_stream(data, (dof, min_rows_per_dof, no_evidence), threads)
        codes, levels = codes_and_levels(data)
        return cls(
            data.names,
            codes,
            levels,
            dof=dof,
            min_rows_per_dof=min_rows_per_dof,
            no_evidence=no_evidence,
            threads=threads,
        )

    @classmethod
    def _from_stream(
        cls, data: StreamedDataset, options: tuple[Dof, float | None, NoEvidence], threads: int
    ) -> Self:
        """Return the test on rows that stay in their files."""
        require_discrete(data)
        test = cls.__new__(cls)
        test._set_options(*options)
        levels = [len(data.levels[name]) for name in data.names]
        test._columns = columns = DiscreteColumns.build(
            data.names, RowsElsewhere(data.rows, len(levels)), levels
        )
        in_order = tuple(data.names[x] for x in columns.column.tolist())
        rows = streamed_tables.StreamedTables(data, in_order, columns.levels, check_threads(threads))
        test._tables = test._stream = rows
        return test

    def prepare(self, k: int) -> None:
        """Get ready for tests given at most k columns: rows that stay in files are counted in one pass."""
        if self._stream is not None:
            self._stream.prepare(check_size("k", k))

    def foresee(self, k: int) -> None:
        """Get ready for tests given at most k columns when the first is asked."""
        if self._stream is not None:
            self._stream.foresee(check_size("k", k))

    def expect(self, size: int, questions: Iterable[tuple[NDArray[np.int32], Candidates | None]]) -> None:
        """Get ready for a level: its pairs with their lists. Rows that stay in files are counted for all."""
        if self._stream is not None:
            place = self._columns.place
            lists = self._columns.place_candidates
            asked = [(np.ascontiguousarray(place[pairs]), *lists(of_pair)) for pairs, of_pair in questions]
            self._stream.expect(size, asked)

    def expect_tests(self, asked: Sequence[tuple[int, int, Sequence[int]]]) -> int:
        """Get ready for as many of some tests, by number, as there is room for; return how many."""
        if self._stream is None:
            return len(asked)
        place = self._columns.place.tolist()
        return self._stream.expect_sets(
            [tuple(sorted(place[column] for column in (a, b, *given))) for a, b, given in asked]
        )

    @property
    def asked_here(self) -> bool:
        """Whether its tables come from rows elsewhere: counting may travel, the test itself need not."""
        return self._stream is not None and not self._stream.coded

    @property
    def stays_here(self) -> bool:
        """Whether it does not travel: workers count its rows for it, or could not reach them."""
        return self._stream is not None and (not self._stream.coded or self._stream.data.is_shared)

    def __reduce__(self) -> tuple[object, ...]:
        if self._stream is None:
            return super().__reduce__()
        options = (self._dof, self._min_rows_per_dof, self._no_evidence)
        return _on_stream, (type(self), self._stream.data, options, self._stream.threads)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.names)} variables, {self.n} rows, dof={self._dof!r})"

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given the set `given`."""
        first, second, members = places_apart(a, b, given, self._columns.place_of)
        statistic, adjusted, full = self._tables.test(
            first, second, np.array(members, dtype=np.int32), self._likelihood
        )
        dof = adjusted if self._dof == "adjusted" else full
        if self._has_evidence(dof):
            p = kernels.chi_square_tail(np.array([statistic]), np.array([float(dof)]))
            return CIResult(float(p[0]), statistic, dof, self.n)
        if self._no_evidence == "independent":
            return CIResult(1.0, statistic, dof, self.n)
        return CIResult(math.nan, statistic, dof, self.n, usable=False)

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

        Of several sets with the same largest p, the one with more degrees of freedom, then the smaller
        statistic, then the sorted names that come first is recorded. With ``largest_p=False`` sets are only
        compared with the critical value, so that pairs that are not separated have p = NaN.

        >>> test = GSquare("abc", [[0, 0, 1, 1] * 9, [0, 1, 0, 1] * 9, [0, 1, 1, 1] * 9], (2, 2, 2))
        >>> pairs = np.array([[0, 1], [0, 2]], dtype=np.int32)
        >>> level = test.search_level(pairs, 0, alpha=0.05)
        >>> level.found.tolist(), level.p.round(6).tolist(), level.tests
        ([True, False], [1.0, 8.1e-05], 2)
        """
        size, alpha, threads = check_level_options(size, alpha, threads)
        pairs, candidates = checked_level(len(self.names), pairs, candidates)
        lists = self._columns.place_candidates(candidates)
        found = self._tables.search(
            np.ascontiguousarray(self._columns.place[pairs]),
            size,
            *lists,
            self._critical_values(
                1.0 if check_flag("largest_p", largest_p) else alpha, self._columns.most_dof(size)
            ),
            self._columns.name_rank,
            self._likelihood,
            self._dof == "adjusted",
            threads,
        )
        names = self._columns.name_rank, self._columns.by_name
        p, separators = kernels.best_of_pairs(len(pairs), size, *found, self._most_dof, *names)
        tests = count_tests(len(self.names), pairs, size, candidates)
        return LevelResult(p > alpha, p, separators, tests)

    def _has_evidence(self, dof: int) -> bool:
        return 0 < dof <= self._most_dof

    @cached_property
    def _most_dof(self) -> int:
        """The most degrees of freedom for which the rows are enough."""
        if self._min_rows_per_dof is None:
            return _ANY_DOF
        most = int(self.n / self._min_rows_per_dof) + 1
        while self._min_rows_per_dof * most > self.n:
            most -= 1
        return most

    def _critical_values(self, alpha: float, most: int) -> NDArray[np.float64]:
        """Return the statistic from which on a test does not count, for 0 to `most` degrees of freedom.

        A little above the exact value: what counts in the end is p > alpha. The last entry holds for all
        larger degrees of freedom.
        """
        if (alpha, most) in self._critical:
            return self._critical[alpha, most]
        looked_up = min(most, _MOST_CRITICAL)
        usable = min(most, self._most_dof + 1) if self._min_rows_per_dof else 0
        dof = np.arange(max(looked_up, usable) + 2)
        values = np.full(len(dof), np.inf)
        if alpha < 1.0:
            values[1 : looked_up + 1] = _critical_statistics(alpha, looked_up) * (1.0 + 1e-9) + 1e-9
        values[(dof == 0) | (dof > self._most_dof)] = -1.0 if self._no_evidence == "unusable" else np.inf
        self._critical[alpha, most] = values
        return values


def _on_stream(
    kind: type[ContingencyTest],
    data: StreamedDataset,
    options: tuple[Dof, float | None, NoEvidence],
    threads: int,
) -> ContingencyTest:
    return kind._from_stream(data, options, threads)


class ChiSquare(ContingencyTest):
    """Pearson's chi-square test, X2 = sum (n - e)^2 / e in strata (``test="chi2"``).

    >>> test = ChiSquare("ab", [[0] * 30 + [1] * 30, ([0] * 20 + [1] * 10) + ([0] * 10 + [1] * 20)], (2, 2))
    >>> result = test("a", "b")
    >>> round(result.statistic, 6), result.dof, round(result.p, 6)
    (6.666667, 1, 0.009823)
    """

    _likelihood = False


class GSquare(ContingencyTest):
    """The likelihood ratio test, G2 = 2 sum n ln(n / e) in strata (``test="g2"``).

    >>> GSquare("ab", [[0, 0, 1, 1], [0, 1, 0, 1]], (2, 2))("a", "b")
    CIResult(p=1.0, statistic=0.0, dof=1, n=4, usable=True)
    """

    _likelihood = True


@lru_cache(maxsize=64)
def _critical_statistics(alpha: float, most: int) -> NDArray[np.float64]:
    """Return the critical values of chi-square for 1 to `most` degrees of freedom; the same for all tests."""
    critical = kernels.chi_square_critical(alpha, np.arange(1.0, most + 1))
    critical.flags.writeable = False
    return critical

"""The residual test: independence of columns of any kind, continuous, discrete or both.

Each end is embedded: a continuous column as its normal scores z, a discrete one as indicators of its levels
without the commonest. The conditioning set S is embedded as Phi(S): indicators; z, z^2, z^3; and products
between two members (of indicators, z and z^2). Both ends are regressed on [1, Phi(S)], and the residuals are
compared by Pillai's trace V, the sum of the squared correlations of the two whitened blocks. With p and q
the ranks of the blocks, s = min(p, q), d the rank of Phi(S) and N rows,

    F = (V / s) / (1 - V / s) * df2 / df1      df1 = p q      df2 = s (N - 1 - d - max(p, q))

is close to F distributed under independence (Pillai 1955). It is symmetric in the ends. If Phi(S) has more
than N / 5 columns, only its linear part is used: indicators and z (`ResidualTest.linear_only`). Where nothing
is left of an end, or no degrees of freedom, or where even the linear part has more than N / 2 columns, the
set is not usable.

Triples of discrete columns only are tested by Pearson's chi-square (`sepset.independence.discrete`).

Measured in `docs/calibration.md`. A conditioning variable that was rounded coarsely, or cut into a few bins,
no longer separates what it separated before; no test can repair that.

>>> rng = np.random.default_rng(3)
>>> dose = rng.normal(size=400)
>>> cured = (dose + rng.normal(size=400) > 0).astype(int)
>>> days = np.exp(2 - cured + rng.normal(size=400))
>>> test = ResidualTest(("dose", "cured", "days"), [dose, cured, days], (None, 2, None))
>>> test("dose", "days").independent(alpha=0.01), test("dose", "days", ["cured"]).independent(alpha=0.01)
(False, True)
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels
from sepset.checks import check_count, check_flag, check_items, check_threads, check_type, number_array
from sepset.data.dataset import Dataset
from sepset.errors import DataError
from sepset.graph.names import places_of
from sepset.independence.by_name import ByName, given_lists
from sepset.independence.discrete import ChiSquare
from sepset.independence.discrete_columns import count_tests
from sepset.independence.embedding import indicators, is_linear_only, normal_scores
from sepset.independence.level_input import check_level_options, checked_level
from sepset.independence.protocol import Candidates, CIResult, LevelResult
from sepset.independence.remade import Remade
from sepset.independence.testwise import TestwiseChiSquare

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike, NDArray


class ResidualTest(ByName, Remade):
    """The residual test on named columns; see the module for the definition.

    `columns` holds one sequence per name, numbers of a continuous column (NaN where missing) or codes of a
    discrete one (its number of levels where missing), and `levels` the numbers of levels (None: continuous).
    `ranks` may hold what `normal_scores` would have to sort for.
    Each test uses the rows in which its own variables have values.
    """

    def __init__(
        self,
        names: Sequence[str],
        columns: Sequence[ArrayLike],
        levels: Sequence[int | None],
        *,
        ranks: Sequence[NDArray[np.intp] | None] | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__(names)
        levels = _checked_levels(levels)
        arrays = _checked(self._names, check_items("columns", columns, "columns"), levels)
        self._n = len(arrays[0])
        order = self._order.tolist()
        self._levels = [levels[i] for i in order]
        blocks = [_embedded(arrays[i], levels[i], None if ranks is None else ranks[i]) for i in order]
        gaps = np.array([_missing(arrays[i], levels[i]) for i in order])
        self._table = kernels.ResidualTable(
            np.concatenate(blocks),
            np.concatenate(([0], np.cumsum([len(block) for block in blocks]))).astype(np.int64),
            np.array([levels[i] is None for i in order], dtype=np.uint8),
            (~gaps).astype(np.uint8) if gaps.any() else None,
            check_threads(threads),
        )
        self._chi2, self._discrete = _discrete_part(self._names, arrays, levels, threads)

    @classmethod
    def from_data(cls, data: Dataset, *, threads: int = 1) -> ResidualTest:
        """Return the test on a dataset of any columns, with gaps or without."""
        check_type("data", data, Dataset, hint="; sepset.dataset makes one")
        levels = [len(c.levels) if c.kind == "discrete" else None for c in data.columns]
        ranks = [c.ranks for c in data.columns]
        return cls(data.names, [c.values for c in data.columns], levels, ranks=ranks, threads=threads)

    @property
    def n(self) -> int:
        """The number of rows, N; of those a test uses the ones without gaps."""
        return self._n

    def __repr__(self) -> str:
        return f"ResidualTest({len(self._names)} variables, {self._n} rows)"

    def linear_only(self, given: Collection[str]) -> bool:
        """Say whether Phi(S) of this set would have more than N / 5 columns, so that powers are left out."""
        return is_linear_only([self._levels[i] for i in places_of(given, self._rank_of)], self._n)

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given the set `given`; the statistic is F."""
        low, high, members = self._ranks(a, b, given)
        if self._chi2 is not None and all(
            self._levels[i] is not None for i in (low, high, *members.tolist())
        ):
            return self._chi2(a, b, given)
        p, statistic, dof, _, rows = self._table.test(low, high, members)
        if math.isnan(p):
            return CIResult(math.nan, math.nan, dof, rows, usable=False)
        return CIResult(p, statistic, dof, rows)

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

        >>> z = np.random.default_rng(1).normal(size=(3, 200))
        >>> test = ResidualTest("abc", [z[0], z[0] + z[1], z[2]], (None, None, None))
        >>> level = test.search_level(np.array([[0, 1], [0, 2]], dtype=np.int32), 0, alpha=0.05)
        >>> level.found.tolist(), level.tests
        ([False, True], 2)
        """
        size, alpha, threads = check_level_options(size, alpha, threads)
        pairs, checked = checked_level(len(self._names), pairs, candidates)
        lists = given_lists(len(self._names), len(pairs), checked)
        p, statistic, dof, sets = self._table.search(
            kernels.ranked_pairs(pairs, self._rank, threads),
            size,
            *self._ranked_lists(lists, candidates),
            -1.0 if check_flag("largest_p", largest_p) else alpha,
            self._chi2 is not None,
            threads,
        )
        best = _Best(p, dof, statistic, self._columns_of(sets))
        if self._chi2 is not None and size <= len(self._discrete) - 2:
            self._add_discrete(self._chi2, best, pairs, size, lists, alpha, threads, largest_p)
        tests = count_tests(len(self._names), pairs, size, checked)
        return LevelResult(best.p > alpha, best.p, best.separators, tests)

    def _add_discrete(
        self,
        chi2: ChiSquare | TestwiseChiSquare,
        best: _Best,
        pairs: NDArray[np.int32],
        size: int,
        lists: Candidates,
        alpha: float,
        threads: int,
        largest_p: bool,
    ) -> None:
        """Let the triples of discrete columns compete: those that chi-square tests.

        Where chi-square alone has an answer, or the smaller p, nothing is left to compare.
        """
        place = np.full(len(self._names), -1, dtype=np.int32)
        place[self._discrete] = np.arange(len(self._discrete), dtype=np.int32)
        rows = np.flatnonzero((place[pairs] >= 0).all(axis=1))
        inside = place[lists.members] >= 0
        offsets = np.concatenate(([0], np.cumsum(inside)))[lists.offsets]
        part = Candidates(offsets, place[lists.members[inside]], lists.of[rows])
        if not len(rows):
            return
        level = chi2.search_level(
            place[pairs[rows]], size, part, alpha=alpha, threads=threads, largest_p=largest_p
        )
        alone = np.isnan(best.p[rows]) & ~np.isnan(level.p)
        best.p[rows[alone]] = level.p[alone]
        best.separators[rows[alone]] = self._discrete[level.separators[alone]]
        for i in np.flatnonzero(~alone & (level.p >= best.p[rows])).tolist():
            given = self._discrete[level.separators[i]]
            a, b = (self._names[x] for x in pairs[rows[i]].tolist())
            best.offer(int(rows[i]), given, chi2(a, b, [self._names[c] for c in given]), self._rank)


class _Best:
    """The best set of each pair so far, with what decides between equal p."""

    def __init__(
        self,
        p: NDArray[np.float64],
        dof: NDArray[np.int64],
        statistic: NDArray[np.float64],
        separators: NDArray[np.int32],
    ) -> None:
        self.p, self.dof, self.statistic, self.separators = p, dof, statistic, separators

    def offer(self, row: int, given: NDArray[np.int32], new: CIResult, rank: NDArray[np.int32]) -> None:
        """Keep the larger p; equal p: more degrees of freedom, the smaller statistic, the earlier names."""
        old = (self.p[row], self.dof[row], -self.statistic[row])
        candidate = (new.p, new.dof, -new.statistic)
        earlier = rank[given].tolist() < rank[self.separators[row]].tolist()
        if candidate < old or (candidate == old and not earlier):
            return
        self.p[row], self.statistic[row], self.dof[row] = new.p, new.statistic, int(new.dof or 0)
        self.separators[row] = given


def _discrete_part(
    names: tuple[str, ...], arrays: Sequence[NDArray[Any]], levels: Sequence[int | None], threads: int
) -> tuple[ChiSquare | TestwiseChiSquare | None, NDArray[np.int32]]:
    """Return the test for triples of discrete columns (None: fewer than two), and where these columns are."""
    places = [place for place, count in enumerate(levels) if count is not None]
    if len(places) < 2:
        return None, np.array(places, dtype=np.int32)
    counts = [int(levels[place] or 0) for place in places]
    part_names, codes = [names[i] for i in places], [arrays[i] for i in places]
    if any(_missing(column, count).any() for column, count in zip(codes, counts, strict=True)):
        return TestwiseChiSquare(part_names, codes, counts), np.array(places, dtype=np.int32)
    return ChiSquare(part_names, codes, counts, threads=threads), np.array(places, dtype=np.int32)


def _embedded(
    column: NDArray[Any], levels: int | None, ranks: NDArray[np.intp] | None
) -> NDArray[np.float64]:
    if levels is None:
        return normal_scores(column.astype(np.float64), ranks)[None, :]
    return indicators(column, levels)


def _missing(column: NDArray[Any], levels: int | None) -> NDArray[np.bool_]:
    gaps: NDArray[np.bool_] = np.isnan(column.astype(np.float64)) if levels is None else column >= levels
    return gaps


def _checked_levels(levels: object) -> tuple[int | None, ...]:
    counts = check_items("levels", levels, "numbers of levels, None for a continuous column,")
    return tuple(
        None if count is None else check_count("a number of levels", count, least=1) for count in counts
    )


def _checked_column(name: str, column: object, levels: int | None) -> NDArray[Any]:
    """Return a column of numbers, or of the codes of levels; a missing value has the code `levels`."""
    values = number_array(f"column {name!r}", column)
    if values.ndim != 1 or not len(values):
        raise DataError(f"column {name!r} is a sequence of values, one per row; got shape {values.shape}")
    if levels is None:
        return values
    if not ((values >= 0) & (values <= levels) & (values == np.floor(values))).all():
        raise DataError(f"column {name!r} holds codes 0 to {levels - 1}, and {levels} for a missing value")
    return values.astype(np.int64)


def _checked(
    names: Sequence[str], columns: Sequence[object], levels: Sequence[int | None]
) -> list[NDArray[Any]]:
    if not len(names) == len(columns) == len(levels) or not names:
        raise DataError(
            f"names, columns and levels belong together, one of each per column; got {len(names)} names, "
            f"{len(columns)} columns, {len(levels)} numbers of levels"
        )
    arrays = [_checked_column(*column) for column in zip(names, columns, levels, strict=True)]
    lengths = {len(array) for array in arrays}
    if len(lengths) > 1:
        raise DataError(f"all columns need the same number of rows; got {sorted(lengths)}")
    return arrays

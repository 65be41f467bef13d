"""Contingency tables and the search over them, in plain Python: the twin of `native/discrete/`.

Statistics are added up in one fixed order (strata, then rows, then columns, each by level) from whole-number
counts, and the logarithm uses only + - * /, so that the twin and the compiled kernel compute the same bits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.kernels.chi_square import chi_square_tail

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]
    Floats = NDArray[np.float64]

ROOT_TWO = 1.4142135623730951
LOG_TWO = 0.6931471805599453
MOST_DOF = 2**62


class BestTest(NamedTuple):
    """A test that may have the largest p-value of its pair."""

    dof: int
    statistic: float
    given: tuple[int, ...]


class TestsOfTables(ABC):
    """Tests on discrete columns, however their tables are counted.

    The order of the columns is the order of summation: the pair and the conditioning set are sorted by column
    number.
    """

    def __init__(self, levels: Ints) -> None:
        self._levels = [int(count) for count in levels]

    @abstractmethod
    def _strata(self, a: int, b: int, given: Sequence[int]) -> list[Counter[tuple[int, int]]]:
        """Return the tables of a and b, one for each stratum that occurs, in the order of its levels."""

    def test(self, a: int, b: int, given: Ints, likelihood: bool) -> tuple[float, int, int]:
        """Return statistic, adjusted and full degrees of freedom of the table of a and b given a set."""
        a, b = sorted((a, b))
        total, dof = 0.0, 0
        for table in self._strata(a, b, sorted(int(column) for column in given)):
            part = stratum_margins(table)
            dof += (len(part.rows) - 1) * (len(part.columns) - 1)
            for i, row in part.rows.items():
                for j, column in part.columns.items():
                    total += cell_term(table[i, j], part.total, row * column, likelihood)
        full = (self._levels[a] - 1) * (self._levels[b] - 1) * prod(self._levels[c] for c in given)
        return max(2.0 * total if likelihood else total, 0.0), dof, min(full, MOST_DOF)

    def search(
        self,
        pairs: Ints,
        size: int,
        offsets: Longs | None,
        members: Ints | None,
        of: Ints | None,
        critical: Floats,
        name_rank: Ints,
        likelihood: bool,
        adjusted: bool,
        threads: int,
    ) -> tuple[Longs, Longs, Floats, Ints]:
        """Return for each pair the tests that may have the largest p: pair, dof, statistic, sets end to end.

        Tests with a statistic of `critical[dof]` or more do not count (the last entry holds for all
        larger dof). A test is dropped when another has at least its dof and at most its statistic; of two
        equal tests the one whose sorted `name_rank` come first is kept. Entries of one pair have rising dof.
        """
        del threads
        entries: list[tuple[int, BestTest]] = []
        for i, (a, b) in enumerate(pairs.tolist()):
            pool = self._pool(i, offsets, members, of)
            tests = []
            for given in combinations([c for c in pool if c not in (a, b)], size):
                statistic, dof, full = self.test(a, b, np.array(given, dtype=np.int32), likelihood)
                tests.append(BestTest(dof if adjusted else full, statistic, given))
            entries += [(i, entry) for entry in best_tests(tests, critical.tolist(), name_rank.tolist())]
        return (
            np.array([i for i, _ in entries], dtype=np.int64),
            np.array([entry.dof for _, entry in entries], dtype=np.int64),
            np.array([entry.statistic for _, entry in entries], dtype=np.float64),
            np.array([column for _, entry in entries for column in entry.given], dtype=np.int32),
        )

    def _pool(self, i: int, offsets: Longs | None, members: Ints | None, of: Ints | None) -> list[int]:
        if offsets is None or members is None or of is None:
            return list(range(len(self._levels)))
        return sorted(members[offsets[of[i]] : offsets[of[i] + 1]].tolist())


class DiscreteTables(TestsOfTables):
    """Discrete columns, ready to be tested: column x of `codes` holds whole numbers below ``levels[x]``."""

    def __init__(self, codes: Sequence[NDArray[np.unsignedinteger]], levels: Ints, threads: int = 1) -> None:
        del threads  # the twin runs in one thread
        super().__init__(levels)
        self._codes = [[int(code) for code in column] for column in codes]

    def _strata(self, a: int, b: int, given: Sequence[int]) -> list[Counter[tuple[int, int]]]:
        columns = (*given, a, b)
        return strata_of(Counter(zip(*(self._codes[column] for column in columns), strict=True)))


class CountedSets(TestsOfTables):
    """The same tests on counts in place of rows: of every set in `sets`, and of all its parts.

    `sets` holds sets of ascending columns, one per row. Rows are added batch by batch, or with the number of
    times that each occurs; what is kept does not grow with them.
    """

    def __init__(self, levels: Ints, sets: Ints) -> None:
        super().__init__(levels)
        parts = {
            part
            for whole in sets.tolist()
            for size in range(len(whole) + 1)
            for part in combinations(whole, size)
        }
        self._counts: dict[tuple[int, ...], Counter[tuple[int, ...]]] = {
            part: Counter() for part in parts | {()}
        }

    @property
    def rows(self) -> int:
        """The number of rows that were added."""
        return self._counts[()].total()

    @property
    def numbers(self) -> int:
        """How many numbers are kept: one for each joint level of a set without first levels."""
        return sum(prod(self._levels[column] - 1 for column in part) for part in self._counts if part)

    def add(self, codes: Sequence[NDArray[np.unsignedinteger]], threads: int) -> None:
        """Count some rows."""
        del threads
        self.add_weighted(codes, np.ones(len(codes[0]) if len(codes) else 0, dtype=np.int64))

    def add_weighted(self, codes: Sequence[NDArray[np.unsignedinteger]], weights: Longs) -> None:
        """Count some rows, each as often as it occurs."""
        columns = [column.tolist() for column in codes]
        for row, weight in enumerate(weights.tolist()):
            for part, counts in self._counts.items():
                counts[tuple(columns[column][row] for column in part)] += weight

    def counts(self) -> Longs:
        """Return all that is kept: the number of rows, then those of joint levels without first levels."""
        cells = [self._counts[part][levels] for part, levels in self._kept()]
        return np.array([self.rows, *cells], dtype=np.int64)

    def add_counts(self, counts: Longs) -> None:
        """Count the rows behind the counts of the same sets."""
        if len(counts) != self.numbers + 1:
            raise ValueError("counts of the same sets are needed")
        rows, *cells = counts.tolist()
        kept: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = dict(zip(self._kept(), cells, strict=True))

        def count(part: tuple[int, ...], levels: tuple[int, ...]) -> int:
            """Return the rows of a joint level: with a first level in it, those left by its other levels."""
            if not part:
                return int(rows)
            if 0 not in levels:
                return kept[part, levels]
            at = levels.index(0)
            others = range(1, self._levels[part[at]])
            return count(part[:at] + part[at + 1 :], levels[:at] + levels[at + 1 :]) - sum(
                count(part, (*levels[:at], level, *levels[at + 1 :])) for level in others
            )

        for part, own in self._counts.items():
            for levels in product(*(range(self._levels[column]) for column in part)):
                own[levels] += count(part, levels)

    def _kept(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield what is kept, in order: a set with its joint levels; the sets below a set stand together."""
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            above = waiting.pop()
            last = above[-1] if above else -1
            below = [(*above, c) for c in range(last + 1, len(self._levels)) if (*above, c) in self._counts]
            for joint in product(*(range(1, self._levels[column]) for column in above)):
                for part in below:
                    yield from ((part, (*joint, level)) for level in range(1, self._levels[part[-1]]))
            waiting += reversed(below)

    def table(self, columns: Sequence[int]) -> Longs:
        """Return the number of rows for each joint level of some columns, the last one varying fastest."""
        shape = [self._levels[column] for column in columns]
        table = np.zeros(shape, dtype=np.int64)
        for cell, count in self._counted(columns).items():
            table[cell] = count
        return table.reshape(-1)

    def _counted(self, columns: Sequence[int]) -> Counter[tuple[int, ...]]:
        """Return the counts of some columns, in their order."""
        ascending = sorted(columns)
        if tuple(ascending) not in self._counts:
            raise ValueError("these columns were not counted together")
        places = [ascending.index(column) for column in columns]
        counted = self._counts[tuple(ascending)]
        return Counter(
            {tuple(cell[place] for place in places): count for cell, count in counted.items() if count}
        )

    def _strata(self, a: int, b: int, given: Sequence[int]) -> list[Counter[tuple[int, int]]]:
        return strata_of(self._counted((*given, a, b)))


def strata_of(counts: Counter[tuple[int, ...]]) -> list[Counter[tuple[int, int]]]:
    """Return counts of (levels of the set, level of a, level of b) as tables of a and b, by stratum.

    >>> strata_of(Counter({(1, 0, 0): 2, (0, 1, 1): 3}))
    [Counter({(1, 1): 3}), Counter({(0, 0): 2})]
    """
    strata: dict[tuple[int, ...], Counter[tuple[int, int]]] = {}
    for (*stratum, i, j), count in counts.items():
        strata.setdefault(tuple(stratum), Counter())[i, j] += count
    return [strata[stratum] for stratum in sorted(strata)]


class Margins(NamedTuple):
    """Counts of the rows and columns that occur in a stratum, by level in rising order, and their total."""

    rows: dict[int, int]
    columns: dict[int, int]
    total: int


def stratum_margins(table: Counter[tuple[int, int]]) -> Margins:
    """Return the margins of one stratum.

    >>> stratum_margins(Counter({(0, 1): 2, (2, 0): 3}))
    Margins(rows={0: 2, 2: 3}, columns={0: 3, 1: 2}, total=5)
    """
    rows: Counter[int] = Counter()
    columns: Counter[int] = Counter()
    for (i, j), count in table.items():
        rows[i] += count
        columns[j] += count
    return Margins(dict(sorted(rows.items())), dict(sorted(columns.items())), rows.total())


def cell_term(count: int, total: int, product: int, likelihood: bool) -> float:
    """Return one cell's part of X2 or of G2 / 2, where product / total is the expected count.

    >>> cell_term(4, 10, 20, likelihood=False)  # (4 - 2)^2 / 2
    2.0
    """
    if likelihood:
        return count * log_ratio(count * total, product) if count else 0.0
    excess = float(count * total - product)
    return excess * excess / (float(total) * float(product))


def log_ratio(m: int, k: int) -> float:
    """Return ln(m / k) = 2 artanh((m - k) / (m + k)), after scaling by a power of two.

    >>> log_ratio(8, 1) == 3 * LOG_TWO, log_ratio(7, 7)
    (True, 0.0)
    """
    upper, lower, doublings = float(m), float(k), 0
    while upper > lower * ROOT_TWO:
        lower *= 2.0
        doublings += 1
    while lower > upper * ROOT_TWO:
        upper *= 2.0
        doublings -= 1
    z = (upper - lower) / (upper + lower)
    series = 0.0
    for odd in range(23, 0, -2):
        series = series * (z * z) + 1.0 / odd
    return doublings * LOG_TWO + 2.0 * z * series


def best_tests(
    tests: Sequence[BestTest], critical: Sequence[float], name_rank: Sequence[int]
) -> list[BestTest]:
    """Return the tests that no other one beats, by rising dof.

    >>> tests = [BestTest(2, 5.0, (0,)), BestTest(1, 4.0, (1,)), BestTest(1, 6.0, (2,))]
    >>> best_tests(tests, critical=[-1, 9], name_rank=[0, 1, 2])
    [BestTest(dof=1, statistic=4.0, given=(1,)), BestTest(dof=2, statistic=5.0, given=(0,))]
    """
    counting = [test for test in tests if test.statistic < critical[min(test.dof, len(critical) - 1)]]
    kept: list[BestTest] = []
    for test in sorted(counting, key=lambda t: (-t.dof, t.statistic, sorted(name_rank[c] for c in t.given))):
        if not kept or test.statistic < kept[-1].statistic:
            kept.append(test)
    return kept[::-1]


def best_of_pairs(
    pairs: int,
    size: int,
    pair: Longs,
    dof: Longs,
    statistic: Floats,
    given: Ints,
    most_dof: int,
    name_rank: Ints,
    by_name: Ints,
) -> tuple[Floats, Ints]:
    """Return the largest p of each pair and its set, from what `TestsOfTables.search` found.

    NaN and -1 where a pair has no test. Of equal p the test with more degrees of freedom, then with the
    smaller statistic, then the first. Tests with no dof, or more than `most_dof`, have p = 1. Sets are
    columns in the order of their names: `by_name` has the column of a rank, `name_rank` the rank of a place.
    """
    evidence = (dof > 0) & (dof <= most_dof)
    p = np.where(evidence, chi_square_tail(statistic, dof.astype(np.float64)), 1.0)
    order = np.lexsort((statistic, -dof, -p, pair))
    best = order[np.append(True, pair[order][1:] != pair[order][:-1])[: len(order)]]
    largest = np.full(pairs, np.nan)
    largest[pair[best]] = p[best]
    sets = np.full((pairs, size), -1, dtype=np.int32)
    sets[pair[best]] = by_name[np.sort(name_rank[given.reshape(len(pair), size)[best]], axis=1)]
    return largest, sets

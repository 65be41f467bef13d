"""Independence of discrete variables in small samples: exact and Monte-Carlo permutation tests of G2.

Under independence of a and b given S, permuting a among the rows of each stratum of S changes nothing. So
given the row and column sums of each stratum, the distribution of G2 is known whatever the sample size, while
the chi-square approximation fails on sparse tables.

- *Exact*: when all strata have at most two rows and two columns, and few enough tables share their margins,
  all of them are listed, and p is the probability of a G2 at least as large as the observed one (for one
  stratum: Fisher's exact test, with tables ordered by G2).
- *Monte Carlo*: otherwise tables with these margins are drawn. Drawing stops at the `exceedances`-th table
  whose G2 is at least the observed one, say the l-th, with p = exceedances / l; if this does not happen
  within `draws` tables, p = (1 + number of such tables) / (1 + draws). Both are valid p-values (Besag &
  Clifford 1991). Clearly independent pairs stop early; only small p-values take all draws.

The random numbers of a test depend on the seed and on the names in it, never on other tests or the order of
columns.

References: Besag & Clifford (1991), *Sequential Monte Carlo p-values*, Biometrika 78; Tsamardinos &
Borboudakis (2010), *Permutation testing improves Bayesian network learning*.

>>> test = MonteCarloG2("ab", [[0] * 4 + [1] * 4, [0] * 4 + [1] * 4], (2, 2))
>>> round(test("a", "b").p, 6)  # 2 of the 70 ways to pick 4 of 8 rows
0.028571
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import check_count
from sepset.graph.names import distinct, places_apart
from sepset.independence.discrete_columns import DiscreteColumns, OnDiscreteColumns, codes_and_levels
from sepset.independence.protocol import CIResult

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.data.dataset import Dataset

    Table = NDArray[np.int64]

# G2 values closer than this, relative to the larger, count as equal: they are the same sum in another order.
_EQUAL = 1e-9
_BATCH = 128


class MonteCarloG2(OnDiscreteColumns):
    """The permutation test of G2 (``test="mc_g2"``), exact where that is cheap."""

    def __init__(
        self,
        names: Sequence[str],
        codes: Sequence[ArrayLike] | NDArray[np.integer],
        levels: Sequence[int],
        *,
        draws: int = 999,
        exceedances: int = 50,
        exact_tables: int = 10_000,
        seed: int = 0,
    ) -> None:
        self._draws = check_count("draws", draws, least=1)
        self._exceedances = check_count("exceedances", exceedances, least=1)
        self._exact_tables = check_count("exact_tables", exact_tables, least=0)
        self._seed = check_count("seed", seed, least=0)
        self._columns = DiscreteColumns.build(names, codes, levels)

    @classmethod
    def from_data(
        cls,
        data: Dataset,
        *,
        draws: int = 999,
        exceedances: int = 50,
        exact_tables: int = 10_000,
        seed: int = 0,
    ) -> MonteCarloG2:
        """Return the test on a dataset of discrete columns."""
        codes, counts = codes_and_levels(data)
        return cls(
            data.names,
            codes,
            counts,
            draws=draws,
            exceedances=exceedances,
            exact_tables=exact_tables,
            seed=seed,
        )

    def __repr__(self) -> str:
        return f"MonteCarloG2({len(self.names)} variables, {self.n} rows, draws={self._draws})"

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given the set `given`; `dof` are the adjusted ones.

        A table without any stratum that has two rows and two columns says nothing: it is not usable.
        """
        members = sorted(distinct(given))
        places_apart(a, b, members, self._columns.place_of)
        a, b = sorted((a, b))
        strata = [table for table in self._strata(a, b, members) if min(table.shape) > 1]
        if not strata:
            return CIResult(math.nan, 0.0, 0, self.n, usable=False)
        statistic = sum(float(g_square(table[None])[0]) for table in strata)
        dof = sum((len(table) - 1) * (len(table[0]) - 1) for table in strata)
        least = statistic - _EQUAL * max(statistic, 1.0)
        p = exact_p(strata, least, self._exact_tables)
        if p is None:
            p = self._sampled_p(strata, least, self._generator(a, b, members))
        return CIResult(p, statistic, dof, self.n)

    def _codes(self, name: str) -> NDArray[np.int64]:
        codes: NDArray[np.int64] = self._columns.codes[self._columns.place_of[name]].astype(np.int64)
        return codes

    def _strata(self, a: str, b: str, members: Sequence[str]) -> list[Table]:
        """Return the tables of a and b by stratum, without empty rows and columns."""
        stratum = np.zeros(self.n, dtype=np.int64)
        for name in members:
            keys = stratum * (int(self._codes(name).max()) + 1) + self._codes(name)
            stratum = np.unique(keys, return_inverse=True)[1].reshape(-1)
        first, second = self._codes(a), self._codes(b)
        rows = np.argsort(stratum, kind="stable")
        groups = np.split(rows, np.flatnonzero(np.diff(stratum[rows])) + 1)
        return [_table(first[group], second[group]) for group in groups]

    def _generator(self, a: str, b: str, members: Sequence[str]) -> np.random.Generator:
        text = "\x00".join((str(self._seed), a, b, *members))
        digest = hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
        return np.random.default_rng(int.from_bytes(digest, "little"))

    def _sampled_p(self, strata: Sequence[Table], least: float, rng: np.random.Generator) -> float:
        drawn = reached = 0
        while drawn < self._draws:
            batch = min(_BATCH, self._draws - drawn)
            sampled = sum((_sampled_g_square(table, batch, rng) for table in strata), np.zeros(batch))
            hits = reached + np.cumsum(sampled >= least)
            if hits[-1] >= self._exceedances:
                return self._exceedances / (drawn + int(np.argmax(hits >= self._exceedances)) + 1)
            drawn, reached = drawn + batch, int(hits[-1])
        return (1 + reached) / (1 + drawn)


def g_square(tables: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return G2 = 2 sum n ln(n / e) of each table in an array of shape (m, rows, columns).

    >>> g_square(np.array([[[5, 5], [5, 5]]])).tolist()
    [0.0]
    """
    from scipy.special import xlogy

    def entropy(counts: NDArray[np.int64]) -> NDArray[np.float64]:
        total: NDArray[np.float64] = xlogy(counts, counts).reshape(len(tables), -1).sum(axis=1)
        return total

    margins = entropy(tables.sum(axis=2)) + entropy(tables.sum(axis=1)) - entropy(tables.sum(axis=(1, 2)))
    return 2.0 * np.maximum(entropy(tables) - margins, 0.0)


def exact_p(strata: Sequence[Table], least: float, most_tables: int) -> float | None:
    """Return the probability of a total G2 of at least `least` given all margins; None if too many tables.

    >>> exact_p([np.array([[3, 0], [0, 3]])], 8.3, 100)  # 2 of 20
    0.1
    """
    if any(table.shape != (2, 2) for table in strata):
        return None
    if math.prod(min(*table.sum(axis=0), *table.sum(axis=1)) + 1 for table in strata) > most_tables:
        return None
    statistic, probability = np.zeros(1), np.ones(1)
    for table in strata:
        values, chances = _two_by_two_distribution(table)
        statistic = np.add.outer(statistic, values).reshape(-1)
        probability = np.multiply.outer(probability, chances).reshape(-1)
    return float(min(probability[statistic >= least].sum(), 1.0))


def _two_by_two_distribution(table: Table) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return G2 and probability of every two by two table with the margins of this one (hypergeometric)."""
    row, column, total = int(table[0].sum()), int(table[:, 0].sum()), int(table.sum())
    corner = np.arange(max(0, row + column - total), min(row, column) + 1)
    tables = np.array([[corner, row - corner], [column - corner, total - row - column + corner]])
    ways = [math.comb(column, int(n)) * math.comb(total - column, row - int(n)) for n in corner]
    whole = math.comb(total, row)
    return g_square(np.moveaxis(tables, 2, 0)), np.array([way / whole for way in ways])


def _sampled_g_square(table: Table, count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    from scipy.stats import random_table

    sampled = random_table.rvs(table.sum(axis=1), table.sum(axis=0), size=count, random_state=rng)
    return g_square(np.asarray(sampled, dtype=np.int64).reshape(count, *table.shape))


def _table(first: NDArray[np.int64], second: NDArray[np.int64]) -> Table:
    """Return the counts of the levels that occur, in level order."""
    rows, row = np.unique(first, return_inverse=True)
    columns, column = np.unique(second, return_inverse=True)
    counts = np.bincount(
        row.reshape(-1) * len(columns) + column.reshape(-1), minlength=len(rows) * len(columns)
    )
    return counts.reshape(len(rows), len(columns))

"""One test of several completed tables: a user's own multiple imputation, pooled question by question.

Let M tables complete the same data. For each question the test of every table is asked, and the answers are
pooled:

- Fisher's z: Rubin's rules on atanh(r), with U = 1 / (N - |S| - 3) within and B between the tables,
  T = U + (1 + 1/M) B, and t = mean / sqrt(T) with (M - 1)(1 + U / ((1 + 1/M) B))^2 degrees of freedom
  (Rubin 1987, *Multiple Imputation for Nonresponse in Surveys*, section 3.1);
- tests with k degrees of freedom: the D2 rule on chi-square statistics (Li, Meng, Raghunathan and Rubin 1991,
  *Statistica Sinica* 1, 65-92); an F becomes the chi-square with the same p and k degrees of freedom;
- any other test: the median of the p-values (Eekhout, van de Wiel and Heymans 2017, *BMC Medical Research
  Methodology* 17, 129).

>>> rng = np.random.default_rng(1)
>>> x = rng.normal(size=80)
>>> tables = [{"x": x, "y": x + rng.normal(size=80)} for _ in range(5)]
>>> pool(tables)("x", "y").p < 0.01
True
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.catalogue.choices import TESTS
from sepset.checks import check_items
from sepset.data.reading.table import dataset
from sepset.errors import DataError
from sepset.independence.choose import choose_test
from sepset.independence.protocol import CIResult
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from sepset.catalogue.choices import TestName
    from sepset.data.dataset import Dataset, Kinds
    from sepset.independence.protocol import CITest, PreparedTest

_LEAST_P = 1e-300


class PooledTest:
    """The tests of completed tables as one; make it with `pool`, and give it to any learner."""

    def __init__(self, tests: Sequence[CITest], *, name: str) -> None:
        self._tests, self._name = tuple(tests), name
        self._normal = name in TESTS and TESTS[name].normal_statistic

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._tests[0].names

    def __call__(self, a: str, b: str, given: Collection[str] = ()) -> CIResult:
        """Test whether `a` and `b` are independent given `given`, by all tables together."""
        answers = [test(a, b, given) for test in self._tests]
        rows = min(answer.n for answer in answers)
        if not all(answer.usable for answer in answers):
            return CIResult(math.nan, math.nan, None, rows, usable=False)
        if self._normal:
            return rubin([answer.statistic for answer in answers], rows - len(set(given)) - 3, rows)
        if all(answer.dof for answer in answers):
            dof = float(np.mean([float(answer.dof or 0) for answer in answers]))
            return d2([answer.p for answer in answers], dof, rows)
        return CIResult(float(np.median([answer.p for answer in answers])), math.nan, None, rows)

    def prepare(self, k: int) -> None:
        """Get ready for tests given at most k variables: tables whose rows stay in files are counted."""
        for test in self._tests:
            if hasattr(test, "prepare"):
                cast("PreparedTest", test).prepare(k)

    def __repr__(self) -> str:
        return f"PooledTest({self._name}, {len(self._tests)} tables, {len(self.names)} variables)"


def pool(tables: Iterable[object], *, test: TestName = "auto", kinds: Kinds = None) -> PooledTest:
    """Return one test of several completed tables, for any learner: ``kpc(pool(tables), k=1)``.

    The tables are those that your own multiple imputation made: the same columns and the same number of rows,
    without missing values. `test` and `kinds` are as in `kpc` and `dataset`; see the module for the rules.
    """
    known = [dataset(table, kinds=kinds) for table in check_items("tables", tables, "tables")]
    if len(known) < 2:
        raise DataError(f"two or more completed tables are needed to pool them, got {len(known)}")
    _check_alike(known)
    chosen = [choose_test(table.select(known[0].names), test) for table in known]
    return PooledTest([one.test for one in chosen], name=chosen[0].name)


def _check_alike(tables: Sequence[Dataset]) -> None:
    first = tables[0]
    for place, table in enumerate(tables[1:], start=2):
        if set(table.names) != set(first.names) or table.rows != first.rows:
            raise DataError(
                f"completed tables have the same columns and rows; table {place} has {table.rows:,} rows and "
                f"{some(table.names, 5)}, the first {first.rows:,} and {some(first.names, 5)}"
            )
        other = [name for name in first.names if table.kinds[name] != first.kinds[name]]
        if other:
            raise DataError(
                f"{some(other, 5)} are not of the same kind in table {place} and in the first; say which "
                "with kinds"
            )


def rubin(statistics: Sequence[float], dof: int, rows: int) -> CIResult:
    """Pool Fisher's z, given as sqrt(dof) atanh(r), by Rubin's rules.

    >>> round(rubin([2.0, 2.0, 2.0], dof=97, rows=100).statistic, 9)
    2.0
    """
    from scipy import stats  # slow to import

    many = len(statistics)
    estimates = np.array(statistics) / math.sqrt(dof)
    within, between = 1.0 / dof, (1 + 1 / many) * float(estimates.var(ddof=1))
    t = float(estimates.mean()) / math.sqrt(within + between)
    freedom = (many - 1) * (1 + within / between) ** 2 if between > 0 else math.inf
    return CIResult(float(2 * stats.t.sf(abs(t), freedom)), t, None, rows)


def d2(p_values: Sequence[float], dof: float, rows: int) -> CIResult:
    """Pool tests with `dof` degrees of freedom by the D2 rule; the statistic is D2, an F.

    >>> round(d2([0.03, 0.03], dof=2, rows=100).p, 6)
    0.03
    """
    from scipy import stats  # slow to import

    many = len(p_values)
    values = stats.chi2.isf(np.maximum(p_values, _LEAST_P), dof)
    excess = (1 + 1 / many) * float(np.sqrt(values).var(ddof=1))
    mean = float(values.mean())
    if excess <= 1e-12:
        return CIResult(float(stats.chi2.sf(mean, dof)), mean / dof, dof, rows)
    statistic = max(0.0, (mean / dof - (many + 1) / (many - 1) * excess) / (1 + excess))
    freedom = dof ** (-3 / many) * (many - 1) * (1 + 1 / excess) ** 2
    return CIResult(float(stats.f.sf(statistic, dof, freedom)), statistic, dof, rows)

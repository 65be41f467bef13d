"""Tables of more rows than 32 bits can number: a source counts them, and exact arithmetic says the same."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

import sepset as sp
from sepset.data.reading.assemble import Wishes
from sepset.data.scanning.opening import opened
from sepset.data.scanning.sources import NothingNoted, sound
from sepset.data.scanning.survey import ColumnSurvey, Extent
from sepset.independence.discrete import ChiSquare

LABELS = {"a": (0.0, 1.0), "b": ("u", "v", "w"), "c": (False, True), "d": (1.0, 2.0)}
NAMES = tuple(LABELS)
#: a quarter of the rows, beyond 2^31
QUARTER = 3 * 10**9


class Warehouse(NothingNoted):
    """What a database is that counts: different rows, and how many there are of each."""

    names = NAMES

    def __init__(self, tally):
        self.tally = tally
        self.rows = sum(tally.values())

    def of(self, names):
        """GROUP BY names."""
        found = Counter()
        for row, count in self.tally.items():
            found[tuple(row[NAMES.index(name)] for name in names)] += count
        return found

    def surveyed(self, names):
        return {
            name: ColumnSurvey(
                name,
                rows=self.rows,
                counts=Counter({label: count for (label,), count in self.of([name]).items()}),
                extent=Extent(rising=False),
            )
            for name in names
        }

    def grouped(self, names):
        found = self.of(names)
        columns = dict(zip(names, map(list, zip(*found, strict=True)), strict=True))
        yield sound("the warehouse", columns), np.array([*found.values()], dtype=np.int64)

    def batches(self, names):
        raise AssertionError("nobody goes through so many rows")


@pytest.fixture(scope="module")
def warehouse():
    """Counts of a -> b -> c -> d, with the noise that so many rows have."""
    rng = np.random.default_rng(8)
    of_b = {0.0: (0.5, 0.3, 0.2), 1.0: (0.2, 0.3, 0.5)}
    of_c = {"u": 0.3, "v": 0.5, "w": 0.6}
    of_d = {False: 0.4, True: 0.7}
    tally = {}
    for a, b, c, d in product(*LABELS.values()):
        share = of_b[a][LABELS["b"].index(b)]
        share *= of_c[b] if c else 1 - of_c[b]
        share *= of_d[c] if d == 2 else 1 - of_d[c]
        mean = 2 * QUARTER * share
        tally[a, b, c, d] = round(mean + rng.normal() * mean**0.5)
    return Warehouse(tally)


def exact(warehouse, a, b, given):
    """X2 and degrees of freedom, in whole numbers and fractions."""
    cells, strata = warehouse.of([a, b, *given]), warehouse.of(given)
    rows, columns = warehouse.of([a, *given]), warehouse.of([b, *given])
    statistic = Fraction(0)
    for (first, second, *rest), count in cells.items():
        expected = Fraction(rows[first, *rest] * columns[second, *rest], strata[tuple(rest)])
        statistic += (count - expected) ** 2 / expected
    return statistic, (len(LABELS[a]) - 1) * (len(LABELS[b]) - 1) * len(strata)


@pytest.mark.parametrize("memory", [10**9, 64 * 24])
def test_counts_and_p_values(warehouse, memory):
    """In one pass for all sets, and with a pass for every few of them."""
    data = opened(warehouse, Wishes(), memory)
    assert data.rows == warehouse.rows > 2**33
    for name, labels in data.levels.items():
        counts = warehouse.of([name])
        assert data.level_counts(name).tolist() == [counts[label,] for label in labels]
    test, seen = ChiSquare.from_data(data), []
    for size in range(3):
        test.prepare(size)
        for a, b in combinations(NAMES, 2):
            for given in combinations([name for name in NAMES if name not in (a, b)], size):
                statistic, dof = exact(warehouse, a, b, given)
                found = test(a, b, given)
                assert (found.n, found.dof) == (warehouse.rows, dof)
                assert found.statistic == pytest.approx(float(statistic), rel=1e-13)
                assert found.p == pytest.approx(stats.chi2.sf(float(statistic), dof), rel=1e-9)
                seen.append(found.p)
    assert 0.001 < max(seen) < 1  # some of them say something
    assert min(seen) == 0


@pytest.mark.parametrize("memory", [10**9, 64 * 24])
def test_a_search(warehouse, memory):
    found = sp.kpc(opened(warehouse, Wishes(), memory), k=2, search="all")
    assert found.data.rows == warehouse.rows
    assert found.graph == sp.MixedGraph.parse("a --- b\nb --- c\nc --- d")
    rows = found.skeleton.separations.rows()
    separated = {(NAMES[a], NAMES[b]): ([NAMES[one] for one in given], p) for a, b, given, p in rows}
    assert {*separated} == {("a", "c"), ("a", "d"), ("b", "d")}
    for (a, b), (given, p) in separated.items():
        statistic, dof = exact(warehouse, a, b, given)
        assert p == pytest.approx(stats.chi2.sf(float(statistic), dof), rel=1e-9)

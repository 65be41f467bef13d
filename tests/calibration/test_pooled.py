"""Tests of completed tables, pooled: their level holds where the imputation is proper."""

import numpy as np
import pytest
from scipy import stats

import sepset as sp
from sepset.errors import DataError
from sepset.independence.pooled import d2, rubin

TABLES = 5


def completed(rng, rows, kind):
    """Return completed tables of x and y, independent, with a quarter of y missing at random."""
    x, y = rng.normal(size=(2, rows))
    gone = rng.random(rows) < 0.25
    seen = ~gone
    tables = []
    for _ in range(TABLES):
        # A proper imputation: a draw of the parameters of y given x, then of the values.
        design = np.column_stack([np.ones(seen.sum()), x[seen]])
        weights, rest, *_ = np.linalg.lstsq(design, y[seen], rcond=None)
        spread = rest[0] / rng.chisquare(seen.sum() - 2)
        drawn = rng.multivariate_normal(weights, spread * np.linalg.inv(design.T @ design))
        filled = y.copy()
        filled[gone] = drawn[0] + drawn[1] * x[gone] + np.sqrt(spread) * rng.normal(size=gone.sum())
        values = {"x": x, "y": filled}
        if kind == "discrete":
            values = {name: (column > 0).astype(int) for name, column in values.items()}
        if kind == "mixed":
            values["x"] = (x > 0).astype(int)
        tables.append(values)
    return tables


@pytest.mark.parametrize("kind", ["continuous", "discrete", "mixed"])
def test_the_level_holds(kind):
    rng = np.random.default_rng(12)
    p = np.array([sp.pool(completed(rng, 150, kind))("x", "y").p for _ in range(300)])
    share = (p <= 0.05).mean()
    assert share <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
    if kind == "continuous":  # Rubin's rules are nearly exact here, D2 is on the safe side
        assert stats.kstest(p, "uniform").pvalue > 1e-3


def test_power_is_left():
    rng = np.random.default_rng(3)
    tables = completed(rng, 300, "continuous")
    for table in tables:
        table["y"] = table["y"] + 0.4 * table["x"]
    assert sp.pool(tables)("x", "y").p < 1e-4
    assert sp.kpc(sp.pool(tables), k=0).graph.adjacent("x", "y")


def test_rules_by_hand():
    z = np.array([1.9, 2.4, 2.1]) / np.sqrt(50)
    total = 1 / 50 + (4 / 3) * z.var(ddof=1)
    freedom = 2 * (1 + (1 / 50) / ((4 / 3) * z.var(ddof=1))) ** 2
    assert rubin([1.9, 2.4, 2.1], 50, 53).p == pytest.approx(
        2 * stats.t.sf(z.mean() / np.sqrt(total), freedom)
    )
    d = np.array([3.0, 7.0, 5.0])
    r = (4 / 3) * np.sqrt(d).var(ddof=1)
    statistic = (d.mean() / 2 - (4 / 2) * r) / (1 + r)
    freedom = 2 ** (-3 / 3) * 2 * (1 + 1 / r) ** 2
    pooled = d2(stats.chi2.sf(d, 2).tolist(), 2, 100)
    assert pooled.statistic == pytest.approx(statistic)
    assert pooled.p == pytest.approx(stats.f.sf(statistic, 2, freedom))


def test_tables_must_be_alike():
    table = {"x": [0.5, 1.7, 2.2, 0.1], "y": [1.5, 0.7, 2.9, 0.3]}
    with pytest.raises(DataError, match="two or more completed tables"):
        sp.pool([table])
    with pytest.raises(DataError, match="table 2 has 4 rows and 'x', 'z'"):
        sp.pool([table, {"x": table["x"], "z": table["y"]}])
    with pytest.raises(DataError, match="'y' are not of the same kind in table 2"):
        sp.pool([table, {"x": table["x"], "y": [0, 1, 0, 1]}])

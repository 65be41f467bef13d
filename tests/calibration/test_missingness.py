"""Under gaps completely at random the report names a column in at most 5 % of tables; else it finds it.

Seeds are fixed: a failure is a change, not bad luck.
"""

import numpy as np
import pytest

import sepset as sp


def table(rng, rows):
    """Columns of several kinds, of which the first three depend on each other."""
    age = rng.normal(size=rows)
    return {
        "age": age,
        "income": np.exp(age + rng.normal(size=rows)),
        "sick": np.where(age + rng.normal(size=rows) > 0, "yes", "no"),
        "town": np.array([f"t{i:02}" for i in rng.integers(0, 60, rows)]),
        "visits": rng.poisson(3, rows).astype(float) + 0.5,
    }


@pytest.mark.parametrize(("rows", "share"), [(100, 0.1), (400, 0.05), (400, 0.5)])
def test_gaps_at_random_are_rarely_said_to_depend_on_anything(rows, share):
    named = 0
    for seed in range(300):
        rng = np.random.default_rng([rows, int(100 * share), seed])
        columns = table(rng, rows)
        for name in ("age", "income", "visits"):
            columns[name] = np.where(rng.random(rows) < share, np.nan, columns[name])
        report = sp.missingness(sp.dataset(columns, missing="testwise", kinds={"town": "discrete"}))
        named += any(gaps.predicted_by for gaps in report.columns)
    assert named <= 0.05 * 300 + 2.5 * (0.05 * 0.95 * 300) ** 0.5  # two and a half standard errors


def test_gaps_that_depend_on_a_column_are_found():
    found = others = 0
    for seed in range(100):
        rng = np.random.default_rng([7, seed])
        columns = table(rng, 300)
        lacking = rng.random(300) < np.where(columns["sick"] == "yes", 0.4, 0.1)
        columns["visits"] = np.where(lacking, np.nan, columns["visits"])
        columns.pop("age")
        columns.pop("income")
        (gaps,) = sp.missingness(columns).columns
        named = [one.name for one in gaps.predicted_by]
        found += "sick" in named
        others += "town" in named
    assert found >= 95
    assert others <= 12  # at the level of 5 %, three standard errors

"""What a column becomes: ordered categories, counts, booleans, durations, dates; scaling changes nothing."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import sepset as sp
from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError

ROWS = 60
OTHER = np.linspace(0, 1, ROWS) ** 2
GRADES = ["low", "middle", "high"] * (ROWS // 3)


def holding(values, **kinds):
    column = dataset({"a": values, "other": OTHER}, kinds=kinds or None).column("a")
    return column.kind, column.holds


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (pd.Categorical(GRADES, ["low", "middle", "high"], ordered=True), ("discrete", "ordered categories")),
        (pl.Series(GRADES, dtype=pl.Enum(["low", "middle", "high"])), ("discrete", "ordered categories")),
        (pd.Categorical(GRADES), ("discrete", "categories")),
        (GRADES, ("discrete", "categories")),
        ([True, False] * (ROWS // 2), ("discrete", "booleans")),
        (pd.to_timedelta(np.arange(ROWS) ** 2, unit="min"), ("continuous", "seconds")),
        (np.arange(ROWS) ** 2, ("continuous", "whole numbers")),
        (np.arange(ROWS) / 7, ("continuous", "numbers")),
    ],
)
def test_what_columns_hold(values, expected):
    assert holding(pd.Series(values) if isinstance(values, pd.Categorical | pd.Index) else values) == expected


def test_ordinal_and_count_by_the_users_word():
    scale = np.arange(ROWS) % 5
    assert holding(scale) == ("discrete", "categories")
    assert holding(scale, a="ordinal") == ("discrete", "ordered categories")
    assert holding(scale, a="count") == ("continuous", "counts")
    with pytest.raises(DataError, match=r"'a' cannot be a count: it holds -2, .*kinds=\{'a': 'continuous'\}"):
        holding(scale - 2, a="count")
    with pytest.raises(
        DataError, match="'a' cannot be ordinal: it holds text, and nothing says in what order"
    ):
        holding(GRADES, a="ordinal")
    with pytest.raises(
        OptionError, match="one of 'continuous', 'discrete', 'ordinal', 'count'; got 'nominal'"
    ):
        holding(scale, a="nominal")


def test_ordered_categories_as_numbers_are_ranks():
    grades = pd.Series(pd.Categorical(GRADES, ["low", "middle", "high"], ordered=True))
    column = dataset({"a": grades, "other": OTHER}, kinds={"a": "continuous"}).column("a")
    assert (column.holds, column.values[:3].tolist()) == ("ranks", [0.0, 1.0, 2.0])


@pytest.mark.parametrize("form", ["frame", "text"])
def test_dates_are_days_by_the_users_word(form):
    days = pd.Series(pd.date_range("2020-01-30", periods=ROWS))
    values = days if form == "frame" else days.dt.strftime("%Y-%m-%d").tolist()
    with pytest.raises(DataError, match="dates"):
        dataset({"a": values, "other": OTHER})
    column = dataset({"a": values, "other": OTHER}, kinds={"a": "continuous"}).column("a")
    assert (column.holds, column.values[:4].tolist()) == ("days", [0.0, 1.0, 2.0, 3.0])


def test_what_columns_became_is_shown_everywhere(tmp_path):
    rng = np.random.default_rng(4)
    table = {
        "stage": pd.Series(
            pd.Categorical(rng.choice(["I", "II", "III"], 90), ["I", "II", "III"], ordered=True)
        ),
        "visits": rng.poisson(9, 90).astype(float) ** 2,
        "dose": rng.normal(size=90),
    }
    data = dataset(table, kinds={"visits": "count"})
    assert "discrete    3 levels in order: I, II, III" in repr(data)
    assert "continuous  counts" in repr(data)
    found = sp.kpc(data)
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.data.holds == {"stage": "ordered categories", "visits": "counts", "dose": "numbers"}
    assert json.loads((tmp_path / "run.json").read_text())["data"]["holds"]["visits"] == "counts"
    again.report(tmp_path / "page.html")
    assert "discrete, ordered categories" in (tmp_path / "page.html").read_text(encoding="utf-8")
    kept = dataset(dataset({**table, "gap": [None, 0.5, 1.5] * 30}, missing="testwise"), missing="drop")
    assert kept.holds["stage"] == "ordered categories"


def test_scaling_changes_neither_kinds_nor_the_graph():
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, StandardScaler

    rng = np.random.default_rng(6)
    smoker = rng.integers(0, 2, 400)
    scale = np.clip(smoker + rng.integers(0, 4, 400), 0, 4)
    weight = scale + rng.normal(size=400)
    table = np.column_stack([smoker, scale, weight])
    bare = sp.KPC(k=1).fit(table)
    for scaler in (StandardScaler(), MinMaxScaler()):
        learner = make_pipeline(scaler, sp.KPC(k=1)).fit(table)[-1]
        assert learner.discovery_.data.kinds == bare.discovery_.data.kinds
        assert learner.discovery_.settings.test == bare.discovery_.settings.test == "residual"
        assert learner.graph_ == bare.graph_


def test_numbers_with_many_values_stay_numbers_unless_the_user_says_so():
    pressure = np.arange(310) % 300 + 90.0
    other = np.linspace(0, 1, 310) ** 2
    assert dataset({"a": pressure, "b": other}).kinds["a"] == "continuous"
    made = sp.kpc(dataset({"a": pressure, "b": other}, kinds={"a": "discrete"}))
    assert any("'a' has 300 levels; tests with it have little power" in line for line in made.warnings)

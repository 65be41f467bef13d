"""Missing values that stay, problems told together, columns left out, and doubts."""

import numpy as np
import pandas as pd
import pytest

import sepset as sp
from sepset.data.doubts import doubts
from sepset.data.reading.table import clean, dataset
from sepset.errors import DataError, OptionError
from sepset.independence.discrete import ChiSquare


def messy(rows=120, seed=0):
    rng = np.random.default_rng(seed)
    dose = rng.normal(size=rows)
    cured = np.where(dose + rng.normal(size=rows) > 0, "yes", "no").astype(object)
    cost = np.exp(dose + 0.3 * rng.normal(size=rows))
    cured[rng.random(rows) < 0.1] = None
    return pd.DataFrame(
        {
            "id": [f"p{i}" for i in range(rows)],
            "day": pd.date_range("2020-01-01", periods=rows),
            "site": 7,
            "dose": np.where(rng.random(rows) < 0.2, np.nan, dose),
            "cured": cured,
            "cost": cost,
            "price": cost,
            "nothing": np.nan,
        }
    )


def test_all_problems_are_in_one_message():
    with pytest.raises(DataError) as told:
        dataset(messy())
    text = str(told.value)
    assert text.startswith("6 things are wrong with this table:\n")
    for words in (
        "'day' holds dates",
        "'nothing' has no values",
        "'id' has 120 levels",
        "'site' is constant",
        "'price' is a copy of 'cost'",
    ):
        assert words in text
    assert "missing values in 'dose'" in text
    assert text.endswith("pass drop=['nothing', 'id', 'day', 'site', 'price'], or clean=True")


def test_the_advice_works():
    drop = ["nothing", "id", "day", "site", "price"]
    assert dataset(messy(), drop=drop, missing="drop").names == ("dose", "cured", "cost")
    with_copy = dataset(messy(), drop=drop[:-1], missing="drop")  # a copy alone is a warning
    assert with_copy.names == ("dose", "cured", "cost", "price")
    assert dataset(messy(), only=["dose", "cost"], missing="testwise").names == ("dose", "cost")
    done = clean(messy())
    assert done.data.names == ("dose", "cured", "cost")
    assert set(done.left_out) == {"id", "day", "site", "nothing", "price"}
    assert done.left_out["price"] == "column 'price' is a copy of 'cost': the same in every row"
    with pytest.raises(OptionError, match="drop: there is no column 'dos'; did you mean 'dose'"):
        dataset(messy(), drop=["dos"])
    with pytest.raises(OptionError, match="only 'dose' is left by drop and only"):
        dataset(messy(), only=["dose"])
    with pytest.raises(DataError, match="two or more columns are needed, and only 'a' is left"):
        clean({"a": [0.5, 1.7, 2.9], "b": [1, 1, 1]})


def test_a_table_as_it_is_can_be_learned():
    found = sp.kpc(messy(), missing="testwise")
    assert found.names == ("dose", "cured", "cost")
    assert found.graph.adjacent("dose", "cost")
    assert found.settings.test == "residual"
    assert any("left out: column 'site' is constant" in warning for warning in found.warnings)
    assert any("the decision with the fewest rows, " in warning for warning in found.warnings)


def test_gaps_stay_and_are_counted():
    data = dataset(messy(), missing="testwise")
    frame = messy()
    assert data.rows == 120
    assert dict(data.missing) == {
        "dose": int(frame.dose.isna().sum()),
        "cured": int(frame.cured.isna().sum()),
    }
    both = int((frame.dose.notna() & frame.cured.notna()).sum())
    assert data.complete_rows(["dose", "cured"]) == data.complete_rows() == both
    assert [value is None for value in data.column("cured").labels()] == frame.cured.isna().tolist()
    complete = dataset(data, missing="drop")
    assert (complete.rows, complete.dropped) == (both, 120 - both)
    assert not complete.gaps
    with pytest.raises(DataError, match="values are missing in 'dose'"):
        data.matrix(["dose"])
    assert dataset(data.select(["cost", "cured"]), missing="drop").rows == int(frame.cured.notna().sum())


@pytest.mark.parametrize("learn", [sp.kpc, sp.pc, sp.loci, sp.anytime_fci])
@pytest.mark.parametrize("kinds", ["continuous", "discrete", "both"])
def test_every_learner_takes_gaps_and_says_the_rows_of_each_decision(learn, kinds, tmp_path):
    rng = np.random.default_rng(5)
    a = rng.normal(size=400)
    b = a + rng.normal(size=400)
    c = b + rng.normal(size=400)
    table = pd.DataFrame({"a": a, "b": b, "c": c})
    for name in {"continuous": "", "discrete": "abc", "both": "b"}[kinds]:
        table[name] = pd.qcut(table[name], 3, labels=False).astype(float)
    table.loc[rng.random(400) < 0.2, "a"] = np.nan
    table.loc[rng.random(400) < 0.1, "c"] = np.nan
    with pytest.raises(DataError, match="missing='testwise'"):
        learn(table)
    found = learn(table, missing="testwise", alpha=0.001)
    assert found.sepset("a", "c") in (frozenset("b"), None)
    given = found.sepset("a", "c") or ()
    rows = int(table[["a", "c", *given]].notna().all(axis=1).sum())
    assert found.rows_used("a", "c") == rows
    assert f"N = {rows}" in found.explain("a", "c")
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.rows_used("a", "c") == rows
    assert again.warnings == found.warnings
    assert f"N = {rows}" in again.explain("a", "c")
    sp.write_report(again, tmp_path / "page.html")
    assert "each test used the rows in which its own" in (tmp_path / "page.html").read_text(encoding="utf-8")
    dropped = learn(table, missing="drop", alpha=0.001)
    assert dropped.data.rows == int(table.notna().all(axis=1).sum())


def test_estimators_take_gaps():
    table = np.random.default_rng(1).normal(size=(200, 3))
    table[:, 1] += table[:, 0]
    table[:20, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        sp.KPC().fit(table)
    assert sp.KPC(missing="testwise").fit(table).discovery_.rows_used("x0", "x1") == 180
    assert sp.PC(missing="drop").fit(pd.DataFrame(table, columns=list("abc"))).discovery_.data.rows == 180


def test_a_test_that_needs_complete_rows_says_so():
    table = {"a": [0, 1, None, 1] * 9, "b": [1, 1, 0, 0] * 9}
    with pytest.raises(DataError, match=r"test='mc_g2' needs complete rows, .* 'a'"):
        sp.kpc(table, test="mc_g2", missing="testwise")
    with pytest.raises(OptionError, match="missing='drop' is for data"):
        sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b")), missing="drop")
    with pytest.raises(DataError, match="complete columns"):
        ChiSquare.from_data(dataset(table, missing="testwise"))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"a": [0, 1] * 3, "b": [0.5, 0.7, 1.9] * 2}, "6 rows for 2 columns are few"),
        (
            {"a": ["Yes", "yes", "no"] * 9, "b": [0.5, 0.7, 1.9] * 9},
            "differ only in case or spaces: 'Yes' and",
        ),
        ({"a": ["u", "v"] * 20 + ["w"], "b": [0.5] * 40 + [2.0]}, "levels with fewer than 5 rows: 'a' (1)"),
        ({"a": np.arange(200) % 60, "b": np.arange(200) / 7}, "'a' has 60 levels"),
        ({"a": [0, 1, 1] * 20, "b": [5, 3, 3] * 20}, "'a' and 'b' say the same in every row"),
        ({"a": [0, 1] * 150, "b": [0, 1] * 149 + [1, 1]}, "'a' and 'b' nearly determine each other (99.7 %)"),
        ({"a": list("uvwx") * 20, "b": [0, 0, 1, 1] * 20}, "column 'a' determines 'b': given 'a'"),
        ({"a": list("uvwx") * 20, "b": [0.5, 1.7, 1.7, 9] * 20}, "column 'a' determines 'b': given 'a'"),
        ({"a": np.arange(60.0) ** 2, "b": [0, 1] * 30}, "'a' grows by a whole number from row to row"),
        (
            {"a": np.arange(60.0) ** 2, "b": np.arange(60.0) ** 3},
            "'a', 'b' grow by a whole number from row to row: leave out what only numbers the rows; if one",
        ),
        ({"a": [0.5, None, 2.25] * 20, "b": [1, 0] * 30}, "values are missing in 'a' (33 %)"),
        ({"a": [0.5, None, 2.25] * 20, "b": [1, 0] * 30}, "tests with 'a' use fewer than 80 % of the rows"),
    ],
)
def test_doubts(table, words):
    data = dataset(table, missing="testwise", clean=False, kinds={"a": "discrete"} if "60" in words else None)
    assert any(words in doubt for doubt in doubts(data)), doubts(data)


def test_doubts_about_sums_and_shapes():
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 300))
    parts = dataset({"x": x, "y": y, "z": x + y})
    total = next(doubt for doubt in doubts(parts) if "linear combination" in doubt)
    assert total.startswith("'z', 'x', 'y': each of these columns is a linear combination of the others")
    more = dataset({"t": x + 2 * y, "u": rng.normal(size=300), "x": x, "y": y})
    assert sum("'y', 't', 'x': each of these" in doubt for doubt in doubts(more)) == 1
    assert doubts(dataset({"x": x, "y": y, "z": x + y + rng.normal(size=300)})) == ()
    curved = dataset({"x": x, "y": x**2 + 0.3 * y})
    assert any("look skewed or curved" in doubt for doubt in doubts(curved))
    assert any(
        "compare with test set to 'residual'" in doubt for doubt in doubts(dataset({"x": np.exp(x), "y": y}))
    )


def test_infinite_values_are_missing_when_cleaning():
    table = {"a": [0.5, np.inf, 2.25, 1.0] * 9, "b": [1, 0, 1, 1] * 9}
    assert dataset(table, clean=True, missing="testwise").complete_rows(["a"]) == 27


def test_a_column_without_a_name_is_left_out_when_cleaning(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(",a,b\n" + "".join(f"{i},{i % 2},{i * i % 7 / 3}\n" for i in range(40)), encoding="utf-8")
    with pytest.raises(DataError, match="column 1 has no name"):
        sp.read(path)
    assert sp.read(path, clean=True).names == ("a", "b")


def test_numbers_of_rows_are_left_out_when_cleaning():
    rng = np.random.default_rng(8)
    table = {
        "nr": np.arange(1, 61),
        "case_id": np.cumsum(rng.integers(1, 9, 60)),
        "year": np.arange(1950, 2010),
        "sales": np.cumsum(rng.integers(1, 9, 60)),
        "a": rng.normal(size=60),
    }
    assert dataset(table).names == tuple(table)
    done = clean(table)
    assert done.data.names == ("year", "sales", "a")
    assert "column 'nr' only numbers the rows, as an identifier does" in done.left_out["nr"]
    assert clean(table, kinds={"nr": "continuous"}).data.names == ("nr", "year", "sales", "a")
    assert clean({"nr": table["nr"], "a": table["a"]}).data.names == ("nr", "a")


def test_tests_without_evidence_are_counted(tmp_path):
    rng = np.random.default_rng(2)
    a = rng.normal(size=90)
    table = pd.DataFrame({"a": a, "b": 2 * a + 1, "c": a + rng.normal(size=90)})
    found = sp.kpc(table, k=1)
    # Given a or b the other is constant, and nothing is left of their correlation, which is 1 to begin with.
    assert found.skeleton.silent == expected_silent(table)
    assert (
        f"{found.skeleton.silent.tests} of the 6 tests behind the edges could not decide"
        in found.warnings[-1]
    )
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.warnings == found.warnings
    found.report(tmp_path / "page.html")
    assert "could not decide" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert sp.kpc(table[["a", "c"]], k=1).skeleton.silent == (0, 1)


def expected_silent(table):
    """Return the tests that are not usable, of all on three columns that are adjacent in the end."""
    test = sp.independence.FisherZ.from_data(dataset(table))
    questions = [(x, y, given) for x, y, z in ("abc", "acb", "bca") for given in ((), (z,))]
    return sum(not test(*question).usable for question in questions), len(questions)

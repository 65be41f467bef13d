"""The report on missing values: shares, what predicts them, and where it is told."""

import json

import numpy as np
import pytest
from scipy import stats

import sepset as sp
from sepset.cli.exit import run
from sepset.independence.missingness import Predictor, _merged


@pytest.fixture(scope="module")
def table():
    """Income is missing depending on age and ward, height at random."""
    rng = np.random.default_rng(4)
    n = 400
    age, ward = rng.normal(size=n), rng.integers(0, 3, n)
    income, height = rng.normal(size=n), rng.normal(size=n)
    income[age + (ward == 2) + rng.normal(size=n) > 1.3] = np.nan
    height[rng.random(n) < 0.1] = np.nan
    return {"age": age, "ward": np.array(["a", "b", "c"])[ward], "income": income, "height": height}


def test_shares_and_predictors(table):
    report = sp.missingness(table)
    income, height = report.columns
    assert (income.name, height.name) == ("income", "height")
    assert income.missing == int(np.isnan(table["income"]).sum())
    assert income.share == income.missing / 400
    assert {one.name for one in income.predicted_by} == {"age", "ward"}
    assert height.predicted_by == ()


def test_p_values_are_those_of_scipy_adjusted_by_holm(table):
    rows = {"age": table["age"], "ward": table["ward"], "income": table["income"]}
    lacking = np.isnan(table["income"])
    ranks = stats.rankdata(table["age"])
    scores = stats.norm.ppf((ranks - 0.5) / len(ranks))
    by_age = stats.ttest_ind(scores[lacking], scores[~lacking]).pvalue
    counts = [[int((lacking & (table["ward"] == w)).sum()), int((~lacking & (table["ward"] == w)).sum())]
              for w in "abc"]  # fmt: skip
    by_ward = stats.chi2_contingency(counts, correction=False).pvalue
    first, second = sorted([("age", by_age), ("ward", by_ward)], key=lambda pair: pair[1])
    expected = (Predictor(first[0], 2 * first[1]), Predictor(second[0], max(2 * first[1], second[1])))
    found = sp.missingness(rows).columns[0].predicted_by
    assert [one.name for one in found] == [one.name for one in expected]
    assert [one.p for one in found] == pytest.approx([one.p for one in expected], rel=1e-6)


def test_the_order_of_columns_changes_nothing(table):
    backwards = dict(reversed(table.items()))
    assert set(sp.missingness(table).columns) == set(sp.missingness(backwards).columns)


def test_too_few_gaps_are_not_tested():
    x = np.arange(60.0)
    y = np.where(x < 4, np.nan, np.sin(x))  # four gaps, at the smallest x
    assert sp.missingness({"x": x, "y": y}).columns[0].predicted_by == ()


@pytest.mark.parametrize("seed", range(20))
def test_rare_levels_are_taken_together_until_each_has_enough_rows(seed):
    rng = np.random.default_rng(seed)
    counts, fewest = rng.integers(0, 30, 12), float(rng.uniform(1, 100))
    codes = _merged(counts, fewest)
    sizes = np.bincount(codes, weights=counts)
    assert (sizes >= fewest).all() or len(sizes) == 1
    assert all(codes[i] <= codes[j] for i in range(12) for j in range(12) if counts[i] < counts[j])


def test_gaps_of_both_columns_at_once():
    rng = np.random.default_rng(2)
    z = rng.normal(size=(3, 500))
    a = np.where(rng.random(500) < 0.2, np.nan, z[0])
    b = np.where(z[0] + 0.5 * z[1] > 0.8, np.nan, z[2])
    report = sp.missingness({"a": a, "b": b})
    assert [one.name for one in report.columns[1].predicted_by] == ["a"]


def test_after_dropping_rows_shares_are_told_and_nothing_else(table):
    report = sp.missingness(sp.dataset(table, missing="drop"))
    assert [gaps.predicted_by for gaps in report.columns] == [None, None]
    assert report.columns[0].rows == 400
    assert "their rows were dropped" in str(report)


def test_the_report_says_the_sentence(table):
    said = str(sp.missingness(table))
    assert "whether one is depends on age (p < 0.001)" in said
    assert "missing because of an effect of both variables create false edges" in said
    assert str(sp.missingness({"a": [0.5, 1.5, 1.0], "b": [1.0, 3.5, 4.0]})) == "No value is missing."


def test_result_summary_page_and_saved_file_have_it(table, tmp_path):
    found = sp.kpc(table, k=1, missing="testwise")
    assert found.data.missingness == sp.missingness(table)
    (line,) = [line for line in found.warnings if line.startswith("whether 'income' is missing depends on")]
    assert "age (p < 0.001)" in line
    assert line in found.summary()
    found.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Whether it is missing depends on" in page
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.data.missingness == found.data.missingness
    assert again.warnings == found.warnings


def test_a_saved_report_is_checked(table, tmp_path):
    sp.kpc(table, k=0, missing="testwise").save(tmp_path / "run.json")
    document = json.loads((tmp_path / "run.json").read_text())
    document["data"]["missingness"][0][3][0][1] = 1.5
    (tmp_path / "run.json").write_text(json.dumps(document))
    with pytest.raises(
        sp.SavedError, match=r"missingness\[0\]\[3\]\[0\]\[1\] should be a number from 0 to 1"
    ):
        sp.load(tmp_path / "run.json")


def test_command_line(table, tmp_path, capsys):
    cells = ([str(value).replace("nan", "") for value in row] for row in zip(*table.values(), strict=True))
    lines = ["age,ward,income,height", *map(",".join, cells)]
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines))
    assert run(["learn", str(path)]) == 0
    assert "whether 'income' is missing depends on" in capsys.readouterr().out
    assert run(["learn", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    by_name = {gaps["name"]: gaps for gaps in document["data"]["missingness"]}
    assert {one["name"] for one in by_name["income"]["predicted_by"]} == {"age", "ward"}
    assert by_name["height"]["predicted_by"] == []


def test_the_summary_says_what_columns_hold():
    rng = np.random.default_rng(3)
    columns = {
        "stage": rng.integers(1, 5, 80),
        "visits": rng.poisson(9, 80),
        "dose": rng.normal(size=80),
    }
    data = sp.dataset(columns, kinds={"stage": "ordinal", "visits": "count"})
    assert "Columns hold: counts in visits; ordered categories in stage" in sp.kpc(data, k=1).summary()
    assert "Columns hold" not in sp.kpc(sp.asia().sample(100, seed=1), k=0).summary()

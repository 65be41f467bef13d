"""k="auto" and alpha="auto": what is chosen, why, and what else changes with it."""

import numpy as np
import pytest

import sepset as sp
from sepset.learn.auto import choose_alpha, choose_k, within


@pytest.mark.parametrize(
    ("rows", "levels", "k"),
    [
        (1, 2, 2),
        (7, 2, 2),
        (8, 2, 3),
        (16, 2, 4),
        (10**6, 2, 4),
        (10, 4, 2),
        (575, 4, 2),  # (4 - 1)^2 * 4^3 = 576 degrees of freedom given three others
        (576, 4, 3),
    ],
)
def test_k_has_a_row_for_each_degree_of_freedom_or_is_two(rows, levels, k):
    assert choose_k(rows=rows, columns=10, levels=[levels] * 10).value == k


def test_k_looks_at_the_median_of_the_levels():
    assert choose_k(rows=16, columns=5, levels=[2, 2, 2, 9, 9]).value == 4


@pytest.mark.parametrize(("rows", "k"), [(3, 0), (7, 0), (8, 1), (10, 3), (11, 4), (1000, 4)])
def test_k_leaves_degrees_of_freedom_to_correlations(rows, k):
    assert choose_k(rows=rows, columns=10, levels=[]).value == k


@pytest.mark.parametrize(("columns", "k"), [(20, 4), (21, 3)])
def test_k_is_smaller_with_many_columns(columns, k):
    assert choose_k(rows=500, columns=columns, levels=[2] * columns).value == k


@pytest.mark.parametrize(
    ("columns", "levels", "k"),
    [(10, [2] * 5, 3), (21, [2] * 5, 2), (10, [97], 2), (10, [60, 40], 2), (10, [60, 30], 3)],
)
def test_k_is_smaller_where_both_kinds_occur(columns, levels, k):
    assert choose_k(rows=10**4, columns=columns, levels=levels).value == k


def test_alpha_falls_with_the_rows_between_its_limits():
    for kind in ("discrete", "continuous"):
        values = [choose_alpha(rows, kind).value for rows in (1, 10, 100, 1000, 10**4, 10**5, 10**7)]
        assert values == sorted(values, reverse=True)
        assert values[0] == 0.4
        assert values[-1] == 0.01
    assert choose_alpha(1600).value == pytest.approx(0.2)
    assert choose_alpha(900, "continuous").value == pytest.approx(0.1)


@pytest.mark.parametrize("rows", [10, 1600, 10**7])
def test_reasons_name_the_value_and_the_rows(rows):
    alpha, k = choose_alpha(rows), choose_k(rows=rows, columns=4, levels=[2] * 4)
    assert f"alpha = {alpha.value:g}" in alpha.reason
    assert f"k = {k.value}:" in k.reason
    assert f"{rows:,} rows" in alpha.reason
    assert f"{rows:,} rows" in k.reason


def test_a_bound_of_zero_says_what_one_more_would_take():
    """With k = 1 a partial correlation leaves N - 4; Phi of a binary variable has 1 column, of a number 3."""
    few = "a test of partial correlation would leave fewer than 4 degrees of freedom with N = 7 rows"
    assert choose_k(rows=7, columns=5, levels=[]) == (0, f"k = 0: given even one other, {few}")
    assert choose_k(rows=8, columns=5, levels=[]).reason.startswith("k = 1: given 1 other, a test of partial")
    one = "k = 0: even one typical variable would take {} in the residual test, more than a fifth of N = {} "
    assert choose_k(rows=4, columns=5, levels=[2, 2, 2]) == (0, one.format("1 column", 4) + "rows")
    assert choose_k(rows=14, columns=5, levels=[2]) == (0, one.format("3 columns", 14) + "rows")
    assert choose_k(rows=15, columns=5, levels=[2]).value == 1
    assert choose_k(rows=5, columns=5, levels=[2, 2, 2]).value == 1


def test_the_reason_says_where_a_limit_decides():
    assert "smallest k" in choose_k(rows=10, columns=4, levels=[4] * 4).reason
    assert "largest k" in choose_k(rows=10**4, columns=4, levels=[4] * 4).reason
    assert "est k" not in choose_k(rows=600, columns=4, levels=[4] * 4).reason


@pytest.fixture(scope="module")
def data():
    return sp.asia().sample(400, seed=1)


def test_the_result_says_what_was_chosen_and_why(data):
    found = sp.kpc(data, k="auto", alpha="auto")
    chosen = {name: found.settings[name] for name in ("k", "alpha", "colliders", "rules", "search", "test")}
    assert chosen == {
        "k": 4,
        "alpha": pytest.approx(0.4),
        "colliders": "conservative",
        "rules": "counting",
        "search": "neighbours",
        "test": "chi2",
    }
    assert found.k == 4
    assert "400 rows" in found.settings["k_reason"]
    assert "8 / sqrt(N)" in found.settings["alpha_reason"]


def test_auto_is_the_same_as_its_values_by_name(data):
    by_name = sp.kpc(data, k=4, alpha=0.4, colliders="conservative", rules="counting", search="neighbours")
    assert sp.kpc(data, k="auto", alpha="auto").graph == by_name.graph


def test_numbers_keep_the_algorithm_of_the_paper(data):
    found = sp.kpc(data, k=1, alpha=0.05)
    assert found.settings["colliders"] == "sepset"
    assert found.settings["rules"] == "standard"
    assert not [name for name in found.settings if name.endswith("_reason")]


def test_k_alone_changes_only_k(data):
    found = sp.kpc(data, k="auto")
    assert (found.k, found.settings["alpha"], found.settings["colliders"]) == (4, 0.05, "sepset")
    assert "alpha_reason" not in found.settings


def test_what_is_given_is_kept(data):
    found = sp.kpc(data, k=1, alpha="auto", colliders="majority", rules="standard")
    assert (found.k, found.settings["colliders"], found.settings["rules"]) == (1, "majority", "standard")


def test_continuous_columns_have_their_own_scale():
    table = np.random.default_rng(0).standard_normal((900, 4))
    assert sp.kpc(table, k="auto", alpha="auto").settings["alpha"] == pytest.approx(0.1)


def test_mixed_columns_have_their_own_scale():
    rng = np.random.default_rng(0)
    table = {"a": rng.normal(size=400), "b": rng.integers(0, 2, 400), "c": rng.normal(size=400)}
    found = sp.kpc(table, k="auto", alpha="auto")
    assert found.settings["alpha"] == pytest.approx(0.1)
    assert "2 / sqrt(N)" in found.settings["alpha_reason"]


@pytest.mark.parametrize("columns", [2, 3, 4, 5, 6])
def test_k_is_at_most_the_number_of_other_variables(columns):
    table = np.random.default_rng(1).standard_normal((300, columns))
    found = sp.kpc(table, k="auto", alpha="auto")
    assert found.k == min(columns - 2, 4)
    assert f"k = {found.k}:" in found.settings["k_reason"]
    assert found.graph == sp.kpc(table, k=4, alpha="auto").graph


@pytest.mark.parametrize(
    ("columns", "words"),
    [(2, "is no variable"), (3, "is only 1 variable"), (4, "are only 2 variables")],
)
def test_few_columns_are_the_reason_for_a_small_k(columns, words):
    chosen = within(columns, choose_k(rows=300, columns=columns, levels=[]))
    assert chosen == (columns - 2, f"k = {columns - 2}: there {words} besides each pair")


@pytest.mark.parametrize("option", ["k", "alpha"])
def test_an_oracle_has_no_rows_to_choose_from(option):
    with pytest.raises(sp.OptionError, match=f"{option}='auto' is chosen from the rows"):
        sp.kpc(sp.Oracle(sp.asia().dag), **{option: "auto"})


def test_another_word_is_refused(data):
    with pytest.raises(sp.OptionError, match="k"):
        sp.kpc(data, k="best")
    with pytest.raises(sp.OptionError, match="alpha"):
        sp.kpc(data, alpha="best")


def test_a_saved_result_keeps_the_reasons(data, tmp_path):
    found = sp.kpc(data, k="auto", alpha="auto")
    found.save(tmp_path / "run.json")
    loaded = sp.load(tmp_path / "run.json")
    assert loaded.settings["k_reason"] == found.settings["k_reason"]
    assert loaded.graph == found.graph

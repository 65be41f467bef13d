import math

import numpy as np
import pytest
from scipy import stats

from sepset.data.column import Column
from sepset.data.drawn_rows import drawn_rows, ranked
from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError, UnknownNodeError
from sepset.independence.choose import choose_test
from sepset.independence.discrete import ChiSquare
from sepset.independence.embedding import indicators, normal_scores
from sepset.independence.protocol import Candidates, LevelTest
from sepset.independence.residual import ResidualTest
from sepset.skeleton.plain_level import plain_level


def mixed(rows=150, seed=0):
    rng = np.random.default_rng(seed)
    c1 = rng.normal(size=rows)
    d1 = (c1 + rng.normal(size=rows) > 0).astype(int)
    d2 = rng.integers(0, 3, rows)
    c2 = np.exp(d1 + d2 + rng.normal(size=rows))
    d3 = (c2 > np.median(c2)).astype(int) ^ (rng.random(rows) < 0.2)
    c3 = c1 - d2 + rng.normal(size=rows)
    columns = {"c1": c1, "d1": d1, "d2": d2, "c2": c2, "d3": d3.astype(int), "c3": c3}
    return dataset(columns)


def test_scores_are_normal_quantiles_of_mid_ranks():
    values = np.array([3.0, 1.0, 1.0, np.nan, 7.0])
    expected = stats.norm.ppf((np.array([3.0, 1.5, 1.5, 4.0]) - 0.5) / 4)
    assert normal_scores(values)[[0, 1, 2, 4]] == pytest.approx(expected)
    assert normal_scores(values)[3] == 0.0


def test_scores_do_not_change_with_scale_and_mirror_with_sign():
    values = np.random.default_rng(1).exponential(size=101)
    scores = normal_scores(values)
    assert np.array_equal(normal_scores(3.0 * values + 5.0), scores)
    assert np.array_equal(normal_scores(-values), -scores)


def test_ranks_of_a_larger_table_serve_as_well_as_sorting():
    rng = np.random.default_rng(4)
    values = np.round(rng.normal(size=300), 1)
    values[::17] = np.nan
    column = ranked(Column("x", "continuous", values))
    for rows in (np.arange(300), rng.integers(0, 300, 300), rng.permutation(300)[:150]):
        drawn = drawn_rows(column, rows)
        assert normal_scores(drawn.values, drawn.ranks).tobytes() == normal_scores(values[rows]).tobytes()


def test_indicators_leave_out_the_commonest_level_and_missing_values():
    codes = np.array([2, 0, 0, 1, 3])
    assert indicators(codes, 3).tolist() == [[0, 0, 0, 1, 0], [1, 0, 0, 0, 0]]


def test_two_continuous_columns_without_a_set_are_a_correlation_of_scores():
    rng = np.random.default_rng(2)
    a = rng.exponential(size=80)
    b = np.sqrt(a) + rng.normal(size=80)
    expected = stats.pearsonr(normal_scores(a), normal_scores(b)).pvalue
    assert ResidualTest("ab", [a, b], (None, None))("a", "b").p == pytest.approx(expected)


def test_a_continuous_and_a_discrete_column_without_a_set_are_an_analysis_of_variance():
    rng = np.random.default_rng(3)
    group = rng.integers(0, 4, 90)
    a = group * 0.2 + rng.normal(size=90)
    z = normal_scores(a)
    expected = stats.f_oneway(*(z[group == level] for level in range(4)))
    result = ResidualTest("ag", [a, group], (None, 4))("g", "a")
    assert result.p == pytest.approx(expected.pvalue)
    assert result.statistic == pytest.approx(expected.statistic)
    assert result.dof == 3


def test_triples_of_discrete_columns_are_tested_by_chi_square():
    data = mixed()
    test = ResidualTest.from_data(data)
    discrete = data.select(("d1", "d2", "d3"))
    assert test("d1", "d3", ["d2"]) == ChiSquare.from_data(discrete)("d1", "d3", ["d2"])
    assert test("d1", "d3", ["c1"]) != test("d1", "d3")


@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize("largest_p", [True, False])
def test_a_level_is_what_single_tests_say(size, largest_p):
    test = ResidualTest.from_data(mixed())
    pairs = np.array([(a, b) for a in range(6) for b in range(a + 1, 6)], dtype=np.int32)
    for candidates in (None, Candidates.from_lists([[0, 1, 2, 4], [1, 3, 4, 5]], [i % 2 for i in range(15)])):
        slow = plain_level(test, pairs, size, candidates, alpha=0.05)
        fast = test.search_level(pairs, size, candidates, alpha=0.05, largest_p=largest_p)
        assert np.array_equal(fast.found, slow.found)
        assert fast.tests == slow.tests
        rows = slow.found if not largest_p else np.ones(15, dtype=bool)
        assert np.array_equal(fast.p[rows], slow.p[rows], equal_nan=True)
        assert np.array_equal(fast.separators[rows], slow.separators[rows])


def test_the_order_of_columns_and_the_threads_change_nothing():
    data = mixed()
    names = data.names
    test = ResidualTest.from_data(data)
    for order in (names[::-1], ("d2", "c3", "c1", "d3", "c2", "d1")):
        other = ResidualTest.from_data(data.select(order), threads=3)
        for a, b, *given in (("c1", "c2", "d1"), ("c1", "d3", "c3", "d2"), ("d1", "c3")):
            assert other(a, b, given[::-1]) == test(a, b, given) == other(b, a, given)


def test_too_small_a_sample_for_powers_and_products_uses_the_linear_part():
    test = ResidualTest.from_data(mixed(40))
    assert not test.linear_only(["c1"])
    assert not test.linear_only(["c1", "d1"])  # 3 + 1 + 2 of 40 / 5 = 8
    assert test.linear_only(["c1", "c2"])  # 3 + 3 + 4
    assert test("d1", "d2", ["c1", "c2"]).usable


def test_what_holds_no_evidence_is_not_usable():
    rng = np.random.default_rng(4)
    a = rng.normal(size=30)
    b = rng.normal(size=30)
    test = ResidualTest("abcd", [a, b, 2 * a + 1, (b > 0).astype(int)], (None, None, None, 2))
    copy = test("a", "b", ["c"])
    assert not copy.usable
    assert math.isnan(copy.p)
    assert test("a", "c").p == 0.0
    assert not ResidualTest("ab", [a[:2], b[:2]], (None, None))("a", "b").usable


def test_it_is_the_default_for_both_kinds_and_accepted_for_one():
    data = mixed()
    assert choose_test(data).name == "residual"
    continuous = data.select(("c1", "c2", "c3"))
    assert choose_test(continuous).name == "fisher_z"
    assert choose_test(continuous, "residual").name == "residual"
    discrete = data.select(("d1", "d2", "d3"))
    assert choose_test(discrete, "residual").test("d1", "d2") == ChiSquare.from_data(discrete)("d1", "d2")
    assert isinstance(choose_test(data).test, LevelTest)


def test_errors_say_what_is_wrong():
    test = ResidualTest.from_data(mixed())
    with pytest.raises(UnknownNodeError, match="c9"):
        test("c1", "c9")
    with pytest.raises(OptionError, match="overlap"):
        test("c1", "c2", ["c1"])
    with pytest.raises(DataError, match="same number of rows"):
        ResidualTest("ab", [[1.0, 2.0], [1.0]], (None, None))
    with pytest.raises(DataError, match="must differ"):
        ResidualTest("aa", [[1.0, 2.0], [1.0, 3.0]], (None, None))
    with pytest.raises(DataError, match="belong together"):
        ResidualTest("ab", [[1.0, 2.0]], (None,))
    with pytest.raises(DataError, match="test='residual'"):
        choose_test(mixed(), "fisher_z")


def test_a_set_with_more_columns_than_half_of_the_rows_says_nothing():
    rng = np.random.default_rng(5)
    town, x, y = np.arange(60) % 32, rng.normal(size=60), rng.normal(size=60)
    test = ResidualTest(("town", "x", "y"), [town, x, y], (32, None, None))
    assert not test("x", "y", ["town"]).usable  # 31 indicators, 60 rows
    fewer = ResidualTest(("town", "x", "y"), [town % 31, x, y], (31, None, None))
    assert fewer("x", "y", ["town"]).usable


def test_levels_that_do_not_occur_where_values_are_there_do_not_count():
    rng = np.random.default_rng(6)
    town = np.arange(120) % 40
    x, y = np.where(town < 10, rng.normal(size=120), np.nan), rng.normal(size=120)
    found = ResidualTest(("town", "x", "y"), [town, x, y], (40, None, None))("x", "y", ["town"])
    assert found.n == 30
    assert found.usable

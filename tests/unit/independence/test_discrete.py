"""Chi-square and G-square against SciPy, causal-learn and the definition of a level search."""

import math
import os
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chi2, chi2_contingency, fisher_exact

import sepset
from sepset.errors import DataError, OptionError, UnknownNodeError
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.permutation import MonteCarloG2
from sepset.independence.protocol import Candidates, CITest, LevelTest

compiled_only = pytest.mark.skipif(
    os.environ.get("SEPSET_KERNELS") == "python", reason="takes minutes in plain Python"
)
KINDS = {ChiSquare: "pearson", GSquare: "log-likelihood"}


def random_data(rng, columns, rows, most_levels=5):
    levels = rng.integers(2, most_levels + 1, columns).tolist()
    codes = [rng.choice(count, rows, p=rng.dirichlet(np.ones(count))) for count in levels]
    for x in range(1, columns):
        same = rng.random(rows) < rng.choice([0.0, 0.3])
        codes[x] = np.where(same, np.minimum(codes[x - 1], levels[x] - 1), codes[x])
    return [f"v{i}" for i in rng.permutation(columns)], codes, levels


def scipy_test(codes, a, b, given, lambda_):
    """Statistic and adjusted dof, stratum by stratum with SciPy."""
    statistic, dof = 0.0, 0
    strata = np.array([codes[c] for c in given]).reshape(len(given), -1).T if given else None
    labels = (
        np.unique(strata, axis=0, return_inverse=True)[1].reshape(-1)
        if given
        else np.zeros(len(codes[a]), int)
    )
    for label in np.unique(labels):
        inside = labels == label
        table = np.zeros((codes[a].max() + 1, codes[b].max() + 1), int)
        np.add.at(table, (codes[a][inside], codes[b][inside]), 1)
        table = table[table.any(axis=1)][:, table.any(axis=0)]
        if min(table.shape) > 1:
            result = chi2_contingency(table, correction=False, lambda_=lambda_)
            statistic, dof = statistic + result.statistic, dof + result.dof
    return statistic, dof


@pytest.mark.parametrize("kind", KINDS)
def test_p_values_match_scipy(kind):
    rng = np.random.default_rng(2)
    usable = 0
    for _ in range(120):
        rows = int(rng.choice([5, 20, 100, 1000]))
        names, codes, levels = random_data(rng, 5, rows)
        adjusted, full = kind(names, codes, levels), kind(names, codes, levels, dof="full")
        for size in range(4):
            a, b, *given = rng.permutation(5)[: size + 2].tolist()
            statistic, dof = scipy_test(codes, a, b, given, KINDS[kind])
            result = adjusted(names[a], names[b], [names[c] for c in given])
            assert result.dof == dof
            assert result.n == rows
            assert result.statistic == pytest.approx(statistic, rel=1e-10, abs=1e-10)
            if dof == 0:
                assert math.isnan(result.p)
                assert not result.usable
                continue
            usable += 1
            assert result.p == pytest.approx(chi2.sf(statistic, dof), rel=1e-9, abs=1e-12)
            whole = (levels[a] - 1) * (levels[b] - 1) * math.prod(levels[c] for c in given)
            result = full(names[a], names[b], [names[c] for c in given])
            assert result.dof == whole
            assert result.p == pytest.approx(chi2.sf(statistic, whole), rel=1e-9, abs=1e-12)
    assert usable > 250


@pytest.mark.parametrize("kind", KINDS)
def test_search_finds_the_largest_p(kind):
    rng = np.random.default_rng(4)
    for case in range(40):
        names, codes, levels = random_data(rng, 7, int(rng.choice([15, 60, 400])), 4)
        options = {"dof": "full"} if case % 3 == 0 else {"min_rows_per_dof": 3} if case % 3 == 1 else {}
        test = kind(names, codes, levels, **options)
        pairs = np.array(list(combinations(range(7), 2)), dtype=np.int32)
        size = case % 4
        lists = [sorted(rng.choice(7, 5, replace=False).tolist()) for _ in pairs] if case % 2 else None
        level = test.search_level(
            pairs,
            size,
            lists and Candidates.from_lists(lists),
            alpha=0.05,
            threads=1 + case % 2,
            largest_p=True,
        )
        plain = test.search_level(
            pairs, size, lists and Candidates.from_lists(lists), alpha=0.05, largest_p=False
        )
        tests = 0
        for i, (a, b) in enumerate(pairs.tolist()):
            sets = list(combinations([c for c in (lists[i] if lists else range(7)) if c not in (a, b)], size))
            tests += len(sets)
            results = [(test(names[a], names[b], [names[c] for c in given]), given) for given in sets]
            results = [(r.p, r.dof, -r.statistic, given) for r, given in results if r.usable]
            if not results:
                assert math.isnan(level.p[i])
                assert not level.found[i]
                assert (level.separators[i] == -1).all()
                continue
            best = max(results, key=lambda r: r[:3])
            assert level.p[i] == best[0]
            tied = [sorted(names[c] for c in r[3]) for r in results if r[:3] == best[:3]]
            assert [names[c] for c in level.separators[i]] == min(tied)
            assert level.found[i] == plain.found[i] == (best[0] > 0.05)
            assert level.found[i] or math.isnan(plain.p[i])
            if level.found[i]:
                assert plain.p[i] == level.p[i]
                assert (plain.separators[i] == level.separators[i]).all()
        assert level.tests == tests


@compiled_only
def test_column_order_does_not_matter():
    rng = np.random.default_rng(6)
    names, codes, levels = random_data(rng, 20, 500, 4)
    order = rng.permutation(20)
    back = np.argsort(order)
    pairs = np.array(list(combinations(range(20), 2)), dtype=np.int32)
    for kind in KINDS:
        first = kind(names, codes, levels)
        second = kind([names[x] for x in order], [codes[x] for x in order], [levels[x] for x in order])
        for size in range(3):
            one = first.search_level(pairs, size, alpha=0.05)
            other = second.search_level(back[pairs][:, ::-1].astype(np.int32), size, alpha=0.05, threads=2)
            assert one.p.tobytes() == other.p.tobytes()
            assert np.where(one.separators < 0, -1, one.separators).tolist() == (
                np.where(other.separators < 0, -1, order[other.separators]).tolist()
            )


def test_policies_on_tables_without_evidence():
    constant = [np.zeros(40, int), np.arange(40) % 2, np.arange(40) // 20]
    for kind in KINDS:
        keeps, removes = (
            kind("abc", constant, (2, 2, 2), no_evidence=policy) for policy in ("unusable", "independent")
        )
        assert not keeps("a", "b").usable
        assert removes("a", "b").p == 1.0
        pairs = np.array([[0, 1]], dtype=np.int32)
        assert not keeps.search_level(pairs, 0, alpha=0.05).found[0]
        assert removes.search_level(pairs, 0, alpha=0.05).p[0] == 1.0
        assert not keeps.search_level(pairs, 1, alpha=0.05).found[0]
        assert removes.search_level(pairs, 1, alpha=0.05).separators.tolist() == [[2]]
        few = kind("abc", constant, (2, 2, 2), min_rows_per_dof=41)
        assert not few("b", "c").usable
        assert kind("abc", constant, (2, 2, 2), min_rows_per_dof=40)("b", "c").usable


@compiled_only
def test_thousands_of_levels():
    rng = np.random.default_rng(9)
    codes = [
        rng.integers(0, 2000, 3000),
        rng.integers(0, 1500, 3000),
        rng.integers(0, 3, 3000),
        rng.integers(0, 2, 3000),
    ]
    test = GSquare("abcd", codes, (2000, 1500, 3, 2))
    statistic, dof = scipy_test(codes, 0, 1, [2, 3], "log-likelihood")
    result = test("a", "b", ("c", "d"))
    assert (result.dof, result.statistic) == (dof, pytest.approx(statistic, rel=1e-10))
    pairs = np.array([[0, 1], [2, 3], [0, 3]], dtype=np.int32)
    for size in (0, 1, 2):
        level = test.search_level(pairs, size, alpha=0.01, largest_p=True)
        expected = [
            max(test(*("abcd"[x] for x in pair), given).p for given in combinations(rest, size))
            for pair, rest in (((0, 1), "cd"), ((2, 3), "ab"), ((0, 3), "bc"))
        ]
        assert level.p.tolist() == expected


@compiled_only
def test_large_counts_do_not_overflow():
    rows = 1_000_000
    a = np.arange(rows) % 2
    test = ChiSquare("abc", [a, a, np.arange(rows) // 2 % 2], (2, 2, 2))
    assert test("a", "b").statistic == rows
    assert test("a", "b", ("c",)).statistic == rows
    pairs = np.array([[0, 1], [0, 2], [1, 2]], dtype=np.int32)
    assert test.search_level(pairs, 0, alpha=0.05, largest_p=True).p.tolist() == [0.0, 1.0, 1.0]
    level = test.search_level(pairs, 1, alpha=0.05, largest_p=True)
    assert level.p[0] == 0.0
    assert np.isnan(level.p[1:]).all()  # given a copy of one end nothing is left to test


def test_protocols():
    test = GSquare("ab", [[0, 1], [0, 1]], (2, 2))
    assert isinstance(test, LevelTest)
    assert isinstance(MonteCarloG2("ab", [[0, 1], [0, 1]], (2, 2)), CITest)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((("a", "a"), [[0], [0]], (2, 2)), "'a'"),
        ((("a", "b"), [[0], [0]], (2,)), "1 numbers of levels"),
        ((("a", "b"), [[0, 1], [0]], (2, 2)), "'b': 1"),
        ((("a", "b"), [[], []], (2, 2)), "whole numbers"),
        ((("a", "b"), [np.empty(0, int)] * 2, (2, 2)), "rows, got 0"),
        ((("a", "b"), [[0.5], [0]], (2, 2)), "'a'"),
        ((("a", "b"), [[0], [2]], (2, 2)), "'b'"),
        ((("a", "b"), [[0], [-1]], (2, 2)), "'b'"),
        ((("a", "b"), [[0], [0]], (2, 70_000)), "70000"),
    ],
)
def test_bad_columns_are_named(arguments, words):
    with pytest.raises(DataError, match=words):
        ChiSquare(*arguments)


def test_bad_options():
    columns = ("ab", [[0, 1], [0, 1]], (2, 2))
    for options in ({"dof": "half"}, {"no_evidence": "maybe"}, {"min_rows_per_dof": 0.5}):
        with pytest.raises(OptionError, match=next(iter(options))):
            ChiSquare(*columns, **options)
    test = ChiSquare(*columns)
    with pytest.raises(UnknownNodeError, match="'x'"):
        test("a", "x")
    with pytest.raises(OptionError, match="overlap"):
        test("a", "a")
    with pytest.raises(OptionError, match="overlap"):
        test("a", "b", ("b",))
    with pytest.raises(OptionError, match="alpha"):
        test.search_level(np.array([[0, 1]], dtype=np.int32), 0, alpha=2)


def test_same_p_as_causal_learn():
    cit = pytest.importorskip("causallearn.utils.cit")
    rng = np.random.default_rng(12)
    for kind, method in ((ChiSquare, "chisq"), (GSquare, "gsq")):
        for _ in range(30):
            names, codes, levels = random_data(rng, 5, int(rng.choice([30, 300])), 3)
            theirs = cit.CIT(np.array(codes).T, method)
            ours = kind(names, codes, levels, no_evidence="independent")
            for size in range(3):
                a, b, *given = rng.permutation(5)[: size + 2].tolist()
                p = ours(names[a], names[b], [names[c] for c in given]).p
                assert p == pytest.approx(theirs(a, b, given), rel=1e-9, abs=1e-12)


def test_exact_permutation_test_of_one_table():
    rng = np.random.default_rng(3)
    for _ in range(30):
        a, b = rng.integers(0, 2, (2, 12))
        test = MonteCarloG2("ab", [a, b], (2, 2))("a", "b")
        table = np.zeros((2, 2), int)
        np.add.at(table, (a, b), 1)
        if not test.usable:
            assert 0 in (*table.sum(axis=0), *table.sum(axis=1))
            continue
        by_probability = fisher_exact(table).pvalue
        if (table.sum(axis=0) == 6).all() or (table.sum(axis=1) == 6).all():
            assert test.p == pytest.approx(by_probability, rel=1e-9)  # both orders agree on symmetric tables
        sampled = MonteCarloG2("ab", [a, b], (2, 2), exact_tables=0, draws=4000, exceedances=4000)("a", "b")
        assert sampled.p == pytest.approx(test.p, abs=5 * math.sqrt(0.25 / 4000))


def test_sampled_p_depends_on_names_only():
    rng = np.random.default_rng(7)
    names, codes, levels = random_data(rng, 5, 80, 4)
    order = [3, 1, 4, 0, 2]
    first = MonteCarloG2(names, codes, levels, seed=5)
    second = MonteCarloG2(
        [names[x] for x in order], [codes[x] for x in order], [levels[x] for x in order], seed=5
    )
    other = MonteCarloG2(names, codes, levels, seed=6)
    calls = [(a, b, given) for a, b in combinations(names, 2) for given in ((), (({*names} - {a, b}).pop(),))]
    answers = [first(a, b, given).p for a, b, given in calls]
    assert answers == [second(b, a, given).p for a, b, given in reversed(calls)][::-1]
    assert answers != [other(a, b, given).p for a, b, given in calls]


def test_sequential_stopping_is_besag_and_cliffords():
    codes = [np.arange(60) % 3, np.arange(60) // 20]
    result = MonteCarloG2("ab", codes, (3, 3), draws=500, exceedances=10)("a", "b")
    assert result.p == 1.0  # the observed G2 is the smallest possible: the first ten tables reach it
    same = MonteCarloG2("ab", [codes[0], codes[0]], (3, 3), draws=500)("a", "b")
    assert same.p == 1 / 501


def test_other_options_reach_the_learner_through_a_test_made_from_data():
    data = sepset.asia().sample(300, seed=1)
    lenient = sepset.independence.ChiSquare.from_data(data, no_evidence="independent")
    given = sepset.kpc(lenient, k=1)
    beside = sepset.kpc(data, test=lenient, k=1)
    assert given.graph == beside.graph
    assert given.settings["test"] == "ChiSquare"
    full = sepset.independence.GSquare.from_data(data, dof="full")
    assert full("smoke", "lung", ["asia"]).dof == 2
    with pytest.raises(sepset.DataError, match="'x' are continuous"):
        sepset.independence.ChiSquare.from_data(sepset.dataset({"x": [0.5, 1.5, 2.5], "y": ["u", "v", "u"]}))

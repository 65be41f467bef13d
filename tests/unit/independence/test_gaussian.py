import copy
import math
from itertools import combinations

import numpy as np
import pytest
from scipy import special, stats

from sepset import DataError, OptionError, UnknownNodeError
from sepset.independence.gaussian import FisherZ
from sepset.independence.protocol import Candidates, CITest, LevelTest


def chain(n=6, rows=200, seed=0):
    return np.cumsum(np.random.default_rng(seed).normal(size=(rows, n)), axis=1)


def names(n):
    return tuple(f"v{i}" for i in range(n))


def textbook_p(values, a, b, given):
    """Two-sided p of Fisher's z from the inverse of the correlation matrix."""
    chosen = [a, b, *given]
    precision = np.linalg.inv(np.corrcoef(values[:, chosen].T))
    r = -precision[0, 1] / math.sqrt(precision[0, 0] * precision[1, 1])
    z = math.sqrt(len(values) - len(given) - 3) * math.atanh(r)
    return 2 * special.ndtr(-abs(z)), z


def all_pairs(n):
    return np.array(list(combinations(range(n), 2)), dtype=np.int32)


def test_is_a_test_and_a_level_test():
    test = FisherZ(names(6), chain())
    assert isinstance(test, CITest)
    assert isinstance(test, LevelTest)
    assert test.names == names(6)
    assert test.n == 200
    assert repr(test) == "FisherZ(6 variables, 200 rows)"


@pytest.mark.parametrize("rows", [10, 50, 5000])
def test_p_and_statistic_match_the_textbook(rows):
    values = chain(rows=rows, seed=rows)
    test = FisherZ(names(6), values)
    for a, b in combinations(range(6), 2):
        others = [other for other in range(6) if other not in (a, b)]
        for given in [s for size in range(4) for s in combinations(others, size)]:
            found = test(f"v{a}", f"v{b}", [f"v{d}" for d in given])
            p, z = textbook_p(values, a, b, given)
            assert found.p == pytest.approx(p, rel=1e-8, abs=1e-10)
            assert found.statistic == pytest.approx(z, rel=1e-10, abs=1e-10)
            assert (found.n, found.dof, found.usable) == (rows, None, True)


def test_p_without_condition_matches_scipy_far_out_in_the_tail():
    values = chain(n=2, rows=400)
    r = stats.pearsonr(*values.T).statistic
    z = math.sqrt(397) * math.atanh(r)
    found = FisherZ(names(2), values)("v0", "v1")
    assert 0 < found.p < 1e-40
    assert found.p == pytest.approx(2 * stats.norm.sf(z), rel=1e-10)


def test_matches_the_convention_of_pcalg():
    """zStat of pcalg: sqrt(n - |S| - 3) * 0.5 * log1p(2 r / (1 - r))."""
    r, n = 0.37, 60
    found = FisherZ.from_correlation("ab", [[1.0, r], [r, 1.0]], n)("a", "b")
    assert found.statistic == pytest.approx(math.sqrt(n - 3) * 0.5 * math.log1p(2 * r / (1 - r)), rel=1e-14)


def test_matches_causal_learn():
    cit = pytest.importorskip("causallearn.utils.cit", exc_type=ImportError)
    values = chain(rows=120)
    other, test = cit.CIT(values, "fisherz"), FisherZ(names(6), values)
    for given in ((), (2,), (2, 3), (2, 3, 5)):
        expected = other(0, 4, list(given))
        assert test("v0", "v4", [f"v{d}" for d in given]).p == pytest.approx(expected, rel=0, abs=1e-10)


def test_symmetric_and_blind_to_the_order_of_the_set():
    test = FisherZ(names(6), chain())
    assert test("v0", "v5", ("v1", "v3")) == test("v5", "v0", ("v3", "v1", "v3"))


@pytest.mark.parametrize("seed", range(5))
def test_column_order_does_not_change_a_bit(seed):
    rng = np.random.default_rng(seed)
    values = chain(n=9, rows=30, seed=seed)
    values[:, 4] = values[:, 2]  # ties
    test = FisherZ(names(9), values)
    order = rng.permutation(9)
    moved = FisherZ([f"v{i}" for i in order], values[:, order])
    position = np.argsort(order)
    assert moved.correlation.tobytes() == test.correlation[np.ix_(order, order)].tobytes()
    assert moved("v1", "v6", ("v0", "v8", "v3")) == test("v1", "v6", ("v0", "v8", "v3"))
    pairs = all_pairs(9)
    lists = [sorted(rng.choice(9, 6, replace=False).tolist()) for _ in range(3)]
    of = rng.integers(0, 3, len(pairs)).tolist()
    moved_lists = [sorted(position[members].tolist()) for members in lists]
    for size in range(4):
        for candidates, moved_candidates in (
            (None, None),
            (Candidates.from_lists(lists, of), Candidates.from_lists(moved_lists, of)),
        ):
            left = test.search_level(pairs, size, candidates, alpha=0.05)
            right = moved.search_level(position[pairs].astype(np.int32), size, moved_candidates, alpha=0.05)
            assert left.p.tobytes() == right.p.tobytes()
            assert left.found.tolist() == right.found.tolist()
            assert left.tests == right.tests
            back = np.append(order, -1)[right.separators]
            assert left.separators.tolist() == back.tolist()


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("rows", [5, 6, 40])
def test_search_level_is_what_single_tests_say(size, rows):
    n = 7
    test = FisherZ(names(n), chain(n=n, rows=rows, seed=rows))
    pairs = all_pairs(n)
    level = test.search_level(pairs, size, alpha=0.1, threads=2)
    assert level.tests == len(pairs) * math.comb(n - 2, size)
    for i, (a, b) in enumerate(pairs.tolist()):
        others = [other for other in range(n) if other not in (a, b)]
        sets = list(combinations(others, size))
        results = {s: test(f"v{a}", f"v{b}", [f"v{d}" for d in s]) for s in sets}
        usable = {s: result for s, result in results.items() if result.usable}
        if rows - size - 3 <= 0:
            assert not usable
        assert level.found[i] == any(result.independent(alpha=0.1) for result in results.values())
        if not usable:
            assert math.isnan(level.p[i])
            assert level.separators[i].tolist() == [-1] * size
            continue
        best = min(usable, key=lambda s, usable=usable: abs(usable[s].statistic))
        assert level.separators[i].tolist() == list(best)
        assert level.p[i] == usable[best].p == max(result.p for result in usable.values())


def test_alpha_is_compared_strictly_with_the_exact_p():
    test = FisherZ(names(5), chain(n=5, rows=60))
    pairs = all_pairs(5)
    p = test.search_level(pairs, 1, alpha=0.5).p
    for i, at in enumerate(p):
        one = pairs[i : i + 1]
        assert not test.search_level(one, 1, alpha=at).found[0]
        assert test.search_level(one, 1, alpha=np.nextafter(at, 0)).found[0]


def test_candidates_exclude_the_pair_and_tests_are_counted():
    test = FisherZ(names(6), chain())
    pairs = np.array([[0, 1], [0, 2], [4, 5]], dtype=np.int32)
    candidates = Candidates.from_lists([[0, 1, 3], [2, 3]], of=[0, 1, 1])
    one = test.search_level(pairs, 1, candidates, alpha=0.05)
    assert one.tests == 1 + 1 + 2
    assert one.separators[:2].tolist() == [[3], [3]]
    two = test.search_level(pairs, 2, candidates, alpha=0.05)
    assert two.tests == 0 + 0 + 1
    assert two.separators.tolist() == [[-1, -1], [-1, -1], [2, 3]]
    assert np.isnan(two.p[:2]).all()


def test_splitting_the_pairs_into_calls_changes_nothing():
    test = FisherZ(names(8), chain(n=8))
    pairs = all_pairs(8)
    whole = test.search_level(pairs, 2, alpha=0.05)
    parts = [test.search_level(part, 2, alpha=0.05) for part in np.array_split(pairs, 5)]
    assert np.concatenate([part.p for part in parts]).tobytes() == whole.p.tobytes()
    assert np.concatenate([part.separators for part in parts]).tolist() == whole.separators.tolist()
    assert sum(part.tests for part in parts) == whole.tests


@pytest.mark.parametrize("frozen", [False, True])
def test_lists_in_many_calls_are_read_anew_unless_they_cannot_change(frozen):
    rng = np.random.default_rng(4)
    test = FisherZ([f"x{i}" for i in range(12)], rng.normal(size=(60, 12)) + rng.normal(size=(60, 1)))
    pairs = np.array([[0, 11], [2, 10]], dtype=np.int32)
    lists = Candidates.from_lists([[1, 10, 11], [3, 4, 5]], [0, 1])
    if frozen:
        lists.offsets.flags.writeable = lists.members.flags.writeable = False
    first = test.search_level(pairs, 1, lists, alpha=0.05)
    again = copy.deepcopy(test).search_level(pairs, 1, lists, alpha=0.05)
    assert first.separators.tolist() == again.separators.tolist()
    other = Candidates.from_lists([[6, 7, 8], [7, 8, 9]], [0, 1])
    if not frozen:
        lists.members[:] = other.members
    second = test.search_level(pairs, 1, lists if not frozen else other, alpha=0.05)
    alone = FisherZ.from_correlation(test.names, test.correlation, test.n)
    expected = alone.search_level(pairs, 1, other, alpha=0.05)
    assert second.separators.tolist() == expected.separators.tolist() != first.separators.tolist()
    assert second.p.tolist() == expected.p.tolist()


def test_no_pairs():
    level = FisherZ(names(3), chain(n=3)).search_level(np.empty((0, 2), dtype=np.int32), 1, alpha=0.05)
    assert (len(level.p), level.separators.shape, level.tests) == (0, (0, 1), 0)


def test_collinear_is_not_usable_and_never_independent():
    values = chain(n=4, rows=50)
    values[:, 1] = 3 * values[:, 0] - 7
    test = FisherZ(names(4), values)
    for a, b, given in (("v0", "v1", ()), ("v0", "v2", ("v1",)), ("v2", "v3", ("v0", "v1"))):
        found = test(a, b, given)
        assert not found.usable
        assert math.isnan(found.p)
        assert not found.independent(alpha=0.0)
    level = test.search_level(np.array([[0, 1]], dtype=np.int32), 0, alpha=0.05)
    assert not level.found[0]


def test_too_few_rows_for_the_set_is_not_usable():
    test = FisherZ(names(4), chain(n=4, rows=5))
    assert test("v0", "v1", ("v2",)).usable
    assert not test("v0", "v1", ("v2", "v3")).usable


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.ones((3, 2)), "at least 4 rows, got 3"),
        (np.ones((5, 3)), r"shape \(rows, 2\), got \(5, 3\)"),
        (np.array([[1, 2], [1, 3], [1, 5], [1, 4]]), "'a' are constant; drop them"),
        (np.array([[1, 2], [2, 3], [3, np.inf], [0, 4]]), "'b' have missing or infinite values"),
        (np.array([[1, 2], [2, np.nan], [3, 2], [0, 4]]), "'b' have missing or infinite values"),
    ],
)
def test_tables_that_cannot_be_used(values, message):
    with pytest.raises(DataError, match=message):
        FisherZ(("a", "b"), values)


def test_names_must_differ():
    with pytest.raises(DataError, match="repeated: 'a'"):
        FisherZ(("a", "a"), chain(n=2))


@pytest.mark.parametrize(
    "matrix", [[[1, 0.5], [0.4, 1]], [[1, 2], [2, 1]], [[2, 0.5], [0.5, 1]], [[1, np.nan], [np.nan, 1]]]
)
def test_matrices_that_are_no_correlations(matrix):
    with pytest.raises(DataError, match="symmetric, with ones on the diagonal"):
        FisherZ.from_correlation("ab", matrix, 100)


def test_wrong_questions():
    test = FisherZ(names(3), chain(n=3))
    with pytest.raises(UnknownNodeError, match="'v9'"):
        test("v0", "v9")
    with pytest.raises(OptionError, match="must not overlap"):
        test("v0", "v1", ("v1",))
    with pytest.raises(OptionError, match="must not overlap"):
        test("v0", "v0")
    with pytest.raises(OptionError, match="size"):
        test.search_level(all_pairs(3), -1, alpha=0.05)


def test_from_data_takes_anything_with_names_and_a_matrix():
    class Table:
        names = names(3)

        def matrix(self):
            return chain(n=3)

    assert FisherZ.from_data(Table())("v0", "v2") == FisherZ(names(3), chain(n=3))("v0", "v2")

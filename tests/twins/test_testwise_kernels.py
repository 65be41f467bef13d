"""Tests that leave out missing values: compiled, readable, and the plain test on the rows that are left."""

import math
from itertools import combinations

import numpy as np
import pytest

from sepset import _core
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ
from sepset.independence.protocol import Candidates
from sepset.independence.residual import ResidualTest
from sepset.independence.testwise import TestwiseChiSquare, TestwiseFisherZ, TestwiseGSquare
from sepset.kernels import testwise as twin
from sepset.skeleton.plain_level import plain_level

NAMES = tuple("ecabd")


def numbers_with_gaps(seed, rows, variables=5):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(variables, rows)).cumsum(axis=0) + rng.choice((0.0, 1e4))
    patterns = rng.random((6, variables)) < 0.25  # some rows share what they lack, others do not
    gaps = np.where(rng.random(rows)[:, None] < 0.7, patterns[rng.integers(0, 6, rows)], False)
    gaps |= rng.random((rows, variables)) < 0.03
    gaps[:2] = False
    values[gaps.T] = np.nan
    return values


def codes_with_gaps(seed, rows, variables=5):
    rng = np.random.default_rng(seed)
    levels = rng.integers(2, 5, variables)
    latent = rng.normal(size=(variables, rows)).cumsum(axis=0)
    codes = np.array(
        [np.searchsorted(np.linspace(-1, 1, count - 1), x) for x, count in zip(latent, levels, strict=True)]
    )
    return np.where(rng.random((variables, rows)) < 0.1, levels[:, None], codes), levels


def cases_of(variables):
    for size in range(4):
        for chosen in combinations(range(variables), size + 2):
            yield chosen[0], chosen[-1], chosen[1:-1]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rows", [9, 40, 700])
def test_fisher_z_is_the_plain_test_on_complete_rows(seed, rows):
    values = numbers_with_gaps(seed, rows)
    test = TestwiseFisherZ(NAMES, values)
    readable = twin.TestwiseCorrelations(values[np.argsort(NAMES)])
    for a, b, given in cases_of(5):
        part = values[[a, b, *given]]
        part = part[:, ~np.isnan(part).any(axis=0)]
        found = test(NAMES[a], NAMES[b], [NAMES[c] for c in given])
        assert found.n == part.shape[1]
        rank = [sorted(NAMES).index(NAMES[v]) for v in (a, b, *given)]
        r, n = readable.test(*sorted(rank[:2]), np.array(sorted(rank[2:]), dtype=np.int32))
        assert n == found.n
        assert math.isnan(r) == math.isnan(found.p)
        if found.n >= 4 and not (part == part[:, :1]).all(axis=1).any():
            names = [NAMES[v] for v in (a, b, *given)]
            plain = FisherZ(names, part.T)(*names[:2], names[2:])
            assert plain.usable == found.usable
            assert found.p == pytest.approx(plain.p, rel=1e-7, abs=1e-12, nan_ok=True)
            assert found.statistic == pytest.approx(plain.statistic, rel=1e-6, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("kind", "plain_kind"), [(TestwiseChiSquare, ChiSquare), (TestwiseGSquare, GSquare)])
def test_contingency_is_the_plain_test_on_complete_rows(seed, kind, plain_kind):
    codes, levels = codes_with_gaps(seed, 120)
    test = kind(NAMES, codes, levels)
    for a, b, given in cases_of(5):
        wanted = [a, b, *given]
        part = codes[wanted][:, (codes[wanted] < levels[wanted, None]).all(axis=0)]
        names = [NAMES[v] for v in wanted]
        plain = plain_kind(names, part, levels[wanted])(*names[:2], names[2:])
        found = test(*names[:2], names[2:])
        assert found == pytest.approx(plain, rel=1e-9, nan_ok=True)


def test_contingency_with_very_many_strata():
    rng = np.random.default_rng(5)
    codes = rng.integers(0, 901, (4, 500))
    levels = np.full(4, 900)
    test = TestwiseChiSquare("abcd", codes, levels)
    rows = (codes < 900).all(axis=0)
    plain = ChiSquare("abcd", codes[:, rows], levels)("a", "b", ["c", "d"])
    assert test("a", "b", ["c", "d"])[1:] == plain[1:]


def all_tests():
    values = numbers_with_gaps(3, 150)
    codes, levels = codes_with_gaps(3, 150)
    yield "fisher_z", TestwiseFisherZ(NAMES, values)
    yield "chi2", TestwiseChiSquare(NAMES, codes, levels)
    yield "g2", TestwiseGSquare(NAMES, codes, levels)
    mixed = [values[0], codes[1], values[2], codes[3], codes[4]]
    yield "residual", ResidualTest(NAMES, mixed, [None, levels[1], None, levels[3], levels[4]])


@pytest.mark.parametrize(("name", "test"), [*all_tests()])
@pytest.mark.parametrize("size", [0, 1, 2, 3])
@pytest.mark.parametrize("largest_p", [True, False])
def test_a_level_is_what_single_tests_say_with_any_threads(name, test, size, largest_p):
    pairs = np.array(list(combinations(range(5), 2)), dtype=np.int32)
    some = Candidates.from_lists([[0, 1, 2, 3], [1, 2, 4], [0, 2, 3, 4]], [i % 3 for i in range(10)])
    for candidates in (None, some):
        slow = plain_level(test, pairs, size, candidates, alpha=0.05)
        fast = test.search_level(pairs, size, candidates, alpha=0.05, largest_p=largest_p)
        rows = np.ones(10, dtype=bool) if largest_p else slow.found
        assert np.array_equal(fast.found, slow.found)
        assert fast.p[rows] == pytest.approx(slow.p[rows], rel=1e-12, nan_ok=True)
        assert np.array_equal(fast.separators[rows], slow.separators[rows])
        assert fast.tests == slow.tests
        again = test.search_level(pairs, size, candidates, alpha=0.05, threads=4, largest_p=largest_p)
        assert all(np.array_equal(x, y, equal_nan=True) for x, y in zip(fast[:3], again[:3], strict=True))


@pytest.mark.parametrize("size", [0, 1, 2])
def test_compiled_searches_are_their_twins(size):
    values = numbers_with_gaps(4, 60)
    codes, levels = codes_with_gaps(4, 60)
    codes, levels = codes.astype(np.uint16), levels.astype(np.int32)
    pairs = np.array(list(combinations(range(5), 2)), dtype=np.int32)
    lists = Candidates.from_lists([list(range(5))], [0] * 10)
    for made, more in (
        ((_core.TestwiseCorrelations(values), twin.TestwiseCorrelations(values)), ()),
        ((_core.TestwiseTables(codes, levels), twin.TestwiseTables(codes, levels)), (False,)),
        ((_core.TestwiseTables(codes, levels), twin.TestwiseTables(codes, levels)), (True,)),
    ):
        fast, slow = (one.search(pairs, size, *lists, -1.0, *more, 1) for one in made)
        assert fast[0] == pytest.approx(slow[0], rel=1e-9, nan_ok=True)
        assert np.array_equal(fast[3], slow[3])


def test_wrong_numbers_are_refused():
    table = _core.TestwiseCorrelations(np.ones((3, 5)))
    with pytest.raises(ValueError, match="outside the table"):
        table.test(0, 3, np.array([], dtype=np.int32))
    with pytest.raises(ValueError, match="levels"):
        _core.TestwiseTables(np.ones((3, 5), dtype=np.uint16), np.ones(2, dtype=np.int32))

"""Pairs by number and neighbour lists: the compiled ones equal their twins, and refuse the same."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import pair_lists as twin


def outcome(function, *arguments):
    """What a function returns, as lists, or the message of its error."""
    try:
        found = function(*arguments)
    except ValueError as error:
        return str(error)
    arrays = found if isinstance(found, tuple) else (found,)
    return [(array.dtype, array.tolist()) for array in arrays]


def test_pairs_of_equals_its_twin():
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(2000):
        n = int(rng.integers(0, 9))
        numbers = np.flatnonzero(rng.random(n * (n - 1) // 2) < rng.random())
        if len(numbers) and rng.random() < 0.3:  # below zero, too large, or out of order
            numbers[rng.integers(len(numbers))] += rng.choice((-40, -1, 1, 40))
        expected = outcome(twin.pairs_of, numbers, n)
        assert outcome(_core.pairs_of, numbers, n) == expected
        refused += isinstance(expected, str)
    assert 100 < refused < 1000


def test_pairs_between_equal_their_twin():
    rng = np.random.default_rng(7)
    refused = 0
    for _ in range(2000):
        n = int(rng.integers(0, 9))
        arguments = int(rng.integers(-1, 20)), int(rng.integers(0, 40)), n
        expected = outcome(twin.pairs_between, *arguments)
        assert outcome(_core.pairs_between, *arguments) == expected
        refused += isinstance(expected, str)
    assert 100 < refused < 1900
    for arguments in ((0, 2**62, 9), (0, 1, 2**31), (0, 1, 2**63)):
        assert "from 0" in outcome(_core.pairs_between, *arguments)
        assert outcome(_core.pairs_between, *arguments) == outcome(twin.pairs_between, *arguments)


def test_neighbour_lists_equal_their_twin():
    rng = np.random.default_rng(2)
    for _ in range(2000):
        n = int(rng.integers(0, 9))
        some = np.flatnonzero(rng.random(n * (n - 1) // 2) < rng.random())
        pairs = twin.pairs_of(some, n)
        assert outcome(_core.neighbour_lists, n, pairs) == outcome(twin.neighbour_lists, n, pairs)


def test_ranked_pairs_equal_their_twin():
    rng = np.random.default_rng(3)
    for _ in range(2000):
        n = int(rng.integers(2, 9))
        ends = rng.integers(-1, n + 1, size=(int(rng.integers(0, 6)), 2)).astype(np.int32)
        pairs = (
            ends
            if rng.random() < 0.2
            else twin.pairs_of(np.arange(n * (n - 1) // 2), n)[:, :: rng.choice((-1, 1))]
        )
        arguments = np.ascontiguousarray(pairs), rng.permutation(n).astype(np.int32), int(rng.integers(1, 3))
        assert outcome(_core.ranked_pairs, *arguments) == outcome(twin.ranked_pairs, *arguments)


def test_many_ranked_pairs_equal_their_twin():
    """So many that threads share them, one wrong pair among the last at times."""
    rng = np.random.default_rng(6)
    every = _core.pairs_between(0, 600 * 599 // 2, 600)
    for wrong in (None, (0, 600), (-1, 3), (7, 7)):
        pairs, rank = every.copy(), rng.permutation(600).astype(np.int32)
        if wrong is not None:
            pairs[rng.integers(70_000, len(pairs))] = wrong
        expected = outcome(twin.ranked_pairs, pairs, rank, 1)
        assert isinstance(expected, str) == (wrong is not None)
        for threads in (1, 2, 5):
            assert outcome(_core.ranked_pairs, pairs, rank, threads) == expected


def test_ranked_lists_equal_their_twin():
    rng = np.random.default_rng(4)
    refused = 0
    for _ in range(2000):
        n = int(rng.integers(0, 9))
        lists = [np.flatnonzero(rng.random(n) < rng.random()) for _ in range(int(rng.integers(0, 6)))]
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        members = np.concatenate([np.zeros(0), *lists]).astype(np.int32)
        rank = rng.permutation(n).astype(np.int32)
        if rng.random() < 0.3:  # numbers that do not exist, offsets that do not fit
            wrong = (offsets, members, rank)[rng.integers(3)]
            if len(wrong):
                wrong[rng.integers(len(wrong))] += rng.choice((-40, 40))
        expected = outcome(twin.ranked_lists, offsets, members, rank)
        assert outcome(_core.ranked_lists, offsets, members, rank) == expected
        refused += isinstance(expected, str)
    assert 100 < refused < 1000


@pytest.mark.parametrize("pair", [(0, 4), (-1, 2), (2, 2)])
def test_pairs_that_do_not_exist_are_refused(pair):
    pairs = np.array([(0, 1), pair], dtype=np.int32)
    expected = outcome(twin.neighbour_lists, 4, pairs)
    assert (
        outcome(_core.neighbour_lists, 4, pairs) == expected == "a pair is two different variables that exist"
    )
    rank = np.arange(4, dtype=np.int32)
    for threads in (1, 2):
        arguments = pairs, rank, threads
        assert outcome(_core.ranked_pairs, *arguments) == outcome(twin.ranked_pairs, *arguments) == expected


def test_places_not_above_a_limit_equal_their_twin():
    rng = np.random.default_rng(5)
    for _ in range(2000):
        numbers = rng.choice((0.0, 0.05, 0.5, 1.0, np.nan), size=int(rng.integers(0, 9)))
        limit = float(rng.choice((-1.0, 0.0, 0.05, 0.7, 1.0)))
        assert outcome(_core.not_above, numbers, limit) == outcome(twin.not_above, numbers, limit)

"""What `search_level` is asked is checked at the border: wrong pairs and lists are told, never tested."""

import numpy as np
import pytest

from sepset.errors import OptionError
from sepset.independence.discrete import ChiSquare, GSquare
from sepset.independence.gaussian import FisherZ
from sepset.independence.protocol import Candidates

RNG = np.random.default_rng(0)
NAMES = ("a", "b", "c", "d")
TESTS = [
    FisherZ(NAMES, RNG.normal(size=(50, 4))),
    ChiSquare(NAMES, RNG.integers(0, 2, (4, 50)), (2, 2, 2, 2)),
    GSquare(NAMES, RNG.integers(0, 20, (4, 50)), (20, 20, 20, 20)),
]
every_test = pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)


@every_test
@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([[0, 1], [0, 4]], r"pair 1 is \(0, 4\), but columns are numbered 0 to 3"),
        ([[-1, 1]], r"pair 0 is \(-1, 1\), but columns are numbered 0 to 3"),
        ([[0, 1], [2, 2]], r"pair 1 is \(2, 2\), but a pair is two different columns"),
        ([[0, 0]], "two different columns"),
        ([[0, 2**31 + 1]], "numbers from 0 to 2147483647; got 0 to 2147483649"),
        ([[0.5, 1]], "whole numbers"),
        ([[0, 1, 2]], r"shape \(m, 2\)"),
        ([[[0, 1]]], r"shape \(m, 2\)"),
    ],
)
def test_pairs_are_two_different_columns(test, size, pairs, message):
    given = np.array(pairs, dtype=np.int32) if np.max(pairs) < 5 and np.min(pairs) < 0 else np.array(pairs)
    with pytest.raises(OptionError, match=message):
        test.search_level(given, size, alpha=0.05)


@every_test
@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize(
    ("lists", "message"),
    [
        (([0, 5], [0, 1], [0]), "rise from 0 to the number of members, 2"),
        (([1, 2], [0, 1], [0]), "rise from 0"),
        (([0, 2, 1, 3], [0, 1, 2], [0]), "rise from 0"),
        (([], [], [0]), "rise from 0"),
        (([0, 3], [0, 2, 4], [0]), "columns 0 to 3; got 0 to 4"),
        (([0, 2], [-1, 2], [0]), "columns 0 to 3; got -1 to 2"),
        (([0, 2], [1, 2], [1]), "lists 0 to 0; got 1 to 1"),
        (([0, 2], [1, 2], [-1]), "lists 0 to 0; got -1 to -1"),
        (([0, 2], [1, 2], [0, 0]), "there are 1 pairs, and it has 2 entries"),
        (([0, 2], [2, 1], [0]), "increasing order"),
        (([0, 2, 4], [1, 2, 3, 3], [0]), "increasing order"),
        (([0, 2], [1.5, 2], [0]), "candidates.members holds whole numbers"),
    ],
)
def test_lists_of_candidates_fit(test, size, lists, message):
    types = (np.int64, np.int32 if 1.5 not in lists[1] else float, np.int32)
    candidates = Candidates(*(np.array(part, dtype=kind) for part, kind in zip(lists, types, strict=True)))
    with pytest.raises(OptionError, match=message):
        test.search_level(np.array([[0, 1]], dtype=np.int32), size, candidates, alpha=0.05)


def at_an_odd_byte(array):
    """The same numbers as part of a longer message, where compiled code must not read them."""
    odd = np.frombuffer(b"?" + array.tobytes(), dtype=np.uint8)[1:].view(array.dtype).reshape(array.shape)
    assert not odd.flags.aligned
    return odd


@every_test
def test_sound_questions_of_any_type_are_answered(test):
    pairs = np.array([[3, 1], [0, 2]], dtype=np.int32)
    candidates = Candidates.from_lists([[0, 1, 2], [1, 3]])
    expected = test.search_level(pairs, 1, candidates, alpha=0.05)
    others = Candidates([0, 3, 5], [0, 1, 2, 1, 3], (0, 1))
    odd = Candidates(*map(at_an_odd_byte, candidates))
    for found in (
        test.search_level(at_an_odd_byte(pairs), 1, odd, alpha=0.05),
        test.search_level(pairs.tolist(), 1, others, alpha=0.05),
        test.search_level(np.asfortranarray(pairs.astype(np.int64)), 1, candidates, alpha=0.05),
    ):
        for one, other in zip(found, expected, strict=True):
            assert np.asarray(one).tobytes() == np.asarray(other).tobytes()


@every_test
@pytest.mark.parametrize("pairs", [[], np.empty((0, 2), dtype=np.int32)])
def test_no_pairs_are_a_question_too(test, pairs):
    assert test.search_level(pairs, 1, alpha=0.05).found.tolist() == []

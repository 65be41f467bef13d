"""The compiled check of a level's pairs and lists equals its twin, and no kernel reads beyond its input."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import candidates as twin
from sepset.kernels.pair_lists import count_candidates


def random_question(rng):
    """Pairs and lists that are sound, but for a number that is sometimes a little off."""
    columns, pairs = int(rng.integers(2, 6)), int(rng.integers(0, 5))
    ends = np.array([rng.choice(columns, 2, replace=False) for _ in range(pairs)], dtype=np.int32).reshape(
        -1, 2
    )
    lists = [np.sort(rng.choice(columns, rng.integers(0, columns), replace=False)) for _ in range(3)]
    offsets = np.concatenate([[0], np.cumsum([len(found) for found in lists])])
    arrays = [
        ends,
        offsets,
        np.concatenate(lists).astype(np.int32),
        rng.integers(0, 3, pairs).astype(np.int32),
    ]
    for array in arrays:
        if array.size and rng.random() < 0.15:
            array.flat[rng.integers(array.size)] += rng.choice((-3, -1, 1, 3))
    if rng.random() < 0.1:
        arrays[1] = arrays[1][:-1]
    return columns, *arrays


def test_check_equals_twin():
    rng = np.random.default_rng(4)
    answers = [0, 0]
    for _ in range(4000):
        columns, pairs, *lists = random_question(rng)
        for question in ((pairs, None, None, None), (pairs, *lists)):
            found = _core.level_is_sound(columns, *question)
            assert found == twin.level_is_sound(columns, *question)
            answers[found] += 1
    assert min(answers) > 500


def test_count_of_candidates_equals_twin():
    rng = np.random.default_rng(5)
    sound = 0
    for _ in range(2000):
        columns, pairs, *lists = random_question(rng)
        if twin.level_is_sound(columns, pairs, *lists):
            expected = count_candidates(columns, pairs, *lists)
            assert _core.count_candidates(columns, pairs, *lists).tolist() == expected.tolist()
            sound += 1
    assert sound > 500


@pytest.mark.parametrize("most_levels", [2, 30])
def test_searches_refuse_what_is_not_sound(most_levels):
    rng = np.random.default_rng(most_levels)
    critical, refused = np.array([-1.0, np.inf]), 0
    for _ in range(500):
        columns, pairs, *lists = random_question(rng)
        if twin.level_is_sound(columns, pairs, *lists):
            continue
        codes = list(rng.integers(0, most_levels, (columns, 70)).astype(np.uint8))
        tables = _core.DiscreteTables(codes, np.full(columns, most_levels, dtype=np.int32), 1)
        rank = np.arange(columns, dtype=np.int32)
        with pytest.raises(ValueError, match=r"variables|list"):
            _core.search_level_gaussian(np.eye(columns), np.sort(pairs, axis=1), 1, *lists, 1)
        try:  # here lists need not be in order; what matters is that nothing is read that is not there
            tables.search(pairs, 1, *lists, critical, rank, False, True, 1)
        except ValueError:
            refused += 1
    assert refused > 100


def test_discrete_kernel_refuses_numbers_outside():
    codes = [np.array([0, 1, 1], dtype=np.uint8)] * 3
    levels = np.array([2, 2, 2], dtype=np.int32)
    with pytest.raises(ValueError, match="below the levels"):
        _core.DiscreteTables(codes, levels - 1, 1)
    with pytest.raises(ValueError, match="at least one level"):
        _core.DiscreteTables(codes, levels - 2, 1)
    tables = _core.DiscreteTables(codes, levels, 1)
    for a, b, given in ((0, 3, []), (-1, 0, []), (0, 0, []), (0, 1, [1]), (0, 1, [5]), (0, 1, [2, 2])):
        with pytest.raises(ValueError, match="different columns that exist"):
            tables.test(a, b, np.array(given, dtype=np.int32), False)
    critical, rank = np.array([-1.0, np.inf]), np.arange(3, dtype=np.int32)
    for wrong in ([[0, 3]], [[-1, 0]], [[0, 0]]):
        with pytest.raises(ValueError, match="two different variables that exist"):
            tables.search(
                np.array(wrong, dtype=np.int32), 1, None, None, None, critical, rank, False, True, 1
            )
    pairs = np.array([[0, 1]], dtype=np.int32)
    for size, values, ranks, message in (
        (-1, critical, rank, "size of a set"),
        (1, critical[:0], rank, "critical value"),
        (1, critical, rank[:2], "one rank a column"),
    ):
        with pytest.raises(ValueError, match=message):
            tables.search(pairs, size, None, None, None, values, ranks, False, True, 1)

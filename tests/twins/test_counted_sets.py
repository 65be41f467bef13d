"""Counts of sets of columns in place of rows: native, the twin and the rows themselves say the same bits."""

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

import sepset._core as native
from sepset.kernels import discrete as twins

SEEDS = range(60)


def all_sets(columns, size):
    return np.array(list(combinations(range(columns), size)), dtype=np.int32).reshape(-1, size)


def table(seed, *, most_rows=400, most_levels=4):
    """Codes of a few columns, some of them with levels that do not occur."""
    rng = np.random.default_rng(seed)
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(1, most_rows))
    levels = rng.integers(1 if seed % 5 == 0 else 2, most_levels + 1, columns).astype(np.int32)
    wide = rng.random(columns) < 0.2
    codes = [
        rng.integers(0, max(count - int(rng.integers(0, 2)), 1), rows).astype(np.uint16 if long else np.uint8)
        for count, long in zip(levels.tolist(), wide.tolist(), strict=True)
    ]
    return codes, levels


def batches(codes, rng):
    """The same rows in pieces, some of them empty."""
    cuts = np.sort(rng.integers(0, len(codes[0]) + 1, int(rng.integers(0, 5))))
    ends = [0, *cuts.tolist(), len(codes[0])]
    return [[column[start:stop] for column in codes] for start, stop in pairwise(ends)]


def answers(tables, levels, size, likelihood):
    """What a search and every single test say."""
    columns = len(levels)
    pairs = all_sets(columns, 2)
    rank = np.arange(columns, dtype=np.int32)[::-1].copy()
    critical = np.array([-1.0, *[np.inf] * 50])
    found = tables.search(pairs, size, None, None, None, critical, rank, likelihood, True, 2)
    single = [
        tables.test(a, b, np.array(given, dtype=np.int32), likelihood)
        for a, b in pairs.tolist()
        for given in combinations([c for c in range(columns) if c not in (a, b)], size)
    ]
    return [part.tolist() for part in found], single


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_say_what_rows_say(seed):
    rng = np.random.default_rng(1000 + seed)
    codes, levels = table(seed)
    size = min(len(levels) - 2, 2)
    on_rows = native.DiscreteTables(codes, levels, 1)
    for kernel in (native.CountedSets, twins.CountedSets):
        counted = kernel(levels, all_sets(len(levels), size + 2))
        for batch in batches(codes, rng):
            counted.add(batch, 2)
        assert counted.rows == len(codes[0])
        for members in range(size + 1):
            for likelihood in (False, True):
                expected = answers(on_rows, levels, members, likelihood)
                assert answers(counted, levels, members, likelihood) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_of_parts_add_up(seed):
    """Rows counted apart, and only their counts put together, say what all rows say, in native and twin."""
    rng = np.random.default_rng(2000 + seed)
    codes, levels = table(seed)
    sets = all_sets(len(levels), min(len(levels), int(rng.integers(2, 5))))
    whole = native.CountedSets(levels, sets)
    whole.add(codes, 1)
    twin = twins.CountedSets(levels, sets)
    joined: list[Any] = [native.CountedSets(levels, sets), twins.CountedSets(levels, sets)]
    for batch in batches(codes, rng):
        part = native.CountedSets(levels, sets)
        part.add(batch, 1)
        twin.add(batch, 1)
        for one in joined:
            one.add_counts(part.counts())
    for other in (twin, *joined):
        assert other.counts().tobytes() == whole.counts().tobytes()
        for columns in sets.tolist():
            assert other.table(columns).tolist() == whole.table(columns).tolist()
    for one in joined:
        with pytest.raises(ValueError, match="counts of the same sets are needed"):
            one.add_counts(np.zeros(1 + one.numbers + 1, dtype=np.int64))


@pytest.mark.parametrize("seed", range(20))
def test_tables_are_those_that_bincount_finds(seed):
    codes, levels = table(seed)
    counted = native.CountedSets(levels, all_sets(len(levels), 3))
    counted.add(codes, 1)
    twin = twins.CountedSets(levels, all_sets(len(levels), 3))
    twin.add(codes, 1)
    assert counted.numbers == twin.numbers
    for columns in [(2, 0, 1), (1, 2), (2, 1), (0,), ()]:
        places, size = np.zeros(len(codes[0]), dtype=np.int64), 1
        for column in columns:
            places, size = places * int(levels[column]) + codes[column], size * int(levels[column])
        expected = np.bincount(places, minlength=size).tolist()
        assert counted.table(columns).tolist() == twin.table(columns).tolist() == expected


def test_more_rows_than_a_tile_and_any_number_of_threads():
    rng = np.random.default_rng(7)
    codes = [rng.integers(0, levels, 100_003).astype(np.uint8) for levels in (2, 3, 2, 2)]
    levels = np.array([2, 3, 2, 2], dtype=np.int32)
    expected = answers(native.DiscreteTables(codes, levels, 1), levels, 2, likelihood=False)
    for threads in (1, 3):
        counted = native.CountedSets(levels, all_sets(4, 4))
        counted.add(codes, threads)
        assert answers(counted, levels, 2, likelihood=False) == expected


def test_only_what_was_asked_for_is_counted():
    sets = np.array([[0, 2, 3]], dtype=np.int32)
    for kernel in (native.CountedSets, twins.CountedSets):
        counted = kernel(np.array([2, 2, 2, 3], dtype=np.int32), sets)
        assert counted.numbers == 1 + 1 + 2 + 1 + 2 + 2 + 2
        counted.test(0, 3, np.array([2], dtype=np.int32), False)
        with pytest.raises(ValueError, match="not counted together"):
            counted.test(0, 1, np.array([], dtype=np.int32), False)


# ---- many rows -------------------------------------------------------------------------------------------


def pearson(cells):
    """X2 of a table of whole numbers in exact arithmetic."""
    total = sum(map(sum, cells))
    rows, columns = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
    return sum(
        (Fraction(cells[i][j]) - Fraction(rows[i] * columns[j], total)) ** 2
        / Fraction(rows[i] * columns[j], total)
        for i in range(len(rows))
        for j in range(len(columns))
    )


@pytest.mark.parametrize("scale", [1, 10**6, 2**31, 3 * 10**9, 10**12, 2**58 // 10])
@pytest.mark.parametrize("likelihood", [False, True])
def test_rows_beyond_all_32_and_products_beyond_64_bits(scale, likelihood):
    cells = [[3 * scale + 1, 2 * scale, scale + 5], [scale, 2 * scale + 7, scale]]
    levels = np.array([2, 3], dtype=np.int32)
    codes = [np.repeat([0, 1], 3).astype(np.uint8), np.tile([0, 1, 2], 2).astype(np.uint8)]
    weights = np.array(cells, dtype=np.int64).reshape(-1)
    found = []
    for kernel in (native.CountedSets, twins.CountedSets):
        counted = kernel(levels, np.array([[0, 1]], dtype=np.int32))
        counted.add_weighted(codes, weights)
        assert counted.rows == int(weights.sum())
        assert counted.table([0, 1]).tolist() == weights.tolist()
        found.append(counted.test(0, 1, np.array([], dtype=np.int32), likelihood))
    assert found[0] == found[1]  # Python's whole numbers know no limit
    if not likelihood:
        assert found[0][0] == pytest.approx(float(pearson(cells)), rel=1e-14)


def test_weights_are_rows_that_occur_more_than_once():
    rng = np.random.default_rng(3)
    codes, levels = table(3, most_rows=60)
    weights = rng.integers(0, 5, len(codes[0]))
    counted = native.CountedSets(levels, all_sets(len(levels), 3))
    counted.add_weighted(codes, weights)
    repeated = native.CountedSets(levels, all_sets(len(levels), 3))
    repeated.add([np.repeat(column, weights) for column in codes], 1)
    assert answers(counted, levels, 1, likelihood=True) == answers(repeated, levels, 1, likelihood=True)


def test_wrong_calls_are_refused():
    levels = np.array([2, 2], dtype=np.int32)
    zero, one = np.zeros(3, dtype=np.uint8), np.ones(3, dtype=np.uint8)
    for sets in ([[1, 0]], [[0, 2]], [[0, 0]], [[-1, 0]]):
        with pytest.raises(ValueError, match="ascending columns"):
            native.CountedSets(levels, np.array(sets, dtype=np.int32))
    counted = native.CountedSets(levels, np.array([[0, 1]], dtype=np.int32))
    with pytest.raises(ValueError, match="one number of levels"):
        counted.add([zero], 1)
    with pytest.raises(ValueError, match="below the levels"):
        counted.add([zero, 2 * one], 1)
    with pytest.raises(ValueError, match="number of times"):
        counted.add_weighted([zero, one], np.array([1, -1, 1]))
    with pytest.raises(ValueError, match="different columns"):
        counted.table([0, 0])

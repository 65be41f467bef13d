"""The compiled discrete kernel, its twin and brute force agree to the last bit."""

import hashlib
import os
import signal
import subprocess
import sys
import time
from itertools import combinations

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import discrete


def random_columns(rng, columns, rows, most_levels, *, copies=0.3):
    """Columns sorted by levels, skewed, some copying their neighbour; levels may be absent."""
    levels = np.sort(rng.integers(1, most_levels + 1, columns)).astype(np.int32)
    codes = np.array([rng.choice(count, rows, p=rng.dirichlet(np.full(count, 0.7))) for count in levels])
    for x in range(1, columns):
        if rng.random() < copies:
            same = rng.random(rows) < 0.8
            codes[x, same] = np.minimum(codes[x - 1, same], levels[x] - 1)
    return codes.astype(rng.choice([np.uint8, np.uint16])), levels


def random_lists(rng, pairs, columns):
    if rng.random() < 0.5:
        return None, None, None
    lists = [np.sort(rng.choice(columns, rng.integers(0, columns + 1), replace=False)) for _ in pairs]
    offsets = np.concatenate([[0], np.cumsum([len(members) for members in lists])]).astype(np.int64)
    members = np.concatenate([*lists, np.empty(0, int)]).astype(np.int32)
    return offsets, members, rng.permutation(len(lists)).astype(np.int32)


def random_critical(rng):
    critical = np.concatenate([[-1.0], rng.choice([1.0, 10.0, 40.0, np.inf]) * np.sqrt(np.arange(1, 40))])
    if rng.random() < 0.2:
        critical[0] = np.inf
    if rng.random() < 0.2:
        critical[rng.integers(2, 40) :] = rng.choice([-1.0, np.inf])
    return critical


def assert_same_bytes(first, second):
    for one, other in zip(first, second, strict=True):
        assert one.dtype == other.dtype
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("seed", range(4))
def test_search_equals_twin_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    entries = 0
    for _ in range(80):
        columns, rows = int(rng.integers(2, 9)), int(rng.choice([1, 5, 20, 63, 64, 65, 130, 300]))
        codes, levels = random_columns(rng, columns, rows, 5)
        pairs = np.array(list(combinations(range(columns), 2)), dtype=np.int32)
        pairs = rng.permuted(pairs, axis=1)[rng.random(len(pairs)) < 0.6]
        arguments = (
            np.ascontiguousarray(pairs),
            int(rng.integers(0, 4)),
            *random_lists(rng, pairs, columns),
            random_critical(rng),
            rng.permutation(columns).astype(np.int32),
            bool(rng.integers(2)),
            bool(rng.integers(2)),
        )
        native = _core.DiscreteTables(codes, levels, 2).search(*arguments, 2)
        assert_same_bytes(native, discrete.DiscreteTables(codes, levels, 1).search(*arguments, 1))
        entries += len(native[0])
    assert entries > 200


@pytest.mark.parametrize("wide", [False, True])
def test_single_tests_equal_twin(wide):
    rng = np.random.default_rng(11)
    for _ in range(60):
        codes, levels = random_columns(rng, 5, int(rng.choice([5, 40, 200])), 300 if wide else 5)
        native, twin = _core.DiscreteTables(codes, levels, 1), discrete.DiscreteTables(codes, levels, 1)
        for size in range(4):
            a, b, *given = rng.permutation(5)[: size + 2].tolist()
            for likelihood in (False, True):
                arguments = (a, b, np.array(given, dtype=np.int32), likelihood)
                assert native.test(*arguments) == twin.test(*arguments)


def brute_force(tables, pairs, size, columns, critical, name_rank, likelihood):
    """The front of every pair, from single tests (which count row by row)."""
    for i, (a, b) in enumerate(pairs.tolist()):
        tests = []
        for given in combinations([c for c in range(columns) if c not in (a, b)], size):
            statistic, dof, _ = tables.test(a, b, np.array(given, dtype=np.int32), likelihood)
            tests.append(discrete.BestTest(dof, statistic, given))
        for entry in discrete.best_tests(tests, critical.tolist(), name_rank.tolist()):
            yield i, *entry


@pytest.mark.parametrize(
    ("columns", "most_levels", "size"), [(40, 3, 1), (35, 4, 2), (20, 3, 3), (36, 20, 2)]
)
@pytest.mark.parametrize("likelihood", [False, True])
def test_many_blocks_equal_single_tests(columns, most_levels, size, likelihood):
    rng = np.random.default_rng(columns)
    codes, levels = random_columns(rng, columns, 700, most_levels)
    tables = _core.DiscreteTables(codes, levels, 2)
    pairs = np.array([rng.choice(columns, 2, replace=False) for _ in range(6)], dtype=np.int32)
    pairs[0] = columns - 2, columns - 1
    rank = rng.permutation(columns).astype(np.int32)
    for critical in (np.array([-1.0, np.inf]), np.array([-1.0, *np.linspace(4, 30, 40)])):
        found = tables.search(pairs, size, None, None, None, critical, rank, likelihood, True, 2)
        expected = list(brute_force(tables, pairs, size, columns, critical, rank, likelihood))
        rows = zip(*(part.tolist() for part in found[:3]), found[3].reshape(-1, size).tolist(), strict=True)
        assert [(i, dof, x, tuple(given)) for i, dof, x, given in rows] == expected


@pytest.mark.parametrize("likelihood", [False, True])
def test_rows_in_tiles_equal_single_tests(likelihood):
    """Columns that are larger than the cache together are counted tile by tile, many pairs at a time."""
    rng = np.random.default_rng(3)
    columns, rows = 24, 90_001
    codes, levels = random_columns(rng, columns, rows, 18)
    assert (levels[levels <= 16] - 1).sum() * rows / 64 > 2**16, "all fits into the cache: nothing is tiled"
    tables = _core.DiscreteTables(codes, levels, 2)
    pairs = np.array(list(combinations(range(columns), 2)), dtype=np.int32)[rng.permutation(276)[:50]]
    rank = rng.permutation(columns).astype(np.int32)
    critical = np.array([-1.0, *np.linspace(4, 3000, 600)])
    everything = np.arange(columns, dtype=np.int32)
    one_list = np.array([0, columns], dtype=np.int64), everything, np.zeros(50, dtype=np.int32)
    expected = list(brute_force(tables, pairs, 1, columns, critical, rank, likelihood))
    assert len(expected) > 20
    for lists in ((None, None, None), one_list):
        for threads in (1, 3):
            found = tables.search(pairs, 1, *lists, critical, rank, likelihood, True, threads)
            parts = zip(*(part.tolist() for part in found), strict=True)
            assert [(i, dof, x, (given,)) for i, dof, x, given in parts] == expected


def test_threads_do_not_matter():
    rng = np.random.default_rng(5)
    codes, levels = random_columns(rng, 40, 1000, 4)
    pairs = np.array(list(combinations(range(40), 2)), dtype=np.int32)
    critical = np.concatenate([[-1.0], np.linspace(4, 300, 200)])
    rank = rng.permutation(40).astype(np.int32)
    for size in (0, 1, 2):
        runs = [
            _core.DiscreteTables(codes, levels, threads).search(
                pairs, size, None, None, None, critical, rank, True, True, threads
            )
            for threads in (1, 2, 4)
        ]
        assert len(runs[0][0]) > 0
        assert_same_bytes(runs[0], runs[1])
        assert_same_bytes(runs[0], runs[2])


def fingerprint():
    """A hash of searches that use every operation of the kernel."""
    rng = np.random.default_rng(8)
    digest = hashlib.sha256()
    for columns, rows, most_levels in ((30, 1000, 2), (25, 700, 5), (20, 5000, 3), (18, 20_000, 2)):
        codes, levels = random_columns(rng, columns, rows, most_levels)
        pairs = np.array([rng.choice(columns, 2, replace=False) for _ in range(20)], dtype=np.int32)
        critical, rank = np.array([-1.0, 1e9]), np.arange(columns, dtype=np.int32)
        for size, likelihood in ((1, True), (2, False), (2, True), (3, False)):
            found = _core.DiscreteTables(codes, levels, 1).search(
                pairs, size, None, None, None, critical, rank, likelihood, True, 1
            )
            for part in found:
                digest.update(part.tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("instructions", ["avx2", "portable"])
def test_instruction_sets_do_not_matter(instructions):
    run = subprocess.run(
        [sys.executable, "-c", "import test_discrete_kernel as t; print(t.fingerprint())"],
        env={**os.environ, "SEPSET_INSTRUCTIONS": instructions, "PYTHONPATH": os.path.dirname(__file__)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == fingerprint()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
@pytest.mark.parametrize("most_levels", [2, 40])  # with bitmaps, and row by row
def test_interrupt_ends_a_long_search(most_levels):
    class StoppedError(Exception):
        pass

    def stop(*_):
        raise StoppedError

    rng = np.random.default_rng(0)
    codes = rng.integers(0, most_levels, (300, 2000)).astype(np.uint8)
    tables = _core.DiscreteTables(codes, np.full(300, most_levels, dtype=np.int32), 2)
    pairs = np.array([[0, 1], [2, 3]], dtype=np.int32)  # one for each thread, minutes of work
    critical, rank = np.array([-1.0, 1.0]), np.arange(300, dtype=np.int32)
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    start = time.monotonic()
    try:
        with pytest.raises(StoppedError):
            tables.search(pairs, 4, None, None, None, critical, rank, False, True, 2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 5.0


@pytest.mark.parametrize("size", [1, 2, 3])
def test_short_lists_of_candidates_equal_single_tests(size):
    """Few sets are counted without sorting the rows by cell."""
    rng = np.random.default_rng(size)
    for rows in (64, 700, 5000):
        codes, levels = random_columns(rng, 12, rows, 4)
        tables = _core.DiscreteTables(codes, levels, 1)
        members = np.sort(rng.choice(12, 6, replace=False)).astype(np.int32)
        pairs = np.array(list(combinations(range(12), 2)), dtype=np.int32)
        lists = (np.array([0, 6]), members, np.zeros(len(pairs), dtype=np.int32))
        critical, rank = np.array([-1.0, np.inf]), np.arange(12, dtype=np.int32)
        found = tables.search(pairs, size, *lists, critical, rank, False, True, 1)
        expected = []
        for i, (a, b) in enumerate(pairs.tolist()):
            tests = []
            for given in combinations([c for c in members.tolist() if c not in (a, b)], size):
                statistic, dof, _ = tables.test(a, b, np.array(given, dtype=np.int32), False)
                tests.append(discrete.BestTest(dof, statistic, given))
            expected += [
                (i, *entry) for entry in discrete.best_tests(tests, critical.tolist(), rank.tolist())
            ]
        parts = zip(*(part.tolist() for part in found[:3]), found[3].reshape(-1, size).tolist(), strict=True)
        assert [(i, dof, x, tuple(given)) for i, dof, x, given in parts] == expected


def test_columns_of_both_widths_go_together():
    rng = np.random.default_rng(9)
    codes = [rng.integers(0, 3, 500).astype(type_) for type_ in (np.uint8, np.uint16, np.uint8)]
    levels = np.array([3, 3, 3], dtype=np.int32)
    given = np.array([2], dtype=np.int32)
    mixed = _core.DiscreteTables(codes, levels, 1).test(0, 1, given, True)
    assert mixed == _core.DiscreteTables(np.array(codes, dtype=np.uint8), levels, 1).test(0, 1, given, True)
    with pytest.raises(ValueError, match="uint8 or uint16"):
        _core.DiscreteTables([codes[0].astype(np.int64)], levels[:1], 1)
    with pytest.raises(ValueError, match="as many rows"):
        _core.DiscreteTables([codes[0], codes[1][:-1]], levels[:2], 1)


def test_logarithm_is_accurate():
    rng = np.random.default_rng(1)
    for m, k in rng.integers(1, 10**12, (2000, 2)).tolist():
        assert discrete.log_ratio(m, k) == pytest.approx(np.log(m / k), rel=1e-13)
    assert discrete.log_ratio(10**15 + 1, 10**15) == pytest.approx(np.log1p(1e-15), rel=1e-14)

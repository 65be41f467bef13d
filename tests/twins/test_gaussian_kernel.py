"""The compiled Gaussian kernels against their twins (equal bytes) and against the textbook (SciPy)."""

import math
import os
import signal
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from sepset import _core
from sepset.independence.protocol import Candidates
from sepset.kernels import gaussian as twin

INSTRUCTION_SETS = ("portable", "avx2", "avx512")


@pytest.fixture(autouse=True)
def _widest_instructions_afterwards():
    yield
    os.environ.pop("SEPSET_INSTRUCTIONS", None)


def all_pairs(n):
    return np.array(list(combinations(range(n), 2)), dtype=np.int32).reshape(-1, 2)


def one_list(n, pairs):
    return np.array([0, n]), np.arange(n, dtype=np.int32), np.zeros(len(pairs), dtype=np.int32)


def random_lists(rng, n, pairs):
    lists = [np.sort(rng.choice(n, rng.integers(0, n + 1), replace=False)) for _ in range(4)]
    offsets = np.concatenate(([0], np.cumsum([len(members) for members in lists])))
    members = np.concatenate(lists).astype(np.int32)
    return offsets, members, rng.integers(0, 4, len(pairs)).astype(np.int32)


def random_columns(rng, n, rows, kind):
    columns = rng.normal(size=(n, rows))
    a, b, c = rng.integers(0, n, 3)
    if kind == "chain":
        columns = np.cumsum(columns, axis=0)
    elif kind == "duplicate":
        columns[a] = columns[b]
    elif kind == "near-singular":
        columns[a] = columns[b] + columns[c] + 10.0 ** -rng.uniform(2, 9) * rng.normal(size=rows)
    elif kind == "ties":
        columns = rng.integers(0, 2, (n, rows)) + 0.0
        columns[:, :2] = (0.0, 1.0)
    elif kind == "far from zero":
        columns += 1e6
    return columns


def star_lists(rng, n, pairs):
    """List g belongs to variable g, and every pair uses the list of one of its ends."""
    lists = [np.flatnonzero(rng.random(n) < rng.choice((0.2, 0.9))) for _ in range(n)]
    return Candidates.from_lists([found.tolist() for found in lists], pairs[:, rng.integers(2)].tolist())


def limit_for(rng, r):
    """Sometimes no limit, sometimes one that is hit exactly, just missed, or lies anywhere."""
    known = np.abs(r[~np.isnan(r)])
    at = float(rng.choice(known)) if len(known) else 0.3
    return float(rng.choice((np.inf, at, np.nextafter(at, 0.0), rng.random())))


def assert_same_bytes(found, expected):
    for left, right in zip(found, expected, strict=True):
        assert (left.shape, left.dtype) == (right.shape, right.dtype)
        assert left.tobytes() == right.tobytes()


@pytest.mark.parametrize("kind", ["plain", "chain", "duplicate", "near-singular", "ties", "far from zero"])
@pytest.mark.parametrize("seed", range(4))
def test_search_equals_twin_on_small_cases(kind, seed):
    rng = np.random.default_rng([seed, len(kind)])
    for _ in range(100):
        n, rows, size = int(rng.integers(3, 13)), int(rng.integers(5, 200)), int(rng.integers(0, 5))
        columns = random_columns(rng, n, rows, kind)
        correlation = _core.correlation_matrix(columns, 1)
        pairs = rng.permutation(all_pairs(n))[: int(rng.integers(1, 20))]
        lists = (random_lists(rng, n, pairs), star_lists(rng, n, pairs), one_list(n, pairs))[rng.integers(3)]
        largest = limit_for(rng, twin.search_level_gaussian(correlation, pairs, size, *lists, 1)[0])
        expected = twin.search_level_gaussian(correlation, pairs, size, *lists, 1, largest)
        for instructions in INSTRUCTION_SETS:
            os.environ["SEPSET_INSTRUCTIONS"] = instructions
            for threads in (1, 2, 4):
                found = _core.search_level_gaussian(correlation, pairs, size, *lists, threads, largest)
                assert_same_bytes(found, expected)


@pytest.mark.parametrize("kind", ["plain", "chain", "duplicate", "near-singular", "ties", "far from zero"])
def test_search_from_neighbours_equals_twin(kind):
    rng = np.random.default_rng(len(kind))
    for _ in range(100):
        n, rows = int(rng.integers(3, 40)), int(rng.integers(5, 200))
        correlation = _core.correlation_matrix(random_columns(rng, n, rows, kind), 1)
        pairs = rng.permutation(all_pairs(n))[: int(rng.integers(1, 60))]
        lists = star_lists(rng, n, pairs)
        largest = limit_for(rng, twin.search_level_gaussian(correlation, pairs, 1, *lists, 1)[0])
        expected = twin.search_level_gaussian(correlation, pairs, 1, *lists, 1, largest)
        for instructions in INSTRUCTION_SETS:
            os.environ["SEPSET_INSTRUCTIONS"] = instructions
            for threads in (1, 3):
                found = _core.search_level_gaussian(correlation, pairs, 1, *lists, threads, largest)
                assert_same_bytes(found, expected)


def test_partial_correlation_equals_twin():
    rng = np.random.default_rng(3)
    for kind in ("plain", "chain", "duplicate", "near-singular"):
        for _ in range(100):
            correlation = _core.correlation_matrix(random_columns(rng, 9, 40, kind), 1)
            a, b, *given = rng.permutation(9)[: 2 + rng.integers(0, 7)].tolist()
            a, b, given = min(a, b), max(a, b), np.array(sorted(given), dtype=np.int32)
            found, expected = (
                f(correlation, a, b, given) for f in (_core.partial_correlation, twin.partial_correlation)
            )
            assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_p_values_equal_twin():
    r = np.concatenate([np.linspace(-0.999999, 0.999999, 5001), 10.0 ** -np.arange(0.0, 300.0), [np.nan]])
    r[np.abs(r) == 1] = 0.5
    for dof in (1.0, 7.0, 97.0, 1e6):
        expected = twin.fisher_z_p(r, dof, 1)
        assert _core.fisher_z_p(r, dof, 3).tobytes() == expected.tobytes()


def residual_correlation(columns, a, b, given):
    design = np.column_stack([np.ones(columns.shape[1]), *columns[list(given)]])
    residuals = columns[[a, b]].T - design @ np.linalg.lstsq(design, columns[[a, b]].T, rcond=None)[0]
    return stats.pearsonr(*residuals.T).statistic


@pytest.mark.parametrize("size", range(4))
def test_search_equals_regression_and_scipy(size):
    rng = np.random.default_rng(size)
    for kind in ("plain", "chain"):
        for _ in range(4):
            n, rows = 6, int(rng.integers(12, 100))
            columns = random_columns(rng, n, rows, kind)
            pairs = all_pairs(n)
            correlation = _core.correlation_matrix(columns, 1)
            r, sets, _ = _core.search_level_gaussian(correlation, pairs, size, *one_list(n, pairs), 1)
            p = _core.fisher_z_p(r, rows - size - 3, 1)
            for i, (a, b) in enumerate(pairs.tolist()):
                others = [other for other in range(n) if other not in (a, b)]
                tried = {s: residual_correlation(columns, a, b, s) for s in combinations(others, size)}
                best = min(tried, key=lambda s, tried=tried: abs(tried[s]))
                assert tuple(sets[i].tolist()) == best
                assert r[i] == pytest.approx(tried[best], rel=0, abs=1e-11)
                z = math.sqrt(rows - size - 3) * math.atanh(tried[best])
                assert p[i] == pytest.approx(2 * stats.norm.sf(abs(z)), rel=0, abs=1e-10)


def order_one(c, a, b):
    """All partial correlations of a and b given one variable, in the kernel's order of operations."""
    with np.errstate(invalid="ignore", divide="ignore"):
        left_a, left_b = 1.0 - c[a] * c[a], 1.0 - c[b] * c[b]
        r = (c[a, b] - c[a] * c[b]) / np.sqrt(left_a * left_b)
    r[[a, b]] = np.nan
    r[~((left_a > 1e-8) & (left_b > 1e-8) & (1.0 - r * r > 1e-8))] = np.nan
    return r


@pytest.mark.parametrize("n", [63, 64, 65, 200])
@pytest.mark.parametrize("kind", ["plain", "chain", "duplicate", "near-singular"])
def test_order_one_over_many_tiles(n, kind):
    rng = np.random.default_rng(n)
    correlation = _core.correlation_matrix(random_columns(rng, n, 60, kind), 1)
    pairs = all_pairs(n)
    expected = [order_one(correlation, a, b) for a, b in pairs.tolist()]
    best = [-1 if np.isnan(r).all() else int(np.nanargmin(np.abs(r))) for r in expected]
    for instructions in INSTRUCTION_SETS:
        os.environ["SEPSET_INSTRUCTIONS"] = instructions
        for threads in (1, 2):
            r, sets, available = _core.search_level_gaussian(
                correlation, pairs, 1, *one_list(n, pairs), threads
            )
            assert sets[:, 0].tolist() == best
            assert (
                r.tobytes() == np.array([all_r[d] for all_r, d in zip(expected, best, strict=True)]).tobytes()
            )
            assert set(available.tolist()) == {n - 2}


def order_two(c, a, b):
    """All partial correlations of a and b given z < d, in the kernel's order of operations."""
    z, d = np.triu_indices(len(c), 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        left_d = 1.0 - c[z, d] * c[z, d]
        d_a, d_b = c[d, a] - c[z, d] * c[z, a], c[d, b] - c[z, d] * c[z, b]
        left_a = (1.0 - c[z, a] * c[z, a]) - d_a / left_d * d_a
        left_b = (1.0 - c[z, b] * c[z, b]) - d_b / left_d * d_b
        r = ((c[a, b] - c[z, a] * c[z, b]) - d_a / left_d * d_b) / np.sqrt(left_a * left_b)
        usable = (left_d > 1e-8) & (left_a > 1e-8) & (left_b > 1e-8) & (1.0 - r * r > 1e-8)
    for end in (a, b):
        usable &= (z != end) & (d != end)
    return z, d, np.where(usable, r, np.nan)


def best_of_two(c, a, b, pool, largest):
    z, d, r = order_two(c, a, b)
    allowed = np.isin(z, pool) & np.isin(d, pool) & (np.abs(r) <= largest)
    if not allowed.any():
        return np.nan, (-1, -1)
    first = int(np.argmin(np.where(allowed, np.abs(r), np.inf)))  # sets come in lexicographic order
    return r[first], (int(z[first]), int(d[first]))


def hidden_twins(rng, n, rows):
    """Columns 0 to 3: what the first two share is the difference of the last two, hardly seen in either."""
    columns = rng.normal(size=(n, rows))
    whole = rng.normal(size=(rows, 2))
    cause, other = np.sqrt(rows) * np.linalg.qr(whole - whole.mean(axis=0))[0].T
    share = 10.0 ** -rng.uniform(0.5, 2)
    columns[:2] += rng.choice((2.0, 3.0, 10.0)) * cause
    columns[2:4] = other + share * cause, other - share * cause
    return columns


def trees(rng, n, rows):
    """Columns that each follow an earlier one closely or loosely, or none: few of them explain a pair."""
    columns = rng.normal(size=(n, rows))
    for i in range(1, n):
        columns[i] += rng.choice((0.0, 0.3, 1.0, 4.0, 100.0)) * columns[rng.integers(i)]
    return columns


@pytest.mark.parametrize(
    "kind", ["trees", "hidden twins", "plain", "chain", "duplicate", "near-singular", "ties"]
)
@pytest.mark.parametrize("seed", range(3))
def test_sets_of_two_from_large_pools(kind, seed):
    rng = np.random.default_rng([seed, len(kind)])
    for _ in range(4):
        n, rows = int(rng.integers(34, 80)), int(rng.integers(30, 300))
        own = {"trees": trees, "hidden twins": hidden_twins}.get(kind)
        columns = own(rng, n, rows) if own else random_columns(rng, n, rows, kind)
        correlation = _core.correlation_matrix(columns, 1)
        pairs = np.concatenate([[[0, 1]], rng.permutation(all_pairs(n)[1:])[:59]]).astype(np.int32)
        pools = [np.arange(n), np.sort(rng.permutation(n)[: rng.integers(32, n)])]
        lists = Candidates.from_lists([pool.tolist() for pool in pools], rng.integers(0, 2, 60).tolist())
        largest = float(rng.choice((0.02, 0.1, 0.3, 0.6)))
        expected = [
            best_of_two(correlation, a, b, pools[pool], largest)
            for (a, b), pool in zip(pairs.tolist(), lists.of.tolist(), strict=True)
        ]
        for instructions in INSTRUCTION_SETS:
            os.environ["SEPSET_INSTRUCTIONS"] = instructions
            for threads in (1, 3):
                r, sets, _ = _core.search_level_gaussian(correlation, pairs, 2, *lists, threads, largest)
                assert sets.tolist() == [list(found) for _, found in expected]
                assert r.tobytes() == np.array([best for best, _ in expected]).tobytes()


@pytest.mark.parametrize("size", [2, 3])
def test_large_pools_equal_twin_on_some_pairs(size):
    n = {2: 100, 3: 30}[size]
    rng = np.random.default_rng(size)
    columns = random_columns(rng, n, 80, "chain")
    columns[7] = columns[3]
    correlation = _core.correlation_matrix(columns, 1)
    pairs = all_pairs(n)
    found = _core.search_level_gaussian(correlation, pairs, size, *one_list(n, pairs), 1)
    for threads in (2, 4):
        assert_same_bytes(
            _core.search_level_gaussian(correlation, pairs, size, *one_list(n, pairs), threads), found
        )
    some = rng.choice(len(pairs), 4, replace=False)
    expected = twin.search_level_gaussian(correlation, pairs[some], size, *one_list(n, pairs[some]), 1)
    assert_same_bytes([part[some] for part in found], expected)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_exact_zeros_are_ties_and_the_first_set_wins(size):
    correlation = np.eye(40)
    correlation[0, 1] = correlation[1, 0] = 0.5
    pairs = np.array([[0, 1], [2, 3], [0, 39]], dtype=np.int32)
    for threads in (1, 2):
        r, sets, _ = _core.search_level_gaussian(correlation, pairs, size, *one_list(40, pairs), threads)
        assert np.abs(r).tolist() == [0.5, 0.0, 0.0]
        assert sets.tolist() == [[2, 3, 4][:size], [0, 1, 4][:size], [1, 2, 3][:size]]


def test_collinear_sets_are_never_used():
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(2, 50))
    columns = np.array([x, x, 2 * x - 1, y])
    correlation = _core.correlation_matrix(columns, 1)
    pairs = np.array([[0, 1], [0, 3]], dtype=np.int32)
    r, sets, available = _core.search_level_gaussian(correlation, pairs, 1, *one_list(4, pairs), 1)
    assert np.isnan(r).all()
    assert (sets == -1).all()
    assert available.tolist() == [2, 2]


def test_wrong_input_is_refused():
    correlation = np.eye(4)
    good = one_list(4, [0])
    for wrong in ([[1, 0]], [[1, 1]], [[0, 4]], [[-1, 2]]):
        with pytest.raises(ValueError, match=r"pairs a < b|two different variables that exist"):
            _core.search_level_gaussian(correlation, np.array(wrong, dtype=np.int32), 1, *good, 1)
    pairs = np.array([[0, 1]], dtype=np.int32)
    for members in ([0, 2, 1, 3], [0, 1, 2, 4], [0, 1, 1, 2]):
        with pytest.raises(ValueError, match=r"increasing lists|members that exist"):
            _core.search_level_gaussian(
                correlation, pairs, 1, good[0], np.array(members, dtype=np.int32), good[2], 1
            )
    with pytest.raises(ValueError, match="one list for each pair"):
        _core.search_level_gaussian(correlation, pairs, 1, good[0], good[1], np.zeros(2, dtype=np.int32), 1)
    with pytest.raises(ValueError, match="square"):
        _core.search_level_gaussian(np.ones((2, 3)), pairs, 1, *good, 1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_interrupt_ends_a_long_search():
    class StoppedError(Exception):
        pass

    def stop(*_):
        raise StoppedError

    correlation = _core.correlation_matrix(np.random.default_rng(0).normal(size=(300, 50)), 1)
    pairs = all_pairs(300)
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(StoppedError):
            _core.search_level_gaussian(correlation, pairs, 3, *one_list(300, pairs), 2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

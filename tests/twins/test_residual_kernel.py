"""The compiled residual kernel against its twin, and both against the textbook."""

import math
from itertools import combinations

import numpy as np
import pytest

import naive_residual as naive
from sepset import _core
from sepset.independence.embedding import indicators, normal_scores
from sepset.independence.protocol import Candidates
from sepset.kernels import residual as twin


def random_table(rng, variables, rows, *, gaps=False):
    """Vectors of scores and indicators that depend on each other, some copied, some nearly constant."""
    blocks, continuous = [], []
    latent = rng.normal(size=(variables, rows))
    for v in range(1, variables):
        latent[v] += latent[rng.integers(0, v)] * rng.normal()
    for v in range(variables):
        kind = rng.integers(0, 4)
        if kind == 0:
            cuts = np.sort(rng.normal(size=rng.integers(1, 5)))
            codes = np.unique(np.searchsorted(cuts, latent[v]), return_inverse=True)[1]
            blocks.append(indicators(codes, int(codes.max()) + 1))
        elif kind == 1 and v:
            blocks.append(blocks[rng.integers(0, v)])
        else:
            values = np.round(latent[v], int(rng.integers(0, 4)))
            blocks.append(normal_scores(values)[None, :])
        continuous.append(len(blocks[-1]) == 1 and len(np.unique(blocks[-1])) > 2)
    observed = (rng.random((variables, rows)) > 0.1).astype(np.uint8) if gaps else None
    if gaps:
        observed[0] = 1
        blocks = [block * observed[v] for v, block in enumerate(blocks)]
    first = np.concatenate(([0], np.cumsum([len(block) for block in blocks]))).astype(np.int64)
    return np.concatenate(blocks), first, np.array(continuous, dtype=np.uint8), observed


def textbook(table, a, b, given):
    values, first, continuous, observed = table

    def block(v):
        vectors = values[first[v] : first[v + 1]].T.copy()
        if observed is not None:
            vectors[observed[v] == 0] = np.nan
        return vectors, bool(continuous[v])

    return naive.residual_test(block(a), block(b), [block(v) for v in given])


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_single_tests_agree_with_twin_and_textbook(seed, gaps):
    rng = np.random.default_rng([seed, gaps])
    rows = int(rng.choice((12, 60, 300, 1500)))
    table = random_table(rng, 5, rows, gaps=gaps)
    if not len(table[0]):
        return
    compiled, readable = _core.ResidualTable(*table, 1), twin.ResidualTable(*table, 1)
    for size in range(3):
        a, b, *given = rng.permutation(5)[: 2 + size].tolist()
        members = np.array(sorted(given), dtype=np.int32)
        one, two = compiled.test(a, b, members), readable.test(a, b, members)
        assert one[2:] == two[2:]
        assert one[0] == pytest.approx(two[0], rel=1e-9, abs=1e-12, nan_ok=True)
        assert one[1] == pytest.approx(two[1], rel=1e-9, nan_ok=True)
        p, _, dof, left, n = textbook(table, a, b, sorted(given))
        assert (dof, left, n) == one[2:]
        assert math.isnan(p) == math.isnan(one[0])
        assert one[0] == pytest.approx(p, rel=1e-6, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize("skip", [False, True])
def test_a_level_agrees_with_the_twin_at_any_number_of_threads(size, skip, gaps):
    rng = np.random.default_rng([size, skip, gaps])
    table = random_table(rng, 6, 120, gaps=gaps)
    pairs = np.array(list(combinations(range(6), 2)), dtype=np.int32)
    lists = [np.flatnonzero(rng.random(6) < 0.8).tolist() for _ in range(6)]
    candidates = Candidates.from_lists(lists, rng.integers(0, 6, len(pairs)).tolist())
    compiled, readable = _core.ResidualTable(*table, 1), twin.ResidualTable(*table, 1)
    for alpha in (-1.0, 0.05):
        slow = readable.search(pairs, size, *candidates, alpha, skip, 1)
        fast = compiled.search(pairs, size, *candidates, alpha, skip, 1)
        assert np.array_equal(fast[3], slow[3])
        assert np.array_equal(fast[2], slow[2])
        assert fast[0] == pytest.approx(slow[0], rel=1e-9, nan_ok=True)
        for threads in (2, 5):
            again = compiled.search(pairs, size, *candidates, alpha, skip, threads)
            assert [np.asarray(x).tobytes() for x in fast] == [np.asarray(y).tobytes() for y in again]


def test_a_level_holds_what_single_tests_say():
    rng = np.random.default_rng(7)
    table = random_table(rng, 7, 200)
    compiled = _core.ResidualTable(*table, 1)
    pairs = np.array(list(combinations(range(7), 2)), dtype=np.int32)
    everything = Candidates.from_lists([list(range(7))], [0] * len(pairs))
    p, f, dof, sets = compiled.search(pairs, 2, *everything, -1.0, False, 2)
    for i, (a, b) in enumerate(pairs.tolist()):
        others = [v for v in range(7) if v not in (a, b)]
        answers = [compiled.test(a, b, np.array(s, dtype=np.int32)) for s in combinations(others, 2)]
        usable = [answer[0] for answer in answers if not math.isnan(answer[0])]
        assert (max(usable) if usable else math.nan) == pytest.approx(p[i], abs=0, nan_ok=True)
        if usable:
            assert compiled.test(a, b, sets[i])[:3] == (p[i], f[i], dof[i])


@pytest.mark.parametrize(("left", "dof"), [(1, 1), (2, 3), (37, 1), (4000, 9), (100_000, 40)])
def test_the_tail_is_that_of_the_f_distribution(left, dof):
    from scipy import stats

    # Two blocks of one vector each have df1 = 1; the wider ones come from indicators of more levels.
    rng = np.random.default_rng([left, dof])
    rows = 50
    for _ in range(20):
        table = random_table(rng, 4, rows)
        if not len(table[0]):
            continue
        p, f, df1, df2, _ = _core.ResidualTable(*table, 1).test(0, 1, np.array([2], dtype=np.int32))
        if not math.isnan(p) and math.isfinite(f):
            assert p == pytest.approx(stats.f.sf(f, df1, df2), rel=1e-7, abs=1e-300)


@pytest.mark.parametrize(
    "broken",
    [
        {"first": np.array([0, 1, 3], dtype=np.int64)},
        {"continuous": np.array([1, 1, 1], dtype=np.uint8)},
        {"observed": np.ones((1, 4), dtype=np.uint8)},
    ],
)
def test_what_does_not_fit_together_is_refused(broken):
    good = {
        "values": np.ones((2, 4)),
        "first": np.array([0, 1, 2], dtype=np.int64),
        "continuous": np.array([1, 1], dtype=np.uint8),
        "observed": None,
        "threads": 1,
    }
    _core.ResidualTable(**good)
    with pytest.raises(ValueError, match="variable"):
        _core.ResidualTable(**{**good, **broken})

"""The best test of each pair: the compiled choice equals its twin, and refuses what does not fit."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import discrete as twin

ARRAYS = ("pair", "dof", "statistic", "given", "name_rank", "by_name")


def case(rng):
    """Random tests of some pairs, with many equal statistics and degrees of freedom."""
    pairs, size, columns = int(rng.integers(0, 9)), int(rng.integers(0, 4)), int(rng.integers(4, 9))
    count = int(rng.integers(0, 25)) if pairs else 0
    by_name = rng.permutation(columns).astype(np.int32)
    return {
        "pairs": pairs,
        "size": size,
        "pair": np.sort(rng.integers(0, max(pairs, 1), count)),
        "dof": rng.integers(0, 6, count),
        "statistic": rng.integers(0, 5, count) * 1.5,
        "given": np.array(
            [place for _ in range(count) for place in rng.permutation(columns)[:size]], dtype=np.int32
        ),
        "most_dof": int(rng.choice([2, 4, 2**62])),
        "name_rank": rng.permutation(columns).astype(np.int32),
        "by_name": by_name,
    }


def test_it_equals_its_twin():
    rng = np.random.default_rng(5)
    without_tests = 0
    for _ in range(3000):
        asked = case(rng)
        p, sets = _core.best_of_pairs(**asked)
        expected_p, expected_sets = twin.best_of_pairs(**asked)
        np.testing.assert_allclose(p, expected_p, rtol=1e-12)
        assert sets.dtype == expected_sets.dtype
        assert sets.shape == expected_sets.shape == (asked["pairs"], asked["size"])
        assert sets.tolist() == expected_sets.tolist()
        without_tests += np.isnan(p).sum()
    assert without_tests > 1000


def test_ties_go_by_degrees_of_freedom_then_statistic_then_order():
    # By hand: p is 1 for a statistic of 0 and for tests without evidence, whatever their degrees of freedom.
    names = np.arange(4, dtype=np.int32)
    p, sets = _core.best_of_pairs(
        pairs=3,
        size=1,
        pair=np.array([0, 0, 1, 1, 2, 2]),
        dof=np.array([1, 2, 9, 9, 3, 3]),
        statistic=np.array([0.0, 0.0, 7.0, 5.0, 0.0, 0.0]),
        given=np.array([0, 1, 0, 1, 2, 3], dtype=np.int32),
        most_dof=4,
        name_rank=names,
        by_name=names,
    )
    assert p.tolist() == [1.0, 1.0, 1.0]
    assert sets.tolist() == [[1], [1], [2]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pair", [0, 2]),
        ("pair", [-1, 0]),
        ("dof", [1]),
        ("statistic", [1.0, 2.0, 3.0]),
        ("given", [0]),
        ("given", [0, 3]),
        ("given", [0, -1]),
        ("name_rank", [0, 1, 3]),
        ("by_name", [0, 1]),
    ],
)
def test_what_does_not_fit_is_refused(name, value):
    asked = {
        "pairs": 2,
        "size": 1,
        "pair": [0, 1],
        "dof": [1, 1],
        "statistic": [1.0, 2.0],
        "given": [0, 1],
        "most_dof": 9,
        "name_rank": [0, 1, 2],
        "by_name": [0, 1, 2],
    }
    types = {"pair": np.int64, "dof": np.int64, "statistic": np.float64}
    for key in ARRAYS:
        asked[key] = np.array(value if key == name else asked[key], dtype=types.get(key, np.int32))
    with pytest.raises(ValueError, match=r"belong to each test|a rank|that exist"):
        _core.best_of_pairs(**asked)

"""The correlation matrix: the compiled kernel equals its twin (equal bytes) and NumPy."""

import numpy as np
import pytest

from sepset import _core
from sepset.kernels import gaussian as twin


@pytest.mark.parametrize("rows", [4, 8, 100, 1023, 1024, 1025, 3000])
def test_correlation_matrix_equals_twin_and_numpy(rows, monkeypatch):
    rng = np.random.default_rng(rows)
    for n in (1, 2, 3, 67):
        columns = np.cumsum(rng.normal(size=(n, rows)), axis=0) * 1e3 + 5e3
        expected = twin.correlation_matrix(columns, 1)
        np.testing.assert_allclose(expected, np.corrcoef(columns).reshape(n, n), rtol=0, atol=1e-12)
        for instructions in ("portable", "avx2", "avx512"):
            monkeypatch.setenv("SEPSET_INSTRUCTIONS", instructions)
            for threads in (1, 3):
                assert _core.correlation_matrix(columns, threads).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("n", "rows"), [(67, 16_000), (67, 15_360), (520, 1_100), (1_100, 40)])
def test_many_rows_and_columns_are_taken_in_panels_and_tiles(n, rows):
    """Rows go by in panels of some megabytes, the matrix is filled in tiles; neither can be seen."""
    rng = np.random.default_rng(n)
    columns = rng.normal(size=(n, rows)) + rng.normal(size=rows)
    for kernel in ("correlation_matrix", "cross_products"):
        expected = getattr(twin, kernel)(columns, 1)
        for threads in (1, 3):
            assert getattr(_core, kernel)(columns, threads).tobytes() == expected.tobytes()


def test_columns_in_another_order():
    columns = np.random.default_rng(3).normal(size=(9, 50))
    for order in (np.arange(9), np.array([4, 0, 8]), np.zeros(0)):
        chosen = order.astype(np.int32)
        expected = twin.correlation_matrix(columns[chosen], 1)
        for module in (twin, _core):
            assert module.correlation_matrix(columns, 1, chosen).tobytes() == expected.tobytes()
    for wrong in (-1, 9):
        with pytest.raises(ValueError, match="columns that exist"):
            _core.correlation_matrix(columns, 1, np.array([0, wrong], dtype=np.int32))


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1.0, 1e150, 1e300])
def test_correlation_does_not_overflow(scale):
    columns = np.random.default_rng(0).normal(size=(3, 50))
    scaled = _core.correlation_matrix(columns * scale, 1)
    np.testing.assert_allclose(scaled, _core.correlation_matrix(columns, 1), rtol=0, atol=1e-12)


@pytest.mark.parametrize("rows", [4, 100, 3000])
def test_the_diagonal_says_which_columns_have_values_that_are_not_finite(rows):
    rng = np.random.default_rng(rows)
    for _ in range(100):
        columns = rng.normal(size=(6, rows)) * 10.0 ** rng.integers(-307, 307, size=(6, 1))
        wrong = rng.random(6) < 0.3
        for column in np.flatnonzero(wrong):
            columns[column, rng.integers(rows, size=rng.integers(1, 4))] = rng.choice(
                [np.nan, np.inf, -np.inf]
            )
        columns[0] = np.finfo(float).max  # finite, though its sum is not
        columns[0, 0] = -1.0
        expected = twin.correlation_matrix(columns, 1)
        finite = np.isfinite(columns).all(axis=1)
        for found in (_core.correlation_matrix(columns, 1), _core.correlation_matrix(columns, 3), expected):
            assert np.isnan(found.diagonal()).tolist() == (~finite).tolist()
            kept = np.ix_(finite, finite)
            assert found[kept].tobytes() == expected[kept].tobytes()

"""Partial correlations and the search over them: the readable twins of the compiled kernels.

Variables are numbered in the order of their names, so that "smaller" means "earlier name". Every number
that counts comes from `partial_correlation` and `correlation_matrix`, which add and multiply in a fixed
order: the compiled kernels, whatever their threads and vector instructions, give the same bits.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# A set is unusable when a variance that is left after conditioning, or 1 - r^2, is at or below this.
SINGULAR = 1e-8

_LANES = 8
_CHUNK = 1024


def correlation_matrix(
    columns: NDArray[np.float64], threads: int, order: NDArray[np.int32] | None = None
) -> NDArray[np.float64]:
    """Return the correlations of variables given as rows of `columns`, in some order; none is constant.

    The diagonal is 1, or NaN where a value of a variable is not finite: its correlations then mean nothing.

    >>> correlation_matrix(np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]), 1).round(12).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    columns = columns if order is None else columns[order]
    with np.errstate(invalid="ignore", divide="ignore"):
        return _correlations(columns)


def _correlations(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    n, rows = columns.shape
    unit = np.zeros((n, -(-rows // _LANES) * _LANES))
    # A power of two changes no digit, and keeps squares from overflowing.
    exponent = np.frexp(np.abs(columns).max(axis=1, keepdims=True))[1]
    unit[:, :rows] = columns * np.ldexp(1.0, np.minimum(-exponent, 1023))
    # Centred twice: this removes the rounding error of a mean that is large compared with the spread.
    for _ in range(2):
        unit[:, :rows] -= _chunked_sum(unit)[:, None] / rows
    length = np.sqrt(_chunked_sum(unit * unit))
    unit /= length[:, None]
    out = np.array([_chunked_sum(unit[i] * unit) for i in range(n)])
    upper: NDArray[np.float64] = np.clip(np.triu(out, 1), -1.0, 1.0)
    whole: NDArray[np.float64] = upper + upper.T
    np.fill_diagonal(whole, np.where(np.isfinite(length), 1.0, np.nan))
    return whole


def cross_products(columns: NDArray[np.float64], threads: int) -> NDArray[np.float64]:
    """Return the sums of products of every two of some variables, given as rows, in the fixed order.

    >>> cross_products(np.array([[1.0, 2.0], [3.0, -1.0]]), 1).tolist()
    [[5.0, 1.0], [1.0, 10.0]]
    """
    n, rows = columns.shape
    padded = np.zeros((n, -(-rows // _LANES) * _LANES))
    padded[:, :rows] = columns
    out = np.array([_chunked_sum(padded[i] * padded) for i in range(n)]).reshape(n, n)
    upper: NDArray[np.float64] = np.triu(out, 1)
    whole: NDArray[np.float64] = upper + upper.T + np.diag(np.diag(out))
    return whole


def _chunked_sum(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum each row in the fixed order: eight lanes within chunks of 1,024, chunk after chunk."""
    total = np.zeros(len(values))
    for start in range(0, values.shape[1], _CHUNK):
        lanes = np.zeros((len(values), _LANES))
        for at in range(start, min(start + _CHUNK, values.shape[1]), _LANES):
            lanes += values[:, at : at + _LANES]
        half = lanes[:, :4] + lanes[:, 4:]
        total += (half[:, 0] + half[:, 2]) + (half[:, 1] + half[:, 3])
    return total


def partial_correlation(correlation: NDArray[np.float64], a: int, b: int, given: NDArray[np.int32]) -> float:
    """Return the partial correlation of a < b given an increasing set, or NaN when the set is not usable.

    Gaussian elimination of the set, smallest member first, on the submatrix (set, a, b) of the correlation
    matrix. The set is not usable when some variance left on the way (of a member given the smaller ones, of
    a or b given the set) or 1 - r^2 at the end is at most `SINGULAR`: the columns are collinear up to
    rounding.

    >>> chain = np.array([[1.0, 0.5, 0.25], [0.5, 1.0, 0.5], [0.25, 0.5, 1.0]])
    >>> partial_correlation(chain, 0, 2, np.array([1], dtype=np.int32))
    0.0
    """
    order = [*given.tolist(), a, b]
    left = [[float(correlation[i, j]) for j in order] for i in order]
    for pivot in range(len(given)):
        if not left[pivot][pivot] > SINGULAR:
            return math.nan
        for i in range(pivot + 1, len(order)):
            factor = left[pivot][i] / left[pivot][pivot]
            for j in range(i, len(order)):
                left[i][j] -= factor * left[pivot][j]
    var_a, var_b, covariance = left[-2][-2], left[-1][-1], left[-2][-1]
    if not (var_a > SINGULAR and var_b > SINGULAR):
        return math.nan
    r = covariance / math.sqrt(var_a * var_b)
    return r if 1.0 - r * r > SINGULAR else math.nan


def fisher_z_p(r: NDArray[np.float64], dof: float, threads: int) -> NDArray[np.float64]:
    """Return the two-sided p-values of Fisher's z, 2 (1 - Phi(sqrt(dof) |atanh r|)) with dof = N - |S| - 3.

    The complementary error function keeps its relative precision far out in the tail. NaN stays NaN.

    >>> fisher_z_p(np.array([0.0]), 97.0, 1).tolist()
    [1.0]
    """
    scale = math.sqrt(dof) * 0.5
    sizes = np.abs(r).tolist()
    return np.array([math.erfc(scale * math.log1p(2.0 * x / (1.0 - x)) / math.sqrt(2.0)) for x in sizes])


def search_level_gaussian(
    correlation: NDArray[np.float64],
    pairs: NDArray[np.int32],
    size: int,
    offsets: NDArray[np.int64],
    members: NDArray[np.int32],
    of: NDArray[np.int32],
    threads: int,
    largest: float = math.inf,
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32]]:
    """Find for each pair a < b the usable set of one size with the partial correlation closest to zero.

    The sets of pair i are drawn from list ``of[i]``, ``members[offsets[g]:offsets[g + 1]]``, without a and
    b. Partial correlations above `largest` in size do not count. Returned are, per pair, the signed partial
    correlation (NaN: no set), its set in increasing order (-1: none; equal correlations: the first in
    lexicographic order) and the number of candidates, which are not counted for empty sets.
    """
    r = np.full(len(pairs), np.nan)
    sets = np.full((len(pairs), size), -1, dtype=np.int32)
    available = np.zeros(len(pairs) if size else 0, dtype=np.int32)
    for i, (a, b) in enumerate(pairs.tolist()):
        listed = members[offsets[of[i]] : offsets[of[i] + 1]].tolist()
        pool = [member for member in listed if member not in (a, b)]
        if size:
            available[i] = len(pool)
        for chosen in combinations(pool, size):
            found = partial_correlation(correlation, a, b, np.array(chosen, dtype=np.int32))
            if abs(found) <= largest and not abs(found) >= abs(r[i]):
                r[i], sets[i] = found, chosen
    return r, sets, available

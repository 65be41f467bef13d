"""The residual test as a textbook would compute it: dense matrices, least squares, no kernel.

Pillai's trace of two blocks of residuals, with the usual F approximation. Rows with a missing value in
any of the columns concerned are taken out first; scores and indicators are those of the whole column.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from scipy import stats


def normal_scores(values):
    """Mid-rank normal scores of the values that are there; NaN elsewhere."""
    values = np.asarray(values, dtype=float)
    there = ~np.isnan(values)
    scores = np.full(len(values), np.nan)
    ranks = stats.rankdata(values[there], method="average")
    scores[there] = stats.norm.ppf((ranks - 0.5) / there.sum())
    return scores[:, None]


def indicators(codes, levels):
    """One column a level but the commonest (the first of several); NaN where the code is -1."""
    codes = np.asarray(codes)
    counts = [int((codes == level).sum()) for level in range(levels)]
    kept = [level for level in range(levels) if level != counts.index(max(counts))]
    block = np.array([codes == level for level in kept], dtype=float).reshape(len(kept), -1).T
    block[codes < 0] = np.nan
    return block


def basis(blocks, continuous, limit):
    """Phi(S) for the blocks of its members: powers and products, or only the blocks if that is too much."""
    full = [
        np.hstack([block, block**2, block**3]) if c else block
        for block, c in zip(blocks, continuous, strict=True)
    ]
    factors = [
        np.hstack([block, block**2]) if c else block for block, c in zip(blocks, continuous, strict=True)
    ]
    for first, second in combinations(factors, 2):
        full.append(np.einsum("ni,nj->nij", first, second).reshape(len(first), -1))
    width = sum(block.shape[1] for block in full)
    return (blocks, True) if width > limit else (full, False)


def orthonormal(block):
    """An orthonormal basis of what the columns span; those that add nothing beyond rounding are left out."""
    left, values, _ = np.linalg.svd(block, full_matrices=False)
    return left[:, values > 1e-6 * max(1.0, values.max(initial=0.0))] if block.size else block[:, :0]


def residual_test(x, y, given):
    """(p, F, df1, df2, rows) of one test; each argument is (embedded block, is it continuous)."""
    everything = np.hstack([x[0], y[0], *(block for block, _ in given)])
    rows = ~np.isnan(everything).any(axis=1)
    n = int(rows.sum())
    if n == 0:
        return math.nan, math.nan, 0, 0, 0
    if 2 * sum(int((block[rows] != 0).any(axis=0).sum()) for block, _ in given) > n:
        return math.nan, math.nan, 0, 0, n
    members, _ = basis([block[rows] for block, _ in given], [c for _, c in given], n / 5)
    design = [block - block.mean(axis=0) for block in members]
    scaled = [block[:, block.std(axis=0) > 0] / block.std(axis=0)[block.std(axis=0) > 0] for block in design]
    q = orthonormal(np.hstack([np.zeros((n, 0)), *scaled]))
    ends = []
    for block, _ in (x, y):
        centred = block[rows] - block[rows].mean(axis=0)
        spread = centred.std(axis=0)
        centred = centred[:, spread > 0] / spread[spread > 0]
        ends.append(orthonormal((centred - q @ (q.T @ centred)) / math.sqrt(n)))
    p, r = ends[0].shape[1], ends[1].shape[1]
    smaller = min(p, r)
    df1, df2 = p * r, smaller * (n - 1 - q.shape[1] - max(p, r))
    if smaller == 0 or df2 <= 0:
        return math.nan, math.nan, df1, df2, n
    share = float(((ends[0].T @ ends[1]) ** 2).sum()) / smaller
    f = share / (1 - share) * df2 / df1 if 1 - share > 1e-8 else math.inf
    return float(stats.f.sf(f, df1, df2)), f, df1, df2, n

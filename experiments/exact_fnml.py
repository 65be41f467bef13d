"""The DAG with the best factorised normalised maximum likelihood among all, for discrete variables.

    fNML(D) = sum over nodes v and settings j of its parents:  log-likelihood  -  log regret(levels of v, N_j)

The regret is the sum of the maximised likelihoods of all samples of that size; it has no parameter to choose
(Silander, Roos, Kontkanen and Myllymäki, *Factorized normalized maximum likelihood criterion for learning
Bayesian network structures*, 2008). It does not give the same score to all DAGs of a class.

>>> import math
>>> round(math.exp(log_regrets(2, 2)[2]), 3)  # 1 + 2 * 1/4 + 1
2.5
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln, xlogy

from experiments.exact_bic import best_parents, essential_graph, joint_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    import sepset as sp


def exact_fnml(data: sp.Dataset) -> sp.MixedGraph:
    """Return the essential graph of a DAG with the largest fNML."""
    codes = np.asarray(data.codes(), dtype=np.int64)
    levels = [len(data.levels[name]) for name in data.names]
    return essential_graph(data.names, best_parents(local_scores(codes, levels)))


def local_scores(codes: NDArray[np.int64], levels: list[int]) -> NDArray[np.float64]:
    """Return scores[v, S], the part of the fNML of v with parents S; minus infinity where v is in S."""
    rows, n = codes.shape
    regrets = {level: log_regrets(level, rows) for level in set(levels)}
    counts = [np.unique(cells, return_counts=True)[1] for cells in joint_cells(codes, levels)]
    sums = np.array([float(np.sum(xlogy(one, one))) for one in counts])
    scores = np.full((n, 1 << n), -np.inf)
    for v in range(n):
        for subset in range(1 << n):
            if not subset >> v & 1:
                regret = float(regrets[levels[v]][counts[subset]].sum())
                scores[v, subset] = sums[subset | 1 << v] - sums[subset] - regret
    return scores


def log_regrets(levels: int, most: int) -> NDArray[np.float64]:
    """Return the log regret of a multinomial with some levels, for samples of 0, 1, ..., `most` rows.

    Two levels by definition; each further one by the recurrence of Kontkanen and Myllymäki (2007):
    C(L + 2, N) = C(L + 1, N) + N / L * C(L, N).
    """
    one, two = np.ones(most + 1), np.ones(most + 1)
    for rows in range(1, most + 1):
        h = np.arange(rows + 1)
        ways = gammaln(rows + 1) - gammaln(h + 1) - gammaln(rows - h + 1)
        two[rows] = np.exp(ways + xlogy(h, h / rows) + xlogy(rows - h, (rows - h) / rows)).sum()
    for level in range(1, levels - 1):
        one, two = two, two + np.arange(most + 1) / level * one
    return np.log(two if levels > 1 else one)

"""The DAG with the best BIC among all, for a handful of variables of one kind: a search without any test.

    BIC(D) = sum over nodes v:  log-likelihood of v given its parents  -  ln(N) / 2 * free parameters of v

Discrete variables have tables, continuous ones are linear in their parents with Gaussian noise.

Dynamic programming over sets of variables: for each v the best parents inside each set, then for each set the
best last variable of an order (Silander and Myllymäki, *A simple approach for finding the globally optimal
Bayesian network structure*, 2006). Sets are numbers whose bits say who is in. Time and memory grow as 2^n.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("a --> c", "b --> c")
>>> data = sp.simulate.random_network(dag, seed=1).sample(2000, seed=2)
>>> exact_bic(data) == dag
True
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

import sepset as sp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def exact_bic(data: sp.Dataset) -> sp.MixedGraph:
    """Return the essential graph of a DAG with the largest BIC."""
    if not data.levels:
        columns = [data.column(name).values for name in data.names]
        scores = gaussian_scores(np.corrcoef(np.array(columns)), data.rows)
    else:
        codes = np.asarray(data.codes(), dtype=np.int64)
        scores = local_scores(codes, [len(data.levels[name]) for name in data.names])
    return essential_graph(data.names, best_parents(scores))


def essential_graph(names: Sequence[str], parents: Sequence[int]) -> sp.MixedGraph:
    """Return the essential graph of the DAG in which each variable has these parents, given as sets."""
    edges = [
        (names[w], "-->", name)
        for name, chosen in zip(names, parents, strict=True)
        for w in range(len(names))
        if chosen >> w & 1
    ]
    return sp.pc(sp.Oracle(sp.MixedGraph(names, edges))).graph


def local_scores(codes: NDArray[np.int64], levels: list[int]) -> NDArray[np.float64]:
    """Return scores[v, S], the part of the BIC of v with parents S; minus infinity where v is in S."""
    rows, n = codes.shape
    # The log-likelihood of v given S is the difference of two sums of m ln m over cells with m rows.
    sums, sizes = np.zeros(1 << n), np.ones(1 << n)
    for subset, cells in enumerate(joint_cells(codes, levels)):
        if subset:
            sizes[subset] = sizes[subset & (subset - 1)] * levels[(subset & -subset).bit_length() - 1]
        counts = np.unique(cells, return_counts=True)[1]
        sums[subset] = float(np.sum(counts * np.log(counts)))
    subsets = np.arange(1 << n)
    scores = np.full((n, 1 << n), -np.inf)
    for v in range(n):
        without = subsets[(subsets >> v & 1) == 0]
        penalty = 0.5 * math.log(rows) * (levels[v] - 1) * sizes[without]
        scores[v, without] = sums[without | 1 << v] - sums[without] - penalty
    return scores


def joint_cells(codes: NDArray[np.int64], levels: list[int]) -> list[NDArray[np.int64]]:
    """Return for each set of variables the number of the cell of its table that each row is in."""
    rows, n = codes.shape
    cells: list[NDArray[np.int64]] = [np.zeros(rows, dtype=np.int64)]
    for subset in range(1, 1 << n):
        first = (subset & -subset).bit_length() - 1
        cells.append(cells[subset & (subset - 1)] * levels[first] + codes[:, first])
    return cells


def gaussian_scores(correlations: NDArray[np.float64], rows: int) -> NDArray[np.float64]:
    """Return scores[v, S] for columns with these correlations; minus infinity where v is in S."""
    n = len(correlations)
    logs = np.zeros(1 << n)
    for subset in range(1, 1 << n):
        members = [v for v in range(n) if subset >> v & 1]
        logs[subset] = np.linalg.slogdet(correlations[np.ix_(members, members)])[1]
    scores = np.full((n, 1 << n), -np.inf)
    for v in range(n):
        for subset in range(1 << n):
            if not subset >> v & 1:
                # The variance of v that its parents leave is a ratio of determinants.
                left = max(logs[subset | 1 << v] - logs[subset], -700.0)
                scores[v, subset] = -0.5 * rows * left - 0.5 * math.log(rows) * subset.bit_count()
    return scores


def best_parents(scores: NDArray[np.float64]) -> list[int]:
    """Return for each variable its parents, as a set, in a DAG with the largest total score."""
    n = len(scores)
    subsets = np.arange(1 << n)
    best, chosen = scores.copy(), np.tile(subsets, (n, 1))
    for w in range(n):
        larger = subsets[(subsets >> w & 1) == 1]
        smaller = larger ^ (1 << w)
        better = best[:, smaller] >= best[:, larger]
        best[:, larger] = np.where(better, best[:, smaller], best[:, larger])
        chosen[:, larger] = np.where(better, chosen[:, smaller], chosen[:, larger])
    total, last = np.zeros(1 << n), np.zeros(1 << n, dtype=int)
    for subset in range(1, 1 << n):
        members = [v for v in range(n) if subset >> v & 1]
        ways = [total[subset ^ 1 << v] + best[v, subset ^ 1 << v] for v in members]
        place = int(np.argmax(ways))
        total[subset], last[subset] = ways[place], members[place]
    parents, subset = [0] * n, (1 << n) - 1
    while subset:
        v = int(last[subset])
        subset ^= 1 << v
        parents[v] = int(chosen[v, subset])
    return parents

"""Local scores of a table, its columns sorted by name so that their order in the table does not matter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sepset.kernels import discrete_local_scores, gaussian_local_scores
from sepset.score.components import BDeu, BGe, Dirichlet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.data.dataset import Dataset
    from sepset.score.components import Score

# Counting takes about as many steps as there are sets of columns times distinct rows.
_MOST_STEPS = 4e9


def parent_bound(data: Dataset) -> int:
    """Return the largest number of parents for which all families can be counted in reasonable time."""
    n = len(data.names)
    sets = 0
    for size in range(n + 1):
        sets += math.comb(n, size)
        if sets * data.rows > _MOST_STEPS:
            return max(size - 2, 1)
    return max(n - 1, 0)


def local_scores(
    data: Dataset, scores: Sequence[Score], *, bound: int, threads: int, seconds: float
) -> NDArray[np.float64]:
    """Return log scores ``[score, node, set of parents]``, nodes in the order of their sorted names."""
    names = sorted(data.names)
    n = len(names)
    found: list[NDArray[np.float64] | None] = [None] * len(scores)
    tables = [i for i, score in enumerate(scores) if not isinstance(score, BGe)]
    if tables:
        cells = [i for i in tables if isinstance(scores[i], Dirichlet)]
        samples = [i for i in tables if isinstance(scores[i], BDeu)]
        rows = discrete_local_scores(
            *code_arrays(data, names),
            np.array([score.cell for score in scores if isinstance(score, Dirichlet)], dtype=np.float64),
            np.array([score.sample_size for score in scores if isinstance(score, BDeu)], dtype=np.float64),
            bound,
            threads,
            seconds,
        )
        for row, i in enumerate((*cells, *samples)):
            found[i] = rows[row]
    gaussian = [(i, score) for i, score in enumerate(scores) if isinstance(score, BGe)]
    scatter = scatter_matrix(data.matrix(names)) if gaussian else None
    for i, score in gaussian:
        assert scatter is not None  # noqa: S101 - made just above
        freedom = n + score.mean_weight + 1
        found[i] = gaussian_local_scores(scatter, data.rows, score.mean_weight, freedom, bound)[0]
    return np.stack([one for one in found if one is not None])


def code_arrays(data: Dataset, names: Sequence[str]) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Return the codes of discrete columns, one row per column, and the numbers of levels."""
    codes = np.ascontiguousarray(data.codes(names).T, dtype=np.uint16)
    return codes, np.array([len(data.levels[name]) for name in names], dtype=np.int32)


def scatter_matrix(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scatter matrix of centred columns, each scaled to variance 1; a constant column is all 0."""
    centred = columns - columns.mean(axis=0)
    spread = centred.std(axis=0)
    scaled = centred / np.where(spread > 0, spread, 1.0)
    return np.ascontiguousarray(scaled.T @ scaled)

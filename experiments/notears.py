"""NOTEARS with linear equations: a DAG by continuous optimisation.

Minimise ``|X - X W|^2 / (2 N) + penalty * sum |W|`` over matrices W with ``h(W) = tr exp(W * W) - n = 0``,
which holds exactly for acyclic W, by an augmented Lagrangian around L-BFGS; then drop small weights.
Reference: Zheng, Aragam, Ravikumar and Xing, *DAGs with NO TEARS* (2018). Written from the paper.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("a --> b", "b --> c")
>>> model = sp.simulate.linear_gaussian(dag, coefficients=(1, 2), seed=1)
>>> print(notears(model.sample(500, seed=2)))
a --> b
b --> c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import sepset as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

PENALTY = 0.1
THRESHOLD = 0.3
_LARGEST_RHO = 1e16
_MOST_ROUNDS = 100


def notears(
    data: sp.Dataset,
    *,
    penalty: float = PENALTY,
    threshold: float = THRESHOLD,
    standardise: bool = False,
    tolerance: float = 1e-8,
) -> sp.MixedGraph:
    """Return the DAG that NOTEARS finds; discrete columns count by their codes."""
    columns = [np.asarray(column.values, dtype=float) for column in data.columns]
    matrix = np.stack([column - column.mean() for column in columns], axis=1)
    if standardise:
        deviation = matrix.std(axis=0)
        matrix = matrix / np.where(deviation > 0, deviation, 1.0)
    weights = fit(matrix, penalty=penalty, tolerance=tolerance)
    kept = _acyclic(np.where(np.abs(weights) < threshold, 0.0, weights))
    names = data.names
    edges = [(names[i], "-->", names[j]) for i, j in zip(*np.nonzero(kept), strict=True)]
    return sp.MixedGraph(names, edges)


def fit(matrix: NDArray[np.float64], *, penalty: float, tolerance: float) -> NDArray[np.float64]:
    """Return the weights; ``weights[i, j]`` is the coefficient of column i in the equation of column j."""
    from scipy.optimize import minimize

    n = matrix.shape[1]
    gram = matrix.T @ matrix / len(matrix)
    # W is the difference of two non-negative matrices, so that the penalty is smooth; the diagonal stays 0.
    bounds = [(0.0, 0.0 if i == j else None) for _ in (0, 1) for i in range(n) for j in range(n)]
    point = np.zeros(2 * n * n)
    rho, multiplier, violation = 1.0, 0.0, np.inf
    for _ in range(_MOST_ROUNDS):
        while True:
            solved = minimize(
                _objective,
                point,
                args=(gram, penalty, rho, multiplier),
                method="L-BFGS-B",
                jac=True,
                bounds=bounds,
            ).x
            now = _acyclicity(_weights(solved, n))[0]
            if now <= 0.25 * violation or rho >= _LARGEST_RHO:
                break
            rho *= 10
        point, violation = solved, now
        multiplier += rho * violation
        if violation <= tolerance or rho >= _LARGEST_RHO:
            break
    return _weights(point, n)


def _weights(point: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    return (point[: n * n] - point[n * n :]).reshape(n, n)


def _acyclicity(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return h(W) and its gradient."""
    from scipy.linalg import expm

    # A line search may try weights far too large; it steps back from what is not finite.
    with np.errstate(over="ignore", invalid="ignore"):
        exponential = expm(weights * weights)
    return float(np.trace(exponential)) - len(weights), exponential.T * weights * 2


def _objective(
    point: NDArray[np.float64], gram: NDArray[np.float64], penalty: float, rho: float, multiplier: float
) -> tuple[float, NDArray[np.float64]]:
    """Return the augmented Lagrangian and its gradient; the loss only needs the Gram matrix of the data."""
    weights = _weights(point, len(gram))
    residual = np.eye(len(gram)) - weights
    loss = 0.5 * float(np.sum(residual * (gram @ residual)))
    h, slope = _acyclicity(weights)
    gradient = -gram @ residual + (rho * h + multiplier) * slope
    value = loss + 0.5 * rho * h * h + multiplier * h + penalty * float(point.sum())
    return value, np.concatenate([(gradient + penalty).ravel(), (-gradient + penalty).ravel()])


def _acyclic(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Drop the smallest weights until no cycle is left: the optimiser stops just short of h = 0."""
    kept = weights.copy()
    while not _is_acyclic(kept != 0):
        sizes = np.where(kept == 0, np.inf, np.abs(kept))
        kept[np.unravel_index(np.argmin(sizes), kept.shape)] = 0.0
    return kept


def _is_acyclic(edges: NDArray[np.bool_]) -> bool:
    walks = edges.astype(float)
    for _ in range(len(edges).bit_length()):
        walks = np.minimum(walks + walks @ walks, 1.0)
    return not np.trace(walks) > 0

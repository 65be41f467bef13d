"""The residual test: the readable twin of the compiled kernel.

Variables are numbered in the order of their names. Everything is computed from sums of products of two
vectors (`_dot`), which are added in a fixed order. The conditioning variables are projected out by Cholesky's
method, vector by vector; a vector that keeps no more than a share `SINGULAR` of its variance is dropped.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.kernels.gaussian import SINGULAR
from sepset.kernels.strongest_set import strongest_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.kernels.strongest_set import StrongestSets, Tested

    Vector = NDArray[np.float64]

# A vector whose variance is at or below this share of the mean square counts as constant.
_CONSTANT = 1e-10
# With fewer rows for each column of Phi(S), only its linear part is used.
_ROWS_PER_COLUMN = 5
# Lines of eight rows in a chunk.
_CHUNK = 128


class ResidualAnswer(NamedTuple):
    """One test: p and F (NaN: not usable), the degrees of freedom of F, and the rows that were used."""

    p: float
    statistic: float
    dof: int
    left: int
    rows: int


class ResidualTable:
    """Variables as vectors: normal scores (one) or indicators (several), 0 where a value is missing.

    Variable v has the vectors ``values[first[v]:first[v + 1]]``; `observed` says which rows have a value
    (None: all do).

    >>> z = np.array([-1.2, -0.4, 0.4, 1.2, -0.8, 0.8])
    >>> table = ResidualTable(np.array([z, z + 0.3]), np.array([0, 1, 2]), np.array([1, 1]), None, 1)
    >>> table.test(0, 1, np.array([], dtype=np.int32)).dof
    1
    """

    def __init__(
        self,
        values: NDArray[np.float64],
        first: NDArray[np.int64],
        continuous: NDArray[np.uint8],
        observed: NDArray[np.uint8] | None,
        threads: int,
    ) -> None:
        ends = first.tolist()
        self._blocks = [[*values[ends[v] : ends[v + 1]]] for v in range(len(continuous))]
        self._continuous = continuous.astype(bool).tolist()
        everywhere = np.ones((len(continuous), values.shape[1]), dtype=bool)
        self._observed = everywhere if observed is None else observed.astype(bool)

    def test(self, a: int, b: int, given: NDArray[np.int32]) -> ResidualAnswer:
        """Test two variables given an increasing set, on the rows in which none of them is missing."""
        rows = self._observed[[*given.tolist(), a, b]].all(axis=0)
        blocks = {v: [vector[rows] for vector in self._blocks[v]] for v in (a, b, *given.tolist())}
        n = int(rows.sum())
        if 2 * sum(bool(vector.any()) for v in given.tolist() for vector in blocks[v]) > n:
            return ResidualAnswer(math.nan, math.nan, 0, 0, n)
        kept: list[Vector] = []
        factor: list[list[float]] = []
        for vector in [np.ones(n), *self._basis(blocks, given.tolist(), n)]:
            along = _along(vector, kept, factor)
            left = _dot(vector, vector) - sum(part * part for part in along)
            if not kept or _remains(vector, along, left):
                factor.append([*along, math.sqrt(max(left, 0.0))])
                kept.append(vector)
        first, second = (_Residual(blocks[end], kept, factor) for end in (a, b))
        return _pillai(first, second, n, len(kept))

    def _basis(self, blocks: dict[int, list[Vector]], members: list[int], n: int) -> list[Vector]:
        """Return Phi(S): indicators; z, z^2, z^3; products of two members. Beyond N / 5: the blocks only."""
        full: list[Vector] = []
        for v in members:
            full += blocks[v]
            full += [blocks[v][0] ** 2, blocks[v][0] * blocks[v][0] * blocks[v][0]] * self._continuous[v]
        factors = {v: [*blocks[v], *[blocks[v][0] ** 2] * self._continuous[v]] for v in members}
        for v, w in combinations(members, 2):
            full += [x * y for x in factors[v] for y in factors[w]]
        return (
            full if _ROWS_PER_COLUMN * len(full) <= n else [vector for v in members for vector in blocks[v]]
        )

    def search(
        self,
        pairs: NDArray[np.int32],
        size: int,
        offsets: NDArray[np.int64],
        members: NDArray[np.int32],
        of: NDArray[np.int32],
        alpha: float,
        skip_discrete: bool,
        threads: int,
    ) -> StrongestSets:
        """Find for each pair the set of one size with the largest p above alpha; see `strongest_sets`.

        With `skip_discrete`, tests without a continuous variable are left out.
        """

        def answer(a: int, b: int, given: NDArray[np.int32]) -> Tested:
            if skip_discrete and not any(self._continuous[v] for v in (a, b, *given.tolist())):
                return math.nan, math.nan, 0
            found = self.test(a, b, given)
            return found.p, found.statistic, found.dof

        return strongest_sets(answer, pairs, size, offsets, members, of, alpha)


class _Residual:
    """What is left of a variable: parts along the basis, and the Cholesky factor of the remaining block."""

    def __init__(self, block: Sequence[Vector], basis: Sequence[Vector], factor: list[list[float]]) -> None:
        self.vectors: list[Vector] = []
        self.along: list[list[float]] = []
        self.factor: list[list[float]] = []
        for vector in block:
            along = _along(vector, basis, factor)
            row: list[float] = []
            for k, other in enumerate(self.vectors):
                part = _left_over(vector, along, other, self.along[k])
                for j in range(k):
                    part -= row[j] * self.factor[k][j]
                row.append(part / self.factor[k][k])
            left = _left_over(vector, along, vector, along) - sum(part * part for part in row)
            if _remains(vector, along, left):
                self.vectors.append(vector)
                self.along.append(along)
                self.factor.append([*row, math.sqrt(left)])


def _pillai(x: _Residual, y: _Residual, n: int, basis: int) -> ResidualAnswer:
    """Return Pillai's trace of two blocks with its F approximation; the constant is part of the basis."""
    p, q = len(x.vectors), len(y.vectors)
    smaller, dof = min(p, q), p * q
    left = smaller * (n - basis - max(p, q))
    if smaller == 0 or left <= 0:
        return ResidualAnswer(math.nan, math.nan, dof, left, n)
    cross = np.array([[_left_over(x.vectors[i], x.along[i], y.vectors[j], y.along[j]) for j in range(q)]
                      for i in range(p)])  # fmt: skip
    white = _solve(x.factor, _solve(y.factor, cross.T).T)
    share = float((white * white).sum()) / smaller
    if not 1.0 - share > SINGULAR:  # copies of each other, up to rounding
        return ResidualAnswer(0.0, math.inf, dof, left, n)
    f = share / (1.0 - share) * (left / dof)
    return ResidualAnswer(_tail(left, dof, 1.0 - share), f, dof, left, n)


def _tail(left: int, dof: int, rest: float) -> float:
    from scipy.special import betainc  # slow to import

    return float(betainc(0.5 * left, 0.5 * dof, rest))


def _solve(factor: list[list[float]], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve L x = right by forward substitution, L given by its rows."""
    solved = np.array(right)
    for i, row in enumerate(factor):
        for k in range(i):
            solved[i] -= row[k] * solved[k]
        solved[i] /= row[i]
    return solved


def _along(vector: Vector, kept: Sequence[Vector], factor: list[list[float]]) -> list[float]:
    """Return the parts of a vector along the orthonormal basis that the kept vectors span."""
    along: list[float] = []
    for k, other in enumerate(kept):
        part = _dot(vector, other)
        for j in range(k):
            part -= along[j] * factor[k][j]
        along.append(part / factor[k][k])
    return along


def _left_over(x: Vector, along_x: list[float], y: Vector, along_y: list[float]) -> float:
    whole = _dot(x, y)
    for first, second in zip(along_x, along_y, strict=True):
        whole -= first * second
    return whole


def _remains(vector: Vector, along: list[float], left: float) -> bool:
    square = _dot(vector, vector)
    variance = square - along[0] * along[0]
    return variance > _CONSTANT * square and left > SINGULAR * variance


def _dot(x: Vector, y: Vector) -> float:
    """Sum the products in the fixed order: eight lanes within chunks of 1,024 rows, chunk after chunk."""
    lanes = np.zeros((-(-len(x) // 8), 8))
    lanes.reshape(-1)[: len(x)] = x * y
    total = 0.0
    for start in range(0, len(lanes), _CHUNK):
        # Over the first of two axes NumPy adds row after row.
        a, b, c, d, e, f, g, h = np.add.reduce(lanes[start : start + _CHUNK], axis=0).tolist()
        total += ((a + e) + (c + g)) + ((b + f) + (d + h))
    return total

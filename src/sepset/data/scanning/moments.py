"""Means and sums of products, batch after batch, without the rounding of plain sums.

Every tile of rows is centred by its own mean; two sets of rows then have, with d the difference of their
means, the joint sums of products M = M1 + M2 + d d' n1 n2 / (n1 + n2) [Chan, Golub and LeVeque 1983]. Tiles
have a fixed number of rows and are merged in the order of rows, so that neither threads nor how the rows are
split into files and row groups change a bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

_TILE_ROWS = 1 << 14


def streamed_correlation(batches: Iterable[list[npt.NDArray[Any]]], largest: Floats, threads: int) -> Floats:
    """Return the correlation matrix of columns that go by; `largest` are bounds on their absolute values.

    >>> rows = [[np.array([1.0, 2.0]), np.array([2.0, 1.0])], [np.array([3.0]), np.array([3.0])]]
    >>> streamed_correlation(rows, np.array([3.0, 3.0]), 1).round(12).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    # A power of two changes no digit, and keeps squares from overflowing.
    scale = np.ldexp(1.0, np.minimum(-np.frexp(largest)[1], 1023))[:, None]
    rows, mean, products = 0, np.zeros(len(largest)), np.zeros((len(largest), len(largest)))
    origin = None
    for tile in _tiles(batches, len(largest)):
        centred = tile * scale
        # Seen from a row of the table means are small where they would be large beside the spread.
        origin = centred[:, :1].copy() if origin is None else origin
        centred -= origin
        own_mean = np.zeros(len(largest))
        for _ in range(2):  # twice: the rounding of a mean that is large beside the spread goes away
            step = centred.mean(axis=1)
            centred -= step[:, None]
            own_mean += step
        count, shift = tile.shape[1], own_mean - mean
        products += kernels.cross_products(np.ascontiguousarray(centred), threads)
        products += np.outer(shift, shift) * (rows * (count / (rows + count)))
        rows += count
        mean += shift * (count / rows)
    lengths = np.sqrt(np.diag(products))
    correlation: Floats = np.clip(products / np.outer(lengths, lengths), -1.0, 1.0)
    np.fill_diagonal(correlation, 1.0)
    return correlation


def _tiles(batches: Iterable[list[npt.NDArray[Any]]], columns: int) -> Iterator[Floats]:
    """Yield the same rows in tiles of a fixed size, a variable in each row; the last may be shorter."""
    tile, filled = np.empty((columns, _TILE_ROWS)), 0
    for batch in batches:
        first, count = 0, len(batch[0])
        while first < count:
            taken = min(count - first, _TILE_ROWS - filled)
            for column, values in enumerate(batch):
                tile[column, filled : filled + taken] = values[first : first + taken]
            first, filled = first + taken, filled + taken
            if filled == _TILE_ROWS:
                yield tile
                filled = 0
    if filled:
        yield np.ascontiguousarray(tile[:, :filled])

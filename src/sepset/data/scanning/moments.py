"""Means and sums of products, batch after batch, without the rounding of plain sums.

Every tile of rows is centred by its own mean; two sets of rows then have, with d the difference of their
means, the joint sums of products M = M1 + M2 + d d' n1 n2 / (n1 + n2) [Chan, Golub and LeVeque 1983]. Tiles
have a fixed number of rows and are merged in the order of rows, so that neither threads nor how the rows are
split into files and row groups change a bit. Rows that a cluster counts are merged part by part, in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

_TILE_ROWS = 1 << 14


@dataclass
class Moments:
    """How many rows there are, their means as seen from an origin, and the sums of products around them."""

    rows: int
    origin: Floats
    mean: Floats
    products: Floats

    def add(self, other: Moments) -> None:
        """Take in other rows, which come after these.

        >>> one, two = (moments_of([[np.array(x)]], np.array([4.0]), 1) for x in ([1.0, 3.0], [4.0, 4.0]))
        >>> one.add(two)
        >>> one.rows, one.products.tolist()  # around 3, in units of 8
        (4, [[0.09375]])
        """
        shift = (other.origin - self.origin) + (other.mean - self.mean)
        rows = self.rows + other.rows
        self.products += other.products
        self.products += np.outer(shift, shift) * (self.rows * (other.rows / rows))
        self.mean += shift * (other.rows / rows)
        self.rows = rows

    def correlation(self) -> Floats:
        """Return the correlation matrix."""
        lengths = np.sqrt(np.diag(self.products))
        correlation: Floats = np.clip(self.products / np.outer(lengths, lengths), -1.0, 1.0)
        np.fill_diagonal(correlation, 1.0)
        return correlation


def moments_of(batches: Iterable[list[npt.NDArray[Any]]], largest: Floats, threads: int) -> Moments | None:
    """Return the moments of columns that go by, None without rows; `largest` bounds their absolute values.

    >>> rows = [[np.array([1.0, 2.0]), np.array([2.0, 1.0])], [np.array([3.0]), np.array([3.0])]]
    >>> moments_of(rows, np.array([3.0, 3.0]), 1).correlation().round(12).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    # A power of two changes no digit, and keeps squares from overflowing.
    scale = np.ldexp(1.0, np.minimum(-np.frexp(largest)[1], 1023))[:, None]
    found: Moments | None = None
    for tile in _tiles(batches, len(largest)):
        centred = tile * scale
        # Seen from a row of the table means are small where they would be large beside the spread.
        origin = centred[:, 0].copy() if found is None else found.origin
        centred -= origin[:, None]
        mean = np.zeros(len(largest))
        for _ in range(2):  # twice: the rounding of a mean that is large beside the spread goes away
            step = centred.mean(axis=1)
            centred -= step[:, None]
            mean += step
        products = kernels.cross_products(np.ascontiguousarray(centred), threads)
        own = Moments(tile.shape[1], origin, mean, products)
        if found is None:
            found = own
        else:
            found.add(own)
    return found


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

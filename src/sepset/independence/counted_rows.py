"""How many rows of some data hold what, for lists of sets of columns: a part of one pass.

Counts of parts of the rows are added up in any order, here or where the parts were counted.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.data.scanning.streamed import StreamedDataset

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]


def added(counts: list[Longs], others: list[Longs]) -> list[Longs]:
    """Return the sums of counts of the same sets of columns in two parts of the rows."""
    for some, more in zip(counts, others, strict=True):
        some += more
    return counts


def counts_of_rows(
    names: tuple[str, ...], levels: Ints, each: Sequence[Ints], data: StreamedDataset, threads: int
) -> list[Longs]:
    """Return how many rows of some data hold what, for each list of sets."""
    found = [kernels.CountedSets(levels, sets) for sets in each]
    for codes, weights in data.weighted_batches(names):
        for tables, (some, often) in product(found, [*by_weight(codes, weights)]):
            if often is None:
                tables.add(some, threads)
            else:
                tables.add_weighted(some, often)
    return [tables.counts() for tables in found]


def by_weight(
    codes: list[NDArray[Any]], weights: Longs | None
) -> Iterator[tuple[list[NDArray[Any]], Longs | None]]:
    """Yield the rows that occur once, which are counted many at a time, and the others with their numbers."""
    once = np.True_ if weights is None else weights == 1
    if weights is None or once.all():
        yield codes, None
        return
    if once.any():
        yield [column[once] for column in codes], None
    yield [column[~once] for column in codes], weights[~once]

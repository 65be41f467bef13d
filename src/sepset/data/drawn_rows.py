"""Columns whose rows are drawn again and again, as in resampling: their values are sorted once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from sepset.data.column import Column


def ranked(column: Column) -> Column:
    """Return a column with its `ranks`, if it is continuous; a missing value has the rank 0.

    >>> from sepset.data.column import Column
    >>> ranked(Column("dose", "continuous", np.array([2.5, 0.5, 2.5, 1.0]))).ranks.tolist()
    [2, 0, 2, 1]
    """
    if column.kind != "continuous" or column.ranks is not None:
        return column
    there, ranks = ~column.missing(), np.zeros(len(column.values), dtype=np.intp)
    ranks[there] = np.unique(column.values[there], return_inverse=True)[1].reshape(-1)
    return replace(column, ranks=ranks)


def drawn_rows(column: Column, rows: npt.NDArray[np.intp]) -> Column:
    """Return a column of some of the rows, by number, with the ranks that they have among all."""
    ranks = None if column.ranks is None else column.ranks[rows]
    return replace(column, values=column.values[rows], ranks=ranks)

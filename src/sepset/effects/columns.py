"""The columns behind one estimate: complete rows, dummies for levels, and strata."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import DataError
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.data.column import Column, Label
    from sepset.data.dataset import Dataset

    Floats = NDArray[np.float64]

#: With fewer rows than this no interval means anything.
FEWEST_ROWS = 10


@dataclass(frozen=True, eq=False)
class Columns:
    """The rows in which cause, effect and the adjustment set have values."""

    cause: Column
    effect: Column
    given: tuple[Column, ...]
    rows: int

    @classmethod
    def of(cls, data: Dataset, cause: str, effect: str, given: Sequence[str]) -> Columns:
        """Pick columns by name, and the rows that are complete in them."""
        names = [cause, effect, *given]
        gaps = [data.gaps[name] for name in names if name in data.gaps]
        kept = data.select(names)
        if gaps:
            kept = kept.take(np.flatnonzero(~np.logical_or.reduce(gaps)))
        if kept.rows < FEWEST_ROWS:
            raise DataError(
                f"an effect needs {FEWEST_ROWS} rows or more in which {', '.join(names)} have values; "
                f"there are {counted(kept.rows, 'row')}"
            )
        first, second, *rest = kept.columns
        return cls(first, second, tuple(rest), kept.rows)

    @cached_property
    def cause_columns(self) -> Floats:
        """The cause as numbers: itself, or one column for each level but the first."""
        return _numbers(self.cause)

    @cached_property
    def given_columns(self) -> Floats:
        """The adjustment set as numbers, without a constant."""
        return np.column_stack([np.empty((self.rows, 0)), *map(_numbers, self.given)])

    @cached_property
    def strata(self) -> NDArray[np.intp] | None:
        """The number of each row's stratum; None with a continuous column in the set."""
        if any(column.kind == "continuous" for column in self.given):
            return None
        codes = np.column_stack([np.zeros(self.rows, dtype=np.intp), *(one.values for one in self.given)])
        return np.unique(codes, axis=0, return_inverse=True)[1].ravel()

    def outcome(self, level: int | None) -> Floats:
        """Return the effect as numbers: itself, or whether it has a level."""
        if level is None:
            return np.asarray(self.effect.values, dtype=np.float64)
        return np.asarray(self.effect.values == level, dtype=np.float64)


def contrasts(column: Column) -> list[tuple[int, int]]:
    """Return the levels of a discrete cause to compare: each with the first."""
    return [(0, level) for level in range(1, len(column.levels))]


def outcomes(column: Column) -> list[int | None]:
    """Return the outcomes to ask about: the value, the second of two levels, or each of more levels."""
    if column.kind == "continuous":
        return [None]
    return [1] if len(column.levels) == 2 else list(range(len(column.levels)))


def label(column: Column, level: int | None) -> Label | None:
    """Return the label of a level."""
    return None if level is None else column.levels[level]


def _numbers(column: Column) -> Floats:
    if column.kind == "continuous":
        return np.asarray(column.values, dtype=np.float64)[:, None]
    return np.asarray(column.values[:, None] == np.arange(1, len(column.levels)), dtype=np.float64)

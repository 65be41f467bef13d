"""Named discrete columns in the order in which the kernels count, and how columns map to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING, Self

import numpy as np

from sepset import kernels
from sepset.checks import check_columns, check_count, check_items, check_type
from sepset.data.dataset import Dataset
from sepset.errors import DataError
from sepset.graph.names import inverse, name_order
from sepset.independence.level_input import number_of_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.independence.protocol import Candidates

    Codes = NDArray[np.unsignedinteger]

_MOST_LEVELS = 2**16
#: how many rows the kernels count
MOST_ROWS = 2**31 - 1


@dataclass(frozen=True, eq=False)
class DiscreteColumns:
    """Columns sorted by number of levels, then name: results are the same for any order of the columns.

    `place[x]` is where column x went, `column[i]` which column is at place i, `name_rank[i]` the rank of its
    name; `by_name` are the columns in the order of their names.
    """

    names: tuple[str, ...]
    codes: tuple[Codes, ...]
    levels: NDArray[np.int32]
    place: NDArray[np.int32]
    column: NDArray[np.int32]
    name_rank: NDArray[np.int32]
    by_name: NDArray[np.int32]
    place_of: dict[str, int]
    #: the number of rows, N
    rows: int

    @classmethod
    def build(
        cls, names: Sequence[str], codes: Sequence[ArrayLike] | NDArray[np.integer], levels: Sequence[int]
    ) -> DiscreteColumns:
        """Check the columns and put them in order; `codes` holds one sequence of whole numbers per name.

        >>> columns = DiscreteColumns.build(("b", "a", "c"), [[0, 2], [0, 1], [1, 0]], (3, 2, 2))
        >>> columns.column.tolist(), columns.levels.tolist(), columns.name_rank.tolist()
        ([1, 2, 0], [2, 2, 3], [0, 2, 1])
        """
        names = check_columns(names)
        codes = codes if isinstance(codes, SoundCodes) else check_items("codes", codes, "columns of codes")
        levels = check_items("levels", levels, "numbers of levels")
        if not len(names) == len(codes) == len(levels):
            raise DataError(
                f"names, codes and levels belong together, one of each per column; got {len(names)} names, "
                f"{len(codes)} columns of codes, {len(levels)} numbers of levels"
            )
        _check_levels(names, levels)
        arrays: Sequence[Codes]
        if isinstance(codes, SoundCodes):
            arrays = codes
        else:
            arrays = [_checked_codes(*column) for column in zip(names, codes, levels, strict=True)]
        if not isinstance(codes, RowsElsewhere):
            _check_lengths(names, arrays)
        by_name = name_order(names)
        order = sorted(by_name.tolist(), key=levels.__getitem__)  # equal levels stay in the order of names
        column = np.array(order, dtype=np.int32)
        place, rank = inverse(column), inverse(by_name)
        return cls(
            names,
            tuple(map(arrays.__getitem__, order)),
            np.array(levels, dtype=np.int32)[column],
            place,
            column,
            rank[column],
            by_name,
            dict(zip(names, place.tolist(), strict=True)),
            codes.rows if isinstance(codes, RowsElsewhere) else len(arrays[0]) if arrays else 0,
        )

    def place_candidates(
        self, candidates: Candidates | None
    ) -> tuple[NDArray[np.int64] | None, NDArray[np.int32] | None, NDArray[np.int32] | None]:
        """Return candidate lists with places instead of columns."""
        if candidates is None:
            return None, None, None
        members = self.place[np.asarray(candidates.members, dtype=np.int32)]
        return (
            np.ascontiguousarray(candidates.offsets, dtype=np.int64),
            np.ascontiguousarray(members),
            np.ascontiguousarray(candidates.of, dtype=np.int32),
        )

    def most_dof(self, size: int) -> int:
        """Return the largest full degrees of freedom that a test given `size` columns can have."""
        largest = self.levels[::-1].tolist()
        return max(int(prod(count - 1 for count in largest[:2])) * int(prod(largest[:size])), 1)


def count_tests(columns: int, pairs: NDArray[np.int32], size: int, candidates: Candidates | None) -> int:
    """Return how many tests a level has: for each pair the number of sets of `size` candidates.

    >>> count_tests(5, np.array([[0, 1], [2, 3]]), 2, None)
    6
    """
    if candidates is None:
        return len(pairs) * comb(columns - 2, size) if columns >= 2 else 0
    return number_of_sets(kernels.count_candidates(columns, pairs, *candidates), size)


class OnDiscreteColumns:
    """What every test on discrete columns knows about them."""

    _columns: DiscreteColumns

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in column order."""
        return self._columns.names

    @property
    def n(self) -> int:
        """The number of rows, N."""
        return self._columns.rows


class SoundCodes(tuple["Codes", ...]):
    """Codes that need no check and never change, such as those of a dataset."""


class RowsElsewhere(SoundCodes):
    """Columns whose rows are not in memory: their number is known, their codes are not here."""

    rows: int

    def __new__(cls, rows: int, columns: int) -> Self:  # noqa: D102  # as the class says
        made = super().__new__(cls, [np.empty(0, dtype=np.uint8)] * columns)
        made.rows = rows
        return made


def _check_levels(names: Sequence[str], levels: Sequence[int]) -> None:
    if (
        set(map(type, levels)) <= {int}
        and 1 <= min(levels, default=1) <= max(levels, default=1) <= _MOST_LEVELS
    ):
        return
    for name, count in zip(names, levels, strict=True):
        if not 1 <= check_count(f"the number of levels of {name!r}", count, least=0) <= _MOST_LEVELS:
            raise DataError(f"column {name!r} has {count} levels; 1 to {_MOST_LEVELS} can be tested")


def _checked_codes(name: str, codes: ArrayLike, levels: int) -> Codes:
    """Return a copy of the codes in one or two bytes each."""
    array = np.asarray(codes)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise DataError(
            f"the codes of column {name!r} must be a sequence of whole numbers, got shape {array.shape} of "
            f"{array.dtype}; number its levels 0, 1, 2, ..."
        )
    if len(array) and not (array.min() >= 0 and array.max() < levels):
        raise DataError(
            f"the codes of column {name!r} must lie between 0 and levels - 1 = {levels - 1}; they run from "
            f"{array.min()} to {array.max()}"
        )
    return array.astype(np.uint8 if levels <= 2**8 else np.uint16)


def _check_lengths(names: Sequence[str], arrays: Sequence[Codes]) -> None:
    lengths = set(map(len, arrays))
    if len(lengths) > 1:
        by_name = ", ".join(f"{name!r}: {len(array)}" for name, array in zip(names[:8], arrays, strict=False))
        raise DataError(f"all columns need the same number of rows; got {by_name}")
    if lengths and not 1 <= next(iter(lengths)) <= MOST_ROWS:
        raise DataError(f"a test needs between 1 and {MOST_ROWS} rows, got {next(iter(lengths))}")


def codes_and_levels(data: Dataset) -> tuple[SoundCodes, list[int]]:
    """Return the codes and the numbers of levels of the columns of a dataset; all must be discrete."""
    require_discrete(data)
    data.require_no_gaps()
    codes = SoundCodes(np.ascontiguousarray(column.values) for column in data.columns)
    return codes, [len(column.levels) for column in data.columns]


def require_discrete(data: Dataset) -> None:
    """Raise an error unless all columns of a dataset are discrete."""
    check_type("data", data, Dataset, hint="; sepset.dataset makes one")
    continuous = [name for name, kind in data.kinds.items() if kind != "discrete"]
    if continuous:
        raise DataError(
            f"discrete columns are needed, and {', '.join(map(repr, continuous))} are continuous; use only "
            "the others",
            *data.other_kind("discrete", continuous),
        )

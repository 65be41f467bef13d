"""Named discrete columns in the order in which the kernels count, and how columns map to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from sepset.data.dataset import Dataset
    from sepset.independence.protocol import Candidates

_MOST_LEVELS = 2**16
_MOST_ROWS = 2**31 - 1


@dataclass(frozen=True, eq=False)
class DiscreteColumns:
    """Columns sorted by number of levels, then name: results are the same for any order of the columns.

    `place[x]` is where column x went, `column[i]` which column is at place i, `name_rank[i]` the rank of its
    name.
    """

    names: tuple[str, ...]
    codes: NDArray[np.unsignedinteger]
    levels: NDArray[np.int32]
    place: NDArray[np.int32]
    column: NDArray[np.int32]
    name_rank: NDArray[np.int32]
    place_of: dict[str, int]

    @classmethod
    def build(
        cls, names: Sequence[str], codes: Sequence[ArrayLike] | NDArray[np.integer], levels: Sequence[int]
    ) -> DiscreteColumns:
        """Check the columns and put them in order; `codes` holds one sequence of whole numbers per name.

        >>> columns = DiscreteColumns.build(("b", "a", "c"), [[0, 2], [0, 1], [1, 0]], (3, 2, 2))
        >>> columns.column.tolist(), columns.levels.tolist(), columns.name_rank.tolist()
        ([1, 2, 0], [2, 2, 3], [0, 2, 1])
        """
        names = tuple(names)
        if len(set(names)) < len(names):
            repeated = sorted({name for name in names if names.count(name) > 1})
            raise DataError(
                f"column names must differ; {', '.join(map(repr, repeated))} occur more than once"
            )
        if not len(names) == len(codes) == len(levels):
            raise DataError(
                f"names, codes and levels belong together, one of each a column; got {len(names)} names, "
                f"{len(codes)} columns of codes, {len(levels)} numbers of levels"
            )
        arrays = [_checked_codes(*column) for column in zip(names, codes, levels, strict=True)]
        _check_lengths(names, arrays)
        column = np.array(sorted(range(len(names)), key=lambda x: (levels[x], names[x])), dtype=np.int32)
        place = np.empty_like(column)
        place[column] = np.arange(len(names), dtype=np.int32)
        rank = {name: i for i, name in enumerate(sorted(names))}
        return cls(
            names,
            _packed([arrays[x] for x in column], max(levels, default=0)),
            np.array([levels[x] for x in column], dtype=np.int32),
            place,
            column,
            np.array([rank[names[x]] for x in column], dtype=np.int32),
            {name: int(i) for name, i in zip(names, place, strict=True)},
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

    def in_name_order(self, places: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return sets of places (one a row) as columns in the order of their names."""
        order = np.argsort(self.name_rank[places], axis=1)
        return self.column[np.take_along_axis(places, order, axis=1)]

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
    lengths = np.diff(candidates.offsets)
    keys = np.repeat(np.arange(len(lengths)), lengths) * columns + candidates.members
    own = np.isin(candidates.of[:, None].astype(np.int64) * columns + pairs, keys).sum(axis=1)
    sizes, repeats = np.unique(lengths[candidates.of] - own, return_counts=True)
    return sum(comb(int(m), size) * int(times) for m, times in zip(sizes, repeats, strict=True))


def _checked_codes(name: str, codes: ArrayLike, levels: int) -> NDArray[np.integer]:
    array = np.asarray(codes)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise DataError(
            f"the codes of column {name!r} must be a sequence of whole numbers, got shape {array.shape} of "
            f"{array.dtype}; number its levels 0, 1, 2, ..."
        )
    if not 1 <= levels <= _MOST_LEVELS:
        raise DataError(f"column {name!r} has {levels} levels; 1 to {_MOST_LEVELS} can be tested")
    if len(array) and not (array.min() >= 0 and array.max() < levels):
        raise DataError(
            f"the codes of column {name!r} must lie between 0 and levels - 1 = {levels - 1}; they run from "
            f"{array.min()} to {array.max()}"
        )
    return array


def _packed(arrays: Sequence[NDArray[np.integer]], most_levels: int) -> NDArray[np.unsignedinteger]:
    """Return the codes as one array, a row per column, in one or two bytes each."""
    shape = (len(arrays), len(arrays[0]) if arrays else 0)
    packed: NDArray[np.unsignedinteger] = np.empty(shape, np.uint8 if most_levels <= 2**8 else np.uint16)
    for row, array in zip(packed, arrays, strict=True):
        row[:] = array
    return packed


def _check_lengths(names: Sequence[str], arrays: Sequence[NDArray[np.integer]]) -> None:
    lengths = {len(array) for array in arrays}
    if len(lengths) > 1:
        by_name = ", ".join(f"{name!r}: {len(array)}" for name, array in zip(names[:8], arrays, strict=False))
        raise DataError(f"all columns need the same number of rows; got {by_name}")
    if lengths and not 1 <= next(iter(lengths)) <= _MOST_ROWS:
        raise DataError(f"a test needs between 1 and {_MOST_ROWS} rows, got {next(iter(lengths))}")


def codes_and_levels(data: Dataset) -> tuple[list[NDArray[np.unsignedinteger]], list[int]]:
    """Return the codes and the numbers of levels of the columns of a dataset; all must be discrete."""
    continuous = [column.name for column in data.columns if column.kind != "discrete"]
    if continuous:
        raise DataError(
            f"discrete columns are needed, and {', '.join(map(repr, continuous))} are continuous; bin them, "
            "or set kinds='discrete' when making the dataset"
        )
    return [column.values for column in data.columns], [len(column.levels) for column in data.columns]

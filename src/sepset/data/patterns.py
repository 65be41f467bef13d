"""Which values are missing together, and hence how many rows any test can use.

>>> from sepset.data.reading.table import dataset
>>> data = dataset({"a": [1.5, None, 2.0, 0.5], "b": [2.5, None, None, 1.0]}, missing="testwise")
>>> found = gap_patterns(data)
>>> found.patterns
((2, ()), (1, (0, 1)), (1, (1,)))
>>> found.rows_with([0]), found.rows_with([0, 1])
(3, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from sepset.data.dataset import Dataset


class GapPatterns(NamedTuple):
    """For each pattern of gaps, most frequent first: in how many rows, and which columns lack a value."""

    patterns: tuple[tuple[int, tuple[int, ...]], ...]

    def rows_with(self, columns: Collection[int]) -> int:
        """Return in how many rows all of these columns have a value."""
        wanted = set(columns)
        return sum(rows for rows, missing in self.patterns if wanted.isdisjoint(missing))


def gap_patterns(data: Dataset) -> GapPatterns | None:
    """Return the patterns of missing values, or None when no value is missing."""
    if not data.gaps:
        return None
    places = [data.names.index(name) for name in data.gaps]
    kinds, counts = np.unique(np.column_stack([*data.gaps.values()]), axis=0, return_counts=True)
    found = [
        (int(count), tuple(place for place, missing in zip(places, kind, strict=True) if missing))
        for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True)
    ]
    return GapPatterns(tuple(sorted(found, key=lambda pattern: (-pattern[0], pattern[1]))))

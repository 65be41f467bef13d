"""What a pass over the rows of a scan met: it must be what was there before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sepset.data.column import count_places
from sepset.errors import DataError
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt


@dataclass
class GoneBy:
    """How many rows went by, how many of them were complete, and how many held each level of some columns."""

    rows: int = 0
    complete: int = 0
    counts: dict[str, npt.NDArray[np.int64]] = field(default_factory=dict)

    @classmethod
    def counting(cls, levels: Mapping[str, int]) -> GoneBy:
        """Return a record that counts the levels of some columns, too; there are so many of each."""
        return cls(counts={name: np.zeros(count, dtype=np.int64) for name, count in levels.items()})

    def add(self, rows: int, complete: int, values: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take in a batch, with the values of its complete rows."""
        self.rows, self.complete = self.rows + rows, self.complete + complete
        for name, counts in self.counts.items():
            counts += count_places(values[name], len(counts))

    def merged(self, other: GoneBy) -> GoneBy:
        """Return what went by here and elsewhere; levels are known of all rows where both counted them.

        >>> GoneBy(2, 2, {"a": np.array([1, 1])}).merged(GoneBy(1, 1, {"a": np.array([0, 1])})).counts
        {'a': array([1, 2])}
        """
        counts = {
            name: ours + other.counts[name] for name, ours in self.counts.items() if name in other.counts
        }
        return GoneBy(self.rows + other.rows, self.complete + other.complete, counts)


def check_unchanged(now: int, then: int, noun: str = "row") -> None:
    """Raise an error when a pass met more or fewer rows than there were."""
    if now != then:
        raise DataError(
            f"the table has {counted(now, noun)} now, but had {then:,} before: has it changed? Scan it again"
        )

"""What a result keeps of its data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sepset.checks import check_type
from sepset.data.column import PLAIN
from sepset.data.dataset import Dataset, unknown_column
from sepset.data.patterns import gap_patterns
from sepset.errors import DataError
from sepset.independence.missingness import Missingness, missingness
from sepset.result.warnings import predicted_gaps
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sepset.data.patterns import GapPatterns
    from sepset.errors import Remark


@dataclass(frozen=True, eq=False)
class DataSummary:
    """What a result keeps of the data: enough to describe them, and to tell whether other data are the same.

    >>> from sepset.data.reading.table import dataset
    >>> about = DataSummary.of(dataset({"a": [0, 1, 1, 0], "b": ["u", "v", "w", "u"]}))
    >>> about.rows, about.names, about.levels
    (4, ('a', 'b'), {'a': 2, 'b': 3})
    """

    rows: int
    #: the kind of each column by name
    kinds: Mapping[str, str]
    #: the number of levels of each discrete column by name
    levels: Mapping[str, int]
    #: for columns that had any: how many values were missing in the source
    missing: Mapping[str, int]
    #: how many rows were left out because of that
    dropped: int
    # Hashing large data takes longer than some runs, so a dataset is only hashed when someone asks.
    _content: Dataset | str = field(repr=False)
    #: which values are missing together; None: none is
    gaps: GapPatterns | None = None
    #: columns that no test can use, with the reason of each
    left_out: Mapping[str, str] = field(default_factory=dict)
    #: what each column holds besides its kind, by name; empty for a file that does not say
    holds: Mapping[str, str] = field(default_factory=dict)
    # Looking for doubts takes longer than some runs, so it waits until someone asks.
    _warnings: tuple[Remark, ...] | None = field(default=None, repr=False)
    _missingness: Missingness | None = field(default=None, repr=False)
    #: the name of the file that the data came from, or empty
    source: str = ""

    @classmethod
    def of(cls, data: Dataset) -> DataSummary:
        """Summarise a dataset."""
        check_type("data", data, Dataset, hint="; sepset.dataset makes one")
        levels = {name: len(labels) for name, labels in data.levels.items()}
        counts, gone = dict(data.missing), dict(data.left_out)
        gaps, holds, kinds = gap_patterns(data), dict(data.holds), dict(data.kinds)
        return cls(
            data.rows, kinds, levels, counts, data.dropped, data, gaps, gone, holds, source=data.source
        )

    def described(self, name: str) -> str:
        """Return the kind of a column with what it holds, such as "continuous, whole numbers"."""
        if not isinstance(name, str) or name not in self.kinds:
            raise DataError(unknown_column(name, [*self.kinds]))
        holds = self.holds.get(name, "")
        return self.kinds[name] if holds in ("", *PLAIN) else f"{self.kinds[name]}, {holds}"

    @cached_property
    def warnings(self) -> tuple[Remark, ...]:
        """What makes the table hard to learn from, one sentence each; its `kind` says what it is about."""
        if self._warnings is not None or isinstance(self._content, str):
            return self._warnings or ()
        return (*self._content.doubts, *predicted_gaps(self.missingness))

    @cached_property
    def missingness(self) -> Missingness:
        """How many values each column lacks, and which other columns predict that; print it to read it."""
        if self._missingness is not None or isinstance(self._content, str):
            return self._missingness or Missingness(())
        return missingness(self._content)

    def rows_with(self, columns: Collection[int]) -> int:
        """Return in how many rows these columns, by number, have values: the N of a test of them."""
        return self.rows if self.gaps is None else self.gaps.rows_with(columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.kinds)

    @property
    def kinds_counted(self) -> str:
        """How many columns there are of each kind, such as "2 continuous and 3 discrete"."""
        counts = sorted(Counter(self.kinds.values()).items())
        return " and ".join(f"{number:,} {kind}" for kind, number in counts)

    @property
    def rows_left_out(self) -> str:
        """How many rows were left out, and why, or nothing: "20 rows left out for missing values"."""
        return f"{counted(self.dropped, 'row')} left out for missing values" if self.dropped else ""

    @property
    def fingerprint(self) -> str:
        """The name of the content: equal for equal data, see `Dataset.fingerprint`."""
        return self._content if isinstance(self._content, str) else self._content.fingerprint()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DataSummary):
            return NotImplemented
        return (self.fingerprint, self._counts) == (other.fingerprint, other._counts)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @property
    def _counts(self) -> tuple[object, ...]:
        return self.rows, self.kinds, self.levels, self.missing, self.dropped

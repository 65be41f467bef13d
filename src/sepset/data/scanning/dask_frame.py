"""Rows in partitions of a ``dask.dataframe``; Dask itself is never imported, its frame comes with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sepset.data.reading.frames import column_names
from sepset.data.scanning.sources import NothingNoted, sound
from sepset.errors import DataError, InPython, SepsetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.data.scanning.sources import Batch


@dataclass(frozen=True)
class DaskFrame(NothingNoted):
    """A dataframe of Dask, computed partition by partition."""

    frame: Any
    #: the number of its first partition, for messages
    first: int = 0
    rows: None = None

    @classmethod
    def of(cls, frame: Any) -> DaskFrame:
        """Return the source of a dataframe; one that lies on the workers of a cluster is refused."""
        if any(type(value).__module__.startswith("distributed.") for value in frame.dask.values()):
            raise DataError(
                "the dataframe is persisted: its partitions lie with the workers of a Dask cluster, and rows "
                "are read where they are counted",
                InPython(
                    "; scan the dataframe as it was before `persist`, or write it with `to_parquet` and scan "
                    "the folder"
                ),
            )
        return cls(frame)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order; labels that are whole numbers are written out."""
        labels = list(self.frame.columns)
        return tuple(column_names(labels, len(labels)))

    @property
    def parts(self) -> int:
        """How many partitions there are."""
        return int(self.frame.npartitions)

    def part(self, number: int) -> DaskFrame:
        """Return the source of one partition."""
        return replace(self, frame=self.frame.partitions[number], first=self.first + number)

    def batches(self, names: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of some columns, partition by partition, computed by the thread that asks."""
        label = dict(zip(self.names, self.frame.columns, strict=True))
        for number in range(self.parts):
            where = f"partition {self.first + number} of the dataframe"
            try:
                chosen = self.frame[[label[name] for name in names]].partitions[number]
                # A worker that waited for its own cluster would wait for ever.
                yield sound(where, chosen.compute(scheduler="synchronous"))
            except SepsetError as error:
                raise DataError(f"{where}: ", *error.parts) from None
            except Exception as error:  # whatever the graph of the dataframe raises
                raise DataError(f"{where} cannot be computed: {error}") from None


def is_dask_frame(thing: object) -> bool:
    """Say whether something is a dataframe of Dask.

    >>> is_dask_frame("lake/*.parquet")
    False
    """
    return type(thing).__module__.partition(".")[0] in ("dask", "dask_expr") and hasattr(thing, "partitions")

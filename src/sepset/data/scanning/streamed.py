"""A dataset whose rows stay where they are: it knows its columns, and reads rows when a test counts them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sepset.checks import check_names, check_text
from sepset.data.dataset import Dataset, check_selected, unknown_column
from sepset.data.identifiers import FEWEST_NUMBERED
from sepset.data.scanning.hashing import hash_columns
from sepset.data.scanning.moments import moments_of
from sepset.data.scanning.passes import GoneBy, check_unchanged
from sepset.data.scanning.scratch import Space
from sepset.data.scanning.shared import PartWork, SharedRows
from sepset.data.scanning.sources import GroupingSource, PartedSource, naming
from sepset.data.scanning.travelling import findable
from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.column import Column, Holds, Kind, Label
    from sepset.data.scanning.known import KnownColumn, Settled
    from sepset.data.scanning.moments import Moments
    from sepset.data.scanning.shared import Sharing
    from sepset.data.scanning.sources import Batch, Source


T = TypeVar("T")


class StreamedDataset(Dataset):
    """A `Dataset` whose columns are only read as a whole when someone asks for them.

    Names, kinds, levels and rows are known; `batches` goes through the values. `columns` puts them all into
    memory, or beyond `memory` bytes into a scratch file that is mapped and gone when the dataset is.
    """

    memory: int

    streamed = True

    def __init__(
        self,
        source: Source,
        settled: Sequence[Settled],
        *,
        rows: int,
        memory: int,
        incomplete: Sequence[KnownColumn] = (),
        missing: Mapping[str, int] | None = None,
        dropped: int = 0,
        notes: tuple[str, ...] = (),
        name: str = "",
    ) -> None:
        fields = {
            "rows": rows,
            "missing": MappingProxyType(dict(missing or {})),
            "dropped": dropped,
            "left_out": MappingProxyType({}),
            "notes": notes,
            "source": name,
            "memory": memory,
            "_files": source,
            "_settled": {column.column.name: column for column in settled},
            # columns some of whose rows are left out since a value is missing
            "_incomplete": tuple(incomplete),
            "_is_part": False,
            # how many rows hold each level of columns that only the notes of their files had told of
            "_counted": {},
        }
        self.__dict__.update(fields)

    # ---- what is known -----------------------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(self.__dict__["_settled"])

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kind of each column by name."""
        return MappingProxyType({name: column.column.kind for name, column in self._known.items()})

    @cached_property
    def holds(self) -> Mapping[str, Holds]:
        """What each column holds besides its kind, by name."""
        return MappingProxyType({name: column.column.holds for name, column in self._known.items()})

    @cached_property
    def levels(self) -> Mapping[str, tuple[Label, ...]]:
        """The levels of each discrete column by name, in the order of their codes."""
        known = self._known.items()
        return MappingProxyType({name: c.column.levels for name, c in known if c.column.kind == "discrete"})

    @cached_property
    def gaps(self) -> Mapping[str, npt.NDArray[np.bool_]]:
        """Nothing: rows with missing values are left out, or refused."""
        return MappingProxyType({})

    @property
    def _known(self) -> dict[str, Settled]:
        known: dict[str, Settled] = self.__dict__["_settled"]
        return known

    @property
    def bytes_of_values(self) -> int:
        """How much memory all values take."""
        return self.rows * sum(column.dtype.itemsize for column in self._known.values())

    def grows(self, name: str) -> bool:
        """Say whether whole numbers grow from every row to the next."""
        known = self._known[name]
        if known.of_label is not None:
            return self.rows <= len(known.of_label) and super().grows(name)
        extent = known.known.survey.extent
        return extent.whole and extent.rising and self.rows >= FEWEST_NUMBERED

    # ---- rows --------------------------------------------------------------------------------------------

    def batches(self, names: Sequence[str] | None = None) -> Iterator[list[npt.NDArray[Any]]]:
        """Yield the values of some columns (all by default), a batch of rows at a time.

        Rows that changed since the scan are refused, at the latest at the end.
        """
        asked = self.names if names is None else names
        wanted = [self._known[name] for name in asked]
        incomplete: tuple[KnownColumn, ...] = self.__dict__["_incomplete"]
        gone = self._record(asked)
        for batch in self.__dict__["_files"].batches(names_of(wanted, incomplete)):
            with naming(batch.where):
                stay, values = _values(batch, wanted, incomplete)
                rows = len(next(iter(batch.columns.values())))
                complete = rows if stay is None else int(stay.sum())
                gone.add(rows, complete, dict(zip(asked, values, strict=True)))
                yield values
            self._tell(gone)
        self._went_by(gone)

    def weighted_batches(
        self, names: Sequence[str]
    ) -> Iterator[tuple[list[npt.NDArray[Any]], npt.NDArray[np.int64] | None]]:
        """Yield the same rows with how often each occurs, where the source counts them; None: once."""
        source: Source = self.__dict__["_files"]
        if not isinstance(source, GroupingSource):
            yield from ((values, None) for values in self.batches(names))
            return
        wanted = [self._known[name] for name in names]
        incomplete: tuple[KnownColumn, ...] = self.__dict__["_incomplete"]
        gone = GoneBy()
        for batch, weights in source.grouped(names_of(wanted, incomplete)):
            stay, values = _values(batch, wanted, incomplete)
            kept = weights if stay is None else weights[stay]
            gone.add(int(weights.sum()), int(kept.sum()), {})
            yield values, kept
            self._tell(gone)
        self._went_by(gone)

    def _record(self, names: Sequence[str]) -> GoneBy:
        """Return a record of a pass over some columns, which also counts levels that were not counted yet."""
        return GoneBy.counting({name: len(self.levels[name]) for name in self._uncounted(names)})

    def _uncounted(self, names: Sequence[str]) -> list[str]:
        """Return those of some columns of which only notes are known."""
        counted = self.__dict__["_counted"]
        return [
            name
            for name in dict.fromkeys(names)
            if name in self.levels and self._known[name].counts is None and name not in counted
        ]

    @property
    def _rows_to_go(self) -> int:
        # A database leaves out rows with gaps itself.
        return self.rows + (self.dropped if self.__dict__["_incomplete"] else 0)

    def watched_by(self, tell: Callable[[int, int], None]) -> StreamedDataset:
        """Return the same table that says how many rows of how many have gone by, while they do."""
        return self._with(_watch=tell)

    def _tell(self, gone: GoneBy) -> None:
        """Say how far a pass has got; of a part nobody knows how much of the whole it is."""
        watch: Callable[[int, int], None] | None = self.__dict__.get("_watch")
        if watch is not None and not self.__dict__["_is_part"]:
            watch(gone.rows, self._rows_to_go)

    @property
    def gone_by(self) -> GoneBy:
        """What the last pass over a part of the rows met."""
        gone: GoneBy = self.__dict__["_gone_by"]
        return gone

    def _went_by(self, gone: GoneBy) -> None:
        """Compare what a pass met with what there was; of a part this is known when all have gone by."""
        if self.__dict__["_is_part"]:
            self.__dict__["_gone_by"] = gone
            return
        check_unchanged(gone.rows, self._rows_to_go)
        check_unchanged(gone.complete, self.rows, "complete row")
        for name, counts in gone.counts.items():
            if not counts.all():
                level = self.levels[name][int(np.argmin(counts))]
                raise DataError(
                    f"the files list the level {level!r} of column {name!r}, but no row has it; write the "
                    "files again, or read the table into memory"
                )
        self.__dict__["_counted"].update(gone.counts)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns with their values, in memory or mapped from a scratch file."""
        continuous = [name for name, kind in self.kinds.items() if kind == "continuous"]
        size = self.bytes_of_values
        with Space(size, mapped=size > self.memory) as space:
            matrix = space.array((self.rows, len(continuous)), np.dtype(np.float64))
            arrays = {name: matrix[:, place] for place, name in enumerate(continuous)}
            for name, column in self._known.items():
                if name not in arrays:
                    arrays[name] = space.array((self.rows,), column.dtype)
        first = 0
        for batch in self.batches():
            room = max(self.rows - first, 0)  # that there are more rows is told when all have gone by
            for name, values in zip(self.names, batch, strict=True):
                arrays[name][first : first + len(values)] = values[:room]
            first += len(batch[0])
        for array in (matrix, *arrays.values()):
            array.flags.writeable = False
        return tuple(replace(self._known[name].column, values=arrays[name]) for name in self.names)

    @cached_property
    def _fingerprint(self) -> str:
        if "columns" in self.__dict__:  # they were read already
            return self._fingerprint_of_columns()
        digest = self._digest()
        hash_columns(self, self._known, digest)
        return digest.hexdigest()

    def level_counts(self, name: str) -> npt.NDArray[np.int64]:
        """Return how many rows hold each level of a discrete column."""
        known = self._known[name].level_counts if name in self.levels else super().level_counts(name)
        if known is not None:
            return known
        counted: dict[str, npt.NDArray[np.int64]] = self.__dict__["_counted"]
        if name not in counted:  # it is, once a test has gone through the rows
            for _ in self.batches(self._uncounted(self.names)):
                pass
        return counted[name]

    def correlation(self, threads: int) -> npt.NDArray[np.float64]:
        """Return the correlations of the columns, all of which are continuous."""
        found: Moments | None = None
        size = (len(self.names) + 2) * len(self.names) * np.dtype(np.float64).itemsize
        for part in self.each_part(PartWork(_moments, threads, size=size)):
            if found is None or part is None:
                found = found or part
            else:
                found.add(part)
        if found is None:
            raise DataError("the rows are gone: have the files changed?")
        return found.correlation()

    # ---- parts of the rows, which a cluster may go through -----------------------------------------------

    @property
    def parts(self) -> int:
        """In how many parts the rows can be read apart: row groups, files of text, partitions."""
        source = self.__dict__["_files"]
        return source.parts if isinstance(source, PartedSource) else 1

    def part(self, number: int) -> StreamedDataset:
        """Return the same table with the rows of one part only, to go through its batches."""
        source = self.__dict__["_files"]
        if not isinstance(source, PartedSource):
            return self
        return self._with(_files=source.part(number), _is_part=True)

    def shared_by(self, cluster: Sharing) -> StreamedDataset:
        """Return the same table whose rows are gone through by a cluster where that takes long here."""
        return self._with(_shared=SharedRows(cluster))

    @property
    def is_shared(self) -> bool:
        """Whether a cluster may go through the rows."""
        return "_shared" in self.__dict__

    def within(self, memory: int) -> StreamedDataset:
        """Return the same table, whose values may take this many bytes of memory."""
        return self._with(memory=memory)

    @property
    def parts_on_cluster(self) -> int:
        """How many parts of the rows a cluster went through, each pass counted."""
        shared: SharedRows | None = self.__dict__.get("_shared")
        return 0 if shared is None else shared.parts_done

    def each_part(self, work: PartWork[T]) -> Iterator[T]:
        """Yield what is said of the rows: of all or, with a cluster, of each part, joined where it may be."""
        shared: SharedRows | None = self.__dict__.get("_shared")
        if shared is None or self.parts == 1:
            yield work.call(self, work.threads)
            return
        gone: GoneBy | None = None
        for told in shared.of_parts(self, work):
            gone = told.gone if gone is None else gone.merged(told.gone)
            self._tell(gone)
            yield from told.values
        self._went_by(gone or GoneBy())

    def _with(self, **fields: object) -> StreamedDataset:
        other = StreamedDataset.__new__(StreamedDataset)
        other.__dict__.update(self.__dict__, **fields)
        return other

    def select(self, names: Iterable[str]) -> StreamedDataset:
        """Return a dataset of some of the columns, in the order given."""
        wanted = check_names("names", names)
        for name in wanted:
            if name not in self._known:
                raise DataError(unknown_column(name, self.names))
        check_selected(wanted)
        return StreamedDataset(
            self.__dict__["_files"],
            [self._known[name] for name in wanted],
            rows=self.rows,
            memory=self.memory,
            incomplete=self.__dict__["_incomplete"],
            missing={name: count for name, count in self.missing.items() if name in wanted},
            dropped=self.dropped,
            notes=self.notes,
            name=self.source,
        )

    def named(self, source: str) -> StreamedDataset:
        """Return the same table under the name of where it came from, which pages show."""
        return self._with(source=check_text("source", source))

    def __reduce__(self) -> tuple[object, ...]:
        # The rows stay where they are, in another process, too.
        kept = {name: value for name, value in self.__dict__.items() if name in _FIELDS}
        kept |= {"missing": dict(self.missing), "left_out": {}, "_files": findable(kept["_files"])}
        return _remade, (kept,)


_FIELDS = (
    *("rows", "dropped", "notes", "source", "memory"),
    # what is counted goes along: all parts of a pass count the same levels
    *("_files", "_settled", "_incomplete", "_is_part", "_counted"),
)


def _remade(fields: dict[str, Any]) -> StreamedDataset:
    made = StreamedDataset.__new__(StreamedDataset)
    fields |= {name: MappingProxyType(fields[name]) for name in ("missing", "left_out")}
    made.__dict__.update(fields)
    return made


def _moments(part: StreamedDataset, threads: int) -> Moments | None:
    largest = np.array([part._known[name].largest for name in part.names])
    return moments_of(part.batches(), largest, threads)


def names_of(columns: Sequence[Settled], incomplete: Sequence[KnownColumn]) -> list[str]:
    """Return what to read for some columns: them, and those that say which rows to leave out."""
    return list(
        dict.fromkeys((*(column.known.name for column in columns), *(one.name for one in incomplete)))
    )


def _values(
    batch: Batch, wanted: Sequence[Settled], incomplete: Sequence[KnownColumn]
) -> tuple[npt.NDArray[np.bool_] | None, list[npt.NDArray[Any]]]:
    """Return which rows of a batch are complete, None if all are, and the values of these."""
    stay = complete_in(batch, incomplete)
    values = [column.values(batch.column(column.known.name)) for column in wanted]
    return stay, values if stay is None else [part[stay] for part in values]


def complete_in(batch: Batch, incomplete: Sequence[KnownColumn]) -> npt.NDArray[np.bool_] | None:
    """Mark the rows that have all values; None: all do."""
    if not incomplete:
        return None
    gaps = [column.missing(batch.column(column.name)) for column in incomplete]
    complete: npt.NDArray[np.bool_] = ~np.logical_or.reduce(gaps)
    return complete

"""Tables larger than memory as datasets: `scan`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.checks import came
from sepset.data.column import count_places
from sepset.data.reading.assemble import (
    Wishes,
    asked_kinds,
    check_column_names,
    chosen_names,
)
from sepset.data.reading.cells import check_decimal
from sepset.data.reading.problems import Problems, constant_words, empty_words, infinite_words, per_column
from sepset.data.reading.read import ARROW_SUFFIXES
from sepset.data.scanning.arrow_files import ArrowDataset, ArrowFiles
from sepset.data.scanning.dask_frame import DaskFrame, is_dask_frame
from sepset.data.scanning.known import KnownColumn
from sepset.data.scanning.listing import files_of, values_of_folders
from sepset.data.scanning.passes import check_unchanged
from sepset.data.scanning.sources import SurveyingSource, naming
from sepset.data.scanning.streamed import StreamedDataset
from sepset.data.scanning.survey import ColumnSurvey, Extent
from sepset.data.scanning.text import TextFiles
from sepset.errors import Advice, DataError, OptionError
from sepset.wording import cut, some

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.column import Asked
    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.known import Settled
    from sepset.data.scanning.sources import Source
    from sepset.errors import MessagePart

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_MOST_SAID = 1e15


def scan(
    where: object,
    *,
    memory: str | int = "2GB",
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    drop: Collection[str] = (),
    only: Collection[str] | None = None,
    separator: str | None = None,
    decimal: Decimal = ".",
) -> StreamedDataset:
    """Return a table whose rows stay in their files, for tables that are larger than memory.

    - `where`: a Parquet, Feather, Arrow or text file, a folder of them, a pattern such as
      ``"lake/*.parquet"``, an address that fsspec knows, a list of these, a dataset of pyarrow, or a
      ``dask.dataframe``. Files are taken in the order of their names, each once, and need the same columns;
      folders below a common one that are called ``year=2024`` and the like are a column as well.
    - `memory`: how much memory values may take, such as ``"500MB"``; what needs more goes through the rows
      once more, or maps a scratch file.
    - `missing` is ``"error"`` or ``"drop"``; `kinds`, `drop`, `only`, `separator` and `decimal` are as in
      `read`.

    Kinds and levels are found out in a pass over the rows, unless Parquet files note them (columns of two
    values). ``chi2``, ``g2`` and ``fisher_z`` then count in one pass for all sets of at most k + 2 columns,
    or one per level where these are too many: p-values of discrete columns have the bytes of those in memory.
    Whatever else is asked of the table reads it, into memory or a scratch file.

    >>> scan("lake-of-1850/*.parquet")
    Traceback (most recent call last):
    sepset.errors.DataError: there is no file 'lake-of-1850/*.parquet'; check the path
    """
    wishes = Wishes(kinds=kinds, missing=missing, drop=drop, only=only)
    return scan_with(where, wishes, memory=memory, separator=separator, decimal=decimal)


def scan_with(
    where: object, wishes: Wishes, *, memory: str | int, separator: str | None = None, decimal: Decimal = "."
) -> StreamedDataset:
    """Return the table, as `scan` does; what is asked for comes in one record."""
    most = size_in_bytes(memory)
    check_decimal(decimal)
    source = source_of(where, separator=separator, decimal=decimal)
    name = os.path.basename(os.fspath(where)) if isinstance(where, str | os.PathLike) else ""
    return opened(source, wishes, most, decimal).named(str(name))


def size_in_bytes(memory: str | int) -> int:
    """Return an amount of memory in bytes.

    >>> size_in_bytes("2GB"), size_in_bytes("1.5 MB"), size_in_bytes(4096)
    (2000000000, 1500000, 4096)
    """
    bytes_ = 0
    if isinstance(memory, str):
        found = _SIZE.fullmatch(memory.strip())
        if found is not None and float(found[1]) < _MOST_SAID:
            bytes_ = int(float(found[1]) * _UNITS[found[2].upper()])
    elif isinstance(memory, int | np.integer) and not isinstance(memory, bool):
        bytes_ = int(memory)
    if bytes_ < 1:
        got = repr(memory) if isinstance(memory, str) else came(memory)
        raise OptionError(
            Advice("memory"), f" is a number of bytes, or a text such as '2GB' or '500MB'; got {cut(got)}"
        )
    return bytes_


# ---- sources ---------------------------------------------------------------------------------------------


def source_of(where: object, *, separator: str | None = None, decimal: Decimal = ".") -> Source:
    """Return the source that a path, a pattern, a folder, an address or a dataset of pyarrow stands for."""
    try:
        import pyarrow.dataset as ds  # an extra
    except ImportError:
        raise DataError("scanning needs pyarrow: pip install 'sepset[arrow]'") from None
    if isinstance(where, ds.Dataset):
        return ArrowDataset(where)
    if is_dask_frame(where):
        return DaskFrame.of(where)
    listed = list(where) if isinstance(where, list | tuple) else [where]
    if not listed or not all(isinstance(path, str | os.PathLike) for path in listed):
        raise OptionError(
            "a path, a pattern, a list of paths, a dataset of pyarrow or a dask.dataframe is needed; got "
            f"{came(where)}"
        )
    files, suffix, filesystem = files_of([os.fspath(cast("str", path)) for path in listed])
    folders = values_of_folders(files)
    if suffix in ARROW_SUFFIXES:
        return ArrowFiles.open(files, suffix, filesystem, folders)
    if folders:
        raise DataError(
            f"the folders of these files name {some([*folders])}, and are not read beside text files: write "
            "the column into the files, or name the folders in another way"
        )
    separator = "\t" if separator is None and suffix == ".tsv" else separator
    return TextFiles.open(files, filesystem, separator=separator, decimal=decimal)


# ---- the survey ------------------------------------------------------------------------------------------


def opened(source: Source, wishes: Wishes, memory: int, decimal: Decimal = ".") -> StreamedDataset:
    """Return the dataset of a source once it is known what its columns hold."""
    if wishes.missing == "testwise" or wishes.clean:
        raise OptionError(
            "a scan cannot leave out rows test by test, or clean columns by itself: pass ",
            Advice("missing", "drop"),
            " and ",
            Advice("drop"),
            ", or read the table into memory",
        )
    check_column_names(source.names)
    names = chosen_names(source.names, wishes)
    asked = asked_kinds(wishes.kinds, names)
    known = _surveyed(source, names, decimal)
    rows = max(column.survey.rows for column in known)
    for column in known:
        check_unchanged(column.survey.rows, rows)
    if not rows:
        raise DataError(f"the data have no rows, only the columns {some(names)}")
    problems = Problems(cleanable=False)
    ready = _ready(known, rows, asked, problems)
    usable = [column for column in known if column.name not in problems.unusable]
    counts = {column.name: column.gaps for column in usable if column.gaps}
    kept, dropped = _kept(source, usable, counts, wishes, problems)
    settled = _varying(usable, {} if dropped else ready, asked, kept, dropped, problems)
    problems.raise_if_any()
    return StreamedDataset(
        source,
        settled,
        rows=rows - dropped,
        memory=memory,
        incomplete=[column for column in settled if column.known.name in counts],
        missing=counts,
        dropped=dropped,
    )


def _surveyed(source: Source, names: Sequence[str], decimal: Decimal) -> list[KnownColumn]:
    """Go through the rows, unless their files or database know; text with many numbers takes two passes."""
    found = source.surveyed(names) if isinstance(source, SurveyingSource) else {}
    for name, noted in source.ranges().items():
        survey = ColumnSurvey.noted(name, source.rows or 0, noted)
        if survey is not None and name in names:
            found[name] = survey
    open_ones = [name for name in names if name not in found]
    found |= {name: ColumnSurvey(name) for name in open_ones}
    for batch in source.batches(open_ones) if open_ones else ():
        with naming(batch.where):
            for name, piece in batch.columns.items():
                found[name].add(piece)
    known = {name: KnownColumn(found[name], decimal) for name in names}
    again = [name for name, column in known.items() if column.many and column.survey.cells]
    rows = 0
    for batch in source.batches(again) if again else ():
        with naming(batch.where):
            for name, piece in batch.columns.items():
                known[name].survey.measure(known[name].floats(piece))
            rows += len(batch.columns[again[0]])
    if again:
        check_unchanged(rows, known[again[0]].survey.rows)
    return list(known.values())


def _kept(
    source: Source,
    known: Sequence[KnownColumn],
    counts: Mapping[str, int],
    wishes: Wishes,
    problems: Problems,
) -> tuple[dict[str, npt.NDArray[np.int64]], int]:
    """Return how many of the complete rows hold each label, and how many rows fall; it takes a pass."""
    if not counts:
        return {}, 0
    listed = [column for column in known if not column.many]
    measured = {column: Extent() for column in known if column.many}
    kept = {column.name: np.zeros(len(column.labels), dtype=np.int64) for column in listed}
    rows = complete = 0
    for batch in source.batches([column.name for column in known]):
        with naming(batch.where):
            gaps = [column.missing(batch.columns[column.name]) for column in known if column.name in counts]
            stay = ~np.logical_or.reduce(gaps)
            rows, complete = rows + len(stay), complete + int(stay.sum())
            for column in listed:
                places = column.places(batch.columns[column.name])[stay]
                kept[column.name] += count_places(places, len(column.labels))
            for column, extent in measured.items():
                extent.add(column.floats(batch.columns[column.name])[stay])
    check_unchanged(rows, known[0].survey.rows)
    if wishes.missing == "drop" and complete:
        for column, extent in measured.items():
            column.survey.extent = extent
        return kept, rows - complete
    parts: tuple[MessagePart, ...]
    if wishes.missing == "error":
        parts = (
            f"missing values in {per_column(counts)}; pass ",
            Advice("missing", "drop"),
            f" to keep the {complete:,} complete rows of {rows:,}, or fill them in first",
        )
    else:
        what = f"every one of {rows:,} has a missing value in {per_column(counts)}"
        parts = (f"no row is complete: {what}; leave out the columns with most gaps",)
    problems.add([*counts], *parts, droppable=False)
    return {}, 0


def _ready(
    known: Sequence[KnownColumn], rows: int, asked: Mapping[str, Asked], problems: Problems
) -> dict[str, Settled]:
    """Return the columns with their kinds, and note those without values, or with ones that no test takes."""
    empty = [column.name for column in known if column.gaps == rows]
    if empty:
        problems.add(empty, empty_words(empty))
    infinite = {column.name: column.infinite for column in known if column.infinite}
    if infinite:
        problems.add([*infinite], infinite_words(infinite), droppable=False)
    open_ones = [column for column in known if column.name not in empty and not column.constant()]
    found = ((column.name, _try_to_settle(column, asked, None, problems)) for column in open_ones)
    return {name: settled for name, settled in found if settled is not None}


def _try_to_settle(
    column: KnownColumn, asked: Mapping[str, Asked], kept: npt.NDArray[np.int64] | None, problems: Problems
) -> Settled | None:
    try:
        return column.settled(asked.get(column.name), kept)
    except DataError as error:
        problems.add([column.name], *error.parts)
        return None


def _varying(
    known: Sequence[KnownColumn],
    ready: Mapping[str, Settled],
    asked: Mapping[str, Asked],
    kept: Mapping[str, npt.NDArray[np.int64]],
    dropped: int,
    problems: Problems,
) -> list[Settled]:
    """Return the columns that vary, ready ones as they are, those that lost rows decided again."""
    constant = [column for column in known if column.constant(kept.get(column.name))]
    if constant:
        first = constant[0].settled("discrete", kept.get(constant[0].name)).column.levels
        names = [column.name for column in constant]
        problems.add(names, constant_words(names, first, dropped))
    found = (
        ready.get(column.name) or _try_to_settle(column, asked, kept.get(column.name), problems)
        for column in known
        if column not in constant
    )
    return [settled for settled in found if settled is not None]

"""Tables larger than memory as datasets: `scan`."""

from __future__ import annotations

import glob
import os
import re
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sepset.checks import came
from sepset.data.column import count_places
from sepset.data.reading.assemble import (
    Wishes,
    asked_kinds,
    check_column_names,
    chosen_names,
    constant_words,
    per_column,
)
from sepset.data.reading.problems import Problems
from sepset.data.reading.read import ARROW_SUFFIXES
from sepset.data.scanning.dask_frame import DaskFrame, is_dask_frame
from sepset.data.scanning.known import KnownColumn
from sepset.data.scanning.sources import ArrowDataset, ArrowFiles, SurveyingSource, naming
from sepset.data.scanning.streamed import StreamedDataset
from sepset.data.scanning.survey import ColumnSurvey
from sepset.data.scanning.text import TextFiles
from sepset.errors import Advice, DataError, OptionError
from sepset.files import is_address
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy.typing as npt

    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.sources import Source
    from sepset.errors import MessagePart

_TEXT = (".csv", ".tsv", ".txt")
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
      ``dask.dataframe``. Files are taken in the order of their names, and need the same columns.
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
    if not isinstance(decimal, str) or decimal not in (".", ","):
        raise OptionError(f"decimal is a point or a comma; got {came(decimal)}")
    source = source_of(where, separator=separator, decimal=decimal)
    name = os.path.basename(os.fspath(where)) if isinstance(where, str | os.PathLike) else ""
    return opened(source, wishes, most, decimal).named(str(name))


def size_in_bytes(memory: str | int) -> int:
    """Return an amount of memory in bytes.

    >>> size_in_bytes("2GB"), size_in_bytes("1.5 MB"), size_in_bytes(4096)
    (2000000000, 1500000, 4096)
    """
    if isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return memory
    found = _SIZE.fullmatch(memory.strip()) if isinstance(memory, str) else None
    if found is None or not 0 < float(found[1]) < _MOST_SAID:
        raise OptionError(
            f"memory is a number of bytes, or a text such as '2GB' or '500MB'; got {came(memory)}"
        )
    return int(float(found[1]) * _UNITS[found[2].upper()])


# ---- files -----------------------------------------------------------------------------------------------


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
            f"a path, a pattern, a list of paths or a dataset of pyarrow is needed; got {came(where)}"
        )
    found = [_files(os.fspath(cast("str", path))) for path in listed]
    files, filesystem = [file for some_files, _ in found for file in some_files], found[0][1]
    suffixes = {_suffix(file) for file in files}
    if len(suffixes) > 1:
        raise DataError(
            f"files of one format are needed, and there are {some(sorted(suffixes))}; name a pattern"
        )
    suffix = suffixes.pop()
    if suffix in ARROW_SUFFIXES:
        return ArrowFiles.open(files, suffix, filesystem)
    separator = "\t" if separator is None and suffix == ".tsv" else separator
    return TextFiles.open(files, filesystem, separator=separator, decimal=decimal)


def _suffix(file: str) -> str:
    return os.path.splitext(file)[1].lower()


def _files(path: str) -> tuple[list[str], Any]:
    """Return the files that a path stands for, sorted, and the filesystem of pyarrow that has them."""
    import pyarrow.fs  # an extra

    if is_address(path):
        try:
            import fsspec  # an extra
        except ImportError:
            raise DataError(f"the address {path!r} needs fsspec: pip install 'sepset[scan]'") from None
        try:
            system, inside = fsspec.core.url_to_fs(path)
        except (ValueError, ImportError) as error:
            raise DataError(f"the address {path!r} cannot be opened: {error}") from None
        filesystem = pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(system))
    else:
        system, inside, filesystem = None, path, pyarrow.fs.LocalFileSystem()
    files = _listed(system, inside)
    known = [file for file in files if _suffix(file) in (*ARROW_SUFFIXES, *_TEXT)]
    if not known:
        formats = ", ".join((*ARROW_SUFFIXES, *_TEXT))
        raise DataError(
            f"no file in {path!r} has a known suffix ({formats})"
            if files
            else f"there is no file {path!r}; check the path"
        )
    return sorted(known), filesystem


def _listed(system: Any, path: str) -> list[str]:
    if system is not None:
        if any(sign in path for sign in "*?["):
            return [str(file) for file in system.glob(path)]
        return (
            [str(file) for file in system.find(path)]
            if system.isdir(path)
            else [path]
            if system.exists(path)
            else []
        )
    if os.path.isdir(path):
        inside = glob.glob(os.path.join(glob.escape(path), "**", "*"), recursive=True)
        return [file for file in inside if os.path.isfile(file)]
    return (
        [file for file in glob.glob(path, recursive=True) if os.path.isfile(file)]
        if not os.path.isfile(path)
        else [path]
    )


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
    if not rows:
        raise DataError(f"the data have no rows, only the columns {some(names)}")
    problems = Problems()
    counts = {column.name: column.gaps for column in known if 0 < column.gaps < rows}
    kept, dropped = _kept(source, known, counts, wishes, problems)
    _check(known, rows, kept, dropped, problems)
    settled = []
    for column in known:
        if column.name not in problems.unusable:
            try:
                settled.append(column.settled(asked.get(column.name), kept.get(column.name)))
            except DataError as error:
                problems.add([column.name], *error.parts)
    problems.raise_if_any()
    incomplete = [column for column in settled if column.known.name in counts]
    return StreamedDataset(
        source,
        settled,
        rows=rows - dropped,
        memory=memory,
        incomplete=incomplete,
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
    for batch in source.batches(again) if again else ():
        with naming(batch.where):
            for name, piece in batch.columns.items():
                known[name].survey.measure(known[name].floats(piece))
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
    kept = {column.name: np.zeros(len(column.labels), dtype=np.int64) for column in known if not column.many}
    listed = [column for column in known if not column.many]
    rows = complete = 0
    for batch in source.batches([column.name for column in known]):
        with naming(batch.where):
            gaps = [column.missing(batch.columns[column.name]) for column in known if column.name in counts]
            stay = ~np.logical_or.reduce(gaps)
            rows, complete = rows + len(stay), complete + int(stay.sum())
            for column in listed:
                places = column.places(batch.columns[column.name])[stay]
                kept[column.name] += count_places(places, len(column.labels))
    if wishes.missing == "drop" and complete:
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


def _check(
    known: Sequence[KnownColumn],
    rows: int,
    kept: Mapping[str, npt.NDArray[np.int64]],
    dropped: int,
    problems: Problems,
) -> None:
    """Note columns without values, with infinite ones, and constants."""
    for column in known:
        if column.gaps == rows:  # nothing but gaps
            what = f"column {column.name!r} has no values at all, every one is missing; leave it out"
            problems.add([column.name], what)
    infinite = {column.name: column.infinite for column in known if column.infinite}
    if infinite:
        advice = "replace them with finite numbers, or mark them as missing"
        problems.add([*infinite], f"infinite values in {per_column(infinite)}; {advice}", droppable=False)
    constant = [column for column in known if column.constant(kept.get(column.name)) and column.gaps < rows]
    if constant:
        first = constant[0].settled("discrete", kept.get(constant[0].name)).column.levels
        names = [column.name for column in constant]
        problems.add(names, constant_words(names, first, dropped))

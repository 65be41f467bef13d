"""Tables larger than memory as datasets: `scan`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.checks import came
from sepset.data.reading.assemble import Wishes
from sepset.data.reading.cells import check_decimal
from sepset.data.reading.read import ARROW_SUFFIXES
from sepset.data.scanning.arrow_files import ArrowDataset, ArrowFiles
from sepset.data.scanning.dask_frame import DaskFrame, is_dask_frame
from sepset.data.scanning.listing import files_of, values_of_folders
from sepset.data.scanning.opening import opened
from sepset.data.scanning.text import TextFiles
from sepset.errors import Advice, DataError, OptionError
from sepset.wording import cut, some

if TYPE_CHECKING:
    from collections.abc import Collection

    from sepset.data.dataset import Kinds, MissingPolicy
    from sepset.data.reading.cells import Decimal
    from sepset.data.scanning.sources import Source
    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.progress import ScanProgress, ShowProgress

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
    progress: ShowProgress[ScanProgress] = None,
) -> StreamedDataset:
    """Return a table whose rows stay in their files, for tables that are larger than memory.

    - `where`: a Parquet, Feather, Arrow or text file (text also gzipped), a folder of them, a pattern such as
      ``"lake/*.parquet"``, an address that fsspec knows, a list of these, a dataset of pyarrow, or a
      ``dask.dataframe``. Files are taken in the order of their names, each once, and need the same columns;
      folders below a common one that are called ``year=2024`` and the like are a column as well. Of a folder
      what begins with ``_`` or ``.`` is left out.
    - `memory`: how much memory values may take, such as ``"500MB"``; what needs more goes through the rows
      once more, or maps a scratch file.
    - `missing` is ``"error"`` or ``"drop"``; `kinds`, `drop`, `only`, `separator` and `decimal` are as in
      `read`.
    - `progress`: a function to call with each `ScanProgress` while what the columns hold is found out, or
      True for a bar.

    Kinds and levels are found out in passes over the rows, unless Parquet files note them (columns of two
    values). ``chi2``, ``g2`` and ``fisher_z`` then count in one pass for all sets of at most k + 2 columns,
    or one per level where these are too many: p-values of discrete columns have the bytes of those in memory.
    Whatever else is asked of the table reads it, into memory or a scratch file.

    >>> scan("lake-of-1850/*.parquet")
    Traceback (most recent call last):
    sepset.errors.DataError: there is no file 'lake-of-1850/*.parquet'; check the path
    """
    wishes = Wishes(kinds=kinds, missing=missing, drop=drop, only=only)
    return scan_with(where, wishes, memory=memory, separator=separator, decimal=decimal, progress=progress)


def scan_with(
    where: object,
    wishes: Wishes,
    *,
    memory: str | int,
    separator: str | None = None,
    decimal: Decimal = ".",
    progress: ShowProgress[ScanProgress] = None,
) -> StreamedDataset:
    """Return the table, as `scan` does; what is asked for comes in one record."""
    most = size_in_bytes(memory)
    check_decimal(decimal)
    source = source_of(where, most, separator=separator, decimal=decimal)
    name = os.path.basename(os.fspath(where)) if isinstance(where, str | os.PathLike) else ""
    return opened(source, wishes, most, str(name), decimal, progress).named(str(name))


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


def source_of(where: object, memory: int, *, separator: str | None = None, decimal: Decimal = ".") -> Source:
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
        return ArrowFiles.open(files, suffix, filesystem, folders, memory)
    if folders:
        raise DataError(
            f"the folders of these files name {some([*folders])}, which is not supported for text files: "
            "write the column into the files, or rename the folders"
        )
    return TextFiles.open(files, filesystem, separator=separator, decimal=decimal)

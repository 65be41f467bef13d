"""Tables in files: CSV and TSV (plain or gzipped), Parquet, Feather and Arrow."""

from __future__ import annotations

import io
import os
from pathlib import PurePath
from typing import TYPE_CHECKING

from sepset.checks import check_path
from sepset.data.reading.assemble import Wishes, assemble
from sepset.data.reading.delimited import parse_delimited
from sepset.data.reading.other_files import (
    EXCEL_SUFFIXES,
    EXTRAS,
    FROM_DISK,
    frame_of,
    sheet_as_text,
    with_extra,
)
from sepset.errors import DataError, InPython, InShell
from sepset.files import UnpackError, is_a_folder, is_address, is_gzipped, no_such_file, unpacked
from sepset.lazily import Lazy
from sepset.wording import cut

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from sepset.data.dataset import Dataset, Kinds, MissingPolicy
    from sepset.data.reading import arrow, frames
    from sepset.data.reading.cells import Decimal
else:
    # for formats other than text
    arrow, frames = Lazy("sepset.data.reading.arrow"), Lazy("sepset.data.reading.frames")

TEXT_SUFFIXES = (".csv", ".tsv", ".txt", ".tab", ".dat", ".data")
#: Files whose cells are separated by tabs, if there is one in them.
TABBED_SUFFIXES = (".tsv", ".tab")
ARROW_SUFFIXES = (".parquet", ".feather", ".arrow")
#: What else to do with a folder, a pattern or an address.
_SCANNED = (
    InPython("scan it: sp.scan(...)"),
    InShell("scan it, as in sepset learn 'lake/*.parquet' --memory 2GB"),
)
_FORMATS = (
    "CSV or TSV (.csv, .tsv, .txt, .dat, each also with .gz), Parquet (.parquet), Feather (.feather, "
    ".arrow), Excel (.xlsx), Stata (.dta), SPSS (.sav) or R (.rds)"
)


def read(
    path: str | os.PathLike[str],
    *,
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    separator: str | None = None,
    decimal: Decimal = ".",
    drop: Collection[str] = (),
    only: Collection[str] | None = None,
    clean: bool | None = None,
) -> Dataset:
    """Read a table from a file; its suffix tells the format.

    Text is UTF-8 with the column names in the first line; other encodings and layouts are read with a note,
    see `sepset.data.reading.layout`. A `separator` that is not given is detected: a comma, a semicolon, a tab
    or spaces; in ``.tsv`` it is a tab. `decimal` is the sign before the decimals, a point or
    a comma. Empty cells, NA, N/A, NaN, null, ? and the like are missing values. Parquet and Feather need
    pyarrow, Excel the extra ``excel`` (the first sheet is read), Stata, SPSS, SAS and R ``stats``. `kinds`,
    `missing`, `drop`, `only` and `clean` are as in `dataset`; text that looks like numbers or dates is
    refused unless `kinds` says that the column is discrete.

    >>> read("measurements-of-1850.csv")
    Traceback (most recent call last):
    sepset.errors.DataError: there is no file 'measurements-of-1850.csv'; check the path
    """
    wishes = Wishes(kinds=kinds, missing=missing, drop=drop, only=only, clean=clean)
    return read_file(path, wishes, separator=separator, decimal=decimal)


def read_file(
    path: str | os.PathLike[str], wishes: Wishes, *, separator: str | None = None, decimal: Decimal = "."
) -> Dataset:
    """Return the table in a file, as `read` does, with the options in one record."""
    file = _existing(path)
    return _read(file, file.name, wishes, separator, decimal).named(file.name)


def read_content(
    raw: bytes, name: str, wishes: Wishes, *, separator: str | None = None, decimal: Decimal = "."
) -> Dataset:
    r"""Return the table in the content of a file, whose name says the format; nothing is written to the disk.

    >>> read_content(b"a\tb\n1\tu\n2\tv\n", "ward.tsv", Wishes()).names
    ('a', 'b')
    """
    suffix, _ = known_format(name)
    if suffix in FROM_DISK:
        raise DataError(
            f"{suffix} files are read from the disk only; name the path, or save the table as CSV"
        )
    return _read(io.BytesIO(raw), name, wishes, separator, decimal).named(name)


def known_format(name: str) -> tuple[str, bool]:
    """Return the suffix of a file that can be read, without .gz, and whether it had that.

    >>> known_format("Ward.CSV.gz")
    ('.csv', True)
    """
    suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
    packed = suffixes[-1:] == [".gz"]
    suffix = "".join((suffixes[:-1] if packed else suffixes)[-1:])
    if suffix not in TEXT_SUFFIXES and (packed or suffix not in (*ARROW_SUFFIXES, *EXTRAS)):
        raise DataError(f"the format of {cut(name)!r} is not known from its suffix; allowed are {_FORMATS}")
    return suffix, packed


def _read(
    file: Path | io.BytesIO, name: str, wishes: Wishes, separator: str | None, decimal: Decimal
) -> Dataset:
    suffix, packed = known_format(name)
    try:
        if suffix in ARROW_SUFFIXES:
            tables = arrow.read_arrow(file, suffix)
            return assemble([column for table in tables for column in frames.raw_columns(table)], wishes)
        if suffix in EXCEL_SUFFIXES:
            text = with_extra(lambda: sheet_as_text(file), suffix)
            return read_text(text, wishes, separator=",")
        if suffix in EXTRAS:
            return assemble(frames.raw_columns(with_extra(lambda: frame_of(file, suffix), suffix)), wishes)
        raw = _unpacked(_bytes_of(file)) if packed else _bytes_of(file)
        if separator is None and suffix in TABBED_SUFFIXES and b"\t" in raw:
            separator = "\t"
        return read_text(raw, wishes, separator=separator, decimal=decimal)
    except DataError as error:
        raise DataError(f"{name}: ", *error.parts) from None


def read_text(raw: bytes, wishes: Wishes, *, separator: str | None = None, decimal: Decimal = ".") -> Dataset:
    r"""Return the table in the bytes of a CSV or TSV file, gzipped or not; the options are those of `read`.

    >>> read_text(b"a;b\n0,5;u\n1,5;v\n", Wishes(), decimal=",").names
    ('a', 'b')
    """
    text = _unpacked(raw) if is_gzipped(raw) else raw
    parsed = parse_delimited(text, separator=separator, decimal=decimal)
    return assemble(parsed.columns, wishes, notes=parsed.notes)


def _existing(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file that exists."""
    file = check_path(path)
    if is_address(os.fspath(path)):
        raise DataError(
            f"only files are read, and {os.fspath(path)!r} is an address; download it, or ", *_SCANNED
        )
    try:
        if file.is_dir():
            raise DataError(f"{is_a_folder(file)}, or ", *_SCANNED)
        if file.exists():
            return file
    except OSError as error:
        raise DataError(f"{str(file)!r} cannot be read: {error.strerror}; check its permissions") from None
    if any(sign in str(file) for sign in "*?["):
        raise DataError(f"there is no file {str(file)!r}; if it is a pattern for several files, ", *_SCANNED)
    raise DataError(no_such_file(file))


def _bytes_of(file: Path | io.BytesIO) -> bytes:
    try:
        return file.getvalue() if isinstance(file, io.BytesIO) else file.read_bytes()
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror}") from error


def _unpacked(raw: bytes) -> bytes:
    try:
        return unpacked(raw)
    except UnpackError as error:
        raise DataError(
            f"not a valid gzip file ({error}); compress it again, or remove the suffix .gz"
        ) from None

"""Tables in files: CSV and TSV (plain or gzipped), Parquet, Feather and Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sepset.data.assemble import assemble
from sepset.data.delimited import parse_delimited
from sepset.data.sources import raw_columns
from sepset.errors import DataError, nearest

if TYPE_CHECKING:
    import os

    from sepset.data.column import RawColumn
    from sepset.data.dataset import Dataset, Kinds, MissingPolicy

TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
ARROW_SUFFIXES = (".parquet", ".feather", ".arrow")
_FORMATS = (
    "CSV or TSV (.csv, .tsv, .txt, each also with .gz), Parquet (.parquet) or Feather (.feather, .arrow)"
)


def read(
    path: str | os.PathLike[str],
    *,
    kinds: Kinds = None,
    missing: MissingPolicy = "error",
    separator: str | None = None,
) -> Dataset:
    """Read a table from a file; its suffix says the format.

    Text is UTF-8 with the column names in the first line. A `separator` that is not given is found by looking
    for a comma, a semicolon or a tab; in ``.tsv`` it is a tab. Empty cells, NA, N/A, NaN, null and ? are
    missing values. Parquet and Feather need pyarrow. `kinds` and `missing` are as in `dataset`.

    >>> read("no-such-file.csv")
    Traceback (most recent call last):
    sepset.errors.DataError: there is no file 'no-such-file.csv'; check the path
    """
    file = Path(path)
    _check_file(file)
    suffixes = [suffix.lower() for suffix in file.suffixes]
    packed = suffixes[-1:] == [".gz"]
    suffix = (suffixes[:-1] if packed else suffixes)[-1:]
    if suffix and suffix[0] in TEXT_SUFFIXES:
        chosen = "\t" if separator is None and suffix == [".tsv"] else separator
        named = _read_text(file, chosen, packed=packed)
    elif suffix and suffix[0] in ARROW_SUFFIXES and not packed:
        named = raw_columns(_read_arrow(file, suffix[0]))
    else:
        raise DataError(f"the format of {file.name!r} is not known from its suffix; allowed are {_FORMATS}")
    try:
        return assemble(named, kinds=kinds, missing=missing)
    except DataError as error:
        raise DataError(f"{file.name}: {error}") from None


def _check_file(file: Path) -> None:
    if file.is_dir():
        raise DataError(f"{str(file)!r} is a folder; give the path of a file in it")
    if not file.exists():
        folder = file.parent
        others = sorted(other.name for other in folder.iterdir()) if folder.is_dir() else []
        suggestion = nearest(file.name, others)
        hint = f"did you mean {str(folder / suggestion)!r}?" if suggestion else "check the path"
        raise DataError(f"there is no file {str(file)!r}; {hint}")


def _read_text(file: Path, separator: str | None, *, packed: bool) -> list[tuple[str, RawColumn]]:
    raw = _bytes_of(file)
    try:
        return parse_delimited(_unpacked(raw) if packed else raw, separator=separator)
    except DataError as error:
        raise DataError(f"{file.name}: {error}") from None


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DataError(f"{str(file)!r} cannot be read: {error.strerror}") from error


def _unpacked(raw: bytes) -> bytes:
    import gzip  # rarely needed
    import zlib

    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(
            f"not a sound gzip file ({error}); pack it again, or take off the suffix .gz"
        ) from None


def _read_arrow(file: Path, suffix: str) -> Any:
    try:
        import pyarrow  # an extra
        import pyarrow.feather
        import pyarrow.parquet
    except ImportError:
        message = f"{suffix} files need pyarrow: pip install 'sepset[arrow]'; or save the table as CSV"
        raise DataError(message) from None
    try:
        if suffix == ".parquet":
            return pyarrow.parquet.read_table(file)
        return pyarrow.feather.read_table(file)
    except (OSError, pyarrow.ArrowException) as error:
        raise DataError(f"{file.name} cannot be read as {suffix}: {error}") from None

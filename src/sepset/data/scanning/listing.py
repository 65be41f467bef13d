"""Which files paths, folders, patterns and addresses stand for, and what the names of folders say.

>>> values_of_folders(["lake/year=2023/a.parquet", "lake/year=2024/a.parquet"])
{'year': {'lake/year=2023/a.parquet': 2023, 'lake/year=2024/a.parquet': 2024}}
"""

from __future__ import annotations

import glob
import os
import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from sepset.data.reading.read import ARROW_SUFFIXES, TEXT_SUFFIXES
from sepset.errors import DataError, InPython, InShell
from sepset.files import is_address
from sepset.wording import some

if TYPE_CHECKING:
    from collections.abc import Sequence

    #: for each column that folders name: the value of each file
    Folders: TypeAlias = dict[str, dict[str, int | str | None]]

SUFFIXES = (*ARROW_SUFFIXES, *TEXT_SUFFIXES, *(f"{suffix}.gz" for suffix in TEXT_SUFFIXES))
_ALLOWED = f"{', '.join((*ARROW_SUFFIXES, *TEXT_SUFFIXES))}, those of text also with .gz"
#: Where Delta Lake notes which files of its folder are still part of the table.
_DELTA_LOG = "_delta_log"
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_NOTHING = "__HIVE_DEFAULT_PARTITION__"


class Found(NamedTuple):
    """Files, in order, their suffix, and the filesystem of pyarrow that has them."""

    files: list[str]
    suffix: str
    filesystem: Any


def files_of(paths: Sequence[str]) -> Found:
    """Return the files that some paths stand for, each once; all must be in one place and of one format."""
    places = [_place(path) for path in paths]
    for path, (system, _, _) in zip(paths, places, strict=True):
        if system != places[0][0]:
            raise DataError(
                f"{paths[0]!r} and {path!r} are in different places; scan files of one place, or copy them "
                "to one"
            )
    listed = [file for path, place in zip(paths, places, strict=True) for file in _known(path, place)]
    once: dict[str, str] = {}
    for file in listed:
        once.setdefault(os.path.abspath(file) if places[0][0] is None else file, file)
    files = [*once.values()]
    suffixes = {_suffix(file) for file in files}
    if len(suffixes) > 1:
        raise DataError(
            f"files of one format are needed, but there are {some(sorted(suffixes))}; give a pattern"
        )
    return Found(files, suffixes.pop(), places[0][2])


def _suffix(file: str) -> str:
    stem, suffix = os.path.splitext(file.lower())
    return f"{os.path.splitext(stem)[1]}.gz" if suffix == ".gz" else suffix


def _place(path: str) -> tuple[Any, str, Any]:
    """Return the filesystem of fsspec, None on this machine, the path in it, and pyarrow's filesystem."""
    import pyarrow.fs  # an extra

    if not is_address(path):
        return None, path, pyarrow.fs.LocalFileSystem()
    try:
        import fsspec  # an extra
    except ImportError:
        raise DataError(f"the address {path!r} needs fsspec: pip install 'sepset[scan]'") from None
    try:
        system, inside = fsspec.core.url_to_fs(path)
    except (ValueError, ImportError) as error:
        raise DataError(f"the address {path!r} cannot be opened: {error}; check it") from None
    return system, inside, pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(system))


def _known(path: str, place: tuple[Any, str, Any]) -> list[str]:
    """Return the files of a path that can be read, sorted."""
    system, inside, _ = place
    is_folder, found = _local(inside) if system is None else _remote(system, inside)
    files = _not_left_over(path, inside, found) if is_folder else found
    known = sorted(file for file in files if _suffix(file) in SUFFIXES)
    if known:
        return known
    if files:
        raise DataError(f"no file in {path!r} has a known suffix ({_ALLOWED})")
    if found:
        raise DataError(
            f"the folder {path!r} has only files that begin with _ or ., or lie in folders that do, as what "
            "programs leave over; name them by a pattern to read them"
        )
    raise DataError(
        f"the folder {path!r} has no files; check the path"
        if is_folder
        else f"there is no file {path!r}; check the path"
    )


def _not_left_over(path: str, folder: str, files: Sequence[str]) -> list[str]:
    """Return the files of a folder without those that programs keep for themselves, or left there.

    Spark writes a job that fails to ``_temporary``, others hide drafts by a point, and no reader of such
    folders takes them. A folder such as ``_key=1`` names a column. Nobody looks into those with a point, as
    the snapshots of a whole disk may be in one.
    """
    above = len(_split(folder))
    below = [(file, _split(file)[above:]) for file in files]
    if any(_DELTA_LOG in parts for _, parts in below):
        raise DataError(
            f"{path!r} holds a Delta Lake table, and not all files in it need be part of the table any more; "
            "pass the files that are",
            InPython(", as sp.scan(deltalake.DeltaTable(path).to_pyarrow_dataset()) does"),
            InShell(", by a pattern, or write the table to Parquet anew"),
        )
    return [file for file, parts in below if not any(map(_is_left_over, parts))]


def _is_left_over(part: str) -> bool:
    return part.startswith(".") or (part.startswith("_") and "=" not in part)


def _split(path: str) -> list[str]:
    return [part for part in path.replace(os.sep, "/").split("/") if part]


def _remote(system: Any, path: str) -> tuple[bool, list[str]]:
    if any(sign in path for sign in "*?["):
        return False, [str(file) for file in system.glob(path)]
    if system.isdir(path):
        return True, [str(file) for file in system.find(path)]
    return False, [path] if system.exists(path) else []


def _local(path: str) -> tuple[bool, list[str]]:
    if os.path.isfile(path):
        return False, [path]
    is_folder = os.path.isdir(path)
    pattern = os.path.join(glob.escape(path), "**", "*") if is_folder else path
    return is_folder, [file for file in glob.glob(pattern, recursive=True) if os.path.isfile(file)]


# ---- folders that name a column --------------------------------------------------------------------------


def values_of_folders(files: Sequence[str]) -> Folders:
    """Return the columns that folders such as ``year=2024`` name, below the folder that all files share.

    Their values are whole numbers where all of them are, and fit into 64 bits, else text.
    """
    folders = [os.path.dirname(file).replace(os.sep, "/").split("/") for file in files]
    shared = len([*takewhile(lambda parts: len({*parts}) == 1, zip(*folders, strict=False))])
    named = [dict(_parts(folder[shared:])) for folder in folders]
    for file, values in zip(files, named, strict=True):
        if values.keys() != named[0].keys():
            other = sorted(values.keys() ^ named[0].keys())
            raise DataError(
                f"the folders of {files[0]} and {file} do not name the same columns: only one of them has "
                f"{some(other)}; scan them separately, or move one"
            )
    return {
        name: dict(zip(files, _typed([values[name] for values in named]), strict=True)) for name in named[0]
    }


def _parts(folders: Sequence[str]) -> list[tuple[str, str | None]]:
    split = [folder.partition("=") for folder in folders]
    return [
        (unquote(name), None if value == _NOTHING else unquote(value))
        for name, equals, value in split
        if name and equals
    ]


def _typed(texts: Sequence[str | None]) -> list[int | str | None]:
    if not all(text is None or _WHOLE.fullmatch(text) for text in texts):
        return list(texts)
    values = [None if text is None else int(text) for text in texts]
    fit = all(value is None or -(2**63) <= value < 2**63 for value in values)
    return [*values] if fit else list(texts)

"""The files that a command writes: none may overwrite what is read, or another output."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sepset.data.networks import builtin_names
from sepset.errors import OptionError
from sepset.files import check_target, is_stream

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_outputs(*outputs: Path | None, inputs: Iterable[str | None] = ()) -> None:
    """Raise an error when a file cannot be written, or would be lost, before any work is spent on it."""
    sources = [source for source in inputs if source is not None]
    taken = {Path(source): "what is read" for source in sources if _is_file(source)}
    from_stdin = "-" in sources
    for path in outputs:
        if path is None:
            continue
        if str(path) == "-":
            raise OptionError("'-' is not the name of a file here; give one, or write ./- if it is")
        check_target(path)
        if is_stream(path):
            continue
        for other, what in taken.items():
            if _same(path, other):
                raise OptionError(f"{str(path)!r} is also {what}, which would be lost; give another name")
        if from_stdin and _is_stdin(path):
            raise OptionError(f"{str(path)!r} is read on stdin, and would be lost; give another name")
        taken[path] = "what another option writes"


def _is_file(source: str) -> bool:
    return source != "-" and source not in builtin_names()


def _is_stdin(path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(0), path.stat())
    except OSError:
        return False


def _same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)

"""Files: written whole or not at all, and what to say about those that are not there.

A device or a pipe is written to as it is.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import TYPE_CHECKING

from sepset.errors import OptionError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def check_target(path: Path) -> None:
    """Raise an error when a file cannot be written there, before any work is spent on its content."""
    if "\0" in str(path):
        raise OptionError(f"{str(path)!r} cannot be the name of a file: it has a null byte in it")
    if is_stream(path):
        return
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder; add the name of a file")
    folder = _destination(path).parent
    if not folder.is_dir():
        raise OptionError(
            f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}; make it first"
        )
    if not os.access(folder, os.W_OK):
        raise OptionError(
            f"{str(path)!r} cannot be written: no right to write in {str(folder)!r}; choose another folder"
        )


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a path to write to; only when all went well does the file get its own name, in one step.

    After an error, a full disk or Ctrl-C there is no partial file, and an older file is as it was.
    """
    check_target(path)
    target = _destination(path)
    draft = path if is_stream(path) else target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        yield draft
        if draft is not path:
            _to_disk(draft)
            draft.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        # The draft's name would tell the user nothing.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        if draft is not path:
            draft.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file as a whole."""
    with whole_file(path) as draft:
        draft.write_bytes(content)


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole, ending in a newline."""
    write_bytes(path, (text if text.endswith("\n") else text + "\n").encode("utf-8"))


def is_stream(path: Path) -> bool:
    """Tell whether this is a device or a pipe, which cannot be replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def no_such_file(path: Path) -> str:
    """Return the message about a file that is not there, with the nearest name in its folder."""
    try:
        others = sorted(other.name for other in path.parent.iterdir())
    except OSError:
        others = []
    close = nearest(path.name, others)
    hint = f"did you mean {str(path.with_name(close))!r}?" if close else "check the path"
    return f"there is no file {str(path)!r}; {hint}"


def _destination(path: Path) -> Path:
    """Return what a link points to, so that it stays one."""
    return type(path)(os.path.realpath(path))


def _to_disk(draft: Path) -> None:
    with draft.open("rb") as file:
        os.fsync(file.fileno())

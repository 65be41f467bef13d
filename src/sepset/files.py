"""Files: written whole or not at all, gzipped or not, and what to say about those that are not there.

A device or a pipe is written to as it is.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import secrets
import zlib
from typing import TYPE_CHECKING

from sepset.errors import OptionError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_GZIP_START = b"\x1f\x8b"
_OPEN_FILE = re.compile(r"/dev/(stdout|stderr|fd/(\d+))")


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
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to; only when all went well does it get its own name, in one step.

    After an error, a full disk or Ctrl-C there is no partial file, and an older file is as it was.
    """
    check_target(path)
    target = _destination(path)
    stream = is_stream(path)
    draft = path if stream else target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        with _opened(path) if stream else draft.open("xb") as file:
            yield file
            if not stream:
                file.flush()
                os.fsync(file.fileno())
        if not stream:
            draft.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        # The draft's name would tell the user nothing.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        if not stream:
            draft.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file as a whole."""
    with whole_file(path) as file:
        file.write(content)


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole, ending in a newline."""
    write_bytes(path, (text if text.endswith("\n") else text + "\n").encode("utf-8"))


def is_stream(path: Path) -> bool:
    """Tell whether this is a device, a pipe or an open file of this process, which cannot be replaced."""
    if _OPEN_FILE.fullmatch(os.path.abspath(path)):
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _opened(stream: Path) -> BinaryIO:
    """Open a stream; one that is open already goes on where it is, even when it is a file on disk."""
    known = _OPEN_FILE.fullmatch(os.path.abspath(stream))
    if known is None:
        return stream.open("wb")
    number = int(known[2]) if known[2] else {"stdout": 1, "stderr": 2}[known[1]]
    return open(os.dup(number), "wb")


class UnpackError(ValueError):
    """A gzipped file that ends too early (`cut`) or is damaged; readers say so in their own kind of error."""

    def __init__(self, reason: str, *, cut: bool) -> None:
        super().__init__(reason)
        self.cut = cut


def is_gzipped(raw: bytes) -> bool:
    """Tell whether the bytes of a file begin as gzip does."""
    return raw.startswith(_GZIP_START)


def unpacked(raw: bytes) -> bytes:
    """Return the content of gzipped bytes, or raise `UnpackError`."""
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise UnpackError(str(error), cut=isinstance(error, EOFError)) from None


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

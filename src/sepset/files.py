"""Files: written whole or not at all, gzipped or not, and what to say about missing ones.

A device or a pipe is written to as it is.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import zlib
from typing import TYPE_CHECKING

from sepset.checks import check_path
from sepset.errors import OptionError, nearest
from sepset.lazily import Lazy
from sepset.limits import UNPACKED, UNPACKED_RATIO

if TYPE_CHECKING:
    import gzip
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO
else:
    gzip = Lazy("gzip")  # for packed files only

_GZIP_START = b"\x1f\x8b"
_ADDRESS = re.compile(r"[a-z][a-z0-9+]+://", re.IGNORECASE)
_OPEN_FILE = re.compile(r"/dev/(stdout|stderr|fd/(\d+))")
# A file that is being written: its own name, the machine and the process that writes it, and a number.
_DRAFT = re.compile(r"\..+\.([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}\.draft")


def check_target(path: Path) -> None:
    """Raise an error when a file cannot be written there, before any work is spent on its content."""
    check_path(path)
    if is_stream(path):
        return
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder; add the name of a file")
    folder = _destination(path).parent
    if not folder.is_dir():
        raise OptionError(
            f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}; create it first"
        )
    if not os.access(folder, os.W_OK):
        raise OptionError(
            f"{str(path)!r} cannot be written: no permission to write in {str(folder)!r}; choose another"
        )


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to; it gets its final name in one step, and only when all went well.

    After an error, a full disk, Ctrl-C or a signal that ends the process there is no partial file, and an
    older file is as it was. What a killed process left behind is removed by the next one that writes there.
    """
    check_target(path)
    target = _destination(path)
    stream = is_stream(path)
    draft = path if stream else _draft_of(target)
    if not stream:
        _remove_drafts(target.parent)
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


def _draft_of(target: Path) -> Path:
    mark = f"{_machine()}-{os.getpid()}-{os.urandom(4).hex()}"
    return target.with_name(f".{target.name[:80]}.{mark}.draft")


def _remove_drafts(folder: Path) -> None:
    """Remove the drafts in a folder whose processes, on this machine, no longer run."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            found = _DRAFT.fullmatch(name)
            if found and found[1] == _machine() and not _is_running(int(found[2])):
                (folder / name).unlink(missing_ok=True)


def _machine() -> str:
    """Return a mark of this machine: folders may be shared, and process numbers mean nothing elsewhere."""
    import platform  # slow to load; only those who write need it

    return f"{zlib.crc32(platform.node().encode()):08x}"


def _is_running(process: int) -> bool:
    if os.name == "nt":
        return True  # on Windows, asking would end the process; so drafts stay there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file as a whole."""
    with whole_file(path) as file:
        file.write(content)


def write_text(path: Path, text: str) -> None:
    """Write a text file as a whole, ending in a newline."""
    write_bytes(path, (text if text.endswith("\n") else text + "\n").encode("utf-8"))


def is_stream(path: Path) -> bool:
    """Say whether this is a device, a pipe or an open file of this process, which cannot be replaced."""
    if _OPEN_FILE.fullmatch(os.path.abspath(path)):
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _opened(stream: Path) -> BinaryIO:
    """Open a stream; if it is open already, writing goes on where it is, even in a file on disk."""
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


def is_address(path: str) -> bool:
    """Say whether a path is an address, such as ``s3://bucket/table.parquet``, and not a file here.

    >>> is_address("https://example.org/table.csv"), is_address("C:/table.csv")
    (True, False)
    """
    return _ADDRESS.match(path) is not None


def is_gzipped(raw: bytes) -> bool:
    """Say whether the bytes of a file begin as gzip does."""
    return raw.startswith(_GZIP_START)


def unpacked(raw: bytes) -> bytes:
    """Return the content of gzipped bytes, or raise `UnpackError`, also where there is far too much."""
    most = max(UNPACKED, UNPACKED_RATIO * len(raw))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as file:
            content = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UnpackError(str(error), cut=isinstance(error, EOFError)) from None
    if len(content) > most:
        raise UnpackError(f"it unpacks to more than {most:,} bytes, the limit for its size", cut=False)
    return content


def is_a_folder(path: Path | str) -> str:
    """Return the message about a folder where a file is to be read."""
    return f"{str(path)!r} is a folder; give the path of a file in it"


def no_such_file(path: Path) -> str:
    """Return the message about a file that is not there, with the nearest name in its folder."""
    if path.is_symlink():
        return (
            f"{str(path)!r} is a link to {os.readlink(path)!r}, which does not exist; fix or remove the link"
        )
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

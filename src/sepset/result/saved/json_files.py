"""JSON files: documents written whole, the same one always as the same bytes, and read with care.

What a document says is not looked at here, only that it is JSON and names its format.
"""

from __future__ import annotations

import gzip
import json
from importlib import resources
from typing import TYPE_CHECKING, NoReturn, TypeVar

from sepset.checks import check_path
from sepset.errors import InPython, InShell, OptionError, SavedError
from sepset.files import (
    UnpackError,
    check_target,
    is_a_folder,
    is_gzipped,
    no_such_file,
    unpacked,
    write_bytes,
)
from sepset.wording import cut

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from pathlib import Path

Made = TypeVar("Made")

#: What to do about a file that cannot be read: the end of a message.
AGAIN = ("; give a result that sepset saved", InPython(" with save"), InShell(" with -o"))


def write_document(document: Callable[[], dict[str, object]], path: str | os.PathLike[str]) -> None:
    """Write what `document` returns; it is called only if the file can be written."""
    try:
        target = check_path(path)
        check_target(target)
        content = document_bytes(document())
        # No time and no file name go into the header, so that the same result stays the same bytes.
        write_bytes(target, gzip.compress(content, 6, mtime=0) if target.suffix.lower() == ".gz" else content)
    except OptionError as error:
        raise SavedError(*error.parts) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unless_ours(error, f"cannot write {str(target)!r}") from None


def read_document(path: str | os.PathLike[str], make: Callable[[dict[str, object]], Made]) -> Made:
    """Return what `make` makes of the JSON object in a file; its errors get the name of the file."""
    try:
        file = check_path(path)
    except OptionError as error:
        raise SavedError(*error.parts) from None
    raw = _read(file)
    try:
        return make(parsed_document(_unpacked(raw) if is_gzipped(raw) else raw))
    except SavedError as error:
        raise SavedError(f"{file.name}: ", *error.parts) from None


def packaged_schema(package: str, file: str) -> dict[str, object]:
    """Return a JSON Schema that lies in a package of this library."""
    found: dict[str, object] = json.loads(resources.files(package).joinpath(file).read_text(encoding="utf-8"))
    return found


def document_bytes(document: dict[str, object]) -> bytes:
    """Return a document as JSON: plain ASCII, keys sorted, one line for each part."""
    parts = []
    for name, part in sorted(document.items()):
        written = json.dumps(part, allow_nan=False, sort_keys=True, separators=(",", ":"))
        parts.append(f"{json.dumps(name)}: {written}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("ascii")


def parsed_document(raw: bytes) -> dict[str, object]:
    """Return the JSON object in some bytes; anything else is a `SavedError` that says what is wrong."""
    document = _parsed(raw)
    if not isinstance(document, dict) or "format" not in document:
        raise SavedError("this JSON is not a saved result, it has no 'format'", *AGAIN)
    return document


def check_version(version: object, newest: int) -> None:
    """Refuse anything that is not a version, or a version that a newer sepset wrote."""
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SavedError(f"the version of a saved result is 1, 2, ..., got {cut(repr(version))}", *AGAIN)
    if version > newest:
        raise SavedError(
            f"a newer sepset wrote this (version {version} of the format, this one reads up to {newest}); "
            "upgrade with: pip install --upgrade sepset"
        )


def _parsed(raw: bytes) -> object:
    if not raw.strip():
        raise SavedError("the file is empty", *AGAIN)
    try:
        text = raw.decode("utf-8")
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
            raise SavedError("the file ends too early; part of it was lost, so get it again") from None
        place = f"line {error.lineno}, column {error.colno}"
        raise SavedError(f"not JSON: {error.msg} at {place}", *AGAIN) from None
    except UnicodeDecodeError as error:
        raise SavedError(f"not text: byte {error.start} is not UTF-8", *AGAIN) from None
    except RecursionError:
        raise SavedError("the JSON is nested too deeply", *AGAIN) from None
    except ValueError as error:  # a number of thousands of digits
        raise SavedError(f"not JSON: {error}", *AGAIN) from None


def _no_constant(name: str) -> NoReturn:
    raise SavedError(f"{name} is not JSON, a number that is not finite is written as null", *AGAIN)


def _unpacked(raw: bytes) -> bytes:
    try:
        return unpacked(raw)
    except UnpackError as error:
        what = "ends too early; part of it was lost" if error.cut else f"is damaged ({error})"
        raise SavedError(f"the gzipped file {what}, so get it again") from None


def _read(file: Path) -> bytes:
    try:
        if file.is_dir():
            raise SavedError(is_a_folder(file))
        return file.read_bytes()
    except FileNotFoundError:
        raise SavedError(no_such_file(file)) from None
    except (OSError, ValueError) as error:
        raise _unless_ours(error, f"cannot read {str(file)!r}") from None


def _unless_ours(error: Exception, what: str) -> Exception:
    if isinstance(error, SavedError):
        return error
    reason = getattr(error, "strerror", None) or str(error)
    return SavedError(f"{what}: {reason[:1].lower()}{reason[1:]}")

"""From the bytes of a text file to its text: UTF-8 as it is, UTF-16 and Latin-1 with a note."""

from __future__ import annotations

import re
from typing import NamedTuple

from sepset.errors import DataError

# Bytes that no text contains, in any of the encodings.
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_PROBED = 200


class Decoded(NamedTuple):
    """A text with plain newlines that ends in one, and what to know about how it was read."""

    text: str
    notes: tuple[str, ...] = ()


def decode(raw: bytes) -> Decoded:
    r"""Return the text in some bytes.

    >>> decode("stadt;n\nZürich;2\n".encode("latin-1")).notes[0].split(";")[0]
    'the text is not UTF-8 and was read as Latin-1 (Windows-1252)'
    >>> decode("a,b\r\n1,2".encode("utf-16"))
    Decoded(text='a,b\n1,2\n', notes=('the text is UTF-16',))
    """
    wide = _utf_16(raw)
    if wide is not None:
        return Decoded(_tidied(_as_utf_16(raw, wide)), ("the text is UTF-16",))
    try:
        return Decoded(_tidied(raw.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        if found := _CONTROL.search(raw):
            what = f"byte 0x{found[0][0]:02x} at position {found.start():,}"
            raise DataError(f"this is not text: there is {what}; export it as CSV") from None
        line = raw.count(b"\n", 0, error.start) + 1
    # Windows-1252 has letters where Latin-1 has invisible signs, and leaves out five bytes.
    try:
        text = raw.decode("cp1252")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    note = (
        f"the text is not UTF-8 and was read as Latin-1 (Windows-1252); line {line:,} has the first such "
        "letter: check names and labels with accents, or save the file as UTF-8"
    )
    return Decoded(_tidied(text), (note,))


def _utf_16(raw: bytes) -> str | None:
    """Return the encoding when this is UTF-16: by its mark, or since every other byte is zero."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    probe = raw[: _PROBED - _PROBED % 2]
    even, odd = probe[::2], probe[1::2]
    if len(odd) > 1 and not odd.strip(b"\0") and b"\0" not in even:
        return "utf-16-le"
    return "utf-16-be" if len(odd) > 1 and not even.strip(b"\0") and b"\0" not in odd else None


def _as_utf_16(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(
            f"the text starts as UTF-16, but byte {error.start:,} is not; save it as UTF-8"
        ) from None


def _tidied(text: str) -> str:
    """Return the text with plain newlines, one at the end of each line, and no blank lines at the end."""
    if "\0" in text:
        raise DataError(f"this is not text: there is a zero byte at position {text.index(chr(0)):,}")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    one_end = text.endswith("\n") and not text.endswith("\n\n")
    if not text or text.isspace():
        raise DataError("the file is empty; a line with the column names is needed, then one for each row")
    return text if one_end else text.rstrip("\n") + "\n"

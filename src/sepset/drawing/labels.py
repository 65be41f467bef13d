"""Labels: how wide a name is when it is written, and a short form of a name that is too wide.

No font is at hand when a layout is made, so widths are those of a common sans-serif face, rounded up.

>>> shortened("expression of the first gene in the liver", 120.0)
'expressi…e liver'
>>> shortened("smoking", 120.0)
'smoking'
"""

from __future__ import annotations

import unicodedata

from sepset.wording import printable

#: The size of the letters in the units of a drawing, which are pixels.
FONT_SIZE = 13.0
MAX_LABEL = 168.0
ELLIPSIS = "…"

_NARROW = frozenset("ijlI|!.,:;'` ftr()[]{}-/\\\"")
_WIDE = frozenset("mwMWQOGCDNHUAVXYKBRZ@%&—")


def text_width(text: str) -> float:
    """Return how wide a text is at most, in pixels."""
    return FONT_SIZE * sum(map(_character, text))


def _character(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE:
        return 0.88
    if unicodedata.combining(letter):
        return 0.0
    return 1.05 if unicodedata.east_asian_width(letter) in "WF" else 0.63


def shortened(name: str, widest: float = MAX_LABEL) -> str:
    """Return a name that fits: its middle gives way, since beginnings and ends tell names apart."""
    name = printable(name)
    if text_width(name) <= widest:
        return name
    kept = len(name) - 1
    while kept > 2 and text_width(_cut(name, kept)) > widest:
        kept -= 1
    return _cut(name, kept)


def _cut(name: str, kept: int) -> str:
    front = (kept + 1) // 2
    return name[:front] + ELLIPSIS + name[len(name) - (kept - front) :]

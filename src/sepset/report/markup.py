"""Pieces of HTML. Whatever comes from data passes through `text` or `name` and is text, nothing else.

>>> name("<script>alert(1)</script>")
'<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>'
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from sepset.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


#: Edges as people write them, for where three letters of a fixed width are out of place.
SIGNS = {
    "-->": "→",
    "<--": "←",
    "<->": "↔",
    "---": "–",
    "o->": "o→",
    "<-o": "←o",
    "o-o": "o–o",
    "--o": "–o",
    "o--": "o–",
}


def text(value: object) -> str:
    """Return any value as escaped text."""
    return _escaped(str(value))


# Names and the words of a table stand in many places of a page.
@lru_cache(maxsize=4096)
def _escaped(value: str) -> str:
    return escape(printable(value))


def name(value: str) -> str:
    """Return the name of a variable, kept apart from the text around it, whichever way it is written."""
    return f"<bdi>{text(value)}</bdi>"


def arrow(pattern: str) -> str:
    """Return an edge pattern in a fixed-width font."""
    return f'<span class="arrow">{text(pattern)}</span>'


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str,
    numbers: Sequence[int] = (),
    narrow: bool = False,
) -> str:
    """Return a table from cells that are HTML already; `numbers` are the columns to set flush right.

    A narrow table is set in several columns on paper. `title` is for readers who hear the page.
    """
    classes = [' class="number"' if i in numbers else "" for i in range(len(heads))]
    top = "".join(f'<th scope="col"{c}>{text(head)}</th>' for head, c in zip(heads, classes, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{c}>{cell}</td>" for cell, c in zip(row, classes, strict=True)) + "</tr>"
        for row in rows
    )
    kind = "scroll narrow" if narrow else "scroll"
    return (
        f'<div class="{kind}" tabindex="0"><table aria-label="{text(title)}"><thead><tr>{top}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def section(title: str, *parts: str, anchor: str) -> str:
    """Return a section of the page."""
    inside = "\n".join(part for part in parts if part)
    return f'<section id="{anchor}"><h2>{text(title)}</h2>\n{inside}\n</section>'


def paragraph(words: str) -> str:
    """Return a paragraph of plain words."""
    return f"<p>{text(words)}</p>"

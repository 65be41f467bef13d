"""What commands print: lines of words, coloured on a terminal and plain in a pipe, or one JSON object.

A line is a sequence of spans, each a text or a pair (text, style). The words are the same in either case.

>>> plain(("k = 1", ("  done", "green")))
'k = 1  done'
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import click

from sepset.wording import printable

Span: TypeAlias = str | tuple[str, str]
Line: TypeAlias = Sequence[Span]

HEADING, DIM, NAME, WARNING = "bold", "dim", "cyan", "yellow"
#: The style of a command to copy, which is never broken over lines.
COMMAND = "default"


def heading(text: str, rest: str = "") -> Line:
    """Return a line that starts a part of the output."""
    return ((text, HEADING), (rest, DIM)) if rest else ((text, HEADING),)


def plain(line: Line) -> str:
    """Return a line without styles."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def show(lines: Iterable[Line]) -> None:
    """Print lines, with colours when stdout is a terminal."""
    if not sys.stdout.isatty():
        click.echo("\n".join(printable(plain(line)).rstrip() for line in lines))
        return
    from rich.console import Console  # only a terminal needs it
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for line in lines:
        spans = [(span, "") if isinstance(span, str) else span for span in line]
        text = Text.assemble(*((printable(words), style) for words, style in spans))
        console.print(text, soft_wrap=any(style == COMMAND for _, style in spans))


def show_json(document: Mapping[str, Any]) -> None:
    """Print one JSON object."""
    click.echo(as_json(document))


def as_json(value: object, indent: str = "") -> str:
    """Return a value as JSON in ASCII, which every stream can hold; a list of plain values stays on one line.

    >>> print(as_json({"k": 1, "edges": [["a", "-->", "b"]]}))
    {
      "k": 1,
      "edges": [
        ["a", "-->", "b"]
      ]
    }
    """
    inner = indent + "  "
    if isinstance(value, Mapping) and value:
        parts = [f"{inner}{json.dumps(str(key))}: {as_json(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if isinstance(value, list | tuple) and any(isinstance(part, list | tuple | Mapping) for part in value):
        parts = [f"{inner}{as_json(part, inner)}" for part in value]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    return json.dumps(value, allow_nan=False)


def in_columns(rows: Iterable[Sequence[str]], *, styles: Sequence[str] = (), indent: int = 2) -> list[Line]:
    """Return rows of cells as lines with columns of equal width.

    >>> [plain(line) for line in in_columns([("a", "-->", "b"), ("long", "o->", "c")])]
    ['  a     -->  b', '  long  o->  c']
    """
    table = [list(row) for row in rows]
    if not table:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    widths[-1:] = [0]
    look = [*styles, *[""] * len(widths)][: len(widths)]
    gaps = [" " * indent, *["  "] * (len(widths) - 1)]
    return [
        tuple(
            (f"{gap}{cell:<{width}}", style)
            for gap, cell, width, style in zip(gaps, row, widths, look, strict=True)
        )
        for row in table
    ]

"""What the readers of text formats share: numbered lines, and checks of edges that say where they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sepset.errors import FormatError, InPython
from sepset.graph.edges import Edge, Parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINE_END = re.compile(r"\r\n|\r|\n")


def check_graph_text(text: object) -> None:
    """Raise a clear error unless this is text; it is easy to pass a path by mistake."""
    if not isinstance(text, str):
        raise FormatError(
            f"a graph is read from text, got {type(text).__name__}",
            InPython("; for a file, give its read_text()"),
        )


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with its place, such as ``line 1``; a byte order mark is dropped.

    Only line feeds and carriage returns end a line; other separators of Unicode may be part of a name.
    """
    check_graph_text(text)
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        yield f"line {number}", line


def assemble(names: Iterable[str], edges: list[tuple[str, Edge]]) -> Parts:
    """Return names and edges as parts; a loop or a second edge is an error that says where it is."""
    seen: dict[frozenset[str], tuple[str, Edge]] = {}
    for where, edge in edges:
        if edge.u == edge.v:
            raise FormatError(
                f"{where}: {edge} is a loop; a node cannot have an edge to itself, leave it out"
            )
        earlier = seen.setdefault(frozenset((edge.u, edge.v)), (where, edge))
        if earlier[1] is not edge:
            raise FormatError(
                f"{where}: two edges between {edge.u!r} and {edge.v!r}: {edge}, and {earlier[1]} at "
                f"{earlier[0]}; keep one"
            )
    return Parts([*names], [edge for _, edge in edges])

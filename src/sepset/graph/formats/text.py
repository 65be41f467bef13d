r"""Graphs as text, one edge per line, and back.

An edge is two names with an arrow between them, separated by spaces; a line with a single name is a node,
which is how isolated nodes are kept. Names that contain spaces, quotes or arrows, or would otherwise be
ambiguous, are written in double quotes with JSON's escapes. A word that starts with ``#`` begins a comment.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph(*from_text('''
...     smoking --> "lung cancer"   # a quoted name
...     smoking o-> bronchitis
...     asia
... '''))
>>> g.nodes
('smoking', 'lung cancer', 'bronchitis', 'asia')
>>> print(to_text(g))
smoking --> "lung cancer"
smoking o-> bronchitis
asia
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from sepset.errors import FormatError
from sepset.graph.edges import Edge
from sepset.graph.formats.assemble import assemble, check_graph_text, lines_of
from sepset.graph.marks import ALIASES, EDGE_PATTERNS
from sepset.graph.names import check_name, quoted
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.edges import GraphLike, Parts
    from sepset.graph.formats import dagitty, tetrad
else:
    # Other programs' forms, for texts that are read; most runs only write.
    dagitty = Lazy("sepset.graph.formats.dagitty")
    tetrad = Lazy("sepset.graph.formats.tetrad")

_ARROWS = EDGE_PATTERNS.keys() | ALIASES.keys()
_TOKEN = re.compile(r'\s*(?:(?P<comment>#.*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<bare>[^\s"#][^\s"]*))')
_ARROW_LIKE = re.compile(r"--|->|<-")
_SEPARATOR_LIKE = re.compile(r"[{};]|,$")


def parse(text: str) -> Parts:
    """Read a graph from text in sepset's own form, Tetrad's or dagitty's, whichever it is.

    >>> parse("dag { a -> b @-> c }").nodes
    ['a', 'b', 'c']
    """
    check_graph_text(text)
    if tetrad.is_tetrad(text):
        return tetrad.from_tetrad(text)
    if dagitty.is_dagitty(text):
        return dagitty.from_dagitty(text)
    return from_text(text)


def to_text(graph: GraphLike) -> str:
    """Return one edge per line, in node order, then each isolated node on its own line."""
    written = [quoted(name) for name in graph.nodes]
    lines = [f"{written[a]} {pattern} {written[b]}" for a, pattern, b in graph.table.edges()]
    lines += [name for name, row in zip(written, graph.table.adjacency, strict=True) if not row]
    return "\n".join(lines)


def from_text(text: str) -> Parts:
    """Read sepset's own text form; nodes are in order of appearance."""
    names: dict[str, None] = {}
    edges: list[tuple[str, Edge]] = []
    for where, line in lines_of(text):
        tokens = list(_tokens(line, where))
        if len(tokens) == 1:
            names.setdefault(_lone_name(tokens[0], where))
        elif tokens:
            edge = _edge(tokens, where)
            names.update(dict.fromkeys((edge.u, edge.v)))
            edges.append((where, edge))
    return assemble(names, edges)


def read_edge(edge: str | tuple[str, str, str]) -> Edge:
    """Read one edge, given as text or as (u, pattern, v)."""
    if isinstance(edge, str):
        return _edge(list(_tokens(edge, repr(edge))), repr(edge))
    if isinstance(edge, tuple) and len(edge) == 3:
        check_name(edge[0])
        check_name(edge[2])
        return Edge(*edge)
    raise FormatError(f"an edge is text such as 'a --> b' or a triple ('a', '-->', 'b'), got {edge!r}")


def _tokens(line: str, where: str) -> Iterator[str]:
    place, end = 0, len(line.rstrip())
    while place < end:
        match = _TOKEN.match(line, place)
        if match is None:
            raise FormatError(
                f"{where}: a double quote is not closed; write a name with a quote in it as " + r'"5\" nail"'
            )
        if match["comment"] is None:
            yield match["quoted"] or match["bare"]
        place = match.end()


def _edge(tokens: list[str], where: str) -> Edge:
    if len(tokens) == 3 and tokens[1] in _ARROWS:
        return Edge(_name(tokens[0], where), ALIASES.get(tokens[1], tokens[1]), _name(tokens[2], where))
    arrows = sum(token in _ARROWS for token in tokens)
    if arrows > 1:
        hint = "write one edge per line"
    elif arrows == 1 and len(tokens) > 3:
        hint = 'write names with spaces in double quotes: "blood pressure" --> stroke'
    else:
        hint = f"put one of {' '.join(EDGE_PATTERNS)} between two names, with spaces around it"
    raise FormatError(f"{where}: cannot read {' '.join(tokens)!r} as an edge; {hint}")


def _lone_name(token: str, where: str) -> str:
    """Read the name of a node on a line of its own; bare names with commas between them are a table's."""
    if "," in token and not token.startswith('"'):
        raise FormatError(
            f"{where}: {token!r} has commas in it, as a table of data has; write one edge per line, such as "
            f"a --> b, or the name in double quotes"
        )
    return _name(token, where)


def _name(token: str, where: str) -> str:
    if token.startswith('"'):
        return _unquoted(token, where)
    if _ARROW_LIKE.search(token) or token in _ARROWS:
        raise FormatError(
            f"{where}: {token!r} looks like an arrow; put spaces around arrows, or the name in double quotes"
        )
    if _SEPARATOR_LIKE.search(token):
        raise FormatError(
            f"{where}: {token!r} has a separator in it; write one edge per line, or the name in double quotes"
        )
    return token


def _unquoted(token: str, where: str) -> str:
    try:
        name: str = json.loads(token)
    except json.JSONDecodeError as error:
        raise FormatError(f"{where}: the name {token} is not a JSON string: {error.msg}") from None
    if not name:
        raise FormatError(f"{where}: a node cannot have an empty name; write any text between the quotes")
    return name

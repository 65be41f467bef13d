r"""Graphs as text, one edge a line, and back.

An edge is two names with an arrow between them, separated by spaces; a line with a single name is a node, which
is how isolated nodes are kept. Names that contain spaces, quotes or arrows, or would otherwise be ambiguous, are
written in double quotes with JSON's escapes. ``#`` starts a comment.

>>> g = parse('''
...     smoking --> "lung cancer"   # a quoted name
...     smoking o-> bronchitis
...     asia
... ''')
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
from sepset.graph.marks import ALIASES, EDGE_PATTERNS
from sepset.graph.mixed_graph import Edge, MixedGraph

if TYPE_CHECKING:
    from collections.abc import Iterator

_ARROWS = EDGE_PATTERNS.keys() | ALIASES.keys()
_TOKEN = re.compile(r'\s*(?:(?P<comment>#.*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<bare>[^\s"#]+))')
_PLAIN_NAME = re.compile(r"[^\s\"'#;,{}\[\]<>\\]+")
_LOOKS_LIKE_AN_ARROW = re.compile(r"--|->|<-|o-o")


def to_text(graph: MixedGraph) -> str:
    """Return one edge a line, in node order, then each isolated node on its own line."""
    lines = [f"{quoted(u)} {pattern} {quoted(v)}" for u, pattern, v in graph.edges()]
    lines += [quoted(name) for name in graph.nodes if not graph.table.adjacency[graph.number(name)]]
    return "\n".join(lines)


def quoted(name: str) -> str:
    """Return a name as it is written in text: bare when nothing can be mistaken, else in double quotes."""
    plain = _PLAIN_NAME.fullmatch(name) and not _LOOKS_LIKE_AN_ARROW.search(name) and name.isprintable()
    return name if plain else json.dumps(name, ensure_ascii=False)


def parse(text: str) -> MixedGraph:
    """Read sepset's own text form; nodes are in order of appearance."""
    names: dict[str, None] = {}
    edges: list[Edge] = []
    for number, line in enumerate(text.splitlines(), start=1):
        tokens = list(_tokens(line, f"line {number}"))
        if len(tokens) == 1:
            names.setdefault(_name(tokens[0], f"line {number}"))
        elif tokens:
            edge = _edge(tokens, f"line {number}")
            names.setdefault(edge.u)
            names.setdefault(edge.v)
            edges.append(edge)
    return MixedGraph(names, edges)


def read_edge(edge: str | tuple[str, str, str]) -> Edge:
    """Read one edge, given as text or as (u, pattern, v)."""
    if isinstance(edge, str):
        return _edge(list(_tokens(edge, repr(edge))), repr(edge))
    if isinstance(edge, tuple) and len(edge) == 3:
        return Edge(*edge)
    raise FormatError(f"an edge is text such as 'a --> b' or a triple ('a', '-->', 'b'), got {edge!r}")


def _tokens(line: str, where: str) -> Iterator[str]:
    place = 0
    while place < len(line.rstrip()):
        match = _TOKEN.match(line, place)
        if match is None:
            raise FormatError(f"{where}: a double quote is not closed; write names with quotes as \"a \\\"b\\\"\"")
        if match["comment"] is None:
            yield match["quoted"] or match["bare"]
        place = match.end()


def _edge(tokens: list[str], where: str) -> Edge:
    if len(tokens) == 3 and tokens[1] in _ARROWS:
        return Edge(_name(tokens[0], where), ALIASES.get(tokens[1], tokens[1]), _name(tokens[2], where))
    arrows = [token for token in tokens if token in _ARROWS]
    if len(arrows) > 1:
        hint = "write one edge a line"
    elif len(arrows) == 1:
        hint = 'write names with spaces in double quotes: "blood pressure" --> stroke'
    else:
        hint = f"put one of {' '.join(EDGE_PATTERNS)} between two names, with spaces around it"
    raise FormatError(f"{where}: cannot read {' '.join(tokens)!r} as an edge; {hint}")


def _name(token: str, where: str) -> str:
    if token.startswith('"'):
        try:
            name: str = json.loads(token)
        except json.JSONDecodeError as error:
            raise FormatError(f"{where}: the name {token} is not a JSON string: {error.msg}") from None
        return name
    if token in _ARROWS or _LOOKS_LIKE_AN_ARROW.search(token):
        raise FormatError(
            f"{where}: {token!r} looks like an arrow; put spaces around arrows, or the name in double quotes"
        )
    return token

r"""The text form of dagitty (https://www.dagitty.net): statements in braces, after the language of Graphviz.

In it ``@`` is a circle, edges may be chained, and braces stand for several nodes at once. Properties of nodes
and edges in square brackets, such as positions and exposures, are skipped, since a `MixedGraph` has none.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> parts = from_dagitty('dag { x [exposure, pos="0,1"]; x -> {m "blood pressure"} -> y <-> z }')
>>> print(to_dagitty(MixedGraph(*parts)))
mag {
x
m
"blood pressure"
y
z
x -> m
x -> "blood pressure"
m -> y
"blood pressure" -> y
y <-> z
}
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sepset.errors import FormatError, InPython, InShell
from sepset.graph.edges import Edge
from sepset.graph.formats.assemble import assemble, check_graph_text
from sepset.graph.marks import mirror

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.graph.edges import GraphLike, Parts

_ARROW_OF = {
    "-->": "->",
    "<--": "<-",
    "---": "--",
    "<->": "<->",
    "o->": "@->",
    "<-o": "<-@",
    "o-o": "@-@",
    "o--": "@--",
    "--o": "--@",
}
_PATTERN_OF = {arrow: pattern for pattern, arrow in _ARROW_OF.items()}
_RESERVED = ("graph", "node")
_DEEPEST = 100

_SPACE = r"(?:[\s;\ufeff]|//[^\n]*|/\*.*?\*/|\#[^\n]*)*+"
# In a string \" is a quote and every other backslash is just that; so no name can end in a backslash.
_STRING = r'"(?:\\"|[^"])*+"'
_HEADER = re.compile(
    rf"{_SPACE}(?:strict\b{_SPACE})?(?:dag|mag|pdag|pag|graph|digraph)\b{_SPACE}(?:[\w.]+|{_STRING})?{_SPACE}\{{",
    re.DOTALL | re.IGNORECASE,
)
_TOKEN = re.compile(
    rf"""{_SPACE}(?:
        (?P<option>(?:[\w.]+|{_STRING})\s*=\s*(?:-?[\w.]+|{_STRING}))
      | (?P<properties>\[(?:{_STRING}|[^\]"])*+\])
      | (?P<arrow>@->|<-@|<->|@-@|@--|--@|->|<-|--)
      | (?P<name>[\w.]+|{_STRING})
      | (?P<brace>[{{}}])
    )""",
    re.DOTALL | re.VERBOSE,
)
_DRAWN_MARKS = re.compile(r"\b(?:dir|arrowhead|arrowtail)\s*=")
_PLAIN = re.compile(r"[0-9A-Za-z_.]+")
_NOT_IN_A_NAME = re.compile(r"[\x00-\x1f\x7f]|\\\Z")


def is_dagitty(text: str) -> bool:
    """Say whether text begins as dagitty's form does, such as with ``dag {``."""
    return _HEADER.match(text) is not None


def to_dagitty(graph: GraphLike) -> str:
    """Return a graph in dagitty's text form; a name that the form cannot hold is an error."""
    names = [_written(name) for name in graph.nodes]
    edges = [f"{names[a]} {_ARROW_OF[pattern]} {names[b]}" for a, pattern, b in graph.table.edges()]
    return "\n".join([f"{_kind(graph)} {{", *names, *edges, "}"])


def _kind(graph: GraphLike) -> str:
    marks = "".join(f"{pattern[0]}{pattern[2]} " for _, pattern, _ in graph.table.edges())
    if "o" in marks:
        return "pag"
    if "<>" in marks:
        return "mag"
    return "pdag" if "--" in marks else "dag"


def _written(name: str) -> str:
    if name in _RESERVED or _NOT_IN_A_NAME.search(name):
        raise FormatError(
            f"dagitty's text form cannot hold the name {name!r}: names are not 'graph' or 'node', hold no "
            "control character and do not end in a backslash; rename the node first",
            InPython(" with relabel"),
        )
    return name if _PLAIN.fullmatch(name) else '"' + name.replace('"', '\\"') + '"'


def from_dagitty(text: str) -> Parts:
    """Read dagitty's text form; the kind of graph that it names is ignored, since the edges decide."""
    check_graph_text(text)
    header = _HEADER.match(text)
    if header is None:
        raise FormatError(
            "line 1: dagitty's text form begins with dag, mag, pdag or pag and a brace: dag { a -> b }"
        )
    reader = _DagittyReader(list(_tokens(text, header.end())))
    reader.group(depth=0)
    if reader.token.kind != "end":
        raise reader.unexpected("nothing after the closing brace")
    return assemble(reader.names, list(reader.edges.values()))


class _DagittyToken(NamedTuple):
    kind: str
    text: str
    where: str

    @property
    def name(self) -> str:
        return self.text[1:-1].replace('\\"', '"') if self.text.startswith('"') else self.text


def _tokens(text: str, place: int) -> Iterator[_DagittyToken]:
    line, counted = 1, 0
    while match := _TOKEN.match(text, place):
        kind = match.lastgroup or ""
        line, counted = line + text.count("\n", counted, match.start(kind)), match.start(kind)
        if kind != "option":
            yield _DagittyToken(kind, match[kind], f"line {line}")
        place = match.end()
    rest = re.compile(_SPACE, re.DOTALL).match(text, place)
    place = rest.end() if rest else place
    where = f"line {line + text.count(chr(10), counted, place)}"
    yield _DagittyToken("unknown" if place < len(text) else "end", text[place : place + 20], where)


class _DagittyReader:
    """Reads statements from a list of tokens, and keeps the names and edges that it finds."""

    def __init__(self, tokens: list[_DagittyToken]) -> None:
        self.tokens = tokens
        self.place = 0
        self.names: dict[str, None] = {}
        self.edges: dict[frozenset[str], tuple[str, Edge]] = {}

    @property
    def token(self) -> _DagittyToken:
        return self.tokens[self.place]

    def is_brace(self, brace: str) -> bool:
        return self.token.kind == "brace" and self.token.text == brace

    def unexpected(self, allowed: str) -> FormatError:
        found = repr(self.token.text) if self.token.text else "the end of the text"
        return FormatError(
            f"{self.token.where}: found {found} in dagitty's text form, but {allowed} can stand here"
        )

    def group(self, depth: int) -> list[str]:
        """Read statements up to a closing brace and return the names in them."""
        if depth > _DEEPEST:
            raise FormatError(f"{self.token.where}: braces are nested more than {_DEEPEST} deep; use fewer")
        names: dict[str, None] = {}
        while not self.is_brace("}"):
            names.update(dict.fromkeys(self.statement(depth)))
        self.place += 1
        return list(names)

    def statement(self, depth: int) -> list[str]:
        """Read a node, a group or a chain of edges and return the names in it."""
        if self.token.name in _RESERVED and self.tokens[self.place + 1].kind == "properties":
            self.place += 2  # properties of the whole graph
            return []
        last = self.operand(depth)
        names = list(last)
        while self.token.kind == "arrow":
            arrow = self.token
            self.place += 1
            following = self.operand(depth)
            for u, v in product(last, following):
                self.add(Edge(u, _PATTERN_OF[arrow.text], v), arrow.where)
            names += following
            last = following
        self.skip_properties()
        return names

    def operand(self, depth: int) -> list[str]:
        """Read what can stand at an end of an edge: a name or a group, which Graphviz calls a subgraph."""
        kinds = [token.text for token in self.tokens[self.place : self.place + 3]]
        if kinds[0] == "subgraph" and "{" in kinds[1:]:
            self.place += kinds.index("{")
        first = self.token
        if not (first.kind == "name" or self.is_brace("{")):
            raise self.unexpected(
                f"only a name, braces or one of {' '.join(_PATTERN_OF)} between two of them"
            )
        self.place += 1
        if first.kind == "brace":
            return self.group(depth + 1)
        if first.name in _RESERVED or not first.name:
            raise FormatError(f"{first.where}: a node of dagitty cannot be called {first.name!r}; rename it")
        self.names.setdefault(first.name)
        return [first.name]

    def skip_properties(self) -> None:
        while self.token.kind == "properties":
            if _DRAWN_MARKS.search(self.token.text):
                raise FormatError(
                    f"{self.token.where}: {self.token.text} draws marks in Graphviz's language, which sepset "
                    "writes but does not read; keep the graph in another form, such as dagitty's",
                    InPython(" (to_dagitty)"),
                    InShell(" (sepset convert --to dagitty)"),
                )
            self.place += 1

    def add(self, edge: Edge, where: str) -> None:
        """Keep an edge; the same edge again, which groups can produce, changes nothing."""
        _, earlier = self.edges.setdefault(frozenset((edge.u, edge.v)), (where, edge))
        if edge.u == edge.v or edge not in (earlier, Edge(earlier.v, mirror(earlier.pattern), earlier.u)):
            raise FormatError(f"{where}: {edge} contradicts {earlier}, which came first; keep one")

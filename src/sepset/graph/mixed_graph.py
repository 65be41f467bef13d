"""Mixed graphs with named nodes: DAGs, ancestral graphs, PAGs and k-essential graphs are all of this kind.

A `MixedGraph` is a value: it never changes, it can be hashed and compared, and functions return new ones.

>>> g = MixedGraph.from_edges("a --> c", "d o-> b", "c <-> e", nodes=("f",))
>>> g.nodes
('f', 'a', 'c', 'd', 'b', 'e')
>>> g.has("d", "*->", "b"), g.adjacent("a", "e")
(True, False)
>>> print(g)
a --> c
c <-> e
d o-> b
f
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.errors import GraphError, UnknownNodeError
from sepset.graph.bits import from_members, members, reachable
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import QUERY_PATTERNS, marks_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence


class Edge(NamedTuple):
    """One edge: the mark at `u` is the first character of the pattern, the mark at `v` the last."""

    u: str
    pattern: str
    v: str

    def __str__(self) -> str:
        return f"{self.u} {self.pattern} {self.v}"


class MixedGraph:
    """A graph with at most one edge between two nodes and a tail, arrowhead or circle at each end.

    Build one with `from_edges` or `parse`; two graphs are equal when they have the same set of nodes and the same
    marks, in whatever order they were written.
    """

    __slots__ = ("_hash", "_index", "_nodes", "_table")

    def __init__(self, nodes: Iterable[str], edges: Iterable[tuple[str, str, str]] = ()) -> None:
        """Make a graph from its nodes, in order, and edges ``(u, pattern, v)`` between them."""
        names = tuple(nodes)
        table = MarkTable(len(names))
        index = _index_of(names)
        for u, pattern, v in edges:
            a, b = _number(index, u), _number(index, v)
            _check_new_edge(table, names, a, pattern, b)
            table.set(a, pattern, b)
        self._fill(names, index, table)

    def _fill(self, nodes: tuple[str, ...], index: dict[str, int], table: MarkTable) -> None:
        self._nodes, self._index, self._table = nodes, index, table
        self._hash: int | None = None

    # ---- making ------------------------------------------------------------------------------------------------

    @classmethod
    def from_edges(cls, *edges: str | tuple[str, str, str], nodes: Iterable[str] = ()) -> MixedGraph:
        """Make a graph from edges such as ``"a --> b"`` or ``("a", "-->", "b")``.

        `nodes` come first, in their order; nodes that only occur in edges follow in order of appearance. So
        `nodes` adds isolated nodes and, given all of them, fixes the order.
        """
        from sepset.graph.text import read_edge

        found = [read_edge(edge) for edge in edges]
        ordered = _given_names(nodes)
        known = set(ordered)
        for edge in found:
            for name in (edge.u, edge.v):
                if name not in known:
                    known.add(name)
                    ordered.append(name)
        return cls(ordered, found)

    @classmethod
    def parse(cls, text: str) -> MixedGraph:
        """Read a graph from text: sepset's own form (see `to_text`), Tetrad's or dagitty's."""
        from sepset.graph.text import parse

        return parse(text)

    @classmethod
    def from_table(cls, nodes: Sequence[str], table: MarkTable) -> MixedGraph:
        """Wrap a table of marks, which must not be changed afterwards."""
        graph = cls.__new__(cls)
        names = tuple(nodes)
        graph._fill(names, _index_of(names), table)
        return graph

    # ---- asking ------------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes, in order."""
        return self._nodes

    @property
    def table(self) -> MarkTable:
        """The marks by node number, for algorithms: read it, or `copy` it before changing anything."""
        return self._table

    def number(self, name: str) -> int:
        """Return the place of a node in `nodes`; an unknown name is an error that suggests the nearest one."""
        return _number(self._index, name)

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the places of several nodes; a single text is an error, since it is not a collection of names."""
        return [self.number(name) for name in _given_names(names)]

    def edges(self) -> Iterator[Edge]:
        """Yield each edge once, u before v in node order."""
        names = self._nodes
        for a, pattern, b in self._table.edges():
            yield Edge(names[a], pattern, names[b])

    def edge_count(self) -> int:
        """Return the number of edges."""
        return self._table.edge_count()

    def has(self, u: str, pattern: str, v: str) -> bool:
        """Say whether the edge u-v exists and matches a pattern, in which ``*`` is any mark."""
        if pattern not in QUERY_PATTERNS:
            raise GraphError(f"{pattern!r} is not a pattern; write three characters such as '-->', 'o->' or '*->'")
        return self._table.has(self.number(u), pattern, self.number(v))

    def adjacent(self, u: str, v: str) -> bool:
        """Say whether there is an edge between u and v."""
        return self._table.adjacent(self.number(u), self.number(v))

    def edge(self, u: str, v: str) -> Edge | None:
        """Return the edge between u and v as seen from u, or None."""
        a, b = self.number(u), self.number(v)
        return Edge(u, self._table.pattern(a, b), v) if self._table.adjacent(a, b) else None

    def neighbours(self, node: str, pattern: str = "*-*") -> tuple[str, ...]:
        """Return all v with ``node pattern v``, in node order."""
        if pattern not in QUERY_PATTERNS:
            raise GraphError(f"{pattern!r} is not a pattern; write three characters such as '-->', 'o->' or '*->'")
        return self.names(self._table.where(self.number(node), pattern))

    def parents(self, node: str) -> tuple[str, ...]:
        """Return all v with ``v --> node``, in node order."""
        return self.names(self._table.parents(self.number(node)))

    def children(self, node: str) -> tuple[str, ...]:
        """Return all v with ``node --> v``, in node order."""
        return self.names(self._table.children(self.number(node)))

    def ancestors(self, *nodes: str) -> tuple[str, ...]:
        """Return these nodes and all with a directed path into one of them: An(.), in node order."""
        parents = [self._table.parents(i) for i in range(self._table.n)]
        return self.names(reachable(from_members(self.numbers(nodes)), parents))

    def descendants(self, *nodes: str) -> tuple[str, ...]:
        """Return these nodes and all with a directed path from one of them: De(.), in node order."""
        children = [self._table.children(i) for i in range(self._table.n)]
        return self.names(reachable(from_members(self.numbers(nodes)), children))

    def districts(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of nodes connected by ``<->`` edges, each and all in node order."""
        spouses = [self._table.spouses(i) for i in range(self._table.n)]
        found, left = [], (1 << self._table.n) - 1
        while left:
            district = reachable(left & -left, spouses)
            found.append(self.names(district))
            left &= ~district
        return tuple(found)

    def topological_order(self) -> tuple[str, ...]:
        """Return the nodes with every ``a --> b`` in order, ties in node order; a cycle is an error that names it."""
        from sepset.graph.ancestry import topological_order

        return tuple(self._nodes[i] for i in topological_order(self))

    def is_dag(self) -> bool:
        """Say whether every edge is ``-->`` and there is no directed cycle."""
        from sepset.graph.ancestry import directed_cycle

        only_directed = all(
            self._table.parents(i) | self._table.children(i) == self._table.adjacency[i] for i in range(self._table.n)
        )
        return only_directed and directed_cycle(self._table) is None

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the names of a set of node numbers, in node order."""
        return tuple(self._nodes[i] for i in members(bits))

    # ---- changing into another graph ---------------------------------------------------------------------------

    def relabel(self, names: Mapping[str, str]) -> MixedGraph:
        """Return the graph with nodes renamed; names that are not mentioned stay."""
        for old in names:
            self.number(old)
        return MixedGraph.from_table([names.get(old, old) for old in self._nodes], self._table)

    def reorder(self, nodes: Sequence[str]) -> MixedGraph:
        """Return the same graph with its nodes in another order; `nodes` must name each of them once."""
        if sorted(self.numbers(nodes)) != list(range(len(self._nodes))):
            raise GraphError(f"reorder needs each of the {len(self._nodes)} nodes exactly once, got {list(nodes)!r}")
        return MixedGraph(nodes, self.edges())

    def subgraph(self, nodes: Collection[str]) -> MixedGraph:
        """Return the graph on some of the nodes, in node order, with the edges between them."""
        kept = from_members(self.numbers(nodes))
        names = self.names(kept)
        inside = set(names)
        return MixedGraph(names, (edge for edge in self.edges() if edge.u in inside and edge.v in inside))

    def only(self, *patterns: str) -> MixedGraph:
        """Return the graph with only the edges of some patterns (or their mirror images); all nodes stay."""
        wanted = {marks_of(pattern) for pattern in patterns}
        wanted |= {(right, left) for left, right in wanted}
        return MixedGraph(self._nodes, (edge for edge in self.edges() if marks_of(edge.pattern) in wanted))

    def directed_part(self) -> MixedGraph:
        """Return the graph with only its ``-->`` edges; all nodes stay."""
        return self.only("-->")

    def with_edge(self, u: str, pattern: str, v: str) -> MixedGraph:
        """Return the graph with ``u pattern v`` in place of whatever was between u and v."""
        a, b = self.number(u), self.number(v)
        if a == b:
            raise GraphError(f"an edge from {u!r} to itself is not allowed")
        table = self._table.copy()
        table.set(a, pattern, b)
        return MixedGraph.from_table(self._nodes, table)

    def without_edge(self, u: str, v: str) -> MixedGraph:
        """Return the graph with no edge between u and v."""
        table = self._table.copy()
        table.remove(self.number(u), self.number(v))
        return MixedGraph.from_table(self._nodes, table)

    def to_text(self) -> str:
        """Return one edge a line, then isolated nodes; `parse` reads it back."""
        from sepset.graph.text import to_text

        return to_text(self)

    # ---- being a value -----------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MixedGraph):
            return NotImplemented
        if self._nodes == other._nodes:
            return self._table == other._table
        return self._index.keys() == other._index.keys() and self._table == other.reorder(self._nodes)._table

    def __hash__(self) -> int:
        if self._hash is None:
            skeleton = (frozenset((edge.u, edge.v)) for edge in self.edges())
            self._hash = hash((frozenset(self._nodes), frozenset(skeleton)))
        return self._hash

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __repr__(self) -> str:
        return f"<MixedGraph: {len(self)} nodes, {self.edge_count()} edges>"

    def __str__(self) -> str:
        return self.to_text()


def _index_of(names: Sequence[str]) -> dict[str, int]:
    index: dict[str, int] = {}
    for place, name in enumerate(names):
        if not isinstance(name, str):
            raise GraphError(f"node names are text, got {name!r} ({type(name).__name__}); write it as a string")
        if not name:
            raise GraphError("a node cannot have an empty name")
        if name in index:
            raise GraphError(f"the node name {name!r} occurs twice; names must differ")
        index[name] = place
    return index


def _number(index: dict[str, int], name: str) -> int:
    try:
        return index[name]
    except (KeyError, TypeError):
        raise UnknownNodeError(name, index) from None


def _given_names(names: Iterable[str]) -> list[str]:
    if isinstance(names, str):
        raise GraphError(f"a collection of node names is needed, got the text {names!r}; write ({names!r},)")
    return list(names)


def _check_new_edge(table: MarkTable, names: tuple[str, ...], a: int, pattern: str, b: int) -> None:
    if a == b:
        raise GraphError(f"the edge {names[a]} {pattern} {names[b]} is a loop: a node cannot have an edge to itself")
    if table.adjacent(a, b):
        raise GraphError(
            f"two edges between {names[a]!r} and {names[b]!r}: {names[a]} {table.pattern(a, b)} {names[b]} and "
            f"{names[a]} {pattern} {names[b]}; keep one"
        )

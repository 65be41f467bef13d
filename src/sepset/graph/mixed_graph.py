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

from typing import TYPE_CHECKING

from sepset.checks import came, check_items, check_mapping
from sepset.errors import GraphError, InPython, UnknownNodeError
from sepset.graph import ancestry
from sepset.graph.bits import from_members, members, reachable
from sepset.graph.edges import Edge, EdgeView
from sepset.graph.formats.text import parse, read_edge, to_text
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import QUERY_PATTERNS, marks_of, mirror
from sepset.graph.names import listed, numbered
from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any, Literal

    import networkx as nx
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from sepset.drawing import diagram as diagrams
    from sepset.drawing import notebook, svg
    from sepset.graph.formats import convert, dagitty, dot, tetrad
else:
    # Most graphs are never drawn.
    diagrams, notebook = Lazy("sepset.drawing.diagram"), Lazy("sepset.drawing.notebook")
    svg = Lazy("sepset.drawing.svg")
    # Most stay here: other programs' forms are for graphs that leave.
    convert, dagitty = Lazy("sepset.graph.formats.convert"), Lazy("sepset.graph.formats.dagitty")
    dot, tetrad = Lazy("sepset.graph.formats.dot"), Lazy("sepset.graph.formats.tetrad")


class MixedGraph:
    """A graph with at most one edge between two nodes and a tail, arrowhead or circle at each end.

    Build one with `from_edges` or `parse`; two graphs are equal when they have the same set of nodes and the
    same marks, in whatever order they were written.
    """

    __slots__ = ("_hash", "_index", "_is_ancestral", "_is_dag", "_nodes", "_table")

    def __init__(self, nodes: Iterable[str], edges: Iterable[tuple[str, str, str]] = ()) -> None:
        """Make a graph from its nodes, in order, and edges ``(u, pattern, v)`` between them."""
        names = tuple(nodes) if isinstance(nodes, str) else tuple(listed(nodes))
        table = MarkTable(len(names))
        index = numbered(names)
        for edge in check_items("edges", edges, "triples"):
            u, pattern, v = _triple(edge)
            a, b = _number(index, u), _number(index, v)
            _check_new_edge(table, names, a, pattern, b)
            table.add(a, pattern, b)
        self._fill(names, index, table)

    def _fill(self, nodes: tuple[str, ...], index: dict[str, int], table: MarkTable) -> None:
        self._nodes, self._index, self._table = nodes, index, table
        # Computed when first needed, and kept, since the graph never changes.
        self._hash: int | None = None
        self._is_dag: bool | None = None
        self._is_ancestral: bool | None = None

    # ---- making ------------------------------------------------------------------------------------------

    @classmethod
    def from_edges(cls, *edges: str | tuple[str, str, str], nodes: Iterable[str] = ()) -> MixedGraph:
        """Make a graph from edges such as ``"a --> b"`` or ``("a", "-->", "b")``.

        `nodes` come first, in their order; nodes that only occur in edges follow in order of appearance. So
        `nodes` adds isolated nodes and, given all of them, fixes the order.
        """
        found = [read_edge(edge) for edge in edges]
        first = listed(nodes)
        known = numbered(first)
        rest = dict.fromkeys(name for edge in found for name in (edge.u, edge.v) if name not in known)
        return cls([*first, *rest], found)

    @classmethod
    def from_table(cls, nodes: Sequence[str], table: MarkTable) -> MixedGraph:
        """Wrap a table of marks, which must not be changed afterwards."""
        names = tuple(nodes)
        if len(names) != table.n:
            raise GraphError(f"{len(names)} names for a table of {table.n} nodes; give one name for each")
        graph = cls.__new__(cls)
        graph._fill(names, numbered(names), table)
        return graph

    @classmethod
    def parse(cls, text: str) -> MixedGraph:
        """Read a graph from text: sepset's own form (see `to_text`), Tetrad's or dagitty's."""
        return cls(*parse(text))

    @classmethod
    def from_networkx(cls, graph: nx.Graph) -> MixedGraph:
        """Read a ``networkx.DiGraph`` as ``-->`` edges, or what `to_networkx` made."""
        return cls(*convert.from_networkx(graph))

    @classmethod
    def from_matrix(cls, matrix: ArrayLike, nodes: Iterable[str] | None = None) -> MixedGraph:
        """Read a matrix of marks: ``m[i, j]`` is the mark at j, 0 no edge, 1 circle, 2 arrowhead, 3 tail."""
        return cls.from_table(*convert.from_matrix(matrix, nodes))

    # ---- asking ------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes, in order."""
        return self._nodes

    @property
    def table(self) -> MarkTable:
        """The marks by node number, for algorithms: read it, or `copy` it before changing anything."""
        return self._table

    def number(self, name: str) -> int:
        """Return the place of a node in `nodes`; an unknown name is an error that suggests the nearest."""
        return _number(self._index, name)

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Return the places of several nodes; a single text is an error: it is not a collection of names."""
        return [self.number(name) for name in listed(names)]

    def edges(self) -> EdgeView:
        """Return the edges, to loop over, count and look up: each once, u before v in node order."""
        return EdgeView(self._nodes, self._table)

    def edge_count(self) -> int:
        """Return the number of edges."""
        return self._table.edge_count()

    def has(self, u: str, pattern: str, v: str) -> bool:
        """Say whether the edge u-v exists and matches a pattern, in which ``*`` is any mark."""
        _check_query(pattern)
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
        _check_query(pattern)
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
        """Return the nodes with every ``a --> b`` in order, ties in node order; a cycle is an error."""
        return tuple(self._nodes[i] for i in ancestry.topological_order(self))

    def is_dag(self) -> bool:
        """Say whether every edge is ``-->`` and there is no directed cycle."""
        if self._is_dag is None:
            self._is_dag = ancestry.is_dag(self._table)
        return self._is_dag

    def is_ancestral(self) -> bool:
        """Say whether all edges are ``-->`` or ``<->`` and no node is an ancestor of its parent or spouse."""
        if self._is_ancestral is None:
            self._is_ancestral = ancestry.is_ancestral(self._table)
        return self._is_ancestral

    def names(self, bits: int) -> tuple[str, ...]:
        """Return the names of a set of node numbers, in node order."""
        return tuple(self._nodes[i] for i in members(bits))

    # ---- changing into another graph ---------------------------------------------------------------------

    def relabel(self, names: Mapping[str, str]) -> MixedGraph:
        """Return the graph with nodes renamed; names that are not mentioned stay."""
        for old in check_mapping("names", names, "new names by old ones"):
            self.number(old)
        return MixedGraph.from_table([names.get(old, old) for old in self._nodes], self._table)

    def reorder(self, nodes: Sequence[str]) -> MixedGraph:
        """Return the same graph with its nodes in another order; `nodes` must name each of them once."""
        order = self.numbers(nodes)
        if sorted(order) != list(range(len(self))):
            raise GraphError(f"reorder needs each of the {len(self)} nodes exactly once, got {list(nodes)!r}")
        return self._picked(order)

    def subgraph(self, nodes: Collection[str]) -> MixedGraph:
        """Return the graph on some of the nodes, in node order, with the edges between them."""
        return self._picked(sorted(set(self.numbers(nodes))))

    def _picked(self, order: list[int]) -> MixedGraph:
        place = {number: i for i, number in enumerate(order)}
        table = MarkTable(len(order))
        for a, pattern, b in self._table.edges():
            if a in place and b in place:
                table.add(place[a], pattern, place[b])
        return MixedGraph.from_table([self._nodes[i] for i in order], table)

    def only(self, *patterns: str) -> MixedGraph:
        """Return the graph with only the edges of some patterns (or their mirror images); all nodes stay."""
        wanted = {marks_of(pattern) for pattern in patterns}
        wanted |= {(right, left) for left, right in wanted}
        table = MarkTable(len(self))
        for a, pattern, b in self._table.edges():
            if marks_of(pattern) in wanted:
                table.add(a, pattern, b)
        return MixedGraph.from_table(self._nodes, table)

    def directed_part(self) -> MixedGraph:
        """Return the graph with only its ``-->`` edges; all nodes stay."""
        return self.only("-->")

    def with_edge(self, u: str, pattern: str, v: str) -> MixedGraph:
        """Return the graph with ``u pattern v`` in place of whatever was between u and v."""
        a, b = self.number(u), self.number(v)
        if a == b:
            raise _loop(u, pattern)
        table = self._table.copy()
        table.set(a, pattern, b)
        return MixedGraph.from_table(self._nodes, table)

    def without_edge(self, u: str, v: str) -> MixedGraph:
        """Return the graph with no edge between u and v."""
        table = self._table.copy()
        table.remove(self.number(u), self.number(v))
        return MixedGraph.from_table(self._nodes, table)

    # ---- changing into something else --------------------------------------------------------------------

    def to_text(self) -> str:
        """Return one edge per line, then isolated nodes; `parse` reads it back."""
        return to_text(self)

    def to_tetrad(self) -> str:
        """Return the text form of Tetrad; `parse` reads it back."""
        return tetrad.to_tetrad(self)

    def to_dagitty(self) -> str:
        """Return the text form of dagitty; `parse` reads it back."""
        return dagitty.to_dagitty(self)

    def to_dot(self) -> str:
        """Return the graph in Graphviz's DOT language, every mark drawn as it is."""
        return dot.to_dot(self)

    def to_svg(self) -> str:
        """Return a picture with every mark drawn as it is, causes to the left of their effects."""
        return svg.to_svg(self.diagram())

    def diagram(self) -> diagrams.Diagram:
        """Return what a picture is made from: the names and the edges by node number."""
        return diagrams.Diagram(self._nodes, tuple(self._table.edges()))

    def to_networkx(self, *, kind: Literal["auto", "directed", "mixed"] = "auto") -> nx.Graph:
        """Return a ``networkx.DiGraph`` if all edges are ``-->``, else a ``networkx.Graph`` with marks."""
        return convert.to_networkx(self, kind=kind)

    def to_matrix(self) -> NDArray[np.uint8]:
        """Return the matrix of marks: ``m[i, j]`` is that at j, 0 no edge, 1 circle, 2 arrowhead, 3 tail."""
        return convert.to_matrix(self)

    # ---- being a value -----------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MixedGraph):
            return NotImplemented
        if self._nodes == other._nodes:
            return self._table == other._table
        if self._index.keys() != other._index.keys() or self.edge_count() != other.edge_count():
            return False
        index, table = other._index, other._table
        return all(table.has(index[u], pattern, index[v]) for u, pattern, v in self.edges())

    def __hash__(self) -> int:
        if self._hash is None:
            edges = (
                edge if edge.u < edge.v else (edge.v, mirror(edge.pattern), edge.u) for edge in self.edges()
            )
            self._hash = hash((frozenset(self._nodes), frozenset(edges)))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # The hash of a text differs between processes, so a pickle must not carry it along.
        return MixedGraph.from_table, (self._nodes, self._table)

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._index

    def __repr__(self) -> str:
        return f"<MixedGraph: {len(self)} nodes, {self.edge_count()} edges>"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return notebook.to_html(self.diagram())


def _triple(edge: object) -> tuple[str, str, str]:
    if isinstance(edge, tuple) and len(edge) == 3:
        return edge
    raise GraphError(
        f"an edge is a triple such as ('a', '-->', 'b'), got {came(edge)}",
        InPython("; MixedGraph.from_edges reads edges as text"),
    )


def _number(index: dict[str, int], name: str) -> int:
    try:
        return index[name]
    except (KeyError, TypeError):
        raise UnknownNodeError(name, index) from None


def _check_query(pattern: str) -> None:
    if not isinstance(pattern, str) or pattern not in QUERY_PATTERNS:
        raise GraphError(
            f"{pattern!r} is not a pattern; write three characters such as '-->', 'o->' or '*->'"
        )


def _check_new_edge(table: MarkTable, names: tuple[str, ...], a: int, pattern: str, b: int) -> None:
    if a == b:
        raise _loop(names[a], pattern)
    if table.adjacent(a, b):
        old, new = Edge(names[a], table.pattern(a, b), names[b]), Edge(names[a], pattern, names[b])
        raise GraphError(f"two edges between {names[a]!r} and {names[b]!r}: {old} and {new}; keep one")


def _loop(name: str, pattern: str) -> GraphError:
    return GraphError(
        f"{Edge(name, pattern, name)} is a loop; a node cannot have an edge to itself, so leave it out"
    )

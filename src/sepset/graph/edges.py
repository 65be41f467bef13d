"""Named edges, and graphs as the formats see them: readers return parts, writers take anything that has them.

The readers and writers in `sepset.graph.formats` lie below `MixedGraph`, which offers them as methods; so
readers return `Parts`, from which ``MixedGraph(*parts)`` is made, and writers take anything `GraphLike`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from sepset.graph.marks import EDGE_PATTERNS, rightwards
from sepset.graph.names import quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sepset.graph.mark_table import MarkTable


class Edge(NamedTuple):
    """One edge: the mark at `u` is the first character of the pattern, the mark at `v` the last."""

    u: str
    pattern: str
    v: str

    def __str__(self) -> str:
        return f"{quoted(self.u)} {self.pattern} {quoted(self.v)}"

    def rightwards(self) -> Edge:
        """Return the edge with its arrow pointing right, where it has one.

        >>> print(Edge("a", "<-o", "b").rightwards())
        b o-> a
        """
        return Edge(*rightwards(*self))


class EdgeView:
    """The edges of a graph, to loop over, count and look up: each once, u before v in node order.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> edges = MixedGraph.from_edges("a --> b", "c o-> b").edges()
    >>> len(edges), ("b", "<-o", "c") in edges, ("a", "<->", "b") in edges
    (2, True, False)
    """

    __slots__ = ("_nodes", "_table")

    def __init__(self, nodes: tuple[str, ...], table: MarkTable) -> None:
        self._nodes, self._table = nodes, table

    def __len__(self) -> int:
        return self._table.edge_count()

    def __iter__(self) -> Iterator[Edge]:
        names = self._nodes
        for a, pattern, b in self._table.edges():
            yield Edge(names[a], pattern, names[b])

    def __contains__(self, edge: object) -> bool:
        """Say whether this edge is there, written from either end."""
        if not (isinstance(edge, tuple) and len(edge) == 3 and edge[1] in EDGE_PATTERNS):
            return False
        u, pattern, v = edge
        if u not in self._nodes or v not in self._nodes:
            return False
        return self._table.has(self._nodes.index(u), pattern, self._nodes.index(v))

    def __repr__(self) -> str:
        return f"<{len(self)} edges of a graph with {len(self._nodes)} nodes>"


class Parts(NamedTuple):
    """What a graph is made from: its nodes, in order, and its edges."""

    nodes: Sequence[str]
    edges: Sequence[tuple[str, str, str]]


class GraphLike(Protocol):
    """What writers and checks need of a graph; a `MixedGraph` has all of it."""

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes, in order."""
        ...

    @property
    def table(self) -> MarkTable:
        """The marks by node number."""
        ...

    def edges(self) -> Collection[Edge]:
        """Return each edge once, in node order."""
        ...

    def is_dag(self) -> bool:
        """Say whether every edge is ``-->`` and there is no directed cycle."""
        ...

    def is_ancestral(self) -> bool:
        """Say whether the graph is ancestral."""
        ...

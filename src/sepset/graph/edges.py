"""Edges with names, and graphs as the formats see them: what is read is parts, what is written has them.

The readers and writers in `sepset.graph.formats` lie below `MixedGraph`, which offers them as methods; so
readers return `Parts`, from which ``MixedGraph(*parts)`` is made, and writers take anything `GraphLike`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from sepset.graph.names import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.graph.mark_table import MarkTable


class Edge(NamedTuple):
    """One edge: the mark at `u` is the first character of the pattern, the mark at `v` the last."""

    u: str
    pattern: str
    v: str

    def __str__(self) -> str:
        return f"{quoted(self.u)} {self.pattern} {quoted(self.v)}"


class Parts(NamedTuple):
    """What a graph is made from: its nodes, in order, and its edges."""

    nodes: Sequence[str]
    edges: Sequence[tuple[str, str, str]]


class GraphLike(Protocol):
    """What writers and checks ask of a graph; a `MixedGraph` answers all of it."""

    @property
    def nodes(self) -> tuple[str, ...]:
        """The names of the nodes, in order."""
        ...

    @property
    def table(self) -> MarkTable:
        """The marks by node number."""
        ...

    def edges(self) -> Iterable[Edge]:
        """Return each edge once, in node order."""
        ...

    def is_dag(self) -> bool:
        """Say whether every edge is ``-->`` and there is no directed cycle."""
        ...

    def is_ancestral(self) -> bool:
        """Say whether the graph is ancestral."""
        ...

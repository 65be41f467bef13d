"""What a picture is made from: names, and edges between them that say how each of their ends looks.

Drawing knows nothing else of a graph, so anything with names and edges can be drawn: whatever has a method
`diagram`, as `MixedGraph` has.

>>> diagram = Diagram(("a", "b", "c"), ((0, "o->", 1),))
>>> [part.nodes for part in diagram.parts()], shapes("o->")
([[0, 1], [2]], ('circle', 'arrow'))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from sepset.status import NOTED_BELOW, certainty_of, status_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.status import Certainty, Status

#: What stands at one end of an edge; a tail is a plain end.
Shape = Literal["tail", "arrow", "circle"]
#: An edge between the nodes a and b, a < b: (a, pattern, b).
Line = tuple[int, str, int]

#: An edge with a probability looks like one that tests have settled as far.
_AS_SURE_AS: dict[Certainty, Status] = {
    "nearly_certain": "settled",
    "likely": "partly_settled",
    "open": "open",
}
_SHAPES: dict[str, Shape] = {"-": "tail", "<": "arrow", ">": "arrow", "o": "circle"}


def shapes(pattern: str) -> tuple[Shape, Shape]:
    """Return how the two ends of an edge look, from a pattern such as ``o->``."""
    return _SHAPES[pattern[0]], _SHAPES[pattern[-1]]


class ConnectedPart(NamedTuple):
    """A connected part of a diagram: its nodes and its edges, both in order."""

    nodes: list[int]
    edges: list[Line]


@dataclass(frozen=True, slots=True)
class Diagram:
    """The names of nodes 0, 1, ... and the edges between them, in node order."""

    names: tuple[str, ...]
    edges: tuple[Line, ...]
    #: pairs of nodes whose edge is contradicted by what it rests on
    contradicted: frozenset[frozenset[int]] = frozenset()
    #: where they are known: how probable each edge is, by (a, b)
    probabilities: Mapping[tuple[int, int], float] | None = None

    def status(self, edge: Line) -> Status:
        """Return how sure an edge is, which decides its colour and its line."""
        a, pattern, b = edge
        if self.probabilities is not None:
            return _AS_SURE_AS[certainty_of(self.probabilities[a, b])]
        return status_of(pattern, contradicted=frozenset((a, b)) in self.contradicted)

    def weight(self, edge: Line) -> float:
        """Return how thick the line of an edge is; 1 is an edge of which no probability is known."""
        a, _, b = edge
        return 1.0 if self.probabilities is None else 0.5 + 1.3 * self.probabilities[a, b]

    @property
    def has_doubts(self) -> bool:
        """Whether an edge is so improbable that pages write on it how probable it is."""
        return self.probabilities is not None and any(p < NOTED_BELOW for p in self.probabilities.values())

    def parts(self) -> list[ConnectedPart]:
        """Return the connected parts, large ones first, then by their first node."""
        beside: list[list[int]] = [[] for _ in self.names]
        for a, _, b in self.edges:
            beside[a].append(b)
            beside[b].append(a)
        part_of: dict[int, ConnectedPart] = {}
        parts = []
        for start in range(len(self.names)):
            if start in part_of:
                continue
            part = ConnectedPart([], [])
            part_of[start] = part
            waiting = [start]
            while waiting:
                node = waiting.pop()
                part.nodes.append(node)
                new = [other for other in beside[node] if other not in part_of]
                part_of.update(dict.fromkeys(new, part))
                waiting += new
            part.nodes.sort()
            parts.append(part)
        for edge in self.edges:
            part_of[edge[0]].edges.append(edge)
        return sorted(parts, key=lambda part: (-len(part.nodes), part.nodes[0]))


class Drawable(Protocol):
    """Anything that can say what its picture is made from."""

    def diagram(self) -> Diagram:
        """Return the names and edges to be drawn."""
        ...

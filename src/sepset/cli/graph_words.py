"""A graph as arrows, grouped by how much is settled, with a legend in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.cli.output import DIM, aligned, heading
from sepset.graph.edges import Edge
from sepset.graph.marks import mirror
from sepset.graph.names import quoted
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.cli.output import Line
    from sepset.graph.mixed_graph import MixedGraph


class Group(NamedTuple):
    """Edges that are settled to the same degree: a key for programs, words for people, arrows, a colour."""

    key: str
    title: str
    meaning: str
    patterns: tuple[str, ...]
    style: str


GROUPS = (
    Group("settled", "Settled", "both ends follow from the tests", ("-->", "<->"), "green"),
    Group(
        "partly_settled",
        "Partly settled",
        "one end follows, or only that one causes the other",
        ("o->", "---", "--o"),
        "yellow",
    ),
    Group("open", "Open", "no test separates the two, and no more follows", ("o-o",), "red"),
)

LEGEND = {
    "-->": "left causes right",
    "<->": "neither causes the other",
    "o->": "right does not cause left",
    "---": "one causes the other",
    "--o": "left may cause right",
    "o-o": "not known",
}


def rightwards(edge: Edge) -> Edge:
    """Return the edge with its arrow pointing right, where it has one.

    >>> print(rightwards(Edge("a", "<-o", "b")))
    b o-> a
    """
    return edge if edge.pattern in LEGEND else Edge(edge.v, mirror(edge.pattern), edge.u)


def grouped(graph: MixedGraph) -> dict[str, list[Edge]]:
    """Return the edges of each group by its key, arrows pointing right, in node order."""
    edges = in_order(graph)
    return {group.key: [edge for edge in edges if edge.pattern in group.patterns] for group in GROUPS}


def in_order(graph: MixedGraph) -> list[Edge]:
    """Return the edges with arrows pointing right, in node order."""
    return sorted(map(rightwards, graph.edges()), key=lambda edge: graph.numbers((edge.u, edge.v)))


def graph_lines(graph: MixedGraph) -> list[Line]:
    """Return the whole picture: groups with headings, variables without an edge, and the legend."""
    groups = grouped(graph)
    lines: list[Line] = []
    for group in GROUPS:
        if groups[group.key]:
            lines += [
                heading(group.title, f": {group.meaning}"),
                *edge_lines(groups[group.key], group.style),
                (),
            ]
    alone = [quoted(name) for name in graph.nodes if not graph.neighbours(name)]
    if alone:
        lines += [heading("Without an edge", f": {', '.join(alone)}"), ()]
    return [*lines, *legend(edge.pattern for edge in graph.edges())]


def edge_lines(edges: Sequence[Edge], style: str = "") -> list[Line]:
    """Return one line an edge, arrows below each other."""
    return aligned(((quoted(edge.u), edge.pattern, quoted(edge.v)) for edge in edges), styles=("", style, ""))


def legend(patterns: Iterable[str]) -> list[Line]:
    """Return one line that says what some arrows mean.

    >>> legend(["o->", "-->"])
    [(('--> left causes right,  o-> right does not cause left', 'dim'),)]
    """
    seen = {pattern if pattern in LEGEND else mirror(pattern) for pattern in patterns}
    words = [f"{pattern} {meaning}" for pattern, meaning in LEGEND.items() if pattern in seen]
    return [((",  ".join(words), DIM),)] if words else []


def size_words(graph: MixedGraph) -> str:
    """Return how large a graph is."""
    return f"{counted(len(graph), 'variable')}, {counted(graph.edge_count(), 'edge')}"


def changes(before: MixedGraph, after: MixedGraph) -> tuple[list[Edge], list[tuple[Edge, Edge]]]:
    """Return the edges that are gone, and those that are drawn in another way as (old, new)."""
    gone: list[Edge] = []
    changed: list[tuple[Edge, Edge]] = []
    for edge in map(rightwards, before.edges()):
        new = after.edge(edge.u, edge.v)
        if new is None:
            gone.append(edge)
        elif new.pattern != edge.pattern:
            changed.append((edge, new))
    return gone, changed


def set_words(names: Iterable[str] | None) -> str:
    """Return a conditioning set in words.

    >>> set_words({"b", "a"}), set_words(())
    ('{a, b}', 'nothing')
    """
    return "{" + ", ".join(map(quoted, sorted(names))) + "}" if names else "nothing"


def in_text(edges: Iterable[Edge]) -> list[str]:
    """Return edges as text, for JSON."""
    return [str(edge) for edge in edges]

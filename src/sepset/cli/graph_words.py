"""A graph as arrows, grouped by how much is settled, with a legend in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.cli.output import DIM, heading, in_columns
from sepset.graph import marks
from sepset.graph.names import quoted
from sepset.status import FALSE_DISCOVERIES, STATUS_MEANS, STATUS_WORDS, WEAK, status_of
from sepset.wording import as_percent, counted

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence
    from typing import Literal, TypeAlias

    from sepset.catalogue.records import Learner
    from sepset.cli.output import Line
    from sepset.graph.edges import Edge
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.status import Status

    #: Pairs of variables by number.
    Pairs: TypeAlias = Container[frozenset[int]]

    #: What edges are listed under: how much of them is settled, but for links that may be chance.
    EdgeGroup: TypeAlias = Status | Literal["weak"]


class Heading(NamedTuple):
    """What stands above the edges of a status: a title, what it means, and their colour."""

    title: str
    meaning: str
    style: str


_CHANCE = f"the link itself may be chance, at a false discovery rate of {as_percent(FALSE_DISCOVERIES)}"


def _of(status: Status, style: str) -> Heading:
    return Heading(STATUS_WORDS[status].capitalize(), STATUS_MEANS[status], style)


HEADINGS: dict[EdgeGroup, Heading] = {
    "settled": _of("settled", "green"),
    "partly_settled": _of("partly_settled", "yellow"),
    "open": _of("open", "red"),
    "weak": Heading(WEAK.capitalize(), _CHANCE, "magenta"),
    "contradicted": _of("contradicted", "magenta"),
}


def grouped(
    graph: MixedGraph, disputed: Pairs = frozenset(), weak: Pairs = frozenset()
) -> dict[EdgeGroup, list[Edge]]:
    """Return the edges of each group, arrows pointing right, in node order.

    Tests dispute some pairs, and others are linked by weak evidence only; such an edge is in no other group.
    """
    groups: dict[EdgeGroup, list[Edge]] = {group: [] for group in HEADINGS}
    for edge in in_order(graph):
        pair = frozenset(graph.numbers((edge.u, edge.v)))
        status: EdgeGroup = status_of(edge.pattern, contradicted=pair in disputed)
        groups["weak" if status != "contradicted" and pair in weak else status].append(edge)
    return groups


def in_order(graph: MixedGraph) -> list[Edge]:
    """Return the edges with arrows pointing right, in node order."""
    edges = [edge.rightwards() for edge in graph.edges()]
    return sorted(edges, key=lambda edge: graph.numbers((edge.u, edge.v)))


def graph_lines(graph: MixedGraph, disputed: Pairs = frozenset(), weak: Pairs = frozenset()) -> list[Line]:
    """Return the edges in groups with headings, and the variables without an edge."""
    lines: list[Line] = []
    for group, edges in grouped(graph, disputed, weak).items():
        title, meaning, style = HEADINGS[group]
        if edges:
            lines += [heading(title, f": {meaning}"), *edge_lines(edges, style), ()]
    return [*lines, *alone_lines(graph)]


def alone_lines(graph: MixedGraph) -> list[Line]:
    """Return a line that names the variables without an edge, if there are any."""
    alone = [quoted(name) for name in graph.nodes if not graph.neighbours(name)]
    return [heading("Without an edge", f": {', '.join(alone)}"), ()] if alone else []


def edge_lines(edges: Sequence[Edge], style: str = "") -> list[Line]:
    """Return one line per edge, arrows below each other."""
    return in_columns(
        ((quoted(edge.u), edge.pattern, quoted(edge.v)) for edge in edges), styles=("", style, "")
    )


def legend(patterns: Iterable[str], learner: Learner) -> list[Line]:
    """Return one line for each kind of edge that occurs: what it says in the graph of the learner.

    >>> from sepset.catalogue.learners import LEARNERS
    >>> legend(["<--", "-->"], LEARNERS["loci"])
    [(('--> left may influence right directly, but not the other way round', 'dim'),)]
    """
    seen = set(map(marks.kind_of, patterns))
    return [
        ((f"{pattern} {learner.in_short(pattern).format(a='left', b='right')}", DIM),)
        for pattern in marks.RIGHTWARDS
        if pattern in seen
    ]


def learned_legend(graph: MixedGraph, learner: Learner) -> list[Line]:
    """Return the legend of a graph that was learned from data, and what it takes for granted."""
    lines = legend((edge.pattern for edge in graph.edges()), learner)
    return [*lines, ((f"This assumes {learner.assumes}.", DIM),)] if lines else []


def size_words(graph: MixedGraph) -> str:
    """Return how large a graph is."""
    return f"{counted(len(graph), 'variable')}, {counted(graph.edge_count(), 'edge')}"


def changes(before: MixedGraph, after: MixedGraph) -> tuple[list[Edge], list[tuple[Edge, Edge]]]:
    """Return the edges that are gone, and those that are drawn in another way as (old, new)."""
    gone: list[Edge] = []
    changed: list[tuple[Edge, Edge]] = []
    for old in before.edges():
        edge = old.rightwards()
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

"""Separation: what a DAG (d-separation) or an ancestral mixed graph (m-separation) says about independence.

Two nodes a, b are separated given S when no path between them is open: on an open path every collider is an
ancestor of S and no other node is in S (Kocaoglu 2023, Section 2; Richardson & Spirtes 2002). The same holds
exactly when S cuts a from b in the *augmented graph* of An({a, b} ∪ S), in which every district and its
parents are a clique. That graph is searched without building it: from a node to the districts it belongs to
or is a parent in, and from a district to all its members and parents. Each is visited once, so the time is
linear in the graph.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
>>> separated(g, "a", "b"), separated(g, "a", "b", given=("d",)), separated(g, "a", "d", given=("c",))
(True, False, True)
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from sepset.checks import check_size
from sepset.errors import GraphError
from sepset.graph.ancestry import require_ancestral
from sepset.graph.bits import from_members, members, reachable
from sepset.graph.names import check_two

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.graph.mixed_graph import MixedGraph


class Statement(NamedTuple):
    """One separation statement: `a` and `b` are separated given a set of other nodes."""

    a: str
    b: str
    given: frozenset[str]

    def __str__(self) -> str:
        return f"{self.a} ⊥ {self.b} | {{{', '.join(sorted(self.given))}}}"


class Relatives(NamedTuple):
    """Parents, children and spouses of every node as bits, shared by many questions about one graph."""

    parents: list[int]
    children: list[int]
    spouses: list[int]

    @classmethod
    def of(cls, table: MarkTable) -> Relatives:
        """Read the families of all nodes from a table of marks."""
        nodes = range(table.n)
        return cls(
            [table.parents(i) for i in nodes],
            [table.children(i) for i in nodes],
            [table.spouses(i) for i in nodes],
        )

    def separated(self, a: int, b: int, given: int) -> bool:
        """Say whether the set `given` separates nodes a and b, all by number; `given` has neither of them."""
        left = reachable(1 << a | 1 << b | given, self.parents)  # nodes whose district is still to be visited
        seen = 1 << a | given
        waiting = [a]
        while waiting:
            node = waiting.pop()
            for start in members((1 << node | self.children[node]) & left):
                district = self._district(start, left)
                left &= ~district
                joined = district
                for member in members(district):
                    joined |= self.parents[member]
                waiting.extend(members(joined & ~seen))
                seen |= joined
            if seen >> b & 1:
                return False
        return True

    def _district(self, start: int, inside: int) -> int:
        """Return the nodes that ``<->`` edges connect with `start` within `inside`; none if it is outside."""
        district = frontier = 1 << start & inside
        while frontier:
            found = 0
            for node in members(frontier):
                found |= self.spouses[node]
            frontier = found & inside & ~district
            district |= frontier
        return district


def separated(graph: MixedGraph, a: str, b: str, given: Iterable[str] = ()) -> bool:
    """Say whether `given` (the paper's S) separates a and b.

    This is d-separation in a DAG and m-separation in an ancestral graph.

    References: Pearl (1988); Richardson & Spirtes (2002), Theorem 3.18 for the augmented graph.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> g = MixedGraph.from_edges("a --> b", "b <-> c", "c <-- d")
    >>> separated(g, "a", "d"), separated(g, "a", "d", given=("b", "c"))
    (True, False)
    """
    require_ancestral(graph)
    first, second = pair_of_numbers(graph, a, b)
    others = from_members(graph.numbers(given))
    for number in (first, second):
        if others >> number & 1:
            raise GraphError(
                f"{graph.nodes[number]!r} is one of the two nodes and also given; "
                "condition on other nodes only"
            )
    return Relatives.of(graph.table).separated(first, second, others)


def pair_of_numbers(graph: MixedGraph, a: str, b: str) -> tuple[int, int]:
    """Return the numbers of two nodes, which must differ."""
    first, second = graph.number(a), graph.number(b)
    check_two(a, b, "nodes")
    return first, second


def separation_statements(graph: MixedGraph, k: int) -> Iterator[Statement]:
    """Yield the degree-k statements: "a and b are separated given S" with at most k nodes in S.

    Pairs come in node order, and for each pair smaller sets first. There are about n^(k+2) statements to look
    at, so this is meant for small graphs. Reference: Kocaoglu (2023), Definition of degree-k
    statements.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> for statement in separation_statements(MixedGraph.from_edges("a --> b", "b --> c"), 1):
    ...     print(statement)
    a ⊥ c | {b}
    """
    require_ancestral(graph)
    return _statements(graph, check_size("k", k))


def _statements(graph: MixedGraph, k: int) -> Iterator[Statement]:
    names, families = graph.nodes, Relatives.of(graph.table)
    numbers = range(len(names))
    for a, b in combinations(numbers, 2):
        others = [node for node in numbers if node not in (a, b)]
        sets = (combinations(others, size) for size in range(min(k, len(others)) + 1))
        for given in chain.from_iterable(sets):
            if families.separated(a, b, from_members(given)):
                yield Statement(names[a], names[b], frozenset(names[node] for node in given))

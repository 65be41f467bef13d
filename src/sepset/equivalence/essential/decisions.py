"""Decisions that make a pattern: which pairs are joined, and which unshielded triples are colliders.

A decision about a triple counts where the triple is unshielded; what its edges are is decided by the pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from sepset.graph.bits import members
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sepset.equivalence.essential.class_pattern import ClassPattern
    from sepset.graph.mark_table import MarkTable

DecisionKind = Literal["collider", "no collider", "apart", "joined"]
KINDS: tuple[DecisionKind, ...] = ("collider", "no collider", "apart", "joined")


class Choice(NamedTuple):
    """One decision by node number: (a, b) with a < b of a pair, (a, c, b) with a < b of a triple."""

    kind: DecisionKind
    nodes: tuple[int, ...]

    def broken_by(self, table: MarkTable) -> bool:
        """Say whether a graph decides otherwise."""
        if self.kind in ("apart", "joined"):
            a, b = self.nodes
            return bool(table.adjacency[a] >> b & 1) != (self.kind == "joined")
        a, c, b = self.nodes
        ends = 1 << a | 1 << b
        if ends & ~table.adjacency[c] or table.adjacency[a] >> b & 1:
            return False
        return (not ends & ~table.near[Mark.ARROW][c]) != (self.kind == "collider")


def pair(kind: Literal["apart", "joined"], a: int, b: int) -> Choice:
    """Return the decision about a pair."""
    return Choice(kind, (min(a, b), max(a, b)))


def renumbered(choice: Choice, place: Sequence[int]) -> Choice:
    """Return the same decision where node i has the number ``place[i]``."""
    numbers = [place[node] for node in choice.nodes]
    ends = sorted((numbers[0], numbers[-1]))
    return Choice(choice.kind, (ends[0], *numbers[1:-1], ends[1]))


def triples(rows: tuple[dict[int, int], ...]) -> Iterator[tuple[int, int, int]]:
    """Yield a, c, b with a < b for the triples that are listed by their middle node c."""
    for c, by_node in enumerate(rows):
        yield from ((a, c, b) for a, others in by_node.items() for b in members(others >> a << a))


def choices_of(pattern: ClassPattern) -> Iterator[Choice]:
    """Yield every decision of a pattern: all pairs, then all unshielded triples."""
    for a, row in enumerate(pattern.adjacency):
        for b in range(a + 1, len(pattern.adjacency)):
            yield pair("joined" if row >> b & 1 else "apart", a, b)
    yield from (Choice("collider", nodes) for nodes in triples(pattern.colliders))
    yield from (Choice("no collider", nodes) for nodes in triples(pattern.non_colliders))


def weight_broken(table: MarkTable, weights: Mapping[Choice, int]) -> int:
    """Return the total weight of the decisions that a graph breaks."""
    return sum(weight for choice, weight in weights.items() if choice.broken_by(table))

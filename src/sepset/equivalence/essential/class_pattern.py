"""What all k-closures of a class have in common by definition: the skeleton and the unshielded colliders.

Two k-closures are Markov equivalent exactly when they share these (the paper's Corollary on the equivalence
of k-closures), so a pattern and k name a class. The class may be empty: then no DAG agrees with the pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.bits import members

if TYPE_CHECKING:
    from sepset.graph.mark_table import MarkTable


class ClassPattern(NamedTuple):
    """What all k-closures of a class have in common by definition, by node number."""

    #: adjacency[i]: the neighbours of i.
    adjacency: tuple[int, ...]
    #: colliders[c][a]: all b such that a *-> c <-* b is an unshielded collider.
    colliders: tuple[dict[int, int], ...]
    #: non_colliders[c][a]: all b such that (a, c, b) is unshielded and not a collider.
    non_colliders: tuple[dict[int, int], ...]

    @classmethod
    def of(cls, table: MarkTable) -> ClassPattern:
        """Read skeleton and unshielded colliders off a graph; a collider has both arrowheads."""
        adjacency = tuple(table.adjacency)
        colliders, non_colliders = [], []
        for c in range(table.n):
            into = table.where(c, "<-*")
            apart = {a: adjacency[c] & ~adjacency[a] & ~(1 << a) for a in members(adjacency[c])}
            colliders.append({a: others & into if into >> a & 1 else 0 for a, others in apart.items()})
            non_colliders.append({a: others & ~colliders[c][a] for a, others in apart.items()})
        return cls(adjacency, tuple(colliders), tuple(non_colliders))

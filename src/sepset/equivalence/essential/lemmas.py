"""What every k-closure satisfies and the first clauses do not say; found where a model breaks it.

- *Path*: p --> ... --> r with p and r adjacent gives p --> r.
- *Cut*: let X contain a, Y contain b, and let X, Y, Z and the rest O be a partition of the nodes, where Z has
  at most k nodes, each with one of the sides X and Y closed to its parents. Then ``a <-> b`` needs an edge u
  --> v with u in O and v not in O, or between X and Y, or from the closed side of some z in Z into z. For if
  there is none, An({a, b}) lies inside X, Y and Z, no edge and no common child joins X and Y, and Z separates
  a and b.
- *Cover*: directed edges that leave non-adjacent nodes a and b inseparable by k nodes do not all occur.

Each lemma holds for the whole class, is short to state and can be checked by itself
(`sepset.equivalence.essential.check_lemmas`). Sets are sets of bits.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.bits import members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.equivalence.essential.clauses import Heads, Literals


class PathLemma(NamedTuple):
    """A directed path along `nodes`, whose ends are adjacent, makes the first the parent of the last."""

    nodes: tuple[int, ...]

    def clause(self, heads: Heads, adjacency: Sequence[int]) -> Literals:
        """Return the lemma as a clause."""
        steps = [heads.head[u, v] for u, v in pairwise(self.nodes)]
        return [*steps, -heads.head[self.nodes[0], self.nodes[-1]]]


class CutLemma(NamedTuple):
    """``a <-> b`` needs a directed edge that `cut` does not block; see the head of the module."""

    a: int
    b: int
    left: int  # X
    right: int  # Y
    #: Z: nodes without parents on the right, and nodes without parents on the left
    cut_left: int
    cut_right: int

    def clause(self, heads: Heads, adjacency: Sequence[int]) -> Literals:
        """Return the lemma as a clause."""
        head, (_, _, left, right, cut_left, cut_right) = heads.head, self
        inside = left | right | cut_left | cut_right
        found = []
        for u in members(((1 << heads.n) - 1) & ~inside):
            found += [-head[u, v] for v in members(adjacency[u] & inside)]
        small, other = (left, right) if left.bit_count() < right.bit_count() else (right, left)
        for u in members(small):
            for v in members(adjacency[u] & other):
                found += (-head[u, v], -head[v, u])
        for cut, closed in ((cut_left, right), (cut_right, left)):
            for z in members(cut):
                found += [-head[u, z] for u in members(adjacency[z] & closed)]
        return found


class CoverLemma(NamedTuple):
    """The directed `edges` (u, v) together would join a and b, which are not adjacent."""

    a: int
    b: int
    edges: tuple[tuple[int, int], ...]

    def clause(self, heads: Heads, adjacency: Sequence[int]) -> Literals:
        """Return the lemma as a clause."""
        return [heads.head[edge] for edge in self.edges]


Lemma = PathLemma | CutLemma | CoverLemma
KINDS: tuple[type[Lemma], ...] = (PathLemma, CutLemma, CoverLemma)


def kind_of_lemma(lemma: Lemma) -> int:
    """Return the place of a lemma's kind among path, cut and cover, to sort by."""
    return KINDS.index(type(lemma))

"""What every k-closure satisfies beyond the first clauses; added where a model breaks it.

- *Path*: p --> ... --> r with p and r adjacent gives p --> r.
- *Cut*: let X contain a, Y contain b, and let X, Y, Z and the rest O be a partition of the nodes, where Z has
  at most k nodes, each with one of the sides X and Y closed to its parents. Then ``a <-> b`` needs an edge u
  --> v with u in O and v not in O, or between X and Y, or from the closed side of some z in Z into z. For if
  there is none, An({a, b}) lies inside X, Y and Z, no edge and no common child joins X and Y, and Z separates
  a and b.
- *Cover*: directed edges that leave non-adjacent nodes a and b inseparable by k nodes do not all occur.

With knowledge (`sepset.equivalence.essential.given`) the lemmas are about a DAG of the class that fits it, so
edges known to be absent cross no cut, and there are two more lemmas:

- *Bar*: where a is no ancestor of b, the steps of a path from a to b are not all directed along it.
- *Way*: let X contain a and not b. Where a is an ancestor of b, some edge of the DAG leads out of X.

Each lemma holds for the whole class, is short to state and can be checked by itself
(`sepset.equivalence.essential.check_lemmas`). Sets are sets of bits.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.bits import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.equivalence.essential.clauses import Heads, Literals
    from sepset.equivalence.essential.given import Given


class PathLemma(NamedTuple):
    """A directed path along `nodes`, whose ends are adjacent, makes the first the parent of the last."""

    nodes: tuple[int, ...]

    def clause(self, heads: Heads, adjacency: Sequence[int], given: Given | None = None) -> Literals:
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

    def clause(self, heads: Heads, adjacency: Sequence[int], given: Given | None = None) -> Literals:
        """Return the lemma as a clause."""
        _, _, left, right, cut_left, cut_right = self
        inside = left | right | cut_left | cut_right
        found = []
        for u in members(((1 << heads.n) - 1) & ~inside):
            found += [(u, v) for v in members(adjacency[u] & inside)]
        small, other = (left, right) if left.bit_count() < right.bit_count() else (right, left)
        for u in members(small):
            for v in members(adjacency[u] & other):
                found += ((u, v), (v, u))
        for cut, closed in ((cut_left, right), (cut_right, left)):
            for z in members(cut):
                found += [(u, z) for u in members(adjacency[z] & closed)]
        return _some_edge(found, heads, given)


class CoverLemma(NamedTuple):
    """The directed `edges` (u, v) together would join a and b, which are not adjacent."""

    a: int
    b: int
    edges: tuple[tuple[int, int], ...]

    def clause(self, heads: Heads, adjacency: Sequence[int], given: Given | None = None) -> Literals:
        """Return the lemma as a clause."""
        return [heads.head[edge] for edge in self.edges]


class BarLemma(NamedTuple):
    """The first of `nodes`, which form a path, is no ancestor of the last."""

    nodes: tuple[int, ...]

    def clause(self, heads: Heads, adjacency: Sequence[int], given: Given | None = None) -> Literals:
        """Return the lemma as a clause."""
        return [heads.head[step] for step in pairwise(self.nodes)]


class WayLemma(NamedTuple):
    """If a is an ancestor of b, an edge leads out of the set `inside`, which contains a and not b.

    a is an ancestor of b where that is known, and where the k-closure has ``a --> b``.
    """

    a: int
    b: int
    inside: int

    def clause(self, heads: Heads, adjacency: Sequence[int], given: Given | None = None) -> Literals:
        """Return the lemma as a clause."""
        ways = [(u, v) for u in members(self.inside) for v in members(adjacency[u] & ~self.inside)]
        premise = [heads.head[self.a, self.b]] if adjacency[self.a] >> self.b & 1 else []
        return [*premise, *_some_edge(ways, heads, given)]


def _some_edge(edges: Iterable[tuple[int, int]], heads: Heads, given: Given | None) -> Literals:
    """Return the clause "one of these edges is in the DAG"; those known not to be are left out."""
    return [-heads.head[u, v] for u, v in edges if given is None or not given.never_parent[u] >> v & 1]


Lemma = PathLemma | CutLemma | CoverLemma | BarLemma | WayLemma
KINDS: tuple[type[Lemma], ...] = (PathLemma, CutLemma, CoverLemma, BarLemma, WayLemma)


def kind_of_lemma(lemma: Lemma) -> int:
    """Return the place of a lemma's kind among `KINDS`, to sort by."""
    return KINDS.index(type(lemma))

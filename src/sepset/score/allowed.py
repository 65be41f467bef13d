"""Which DAGs are possible beforehand: by their edges, and by who is an ancestor of whom.

Known edges enter through the weights of sets of parents: a set with an impossible parent, or without a known
one, weighs nothing. Known ancestors that do not follow from the edges are enforced by leaving out draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import members, reachable

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Allowed:
    """Nodes are numbers, sets of nodes are bits.

    >>> chain = Allowed.of(3, may=(0, 0b001, 0b011), must=(0, 0, 0b010), above=((0, 2),))
    >>> chain.ancestors_left, chain.never_ancestors_left
    (((0, 2),), ())
    """

    n: int
    #: may[v]: who may be a parent of v
    may: tuple[int, ...]
    #: must[v]: who is one for certain
    must: tuple[int, ...]
    #: pairs (a, b) such that a is an ancestor of b, or is not
    above: tuple[tuple[int, int], ...] = ()
    never_above: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls,
        n: int,
        *,
        may: tuple[int, ...] | None = None,
        must: tuple[int, ...] | None = None,
        above: tuple[tuple[int, int], ...] = (),
        never_above: tuple[tuple[int, int], ...] = (),
    ) -> Allowed:
        """Return what is allowed; all DAGs, where nothing else is said."""
        everyone = (1 << n) - 1
        return cls(
            n,
            tuple(everyone & ~(1 << v) for v in range(n)) if may is None else may,
            (0,) * n if must is None else must,
            above,
            never_above,
        )

    @property
    def everything(self) -> bool:
        """Whether all DAGs are allowed."""
        return self == Allowed.of(self.n)

    @property
    def ancestors_left(self) -> tuple[tuple[int, int], ...]:
        """The pairs (a, b) of `above` that known edges do not make ancestor and descendant."""
        return tuple((a, b) for a, b in self.above if not reachable(1 << b, list(self.must)) >> a & 1)

    @property
    def never_ancestors_left(self) -> tuple[tuple[int, int], ...]:
        """The pairs (a, b) of `never_above` that some path of possible edges still joins."""
        return tuple((a, b) for a, b in self.never_above if reachable(1 << b, list(self.may)) >> a & 1)

    @property
    def by_edges(self) -> bool:
        """Whether the weights of sets of parents keep all that is known."""
        return not self.ancestors_left and not self.never_ancestors_left

    def masked(self, local: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return local scores ``[score, node, set]`` with minus infinity where a set is not allowed."""
        sets = np.arange(1 << self.n)
        masked = local.copy()
        for v in range(self.n):
            masked[:, v, ((sets & ~self.may[v]) | (~sets & self.must[v])) != 0] = -np.inf
        return masked

    def kept(self, parents: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Say of each DAG, given as rows of parents, whether it keeps what is known of ancestors."""
        kept = np.ones(len(parents), dtype=bool)
        for a in sorted({a for a, _ in (*self.ancestors_left, *self.never_ancestors_left)}):
            below = descendants(parents, a)
            for first, b in self.ancestors_left:
                kept &= below[:, b] | (first != a)
            for first, b in self.never_ancestors_left:
                kept &= ~below[:, b] | (first != a)
        return kept


def descendants(parents: NDArray[np.uint64], a: int) -> NDArray[np.bool_]:
    """Return which nodes each DAG has below a, itself included, ``[dag, node]``.

    >>> descendants(np.array([[[0], [1], [2]]], dtype=np.uint64), 1).tolist()
    [[False, True, True]]
    """
    n = parents.shape[1]
    reached = np.zeros((len(parents), n), dtype=bool)
    reached[:, a] = True
    bits = np.unpackbits(
        np.ascontiguousarray(parents).view(np.uint8), axis=2, bitorder="little", count=n
    ).astype(bool)
    while True:
        more = reached | (bits & reached[:, None, :]).any(axis=2)
        if (more == reached).all():
            return reached
        reached = more


def strong_components(may: tuple[int, ...]) -> list[list[int]]:
    """Return the strongly connected components of the possible edges; edges between them close no cycle."""
    rows = list(may)
    above = [reachable(row, rows) for row in rows]
    found: dict[int, list[int]] = {}
    for v in range(len(may)):
        circle = 1 << v
        for u in members(above[v]):
            if above[u] >> v & 1:
                circle |= 1 << u
        found.setdefault(circle, []).append(v)
    return list(found.values())

"""Long edges that run one way: none turns back on its way if the order of the layers lets it go straight on.

Each long edge is held to one direction, so that a step against it costs far more than a longer line. First it
is the direction in which the edge lies when nothing holds it; an edge that turns back all the same tries the
other one, alone or together with the edges that it then pushes aside. What turns back in the end cannot be
made straight by moving that edge alone: between its neighbours in some layers there is no straight way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A step of a long edge against its own direction weighs as much more.
_TURNING_BACK = 1000
#: All edges at fault are turned together, this often at most,
_MOST_ROUNDS = 6
#: then one by one, this many of them.
_MOST_SINGLES = 12


class Placed(NamedTuple):
    """Places of items; which way each long edge is held to run, how far it runs against that, and with it."""

    places: NDArray[np.int64]
    falls: NDArray[np.bool_]
    back: NDArray[np.float64]
    forth: NDArray[np.float64]

    @property
    def at_fault(self) -> NDArray[np.bool_]:
        """The edges that turn back."""
        return self.back > 0

    def straighter_than(self, other: Placed) -> bool:
        """Say whether edges turn back less."""
        return bool(self.back.sum() < other.back.sum())


@dataclass(frozen=True)
class StraightWishes:
    """Demands on items, and links that are to be level; those of a long edge have its number."""

    items: int
    #: "b at least so far behind a": pairs (a, b), and the distances
    demands: NDArray[np.int32]
    apart: NDArray[np.int64]
    #: pairs (a, b) where b is to lie `level` behind a, and how much a unit of more or less weighs
    links: NDArray[np.int32]
    level: NDArray[np.int64]
    weight: NDArray[np.int64]
    #: the number of the long edge that a link belongs to; -1: none
    edge: NDArray[np.int64]
    edges: int

    def placed(self, falls: NDArray[np.bool_] | None = None) -> Placed:
        """Return the places of least cost; without directions, those in which the edges come to lie."""
        down, up = self.weight, self.weight
        if falls is not None:
            held = np.append(falls, False)[self.edge]  # the last is for links of no long edge
            down = self.weight + _TURNING_BACK * (held & (self.edge >= 0))
            up = self.weight + _TURNING_BACK * (~held & (self.edge >= 0))
        places = kernels.space_items(
            self.items,
            np.concatenate([self.demands, self.links, self.links[:, ::-1]]),
            np.concatenate([self.apart, self.level, -self.level]),
            np.concatenate([np.full(len(self.apart), -1, dtype=np.int64), down, up]),
        )
        fall = (places[self.links[:, 1]] - places[self.links[:, 0]] - self.level)[self.edge >= 0]
        edge = self.edge[self.edge >= 0]
        falling = np.bincount(edge, np.maximum(fall, 0), self.edges)
        rising = np.bincount(edge, np.maximum(-fall, 0), self.edges)
        falls = falling >= rising if falls is None else falls
        return Placed(places, falls, np.where(falls, rising, falling), np.where(falls, falling, rising))


def straightest(wishes: StraightWishes) -> NDArray[np.int64]:
    """Return places in which long edges turn back as little as can be found."""
    best = wishes.placed()
    if not best.at_fault.any():
        return best.places
    best = _turned_together(wishes, wishes.placed(best.falls))
    tried: set[int] = set()
    while len(tried) < _MOST_SINGLES:
        left = [one for one in np.flatnonzero(best.at_fault).tolist() if one not in tried]
        if not left:
            break
        tried.add(left[0])
        best = _turned(wishes, best, left[0])
    return best.places


def _turned_together(wishes: StraightWishes, best: Placed) -> Placed:
    """Turn all edges that run back more than forth, as long as that helps."""
    for _ in range(_MOST_ROUNDS):
        wrong = best.back > best.forth
        if not wrong.any():
            break
        turned = wishes.placed(best.falls ^ wrong)
        if not turned.straighter_than(best):
            break
        best = turned
    return best


def _turned(wishes: StraightWishes, best: Placed, edge: int) -> Placed:
    """Turn one edge, and if others are at fault then, those too; return what is straighter."""
    falls = best.falls.copy()
    falls[edge] = not falls[edge]
    turned = wishes.placed(falls)
    pushed = turned.at_fault & ~best.at_fault
    if not turned.straighter_than(best) and pushed.any():
        turned = wishes.placed(falls ^ pushed)
    return turned if turned.straighter_than(best) else best

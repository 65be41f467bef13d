"""The order of items within the layers of a drawing, so that few links cross: sweeps, swaps, sifting.

Sugiyama, Tagawa and Toda (1981); Matuszewski, Schönfeld and Molitor (1999), *Using sifting for k-layer
straightline crossing minimization*.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sepset.kernels.random import Random

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEED = 1
#: After this many sweeps without fewer crossings, more will not help.
_IDLE = 4
#: Swapping stops after it has looked at this many items.
_MOST_LOOKS = 60_000
#: A kick shuffles this many neighbours in a layer at once,
_KICKED = 5
#: in this many layers.
_LAYERS_KICKED = 3

Layers: TypeAlias = list[list[int]]


def order_layers(
    layer: NDArray[np.int32], links: NDArray[np.int32], starts: int, sweeps: int, sifts: int, kicks: int
) -> NDArray[np.int32]:
    """Return the items layer by layer, each layer in an order that has few crossings.

    Item i is in layer ``layer[i]``; a link joins an item with one of the next layer. From several starts,
    sweeps put items at the mean or the median place of their neighbours, swaps follow as long as they remove
    crossings, and sifting moves each item in turn to its best place. Then a few items of the best order are
    shuffled, and the result is kept if it settles with no more crossings. The generator has a fixed seed, so
    that the same graph is drawn in the same way.

    >>> order_layers(np.array([0, 0, 1, 1]), np.array([[0, 3], [1, 2]]), starts=1, sweeps=1, sifts=0, kicks=0)
    array([0, 1, 3, 2], dtype=int32)
    """
    ordering = _Ordering(_read(layer, links), Random(_SEED, 0), sweeps, sifts)
    layers = ordering.links.layers
    if len(layers) > 1:
        layers = ordering.kicked(*ordering.best_of(starts), kicks)
    return np.array([item for items in layers for item in items], dtype=np.int32)


@dataclass(frozen=True)
class _Links:
    layers: Layers
    left: list[list[int]]
    right: list[list[int]]


def _read(layer: NDArray[np.int32], links: NDArray[np.int32]) -> _Links:
    items = len(layer)
    if items and not 0 <= layer.min() <= layer.max() < items:
        raise ValueError("layers are numbered from 0")
    layers = max(layer.tolist(), default=-1) + 1
    read = _Links([[] for _ in range(layers)], [[] for _ in range(items)], [[] for _ in range(items)])
    for item, place in enumerate(layer.tolist()):
        read.layers[place].append(item)
    for a, b in links.tolist():
        if not (0 <= a < items and 0 <= b < items and layer[a] + 1 == layer[b]):
            raise ValueError("a link joins an item with one of the next layer")
        read.right[a].append(b)
        read.left[b].append(a)
    return read


@dataclass(frozen=True)
class _Ordering:
    links: _Links
    random: Random
    sweeps: int
    sifts: int

    def best_of(self, starts: int) -> tuple[Layers, int]:
        """Return the best order from several starts, and its number of crossings."""
        best, fewest = _copied(self.links.layers), crossings(self.links.layers, self.links.right)
        for start in range(starts):
            layers = _copied(self.links.layers)
            if start:
                for layer in layers:
                    _shuffle(layer, 0, len(layer), self.random)
            layers = self._swept(layers, median=start % 2 == 1)
            self._settle(layers)
            count = crossings(layers, self.links.right)
            if count < fewest:
                best, fewest = layers, count
            if not fewest:
                break
        return best, fewest

    def kicked(self, best: Layers, fewest: int, kicks: int) -> Layers:
        """Return an order at least as good: some items are shuffled, and the rest settle around them."""
        wide = [i for i, layer in enumerate(best) if len(layer) > 1]
        for _ in range(kicks if wide else 0):
            if not fewest:
                break
            layers = _copied(best)
            for i in range(min(_LAYERS_KICKED, len(wide))):
                j = i + self.random.below(len(wide) - i)
                wide[i], wide[j] = wide[j], wide[i]
                self._throw_about(layers[wide[i]])
            self._settle(layers)
            count = crossings(layers, self.links.right)
            if count <= fewest:
                best, fewest = layers, count
        return best

    def _throw_about(self, layer: list[int]) -> None:
        start = self.random.below(len(layer))
        _shuffle(layer, start, min(_KICKED, len(layer) - start), self.random)
        layer.insert(self.random.below(len(layer)), layer.pop(start))

    def _swept(self, layers: Layers, *, median: bool) -> Layers:
        """Return the best order that sweeps in both directions come across."""
        best, fewest = _copied(layers), crossings(layers, self.links.right)
        idle = 0
        for sweep in range(self.sweeps):
            self._sweep(layers, forward=sweep % 2 == 0, median=median)
            self._swap_until_stable(layers)
            count = crossings(layers, self.links.right)
            idle = 0 if count < fewest else idle + 1
            if count < fewest:
                best, fewest = _copied(layers), count
            if not fewest or idle >= _IDLE:
                break
        return best

    def _sweep(self, layers: Layers, *, forward: bool, median: bool) -> None:
        """Put each item at the mean, or the median, place of its neighbours in the layer before."""
        beside = self.links.left if forward else self.links.right
        steps = range(1, len(layers)) if forward else range(len(layers) - 2, -1, -1)
        for i in steps:
            place = _places(layers[i - 1 if forward else i + 1])
            wish = {}
            for own, item in enumerate(layers[i]):
                places = sorted(place[other] for other in beside[item])
                wish[item] = _centre(places, median=median) if places else float(own)
            layers[i].sort(key=wish.__getitem__)

    def _settle(self, layers: Layers) -> None:
        """Swap and sift in turn, as long as that helps."""
        self._swap_until_stable(layers)
        for _ in range(self.sifts):
            if not self._sift(layers):
                break
            self._swap_until_stable(layers)

    def _swap_until_stable(self, layers: Layers) -> None:
        """Exchange neighbours as long as that removes crossings; large drawings have a limit."""
        changed = {*range(len(layers))}
        for _ in range(max(len(layers), _MOST_LOOKS // len(self.links.left))):
            if not changed:
                break
            i = min(changed)
            changed.discard(i)
            if self._swap(i, layers):
                changed |= {j for j in (i - 1, i, i + 1) if 0 <= j < len(layers)}

    def _swap(self, i: int, layers: Layers) -> bool:
        """Pass through a layer once, and say whether something was exchanged."""
        layer, ends = layers[i], self._ends(i, layers)
        moved = False
        for j in range(len(layer) - 1):
            if _gain(ends[layer[j]], ends[layer[j + 1]]) > 0:
                layer[j], layer[j + 1] = layer[j + 1], layer[j]
                moved = True
        return moved

    def _sift(self, layers: Layers) -> bool:
        """Move every item to its best place [Matuszewski et al. 1999]; say whether that helped."""
        helped = False
        for i, layer in enumerate(layers):
            ends = self._ends(i, layers)
            for item in sorted(layer, key=lambda one: (-len(ends[one][0]) - len(ends[one][1]), one)):
                helped |= _sift_one(item, layer, ends)
        return helped

    def _ends(self, i: int, layers: Layers) -> dict[int, _Ends]:
        before = _places(layers[i - 1]) if i else {}
        after = _places(layers[i + 1]) if i + 1 < len(layers) else {}
        left, right = self.links.left, self.links.right
        return {
            item: (sorted(before[o] for o in left[item]), sorted(after[o] for o in right[item]))
            for item in layers[i]
        }


#: For an item the sorted places of its neighbours to the left, and to the right.
_Ends: TypeAlias = "tuple[list[int], list[int]]"


def crossings(layers: Layers, right: list[list[int]]) -> int:
    """Return how many pairs of links cross; `right` holds the neighbours of every item in the next layer."""
    total = 0
    for layer, following in pairwise(layers):
        place = _places(following)
        seen: list[int] = []
        for item in layer:
            ends = sorted(place[other] for other in right[item])
            total += sum(len(seen) - bisect_left(seen, end + 1) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _sift_one(item: int, layer: list[int], ends: dict[int, _Ends]) -> bool:
    """Move one item to where it crosses least, past the others one by one."""
    own = where = layer.index(item)
    change = best = 0
    for j in range(own - 1, -1, -1):
        change -= _gain(ends[layer[j]], ends[item])
        if change < best:
            best, where = change, j
    change = 0
    for j in range(own + 1, len(layer)):
        change -= _gain(ends[item], ends[layer[j]])
        if change < best:
            best, where = change, j
    layer.insert(where, layer.pop(own))
    return where != own


def _gain(upper: _Ends, lower: _Ends) -> int:
    """Return how many crossings disappear when two neighbours in a layer change places."""
    return _crossed(upper, lower) - _crossed(lower, upper)


def _crossed(upper: _Ends, lower: _Ends) -> int:
    """Return how many links of two items cross when one is above the other."""
    return sum(
        bisect_left(below, place) for above, below in zip(upper, lower, strict=True) for place in above
    )


def _places(layer: list[int]) -> dict[int, int]:
    return {item: place for place, item in enumerate(layer)}


def _centre(places: list[int], *, median: bool) -> float:
    if not median:
        return sum(places) / len(places)
    half = len(places) // 2
    return places[half] if len(places) % 2 else (places[half - 1] + places[half]) / 2


def _shuffle(items: list[int], start: int, count: int, random: Random) -> None:
    for i in range(count - 1, 0, -1):
        j = random.below(i + 1)
        items[start + i], items[start + j] = items[start + j], items[start + i]


def _copied(layers: Layers) -> Layers:
    return [list(layer) for layer in layers]

"""The order of nodes within their layers, so that few edges cross: sweeps, swaps of neighbours, sifting.

Sugiyama, Tagawa and Toda (1981); Matuszewski, Schönfeld and Molitor (1999), *Using sifting for k-layer
straightline crossing minimization*. An edge that spans several layers is a chain of links through stand-ins,
which are numbered after the nodes.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

_SEED = 1
#: After so many sweeps without fewer crossings, more will not help.
_IDLE = 4
#: Swaps look at so many items at most before they are called stable.
_MOST_LOOKS = 60_000
#: So many neighbours in a layer are thrown about at once.
_KICKED = 5


@dataclass(frozen=True)
class Links:
    """Layers of items (nodes and stand-ins), links between neighbouring layers, the chains of edges."""

    layers: list[list[int]]
    left: dict[int, list[int]]
    right: dict[int, list[int]]
    #: for each edge (a, b) with a to the left: a, stand-ins, b
    chains: dict[tuple[int, int], list[int]]


def link(layer: dict[int, int], edges: list[tuple[int, int]], first_stand_in: int) -> Links:
    """Return the links of some edges; edges inside a layer have none."""
    layers: list[list[int]] = [[] for _ in range(max(layer.values(), default=0) + 1)]
    for node, place in layer.items():
        layers[place].append(node)
    left: dict[int, list[int]] = {node: [] for node in layer}
    right: dict[int, list[int]] = {node: [] for node in layer}
    chains: dict[tuple[int, int], list[int]] = {}
    new = first_stand_in
    for a, b in edges:
        if layer[a] == layer[b]:
            continue
        a, b = (a, b) if layer[a] < layer[b] else (b, a)
        chain = [a]
        for place in range(layer[a] + 1, layer[b]):
            layers[place].append(new)
            left[new], right[new] = [], []
            chain.append(new)
            new += 1
        chains[a, b] = [*chain, b]
        for one, other in zip(chain, [*chain[1:], b], strict=True):
            right[one].append(other)
            left[other].append(one)
    return Links(layers, left, right, chains)


def order_layers(links: Links) -> list[list[int]]:
    """Return the layers with their items in an order that has few crossings.

    From several starts, sweeps put items at the mean or the median place of their neighbours, swaps follow as
    long as they remove crossings, and sifting: each item in turn to its best place. Then a few items of the
    best order are thrown about, and what settles with no more crossings stays. The generator has a fixed
    seed, so that the same graph is drawn in the same way.
    """
    items = sum(map(len, links.layers))
    effort = _Effort.for_items(items)
    random = Random(_SEED)  # noqa: S311 - for drawings, not for secrets
    best, fewest = [list(layer) for layer in links.layers], crossings(links.layers, links)
    for start in range(effort.starts):
        layers = [list(layer) for layer in links.layers]
        if start:
            for layer in layers:
                random.shuffle(layer)
        layers = _swept(layers, links, effort, median=start % 2 == 1)
        _settle(layers, links, effort)
        count = crossings(layers, links)
        if count < fewest:
            best, fewest = layers, count
        if not fewest:
            break
    return _kicked(best, fewest, links, effort, random)


def _kicked(
    best: list[list[int]], fewest: int, links: Links, effort: _Effort, random: Random
) -> list[list[int]]:
    """Return an order at least as good: some items are thrown about, and the rest settles around them."""
    long = [i for i, layer in enumerate(best) if len(layer) > 1]
    for _ in range(effort.kicks if long else 0):
        if not fewest:
            break
        layers = [list(layer) for layer in best]
        for i in random.sample(long, min(len(long), 3)):
            at = random.randrange(len(layers[i]))
            part = layers[i][at : at + _KICKED]
            random.shuffle(part)
            layers[i][at : at + _KICKED] = part
            layers[i].insert(random.randrange(len(layers[i])), layers[i].pop(at))
        _settle(layers, links, effort)
        count = crossings(layers, links)
        if count <= fewest:
            best, fewest = layers, count
    return best


def _settle(layers: list[list[int]], links: Links, effort: _Effort) -> None:
    """Swap and sift in turn, as long as that helps."""
    _swap_until_stable(layers, links)
    for _ in range(effort.sifts):
        if not _sift(layers, links):
            break
        _swap_until_stable(layers, links)


class _Effort(NamedTuple):
    """How much is tried: less for large drawings, which would take long."""

    starts: int
    sweeps: int
    sifts: int
    kicks: int

    @classmethod
    def for_items(cls, items: int) -> _Effort:
        """Return what a drawing of so many nodes and stand-ins can afford."""
        if items <= 30:
            return cls(starts=3, sweeps=10, sifts=4, kicks=6)
        if items <= 160:
            return cls(starts=5, sweeps=12, sifts=6, kicks=40)
        if items <= 400:
            return cls(starts=4, sweeps=16, sifts=6, kicks=16)
        if items <= 900:
            return cls(starts=2, sweeps=12, sifts=2, kicks=0)
        return cls(starts=1, sweeps=6, sifts=0, kicks=0)


def _swept(layers: list[list[int]], links: Links, effort: _Effort, *, median: bool) -> list[list[int]]:
    """Return the best order that sweeps there and back come by."""
    best, fewest = layers, crossings(layers, links)
    idle = 0
    for sweep in range(effort.sweeps):
        layers = [list(layer) for layer in layers]
        _sweep(layers, links, forward=sweep % 2 == 0, median=median)
        _swap_until_stable(layers, links)
        count = crossings(layers, links)
        idle = 0 if count < fewest else idle + 1
        if count < fewest:
            best, fewest = layers, count
        if not fewest or idle >= _IDLE:
            break
    return [list(layer) for layer in best]


def crossings(layers: list[list[int]], links: Links) -> int:
    """Return how many pairs of links cross."""
    total = 0
    for layer, following in pairwise(layers):
        place = {item: i for i, item in enumerate(following)}
        seen: list[int] = []
        for item in layer:
            ends = sorted(place[other] for other in links.right[item])
            total += sum(len(seen) - bisect_left(seen, end + 1) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _sweep(layers: list[list[int]], links: Links, *, forward: bool, median: bool) -> None:
    """Put each item at the mean, or the median, place of its neighbours in the layer before."""
    beside = links.left if forward else links.right
    steps = range(1, len(layers)) if forward else range(len(layers) - 2, -1, -1)
    for i in steps:
        place = {item: p for p, item in enumerate(layers[i - 1 if forward else i + 1])}
        wish = {}
        for own, item in enumerate(layers[i]):
            places = sorted(place[other] for other in beside[item])
            wish[item] = _centre(places, median=median) if places else float(own)
        layers[i].sort(key=wish.__getitem__)


def _centre(places: list[int], *, median: bool) -> float:
    if not median:
        return sum(places) / len(places)
    half = len(places) // 2
    return places[half] if len(places) % 2 else (places[half - 1] + places[half]) / 2


def _swap_until_stable(layers: list[list[int]], links: Links) -> None:
    """Exchange neighbours in a layer as long as that removes crossings; in large drawings not for long."""
    changed = {*range(len(layers))}
    for _ in range(max(len(layers), _MOST_LOOKS // sum(map(len, layers)))):
        if not changed:
            break
        i = min(changed)
        changed.discard(i)
        if _swap(i, layers, links):
            changed |= {j for j in (i - 1, i, i + 1) if 0 <= j < len(layers)}


def _swap(i: int, layers: list[list[int]], links: Links) -> bool:
    """Pass through a layer once, and say whether something was exchanged."""
    layer, ends = layers[i], _ends(i, layers, links)
    moved = False
    for j in range(len(layer) - 1):
        a, b = layer[j], layer[j + 1]
        if _crossed(ends[a], ends[b]) > _crossed(ends[b], ends[a]):
            layer[j], layer[j + 1] = b, a
            moved = True
    return moved


#: For an item the sorted places of its neighbours to the left, and to the right.
_Ends: TypeAlias = "tuple[list[int], list[int]]"


def _ends(i: int, layers: list[list[int]], links: Links) -> dict[int, _Ends]:
    before = {item: p for p, item in enumerate(layers[i - 1])} if i else {}
    after = {item: p for p, item in enumerate(layers[i + 1])} if i + 1 < len(layers) else {}
    return {
        item: (sorted(before[o] for o in links.left[item]), sorted(after[o] for o in links.right[item]))
        for item in layers[i]
    }


def _crossed(upper: _Ends, lower: _Ends) -> int:
    """Return how many links of two items cross when one stands above the other."""
    return sum(
        bisect_left(below, place) for above, below in zip(upper, lower, strict=True) for place in above
    )


def _sift(layers: list[list[int]], links: Links) -> bool:
    """Move every item to the best place in its layer [Matuszewski et al. 1999]; say whether that helped."""
    helped = False
    for i, layer in enumerate(layers):
        ends = _ends(i, layers, links)
        for item in sorted(layer, key=lambda one: (-len(ends[one][0]) - len(ends[one][1]), one)):
            helped |= _sift_one(item, layer, ends)
    return helped


def _sift_one(item: int, layer: list[int], ends: dict[int, _Ends]) -> bool:
    """Move one item to where it crosses least, past the others one by one."""
    own, change, best, where = layer.index(item), 0, 0, None
    for j in range(own - 1, -1, -1):
        change += _crossed(ends[item], ends[layer[j]]) - _crossed(ends[layer[j]], ends[item])
        if change < best:
            best, where = change, j
    change = 0
    for j in range(own + 1, len(layer)):
        change += _crossed(ends[layer[j]], ends[item]) - _crossed(ends[item], ends[layer[j]])
        if change < best:
            best, where = change, j
    if where is not None:
        layer.insert(where, layer.pop(own))
    return where is not None

"""Places within layers: every item as near to its neighbours as the order and the heights allow.

Each layer in turn is the exact least-squares answer given the layers beside it; an order with minimum
distances makes that an isotonic regression, which pooling neighbours solves.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sepset.drawing.ordering import Links

_SWEEPS = 40
#: How often edges are straightened; one gives room to another.
_STRAIGHTENED = 12
#: Links between stand-ins weigh more, so that long edges are straight [Gansner et al. 1993].
_WEIGHTS = (1.0, 2.0, 8.0)


def place_items(
    layers: list[list[int]], links: Links, height: dict[int, float], gap: float
) -> dict[int, float]:
    """Return the middle of each item across its layer; items that are not in `height` are stand-ins."""
    where: dict[int, float] = {}
    for layer in layers:
        offsets = _offsets(layer, height, gap)
        middle = offsets[-1] / 2 if offsets else 0.0
        where.update({item: offset - middle for item, offset in zip(layer, offsets, strict=True)})
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wishes, weights = _wishes(layer, links, height, where)
            offsets = _offsets(layer, height, gap)
            flat = pooled([w - o for w, o in zip(wishes, offsets, strict=True)], weights)
            where.update({i: f + o for i, f, o in zip(layer, flat, offsets, strict=True)})
    above = {item: other for layer in layers for other, item in pairwise(layer)}
    below = {item: other for layer in layers for item, other in pairwise(layer)}
    beside = _Beside(above, below, height, gap)
    chains = sorted(links.chains.values(), key=lambda chain: -len(chain))
    for turn in range(_STRAIGHTENED):
        for chain in chains if turn % 2 == 0 else reversed(chains):
            _straighten(chain, beside, where)
        for layer in layers if turn + 1 < _STRAIGHTENED else ():
            _give_way(layer, links, beside, where)
    return where


def _give_way(layer: list[int], links: Links, beside: _Beside, where: dict[int, float]) -> None:
    """Move the nodes of a layer nearer to their neighbours, which may make room for a straight line."""
    wishes, _ = _wishes(layer, links, beside.height, where)
    for item, wish in zip(layer, wishes, strict=True):
        if item in beside.height:
            least, most = beside.room(item, where)
            where[item] = min(max(wish, least), most)


class _Beside(NamedTuple):
    """What stands above and below each item, and how far from it that must stay."""

    above: dict[int, int]
    below: dict[int, int]
    height: dict[int, float]
    gap: float

    def room(self, item: int, where: dict[int, float]) -> tuple[float, float]:
        """Return how far up and down an item can move."""
        least, most = -math.inf, math.inf
        half = self.height.get(item, 0.0) / 2
        if item in self.above:
            other = self.above[item]
            least = where[other] + self.height.get(other, 0.0) / 2 + self.gap + half
        if item in self.below:
            other = self.below[item]
            most = where[other] - self.height.get(other, 0.0) / 2 - self.gap - half
        return min(least, where[item]), max(most, where[item])


def _straighten(chain: list[int], beside: _Beside, where: dict[int, float]) -> None:
    """Put the stand-ins of an edge on one line between its ends, or on as few as the items beside allow."""
    ends = sorted((where[chain[0]], where[chain[-1]]))
    line: list[int] = []
    low, high = -math.inf, math.inf
    for item in chain[1:-1]:
        least, most = beside.room(item, where)
        if line and max(low, least) > min(high, most):
            _lay(line, (low, high), ends, where)
            line, low, high = [], -math.inf, math.inf
        line.append(item)
        low, high = max(low, least), min(high, most)
    _lay(line, (low, high), ends, where)


def _lay(line: list[int], room: tuple[float, float], ends: list[float], where: dict[int, float]) -> None:
    if line:
        middle = sum(where[item] for item in line) / len(line)
        wish = min(max(middle, ends[0]), ends[1])
        where.update(dict.fromkeys(line, min(max(wish, room[0]), room[1])))


def _offsets(layer: list[int], height: dict[int, float], gap: float) -> list[float]:
    """Return where the middles are when the items of a layer touch with just the gap between them."""
    offsets, end = [], 0.0
    for i, item in enumerate(layer):
        tall = height.get(item, 0.0)
        end += (gap if i else 0.0) + tall / 2
        offsets.append(end)
        end += tall / 2
    return offsets


def _wishes(
    layer: list[int], links: Links, height: dict[int, float], where: dict[int, float]
) -> tuple[list[float], list[float]]:
    wishes, weights = [], []
    for item in layer:
        total = weight = 0.0
        for other in (*links.left[item], *links.right[item]):
            w = _WEIGHTS[(item not in height) + (other not in height)]
            total += w * where[other]
            weight += w
        wishes.append(total / weight if weight else where[item])
        weights.append(weight or 0.1)
    return wishes, weights


def pooled(values: list[float], weights: list[float]) -> list[float]:
    """Return the nearest sequence that never decreases (pool adjacent violators).

    >>> pooled([1.0, 3.0, 2.0, 4.0], [1.0, 1.0, 1.0, 1.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        size = 1
        while blocks and blocks[-1][0] > value:
            mean, mass, count = blocks.pop()
            value = (mean * mass + value * weight) / (mass + weight)
            weight, size = weight + mass, size + count
        blocks.append((value, weight, size))
    return [value for value, _, size in blocks for _ in range(size)]

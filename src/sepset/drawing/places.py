"""Places within layers: every item as near to its neighbours as the order and the heights allow.

Each layer in turn is the exact least-squares answer given the layers beside it; an order with minimum
distances makes that an isotonic regression, which pooling neighbours solves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sepset.drawing.ordering import Links

_SWEEPS = 40
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
    return where


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

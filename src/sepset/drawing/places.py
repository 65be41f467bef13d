"""Places within layers: every item as near to its neighbours as the order and the heights allow.

A few sweeps of least squares say roughly where everything stands, and so which way each edge runs. Then all
places are found at once [Gansner et al. 1993]: edges as short as can be, long ones straight, and none that
turns back on its way where the order lets it go straight on (`sepset.kernels.spacing`).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sepset import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.drawing.ordering import Links

_SWEEPS = 8
#: Links between stand-ins weigh more, so that long edges are straight [Gansner et al. 1993].
_WEIGHTS = (1, 2, 4)
#: A step of a long edge against its own direction weighs as much more.
_TURNING_BACK = 20
#: A demand, not a wish.
_ALWAYS = -1
#: Places are whole tenths of a pixel.
_UNITS = 10.0
#: The distance between marks at one side of a box: two of them must not touch.
PORT = 11.0


def place_items(
    layers: list[list[int]], links: Links, height: dict[int, float], gap: float
) -> dict[int, float]:
    """Return the middle of each item across its layer; items that are not in `height` are stand-ins."""
    items = [item for layer in layers for item in layer]
    number = {item: i for i, item in enumerate(items)}
    wishes = [
        *_apart(layers, height, gap),
        *_run(layers, links, height, _roughly(layers, links, height, gap)),
    ]
    places = kernels.space_items(
        len(items),
        np.array([(number[a], number[b]) for a, b, _, _ in wishes], dtype=np.int32).reshape(-1, 2),
        np.array([distance for _, _, distance, _ in wishes], dtype=np.int64),
        np.array([weight for _, _, _, weight in wishes], dtype=np.int64),
    )
    return {item: place / _UNITS for item, place in zip(items, places.tolist(), strict=True)}


def _apart(
    layers: list[list[int]], height: dict[int, float], gap: float
) -> Iterator[tuple[int, int, int, int]]:
    """Yield how far the items of a layer must stand apart; two lines may be a little closer."""
    for layer in layers:
        for a, b in pairwise(layer):
            boxes = a in height or b in height
            distance = (height.get(a, 0.0) + height.get(b, 0.0)) / 2 + (gap if boxes else 0.75 * gap)
            yield a, b, round(_UNITS * distance), _ALWAYS


def _run(
    layers: list[list[int]], links: Links, height: dict[int, float], where: dict[int, float]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield that every link is level, and that no long edge turns back."""
    ports = _ports(layers, links, height)
    for chain in links.chains.values():
        first = where[chain[0]] + ports[chain[0], chain[1]]
        falls = first <= where[chain[-1]] + ports[chain[-1], chain[-2]]
        turning = _TURNING_BACK if len(chain) > 2 else 0
        for a, b in pairwise(chain):
            weight = _WEIGHTS[(a not in height) + (b not in height)]
            level = round(_UNITS * (ports.get((a, b), 0.0) - ports.get((b, a), 0.0)))
            yield a, b, level, weight + (turning if falls else 0)
            yield b, a, -level, weight + (0 if falls else turning)


def _ports(layers: list[list[int]], links: Links, height: dict[int, float]) -> dict[tuple[int, int], float]:
    """Return for each (node, item beside it) how far from the middle of its box the link touches the node."""
    rank = {item: i for layer in layers for i, item in enumerate(layer)}
    ports = {}
    for node, tall in height.items():
        for side in (links.left[node], links.right[node]):
            step = min(PORT, (tall - 6.0) / max(1, len(side)))
            for i, other in enumerate(sorted(side, key=rank.__getitem__)):
                ports[node, other] = step * (i - (len(side) - 1) / 2)
    return ports


def _roughly(layers: list[list[int]], links: Links, height: dict[int, float], gap: float) -> dict[int, float]:
    """Return places by least squares, layer by layer.

    Each layer in turn is the exact answer given the layers beside it; an order with minimum distances makes
    that an isotonic regression, which pooling neighbours solves.
    """
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

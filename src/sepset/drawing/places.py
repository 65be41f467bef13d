"""Places within layers: every item as near to its neighbours as the order and the heights allow.

All places are found at once [Gansner et al. 1993]: edges as short as can be (`sepset.kernels.spacing`), long
ones straight, and none that turns back on its way where the order lets it go straight on (`straight`).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sepset.drawing.straight import StraightWishes, straightest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.drawing.ordering import Links

#: Links between stand-ins weigh more, so that long edges are straight [Gansner et al. 1993].
_WEIGHTS = (1, 2, 4)
#: Places are whole tenths of a pixel.
_UNITS = 10.0
#: The distance between marks at one side of a box: two of them must not touch.
PORT = 11.0


def place_items(
    layers: list[list[int]], links: Links, height: dict[int, float], gap: float
) -> dict[int, float]:
    """Return the middle of each item across its layer; items that are not in `height` are stand-ins."""
    items = [item for layer in layers for item in layer]
    if len(items) == 1:
        return {items[0]: 0.0}
    number = {item: i for i, item in enumerate(items)}
    apart, runs = list(_apart(layers, height, gap)), list(_run(layers, links, height))
    wishes = StraightWishes(
        len(items),
        np.array([(number[a], number[b]) for a, b, _ in apart], dtype=np.int32).reshape(-1, 2),
        np.array([distance for _, _, distance in apart], dtype=np.int64),
        np.array([(number[a], number[b]) for a, b, *_ in runs], dtype=np.int32).reshape(-1, 2),
        np.array([level for _, _, level, _, _ in runs], dtype=np.int64),
        np.array([weight for _, _, _, weight, _ in runs], dtype=np.int64),
        np.array([edge for *_, edge in runs], dtype=np.int64),
        len(links.chains),
    )
    return {item: place / _UNITS for item, place in zip(items, straightest(wishes).tolist(), strict=True)}


def _apart(layers: list[list[int]], height: dict[int, float], gap: float) -> Iterator[tuple[int, int, int]]:
    """Yield how far the items of a layer must stand apart; two lines may be a little closer."""
    for layer in layers:
        for a, b in pairwise(layer):
            boxes = a in height or b in height
            distance = (height.get(a, 0.0) + height.get(b, 0.0)) / 2 + (gap if boxes else 0.75 * gap)
            yield a, b, round(_UNITS * distance)


def _run(
    layers: list[list[int]], links: Links, height: dict[int, float]
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield (a, b, level, weight, edge) for every link: b is to lie `level` behind a, as their ports do."""
    ports = _ports(layers, links, height)
    for edge, chain in enumerate(links.chains.values()):
        for a, b in pairwise(chain):
            weight = _WEIGHTS[(a not in height) + (b not in height)]
            level = round(_UNITS * (ports.get((a, b), 0.0) - ports.get((b, a), 0.0)))
            yield a, b, level, weight, edge if len(chain) > 2 else -1


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

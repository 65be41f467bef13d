"""Layers linked by edges, and the order of the nodes within them.

An edge that spans several layers is a chain of links through stand-ins, which are numbered after the nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from sepset import kernels

#: An order is disturbed and settles again this often at most,
_MOST_KICKS = 400
#: and in large drawings less often: the more items settle each time, the longer it takes.
_ITEMS_SETTLED = 160_000


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
    """Return the layers with their items in an order that has few crossings: `sepset.kernels.ordering`."""
    items = [item for layer in links.layers for item in layer]
    number = {item: i for i, item in enumerate(items)}
    layer = [place for place, layer in enumerate(links.layers) for _ in layer]
    pairs = [(number[a], number[b]) for a in items for b in links.right[a]]
    ordered = kernels.order_layers(
        np.array(layer, dtype=np.int32),
        np.array(pairs, dtype=np.int32).reshape(-1, 2),
        starts=5,
        sweeps=12,
        sifts=6,
        kicks=min(_MOST_KICKS, _ITEMS_SETTLED // max(1, len(items))),
    )
    placed = [items[i] for i in ordered.tolist()]
    ends = accumulate(map(len, links.layers), initial=0)
    return [placed[start:end] for start, end in pairwise(ends)]

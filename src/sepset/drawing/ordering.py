"""The order of nodes within their layers, so that few edges cross: barycentres, then swaps of neighbours.

Sugiyama, Tagawa and Toda (1981). An edge that spans several layers is a chain of links through stand-ins,
which are numbered after the nodes.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from itertools import pairwise

_SWEEPS = 24
#: Swapping neighbours looks at every pair of them, which large drawings cannot afford.
_SWAP_LIMIT = 600


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
    """Return the layers with their items in an order that has few crossings."""
    layers = [list(layer) for layer in links.layers]
    best, fewest = layers, crossings(layers, links)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        layers = [list(layer) for layer in layers]
        _sweep(layers, links, forward=sweep % 2 == 0)
        if sum(map(len, layers)) <= _SWAP_LIMIT:
            _swap(layers, links)
        count = crossings(layers, links)
        if count < fewest:
            best, fewest = layers, count
    return best


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


def _sweep(layers: list[list[int]], links: Links, *, forward: bool) -> None:
    """Put each item at the mean place of its neighbours in the layer before."""
    beside = links.left if forward else links.right
    steps = range(1, len(layers)) if forward else range(len(layers) - 2, -1, -1)
    for i in steps:
        place = {item: p for p, item in enumerate(layers[i - 1 if forward else i + 1])}
        wish = {}
        for own, item in enumerate(layers[i]):
            places = [place[other] for other in beside[item]]
            wish[item] = sum(places) / len(places) if places else float(own)
        layers[i].sort(key=lambda item: wish[item])


def _swap(layers: list[list[int]], links: Links) -> None:
    """Exchange neighbours in a layer while that removes crossings."""
    for i, layer in enumerate(layers):
        before = {item: p for p, item in enumerate(layers[i - 1])} if i else {}
        after = {item: p for p, item in enumerate(layers[i + 1])} if i + 1 < len(layers) else {}
        for j in range(len(layer) - 1):
            a, b = layer[j], layer[j + 1]
            gain = _gain(links.left[a], links.left[b], before) + _gain(links.right[a], links.right[b], after)
            if gain > 0:
                layer[j], layer[j + 1] = b, a


def _gain(upper: list[int], lower: list[int], place: dict[int, int]) -> int:
    """Return how many crossings go when two neighbours change places."""
    return sum((place[u] > place[v]) - (place[u] < place[v]) for u in upper for v in lower)

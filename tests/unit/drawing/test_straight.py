"""Long edges run one way, and where one turns back all the same its neighbours leave it no straight way."""

import itertools
import os

import pytest

import sepset as sp
from sepset.drawing.diagram import ConnectedPart
from sepset.drawing.layers import layers_of
from sepset.drawing.ordering import link, order_layers
from sepset.drawing.places import _apart, _ports, place_items

GAP, BOX = 16.0, 30.0
compiled_only = pytest.mark.skipif(
    os.environ.get("SEPSET_KERNELS") == "python", reason="takes minutes in plain Python"
)


def drawn(n, edges, seed):
    """Return the layers of a random DAG in order, their links, the heights and the places."""
    dag = sp.simulate.random_dag(n, edges=edges, seed=seed)
    found = list(dag.table.edges())
    links = link(layers_of(ConnectedPart(list(range(n)), found)), [(a, b) for a, _, b in found], n)
    layers, height = order_layers(links), dict.fromkeys(range(n), BOX)
    return layers, links, height, place_items(layers, links, height, GAP)


def turns_back(way):
    steps = [b - a for a, b in itertools.pairwise(way)]
    return any(step > 0.05 for step in steps) and any(step < -0.05 for step in steps)


def straight_way_exists(start, corridor, end):
    """Say whether a line from start to end can fall, or rise, all the way through intervals."""
    for sign in (1, -1):
        y = sign * start
        for low, high in corridor:
            bottom, top = sorted((sign * low, sign * high))
            y = max(y, bottom)
            if y > top + 0.05:
                break
        else:
            if y <= sign * end + 0.05:
                return True
    return False


@pytest.mark.parametrize(
    ("n", "edges", "seed"),
    [
        (12, 20, 0),
        (20, 36, 0),
        (24, 44, 1),
        pytest.param(60, 120, 0, marks=compiled_only),
        pytest.param(90, 160, 3, marks=compiled_only),
    ],
)
def test_an_edge_turns_back_only_where_no_straight_way_is_left(n, edges, seed):
    layers, links, height, place = drawn(n, edges, seed)
    apart = {(a, b): distance / 10 for a, b, distance in _apart(layers, height, GAP)}
    above = {b: place[a] + distance for (a, b), distance in apart.items()}
    below = {a: place[b] - distance for (a, b), distance in apart.items()}
    ports = _ports(layers, links, height)
    for first, *inner, last in links.chains.values():
        if not inner:
            continue
        start, end = place[first] + ports[first, inner[0]], place[last] + ports[last, inner[-1]]
        way = [start, *(place[item] for item in inner), end]
        corridor = [(above.get(i, float("-inf")), below.get(i, float("inf"))) for i in inner]
        assert all(low - 0.05 <= y <= high + 0.05 for y, (low, high) in zip(way[1:-1], corridor, strict=True))
        if turns_back(way):
            assert not straight_way_exists(start, corridor, end)


def test_sparse_graphs_have_no_edge_that_turns_back():
    for seed in range(6):
        _, links, height, place = drawn(16, 20, seed)
        for chain in links.chains.values():
            inner = [place[item] for item in chain if item not in height]
            assert not turns_back(inner)

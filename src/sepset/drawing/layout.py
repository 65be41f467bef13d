"""Where everything stands in a picture of a graph: causes left, effects right, boxes that never overlap.

The layout is layered [Sugiyama et al. 1981] from left to right, since labels are wide and low: nodes of a
layer stand below each other, and a layer is as wide as its widest label. Connected parts are laid out on
their own and packed in rows. It is computed here, without a library, so that the same graph gives the same
bytes everywhere.

>>> from sepset.drawing.diagram import Diagram
>>> placed = layout(Diagram(("a", "b", "c"), ((0, "-->", 1), (1, "o->", 2))))
>>> [round(box.x) for box in placed.boxes] == sorted(round(box.x) for box in placed.boxes)
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sepset.drawing.labels import shortened, text_width
from sepset.drawing.layers import layers_of
from sepset.drawing.ordering import link, order_layers
from sepset.drawing.places import PORT, place_items

if TYPE_CHECKING:
    from sepset.drawing.diagram import ConnectedPart, Diagram
    from sepset.drawing.ordering import Links

BOX_HEIGHT = 30.0
PADDING = 12.0
GAP = 16.0
MARGIN = 16.0
_PART_GAP = 34.0
_SHAPE = 1.7  # how much wider than high a picture should be
_SHAPE_DOWN = 0.8  # and one that runs down, for narrow windows
#: The room between layers, at least; and where notes such as "link 67 %" stand on lines that run right.
_SPACE, _NOTED_SPACE = 64.0, 92.0


class Point(NamedTuple):
    """A place in a picture, y pointing down."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """The box of one node: its middle, its size and its label."""

    x: float
    y: float
    width: float
    height: float
    label: str

    def moved(self, dx: float, dy: float) -> Box:
        """Return the box at another place."""
        return Box(self.x + dx, self.y + dy, self.width, self.height, self.label)

    def turned(self) -> Box:
        """Return the box with its axes exchanged."""
        return Box(self.y, self.x, self.height, self.width, self.label)


@dataclass(frozen=True)
class Layout:
    """Boxes by node number, bends of edges (a, b) with a < b from a to b, and the size of the whole."""

    boxes: list[Box]
    bends: dict[tuple[int, int], tuple[Point, ...]]
    width: float
    height: float


def layout(diagram: Diagram, *, down: bool = False) -> Layout:
    """Return where the nodes of a diagram stand and how its edges run: to the right, or `down`."""
    return _placed(diagram, _ordered_parts(diagram), down=down)


def both_layouts(diagram: Diagram) -> tuple[Layout, Layout]:
    """Return the layouts of a diagram to the right and down, with the same order of layers."""
    parts = _ordered_parts(diagram)
    return _placed(diagram, parts, down=False), _placed(diagram, parts, down=True)


class _OrderedPart(NamedTuple):
    """One connected part: the layer of each node, how the layers are linked, and their items in order."""

    part: ConnectedPart
    layer: dict[int, int]
    links: Links
    layers: list[list[int]]


def _ordered_parts(diagram: Diagram) -> list[_OrderedPart]:
    ordered = []
    for part in diagram.parts():
        layer = layers_of(part)
        links = link(layer, [(a, b) for a, _, b in part.edges], len(diagram.names))
        ordered.append(_OrderedPart(part, layer, links, order_layers(links)))
    return ordered


def _placed(diagram: Diagram, ordered: list[_OrderedPart], *, down: bool) -> Layout:
    labels = [shortened(name) for name in diagram.names]
    space = _NOTED_SPACE if diagram.has_doubts and not down else _SPACE
    parts = [_PlacedPart(part, labels, space, down=down) for part in ordered]
    width = _row_width(parts, _SHAPE_DOWN if down else _SHAPE)
    boxes: dict[int, Box] = {}
    bends: dict[tuple[int, int], tuple[Point, ...]] = {}
    x, y, deep, right = MARGIN, MARGIN, 0.0, 0.0
    for part in parts:
        if x > MARGIN and x + part.width > width:
            x, y, deep = MARGIN, y + deep + _PART_GAP, 0.0
        boxes |= {node: box.moved(x, y) for node, box in part.boxes.items()}
        bends |= {pair: tuple(Point(x + p.x, y + p.y) for p in run) for pair, run in part.bends.items()}
        right, deep = max(right, x + part.width), max(deep, part.height)
        x += part.width + _PART_GAP
    size = (right + MARGIN, y + deep + MARGIN) if parts else (2 * MARGIN, 2 * MARGIN)
    return Layout([boxes[node] for node in range(len(labels))], bends, *size)


def _row_width(parts: list[_PlacedPart], shape: float) -> float:
    area = sum((part.width + _PART_GAP) * (part.height + _PART_GAP) for part in parts)
    return max([math.sqrt(area * shape), *(part.width for part in parts)]) + MARGIN


class _PlacedPart:
    """One connected part, laid out from (0, 0); what runs down is laid out on its side, and turned."""

    def __init__(self, ordered: _OrderedPart, labels: list[str], space: float, *, down: bool) -> None:
        part, layer, links, layers = ordered
        written = {node: max(text_width(labels[node]) + 2 * PADDING, 2 * BOX_HEIGHT) for node in part.nodes}
        width = dict.fromkeys(part.nodes, BOX_HEIGHT) if down else written
        height = _heights(part, layer, written if down else dict.fromkeys(part.nodes, BOX_HEIGHT))
        across = place_items(layers, links, height, GAP)
        columns, self.width = _columns(layers, links, width, space)
        half = {item: height.get(item, 0.0) / 2 for item in across}
        top = min(across[item] - half[item] for item in across)
        self.height = max(across[item] + half[item] for item in across) - top
        at = {
            item: (column, across[item] - top)
            for column, items in zip(columns, layers, strict=True)
            for item in items
        }
        self.boxes = {
            node: Box(at[node][0].middle, at[node][1], width[node], height[node], labels[node])
            for node in part.nodes
        }
        self.bends: dict[tuple[int, int], tuple[Point, ...]] = {}
        for (a, b), chain in links.chains.items():
            # Straight across each layer in between, so that no curve cuts the corner of a box.
            run = tuple(
                Point(x, y)
                for column, y in map(at.__getitem__, chain[1:-1])
                for x in (column.left, column.right)
            )
            self.bends[min(a, b), max(a, b)] = run if a < b else run[::-1]
        if down:
            self._turn()

    def _turn(self) -> None:
        self.width, self.height = self.height, self.width
        self.boxes = {node: box.turned() for node, box in self.boxes.items()}
        self.bends = {pair: tuple(Point(p.y, p.x) for p in run) for pair, run in self.bends.items()}


def _heights(part: ConnectedPart, layer: dict[int, int], least: dict[int, float]) -> dict[int, float]:
    """Return how much each box takes across its layer, so that the marks at its fuller side stand apart."""
    left, right = dict.fromkeys(part.nodes, 0), dict.fromkeys(part.nodes, 0)
    for a, _, b in part.edges:
        for node, other in ((a, b), (b, a)):
            (left if layer[other] < layer[node] else right)[node] += 1
    return {node: max(least[node], PORT * max(left[node], right[node]) + 6.0) for node in part.nodes}


class _Column(NamedTuple):
    """What a layer takes of the width of a picture."""

    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


def _columns(
    layers: list[list[int]], links: Links, width: dict[int, float], space: float
) -> tuple[list[_Column], float]:
    """Return where each layer lies along the picture, and where the last one ends."""
    columns, x = [], 0.0
    for items in layers:
        wide = max((width.get(item, 0.0) for item in items), default=0.0)
        columns.append(_Column(x, x + wide))
        x += wide + space + _more_space(items, links)
    return columns, columns[-1].right


def _more_space(items: list[int], links: Links) -> float:
    """Return how much more room is after a layer where many links run, so that they stay apart."""
    return min(140.0, 2.5 * sum(len(links.right[item]) for item in items))

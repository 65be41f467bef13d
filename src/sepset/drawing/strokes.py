"""Edges as strokes: where a line runs, where it ends, and which mark stands at each end.

Every edge leaves and enters a box at a side, horizontally, and each edge has a place of its own there; so
marks are never turned and never lie on each other. The page of a report draws by the same rules while nodes
are dragged (``report/page/geometry.js``).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sepset.drawing.diagram import Shape, shapes
from sepset.drawing.layout import Box, Layout, Point
from sepset.drawing.places import PORT

if TYPE_CHECKING:
    from sepset.drawing.diagram import Diagram, Line
    from sepset.status import Status

ARROW_LENGTH = 10.0
ARROW_HALF_WIDTH = 4.5
CIRCLE_RADIUS = 3.8
#: How much of the line a mark takes.
_TAKEN: dict[Shape, float] = {"tail": 0.0, "arrow": ARROW_LENGTH - 1.0, "circle": 2 * CIRCLE_RADIUS}


@dataclass(frozen=True, slots=True)
class End:
    """One end of a stroke: where it touches the box, the side (-1 left, 1 right), and what stands there."""

    at: Point
    side: int
    shape: Shape

    @property
    def line(self) -> Point:
        """Where the line itself ends: before an arrowhead or a circle."""
        return Point(self.at.x + self.side * _TAKEN[self.shape], self.at.y)


@dataclass(frozen=True, slots=True)
class Stroke:
    """One edge: how sure it is, how thick, its ends, and the line.

    The line is a start and cubic curves (control, control, point).
    """

    a: int
    b: int
    pattern: str
    status: Status
    weight: float
    ends: tuple[End, End]
    start: Point
    curves: tuple[tuple[Point, Point, Point], ...]


def strokes(diagram: Diagram, placed: Layout) -> list[Stroke]:
    """Return how each edge of a diagram is drawn, in node order."""
    ports = _ports([(a, b) for a, _, b in diagram.edges], placed)
    return [
        _stroke(line, diagram.status(line), diagram.weight(line), ports, placed) for line in diagram.edges
    ]


def sides(one: Box, other: Box) -> tuple[int, int]:
    """Return the sides at which an edge leaves and enters: towards each other, or both right."""
    apart = (one.width + other.width) / 2 + PORT
    if other.x - one.x > apart:
        return 1, -1
    return (-1, 1) if one.x - other.x > apart else (1, 1)


def _ports(pairs: list[tuple[int, int]], placed: Layout) -> dict[tuple[int, int], Point]:
    """Return for each (node, other) where the edge touches the box of the node."""
    beside: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for a, b in pairs:
        first, second = sides(placed.boxes[a], placed.boxes[b])
        run = placed.bends.get((a, b), ())
        beside.setdefault((a, first), []).append(((run[0] if run else placed.boxes[b]).y, b))
        beside.setdefault((b, second), []).append(((run[-1] if run else placed.boxes[a]).y, a))
    ports = {}
    for (node, side), others in beside.items():
        box = placed.boxes[node]
        step = min(PORT, (box.height - 6.0) / len(others))
        for i, (_, other) in enumerate(sorted(others)):
            y = box.y + step * (i - (len(others) - 1) / 2)
            ports[node, other] = Point(box.x + side * box.width / 2, y)
    return ports


def _stroke(
    line: Line, status: Status, weight: float, ports: dict[tuple[int, int], Point], placed: Layout
) -> Stroke:
    a, pattern, b = line
    side_a, side_b = sides(placed.boxes[a], placed.boxes[b])
    at_a, at_b = shapes(pattern)
    ends = End(ports[a, b], side_a, at_a), End(ports[b, a], side_b, at_b)
    points = [ends[0].line, *placed.bends.get((a, b), ()), ends[1].line]
    curves = []
    for i, (p, q) in enumerate(pairwise(points)):
        travel = 1 if q.x >= p.x else -1
        leaving = side_a if i == 0 else travel
        entering = side_b if i == len(points) - 2 else -travel
        reach = _reach(p, q, same_side=leaving == entering)
        curves.append((Point(p.x + leaving * reach, p.y), Point(q.x + entering * reach, q.y), q))
    return Stroke(a, b, pattern, status, weight, ends, points[0], tuple(curves))


def _reach(p: Point, q: Point, *, same_side: bool) -> float:
    """Return how far the curve goes on horizontally before it turns."""
    if same_side:
        return 26.0 + min(60.0, 0.12 * abs(q.y - p.y))
    return max(0.45 * abs(q.x - p.x), 12.0)

"""Boxes, lines and marks as shapes of matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.drawing.labels import FONT_SIZE
from sepset.drawing.strokes import ARROW_HALF_WIDTH, ARROW_LENGTH, CIRCLE_RADIUS
from sepset.drawing.svg import COLOURS, INK, LINE_WIDTH, OUTLINE, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sepset.drawing.layout import Box
    from sepset.drawing.strokes import End, Stroke

#: Points of paper for a pixel of the drawing.
SCALE = 0.75
_DASHES: dict[str, Any] = {
    "settled": "-",
    "partly_settled": (0, (4.4, 2.5)),
    "open": (0, (1.25, 2.5)),
    "contradicted": (0, (6.3, 1.9, 1.25, 1.9, 1.25, 1.9)),
}


def draw_edge(stroke: Stroke, ax: Axes) -> None:
    """Draw the line of an edge and the marks at its ends."""
    from matplotlib.patches import Circle, PathPatch, Polygon
    from matplotlib.path import Path

    colour, width = COLOURS[stroke.status], SCALE * LINE_WIDTH * stroke.weight
    points = [stroke.start, *(point for curve in stroke.curves for point in curve)]
    path = Path(points, [Path.MOVETO, *[Path.CURVE4] * (len(points) - 1)])
    ax.add_patch(
        PathPatch(path, fill=False, edgecolor=colour, linestyle=_DASHES[stroke.status], linewidth=width)
    )
    for end in stroke.ends:
        if end.shape == "arrow":
            ax.add_patch(Polygon(_arrowhead(end), closed=True, color=colour, linewidth=0))
        elif end.shape == "circle":
            middle = (end.at.x + end.side * CIRCLE_RADIUS, end.at.y)
            ax.add_patch(
                Circle(middle, CIRCLE_RADIUS - 0.8, facecolor=PAPER, edgecolor=colour, linewidth=width)
            )


def _arrowhead(end: End) -> list[tuple[float, float]]:
    back = end.at.x + end.side * ARROW_LENGTH
    return [(end.at.x, end.at.y), (back, end.at.y - ARROW_HALF_WIDTH), (back, end.at.y + ARROW_HALF_WIDTH)]


def draw_node(box: Box, ax: Axes) -> None:
    """Draw the box of a node with its label."""
    from matplotlib.patches import FancyBboxPatch

    corner = (box.x - box.width / 2 + 6, box.y - box.height / 2 + 6)
    ax.add_patch(
        FancyBboxPatch(
            corner,
            box.width - 12,
            box.height - 12,
            boxstyle="round,pad=6,rounding_size=6",
            facecolor=PAPER,
            edgecolor=OUTLINE,
            linewidth=0.8,
        )
    )
    # A name is never a formula, whatever dollar signs are in it.
    style: dict[str, Any] = {"ha": "center", "va": "center", "color": INK, "parse_math": False}
    ax.text(box.x, box.y, box.label, fontsize=FONT_SIZE * SCALE * 0.92, **style)

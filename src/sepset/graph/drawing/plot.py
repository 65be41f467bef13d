"""A graph drawn with matplotlib (extra ``plot``), with the same places and marks as in SVG.

To keep the picture, save the figure: ``plot(graph).figure.savefig("graph.pdf")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.graph.drawing.labels import FONT_SIZE
from sepset.graph.drawing.layout import layout
from sepset.graph.drawing.strokes import ARROW_HALF_WIDTH, ARROW_LENGTH, CERTAINTY, CIRCLE_RADIUS, strokes
from sepset.graph.drawing.svg import COLOURS, INK, OUTLINE, PAPER
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sepset.graph.drawing.layout import Box
    from sepset.graph.drawing.strokes import End, Stroke
    from sepset.graph.mixed_graph import MixedGraph

#: Points of paper for a pixel of the drawing.
_SCALE = 0.75
_DASHES: dict[str, Any] = {"settled": "-", "partly": (0, (4.4, 2.5)), "open": (0, (1.25, 2.5))}


def plot(graph: MixedGraph, *, ax: Axes | None = None) -> Axes:
    """Draw a graph into axes, by default those of a new figure of the right size, and return them."""
    pyplot = _pyplot()
    placed = layout(graph)
    if ax is None:
        size = (placed.width * _SCALE / 72, placed.height * _SCALE / 72)
        _, ax = pyplot.subplots(figsize=size, layout="constrained")
    for stroke in strokes(graph, placed):
        _draw_edge(stroke, ax)
    for box in placed.boxes:
        _draw_node(box, ax)
    ax.set_xlim(0, placed.width)
    ax.set_ylim(placed.height, 0)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _draw_edge(stroke: Stroke, ax: Axes) -> None:
    from matplotlib.patches import Circle, PathPatch, Polygon
    from matplotlib.path import Path

    kind = CERTAINTY[stroke.pattern]
    colour = COLOURS[kind]
    points = [stroke.start, *(point for curve in stroke.curves for point in curve)]
    path = Path(points, [Path.MOVETO, *[Path.CURVE4] * (len(points) - 1)])
    ax.add_patch(PathPatch(path, fill=False, edgecolor=colour, linestyle=_DASHES[kind], linewidth=1.2))
    for end in stroke.ends:
        if end.mark is Mark.ARROW:
            ax.add_patch(Polygon(_arrowhead(end), closed=True, color=colour, linewidth=0))
        elif end.mark is Mark.CIRCLE:
            middle = (end.at.x + end.side * CIRCLE_RADIUS, end.at.y)
            ax.add_patch(
                Circle(middle, CIRCLE_RADIUS - 0.8, facecolor=PAPER, edgecolor=colour, linewidth=1.2)
            )


def _arrowhead(end: End) -> list[tuple[float, float]]:
    back = end.at.x + end.side * ARROW_LENGTH
    return [(end.at.x, end.at.y), (back, end.at.y - ARROW_HALF_WIDTH), (back, end.at.y + ARROW_HALF_WIDTH)]


def _draw_node(box: Box, ax: Axes) -> None:
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
    ax.text(box.x, box.y, box.label, fontsize=FONT_SIZE * _SCALE * 0.92, **style)


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError(
            "matplotlib is not installed; install it with sepset: pip install 'sepset[plot]'"
        ) from None
    return pyplot

"""A graph drawn with matplotlib (extra ``plot``), with the same places and marks as in SVG.

To keep the picture, save the figure: ``plot(graph).figure.savefig("graph.pdf")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.checks import came
from sepset.drawing.canvas import SCALE, draw_edge, draw_node
from sepset.drawing.layout import layout
from sepset.drawing.strokes import strokes
from sepset.errors import GraphError, OptionError
from sepset.lazily import optional

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sepset.drawing.diagram import Drawable


def plot(graph: Drawable, *, ax: Axes | None = None) -> Axes:
    """Draw a graph into axes, by default those of a new figure of the right size, and return them."""
    if not hasattr(graph, "diagram"):
        raise GraphError(f"a MixedGraph is needed to draw, got {type(graph).__name__}; see MixedGraph.parse")
    pyplot = optional("matplotlib.pyplot", "plot")
    if ax is not None and not hasattr(ax, "add_patch"):
        raise OptionError(f"ax is matplotlib's Axes, or None; got {came(ax)}")
    diagram = graph.diagram()
    placed = layout(diagram)
    if ax is None:
        size = (placed.width * SCALE / 72, placed.height * SCALE / 72)
        _, ax = pyplot.subplots(figsize=size, layout="constrained")
    for stroke in strokes(diagram, placed):
        draw_edge(stroke, ax)
    for box in placed.boxes:
        draw_node(box, ax)
    ax.set_xlim(0, placed.width)
    ax.set_ylim(placed.height, 0)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax

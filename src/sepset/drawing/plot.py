"""A graph drawn with matplotlib (extra ``plot``), with the same places and marks as in SVG.

To keep the picture, save the figure: ``plot(graph).figure.savefig("graph.pdf")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container

    from matplotlib.axes import Axes

    from sepset.graph.mixed_graph import MixedGraph


def plot(
    graph: MixedGraph, *, ax: Axes | None = None, contradicted: Container[frozenset[int]] = frozenset()
) -> Axes:
    """Draw a graph into axes, by default those of a new figure of the right size, and return them.

    `contradicted` are pairs of node numbers with an edge that tests dispute; `found.plot()` knows them.
    """
    # Here, since `import sepset` brings this module and should stay quick.
    from sepset.drawing.canvas import SCALE, draw_edge, draw_node
    from sepset.drawing.layout import layout
    from sepset.drawing.strokes import strokes

    pyplot = _pyplot()
    placed = layout(graph)
    if ax is None:
        size = (placed.width * SCALE / 72, placed.height * SCALE / 72)
        _, ax = pyplot.subplots(figsize=size, layout="constrained")
    for stroke in strokes(graph, placed, contradicted):
        draw_edge(stroke, ax)
    for box in placed.boxes:
        draw_node(box, ax)
    ax.set_xlim(0, placed.width)
    ax.set_ylim(placed.height, 0)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _pyplot() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError(
            "matplotlib is not installed; install it with sepset: pip install 'sepset[plot]'"
        ) from None
    return pyplot

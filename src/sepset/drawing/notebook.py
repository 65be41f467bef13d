"""What notebooks show for a graph: a small picture, all names in it escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sepset.drawing.svg import to_svg

if TYPE_CHECKING:
    from sepset.drawing.diagram import Diagram

#: A larger graph is not drawn without being asked for: notebooks keep every output.
MOST_NODES = 60
MOST_EDGES = 200


def to_html(diagram: Diagram, words: str = "") -> str:
    """Return a picture with some words below it; of a large graph only how large it is.

    >>> from sepset.drawing.diagram import Diagram
    >>> to_html(Diagram(tuple(f"x{i}" for i in range(100)), ()))
    '<p>A graph with 100 nodes and 0 edges: too large to be drawn here; plot() draws it.</p>'
    """
    below = f'<p style="white-space: pre-wrap">{escape(words)}</p>' if words else ""
    nodes, edges = len(diagram.names), len(diagram.edges)
    if nodes > MOST_NODES or edges > MOST_EDGES:
        size = f"A graph with {nodes} nodes and {edges} edges"
        return f"<p>{size}: too large to be drawn here; plot() draws it.</p>{below}"
    frame = "background: #ffffff; overflow: auto; max-width: 100%"
    return f'<div style="{frame}">{to_svg(diagram)}</div>{below}'

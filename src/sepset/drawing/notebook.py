"""What notebooks show for a graph: a small picture, all names in it escaped.

The picture is an image with its own address, which is also shown where a notebook is not trusted yet:
JupyterLab and others leave out SVG elements and frames then, and keep images and text.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from sepset.drawing.svg import to_svg
from sepset.wording import counted

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
    below = f"<p>{escape(words).replace(chr(10), '<br>')}</p>" if words else ""
    nodes, edges = len(diagram.names), len(diagram.edges)
    size = f"A graph with {counted(nodes, 'node')} and {counted(edges, 'edge')}"
    if nodes > MOST_NODES or edges > MOST_EDGES:
        return f"<p>{size}: too large to be drawn here; plot() draws it.</p>{below}"
    picture = b64encode(to_svg(diagram).encode("utf-8", "replace")).decode("ascii")
    address = f"data:image/svg+xml;base64,{picture}"
    return f'<p><img alt="{size}" style="background: #ffffff; max-width: 100%" src="{address}"></p>{below}'

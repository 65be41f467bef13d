"""A graph as an SVG picture with exact marks, for notebooks, papers and documentation.

Colours and dashes follow how much of an edge is settled, and colour-blind readers can tell them apart, too
[Okabe and Ito 2008]. Nothing in it comes from elsewhere: no font, no script, no link.

>>> from sepset.drawing.diagram import Diagram
>>> picture = to_svg(Diagram(("a", "b", "<script>"), ((0, "-->", 1),)))
>>> picture.startswith("<svg "), "&lt;script&gt;" in picture, "<script>" in picture
(True, True, False)
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sepset.drawing.labels import FONT_SIZE
from sepset.drawing.layout import layout
from sepset.drawing.strokes import (
    ARROW_HALF_WIDTH,
    ARROW_LENGTH,
    CIRCLE_RADIUS,
    strokes,
)
from sepset.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.drawing.diagram import Diagram
    from sepset.drawing.layout import Box, Layout, Point
    from sepset.drawing.strokes import End, Stroke
    from sepset.status import Status

COLOURS: dict[Status, str] = {
    "settled": "#0072b2",
    "partly_settled": "#b34a00",
    "open": "#666666",
    "contradicted": "#7a3e9d",
}
#: Without colour the lines differ too: solid, dashed, dotted, a dash and two dots.
DASHES: dict[Status, str] = {
    "settled": "",
    "partly_settled": "7 4",
    "open": "2 4",
    "contradicted": "10 3 2 3 2 3",
}
LINE_WIDTH = 1.6
PAPER, INK, OUTLINE = "#ffffff", "#1a1a1a", "#8a8f98"
FONTS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


def to_svg(diagram: Diagram, placed: Layout | None = None) -> str:
    """Return a picture; a tail is a plain end, an arrowhead a triangle, a circle an open ring.

    `placed` is the layout of the diagram, for those who have it already.
    """
    placed = placed or layout(diagram)
    width, height = number(placed.width), number(placed.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONTS}" font-size="{number(FONT_SIZE)}">'
    )
    lines = [head, f"<title>{escape(_title(diagram))}</title>"]
    lines += (part for stroke in strokes(diagram, placed) for part in _edge(stroke, diagram.names))
    lines += map(_node, placed.boxes, diagram.names)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _title(diagram: Diagram) -> str:
    return f"Graph with {len(diagram.names)} nodes and {len(diagram.edges)} edges"


def _edge(stroke: Stroke, names: tuple[str, ...]) -> Iterator[str]:
    colour, dashes = COLOURS[stroke.status], DASHES[stroke.status]
    width = number(LINE_WIDTH * stroke.weight)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    words = xml(f"{names[stroke.a]} {stroke.pattern} {names[stroke.b]}")
    yield (
        f'<path d="{path_data(stroke)}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}>'
        f"<title>{words}</title></path>"
    )
    for end in stroke.ends:
        if end.shape == "arrow":
            yield f'<path d="{arrow_data(end)}" fill="{colour}"/>'
        elif end.shape == "circle":
            x = end.at.x + end.side * CIRCLE_RADIUS
            yield (
                f'<circle cx="{number(x)}" cy="{number(end.at.y)}" r="{number(CIRCLE_RADIUS - 0.8)}" '
                f'fill="{PAPER}" stroke="{colour}" stroke-width="{width}"/>'
            )


def _node(box: Box, name: str) -> str:
    corner = (number(box.x - box.width / 2), number(box.y - box.height / 2))
    label = xml(box.label)
    full = "" if box.label == name else f"<title>{xml(name)}</title>"
    return (
        f'<g>{full}<rect x="{corner[0]}" y="{corner[1]}" width="{number(box.width)}" '
        f'height="{number(box.height)}" rx="6" fill="{PAPER}" stroke="{OUTLINE}"/>'
        f'<text x="{number(box.x)}" y="{number(box.y)}" dy="0.35em" text-anchor="middle" fill="{INK}">'
        f"{label}</text></g>"
    )


def xml(text: str) -> str:
    """Return text that is only text wherever it stands in XML."""
    return escape(printable(text))


def number(value: float) -> str:
    """Return a length with one digit after the point, and no more characters than it needs.

    >>> number(12.0), number(12.34), number(-0.01)
    ('12', '12.3', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path_data(stroke: Stroke) -> str:
    """Return the line of a stroke as the data of an SVG path."""
    curves = (" ".join(map(_point, curve)) for curve in stroke.curves)
    return f"M{_point(stroke.start)}" + "".join(f"C{curve}" for curve in curves)


def arrow_data(end: End) -> str:
    """Return an arrowhead as the data of an SVG path."""
    back = end.at.x + end.side * ARROW_LENGTH
    corners = ((back, end.at.y - ARROW_HALF_WIDTH), (back, end.at.y + ARROW_HALF_WIDTH))
    return f"M{_point(end.at)}" + "".join(f"L{number(x)},{number(y)}" for x, y in corners) + "Z"


def _point(point: Point) -> str:
    return f"{number(point.x)},{number(point.y)}"

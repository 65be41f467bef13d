"""What the page of a report knows: the graphs for every k, where nodes stand, explanations and separations.

Everything is numbers and text; text goes through `as_script`, after which no name can end the element that
holds it, and the page only ever shows it as text.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sepset.drawing.layout import layout
from sepset.graph.bits import members
from sepset.report.phrases import Masked, Phrases
from sepset.result.explain import NO_RULE

if TYPE_CHECKING:
    from sepset.drawing.layout import Layout
    from sepset.result.discovery import Discovery
    from sepset.result.explain import Explainer

    Lines = list[list[int | str]]


def payload(found: Discovery) -> dict[str, object]:
    """Return what goes into the page, ready for JSON."""
    placed = layout(found.graph.diagram())
    masked = Masked(found)
    book = Phrases(masked.order)
    levels = [_level(found, k, masked, book) for k in bounds(found)]
    return {
        "names": list(found.names),
        "boxes": [[_short(v) for v in (b.x, b.y, b.width, b.height)] + [b.label] for b in placed.boxes],
        "size": [_short(placed.width), _short(placed.height)],
        "bends": _bends(placed),
        "levels": levels,
        "templates": book.templates,
        "separations": [[a, b, list(given), _p(found, p)] for a, b, given, p in _separations(found)],
        "rows": None if found.data is None or found.settings.is_oracle else found.data.rows,
    }


def bounds(found: Discovery) -> range:
    """Return the values of k at which the result can differ."""
    return range(min(found.k, found.last_bound) + 1)


def as_script(value: object) -> str:
    r"""Return JSON that is safe inside a script element: it holds no <, > or & and only ASCII.

    >>> as_script(["</script><!--"])
    '["\\u003c/script\\u003e\\u003c!--"]'
    """
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _separations(found: Discovery) -> list[tuple[int, int, tuple[int, ...], float]]:
    order = sorted(range(len(found.names)), key=lambda i: found.names[i])
    place = {node: i for i, node in enumerate(order)}
    rows = found.skeleton.separations.rows()
    return [(a, b, tuple(sorted(given, key=place.__getitem__)), p) for a, b, given, p in rows]


def _p(found: Discovery, p: float) -> str:
    return "" if found.settings.is_oracle else f"{p:.3g}"


def _short(value: float) -> float:
    return round(value, 1)


def _bends(placed: Layout) -> list[list[object]]:
    runs = sorted((pair, run) for pair, run in placed.bends.items() if run)
    return [[*pair, *(_short(v) for point in run for v in point)] for pair, run in runs]


def _level(found: Discovery, k: int, masked: Masked, book: Phrases) -> dict[str, object]:
    explainer = masked.at(k)
    result = found.orientation(k)
    edges = []
    for a, pattern, b in result.graph.table.edges():
        certified = list(masked.certified(result, a, b))
        said = explainer.lines(masked.marks[a], masked.marks[b])
        lines = [book.add(line) for line in said if not (certified and line == NO_RULE)]
        edges.append([a, pattern, b, [*lines, *map(book.literal, certified)]])
    return {"k": k, "edges": edges, "apart": _apart(explainer, masked, book), "notes": list(result.notes)}


def _apart(explainer: Explainer, masked: Masked, book: Phrases) -> list[list[object]]:
    """Return the pairs without an edge of which more is to say than their separation."""
    found, k = masked.found, explainer.k
    table = explainer.result.graph.table
    pairs = {tuple(sorted(pair)) for pair in explainer.conflicts}
    unseparated = found.skeleton.separations.at(k).skeleton().adjacency
    for a in range(table.n):
        pairs |= {(a, b) for b in members(unseparated[a] & ~table.adjacency[a]) if a < b}
    lines: list[list[object]] = []
    for a, b in sorted(pairs):
        if not table.adjacent(a, b):
            said = explainer.lines(masked.marks[a], masked.marks[b])
            lines.append([a, b, [book.add(line) for line in said]])
    return lines

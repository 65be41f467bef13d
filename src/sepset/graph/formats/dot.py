r"""Graphs in Graphviz's DOT language, to be drawn: every mark is given, circles as open dots.

Names are the identifiers, so that the text is readable. Where Graphviz would misread a backslash or an ``&``
in a name, the name is given once more as a label.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> print(to_dot(MixedGraph.from_edges("smoking o-> bronchitis", nodes=("asia",))))
digraph {
  "asia";
  "smoking";
  "bronchitis";
  "smoking" -> "bronchitis" [dir=both, arrowtail=odot, arrowhead=normal];
}
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sepset.graph.marks import Mark, marks_of

if TYPE_CHECKING:
    from sepset.graph.edges import GraphLike

_SHAPES = {Mark.TAIL: "none", Mark.ARROW: "normal", Mark.CIRCLE: "odot"}
# Surrogates cannot be written as UTF-8, and the C code of Graphviz ends a text at a zero.
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def to_dot(graph: GraphLike) -> str:
    """Return a graph in the DOT language, with nodes and edges in node order."""
    names = [f'"{_identifier(name)}"' for name in graph.nodes]
    lines = [f"  {name}{_label(node)};" for name, node in zip(names, graph.nodes, strict=True)]
    for a, pattern, b in graph.table.edges():
        at_a, at_b = marks_of(pattern)
        shapes = f"dir=both, arrowtail={_SHAPES[at_a]}, arrowhead={_SHAPES[at_b]}"
        lines.append(f"  {names[a]} -> {names[b]} [{shapes}];")
    return "\n".join(["digraph {", *lines, "}"])


def _identifier(name: str) -> str:
    """Return the name in quotes, with its backslashes doubled, since a single one begins an escape."""
    doubled = name.replace("\\", "\\\\").replace('"', '\\"')
    return _UNWRITABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", doubled)


def _label(name: str) -> str:
    if "\\" not in name and "&" not in name and not _UNWRITABLE.search(name):
        return ""
    shown = name.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")
    shown = _UNWRITABLE.sub(lambda match: f"\\\\u{ord(match[0]):04x}", shown)
    return f' [label="{shown}"]'

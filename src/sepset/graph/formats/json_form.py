"""Graphs as JSON: nodes in order, and each edge as a list of node, pattern, node.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> to_json(MixedGraph.from_edges("a o-> b", nodes=("c",)))
'{"nodes": ["c", "a", "b"], "edges": [["a", "o->", "b"]]}'
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sepset.checks import check_text
from sepset.errors import FormatError
from sepset.graph.edges import Parts

if TYPE_CHECKING:
    from sepset.graph.edges import GraphLike


def to_json(graph: GraphLike) -> str:
    """Return a graph as JSON; `from_json` reads it back, order of nodes included."""
    return json.dumps({"nodes": list(graph.nodes), "edges": [list(edge) for edge in graph.edges()]})


def from_json(text: str) -> Parts:
    """Read a graph from JSON; a document that has one under the key "graph" is read too."""
    try:
        document = json.loads(check_text("a graph in JSON", text))
    except ValueError as error:
        raise FormatError(f"not JSON: {error}") from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply for a graph") from None
    try:
        inner = document.get("graph", document)
        return Parts(inner["nodes"], [tuple(edge) for edge in inner["edges"]])
    except (TypeError, KeyError, AttributeError):
        raise FormatError(
            'a graph in JSON is {"nodes": ["a", "b"], "edges": [["a", "-->", "b"]]}; this is something else'
        ) from None

"""Graphs as GraphML, for Gephi, yEd, igraph and networkx.

Each edge carries its marks as the attributes ``u``, ``pattern`` and ``v``; a graph with only ``-->`` edges is
directed. So ``MixedGraph.from_networkx(networkx.read_graphml(path))`` gives the same graph back.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> '<data key="pattern">o-&gt;</data>' in to_graphml(MixedGraph.from_edges("a o-> b"))
True
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sepset.errors import GraphError, InPython

if TYPE_CHECKING:
    from sepset.graph.edges import Edge, GraphLike

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
# XML 1.0 has no way to write these, not even as numbers.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WHITE_SPACE = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def to_graphml(graph: GraphLike) -> str:
    """Return a graph as GraphML, nodes and edges in node order."""
    for name in graph.nodes:
        if _UNWRITABLE.search(name):
            raise GraphError(
                f"the name {name!r} has a character that XML cannot hold; rename the node first",
                InPython(" with relabel"),
            )
    edges = list(graph.edges())
    directed = bool(edges) and all(edge.pattern in ("-->", "<--") for edge in edges)
    keys = [
        f'<key id="{key}" for="edge" attr.name="{key}" attr.type="string"/>' for key in ("u", "pattern", "v")
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<graphml xmlns="{_NAMESPACE}">',
            *keys,
            f'<graph edgedefault="{"directed" if directed else "undirected"}">',
            *(f"  <node id={_attribute(name)}/>" for name in graph.nodes),
            *(f"  {_edge(edge)}" for edge in edges),
            "</graph>",
            "</graphml>",
            "",
        ]
    )


def _edge(edge: Edge) -> str:
    source, target = (edge.v, edge.u) if edge.pattern == "<--" else (edge.u, edge.v)
    data = "".join(f'<data key="{key}">{_text(value)}</data>' for key, value in edge._asdict().items())
    return f"<edge source={_attribute(source)} target={_attribute(target)}>{data}</edge>"


def _text(value: str) -> str:
    return escape(value, quote=False).replace("\r", "&#13;")


def _attribute(value: str) -> str:
    # Parsers turn these into spaces inside an attribute unless they are written as numbers.
    return f'"{escape(value).translate(_WHITE_SPACE)}"'

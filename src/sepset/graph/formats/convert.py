"""Graphs as networkx graphs and as matrices, and back.

A graph whose edges are all ``-->`` is a ``networkx.DiGraph``. Any other is a ``networkx.Graph`` in which an
edge has the attributes ``u``, ``pattern`` and ``v`` of its `Edge`, so that ``a o-> b`` is kept exactly:

>>> from sepset.graph.mixed_graph import MixedGraph
>>> g = MixedGraph.from_edges("a o-> b", "b --> c")
>>> to_networkx(g).edges["b", "a"]
{'u': 'a', 'pattern': 'o->', 'v': 'b'}
>>> MixedGraph(*from_networkx(to_networkx(g))) == g
True

A matrix of marks follows pcalg's ``amat.pag``: ``m[i, j]`` is the mark at j of the edge i-j.

>>> to_matrix(g)
array([[0, 2, 0],
       [1, 0, 2],
       [0, 3, 0]], dtype=uint8)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import came, check_choice
from sepset.errors import Advice, GraphError, InPython
from sepset.graph.edges import Edge, Parts
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import Mark, marks_of, pattern_of
from sepset.graph.names import listed
from sepset.lazily import optional

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Literal

    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

    from sepset.graph.edges import GraphLike

_CODES = {Mark.CIRCLE: 1, Mark.ARROW: 2, Mark.TAIL: 3}
_MARKS = {code: mark for mark, code in _CODES.items()}


# ---- networkx --------------------------------------------------------------------------------------------


def to_networkx(graph: GraphLike, *, kind: Literal["auto", "directed", "mixed"] = "auto") -> nx.Graph:
    """Return a ``networkx.DiGraph`` if all edges are ``-->``, else a ``networkx.Graph`` with marks.

    `kind` fixes which of the two it is: "directed" fails for other edges, "mixed" always keeps marks.
    """
    networkx = optional("networkx", "networkx")
    check_choice("kind", kind, ("auto", "directed", "mixed"))
    edges = list(graph.edges())
    other = next((edge for edge in edges if edge.pattern not in ("-->", "<--")), None)
    if kind == "directed" and other is not None:
        raise GraphError(
            f"a networkx.DiGraph holds only --> edges, but there is {other}; use ", Advice("kind", "mixed")
        )
    if kind == "mixed" or other is not None:
        found = networkx.Graph()
        found.add_nodes_from(graph.nodes)
        found.add_edges_from((edge.u, edge.v, edge._asdict()) for edge in edges)
        return found
    found = networkx.DiGraph()
    found.add_nodes_from(graph.nodes)
    found.add_edges_from((u, v) if pattern == "-->" else (v, u) for u, pattern, v in edges)
    return found


def from_networkx(graph: nx.Graph) -> Parts:
    """Read a ``networkx.DiGraph`` as ``-->`` edges, a ``networkx.Graph`` with the marks of `to_networkx`."""
    if not isinstance(graph, optional("networkx", "networkx").Graph):
        raise GraphError(f"a networkx graph is needed, got {type(graph).__name__}")
    if graph.is_multigraph():
        raise GraphError(
            f"a {type(graph).__name__} can hold several edges between two nodes; turn it into a "
            "networkx.DiGraph or networkx.Graph first"
        )
    odd = next((node for node in graph.nodes if not isinstance(node, str)), None)
    if odd is not None:
        raise GraphError(
            f"node names are text, got {odd!r} ({type(odd).__name__}); rename the nodes first",
            InPython(", for example with networkx.relabel_nodes(graph, str)"),
        )
    if graph.is_directed():
        return Parts([*graph.nodes], [Edge(u, "-->", v) for u, v in graph.edges])
    return Parts([*graph.nodes], [_marked(u, v, data) for u, v, data in graph.edges(data=True)])


def _marked(u: str, v: str, data: dict[str, Any]) -> Edge:
    ends = (data.get("u"), data.get("v"))
    if "pattern" not in data or ends not in ((u, v), (v, u)):
        raise GraphError(
            f"the edge between {u!r} and {v!r} has no marks; give it the attributes u, pattern and v",
            InPython(f", such as u={u!r}, pattern='---', v={v!r}"),
            ", or use a networkx.DiGraph for --> edges",
        )
    return Edge(data["u"], data["pattern"], data["v"])


# ---- matrices --------------------------------------------------------------------------------------------


def to_matrix(graph: GraphLike) -> NDArray[np.uint8]:
    """Return the matrix of marks: ``m[i, j]`` is the mark at j, 0 no edge, 1 circle, 2 arrowhead, 3 tail."""
    matrix = np.zeros((graph.table.n, graph.table.n), dtype=np.uint8)
    for a, pattern, b in graph.table.edges():
        at_a, at_b = marks_of(pattern)
        matrix[b, a], matrix[a, b] = _CODES[at_a], _CODES[at_b]
    return matrix


def from_matrix(matrix: ArrayLike, nodes: Iterable[str] | None = None) -> tuple[list[str], MarkTable]:
    """Return the names and marks of a matrix, as `to_matrix` and pcalg's ``amat.pag`` write it.

    Without `nodes` the names are x0, x1, ...

    >>> names, table = from_matrix([[0, 2], [3, 0]], nodes=("a", "b"))
    >>> names, list(table.edges())
    (['a', 'b'], [(0, '-->', 1)])
    """
    codes = _whole(matrix, allowed=4)
    names = _names(nodes, len(codes))
    lone = np.argwhere((codes > 0) & (codes.T == 0))
    if len(lone):
        i, j = lone[0]
        raise GraphError(
            f"the edge between {names[i]!r} and {names[j]!r} has a mark in row {i}, column {j} but none in "
            f"row {j}, column {i}; an edge needs both",
            InPython(" (a 0/1 matrix of --> edges is read by sepset.interop.from_adjacency)"),
        )
    table = MarkTable(len(names))
    for i, j in np.argwhere(np.triu(codes)).tolist():
        table.add(i, pattern_of(_MARKS[codes[j, i]], _MARKS[codes[i, j]]), j)
    return names, table


def from_adjacency(matrix: ArrayLike, nodes: Iterable[str] | None = None) -> Parts:
    """Read a 0/1 matrix in which ``m[i, j] = 1`` means ``i --> j``; without `nodes` names are x0, x1, ...

    >>> from_adjacency([[0, 1], [0, 0]])
    Parts(nodes=['x0', 'x1'], edges=[('x0', '-->', 'x1')])
    """
    codes = _whole(matrix, allowed=2)
    names = _names(nodes, len(codes))
    return Parts(names, [(names[i], "-->", names[j]) for i, j in np.argwhere(codes).tolist()])


def _whole(matrix: ArrayLike, allowed: int) -> NDArray[np.uint8]:
    """Return the matrix as codes 0 to allowed - 1, after checking that it is one."""
    values = _array(matrix)
    if values.size == 0:
        values = np.zeros((0, 0))
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise GraphError(f"a square matrix is needed, a row and a column per node, got shape {values.shape}")
    # A comparison that fails for NaN, text and None alike.
    odd = np.argwhere(~np.isin(values, np.arange(allowed)))
    if len(odd):
        i, j = odd[0].tolist()
        raise GraphError(
            f"row {i}, column {j} of the matrix is {values[i, j]!r}; allowed are the codes "
            f"{', '.join(str(code) for code in range(allowed))}"
        )
    codes = values.astype(np.uint8)
    loops = np.flatnonzero(codes.diagonal())
    if len(loops):
        raise GraphError(
            f"row {loops[0]}, column {loops[0]} of the matrix is not 0: a node cannot have an edge to itself"
        )
    return codes


def _array(matrix: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(matrix)
    except ValueError:
        raise GraphError(f"a square matrix is needed, got rows of several lengths: {came(matrix)}") from None


def _names(nodes: Iterable[str] | None, n: int) -> list[str]:
    names = [f"x{i}" for i in range(n)] if nodes is None else listed(nodes)
    if len(names) != n:
        raise GraphError(f"{len(names)} names for a matrix of {n} nodes; give one name for each row")
    return names

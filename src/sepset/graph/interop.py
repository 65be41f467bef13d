"""Graphs as objects of other libraries, and back: causal-learn, pywhy-graphs, pgmpy, pyAgrum.

- causal-learn ``GeneralGraph``: every mark
- pywhy-graphs ``PAG``: every mark
- pgmpy ``DAG``, ``PDAG`` or ``AncestralBase``: every mark; the narrowest class that holds the graph
- pyAgrum ``DAG`` or ``PDAG``: ``-->`` and ``---``; anything else is an error

Nothing is approximated: a graph that a library cannot hold is refused, with the edge that is in the way. The
libraries come with the extra ``interop``; pywhy-graphs has its own, ``pywhy``, since it needs an older NumPy.
GraphML, JSON and 0/1 matrices are here too; all other forms are methods of `MixedGraph`, among them
causal-learn's text, which is Tetrad's (`to_tetrad`), and pcalg's ``amat.pag`` (`to_matrix`).

>>> to_pyagrum(MixedGraph.from_edges("a o-> b"))
Traceback (most recent call last):
sepset.errors.GraphError: pyAgrum holds only --> and --- edges, but there is a o-> b
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.errors import GraphError
from sepset.graph.ancestry import require_graph
from sepset.graph.edges import Edge
from sepset.graph.formats import convert, graphml, json_form
from sepset.graph.marks import Mark, marks_of, pattern_of
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.names import listed
from sepset.lazily import optional

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

__all__ = [
    "from_adjacency",
    "from_causal_learn",
    "from_json",
    "from_pgmpy",
    "from_pyagrum",
    "from_pywhy",
    "to_causal_learn",
    "to_graphml",
    "to_json",
    "to_pgmpy",
    "to_pyagrum",
    "to_pywhy",
]

_DIRECTED = ("-->", "<--")


# ---- text and matrices -------------------------------------------------------------------------------------


def to_json(graph: MixedGraph) -> str:
    """Return a graph as JSON; `from_json` reads it back, order of nodes included."""
    return json_form.to_json(require_graph(graph))


def to_graphml(graph: MixedGraph) -> str:
    """Return a graph as GraphML, for Gephi, yEd, igraph and networkx; every edge carries its marks."""
    return graphml.to_graphml(require_graph(graph))


def from_json(text: str) -> MixedGraph:
    """Read a graph from JSON; a document that has one under the key "graph" is read too.

    >>> from_json(to_json(MixedGraph.from_edges("a o-> b"))).has("a", "o->", "b")
    True
    """
    return MixedGraph(*json_form.from_json(text))


def from_adjacency(matrix: ArrayLike, nodes: Iterable[str] | None = None) -> MixedGraph:
    """Read a 0/1 matrix in which ``m[i, j] = 1`` means ``i --> j``; without `nodes` names are x0, x1, ...

    >>> print(from_adjacency([[0, 1], [0, 0]]))
    x0 --> x1
    """
    return MixedGraph(*convert.from_adjacency(matrix, nodes))


# ---- causal-learn ------------------------------------------------------------------------------------------


def to_causal_learn(graph: MixedGraph) -> Any:
    """Return a ``causallearn.graph.GeneralGraph`` with the same nodes and marks."""
    require_graph(graph)
    nodes_module = optional("causallearn.graph.GraphNode", "interop")
    edges_module = optional("causallearn.graph.Edge", "interop")
    ends = optional("causallearn.graph.Endpoint", "interop").Endpoint
    names = {Mark.TAIL: ends.TAIL, Mark.ARROW: ends.ARROW, Mark.CIRCLE: ends.CIRCLE}
    nodes = [nodes_module.GraphNode(name) for name in graph.nodes]
    made = optional("causallearn.graph.GeneralGraph", "interop").GeneralGraph(nodes)
    for a, pattern, b in graph.table.edges():
        at_a, at_b = marks_of(pattern)
        made.add_edge(edges_module.Edge(nodes[a], nodes[b], names[at_a], names[at_b]))
    return made


def from_causal_learn(graph: Any) -> MixedGraph:
    """Read a ``causallearn.graph.GeneralGraph``, or what a learner of causal-learn has in its ``G``."""
    graph = getattr(graph, "G", graph)
    if not hasattr(graph, "get_graph_edges"):
        raise GraphError(f"a GeneralGraph of causal-learn is needed, got {type(graph).__name__}")
    marks = {"TAIL": Mark.TAIL, "ARROW": Mark.ARROW, "CIRCLE": Mark.CIRCLE}
    edges = []
    for edge in graph.get_graph_edges():
        u, v = edge.get_node1().get_name(), edge.get_node2().get_name()
        ends = [end.name for end in (edge.get_endpoint1(), edge.get_endpoint2())]
        if not marks.keys() >= set(ends):
            raise GraphError(f"{edge} has an end {' or '.join(ends)}; sepset knows TAIL, ARROW and CIRCLE")
        edges.append(Edge(u, pattern_of(marks[ends[0]], marks[ends[1]]), v))
    return MixedGraph((node.get_name() for node in graph.get_nodes()), edges)


# ---- pywhy-graphs ------------------------------------------------------------------------------------------


def to_pywhy(graph: MixedGraph) -> Any:
    """Return a ``pywhy_graphs.PAG``: a mark at b, if no tail, is a directed or circle edge from a to b."""
    require_graph(graph)
    made = optional("pywhy_graphs", "pywhy").PAG()
    made.add_nodes_from(graph.nodes)
    for u, pattern, v in graph.edges():
        if pattern in ("<->", "---"):
            made.add_edge(u, v, "bidirected" if pattern == "<->" else "undirected")
            continue
        at_u, at_v = marks_of(pattern)
        for start, end, mark in ((u, v, at_v), (v, u, at_u)):
            if mark is not Mark.TAIL:
                made.add_edge(start, end, "directed" if mark is Mark.ARROW else "circle")
    return made


def from_pywhy(graph: Any) -> MixedGraph:
    """Read a ``pywhy_graphs.PAG``, ``CPDAG`` or ``ADMG`` in which two nodes share at most one edge."""
    if not hasattr(graph, "get_graphs"):
        raise GraphError(f"a graph of pywhy-graphs is needed, got {type(graph).__name__}")
    at: dict[tuple[str, str], Mark] = {}
    for start, end, mark in _pywhy_ends(graph):
        if at.setdefault((start, end), mark) is not mark:
            raise GraphError(f"there are two edges between {start!r} and {end!r}; sepset allows one")
    pairs = {(u, v) if (v, u) not in at or u < v else (v, u) for u, v in at}
    tail = Mark.TAIL
    edges = [Edge(u, pattern_of(at.get((v, u), tail), at.get((u, v), tail)), v) for u, v in sorted(pairs)]
    return MixedGraph(graph.nodes(), edges)


def _pywhy_ends(graph: Any) -> Iterator[tuple[str, str, Mark]]:
    """Yield (start, end, mark): some edge from start has this mark at its end."""
    for kind, part in graph.get_graphs().items():
        for u, v in part.edges():
            yield u, v, _PYWHY_MARKS[kind]
            if kind in ("bidirected", "undirected"):
                yield v, u, _PYWHY_MARKS[kind]


_PYWHY_MARKS = {
    "directed": Mark.ARROW,
    "bidirected": Mark.ARROW,
    "circle": Mark.CIRCLE,
    "undirected": Mark.TAIL,
}


# ---- pgmpy -------------------------------------------------------------------------------------------------


def to_pgmpy(graph: MixedGraph) -> Any:
    """Return a ``pgmpy.base.DAG``, a ``PDAG`` (``-->`` and ``---``) or an ``AncestralBase`` (any marks)."""
    directed, undirected, other = _split(graph)
    base = optional("pgmpy.base", "interop")
    if other is not None:
        made = base.AncestralBase()
        made.add_nodes_from(graph.nodes)
        for u, pattern, v in graph.edges():
            made.add_edge(u, v, *(_PGMPY_MARKS[mark] for mark in marks_of(pattern)))
        return made
    made = base.PDAG(directed, undirected) if undirected else base.DAG(_acyclic(graph, directed))
    made.add_nodes_from(graph.nodes)
    return made


def from_pgmpy(graph: Any) -> MixedGraph:
    """Read a ``pgmpy.base.DAG``, ``PDAG``, ``MAG`` or ``AncestralBase``."""
    if not isinstance(graph, optional("networkx", "interop").Graph):  # all graphs of pgmpy are
        raise GraphError(f"a DAG, PDAG or MAG of pgmpy is needed, got {type(graph).__name__}")
    nodes = list(graph.nodes())
    if hasattr(graph, "undirected_edges"):
        edges = [(u, "-->", v) for u, v in graph.directed_edges]
        return MixedGraph(nodes, [*edges, *((u, "---", v) for u, v in graph.undirected_edges)])
    if graph.is_directed() and not graph.is_multigraph():
        return MixedGraph(nodes, ((u, "-->", v) for u, v in graph.edges()))
    if not hasattr(graph, "valid_marks"):
        raise GraphError(f"a DAG, PDAG or MAG of pgmpy is needed, got {type(graph).__name__}")
    marks = {letter: mark for mark, letter in _PGMPY_MARKS.items()}
    read = (
        (u, pattern_of(marks[data["marks"][u]], marks[data["marks"][v]]), v)
        for u, v, data in graph.edges(data=True)
    )
    return MixedGraph(nodes, read)


_PGMPY_MARKS = {Mark.TAIL: "-", Mark.ARROW: ">", Mark.CIRCLE: "o"}


# ---- pyAgrum -----------------------------------------------------------------------------------------------


def to_pyagrum(graph: MixedGraph) -> Any:
    """Return a ``pyagrum.DAG`` or, with ``---`` edges, a ``PDAG``; numbers are places in `graph.nodes`."""
    directed, undirected, other = _split(graph)
    if other is not None:
        raise GraphError(f"pyAgrum holds only --> and --- edges, but there is {other}")
    _acyclic(graph, directed)
    library = optional("pyagrum", "interop")
    made = library.PDAG() if undirected else library.DAG()
    made.addNodes(len(graph))
    for u, v in directed:
        made.addArc(graph.number(u), graph.number(v))
    for u, v in undirected:
        made.addEdge(graph.number(u), graph.number(v))
    return made


def from_pyagrum(graph: Any, nodes: Sequence[str] | None = None) -> MixedGraph:
    """Read a ``pyagrum.DAG``, ``PDAG`` or ``EssentialGraph``, or the DAG of a ``BayesNet`` with its names.

    `nodes` are the names for the node numbers in increasing order; without them the numbers are the names.
    """
    if not (hasattr(graph, "nodes") and hasattr(graph, "arcs")):
        raise GraphError(f"a DAG, PDAG or BayesNet of pyAgrum is needed, got {type(graph).__name__}")
    numbers = sorted(graph.nodes())
    if nodes is None:
        named = hasattr(graph, "variable")
        nodes = [graph.variable(i).name() if named else str(i) for i in numbers]
    nodes = listed(nodes)
    if len(nodes) != len(numbers):
        raise GraphError(f"{len(nodes)} names for {len(numbers)} nodes; give one name for each")
    name = dict(zip(numbers, nodes, strict=True))
    edges = [(name[i], "-->", name[j]) for i, j in sorted(graph.arcs())]
    if hasattr(graph, "edges"):
        edges += [(name[i], "---", name[j]) for i, j in sorted(graph.edges())]
    return MixedGraph(nodes, edges)


# ---- shared ------------------------------------------------------------------------------------------------


def _split(graph: MixedGraph) -> tuple[list[tuple[str, str]], list[tuple[str, str]], Edge | None]:
    """Return the ``-->`` edges as (cause, effect), the ``---`` edges, and some edge that is neither."""
    directed, undirected, other = [], [], None
    for edge in require_graph(graph).edges():
        if edge.pattern in _DIRECTED:
            directed.append((edge.u, edge.v) if edge.pattern == "-->" else (edge.v, edge.u))
        elif edge.pattern == "---":
            undirected.append((edge.u, edge.v))
        else:
            other = other or edge
    return directed, undirected, other


def _acyclic(graph: MixedGraph, directed: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the edges as they are; a directed cycle is an error here, before the library finds it."""
    graph.directed_part().topological_order()
    return directed

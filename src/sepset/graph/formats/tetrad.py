r"""The text form of Tetrad (https://github.com/cmu-phil/tetrad): a list of nodes, then numbered edges.

Names are separated by ``;`` (older files: commas or spaces), so a name cannot hold any of them. Parentheses
or brackets around a whole name mean a latent or a selection variable there; they are taken off when read.
What follows an edge on its line (``nl``, ``dd``, shares of bootstrap samples) and further sections
(attributes, triples) are skipped.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> parts = from_tetrad('''Graph Nodes:
... X1;X2;X3
...
... Graph Edges:
... 1. X1 --> X2 dd nl
... 2. X2 o-> X3
... ''')
>>> print(to_tetrad(MixedGraph(*parts)))
Graph Nodes:
X1;X2;X3
<BLANKLINE>
Graph Edges:
1. X1 --> X2
2. X2 o-> X3
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sepset.errors import FormatError, InPython, UnknownNodeError
from sepset.graph.edges import Edge
from sepset.graph.formats.assemble import assemble, lines_of
from sepset.graph.marks import EDGE_PATTERNS

if TYPE_CHECKING:
    from sepset.graph.edges import GraphLike, Parts

_NODES, _EDGES = "Graph Nodes:", "Graph Edges:"
_OTHER_SECTIONS = ("Graph Attributes:", "Graph Node Attributes:")
_BETWEEN_NAMES = re.compile(r"[;,\s]+")
_NUMBERED = re.compile(r"\s*\d+\.\s+(\S+)\s+(\S+)\s+(\S+)(?:\s.*)?")
_NOT_IN_A_NAME = re.compile(r"[;,\s\x00-\x1f\x7f]")


def is_tetrad(text: str) -> bool:
    """Say whether text has one of the two headings of Tetrad's form."""
    return any(line.strip() in (_NODES, _EDGES) for _, line in lines_of(text))


def to_tetrad(graph: GraphLike) -> str:
    """Return a graph in Tetrad's text form; a name that the form cannot hold is an error."""
    for name in graph.nodes:
        _check_holds(name)
    edges = [f"{number}. {u} {pattern} {v}" for number, (u, pattern, v) in enumerate(graph.edges(), start=1)]
    return "\n".join([_NODES, ";".join(graph.nodes), "", _EDGES, *edges])


def _check_holds(name: str) -> None:
    if _NOT_IN_A_NAME.search(name):
        reason = "a space, ';', ',' or a control character"
    elif _bare(name) != name:
        reason = "brackets around it, which mean a latent or selection variable"
    else:
        return
    raise FormatError(
        f"Tetrad's text form cannot hold the name {name!r}, since it has {reason}; rename the node first",
        InPython(" with relabel"),
    )


def from_tetrad(text: str) -> Parts:
    """Read Tetrad's text form; latent and selection variables become nodes like all others."""
    names: dict[str, None] = {}
    edges: list[tuple[str, Edge]] = []
    section = ""
    for where, line in lines_of(text):
        heading = line.strip()
        if heading in (_NODES, _EDGES, *_OTHER_SECTIONS):
            section = heading
        elif section == _NODES:
            names.update(dict.fromkeys(_bare(name) for name in _BETWEEN_NAMES.split(heading) if name))
        elif section == _EDGES and heading:
            edge = _read_edge(line)
            if edge is None and not heading.endswith(":"):
                raise _unreadable(line, where)
            if edge is None:
                section = heading
            else:
                edges.append((where, edge))
    names = names or dict.fromkeys(name for _, edge in edges for name in (edge.u, edge.v))
    _check_listed(names, edges)
    return assemble(names, edges)


def _bare(name: str) -> str:
    wrapped = len(name) > 2 and (name[0], name[-1]) in (("(", ")"), ("[", "]"))
    return name[1:-1] if wrapped else name


def _read_edge(line: str) -> Edge | None:
    match = _NUMBERED.fullmatch(line)
    if match is None or match[2] not in EDGE_PATTERNS:
        return None
    return Edge(_bare(match[1]), match[2], _bare(match[3]))


def _unreadable(line: str, where: str) -> FormatError:
    return FormatError(
        f"{where}: cannot read {line.strip()!r} as an edge of Tetrad's form; write it as '1. a --> b', with "
        f"one of {' '.join(EDGE_PATTERNS)}"
    )


def _check_listed(names: dict[str, None], edges: list[tuple[str, Edge]]) -> None:
    for where, edge in edges:
        for name in (edge.u, edge.v):
            if name not in names:
                raise FormatError(f"{where}: {UnknownNodeError(name, names)}; list it under {_NODES!r}")

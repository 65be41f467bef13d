"""The half of a certificate that needs no proof: witnesses, and the marks that their types make.

Each witness must be a DAG of the class, so its k-closure has the skeleton and the unshielded colliders of the
class. The types that they show, and those that are listed as undecided, make the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.equivalence.k_closure import k_closure
from sepset.graph.bits import members, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential.certificate import Certificate
    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.union import TypesSeen
    from sepset.graph.mark_table import MarkTable
    from sepset.graph.mixed_graph import MixedGraph


def witness_problems(certificate: Certificate, seen: TypesSeen) -> Iterator[str]:
    """Yield what is wrong with the witnesses; note the types of their edges in `seen`."""
    nodes = certificate.closure.nodes
    if set(certificate.graph.nodes) != set(nodes):
        yield "the graph and the k-closure have different nodes"
        return
    if certificate.given is not None and any(len(rows) != len(nodes) for rows in certificate.given):
        yield "what is known beforehand is not about these nodes"
        return
    realised = False
    for number, witness in enumerate(certificate.witnesses, start=1):
        if set(witness.nodes) != set(nodes) or not witness.is_dag():
            yield f"witness {number} is not a DAG on the nodes of the graph"
            return
        closure = k_closure(_in_order(witness, nodes), certificate.k)
        if not are_equivalent(closure.table, certificate.closure.table):
            yield f"witness {number} is not in the class"
        if certificate.given is not None and not fits(_in_order(witness, nodes).table, certificate.given):
            yield f"witness {number} does not fit what is known beforehand"
        realised = realised or closure == certificate.closure
        seen.add(closure.table)
    if not realised:
        yield "no witness has the k-closure of the certificate"


def fits(dag: MarkTable, given: Given) -> bool:
    """Say whether a DAG fits what is known beforehand, statement by statement."""
    children = [dag.children(i) for i in range(dag.n)]
    below = [reachable(row, children) for row in children]
    return all(
        not given.above[i] & ~below[i]
        and not given.never_above[i] & below[i]
        and not given.parent[i] & ~children[i]
        and not given.never_parent[i] & children[i]
        for i in range(dag.n)
    )


def are_equivalent(closure: MarkTable, other: MarkTable) -> bool:
    """Say whether two k-closures have the same skeleton and the same unshielded colliders.

    An arrowhead at c that only one of them has, from a, must not be part of an unshielded collider there.
    """
    if closure.adjacency != other.adjacency:
        return False
    for c in range(closure.n):
        into, into_other = closure.where(c, "<-*"), other.where(c, "<-*")
        for a in members(into ^ into_other):
            arrows = into if into >> a & 1 else into_other
            if arrows & ~closure.adjacency[a] & ~(1 << a):
                return False
    return True


def _in_order(graph: MixedGraph, nodes: tuple[str, ...]) -> MixedGraph:
    return graph if graph.nodes == nodes else graph.reorder(nodes)


def undecided_types(certificate: Certificate) -> list[tuple[int, str, int]] | None:
    """Return the undecided types by number, or None when one is not a type of an edge of the class."""
    closure, found = certificate.closure, []
    for u, pattern, v in certificate.undecided:
        if u not in closure or v not in closure or pattern not in ("-->", "<--", "<->"):
            return None
        if not closure.adjacent(u, v):
            return None
        found.append((closure.number(u), pattern, closure.number(v)))
    return found


def graph_problems(certificate: Certificate, possible: TypesSeen) -> Iterator[str]:
    """Yield the edges of the graph that are not the union of their types, seen or undecided."""
    nodes = certificate.closure.nodes
    union, graph = possible.table(), _in_order(certificate.graph, nodes).table
    if graph.adjacency != certificate.closure.table.adjacency:
        yield "the graph does not have the adjacencies of the k-closure"
        return
    if union == graph:
        return
    pairs = [(i, j) for i, row in enumerate(graph.adjacency) for j in members(row >> i << i)]
    for i, j in pairs:
        if not union.adjacent(i, j) or union.pattern(i, j) != graph.pattern(i, j):
            yield f"the edge between {nodes[i]} and {nodes[j]} is not the union of its types"

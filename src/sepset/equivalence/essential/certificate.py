"""A certificate for a k-essential graph: why each mark is what it is, in a form that can be checked.

For each type that an edge takes within the class there is a witness, a DAG of the class whose k-closure has
the edge in that type. For each type that it never takes there is a refutation. A circle thus has two witness
DAGs that disagree about it, and a tail or an arrowhead has the refutation of every type that would change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.edges import Edge
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import mirror
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from sepset.equivalence.essential.questions import Inquiry
    from sepset.equivalence.essential.witness_search import Turn

#: The paper's edge union, by the types that occur over the class.
EDGE_UNION = {
    frozenset({"-->"}): "-->",
    frozenset({"<--"}): "<--",
    frozenset({"<->"}): "<->",
    frozenset({"-->", "<--"}): "---",
    frozenset({"-->", "<->"}): "o->",
    frozenset({"<--", "<->"}): "<-o",
    frozenset({"-->", "<--", "<->"}): "o-o",
}


class Refuted(NamedTuple):
    """An edge type that occurs nowhere in the class, and why."""

    edge: Edge
    reason: str  # "conclusion" | "cover" | "search"
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Certificate:
    """The evidence for a k-essential graph; check it with `verify`."""

    graph: MixedGraph
    k: int
    #: the k-closure of the class that everything is measured against
    closure: MixedGraph
    #: DAGs of the class
    witnesses: tuple[MixedGraph, ...]
    #: for each edge type that occurs, the number of a witness (from 0) whose k-closure has it
    seen: dict[Edge, int]
    #: the edge types that never occur; later refutations build on earlier ones
    refuted: tuple[Refuted, ...]
    #: edge types that were neither found nor refuted before the time limit
    undecided: tuple[Edge, ...]

    def types(self, u: str, v: str) -> tuple[str, ...]:
        """Return the types that the edge u-v is known to take within the class, as seen from u."""
        return tuple(pattern for pattern in ("-->", "<--", "<->") if self._witness(u, pattern, v) is not None)

    def _witness(self, u: str, pattern: str, v: str) -> int | None:
        return self.seen.get(Edge(u, pattern, v), self.seen.get(Edge(v, mirror(pattern), u)))

    def _reason(self, u: str, pattern: str, v: str) -> str:
        wanted = (Edge(u, pattern, v), Edge(v, mirror(pattern), u))
        return next((entry.reason for entry in self.refuted if entry.edge in wanted), "conclusion")

    def why(self, u: str, v: str) -> str:
        """Say in plain English why the edge u-v is what it is, or that there is none."""
        edge = self.graph.edge(u, v)
        if edge is None:
            separable = f"some set of at most {self.k} variables separates them in every DAG"
            return f"{u} and {v} are not adjacent: {separable}."
        words = {
            "-->": f"{u} causes {v}",
            "<--": f"{v} causes {u}",
            "<->": f"neither {u} nor {v} causes the other",
        }
        witnesses = {pattern: self._witness(u, pattern, v) for pattern in words}
        found = {pattern: witness for pattern, witness in witnesses.items() if witness is not None}
        numbers = " and ".join(str(witness + 1) for witness in found.values())
        text = ", in others ".join(words[pattern] for pattern in found)
        label = f"witness {numbers}" if len(found) == 1 else f"witnesses {numbers}"
        sentence = f"in {'some' if len(found) > 1 else 'all'} DAGs of the class {text} ({label})."
        open_types = [e for e in self.undecided if {e.u, e.v} == {u, v}]
        never = [
            f"Never {u} {pattern} {v}: {_REASONS[self._reason(u, pattern, v)]}."
            for pattern in words
            if pattern not in found and not open_types
        ]
        return "\n".join([f"{edge}: {sentence}", *never, *(f"Undecided: {e}." for e in open_types)])


_REASONS = {
    "conclusion": "it contradicts the adjacencies and unshielded colliders",
    "cover": "too few disjoint paths could cover it",
    "search": "every way to complete the graph was tried",
}


def certify(nodes: tuple[str, ...], inquiry: Inquiry) -> Certificate:
    """Write the answers of an inquiry down with names."""

    def named(i: int, pattern: str, j: int) -> Edge:
        return Edge(nodes[i], pattern, nodes[j])

    undecided = list(inquiry.open_questions())
    possible: dict[tuple[int, int], set[str]] = {}
    for i, pattern, j in [*inquiry.seen, *undecided]:
        possible.setdefault((i, j), set()).add(pattern)
    table = MarkTable(len(nodes))
    for (i, j), types in possible.items():
        table.set(i, EDGE_UNION[frozenset(types)], j)
    closures = [MixedGraph.from_table(nodes, witness) for witness in inquiry.witnesses]
    return Certificate(
        graph=MixedGraph.from_table(nodes, table),
        k=inquiry.k,
        closure=closures[0],
        witnesses=tuple(closure.directed_part() for closure in closures),
        seen={named(*question): number for question, number in inquiry.seen.items()},
        refuted=tuple(
            Refuted(named(*answer.question), answer.reason, answer.turns) for answer in inquiry.refuted
        ),
        undecided=tuple(named(*question) for question in undecided),
    )

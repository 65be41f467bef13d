"""A certificate for a k-essential graph: why each mark is what it is, in a form that can be checked.

For each type that an edge takes within the class there is a witness, a DAG of the class whose k-closure has
the edge in that type. For each type that it never takes there is a refutation. A circle thus has two witness
DAGs that disagree about it, and a tail or an arrowhead has the refutation of every type that would change it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.lemmas import kind_of_lemma
from sepset.equivalence.essential.proofs import prove
from sepset.equivalence.essential.unconditional import closed_neighbourhoods, never_above
from sepset.equivalence.k_closure import k_closure
from sepset.equivalence.mag import directed_part_table
from sepset.graph.edges import Edge
from sepset.graph.marks import mirror
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.equivalence.essential.class_search import ClassSearch
    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.equivalence.essential.questions import EdgeQuestion, EdgeQuestions
    from sepset.graph.mark_table import MarkTable

#: A clause as literals (i, j, is_arrow): the edge i-j of `closure` has an arrowhead (else a tail) at i.
Step = tuple[tuple[int, int, bool], ...]


class Refuted(NamedTuple):
    """An edge type that occurs nowhere in the class, how that is proved, and the clauses used on the way."""

    edge: Edge
    reason: str  # "conclusion" | "cover" | "search"
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """The evidence for a k-essential graph; check it with `verify`."""

    graph: MixedGraph
    k: int
    #: the k-closure of the class that everything is measured against
    closure: MixedGraph
    #: DAGs of the class
    witnesses: tuple[MixedGraph, ...]
    #: the edge types that never occur; later refutations build on earlier ones (none are needed for k = 0)
    refuted: tuple[Refuted, ...]
    #: edge types that were neither found nor refuted before the time limit
    undecided: tuple[Edge, ...]
    #: what every k-closure of the class satisfies; refutations build on it
    lemmas: tuple[Lemma, ...] = ()
    #: what is known beforehand; the class has only the DAGs that fit it
    given: Given | None = None

    @cached_property
    def closures(self) -> tuple[MixedGraph, ...]:
        """The k-closures of the witnesses."""
        return tuple(k_closure(witness, self.k) for witness in self.witnesses)

    @cached_property
    def seen(self) -> dict[Edge, int]:
        """For each edge type that occurs, the number of the first witness (from 0) whose k-closure has it."""
        found: dict[Edge, int] = {}
        for number, closure in enumerate(self.closures):
            for edge in closure.edges():
                found.setdefault(edge, number)
        return found

    def types(self, u: str, v: str) -> tuple[str, ...]:
        """Return the types that the edge u-v is known to take within the class, as seen from u."""
        return tuple(pattern for pattern in ("-->", "<--", "<->") if self._witness(u, pattern, v) is not None)

    def _witness(self, u: str, pattern: str, v: str) -> int | None:
        """Return the number of the first witness whose k-closure has ``u pattern v``."""
        return next((place for place, g in enumerate(self.closures) if g.has(u, pattern, v)), None)

    def _reason(self, u: str, pattern: str, v: str) -> str:
        if self.k == 0 and self.given is None:
            return self._reason_without_sets(u, pattern, v)
        wanted = (Edge(u, pattern, v), Edge(v, mirror(pattern), u))
        reason = next((entry.reason for entry in self.refuted if entry.edge in wanted), "conclusion")
        return _REASONS[reason].format("" if self.given is None else " or what is known beforehand")

    def _reason_without_sets(self, u: str, pattern: str, v: str) -> str:
        """Say why the closed form for k = 0 excludes a type."""
        if pattern == "<->":
            return f"no third variable could be above both {u} and {v}"
        above, below = (u, v) if pattern == "-->" else (v, u)
        number = self.closure.number
        closed = closed_neighbourhoods(self.closure.table.adjacency)
        other = never_above(closed, number(above), number(below))
        if other is None:
            return "it contradicts the adjacencies"
        return f"{self.closure.nodes[other]} is joined to {above} and not to {below}"

    def why(self, u: str, v: str) -> str:
        """Say in plain English why the edge u-v is what it is, or that there is none."""
        return "\n".join(self.reasons(u, v))

    def reasons(self, u: str, v: str) -> list[str]:
        """Return what `why` says, sentence by sentence: what the edge means, then what it never is."""
        edge = self.graph.edge(u, v)
        if edge is None:
            separable = f"some set of at most {self.k} variables separates them in every DAG"
            return [f"{u} and {v} are not adjacent: {separable}."]
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
        fitting = "" if self.given is None else " that fit what is known"
        sentence = f"in {'some' if len(found) > 1 else 'all'} DAGs of the class{fitting} {text} ({label})."
        open_types = [e for e in self.undecided if {e.u, e.v} == {u, v}]
        never = [
            f"Never {u} {pattern} {v}: {self._reason(u, pattern, v)}."
            for pattern in words
            if pattern not in found and not open_types
        ]
        return [f"{edge}: {sentence}", *never, *(f"Undecided: {e}." for e in open_types)]


_REASONS = {
    "conclusion": "it contradicts the adjacencies and unshielded colliders{}",
    "cover": "too few disjoint paths could cover it",
    "search": "every way to complete the graph fails",
}


def certify(nodes: tuple[str, ...], questions: EdgeQuestions) -> Certificate:
    """Write the answers down with names, and prove every no."""
    search = questions.search
    proof = prove(search, questions.refuted)
    # An answer that there was no time to prove counts as open.
    del questions.refuted[len(proof.refuted) :]
    undecided = questions.open_questions()
    questions.seen.add_types(undecided)
    closures = [MixedGraph.from_table(nodes, witness) for witness in questions.witnesses]

    def named(question: EdgeQuestion) -> Edge:
        return Edge(nodes[question.i], question.edge, nodes[question.j])

    def step(clause: Sequence[int]) -> Step:
        return tuple((*search.heads.ends[abs(literal) - 1], literal > 0) for literal in clause)

    return Certificate(
        graph=MixedGraph.from_table(nodes, questions.seen.table()),
        k=search.k,
        closure=closures[0],
        witnesses=tuple(
            MixedGraph.from_table(nodes, _fitting(table, search)) for table in questions.witnesses
        ),
        refuted=tuple(
            Refuted(named(entry.question), entry.reason, tuple(map(step, entry.steps)))
            for entry in proof.refuted
        ),
        undecided=tuple(map(named, undecided)),
        # By kind, as they are saved, so that a certificate read back is the same.
        lemmas=tuple(sorted(proof.lemmas, key=kind_of_lemma)),
        given=search.given,
    )


def _fitting(closure: MarkTable, search: ClassSearch) -> MarkTable:
    """Return a DAG with this k-closure that fits what is given."""
    return directed_part_table(closure) if search.given is None else search.given.fitting_dag(closure)

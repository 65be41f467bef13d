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
from sepset.sentences import ListedNumbers, Sentence, Sentences, ShownVariable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sepset.equivalence.essential.class_search import ClassSearch
    from sepset.equivalence.essential.given import Given
    from sepset.equivalence.essential.lemmas import Lemma
    from sepset.equivalence.essential.questions import EdgeQuestion, EdgeQuestions
    from sepset.graph.mark_table import MarkTable
    from sepset.sentences import Slot

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

    def _reason(self, a: ShownVariable, pattern: str, b: ShownVariable) -> Sentence:
        if self.k == 0 and self.given is None:
            return self._reason_without_sets(a, pattern, b)
        wanted = (Edge(a.name, pattern, b.name), Edge(b.name, mirror(pattern), a.name))
        reason = next((entry.reason for entry in self.refuted if entry.edge in wanted), "conclusion")
        words = _REASONS[reason]
        if reason == "conclusion" and self.given is not None:
            words += " or what is known beforehand"
        return Sentence(words, {"reason": reason})

    def _reason_without_sets(self, a: ShownVariable, pattern: str, b: ShownVariable) -> Sentence:
        """Say why the closed form for k = 0 excludes a type."""
        if pattern == "<->":
            return Sentence("no third variable could be above both {a} and {b}", {"a": a, "b": b})
        above, below = (a, b) if pattern == "-->" else (b, a)
        closed = closed_neighbourhoods(self.closure.table.adjacency)
        other = never_above(closed, self.closure.number(above.name), self.closure.number(below.name))
        if other is None:
            return Sentence("it contradicts the adjacencies", {})
        name = self.closure.nodes[other]
        joined = ShownVariable(self.graph.number(name), name)
        return Sentence("{c} is joined to {a} and not to {b}", {"c": joined, "a": above, "b": below})

    def why(self, u: str, v: str) -> str:
        """Say in plain English why the edge u-v is what it is, or that there is none."""
        return "\n".join(map(str, self.reasons(u, v)))

    def reasons(self, u: str, v: str) -> list[Sentence]:
        """Return what `why` says, sentence by sentence: what the edge means, then what it never is.

        The slot `answer` says which it is: "occurs", with the `types` that the edge takes and the numbers of
        their `witnesses`, from 1; "never", with the `reason`; "undecided"; or "apart".
        """
        a, b = (ShownVariable(self.graph.number(name), name) for name in (u, v))
        edge = self.graph.edge(u, v)
        if edge is None:
            words = (
                "{a} and {b} are not adjacent: some set of at most {k} variables separates them in every DAG."
            )
            return [Sentence(words, {"answer": "apart", "a": a, "b": b, "k": self.k})]
        places = {pattern: self._witness(u, pattern, v) for pattern in _TYPES}
        found = {pattern: place + 1 for pattern, place in places.items() if place is not None}
        undecided = [one for one in self.undecided if {one.u, one.v} == {u, v}]
        never = () if undecided else (pattern for pattern in _TYPES if pattern not in found)
        return [
            self._occurs(a, edge.pattern, b, found),
            *(self._never(a, pattern, b) for pattern in never),
            *(_undecided(*((a, b) if one.u == u else (b, a)), one.pattern) for one in undecided),
        ]

    def _occurs(self, a: ShownVariable, pattern: str, b: ShownVariable, found: Mapping[str, int]) -> Sentence:
        """Say which types the edge takes within the class; `found` has the number of a witness of each."""
        types = [
            Sentence(_TYPES[one], {"a": a, "b": b, "pattern": one, "witness": number})
            for one, number in found.items()
        ]
        share, label = ("all", "witness") if len(types) == 1 else ("some", "witnesses")
        fitting = "" if self.given is None else " that fit what is known"
        where = f"in {share} DAGs of the class{fitting} {{types:, in others }}"
        slots: dict[str, Slot] = {"answer": "occurs", "a": a, "b": b, "pattern": pattern}
        slots |= {"types": Sentences(types), "witnesses": ListedNumbers(found.values())}
        return Sentence(f"{{a}} {{pattern}} {{b}}: {where} ({label} {{witnesses: and }}).", slots)

    def _never(self, a: ShownVariable, pattern: str, b: ShownVariable) -> Sentence:
        slots: dict[str, Slot] = {"answer": "never", "a": a, "b": b, "pattern": pattern}
        return Sentence(
            "Never {a} {pattern} {b}: {reason}.", {**slots, "reason": self._reason(a, pattern, b)}
        )


def _undecided(a: ShownVariable, b: ShownVariable, pattern: str) -> Sentence:
    slots: dict[str, Slot] = {"answer": "undecided", "a": a, "b": b, "pattern": pattern}
    return Sentence("Undecided: {a} {pattern} {b}.", slots)


#: What each type of an edge means in a DAG.
_TYPES = {
    "-->": "{a} causes {b}",
    "<--": "{b} causes {a}",
    "<->": "neither {a} nor {b} causes the other",
}
_REASONS = {
    "conclusion": "it contradicts the adjacencies and unshielded colliders",
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

"""Knowledge in a learner: the tests it saves, the marks it puts, and what the data say against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError, OptionError
from sepset.graph.bits import members
from sepset.knowledge.drawing import draw, no_effects
from sepset.knowledge.statements import Knowledge
from sepset.orientation.evidence import triple
from sepset.skeleton.restriction import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.graph.mark_table import MarkTable
    from sepset.knowledge.known import KnownRelations
    from sepset.orientation.outcome import Conflict, Step
    from sepset.result.settings import Plain
    from sepset.skeleton.search import Skeleton
    from sepset.skeleton.separations import Separations

_SHOWN = 5


@dataclass(frozen=True)
class Beforehand:
    """Knowledge about the variables of one run."""

    knowledge: Knowledge
    known: KnownRelations
    restriction: Restriction
    #: pairs known to have no edge, of learners that aim at the DAG itself
    left_out: frozenset[frozenset[int]]
    #: raise an error where the data speak against it
    strict: bool
    #: the learner aims at the DAG itself
    direct: bool
    #: of the data, if there are any
    rows: int | None

    def settings(self, skeleton: Skeleton) -> dict[str, Plain]:
        """Return what is kept in a result: the statements, and how many tests they saved."""
        return {"knowledge": self.knowledge.to_dict(), "tests_skipped": sum(skeleton.tests_skipped.values())}

    def draw(self, table: MarkTable, votes: dict[tuple[int, int, int], bool | None]) -> list[Step]:
        """Put the marks that follow on a skeleton, and drop the pairs known to have no edge.

        They are tested like others, since their separating sets tell colliders. A pair that no set separates
        has none, so nobody knows about colliders between its ends: `votes` says so.
        """
        dropped = [tuple(sorted(pair)) for pair in self.left_out if table.adjacent(*pair)]
        for a, b in dropped:
            table.remove(a, b)
        for a, b in dropped:
            for c in members(table.adjacency[a] & table.adjacency[b]):
                votes[triple(a, c, b)] = None
        return draw(self.known, table, direct=self.direct)

    def notes(
        self, conflicts: Sequence[Conflict], drawn: Sequence[Step], found: Separations
    ) -> tuple[str, ...]:
        """Say where the data speak against knowledge, with p; with `strict` that is an error."""
        said = tuple(self._against(conflicts, drawn, found)) if drawn and len(conflicts) else ()
        if said and self.strict:
            raise KnowledgeError("the data speak against the knowledge: " + " ".join(said[:_SHOWN]))
        return said

    def _against(
        self, conflicts: Sequence[Conflict], drawn: Sequence[Step], found: Separations
    ) -> Iterator[str]:
        names, edges = self.known.names, {frozenset((step.a, step.b)) for step in drawn}
        for conflict in conflicts:
            ends = (conflict.because[0], conflict.because[-1])
            touched = [frozenset((conflict.a, conflict.b))]
            if conflict.kind == "collider":
                middle = conflict.because[1]
                touched = [frozenset((end, middle)) for end in ends]
            by_knowledge = [sorted(edge) for edge in touched if edge in edges]
            if conflict.kind == "contested" or not by_knowledge:
                continue
            a, b = by_knowledge[0]
            said = self.known.said_of(a, b) or "what follows from the statements"
            wanted = f"{names[conflict.a]} {conflict.wanted} {names[conflict.b]}"
            p = found.p_value(*ends)
            size = "" if self.rows is None else f", N = {self.rows}"
            separated = f"{names[ends[0]]} and {names[ends[1]]} are separated"
            strength = "" if p is None else f" ({separated}, p = {p:.3g}{size})"
            yield (
                f"Knowledge against data: {said} stays, although {conflict.rule} asks for {wanted}{strength}."
            )


def known_beforehand(
    knowledge: Knowledge | None, names: Sequence[str], *, strict: bool, direct: bool, rows: int | None
) -> Beforehand | None:
    """Check knowledge against the variables of a run."""
    if knowledge is None:
        if strict:
            raise OptionError("strict=True is about data that speak against knowledge; pass knowledge=, too")
        return None
    if not isinstance(knowledge, Knowledge):
        raise OptionError(f"knowledge is a sepset.Knowledge, got {knowledge!r}")
    known = knowledge.on(names)
    left_out = _without_edge(known) if direct else frozenset()
    return Beforehand(knowledge, known, Restriction(known), left_out, bool(strict), direct, rows)


def _without_edge(known: KnownRelations) -> frozenset[frozenset[int]]:
    """Return the pairs of which neither affects the other directly."""
    rows = no_effects(known, direct=True)
    both = ((a, b) for a in range(len(rows)) for b in members(rows[a]) if a < b and rows[b] >> a & 1)
    return frozenset(frozenset(pair) for pair in (*both, *((a, b) for a, b, _ in known.no_edge)))

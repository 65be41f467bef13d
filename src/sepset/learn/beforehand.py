"""Knowledge in a learner: the tests it saves, the marks it puts, and what the data say against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError
from sepset.graph.bits import members
from sepset.knowledge.drawing import apart, draw
from sepset.knowledge.statements import Knowledge, check_knowledge
from sepset.orientation.evidence import triple
from sepset.result.against import against_knowledge, against_sentence
from sepset.sentences import Note
from sepset.skeleton.restriction import Restriction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.graph.mark_table import MarkTable
    from sepset.knowledge.known import KnownRelations
    from sepset.orientation.outcome import Conflict, Step
    from sepset.result.data_summary import DataSummary
    from sepset.result.discovery import Orientation
    from sepset.skeleton.separations import Separations

_SHOWN = 5


@dataclass(frozen=True)
class Beforehand:
    """Knowledge about the variables of one run."""

    knowledge: Knowledge
    known: KnownRelations
    restriction: Restriction
    #: pairs known to have no edge, for learners that aim at the DAG itself
    left_out: frozenset[frozenset[int]]
    #: raise an error where the data contradict it
    strict: bool
    #: the learner aims at the DAG itself
    direct: bool
    #: where there are any
    data: DataSummary | None

    def draw(self, table: MarkTable, votes: dict[tuple[int, int, int], bool | None]) -> list[Step]:
        """Put the marks that follow from knowledge on a skeleton, and drop the pairs known to have no edge.

        They are tested like others, since their separating sets reveal colliders. A pair that no set
        separates has none, so colliders between its ends are unknown: `votes` says so.
        """
        dropped = [tuple(sorted(pair)) for pair in self.left_out if table.adjacent(*pair)]
        for a, b in dropped:
            table.remove(a, b)
        for a, b in dropped:
            for c in members(table.adjacency[a] & table.adjacency[b]):
                votes[triple(a, c, b)] = None
        return draw(self.known, table, direct=self.direct)

    def judged(self, oriented: Orientation, found: Separations, without: Sequence[Conflict]) -> Orientation:
        """Add where the data contradict knowledge, as data and in words; with `strict` that is an error.

        `without` has the conflicts of the same run without knowledge.
        """
        conflicts = oriented.conflicts
        against = against_knowledge(self.known, oriented.trace, conflicts, found, without)
        sentences = (against_sentence(one, self.known, conflicts, found, self.data) for one in against)
        said = tuple(Note("against_knowledge", sentence) for sentence in sentences)
        if said and self.strict:
            raise KnowledgeError("the data contradict the knowledge: " + " ".join(said[:_SHOWN]))
        return replace(oriented, against=against, notes=(*oriented.notes, *said))


def known_beforehand(
    knowledge: Knowledge, names: Sequence[str], *, strict: bool, direct: bool, data: DataSummary | None
) -> Beforehand:
    """Check knowledge against the variables of a run."""
    known = check_knowledge(knowledge).on(names)
    left_out = apart(known) if direct else frozenset()
    return Beforehand(knowledge, known, Restriction(known), left_out, strict, direct, data)

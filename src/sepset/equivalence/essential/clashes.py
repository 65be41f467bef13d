"""Why no DAG agrees with a pattern: the fewest decisions that cannot all hold.

A pattern is a list of decisions: which pairs no set of at most k variables separates, and which unshielded
triples are colliders. Decisions clash when no k-closure over the nodes satisfies all of them; a decision
about a triple counts only where the triple is unshielded. Up to 12 nodes a smallest set of decisions that
clash is looked for; with more, or where that takes too long, an irreducible one, from which none can be left
out (`sepset.equivalence.essential.smallest`).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> print(find_clash(MixedGraph.from_edges("a o-o b", "b o-o c"), 0))
These cannot all hold, and no smaller set of decisions clashes: b is no collider between a and c; a set of \
at most 0 variables separates a and c; no set of at most 0 variables separates a and b; no set of at most 0 \
variables separates b and c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.checks import check_size, check_time_limit
from sepset.equivalence.essential import smallest
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import Deadline
from sepset.equivalence.essential.core_guided import OutOfEffort
from sepset.equivalence.essential.decision_search import DecisionSearch
from sepset.equivalence.essential.decisions import KINDS, choices_of, renumbered
from sepset.errors import Advice, TimeLimitError
from sepset.graph.ancestry import require_graph
from sepset.sentences import Sentence, Sentences, ShownVariable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sepset.equivalence.essential.decisions import Choice
    from sepset.equivalence.essential.smallest import How
    from sepset.errors import MessagePart
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.sentences import Slot

#: With more nodes a smallest set is not looked for.
_MOST_NODES = 12
#: Questions on the way to a smallest set, and turns of the solver for all of them.
_QUESTIONS, _EFFORT = 400, 5000

_HOW: dict[How, str] = {
    "smallest": ", and no smaller set of decisions clashes",
    "irreducible": ", and none of them can be left out",
    "clashing": "",
}


_SAID = {
    "collider": "{c} is a collider between {a} and {b}",
    "no collider": "{c} is no collider between {a} and {b}",
    "apart": "a set of at most {k} variables separates {a} and {b}",
    "joined": "no set of at most {k} variables separates {a} and {b}",
}


class Decision(NamedTuple):
    """One decision of a pattern: a triple is a collider or not, or a pair is joined or apart."""

    kind: str  # "collider" | "no collider" | "apart" | "joined"
    nodes: tuple[str, ...]  # a, c, b for a triple; a, b for a pair
    k: int

    def sentence(self, nodes: Sequence[str]) -> Sentence:
        """Return the decision as a sentence about some of these nodes."""
        named = [ShownVariable(nodes.index(name), name) for name in self.nodes]
        a, b = named[0], named[-1]
        slots: dict[str, Slot] = {"decision": self.kind, "a": a, "b": b, "k": self.k}
        if len(named) > 2:
            slots["c"] = named[1]
        return Sentence(_SAID[self.kind], slots)

    def __str__(self) -> str:
        return str(self.sentence(self.nodes))


class Clash(NamedTuple):
    """Decisions that no DAG satisfies together.

    `how` says what is known of leaving some out: "smallest" (no smaller set of decisions clashes),
    "irreducible" (the others hold together without any one of them) or "clashing" (neither is known).
    """

    decisions: tuple[Decision, ...]
    how: How

    def sentence(self, nodes: Sequence[str]) -> Sentence:
        """Return the clash as a sentence about these nodes, with a sentence for each decision."""
        decisions = Sentences(one.sentence(nodes) for one in self.decisions)
        words = f"These cannot all hold{_HOW[self.how]}: {{decisions}}."
        return Sentence(words, {"how": self.how, "decisions": decisions})

    def __str__(self) -> str:
        return str(self.sentence([name for one in self.decisions for name in one.nodes]))


def find_clash(graph: MixedGraph, k: int, *, time_limit: float | None = None) -> Clash | None:
    """Return decisions of a pattern that contradict each other; None: some DAG agrees with all of them.

    Only adjacencies and unshielded colliders of the graph are read, as in `complete_pattern`.
    """
    require_graph(graph)
    k, limit = check_size("k", k), check_time_limit(time_limit)
    return clash_of(graph.nodes, list(choices_of(ClassPattern.of(graph.table))), k, time_limit=limit)


def clashing_decisions(graph: MixedGraph, k: int, *, time_limit: float | None = None) -> tuple[Decision, ...]:
    """Return the decisions of `find_clash`; none when some DAG agrees with all of them."""
    clash = find_clash(graph, k, time_limit=time_limit)
    return () if clash is None else clash.decisions


def clash_of(
    nodes: Sequence[str], choices: Iterable[Choice], k: int, *, time_limit: float | None = None
) -> Clash | None:
    """Return those of some decisions that contradict each other; None: some DAG agrees with all of them."""
    # The solver's choices depend on its numbers: nodes are numbered by name.
    ordered = sorted(nodes)
    place = [ordered.index(name) for name in nodes]
    renamed = sorted(renumbered(choice, place) for choice in choices)
    renamed.sort(key=lambda choice: KINDS.index(choice.kind))
    search = DecisionSearch(len(nodes), renamed, k, Deadline(time_limit), limit=_EFFORT)
    questions = _QUESTIONS if len(nodes) <= _MOST_NODES else 0
    try:
        found = smallest.find_clash(search, limit=questions)
    except OutOfEffort:
        raise TimeLimitError(*_not_settled(time_limit)) from None
    if found is None:
        return None
    named = (renamed[one] for one in found.members)
    decisions = (Decision(kind, tuple(ordered[i] for i in numbers), k) for kind, numbers in named)
    return Clash(tuple(decisions), found.how)


def _not_settled(time_limit: float | None) -> tuple[MessagePart, ...]:
    told = "no k-closure was found, and none was ruled out"
    if time_limit is None:
        return (f"{told}, within the effort that a search for clashing decisions may take",)
    return f"{told}, within {time_limit} s; raise ", Advice("time_limit")

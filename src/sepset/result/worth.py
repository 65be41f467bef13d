"""Which question to ask an expert next: what one more statement would settle.

For each edge with an open mark the statements about its ends are tried one by one: "a affects b", "a comes
before b" (a tier order), and each variable as a root. Each is added to what is known already, the rules run
again on the same separating sets (with ``complete=True``, the exact search), and the open marks that are
left are counted. Statements that the tests contradict are left out.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> from sepset.learn.kpc import kpc
>>> found = kpc(Oracle(MixedGraph.from_edges("a --> b", "b --> c", "c --> d")), k=1)
>>> best = value_of_knowledge(found)[0]
>>> print(best.statement, best.settles, best.question)
ancestor: a -> b 3 Does a affect b?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sepset.catalogue.choices import RULE_SETS
from sepset.catalogue.learners import LEARNERS, learner_called
from sepset.catalogue.records import load
from sepset.checks import came
from sepset.errors import KnowledgeError, OptionError, TimeLimitError
from sepset.graph.mixed_graph import MixedGraph
from sepset.knowledge.drawing import draw, forbid
from sepset.knowledge.statements import Knowledge
from sepset.lazily import Lazy
from sepset.orientation.engine import edges_without_room, orient
from sepset.orientation.loci_steps import PutArrowhead, orient_union
from sepset.orientation.outcome import LOCI_RULE
from sepset.result.impossible import impossible_edges
from sepset.sentences import Sentence, ShownVariable, variables
from sepset.skeleton.search_evidence import SearchEvidence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.equivalence.essential import k_essential
    from sepset.graph.edges import Edge
    from sepset.graph.mark_table import MarkTable
    from sepset.knowledge.known import KnownRelations
    from sepset.orientation.outcome import Conflict, Step
    from sepset.orientation.plans import Plan
    from sepset.result.discovery import Discovery
else:
    k_essential = Lazy("sepset.equivalence.essential.k_essential")  # for results with complete=True only

#: How many marks of an edge are open; the two ends of ``---`` are one question.
OPEN_MARKS = {"o-o": 2, "o->": 1, "<-o": 1, "---": 1, "--o": 1, "o--": 1}

#: With more open edges than this, running the rules again for each takes longer than readers wait.
MOST_EDGES = 60
#: The same of open edges times variables: the rules run on the whole graph.
_MOST_WORK = 2_500


@dataclass(frozen=True)
class Worth:
    """A statement that may hold, and what it would settle."""

    statement: Knowledge
    #: what to ask someone who knows the field; yes is the statement
    question: str
    #: the statement as a sentence; its slots are `statement`, the kind, and the variables
    sentence: Sentence
    #: how many open marks it settles
    settles: int
    #: the edges that it changes, as they would be
    edges: tuple[Edge, ...]

    @property
    def words(self) -> str:
        """The statement in English."""
        return str(self.sentence)


def value_of_knowledge(found: Discovery, *, time_limit: float | None = 10.0) -> tuple[Worth, ...]:
    """Return what single statements would settle, the most first; those that settle nothing are left out.

    `found` is a result of `kpc`, `pc`, `loci` or `anytime_fci`, also one that was loaded. `time_limit`, in
    seconds, is for each exact search of a result with ``complete=True``.
    """
    return _ranked(WithOneMore(found, time_limit))


def _ranked(asked: WithOneMore) -> tuple[Worth, ...]:
    worths = map(asked.worth, _candidates(asked.found.graph))
    known = [one for one in worths if one is not None and one.settles]
    return tuple(sorted(known, key=lambda one: (-one.settles, str(one.statement))))


def best_questions(found: Discovery) -> tuple[Worth, ...]:
    """Return what `value_of_knowledge` does, where that is quick: few open edges, no exact search."""
    quick = can_be_asked(found) and quick_to_ask(found.graph) and found.orientation().completion is None
    return _ranked(found.with_one_more) if quick else ()


def quick_to_ask(graph: MixedGraph, most_edges: int = MOST_EDGES) -> bool:
    """Say whether the open edges of a graph are so few that trying statements about each is quick."""
    number = sum(pattern in OPEN_MARKS for _, pattern, _ in graph.edges())
    return number <= most_edges and number * len(graph) <= _MOST_WORK


class _Candidate(NamedTuple):
    statement: Knowledge
    question: str
    sentence: Sentence


def _candidates(graph: MixedGraph) -> Iterator[_Candidate]:
    """Yield every statement that may settle something."""
    named = dict(zip(graph.nodes, variables(graph.nodes), strict=True))
    touched: dict[str, None] = {}
    for u, pattern, v in graph.edges():
        if pattern in OPEN_MARKS:
            touched |= dict.fromkeys((u, v))
            yield from _about(named[u], named[v])
    yield from (_root(named[name]) for name in touched)


def _about(a: ShownVariable, b: ShownVariable) -> Iterator[_Candidate]:
    """Yield the statements about one pair."""
    for x, y in ((a, b), (b, a)):
        said = Sentence("{a} affects {b}", {"statement": "ancestor", "a": x, "b": y})
        yield _Candidate(Knowledge(ancestor=((x.name, y.name),)), f"Does {x} affect {y}?", said)
        said = Sentence("{a} comes before {b}", {"statement": "tiers", "a": x, "b": y})
        yield _Candidate(Knowledge(tiers=((x.name,), (y.name,))), f"Does {x} come before {y}?", said)


def _root(one: ShownVariable) -> _Candidate:
    question = f"Is {one} affected by none of the others?"
    said = Sentence("none of the others affects {a}", {"statement": "roots", "a": one})
    return _Candidate(Knowledge(roots=(one.name,)), question, said)


def can_be_asked(found: Discovery) -> bool:
    """Say whether the rules of a result can run again on what it holds."""
    return learner_called(found.learner).word in LEARNERS


class WithOneMore:
    """One result, to be asked what it would be with one more statement; answers are kept."""

    def __init__(self, found: Discovery, time_limit: float | None = 10.0) -> None:
        # Duck-typed, since `Discovery` lies above this module.
        if not hasattr(found, "skeleton"):
            raise OptionError(f"found is the result of a learner, such as kpc(data); got {came(found)}")
        if not can_be_asked(found):
            known = ", ".join(learner.title for learner in LEARNERS.values())
            raise OptionError(
                f"what a statement is worth is known for results of {known}, not of {found.learner}"
            )
        self.found, self.time_limit = found, time_limit
        self._learner = learner_called(found.learner)
        self.before = found.knowledge or Knowledge()
        self._result = found.orientation()
        self._separations = found.skeleton.separations.at(found.k)
        self._plan = _plan_of(found)
        self._start = self._separations.skeleton()
        for a, b in _dropped(self._start, self._result.graph.table):
            self._start.remove(a, b)
        self._edges = tuple(found.graph.edges())
        self._conflicts = len(found.conflicts)
        self._answers: dict[Knowledge, Worth | None] = {}

    def that_settle(self, a: str, b: str) -> list[Worth]:
        """Return the statements about a and b, or one of them, that settle their edge, the best first."""
        one, other = (ShownVariable(self.found.graph.number(name), name) for name in (a, b))
        worths = map(self.worth, (*_about(one, other), _root(one), _root(other)))
        known = [one for one in worths if one is not None and any(_settles(edge, a, b) for edge in one.edges)]
        return sorted(known, key=lambda one: -one.settles)

    def worth(self, one: _Candidate) -> Worth | None:
        """Return what a statement would settle, or None when it cannot hold."""
        if one.statement not in self._answers:
            self._answers[one.statement] = self._try(one)
        return self._answers[one.statement]

    def _try(self, one: _Candidate) -> Worth | None:
        try:
            graph = self._with(_joined(self.before, one.statement))
        except (KnowledgeError, TimeLimitError):
            return None
        if graph is None:
            return None
        settles, edges = 0, []
        for u, before, v in self._edges:
            edge = graph.edge(u, v)
            if edge is not None and edge.pattern != before:
                settles += OPEN_MARKS.get(before, 0) - OPEN_MARKS.get(edge.pattern, 0)
                edges.append(edge)
        return Worth(*one, settles, tuple(edges))

    def _with(self, knowledge: Knowledge) -> MixedGraph | None:
        """Return the graph with knowledge, or None when the tests contradict it."""
        found, result = self.found, self._result
        known = knowledge.on(found.names)
        if result.completion is not None:
            closure = result.completion.certificate.closure
            exact = k_essential.complete_pattern(
                closure, found.k, knowledge=knowledge, time_limit=self.time_limit
            )
            return None if exact is None else exact.graph
        if self._learner.union:
            return self._union_with(known)
        start = self._start.copy()
        draw(known, start, direct=self._learner.direct_edges)
        evidence = SearchEvidence(self._separations, start, found.k, dict(result.votes))
        oriented = orient(start, evidence, self._plan)
        starved = edges_without_room(oriented.table, evidence) if self._learner.k_closures else []
        broken = [*starved, *impossible_edges(oriented.table, self._learner)]
        if len(oriented.conflicts) + len(broken) > self._conflicts:
            return None
        return MixedGraph.from_table(found.names, oriented.table)

    def _union_with(self, known: KnownRelations) -> MixedGraph | None:
        """Run LOCI's steps after its tests again; the trace has the arrowheads that they give reason for."""
        table = self._separations.skeleton()
        draw(known, table)
        tested: list[Step | Conflict] = [*self._result.trace, *self._result.conflicts]
        arrowheads = [PutArrowhead(one.a, one.b, one.because) for one in tested if one.rule == LOCI_RULE]
        oriented = orient_union(
            table,
            arrowheads,
            self._plan,
            lambda start: SearchEvidence(self._separations, start, self.found.k),
        )
        if len(oriented.conflicts) > self._conflicts:
            return None
        forbid(known, oriented.table)
        return MixedGraph.from_table(self.found.names, oriented.table)


def _settles(edge: Edge, a: str, b: str) -> bool:
    return {edge.u, edge.v} == {a, b} and edge.pattern not in OPEN_MARKS


def _dropped(start: MarkTable, drawn: MarkTable) -> list[tuple[int, int]]:
    """Return the pairs whose edge was left out because of what is known beforehand."""
    return [(a, b) for a, _, b in start.edges() if not drawn.adjacent(a, b)]


def _plan_of(found: Discovery) -> Plan:
    """Return the rules that a result was made with; a user's own plan is replaced by the standard one."""
    learner, rules = learner_called(found.learner), found.settings.rules or ""
    own = RULE_SETS[rules if rules in RULE_SETS else learner.rules[0]].plan
    plan: Plan = load(learner.plan_with_knowledge or own)
    return plan


def _joined(before: Knowledge, statement: Knowledge) -> Knowledge:
    """Return both; "x before y" beside tiers of other variables is the same as "y does not affect x"."""
    if before == Knowledge():
        return statement
    if before.tiers and statement.tiers:
        (x,), (y,) = statement.tiers
        statement = Knowledge(not_ancestor=((y, x),))
    return before | statement

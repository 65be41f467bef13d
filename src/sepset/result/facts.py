"""What is known about a pair of variables, as data: the one source of `explain`, of the page and of its JSON.

Each `Fact` has a kind, a sentence with typed slots, and a part. Parts come in this order: the `summary` says
in a few words what was found; the `evidence` says which tests it rests on and which disagree; the `details`
name the rules.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> from sepset.learn.kpc import kpc
>>> found = kpc(Oracle(MixedGraph.from_edges("a --> c", "b --> c")), k=0)
>>> first, *_, last = found.facts("a", "c")
>>> first.part, first.kind, str(first), first["status"]
('summary', 'edge', 'a influences c.', 'settled')
>>> last.part, last.kind, last["rule"], str(last["a"]), last["after"], str(last["b"])
('details', 'step', 'R11', 'a', '-->', 'c')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from sepset.catalogue.choices import SEARCHES
from sepset.catalogue.learners import learner_called
from sepset.graph.names import check_two
from sepset.knowledge.drawing import RULE as KNOWLEDGE
from sepset.knowledge.drawing import apart
from sepset.orientation.explain import WHOLE, conflict_sentence, conflict_slots, step_sentence
from sepset.result.against import against_sentence
from sepset.result.disputes import disputes
from sepset.result.overruled import overruled_sentence
from sepset.result.weak import weak_pairs, weak_sentence
from sepset.result.worth import MOST_EDGES, OPEN_MARKS, can_be_asked, quick_to_ask
from sepset.sentences import NameSet, Sentence, Sentences, plain_slots, variables
from sepset.skeleton.search_evidence import SearchEvidence
from sepset.status import WEAK, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.orientation.engine import Step
    from sepset.result.discovery import Discovery
    from sepset.result.worth import WithOneMore
    from sepset.sentences import ShownVariable, Slot

FactPart = Literal["summary", "evidence", "details"]
FactKind = Literal[
    "edge",
    "separated",
    "dropped",
    "left_out",
    "known_apart",
    "meaning",
    "kept",
    "weak",
    "separated_later",
    "conflict",
    "ambiguous",
    "against_knowledge",
    "would_settle",
    "overruled",
    "note",
    "step",
    "refused",
    "exact",
    "no_rule",
    # of a posterior
    "sure",
    "possibility",
    "support",
    "precision",
    "agreement",
    "disagreement",
]
_PARTS: dict[FactKind, FactPart] = {
    "edge": "summary",
    "separated": "summary",
    "dropped": "summary",
    "left_out": "summary",
    "sure": "summary",
    "known_apart": "summary",
    "step": "details",
    "refused": "details",
    "exact": "details",
    "no_rule": "details",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known about a pair: its kind, and the sentence that says it.

    ``fact["p"]`` is what fills a slot; ``fact.slots`` has them all; ``str(fact)`` is the sentence as text.
    """

    kind: FactKind
    sentence: Sentence

    @property
    def part(self) -> FactPart:
        """Whether the fact belongs to the summary, the evidence or the details."""
        return _PARTS.get(self.kind, "evidence")

    @property
    def slots(self) -> dict[str, Slot]:
        """Everything in the slots of the sentence, by name."""
        return dict(self.sentence.slots)

    def __getitem__(self, slot: str) -> Slot:
        return self.sentence[slot]

    def __str__(self) -> str:
        return str(self.sentence)

    def to_json(self) -> dict[str, object]:
        """Return the fact as JSON can hold it: kind, part, text, and the slots by name.

        Variables are their names; a sentence in a slot is an object with its own ``text`` and ``slots``.
        """
        slots = plain_slots(self.sentence)
        return {"kind": self.kind, "part": self.part, "text": str(self), "slots": slots}


#: With more open edges than this, nothing is asked of results of the exact search, which runs again for each
#: statement.
_MOST_EDGES_EXACTLY = 12
_ANSWERS_SHOWN = 2


class Alike(NamedTuple):
    """What edges have in common of which the same is said."""

    pattern: str
    conflicts: int
    overruled: bool
    weak: bool
    rows: int | None


class Facts:
    """The result for one bound, ready to be asked about many pairs."""

    def __init__(self, found: Discovery, k: int | None = None) -> None:
        self.found = found
        self.k = found.k if k is None else k
        self.result = found.orientation(self.k)  # which checks k
        #: whether this is the result of the whole run: from some bound on a larger one changes nothing
        self.whole = self.k >= found.last_bound
        self.variables = variables(found.names)
        self.learner = learner_called(found.learner)
        separations = found.skeleton.separations.at(self.k)
        self.evidence = SearchEvidence(separations, separations.skeleton(), self.k, self.result.votes)
        self.steps: dict[frozenset[int], list[Step]] = {}
        for step in self.result.trace:
            self.steps.setdefault(frozenset((step.a, step.b)), []).append(step)
        self.disputes = disputes(self.result)
        self.separations = separations
        self.relations = None if found.knowledge is None else found.knowledge.on(found.names)
        direct = self.relations is not None and self.learner.direct_edges
        self.known_apart = apart(self.relations) if direct and self.relations is not None else frozenset()

    @cached_property
    def asked(self) -> WithOneMore | None:
        """What statements would settle, where that is quick to find out."""
        most = MOST_EDGES if self.result.completion is None else _MOST_EDGES_EXACTLY
        quick = self.whole and quick_to_ask(self.result.graph, most)
        return self.found.with_one_more if quick and can_be_asked(self.found) else None

    @cached_property
    def weak(self) -> frozenset[frozenset[int]]:
        """The edges that may be chance; only the graph of the whole run has a p for each."""
        return weak_pairs(self.found) if self.whole else frozenset()

    def about(self, a: str, b: str) -> tuple[Fact, ...]:
        """Return what is known about a and b: summary, evidence, details."""
        first, second = self.result.graph.numbers((a, b))
        check_two(a, b, "variables")
        return self.between(first, second)

    def alike(self, a: int, b: int) -> Alike:
        """Return what `shared` depends on."""
        about = _About(self, a, b)
        gaps = self.found.data is not None and self.found.data.gaps is not None
        rows = self.found.rows_used(about.a.name, about.b.name) if gaps else None
        pattern = self.result.graph.table.pattern(a, b)
        conflicts, weak = self.disputes.number(about.pair), about.pair in self.weak
        return Alike(pattern, conflicts, about.overruled_itself(), weak, rows)

    def shared(self, a: int, b: int) -> tuple[Fact, ...]:
        """Return what is said alike, but for the names, of every edge that is `alike`."""
        return tuple(_About(self, a, b).shared(self.result.graph.table.pattern(a, b)))

    def own(self, a: int, b: int) -> tuple[Fact, ...]:
        """Return what is said of this edge alone; it comes after what is shared."""
        return tuple(_About(self, a, b).own(self.result.graph.table.pattern(a, b)))

    def between(self, a: int, b: int) -> tuple[Fact, ...]:
        """Return what is known about two different variables by their numbers."""
        table, about = self.result.graph.table, _About(self, a, b)
        return tuple(about.adjacent(table.pattern(a, b)) if table.adjacent(a, b) else about.apart())


class _About:
    """One pair of variables in one result."""

    def __init__(self, known: Facts, a: int, b: int) -> None:
        self.known, self.found, self.k, self.learner = known, known.found, known.k, known.learner
        self.a, self.b = known.variables[a], known.variables[b]
        self.pair = frozenset((a, b))

    def apart(self) -> Iterator[Fact]:
        """Say why there is no edge."""
        given = self._separator()
        if self.overruled_itself():
            yield self._fact("left_out", "{a} and {b} are not adjacent in the nearest class of DAGs.")
            yield from self._disputes()
            return
        if given is not None and len(given) <= self.k:
            yield separated(self.a, self.b, NameSet(given), self._tested(self._p()))
            yield from self._disputes()
            yield from self._refused()
            return
        yield self._dropped()
        yield self._kept()
        yield from self._separated_later(given)
        yield from self._disputes()
        yield from self._steps()
        yield from self._refused()

    def _dropped(self) -> Fact:
        """Say why a pair that no set separates has no edge."""
        relations = self.known.relations
        if relations is not None and self.pair in self.known.known_apart:
            said = relations.said_of(self.a.number, self.b.number)
            words = (
                "{a} and {b} are not adjacent: it is known that neither affects the other directly ({said})."
            )
            return self._fact("known_apart", words, said=said)
        words = "{a} and {b} are not adjacent: {learner} drops an edge with arrowheads at both ends."
        return self._fact("dropped", words, learner=self.found.learner)

    def adjacent(self, pattern: str) -> Iterator[Fact]:
        """Say what the edge means and how each of its marks came about."""
        yield from self.shared(pattern)
        yield from self.own(pattern)

    def shared(self, pattern: str) -> Iterator[Fact]:
        """Say what the edge means, and why it is there."""
        yield self._edge(pattern)
        words = f"{{a}} {{pattern}} {{b}}: {self.learner.in_full(pattern)}."
        yield self._fact("meaning", words, pattern=pattern, learner=self.found.learner)
        if not self.overruled_itself():
            yield self._kept()

    def own(self, pattern: str) -> Iterator[Fact]:
        """Say what speaks against the edge, what would settle it, and how its marks came about."""
        if not self.overruled_itself():
            if self.pair in self.known.weak:
                yield Fact("weak", weak_sentence(self.found, self.a, self.b))
            yield from self._separated_later(self._separator())
        yield from self._disputes()
        yield from self._would_settle(pattern)
        for note in self.known.result.notes:
            yield Fact("note", Sentence("Note: {note}", {"about": note.kind, "note": note.sentence}))
        details = [*self._steps(), *self._refused(), *self._exact()]
        yield from details or [self._fact("no_rule", "No rule settles a mark of this edge.")]

    def _would_settle(self, pattern: str) -> Iterator[Fact]:
        """Say which statements would settle an open edge: what to ask someone who knows the field."""
        asked = self.known.asked if pattern in OPEN_MARKS else None
        if asked is None or self.known.disputes.number(self.pair):
            return
        answers = [one.sentence for one in asked.that_settle(self.a.name, self.b.name)]
        if answers:
            words = "What would settle this: to know that {said:, or that }."
            yield self._fact("would_settle", words, said=Sentences(answers[:_ANSWERS_SHOWN]))

    def _fact(self, kind: FactKind, words: str, **slots: Slot) -> Fact:
        return Fact(kind, Sentence(words, {"a": self.a, "b": self.b, **slots}))

    def _edge(self, pattern: str) -> Fact:
        plain = self.learner.in_short(pattern)
        number = self.known.disputes.number(self.pair)
        status = status_of(pattern, contradicted=number > 0)
        weak = self.pair in self.known.weak
        if number:
            places = "place" if number == 1 else "places"
            words = f"Contradicted: as drawn, {plain}; the tests disagree in {{conflicts}} {places}."
        elif weak:
            words = f"{WEAK.capitalize()}: as drawn, {plain}; the link itself may be chance."
        else:
            # A name keeps its letters, a word gets a capital.
            words = f"{plain if plain.startswith('{') else plain[0].upper() + plain[1:]}."
        return self._fact("edge", words, pattern=pattern, status=status, conflicts=number, weak=weak)

    def _separator(self) -> list[ShownVariable] | None:
        given = self.found.skeleton.separations.given(self.a.number, self.b.number)
        return None if given is None else [self.known.variables[c] for c in given]

    def _kept(self) -> Fact:
        """Say that the pair has no separating set within the bound."""
        search = self.found.skeleton.search
        sample = self._tested(self._alpha())
        any_size = self.known.whole and self.found.settings.any_size
        record = SEARCHES[search]
        words = record.statement_of_any_size() if any_size else record.statement("{k}", self.k)
        words = f"{words[0].upper()}{words[1:]}{_brackets(sample)}."
        return self._fact("kept", words, k=self.k, search=search, **sample)

    def _separated_later(self, given: Sequence[ShownVariable] | None) -> Iterator[Fact]:
        """Say that the pair has a larger separating set, if it has."""
        if given is not None and len(given) > self.k:
            sample = self._tested(self._p())
            how = f"But they are independent given {{given}}{_brackets(sample)}"
            words = f"{how}: from k = {{k}} on they are not adjacent."
            yield self._fact("separated_later", words, given=NameSet(given), k=len(given), **sample)

    def _tested(self, level: dict[str, Slot]) -> dict[str, Slot]:
        return tested(self.found, level, self.found.rows_used(self.a.name, self.b.name))

    def _p(self) -> dict[str, Slot]:
        p = self.found.skeleton.separations.p_value(self.a.number, self.b.number)
        return {} if p is None else {"p": p}

    def _alpha(self) -> dict[str, Slot]:
        alpha = self.found.settings.alpha
        return {} if alpha is None else {"alpha": alpha}

    def _steps(self) -> Iterator[Fact]:
        for step in self.known.steps.get(self.pair, ()):
            known = self.known.relations if step.rule == KNOWLEDGE else None
            said = None if known is None else known.said_of(step.a, step.b)
            yield Fact("step", step_sentence(step, self.known.variables, self.known.evidence, said))

    def _disputes(self) -> Iterator[Fact]:
        """Say which tests disagree with what is drawn, without the names of rules."""
        for conflict in self.known.disputes.conflicts.get(self.pair, ()):
            slots = conflict_slots(conflict, self.known.variables)
            words = "the tests on {because} ask for {a} {wanted} {b}, where the graph had {a} {drawn} {b}."
            yield Fact("conflict", Sentence(f"Conflict: {WHOLE.get(conflict.kind, words)}", slots))
        for triple in self.known.disputes.ambiguous.get(self.pair, ()):
            words = (
                "Conflict: {end} *-> {middle} <-* {other} is drawn as a collider, although the tests on "
                "{end} and {other} are divided about it."
            )
            end, middle, other = (self.known.variables[i] for i in triple)
            yield Fact("ambiguous", Sentence(words, {"end": end, "middle": middle, "other": other}))
        yield from self._against_knowledge()
        for broken in self.known.disputes.overruled.get(self.pair, ()):
            yield Fact("overruled", overruled_sentence(broken, self.known.variables))

    def overruled_itself(self) -> bool:
        """Say whether what the tests decided about the pair was overruled."""
        return any(len(one.nodes) == 2 for one in self.known.disputes.overruled.get(self.pair, ()))

    def _against_knowledge(self) -> Iterator[Fact]:
        known, relations = self.known, self.known.relations
        for one in known.disputes.known.get(self.pair, ()):
            if relations is not None:
                args = (relations, known.result.conflicts, known.separations, self.found.data)
                yield Fact("against_knowledge", against_sentence(one, *args))

    def _refused(self) -> Iterator[Fact]:
        """Say which rules asked for what the graph does not have."""
        for conflict in self.known.disputes.conflicts.get(self.pair, ()):
            if conflict.kind not in WHOLE:
                yield Fact("refused", conflict_sentence(conflict, self.known.variables))

    def _exact(self) -> Iterator[Fact]:
        completion = self.known.result.completion
        if completion is not None:
            first, *others = completion.certificate.reasons(self.a.name, self.b.name)
            yield Fact("exact", Sentence(f"By exact search, {first.template}", first.slots))
            yield from (Fact("exact", one) for one in others)


def tested(found: Discovery, level: dict[str, Slot], rows: int | None) -> dict[str, Slot]:
    """Return p or alpha together with the number of rows; an oracle has none of them."""
    if found.settings.is_oracle:
        return {}
    return level if rows is None else {**level, "rows": rows}


def separated(a: ShownVariable, b: ShownVariable, given: NameSet, sample: dict[str, Slot]) -> Fact:
    """Return that two variables are independent given a set, with p and rows where they are known."""
    how = "given {given}" if given else "without conditioning on anything"
    words = f"{{a}} and {{b}} are not adjacent: they are independent {how}{_brackets(sample)}."
    return Fact("separated", Sentence(words, {"a": a, "b": b, "given": given, **sample}))


def _brackets(sample: dict[str, Slot]) -> str:
    forms = {"p": "p = {p:.3g}", "alpha": "at alpha = {alpha:.3g}", "rows": "N = {rows:,}"}
    known = ", ".join(forms[name] for name in sample)
    return f" ({known})" if known else ""

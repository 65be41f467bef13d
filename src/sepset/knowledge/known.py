"""Knowledge about given variables: who cannot be an ancestor of whom, and who is one.

All statements come down to statements about pairs: "a is an ancestor of b", "a is not an ancestor of b", and
statements about direct effects. What follows by transitivity is added: if a is an ancestor of c but not of b,
then c is not one of b; if c is an ancestor of b and a is not, then a is not an ancestor of c.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.given import Given
from sepset.errors import KnowledgeError, did_you_mean
from sepset.graph.bits import members, reachable
from sepset.knowledge.clashes import refuse_clashes, shortest_chains
from sepset.sentences import Sentence, Sentences, ShownVariable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.knowledge.statements import Knowledge
    from sepset.sentences import Slot

#: Statements about one variable and all others.
_ENDS = ("roots", "sinks")


class PairStatement(NamedTuple):
    """One statement about the pair a, b of some variables and, if it was read, where."""

    a: int
    b: int
    kind: str
    names: tuple[str, ...]
    place: str = ""
    #: the line that it is part of, if it is not all of it
    line: str = ""
    #: of an order: the tiers of a and b, from 1
    tiers: tuple[int, int] | None = None

    @property
    def sentence(self) -> Sentence:
        """The statement; `statement` is its kind, and the variables are those that it names."""
        a, b = (ShownVariable(number, self.names[number]) for number in (self.a, self.b))
        slots: dict[str, Slot] = {"statement": self.kind}
        if self.tiers is not None:
            later, earlier = self.tiers
            where = "tiers {earlier} and {later}" if later > earlier else "tier {later}"
            slots |= {"a": a, "b": b, "earlier": earlier, "later": later}
            return Sentence(f"{{b}} and {{a}} are in {where}", slots)
        if self.kind in _ENDS:
            return Sentence(f"{self.kind}: {{a}}", {**slots, "a": b if self.kind == "roots" else a})
        words = f"{self.kind.replace('_', ' ')}: {{a}} {'--' if self.kind == 'no_edge' else '->'} {{b}}"
        return Sentence(words, {**slots, "a": a, "b": b})

    @property
    def said(self) -> str:
        """The words of the statement."""
        return str(self.sentence)

    @property
    def stated(self) -> str:
        """The statement in the text form."""
        return self.line or self.said

    @property
    def stated_at(self) -> str:
        """The same, after the place where it was read."""
        return f"{self.place}: {self.stated}" if self.place else self.stated

    @property
    def cited(self) -> str:
        """The words, after the place where they were read."""
        return f"{self.place}: {self.said}" if self.place else self.said


class KnownRelations:
    """What some statements say about given variables, by number.

    >>> from sepset.knowledge.statements import Knowledge
    >>> known = Knowledge(tiers=[["a"], ["b", "c"]], ancestor=[("b", "c")]).on(("a", "b", "c"))
    >>> [list(members(known.not_ancestor[i])) for i in range(3)]
    [[], [0], [0, 1]]
    >>> list(members(known.ancestor[1]))
    [2]
    """

    def __init__(self, knowledge: Knowledge, names: tuple[str, ...], *, whole: bool = True) -> None:
        self.names = names
        self._knowledge, self._whole = knowledge, whole
        self._number = {name: i for i, name in enumerate(names)}
        self.tier = self._tiers()
        self.affects = list(self._pairs("ancestor"))
        self.required = list(self._pairs("required"))
        self.forbidden = list(self._pairs("forbidden"))
        self.no_edge = list(self._pairs("no_edge"))
        self.affects_not = [*self._pairs("not_ancestor"), *self._ends(), *self._across_tiers()]
        refuse_clashes(self, whole=whole)

    def said_of(self, a: int, b: int) -> Sentences:
        """Return the statements behind the marks of an edge: its own, or those they follow from."""
        statements = (*self.required, *self.affects, *self.affects_not, *self.forbidden, *self.no_edge)
        own = [one for one in statements if {one.a, one.b} == {a, b}]
        return Sentences(dict.fromkeys(one.sentence for one in own or self._sources(a, b)))

    def _sources(self, a: int, b: int) -> list[PairStatement]:
        """Return statements from which "a affects b", or "one does not affect the other", follows."""
        chains = self._chains
        for x, y in ((a, b), (b, a)):
            if (x, y) in chains:
                return list(chains[x, y])
            for one in self.affects_not:
                before, after = chains.get((one.a, x), ()), chains.get((y, one.b), ())
                if (before or one.a == x) and (after or one.b == y):
                    return [*before, one, *after]
        return []

    @cached_property
    def _chains(self) -> dict[tuple[int, int], tuple[PairStatement, ...]]:
        return shortest_chains((*self.affects, *self.required))

    @cached_property
    def ancestor(self) -> list[int]:
        """ancestor[a]: every b that a is known to affect."""
        onward = [0] * len(self.names)
        for a, b, *_ in (*self.affects, *self.required):
            onward[a] |= 1 << b
        return [reachable(row, onward) for row in onward]

    @cached_property
    def not_ancestor(self) -> list[int]:
        """not_ancestor[a]: every b that a is known not to affect."""
        n = len(self.names)
        rows = [0] * n
        for a, b, *_ in self.affects_not:
            rows[a] |= 1 << b
        above = [0] * n
        for a in range(n):
            for b in members(self.ancestor[a]):
                above[b] |= 1 << a
                rows[b] |= 1 << a
        known = list(rows)
        for a in range(n):
            for b in members(rows[a]):
                # No descendant of a affects b or what affects b.
                refused = above[b] | 1 << b
                for c in (a, *members(self.ancestor[a])):
                    known[c] |= refused & ~(1 << c)
        return known

    @cached_property
    def given(self) -> Given:
        """The same as rows of bits, for searches over DAGs: ancestors and edges, known or excluded."""
        parent, never = [0] * len(self.names), list(self.not_ancestor)
        for one in self.required:
            parent[one.a] |= 1 << one.b
        for one in (*self.forbidden, *self.no_edge):
            never[one.a] |= 1 << one.b
        for one in self.no_edge:
            never[one.b] |= 1 << one.a
        return Given(tuple(self.ancestor), tuple(self.not_ancestor), tuple(parent), tuple(never))

    @cached_property
    def direct(self) -> frozenset[frozenset[int]]:
        """The pairs that are adjacent in the DAG, so that no set separates them."""
        return frozenset(frozenset((a, b)) for a, b, *_ in self.required)

    def _tiers(self) -> list[int | None]:
        tier: list[int | None] = [None] * len(self.names)
        for number, words in enumerate(self._knowledge.tiers):
            for i in self._all_of("tiers", words):
                if tier[i] not in (None, number):
                    first = int(tier[i] or 0) + 1
                    raise KnowledgeError(f"{self.names[i]!r} is in tier {first} and in tier {number + 1}")
                tier[i] = number
        return tier

    def _across_tiers(self) -> Iterator[PairStatement]:
        within = self._knowledge.effects_within_tiers
        placed = [(i, t) for i, t in enumerate(self.tier) if t is not None]
        order = "; ".join(self._knowledge.tier_lines())
        for a, later in placed:
            for b, earlier in placed:
                if a != b and (later > earlier or (later == earlier and not within)):
                    tiers = (later + 1, earlier + 1)
                    yield PairStatement(a, b, "tiers", self.names, line=order, tiers=tiers)

    def _ends(self) -> Iterator[PairStatement]:
        everything = range(len(self.names))
        for root in self._all_of("roots", self._knowledge.roots):
            yield from (self._end("roots", a, root, root) for a in everything if a != root)
        for sink in self._all_of("sinks", self._knowledge.sinks):
            yield from (self._end("sinks", sink, b, sink) for b in everything if b != sink)

    def _end(self, kind: str, a: int, b: int, end: int) -> PairStatement:
        return PairStatement(a, b, kind, self.names, self._place(kind, self.names[end]))

    def _pairs(self, kind: str) -> Iterator[PairStatement]:
        for one, other in getattr(self._knowledge, kind):
            place = self._place(kind, one, other)
            left, right = self._fitting(one, place), self._fitting(other, place)
            pairs = [(a, b) for a in left for b in right if a != b]
            if not pairs and self._whole:
                told = f"{kind} has ({one!r}, {other!r}), which fits no two variables"
                raise KnowledgeError(f"{place}: {told}" if place else told)
            for a, b in pairs:
                yield PairStatement(a, b, kind, self.names, place)

    def _place(self, kind: str, *words: str) -> str:
        """Return where a statement was read, if it was."""
        return self._knowledge.places.get((kind, *words), "")

    def _all_of(self, kind: str, words: tuple[str, ...]) -> list[int]:
        fitting = (self._fitting(word, self._place(kind, word)) for word in words)
        return list(dict.fromkeys(i for found in fitting for i in found))

    def _fitting(self, word: str, place: str) -> list[int]:
        """Return the variables that a word stands for: the one of that name, or all that fit the pattern."""
        if word in self._number:
            return [self._number[word]]
        found = [i for i, name in enumerate(self.names) if fnmatchcase(name, word)] if _may_fit(word) else []
        if found or not self._whole:
            return found
        hint = did_you_mean(word, self.names)
        what = "no variable fits" if _may_fit(word) else "there is no variable"
        raise KnowledgeError(f"{place + ': ' if place else ''}{what} {word!r}{hint}")


def _may_fit(word: str) -> bool:
    return "*" in word or "?" in word

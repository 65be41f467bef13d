"""Knowledge about given variables: who cannot be an ancestor of whom, and who is one.

All statements come down to some about pairs: "a is an ancestor of b", "a is no ancestor of b", and
statements about direct effects. What follows by transitivity is added: if a is an ancestor of c and none of
b, then c is none of b; if c is an ancestor of b and a none of b, then a is none of c.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sepset.errors import KnowledgeError, nearest
from sepset.graph.bits import members, reachable
from sepset.knowledge.clashes import refuse_clashes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.knowledge.statements import Knowledge


class Statement(NamedTuple):
    """One statement about the pair a, b, with the words that say it."""

    a: int
    b: int
    said: str


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
        self.affects = list(self._pairs("ancestor", "->"))
        self.required = list(self._pairs("required", "->"))
        self.forbidden = list(self._pairs("forbidden", "->"))
        self.no_edge = list(self._pairs("no_edge", "--"))
        self.affects_not = [*self._pairs("not_ancestor", "->"), *self._ends(), *self._across_tiers()]
        refuse_clashes(self, whole=whole)

    def said_of(self, a: int, b: int) -> str:
        """Return the statements that speak of a pair, as text; empty where they only follow from others."""
        statements = (*self.required, *self.affects, *self.affects_not, *self.forbidden, *self.no_edge)
        return "; ".join(dict.fromkeys(one.said for one in statements if {one.a, one.b} == {a, b}))

    @cached_property
    def ancestor(self) -> list[int]:
        """ancestor[a]: every b that a is known to affect."""
        onward = [0] * len(self.names)
        for a, b, _ in (*self.affects, *self.required):
            onward[a] |= 1 << b
        return [reachable(row, onward) for row in onward]

    @cached_property
    def not_ancestor(self) -> list[int]:
        """not_ancestor[a]: every b that a is known not to affect."""
        n = len(self.names)
        rows = [0] * n
        for a, b, _ in self.affects_not:
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
    def direct(self) -> frozenset[frozenset[int]]:
        """The pairs that are adjacent in the DAG, so that no set separates them."""
        return frozenset(frozenset((a, b)) for a, b, _ in self.required)

    def _tiers(self) -> list[int | None]:
        tier: list[int | None] = [None] * len(self.names)
        for number, words in enumerate(self._knowledge.tiers):
            for i in self._all_of(words):
                if tier[i] not in (None, number):
                    first = int(tier[i] or 0) + 1
                    raise KnowledgeError(f"{self.names[i]!r} is in tier {first} and in tier {number + 1}")
                tier[i] = number
        return tier

    def _across_tiers(self) -> Iterator[Statement]:
        within = self._knowledge.effects_within_tiers
        placed = [(i, t) for i, t in enumerate(self.tier) if t is not None]
        for a, later in placed:
            for b, earlier in placed:
                if a != b and (later > earlier or (later == earlier and not within)):
                    apart = f"tiers {earlier + 1} and {later + 1}"
                    where = apart if later > earlier else f"tier {later + 1}"
                    yield Statement(a, b, f"{self.names[b]} and {self.names[a]} are in {where}")

    def _ends(self) -> Iterator[Statement]:
        everything = range(len(self.names))
        for root in self._all_of(self._knowledge.roots):
            yield from (Statement(a, root, f"roots: {self.names[root]}") for a in everything if a != root)
        for sink in self._all_of(self._knowledge.sinks):
            yield from (Statement(sink, b, f"sinks: {self.names[sink]}") for b in everything if b != sink)

    def _pairs(self, kind: str, arrow: str) -> Iterator[Statement]:
        for one, other in getattr(self._knowledge, kind):
            pairs = [(a, b) for a in self._fitting(one) for b in self._fitting(other) if a != b]
            if not pairs and self._whole:
                raise KnowledgeError(f"{kind} has ({one!r}, {other!r}), which fits no two variables")
            for a, b in pairs:
                yield Statement(a, b, f"{kind.replace('_', ' ')}: {self.names[a]} {arrow} {self.names[b]}")

    def _all_of(self, words: tuple[str, ...]) -> list[int]:
        return list(dict.fromkeys(i for word in words for i in self._fitting(word)))

    def _fitting(self, word: str) -> list[int]:
        """Return the variables that a word stands for: the one of that name, or all that fit the pattern."""
        if word in self._number:
            return [self._number[word]]
        found = [i for i, name in enumerate(self.names) if fnmatchcase(name, word)] if _may_fit(word) else []
        if found or not self._whole:
            return found
        close = nearest(word, self.names)
        hint = f"; did you mean {close!r}?" if close else ""
        what = "no variable fits" if _may_fit(word) else "there is no variable"
        raise KnowledgeError(f"{what} {word!r}{hint}")


def _may_fit(word: str) -> bool:
    return "*" in word or "?" in word

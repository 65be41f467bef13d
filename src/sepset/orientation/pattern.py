"""Local rules as data: a few nodes, the marks between them, and the edge that follows.

A `Pattern` says what a rule needs (`premises`, pairs that are `not_adjacent`, triples with `no_collider` in
the middle) and what it concludes. It is a rule like any other: called with a graph and evidence it yields
proposals. It has no code of its own: one matcher in Python (`sepset.orientation.matcher`) and one in C++
(``native/orientation/patterns.cpp``) read them all, including a user's own.

Premises are chains of edges, ``a *-> b o-* c``, in which ``*`` is any mark. One premise may offer a choice:
``a --> b *-> c or a *-> b --> c``. Different letters are different nodes. For each edge of the conclusion,
the first nodes that fit are taken for the other letters, in the order of `because`.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.orientation.evidence import Evidence
>>> rule = Pattern("away", ("a *-> b o-* c",), "b --> c", no_collider=("a b c",), because="a b c")
>>> print(rule.statement)
a *-> b o-* c; a and c not adjacent, b no collider  =>  b --> c
>>> g = MixedGraph.from_edges("x o-> y", "y o-o z")
>>> list(rule(g.table, Evidence()))
[Orient(a=1, pattern='-->', b=2, because=(0, 1, 2))]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from sepset.errors import OptionError
from sepset.graph.marks import QUERY_PATTERNS
from sepset.orientation.matcher import propose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence
    from sepset.orientation.proposals import Orient

_EDGE = re.compile(r"[-<o*]-[->o*]")
_TURNED = str.maketrans("<>", "><")


class PlaceEdge(NamedTuple):
    """An edge from an earlier place to the one that is looked for, as read from the earlier one."""

    earlier: int
    pattern: str


class Sure(NamedTuple):
    """A triple whose middle must be known not to be a collider; one of the three is the place looked for."""

    middle: int
    end: int
    other_end: int


class Place(NamedTuple):
    """What a node must be, given the nodes in the places before it."""

    #: for each choice of premises, the edges to earlier places
    links: tuple[tuple[PlaceEdge, ...], ...]
    #: earlier places to which it must not be adjacent
    apart: tuple[int, ...]
    sure: tuple[Sure, ...]


class Shape(NamedTuple):
    """A pattern as the matchers read it: places 0 and 1 are the ends of the concluded edge."""

    edge: str
    wanted: str
    #: whether turning the concluded edge round gives the same pattern, so that each edge is looked at once
    symmetric: bool
    places: tuple[Place, ...]
    because: tuple[int, ...]


@dataclass(frozen=True)
class Pattern:
    """A rule on a few neighbouring nodes, as data.

    `no_collider` lists triples ``a b c``: a and c are not adjacent, and b is known not to be a collider
    between them. `because` names the nodes that a step gives as its reason, in order. `source` and `why` are
    for the page of rules; `sentence` explains one step, with ``{a}`` for the node called a.
    """

    name: str
    premises: tuple[str, ...]
    conclusion: str
    no_collider: tuple[str, ...] = ()
    not_adjacent: tuple[str, ...] = ()
    because: str = ""
    sentence: str = ""
    source: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        _ = self.shape  # so that a mistake is found where the pattern is written

    def __call__(self, g: MarkTable, evidence: Evidence) -> Iterator[Orient]:
        """Yield what the pattern proposes on a graph."""
        return propose(self.shape, g, evidence)

    @property
    def statement(self) -> str:
        """The rule in one line."""
        return "  =>  ".join(("; ".join((*self.premises, *self.conditions)), self.conclusion))

    @property
    def conditions(self) -> tuple[str, ...]:
        """What the premises do not draw: pairs that are not adjacent, and middles that are no colliders."""
        triples = (text.split() for text in self.no_collider)
        pairs = (text.split() for text in self.not_adjacent)
        return (
            *(f"{a} and {c} not adjacent, {b} no collider" for a, b, c in triples),
            *(f"{a} and {b} not adjacent" for a, b in pairs),
        )

    @property
    def reason(self) -> tuple[str, ...]:
        """The letters of the nodes that a step gives as its reason, in order."""
        return tuple(self.because.split()) or self._letters

    @property
    def _letters(self) -> tuple[str, ...]:
        """The letters by place: the ends of the conclusion, then the others in the order of `because`."""
        first, _, second = _conclusion(self)
        texts = (first, second, *self.because.split(), *_letters_in(self.premises))
        return tuple(dict.fromkeys(texts))

    @cached_property
    def shape(self) -> Shape:
        """The pattern as the matchers read it."""
        first, wanted, second = _conclusion(self)
        letters = self._letters
        choices = [_edges(self, choice) for choice in _choices(self)]
        _check_letters(self, letters, choices)
        at_once = {edges.pop((first, second), "") for edges in choices}
        for edges in choices:
            edges.pop((second, first), None)
        if len(at_once) != 1 or at_once == {""}:
            edge = f"the edge {first}, {second}"
            raise _mistake(self, f"the premises must say how {edge} looks, the same in every choice")
        places = tuple(_place(self, letters, choices, i) for i in range(2, len(letters)))
        edge = at_once.pop()
        because = tuple(letters.index(letter) for letter in self.reason)
        return Shape(edge, wanted, _is_symmetric(self, letters, choices, edge), places, because)


def _mistake(pattern: Pattern, what: str) -> OptionError:
    return OptionError(f"the pattern {pattern.name!r} cannot be read: {what}")


def _chain(pattern: Pattern, text: str) -> list[str]:
    """Return node, edge, node, edge, ..., node."""
    words = text.split()
    nodes, edges = words[::2], words[1::2]
    right = len(nodes) == len(edges) + 1 > 1 and len(set(nodes)) == len(nodes)
    if (
        not right
        or not all(_EDGE.fullmatch(word) for word in words[1::2])
        or len(set(words[::2])) < len(words[::2])
    ):
        raise _mistake(pattern, f"{text!r} is not a chain of edges such as 'a *-> b o-* c'")
    return words


def _conclusion(pattern: Pattern) -> tuple[str, str, str]:
    first, wanted, *rest = _chain(pattern, pattern.conclusion)
    if len(rest) != 1 or "o" in wanted or wanted == "*-*":
        what = "the conclusion is one edge with a tail or an arrowhead"
        raise _mistake(pattern, f"{what}, not {pattern.conclusion!r}")
    return first, wanted, rest[0]


def _choices(pattern: Pattern) -> Iterator[list[str]]:
    """Yield the chains of each choice; without an ``or`` there is one."""
    fixed = [text for text in pattern.premises if " or " not in text]
    open_ones = [text for text in pattern.premises if " or " in text]
    if len(open_ones) > 1:
        raise _mistake(pattern, "only one premise can offer a choice with 'or'")
    for chosen in open_ones[0].split(" or ") if open_ones else [""]:
        yield [*fixed, *([chosen] if chosen else [])]


def _edges(pattern: Pattern, chains: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return the edges of some chains, read from both ends."""
    edges: dict[tuple[str, str], str] = {}
    for text in chains:
        words = _chain(pattern, text)
        for a, marks, b in zip(words[::2], words[1::2], words[2::2], strict=False):
            if (a, b) in edges:
                raise _mistake(pattern, f"the premises give the edge {a}, {b} twice")
            edges[a, b], edges[b, a] = marks, turned(marks)
    return edges


def _letters_in(texts: Iterable[str]) -> Iterator[str]:
    return (word for text in texts for word in text.split() if word != "or" and not _EDGE.fullmatch(word))


def _check_letters(
    pattern: Pattern, letters: tuple[str, ...], choices: list[dict[tuple[str, str], str]]
) -> None:
    drawn = set.intersection(*({letter for pair in edges for letter in pair} for edges in choices))
    for letter in (*letters, *_letters_in((*pattern.no_collider, *pattern.not_adjacent))):
        if letter not in drawn:
            raise _mistake(pattern, f"no premise has an edge at {letter}")
    for size, texts in ((3, pattern.no_collider), (2, pattern.not_adjacent)):
        for text in texts:
            if len(set(text.split())) != size or len(text.split()) != size:
                raise _mistake(pattern, f"{text!r} must name {size} nodes")


def _place(
    pattern: Pattern, letters: tuple[str, ...], choices: list[dict[tuple[str, str], str]], i: int
) -> Place:
    """Return what place i asks for, given the places before it."""
    links = tuple(
        tuple(
            PlaceEdge(j, edges[letters[j], letters[i]]) for j in range(i) if (letters[j], letters[i]) in edges
        )
        for edges in choices
    )
    triples = [tuple(letters.index(letter) for letter in text.split()) for text in pattern.no_collider]
    pairs = [(a, c) for a, _, c in triples]
    pairs += [(letters.index(a), letters.index(b)) for a, b in map(str.split, pattern.not_adjacent)]
    apart = tuple(sorted({min(pair) for pair in pairs if max(pair) == i}))
    return Place(links, apart, tuple(Sure(b, a, c) for a, b, c in triples if max(a, b, c) == i))


def _is_symmetric(
    pattern: Pattern, letters: tuple[str, ...], choices: list[dict[tuple[str, str], str]], edge: str
) -> bool:
    """Say whether the pattern stays the same when the ends of its concluded edge change places."""
    _, wanted, _ = _conclusion(pattern)
    if turned(edge) != edge or turned(wanted) != wanted:
        return False

    def drawn(names: dict[str, str]) -> tuple[object, ...]:
        edges = frozenset(
            frozenset((names[a], names[b], marks) for (a, b), marks in chosen.items()) for chosen in choices
        )
        triples = frozenset(
            (names[b], frozenset((names[a], names[c]))) for a, b, c in map(str.split, pattern.no_collider)
        )
        pairs = frozenset(frozenset(map(names.__getitem__, text.split())) for text in pattern.not_adjacent)
        return edges, triples, pairs

    first, second, *others = letters
    same = drawn({letter: letter for letter in letters})
    swapped = ((second, first, *order) for order in permutations(others))
    return any(drawn(dict(zip(letters, order, strict=True))) == same for order in swapped)


def turned(marks: str) -> str:
    """Return the marks of an edge as read from its other end; ``*`` stands for any.

    >>> turned("*->")
    '<-*'
    """
    return marks[::-1].translate(_TURNED)


@lru_cache(maxsize=256)
def encode(shape: Shape) -> tuple[int, ...]:
    """Return a shape as the numbers that the compiled matcher reads."""
    numbers = [*_code(shape.edge), *_code(shape.wanted), int(shape.symmetric)]
    numbers += [len(shape.because), *shape.because, len(shape.places)]
    for place in shape.places:
        numbers.append(len(place.links))
        for links in place.links:
            numbers.append(len(links))
            for link in links:
                numbers += (link.earlier, *_code(link.pattern))
        numbers += [len(place.apart), *place.apart, len(place.sure)]
        for sure in place.sure:
            numbers += sure
    return tuple(numbers)


def _code(marks: str) -> tuple[int, int]:
    at_left, at_right = (3 if mark is None else int(mark) for mark in QUERY_PATTERNS[marks])
    return at_left, at_right

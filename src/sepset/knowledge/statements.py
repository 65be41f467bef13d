"""`Knowledge`: statements about the causal DAG, as a user writes them.

Every statement is about the DAG behind the data, not about the edges of a learned graph: an edge of a
k-closure need not be a direct effect. `docs/knowledge.md` says what follows for an edge, and
`sepset.knowledge.drawing` puts it there.

>>> known = Knowledge(tiers=[["age", "sex"], ["smoking"], ["lung"]], ancestor=[("smoking", "lung")])
>>> print(known)
tiers: age sex | smoking | lung
ancestor: smoking -> lung
>>> Knowledge(ancestor=[("a", "b"), ("b", "a")])
Traceback (most recent call last):
sepset.errors.ClashError: the knowledge contradicts itself: a -> b -> a is a cycle (ancestor: a -> b; ancestor: b -> a)
"""  # noqa: E501 - the message is shown as it is

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeAlias

from sepset.checks import check_items, check_mapping, check_variables
from sepset.equivalence.essential.given import not_knowledge
from sepset.errors import KnowledgeError, OptionError, did_you_mean
from sepset.knowledge.known import KnownRelations
from sepset.wording import cut, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

#: A name, or a pattern of names with ``*`` and ``?``.
Word: TypeAlias = str
Pair: TypeAlias = tuple[Word, Word]
#: What JSON has of it.
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

PAIRS = ("ancestor", "not_ancestor", "required", "forbidden", "no_edge")
LISTS = ("roots", "sinks")


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What is known about the DAG before any data: checked when it is made, and never changed.

    - `tiers`: groups of variables in order of time; nothing affects a variable of an earlier tier. With
      ``effects_within_tiers=False`` no variable affects another of its own tier either.
    - `roots`: variables that nothing affects; `sinks`: variables that affect nothing.
    - `ancestor`: pairs (a, b) such that a affects b, directly or through others; `not_ancestor`: a does not.
    - `required`: a affects b directly; `forbidden`: a does not affect b directly; `no_edge`: neither affects
      the other directly.

    Words may be patterns: ``"*_2019"`` stands for all variables with this ending. A pattern in a pair stands
    for each variable that fits, except the other end.
    """

    tiers: tuple[tuple[Word, ...], ...] = ()
    roots: tuple[Word, ...] = ()
    sinks: tuple[Word, ...] = ()
    ancestor: tuple[Pair, ...] = ()
    not_ancestor: tuple[Pair, ...] = ()
    required: tuple[Pair, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    no_edge: tuple[Pair, ...] = ()
    effects_within_tiers: bool = True
    #: where statements were read, by kind and words; for messages only
    places: Mapping[tuple[str, ...], str] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        tiers = tuple(_words("a tier", tier) for tier in _items("tiers", self.tiers))
        object.__setattr__(self, "tiers", tiers)
        for name in LISTS:
            object.__setattr__(self, name, _words(name, getattr(self, name)))
        for name in PAIRS:
            pairs = tuple(_pair(name, pair) for pair in _items(name, getattr(self, name)))
            object.__setattr__(self, name, pairs)
        if not isinstance(self.effects_within_tiers, bool):
            raise KnowledgeError(f"effects within tiers is True or False, got {self.effects_within_tiers!r}")
        plain = dict.fromkeys(word for word in self.words if not is_pattern(word))
        # Patterns can only be checked against the variables; the rest is checked at once.
        KnownRelations(self, tuple(plain), whole=False)

    @property
    def words(self) -> Iterator[Word]:
        """Every word of every statement."""
        for group in (
            *self.tiers,
            self.roots,
            self.sinks,
            *(pair for name in PAIRS for pair in getattr(self, name)),
        ):
            yield from group

    def single(self) -> tuple[Knowledge, ...]:
        """Return the statements one by one, each as knowledge of its own; all tiers together are one.

        >>> [str(one) for one in Knowledge(roots=["a", "b"], ancestor=[("a", "c")]).single()]
        ['roots: a', 'roots: b', 'ancestor: a -> c']
        """
        within = self.effects_within_tiers
        tiers = [Knowledge(tiers=self.tiers, effects_within_tiers=within)] if self.tiers else []
        single = ((name, one) for name in (*LISTS, *PAIRS) for one in getattr(self, name))
        return (*tiers, *(Knowledge.from_dict({name: [one]}) for name, one in single))

    def __or__(self, other: Knowledge) -> Knowledge:
        """Return what both state; only one of them may have tiers, unless they are the same.

        >>> print(Knowledge(roots=["a"]) | Knowledge(roots=["b"], ancestor=[("a", "c")]))
        roots: a b
        ancestor: a -> c
        """
        if not isinstance(other, Knowledge):
            return NotImplemented
        orders = {(one.tiers, one.effects_within_tiers) for one in (self, other) if one.tiers}
        if len(orders) > 1:
            raise KnowledgeError("both have tiers, and they differ; state one order of all variables")
        tiers, within = next(iter(orders), ((), self.effects_within_tiers and other.effects_within_tiers))
        both = {
            name: tuple(dict.fromkeys((*getattr(self, name), *getattr(other, name))))
            for name in (*LISTS, *PAIRS)
        }
        places = {**other.places, **self.places}
        return Knowledge(tiers=tiers, effects_within_tiers=within, places=places, **both)

    def on(self, names: Sequence[str]) -> KnownRelations:
        """Return what follows for given variables; words that fit none of them are an error."""
        return KnownRelations(self, check_variables(names))

    def among(self, names: Sequence[str]) -> Knowledge:
        """Return the statements of which every word fits one of these variables, and no others.

        >>> print(Knowledge(tiers=[["a", "b"], ["c"]], ancestor=[("a", "c")]).among(("b", "c")))
        tiers: b | c
        """
        known = check_variables(names)

        def fits(word: Word) -> bool:
            return any(fnmatchcase(name, word) if is_pattern(word) else name == word for name in known)

        pairs = {kind: [pair for pair in getattr(self, kind) if all(map(fits, pair))] for kind in PAIRS}
        lists = {kind: [*filter(fits, getattr(self, kind))] for kind in LISTS}
        tiers = [[*filter(fits, tier)] for tier in self.tiers]
        return replace(self, tiers=tiers, **lists, **pairs)  # type: ignore[arg-type]  # checked when made

    def to_dict(self) -> dict[str, Plain]:
        """Return the statements as JSON has them; `from_dict` reads them back."""
        values: dict[str, Plain] = {}
        for name, default in _STATEMENTS.items():
            value = getattr(self, name)
            if value != default:
                listed = isinstance(value, tuple)
                values[name] = [list(v) if isinstance(v, tuple) else v for v in value] if listed else value
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Knowledge:
        """Return the knowledge that plain values state; what is not a kind of statement is an error.

        >>> Knowledge.from_dict({"tiers": [["a"], ["b"]]}).tiers
        (('a',), ('b',))
        >>> Knowledge.from_dict({"tier": [["a"]]})
        Traceback (most recent call last):
        sepset.errors.KnowledgeError: 'tier' is not a kind of statement; did you mean 'tiers'?
        """
        for name in check_mapping("knowledge", values, "statements by kind"):
            if name not in _STATEMENTS:
                hint = did_you_mean(name, _STATEMENTS, f"there are {', '.join(_STATEMENTS)}")
                raise KnowledgeError(f"{name!r} is not a kind of statement{hint}")
        return cls(**values)  # type: ignore[arg-type]  # checked when it is made

    def in_words(self) -> Iterator[str]:
        """Yield what is known, in English, one kind of statement after the other.

        >>> print(*Knowledge(tiers=[["age"], ["bp", "bmi"]], roots=["sex"]).in_words(), sep="; ")
        nothing affects a variable of an earlier tier (age | bp, bmi); nothing affects sex
        """
        if self.tiers:
            own = "" if self.effects_within_tiers else " or of its own"
            tiers = " | ".join(", ".join(tier) for tier in self.tiers)
            yield f"nothing affects a variable of an earlier tier{own} ({tiers})"
        if self.roots:
            yield f"nothing affects {', '.join(self.roots)}"
        if self.sinks:
            yield f"nothing is affected by {', '.join(self.sinks)}"
        for name, words in IN_WORDS.items():
            pairs = [words.format(a=a, b=b) for a, b in getattr(self, name)]
            if pairs:
                yield ", ".join(pairs)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def tier_lines(self) -> Iterator[str]:
        """Yield the lines about tiers, in the text form."""
        if self.tiers:
            yield "tiers: " + " | ".join(" ".join(map(written, tier)) for tier in self.tiers)
        if not self.effects_within_tiers:
            yield "effects within tiers: no"

    def lines(self) -> Iterator[str]:
        """Yield the statements in the text form, a line for each."""
        yield from self.tier_lines()
        for name in LISTS:
            if getattr(self, name):
                yield f"{name}: {' '.join(map(written, getattr(self, name)))}"
        for name in PAIRS:
            for a, b in getattr(self, name):
                arrow = "--" if name == "no_edge" else "->"
                yield f"{name.replace('_', ' ')}: {written(a)} {arrow} {written(b)}"


#: What a statement says about a pair, by kind.
IN_WORDS = {
    "ancestor": "{a} affects {b}",
    "not_ancestor": "{a} does not affect {b}",
    "required": "{a} affects {b} directly",
    "forbidden": "{a} does not affect {b} directly",
    "no_edge": "neither of {a} and {b} affects the other directly",
}
_STATEMENTS = {part.name: part.default for part in fields(Knowledge) if part.name != "places"}


def is_pattern(word: str) -> bool:
    """Say whether a word stands for all names that fit it."""
    return "*" in word or "?" in word


def written(word: str) -> str:
    r"""Return a word as the text form writes it: in quotes where it has spaces or signs of its own.

    >>> print(written("age"), written("blood pressure"), written("two\nlines"))
    age "blood pressure" "two\nlines"
    """
    plain = re.fullmatch(r'[^\s"|#]+', word) and "->" not in word and "--" not in word
    if plain and word.isprintable():
        return word
    return '"' + printable(word.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _items(name: str, value: object) -> tuple[object, ...]:
    try:
        return tuple(check_items(name, value, "names or pairs of names"))
    except OptionError:
        raise KnowledgeError(f"{name} is a list, got {cut(repr(value))}") from None


def check_knowledge(value: object) -> Knowledge:
    """Return knowledge; anything else is a clear error."""
    if isinstance(value, Knowledge):
        return value
    raise not_knowledge(value)


def _words(name: str, value: object) -> tuple[Word, ...]:
    words = _items(name, value)
    for word in words:
        if not isinstance(word, str) or not word:
            raise KnowledgeError(f"{name} is a list of names or patterns of names; it has {cut(repr(word))}")
    return tuple(dict.fromkeys(str(word) for word in words))


def _pair(name: str, value: object) -> Pair:
    words = _items(f"each entry of {name}", value)
    if len(words) != 2 or not all(isinstance(word, str) and word for word in words):
        raise KnowledgeError(
            f"{name} is a list of pairs of names such as ('a', 'b'); it has {cut(repr(value))}"
        )
    a, b = (str(word) for word in words)
    if a == b and not is_pattern(a):
        raise KnowledgeError(f"{name} has {a!r} twice in one pair; a statement is about two variables")
    return a, b

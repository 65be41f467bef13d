"""Sentences as data: a template in English, and typed values for its slots.

A sentence is made once, where the fact is known. Each front end fills the slots in its own way: as plain
text, as elements of a page, as values of a JSON document. No code has to parse English to find out what it says.

>>> lung, xray = variables(("lung", "xray"))
>>> said = Sentence("{a} and {b} are independent given {given} (p = {p:.3g})", dict(a=lung, b=xray, given=NameSet([lung]), p=0.25))
>>> print(said)
lung and xray are independent given {lung} (p = 0.25)
>>> said["b"].number, plain_value(said["given"])
(1, ['lung'])
>>> print(Sentence("It is {said:, or }.", dict(said=Sentences([said, Sentence("neither", {})]))))
It is lung and xray are independent given {lung} (p = 0.25), or neither.
"""  # noqa: E501 - the example is one sentence

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isfinite
from string import Formatter
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ShownVariable:
    """A variable of a result: its number, and its name as it is shown."""

    number: int
    name: str

    def __str__(self) -> str:
        return self.name


def variables(names: Sequence[str]) -> tuple[ShownVariable, ...]:
    """Return the variables with these names, numbered in order."""
    return tuple(ShownVariable(number, name) for number, name in enumerate(names))


class Names(tuple[ShownVariable, ...]):
    """Variables whose order matters, such as a path."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(variable.name for variable in self)


class NameSet(Names):
    """A set of variables, in the order of their names."""

    __slots__ = ()

    def __new__(cls, members: Iterable[ShownVariable]) -> Self:
        """Return the set of some variables."""
        return super().__new__(cls, sorted(members, key=lambda variable: variable.name))

    def __str__(self) -> str:
        return f"{{{super().__str__()}}}"


T = TypeVar("T")


class _Listed(tuple[T, ...]):
    """Items in order; the template says what stands between them, as in ``{said:, or that }``."""

    __slots__ = ()
    BETWEEN: ClassVar[str]

    def __str__(self) -> str:
        return format(self)

    def __format__(self, between: str) -> str:
        return (between or self.BETWEEN).join(map(str, self))


class ListedNumbers(_Listed[int]):
    """Whole numbers in order; the template says what stands between them, as in ``{witnesses: and }``."""

    __slots__ = ()
    BETWEEN = ", "


class Sentences(_Listed["Sentence"]):
    """Sentences of one sort; the template says what stands between them, as in ``{said:, or that }``."""

    __slots__ = ()
    BETWEEN = "; "


#: What can fill a slot: variables, words such as a rule or an arrow, numbers, or sentences of their own;
#: None for what is not known and not in the text, since NaN would make equal sentences unequal.
Slot: TypeAlias = "ShownVariable | Names | str | int | float | ListedNumbers | Sentence | Sentences | None"


@dataclass(frozen=True)
class Sentence:
    """A template with named slots, in the syntax of `str.format`, and what fills each of them.

    There may be values that the template does not mention: facts that programs may want and the text leaves
    out.
    """

    template: str
    slots: Mapping[str, Slot]

    def __str__(self) -> str:
        return self.template.format_map(self.slots)

    def __getitem__(self, slot: str) -> Slot:
        return self.slots[slot]

    def __hash__(self) -> int:
        return hash((self.template, tuple(self.slots.items())))


#: What a note is about; empty: it does not say, as in files of version 0.1.
NoteKind: TypeAlias = Literal[
    "", "unfinished", "undecided", "no_dag", "nearest_class", "unfitting_knowledge", "against_knowledge"
]


class Note(str):
    """A sentence about a whole graph that is text, too, with a word for what it is about.

    >>> note = Note("unfinished", Sentence("Not finished within {seconds:g} s.", {"seconds": 5.0}))
    >>> print(note, note.kind, note.sentence["seconds"])
    Not finished within 5 s. unfinished 5.0
    """

    __slots__ = ("kind", "sentence")

    kind: NoteKind
    sentence: Sentence

    def __new__(cls, kind: NoteKind, sentence: Sentence) -> Self:
        """Store the sentence beside its text."""
        made = super().__new__(cls, sentence)
        made.kind, made.sentence = kind, sentence
        return made

    @classmethod
    def of(cls, text: str) -> Note:
        """Return any text as a note; one that is a note already stays as it is."""
        return text if isinstance(text, Note) else Note("", Sentence("{text}", {"text": text}))

    def __reduce__(self) -> tuple[object, ...]:
        return Note, (self.kind, self.sentence)


#: What fills a slot, as JSON has it.
PlainSlot: TypeAlias = (
    "str | int | float | list[PlainSlot] | list[str] | list[int] | dict[str, object] | None"
)


class Piece(NamedTuple):
    """Some text of a template, and the slot after it; the last piece has none."""

    text: str
    slot: str | None
    form: str


@cache
def pieces(template: str) -> tuple[Piece, ...]:
    """Return a template as pieces.

    >>> [tuple(piece) for piece in pieces("p = {p:.3g}.")]
    [('p = ', 'p', '.3g'), ('.', None, '')]
    """
    parsed = Formatter().parse(template)
    return tuple(Piece(text, slot, form or "") for text, slot, form, _ in parsed)


def plain_value(value: Slot) -> PlainSlot:
    """Return what fills a slot as JSON can hold it: names, sentences with their slots, NaN as None.

    >>> (a,) = variables("a")
    >>> plain_value(Sentence("{a} is a root", {"a": a}))
    {'text': 'a is a root', 'slots': {'a': 'a'}}
    """
    match value:
        case float():
            return value if isfinite(value) else None
        case None | str() | int():
            return value
        case ShownVariable():
            return value.name
        case Sentence():
            return {"text": str(value), "slots": plain_slots(value)}
        case ListedNumbers():
            return [*value]
        case Names():
            return [variable.name for variable in value]
        case Sentences():
            return [plain_value(one) for one in value]


def plain_slots(sentence: Sentence) -> dict[str, PlainSlot]:
    """Return everything in the slots of a sentence as JSON can hold it, by name."""
    return {name: plain_value(value) for name, value in sentence.slots.items()}

"""Facts as the page takes them: each template once, and for each fact its number and what fills the holes.

What differs from pair to pair is a hole: names, sets, p-values. What is the same for thousands of pairs
(rules, stages, arrows, N) is written into the template. A template is a list: how to show it, then texts and
the numbers of holes in turn; so nothing has to be parsed, and no name can be taken for a hole.

>>> from sepset.result.facts import separated
>>> from sepset.sentences import NameSet, variables
>>> a, b, c = variables("abc")
>>> book = Phrases()
>>> book.add(separated(a, b, NameSet([c]), {"p": 0.31}))
(0, 0, 1, (2,), '0.31')
>>> book.templates
[['summary', 0, ' and ', 1, ' are not adjacent: they are independent given {', 2, '} (p = ', 3, ').']]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.sentences import Names, NameSet, Sentence, Sentences, ShownVariable, pieces

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from sepset.result.facts import Fact
    from sepset.sentences import Slot

    Filling: TypeAlias = "int | str | tuple[int, ...]"

#: Slots that differ from pair to pair although they hold no variables.
_DIFFERENT = frozenset(("p", "percent", "ratio"))
#: What fills a slot as it is: most of them.
_PLAIN = (str, int, float)
_WARNINGS = ("conflict", "ambiguous", "against_knowledge", "overruled", "disagreement")


class Phrases:
    """Templates in order of appearance."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str | int, ...], int] = {}
        #: the same by the parts that are not joined yet, for the thousands of facts that are built alike
        self._seen: dict[tuple[str | int, ...], int] = {}

    @property
    def templates(self) -> list[list[str | int]]:
        """How a template is shown, then its texts and holes."""
        return [list(template) for template in self._numbers]

    def add(self, fact: Fact) -> tuple[Filling, ...]:
        """Return the number of a fact's template, then what fills its holes: nodes, sets of nodes, texts."""
        return self._add(fact, [])

    def number(self, fact: Fact, a: int, b: int) -> int:
        """Return the number of a template that has no holes but the first, for a, and the second, for b."""
        number, *filling = self._add(fact, [a, b])
        if filling != [a, b] or not isinstance(number, int):
            raise AssertionError(f"a fact with more slots than two nodes: {fact}")
        return number

    def _add(self, fact: Fact, filling: list[Filling]) -> tuple[Filling, ...]:
        phrase = _Phrase(filling)
        phrase.say(fact.sentence)
        shown = "conflict" if fact.kind in _WARNINGS else fact.part
        parts = (shown, *phrase.parts)
        number = self._seen.get(parts)
        if number is None:
            template = (shown, *phrase.pieces())
            number = self._seen[parts] = self._numbers.setdefault(template, len(self._numbers))
        # A tuple, which the collector of garbage passes by: a page has tens of thousands.
        return (number, *phrase.filling)

    def fill(self, line: Sequence[Filling], names: Sequence[str]) -> str:
        """Return a line with its holes filled, as the page does it."""
        template = self.templates[int(str(line[0]))]
        return "".join(
            piece if isinstance(piece, str) else _shown(line[1 + piece], names) for piece in template[1:]
        )


def _shown(value: Filling, names: Sequence[str]) -> str:
    if isinstance(value, str):
        return value
    return names[value] if isinstance(value, int) else ", ".join(names[node] for node in value)


class _Phrase:
    """A sentence on its way to a template: neighbouring texts become one, and equal fillings share a hole."""

    def __init__(self, filling: list[Filling]) -> None:
        self.parts: list[str | int] = []
        self.filling = filling

    def say(self, sentence: Sentence) -> None:
        slots, parts = sentence.slots, self.parts
        for text, slot, form in pieces(sentence.template):
            parts.append(text)
            if slot is not None:
                value = slots[slot]
                if isinstance(value, ShownVariable):
                    self._hole(value.number)
                else:
                    self._value(slot, value, form)

    def _value(self, slot: str, value: Slot, form: str) -> None:
        if isinstance(value, _PLAIN):
            text = format(value, form)
            if slot in _DIFFERENT:
                self._hole(text)
            else:
                self.parts.append(text)
        elif isinstance(value, NameSet):
            self.parts.append("{")
            self._list(value)
            self.parts.append("}")
        elif isinstance(value, Names):
            self._list(value)
        elif isinstance(value, Sentence):
            self.say(value)
        elif isinstance(value, Sentences):
            self._sentences(value, form or value.BETWEEN)
        else:
            self._hole(format(value, form))

    def _sentences(self, value: Sentences, between: str) -> None:
        for place, one in enumerate(value):
            if place:
                self.parts.append(between)
            self.say(one)

    def _list(self, value: Names) -> None:
        if value:
            self._hole(tuple([variable.number for variable in value]))

    def _hole(self, value: Filling) -> None:
        filling = self.filling
        if value in filling:
            self.parts.append(filling.index(value))
        else:
            self.parts.append(len(filling))
            filling.append(value)

    def pieces(self) -> list[str | int]:
        """Return texts and holes in turn, without empty texts."""
        joined: list[str | int] = []
        for part in self.parts:
            last = joined[-1] if joined else 0
            if isinstance(part, str) and isinstance(last, str):
                joined[-1] = last + part
            elif part != "":
                joined.append(part)
        return joined

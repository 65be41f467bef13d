r"""Tetrad's knowledge files, read and written.

::

    /knowledge
    addtemporal
    1* age sex
    2 smoking
    forbiddirect
    smoking age
    requiredirect
    age smoking

    forbiddengroup
    age sex
    lung

This is what Tetrad 7 reads and writes (``SimpleDataLoader.loadKnowledge``, ``DataWriter.saveKnowledge``):
lines with the same number are one tier, numbers may begin anywhere and leave gaps, names of sections may have
capitals, lines that begin with ``//`` are remarks, and names may stand in double quotes. A tier with ``*``
has no effects inside it; one with ``-`` directly affects only the tier with the next number. A group is two
lines: all of the first, all of the second.

Tetrad's statements are about direct effects. Between tiers that says as much as "does not affect", since
every way back would need such an effect; ``forbiddirect`` and ``requiredirect`` become ``forbidden`` and
``required``. Where Tetrad makes dots of spaces in names, they stay spaces here, as in the table.

>>> print(parse_tetrad("/knowledge\naddtemporal\n1 age\n2 bp\nforbiddirect\nage bp"))
tiers: age | bp
forbidden: age -> bp
"""

from __future__ import annotations

import re
from itertools import permutations, product
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError, did_you_mean
from sepset.knowledge.statements import Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = "/knowledge"
_REMARK = "//"
_PAIRS = {"forbiddirect": "forbidden", "requiredirect": "required"}
_GROUPS = {"forbiddengroup": "forbidden", "requiredgroup": "required"}
_SECTIONS = ("addtemporal", *_PAIRS, *_GROUPS)
_TIER = re.compile(r"(\d+)(\*?)(-?)$")
_WORD = re.compile(r'"([^"]*)"|(\S+)')


class _Tier:
    """The lines of ``addtemporal`` with one number."""

    def __init__(self, place: int) -> None:
        self.place, self.names = place, list[str]()
        self.closed = self.next_only = False


class _TetradReader:
    """What the lines so far say."""

    def __init__(self) -> None:
        self.tiers: dict[int, _Tier] = {}
        self.stated: dict[str, list[tuple[str, str]]] = {"forbidden": [], "required": [], "not_ancestor": []}
        self.places: dict[tuple[str, ...], str] = {}
        self.section = ""
        #: the first line of a group whose second is still to come
        self.group: list[str] | None = None

    def line(self, words: list[str], number: int) -> None:
        """Read the words of one line."""
        word = words[0].lower()
        if self.group is None and (word in _SECTIONS or self._is_header(words)):
            self.section = _section(word, number)
        elif self.section == "addtemporal":
            self._tier(words, number)
        elif self.section in _GROUPS:
            self._group(words, number)
        else:
            self._state(_PAIRS.get(self.section, ""), _pair(words, self.section, number), number)

    def _is_header(self, words: list[str]) -> bool:
        return len(words) == 1 and self.section not in ("addtemporal", *_GROUPS)

    def _tier(self, words: list[str], number: int) -> None:
        match = _TIER.match(words[0])
        if match is None:
            raise KnowledgeError(
                f"line {number}: a tier begins with its number, as in '1 age sex', not {words[0]!r}"
            )
        tier = self.tiers.setdefault(int(match[1]), _Tier(int(match[1])))
        tier.names += words[1:]
        tier.closed |= bool(match[2])
        tier.next_only |= bool(match[3])
        self.places |= {("tiers", name): f"line {number}" for name in words[1:]}

    def _group(self, words: list[str], number: int) -> None:
        if self.group is None:
            self.group = words
            return
        for pair in product(self.group, words):
            self._state(_GROUPS[self.section], pair, number)
        self.group = None

    def _state(self, kind: str, pair: tuple[str, str], number: int) -> None:
        self.stated[kind].append(pair)
        self.places[kind, *pair] = f"line {number}"

    def knowledge(self) -> Knowledge:
        """Return the knowledge in the lines."""
        if self.group is not None:
            raise KnowledgeError(
                f"the last group of {self.section} has one line; add a second line that names its targets"
            )
        tiers = [tier for _, tier in sorted(self.tiers.items()) if tier.names]
        self.stated["forbidden"] += _beyond_the_next(tiers)
        within = not (tiers and all(tier.closed for tier in tiers))
        if within:
            closed = (tier.names for tier in tiers if tier.closed)
            self.stated["not_ancestor"] += [pair for names in closed for pair in permutations(names, 2)]
        return Knowledge(
            tiers=tuple(tuple(tier.names) for tier in tiers),
            effects_within_tiers=within,
            places=self.places,
            **{kind: tuple(pairs) for kind, pairs in self.stated.items()},  # type: ignore[arg-type]  # pairs
        )


def is_tetrad(text: str) -> bool:
    """Say whether a text begins as Tetrad's files do: with ``/knowledge``, or a section without it."""
    lines = (line.split() for line in text.splitlines() if not line.lstrip().startswith(_REMARK))
    first = next((words for words in lines if words), [""])
    return first[0].startswith(HEADER) or (len(first) == 1 and first[0].lower() in _SECTIONS)


def parse_tetrad(text: str) -> Knowledge:
    """Return the knowledge of a Tetrad file; errors name the line and the word."""
    reader = _TetradReader()
    for number, line in enumerate(text.splitlines(), start=1):
        words = [quoted or plain for quoted, plain in _WORD.findall(line)]
        if words and words != [HEADER] and not line.lstrip().startswith(_REMARK):
            reader.line(words, number)
    return reader.knowledge()


def _section(word: str, number: int) -> str:
    if word in _SECTIONS:
        return word
    hint = did_you_mean(word, _SECTIONS, f"the sections are {', '.join(_SECTIONS)}")
    raise KnowledgeError(f"line {number}: {word!r} is not a section that can be read{hint}")


def _pair(words: list[str], section: str, number: int) -> tuple[str, str]:
    if not section:
        raise KnowledgeError(
            f"line {number}: {words[0]!r} comes before any section heading ({', '.join(_SECTIONS)})"
        )
    if len(words) == 3 and words[1] in ("-->", "==>"):
        words = [words[0], words[2]]
    if len(words) != 2:
        raise KnowledgeError(f"line {number}: a line of {section} has two names, not {' '.join(words)!r}")
    return words[0], words[1]


def _beyond_the_next(tiers: list[_Tier]) -> Iterator[tuple[str, str]]:
    """Yield the direct effects that "affects the next tier only" forbids."""
    for tier in tiers:
        for later in tiers if tier.next_only else ():
            if later.place >= tier.place + 2:
                yield from product(tier.names, later.names)


def to_tetrad(known: Knowledge) -> str:
    """Return knowledge as a Tetrad file; statements that Tetrad does not have are an error."""
    for kind in ("roots", "sinks", "ancestor", "not_ancestor"):
        if getattr(known, kind):
            word = kind.replace("_", " ")
            raise KnowledgeError(
                f"Tetrad's files have no statement {word!r}; leave it out, or write our own form"
            )
    spaced = next((word for word in known.words if re.search(r"\s", word)), None)
    if spaced is not None:
        raise KnowledgeError(
            f"names in Tetrad's files have no spaces, and {spaced!r} does; rename the column"
        )
    star = "" if known.effects_within_tiers else "*"
    forbidden = [*known.forbidden, *(pair for a, b in known.no_edge for pair in ((a, b), (b, a)))]
    lines = [HEADER, "addtemporal", ""]
    lines += [f"{place}{star} {' '.join(tier)}" for place, tier in enumerate(known.tiers, start=1)]
    lines += ["", "forbiddirect", "", *(f"{a} {b}" for a, b in forbidden)]
    lines += ["", "requiredirect", "", *(f"{a} {b}" for a, b in known.required)]
    return "\n".join(lines) + "\n"

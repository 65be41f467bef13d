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

A tier with ``*`` has no effects inside it; one with ``-`` affects the next tier only, directly. Tetrad's
statements are about direct effects. Between tiers that says as much as "does not affect", since every way
back would need such an effect; ``forbiddirect`` and ``requiredirect`` become ``forbidden`` and ``required``.

>>> print(parse_tetrad("/knowledge\naddtemporal\n1 age\n2 bp\nforbiddirect\nage bp"))
tiers: age | bp
forbidden: age -> bp
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError, nearest
from sepset.knowledge.statements import Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = "/knowledge"
_PAIRS = {"forbiddirect": "forbidden", "requiredirect": "required"}
_SECTIONS = ("addtemporal", *_PAIRS)
_TIER = re.compile(r"(\d+)(\*?)(-?)$")


class _Tier:
    """One line of ``addtemporal``."""

    def __init__(self, line: str, number: int) -> None:
        first, *self.names = line.split()
        match = _TIER.match(first)
        if match is None:
            raise KnowledgeError(
                f"line {number}: a tier begins with its number, as in '1 age sex', not {first!r}"
            )
        self.place = int(match[1])
        self.closed, self.next_only = bool(match[2]), bool(match[3])


def parse_tetrad(text: str) -> Knowledge:
    """Return the knowledge of a Tetrad file; errors name the line and the word."""
    tiers: list[_Tier] = []
    stated: dict[str, list[tuple[str, str]]] = {"forbidden": [], "required": [], "not_ancestor": []}
    places: dict[tuple[str, ...], str] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words == [HEADER]:
            continue
        if words[0] in _SECTIONS or (len(words) == 1 and section != "addtemporal"):
            section = _section(words[0], number)
        elif section == "addtemporal":
            tiers.append(_Tier(line, number))
            places |= {("tiers", name): f"line {number}" for name in tiers[-1].names}
        else:
            pair = _pair(words, section, number)
            stated[_PAIRS[section]].append(pair)
            places[_PAIRS[section], *pair] = f"line {number}"
    tiers = sorted((tier for tier in tiers if tier.names), key=lambda tier: tier.place)
    stated["forbidden"] += _beyond_the_next(tiers)
    within = not (tiers and all(tier.closed for tier in tiers))
    if within:
        stated["not_ancestor"] += [pair for one in tiers if one.closed for pair in permutations(one.names, 2)]
    return Knowledge(
        tiers=tuple(tuple(tier.names) for tier in tiers),
        effects_within_tiers=within,
        places=places,
        **{kind: tuple(pairs) for kind, pairs in stated.items()},  # type: ignore[arg-type]  # all pairs
    )


def _section(word: str, number: int) -> str:
    if word in _SECTIONS:
        return word
    close = nearest(word, _SECTIONS)
    hint = f"did you mean {close!r}?" if close else f"the sections are {', '.join(_SECTIONS)}"
    raise KnowledgeError(f"line {number}: {word!r} is no section that is read; {hint}")


def _pair(words: list[str], section: str, number: int) -> tuple[str, str]:
    if not section:
        raise KnowledgeError(f"line {number}: {words[0]!r} stands before any of {', '.join(_SECTIONS)}")
    if len(words) == 3 and words[1] in ("-->", "==>"):
        words = [words[0], words[2]]
    if len(words) != 2:
        raise KnowledgeError(f"line {number}: a line of {section} has two names, not {' '.join(words)!r}")
    return words[0], words[1]


def _beyond_the_next(tiers: list[_Tier]) -> Iterator[tuple[str, str]]:
    """Yield the direct effects that "affects the next tier only" forbids."""
    for place, tier in enumerate(tiers):
        for later in tiers[place + 2 :] if tier.next_only else ():
            yield from ((a, b) for a in tier.names for b in later.names)


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

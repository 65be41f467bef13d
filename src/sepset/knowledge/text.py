r"""Knowledge as a small text file: one statement per line, a word and a colon first.

::

    # what is known about the cohort
    tiers: age sex | smoking "blood pressure" | lung_*
    roots: sex
    ancestor: smoking -> lung_cancer
    not ancestor: lung_cancer -> smoking
    required: age -> smoking
    forbidden: sex -> lung_cancer
    no edge: sex -- age

Tiers may also be written one per line (``tier: age sex``), in order. ``#`` begins a comment; names with
spaces go in double quotes, in which ``\n`` is a line break. Words may be patterns with ``*`` and ``?``.

>>> print(parse("tier: age\ntier: bp  # later\nancestor: age -> bp"))
tiers: age | bp
ancestor: age -> bp
>>> parse("ancestor: a b")
Traceback (most recent call last):
sepset.errors.KnowledgeError: line 1: expected '->' after 'a', found 'b'; write for example 'ancestor: a -> b'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sepset.errors import KnowledgeError, did_you_mean
from sepset.knowledge.statements import LISTS, PAIRS, Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(->|--|\|)|((?:(?!->|--)[^\s"|#])+)|(#.*)|(\s+)|(.)')
_ESCAPED = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4}|.)")
_LINE_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}
_KEYS = ("tiers", "tier", "effects within tiers", *LISTS, *(name.replace("_", " ") for name in PAIRS))


def parse(text: str) -> Knowledge:
    """Return the knowledge in a text; it remembers the line of each statement."""
    tiers: list[list[str]] = []
    stated: dict[str, list[object]] = {name: [] for name in (*LISTS, *PAIRS)}
    places: dict[tuple[str, ...], str] = {}
    within = True
    for number, line in enumerate(text.splitlines(), start=1):
        if not list(_words(line, number)):
            continue
        key, rest = _key(line, number)
        if key in ("tiers", "tier"):
            tiers += _tiers(rest, number)
            places |= {("tiers", word): f"line {number}" for word in rest}
        elif key == "effects within tiers":
            within = _yes_or_no(rest, number)
        elif key in LISTS:
            stated[key] += _names(rest, number)
            places |= {(key, word): f"line {number}" for word in rest}
        else:
            kind, pair = key.replace(" ", "_"), _pair(key, rest, number)
            stated[kind].append(pair)
            places[kind, *pair] = f"line {number}"
    return Knowledge(tiers=tiers, effects_within_tiers=within, places=places, **stated)  # type: ignore[arg-type]  # checked there


def _words(line: str, number: int) -> Iterator[str]:
    """Yield the words of a line, without comments; signs are words too."""
    for quoted, sign, plain, _, _, other in _WORD.findall(line):
        if other:
            raise KnowledgeError(f"line {number}: a double quote is not closed; add the closing one")
        word = _ESCAPED.sub(_meant, quoted) or sign or plain
        if word:
            yield word


def _meant(escaped: re.Match[str]) -> str:
    """Return the character that an escape in a quoted name stands for, as `written` writes them."""
    sign = escaped[1]
    return chr(int(sign[1:], 16)) if len(sign) > 1 else _LINE_SIGNS.get(sign, sign)


def _key(line: str, number: int) -> tuple[str, list[str]]:
    key, colon, rest = line.partition(":")
    key = " ".join(key.lower().replace("_", " ").split())
    if colon and key in _KEYS:
        return key, list(_words(rest, number))
    hint = did_you_mean(key, _KEYS, f"it is one of {', '.join(_KEYS)}")
    raise KnowledgeError(
        f"line {number}: a line begins with a kind of statement and a colon, not {key!r}{hint}"
    )


def _tiers(words: list[str], number: int) -> Iterator[list[str]]:
    tier: list[str] = []
    for word in (*words, "|"):
        if word != "|":
            tier += _names([word], number)
        elif tier:
            yield tier
            tier = []
        else:
            raise KnowledgeError(f"line {number}: a tier is empty; write for example 'tiers: a b | c'")


def _names(words: list[str], number: int) -> list[str]:
    for word in words:
        if word in ("->", "--", "|"):
            raise KnowledgeError(f"line {number}: {word!r} is not a name")
    if not words:
        raise KnowledgeError(f"line {number}: names are missing after the colon")
    return words


def _pair(key: str, words: list[str], number: int) -> tuple[str, str]:
    arrow = "--" if key == "no edge" else "->"
    example = f"write for example '{key}: a {arrow} b'"
    if len(words) > 1 and words[1] != arrow:
        what = f"expected {arrow!r} after {words[0]!r}, found {words[1]!r}"
        raise KnowledgeError(f"line {number}: {what}; {example}")
    if len(words) < 3:
        raise KnowledgeError(f"line {number}: the pair is incomplete; {example}")
    a, _, b, *more = words
    if more:
        raise KnowledgeError(
            f"line {number}: expected the end of the line after {b!r}, found {more[0]!r}; {example}"
        )
    _names([a, b], number)
    return a, b


def _yes_or_no(words: list[str], number: int) -> bool:
    if words in (["yes"], ["no"]):
        return words == ["yes"]
    raise KnowledgeError(f"line {number}: 'effects within tiers' is yes or no, not {' '.join(words)!r}")

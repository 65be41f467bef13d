"""Marks at the ends of edges, and the arrow patterns that name them.

An edge has one mark at each end: a tail, an arrowhead or a circle ("this end is not settled"). Edges are
written, read and asked for as three characters, the first being the mark at the left node:

===========  ==========================================
pattern      marks
===========  ==========================================
``a --> b``  tail at a, arrowhead at b
``a <-> b``  arrowheads at both ends
``a o-> b``  circle at a, arrowhead at b
``a o-o b``  circles at both ends
``a --- b``  tails at both ends
``a --o b``  tail at a, circle at b
===========  ==========================================

and their mirror images ``<--``, ``<-o``, ``o--``. In a question, ``*`` stands for any mark: ``a *-> b``.

>>> marks_of("o->")
(<Mark.CIRCLE: 2>, <Mark.ARROW: 1>)
>>> mirror("o->")
'<-o'
"""

from __future__ import annotations

import enum
from typing import TypeVar

from sepset.errors import GraphError, did_you_mean

_Node = TypeVar("_Node")


class Mark(enum.IntEnum):
    """The mark at one end of an edge."""

    TAIL = 0
    ARROW = 1
    CIRCLE = 2


_LEFT = {"-": Mark.TAIL, "<": Mark.ARROW, "o": Mark.CIRCLE}
_RIGHT = {"-": Mark.TAIL, ">": Mark.ARROW, "o": Mark.CIRCLE}

#: The nine patterns an edge can have.
EDGE_PATTERNS: dict[str, tuple[Mark, Mark]] = {
    f"{left}-{right}": (at_left, at_right)
    for left, at_left in _LEFT.items()
    for right, at_right in _RIGHT.items()
}

#: The six kinds of edges, each as it reads from left to right, in the order in which pages list them.
RIGHTWARDS = ("-->", "<->", "---", "o->", "o-o", "--o")

#: Short forms that are read but never written.
ALIASES = {"->": "-->", "<-": "<--", "--": "---"}

#: Every pattern that can be asked for; None stands for "any mark".
QUERY_PATTERNS: dict[str, tuple[Mark | None, Mark | None]] = {
    f"{left}-{right}": (at_left, at_right)
    for left, at_left in {**_LEFT, "*": None}.items()
    for right, at_right in {**_RIGHT, "*": None}.items()
} | {short: EDGE_PATTERNS[pattern] for short, pattern in ALIASES.items()}

_PATTERN_OF = {marks: pattern for pattern, marks in EDGE_PATTERNS.items()}
_MIRROR = {pattern: _PATTERN_OF[marks[::-1]] for pattern, marks in EDGE_PATTERNS.items()}


def marks_of(pattern: str) -> tuple[Mark, Mark]:
    """Return the marks (at the left node, at the right node) of an edge pattern."""
    try:
        return EDGE_PATTERNS[ALIASES.get(pattern, pattern)]
    except (KeyError, TypeError):
        raise GraphError(
            f"{pattern!r} is not an edge; write one of {' '.join(EDGE_PATTERNS)} (or -> <- --)"
        ) from None


def query_marks(pattern: object, *words: str) -> tuple[Mark | None, Mark | None]:
    """Return the marks that a pattern asks for, None for any; `words` could have been written in its place.

    >>> query_marks("*->")
    (None, <Mark.ARROW: 1>)
    """
    if isinstance(pattern, str) and pattern in QUERY_PATTERNS:
        return QUERY_PATTERNS[pattern]
    others = "".join(f", or {word!r}" for word in words)
    raise GraphError(
        f"{pattern!r} is not a pattern; write one of {' '.join(EDGE_PATTERNS)}, with * for any mark{others}"
        f"{did_you_mean(pattern, [*EDGE_PATTERNS, *words])}"
    )


def pattern_of(at_left: Mark, at_right: Mark) -> str:
    """Return the pattern with these marks at its left and right end."""
    return _PATTERN_OF[at_left, at_right]


def mirror(pattern: str) -> str:
    """Return one of the nine edge patterns as read from the other end."""
    return _MIRROR[pattern]


def kind_of(pattern: str) -> str:
    """Return the kind of an edge: its pattern, read from the end that makes it one of `RIGHTWARDS`.

    >>> kind_of("<-o"), kind_of("o->")
    ('o->', 'o->')
    """
    return pattern if pattern in RIGHTWARDS else mirror(pattern)


def rightwards(a: _Node, pattern: str, b: _Node) -> tuple[_Node, str, _Node]:
    """Return an edge as it reads from left to right: an arrow points to the right, where there is one.

    >>> rightwards("a", "<-o", "b")
    ('b', 'o->', 'a')
    """
    return (a, pattern, b) if pattern in RIGHTWARDS else (b, mirror(pattern), a)

"""The fewest things of a list that cannot all hold, given a way to ask whether some of them can.

A set that clashes, but no longer does without any one of its members, is *irreducible*; it is *smallest* if
no smaller set clashes. Dropping members one by one leads to the first. For the second, a smallest set that
shares a member with the complement of every consistent set met so far is asked about: if it is consistent, it
is enlarged as far as possible and gives another complement; if not, no smaller set clashes (implicit hitting
sets: Ignatiev, Previti, Liffiton and Marques-Silva 2015).

>>> class Triangle:  # of three things any two can hold
...     number = 3
...     def held(self, wanted):
...         return None if len(wanted) == 3 else frozenset(wanted)
...     def core(self):
...         return [0, 1, 2]
>>> find_clash(Triangle(), limit=100)
Clashing(members=(0, 1, 2), how='smallest')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from sepset.equivalence.essential.core_guided import CoreGuided, OutOfEffort

if TYPE_CHECKING:
    from collections.abc import Sequence

How = Literal["smallest", "irreducible", "clashing"]


class Consistency(Protocol):
    """Things 0, 1, ... that may hold together or not."""

    @property
    def number(self) -> int:
        """How many things there are."""

    def held(self, wanted: Sequence[int]) -> frozenset[int] | None:
        """Return things that hold together, the wanted ones among them; None: these clash.

        `OutOfEffort` where that takes too long.
        """

    def core(self) -> list[int]:
        """Return those of the last wanted things that clash already."""


class Clashing(NamedTuple):
    """Things that cannot all hold, and what is known about leaving some of them out."""

    members: tuple[int, ...]
    how: How


def find_clash(things: Consistency, *, limit: int, most: int | None = None) -> Clashing | None:
    """Return things that clash, none if all hold together; with up to `limit` questions for a smallest set.

    With `most`, only a clash of at most that many things counts; None: there is none. Where
    effort runs out, a set that is not known to be smallest, or irreducible, is returned and says so.
    """
    if things.held(range(things.number)) is not None:
        return None
    known, how = _reduced(things, things.core())
    if how != "irreducible" or len(known) == 1:
        how = "smallest" if len(known) == 1 else how
        return Clashing(tuple(sorted(known)), how)
    smaller, proven = _smaller(things, known if most is None else known[: most + 1], limit)
    if smaller is None and most is not None and len(known) > most:
        return None
    return Clashing(tuple(sorted(smaller or known)), "smallest" if proven else "irreducible")


def _reduced(things: Consistency, clash: list[int]) -> tuple[list[int], How]:
    """Drop members as long as the rest clashes."""
    done = 0
    try:
        while done < len(clash):
            rest = [*clash[:done], *clash[done + 1 :]]
            if things.held(rest) is None:
                core = set(things.core())
                clash = [one for place, one in enumerate(rest) if place < done or one in core]
            else:
                done += 1
    except OutOfEffort:
        return clash, "clashing"
    return clash, "irreducible"


def _smaller(things: Consistency, known: Sequence[int], limit: int) -> tuple[list[int] | None, bool]:
    """Return a smallest clash with fewer members than the known one, or None; and whether that is certain."""
    everything = range(things.number)
    search = CoreGuided(
        [[one + 1 for one in everything]],
        {-(one + 1): 1 for one in everything},
        limit=100 * limit,
        enough=len(known),
    )
    try:
        for _ in range(limit):
            model = search.model()
            if model is None:
                return None, True
            asked = [one for one in everything if model[one] > 0]
            held = things.held(asked)
            if held is None:
                return asked, True
            held = _grown(things, held)
            search.add([one + 1 for one in everything if one not in held])
    except OutOfEffort:
        pass
    return None, False


def _grown(things: Consistency, held: frozenset[int]) -> frozenset[int]:
    """Add what else can hold, one after the other."""
    for one in range(things.number):
        if one not in held:
            held = things.held([*sorted(held), one]) or held
    return held

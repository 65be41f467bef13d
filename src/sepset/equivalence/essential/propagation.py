"""Unit propagation, and what it needs: the whole of what a proof check trusts.

A clause follows from others by *unit propagation* when assuming all its literals false, and then again and
again the last literal of a clause whose others are false to be true, makes some clause false altogether.
Proofs of SAT solvers are lists of clauses of which each follows in this way from the ones before (Goldberg
and Novikov 2003).

>>> clauses = Clauses()
>>> first, second = clauses.add([1, 2]), clauses.add([-1, 2])
>>> clauses.refute([-2])  # so 2 follows, from both
{0, 1}
>>> clauses.refute([2]) is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Clauses:
    """Clauses that are propagated as they come, with two watched literals each (Moskewicz et al. 2001)."""

    def __init__(self) -> None:
        self._clauses: list[list[int]] = []  # as given, for reasons
        self._watched: list[list[int]] = []  # the first two are watched
        self._watching: dict[int, list[int]] = {}
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._reason: dict[int, int] = {}  # true literal -> the clause that made it so; none for assumptions
        self._contradiction: int | None = None

    def add(self, clause: Iterable[int]) -> int:
        """Add a clause, draw conclusions, and return its number."""
        number = len(self._clauses)
        given = list(dict.fromkeys(clause))
        self._clauses.append(given)
        # Literals that are false for good, and clauses that are true for good, need no watching.
        left = [x for x in given if -x not in self._true]
        self._watched.append(left)
        if any(x in self._true for x in left) or self._contradiction is not None:
            return number
        if len(left) < 2:
            self._contradiction = self._conclude(left[0], number) if left else number
        for literal in left[:2] if len(left) > 1 else ():
            self._watching.setdefault(literal, []).append(number)
        return number

    def refute(self, literals: Iterable[int]) -> set[int] | None:
        """Assume the literals; return the numbers of clauses that contradict them, or None."""
        if self._contradiction is not None:
            return self._used(self._contradiction, ())
        kept = len(self._trail)
        conflict: int | None = None
        clash: tuple[int, ...] = ()
        for literal in literals:
            if -literal in self._true:
                clash = (-literal,)
                break
            if literal not in self._true:
                self._true.add(literal)
                self._trail.append(literal)
                conflict = self._propagate(len(self._trail) - 1)
            if conflict is not None:
                break
        found = None if conflict is None and not clash else self._used(conflict, clash)
        for literal in self._trail[kept:]:
            self._true.discard(literal)
            self._reason.pop(literal, None)
        del self._trail[kept:]
        return found

    def simplified(self) -> list[list[int]]:
        """Return the clauses that are not true for good, without the literals that are false for good."""
        left = ([x for x in clause if -x not in self._true] for clause in self._watched)
        open_ones = [clause for clause in left if not any(x in self._true for x in clause)]
        return [*([literal] for literal in self._trail), *open_ones]

    def _conclude(self, literal: int, number: int) -> int | None:
        """Make a literal true for good, because of a clause; return a clause that this makes false."""
        if literal in self._true:
            return None
        self._true.add(literal)
        self._reason[literal] = number
        self._trail.append(literal)
        return self._propagate(len(self._trail) - 1)

    def _propagate(self, start: int) -> int | None:
        """Draw all conclusions from the trail on; return a clause that became false, or None."""
        for literal in _growing(self._trail, start):
            numbers = self._watching.get(-literal, [])
            kept: list[int] = []
            for place, number in enumerate(numbers):
                if self._moves_on(number, -literal):
                    continue
                kept.append(number)
                other = self._other(number, -literal)
                if other in self._true:
                    continue
                if -other in self._true:
                    self._watching[-literal] = kept + numbers[place + 1 :]
                    return number
                self._true.add(other)
                self._reason[other] = number
                self._trail.append(other)
            self._watching[-literal] = kept
        return None

    def _moves_on(self, number: int, false: int) -> bool:
        """Watch another literal in place of one that is false; say whether there is one."""
        watched, true = self._watched[number], self._true
        if watched[0] == false:
            watched[0], watched[1] = watched[1], watched[0]
        if watched[0] in true:
            return False
        for place in range(2, len(watched)):
            if -watched[place] not in true:
                watched[1], watched[place] = watched[place], watched[1]
                self._watching.setdefault(watched[1], []).append(number)
                return True
        return False

    def _other(self, number: int, false: int) -> int:
        watched = self._watched[number]
        return watched[0] if watched[0] != false else watched[1]

    def _used(self, conflict: int | None, clash: tuple[int, ...]) -> set[int]:
        """Return the clauses from which a conflict follows."""
        used = set() if conflict is None else {conflict}
        todo = [*clash, *(-x for x in (self._clauses[conflict] if conflict is not None else ()))]
        seen = set(todo)
        while todo:
            number = self._reason.get(todo.pop())
            if number is None:
                continue
            used.add(number)
            fresh = {-x for x in self._clauses[number]} - seen
            seen |= fresh
            todo += fresh
        return used


def _growing(trail: list[int], start: int) -> Iterable[int]:
    """Yield the members of a list from `start` on, those that are appended meanwhile included."""
    while start < len(trail):
        yield trail[start]
        start += 1

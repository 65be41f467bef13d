"""Adjustment sets as values: the names, and the grounds for their validity.

>>> AdjustmentSet({"c"}, "local") == {"c"}
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from sepset.equivalence.causes import Causes
    from sepset.graph.edges import Edge
    from sepset.knowledge.statements import Knowledge

SetKind = Literal["minimal", "smallest", "canonical", "local", "optimal"]
Ground = Literal["local", "exact", "general", "possible"]

#: What each of the grounds means, for people.
GROUNDS: dict[Ground, str] = {
    "local": "the possible parents of the cause; proved for every graph whose marks hold",
    "exact": "proved to be valid in every DAG of the class",
    "general": "valid by a criterion that is checked on all classes with up to 5 variables, and not proved",
    "possible": "valid in those DAGs of the class in which these are the parents of the cause",
}


class AdjustmentSet(frozenset[str]):
    """Variables to adjust for, valid in every DAG that the graph stands for, and the ground for saying so.

    "local": the local rule, which is proved for every graph whose marks hold. "exact": valid in all closures
    of the class, hence in all of its DAGs. "general": the general criterion, which is right for every class
    with up to 5 variables and not proved beyond. ("possible" stands in effects that are not identified: the
    set is valid in some DAGs of the class, those in which it holds the parents of the cause.)
    """

    __slots__ = ("ground",)

    ground: Ground

    def __new__(cls, names: Iterable[str], ground: Ground) -> Self:
        """Store a set and its ground."""
        made = super().__new__(cls, names)
        made.ground = ground
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (sorted(self), self.ground)

    def __repr__(self) -> str:
        return f"AdjustmentSet({sorted(self)!r}, ground={self.ground!r})"

    def __str__(self) -> str:
        return f"{{{', '.join(sorted(self))}}}"


@dataclass(frozen=True)
class Remedy:
    """One fact that would make a valid set known, or the effect zero."""

    statement: Knowledge
    #: the statement in English
    words: str


@dataclass(frozen=True)
class Obstacle:
    """What stands in the way of every adjustment set."""

    #: the path that no allowed set blocks, or that may be directed without starting with ``-->``
    path: tuple[str, ...]
    #: the edge of it that is not settled, or not to be blocked
    edge: Edge
    #: single facts that would help
    remedies: tuple[Remedy, ...] = ()


class AdjustmentSets(tuple[AdjustmentSet, ...]):
    """The adjustment sets of one kind for one effect; when there is none, what stands in the way."""

    cause: str
    effect: str
    kind: SetKind
    #: whether the cause affects the effect: always, possibly or never
    causes: Causes
    obstacle: Obstacle | None
    #: whether tests contradict what the graph says, so that only the local rule was used
    contradicted: bool
    #: whether these are all sets of the kind
    complete: bool
    #: what to know about the sets, one sentence each
    notes: tuple[str, ...]

    def __new__(cls, found: Iterable[AdjustmentSet], **about: object) -> Self:
        """Store sets and what is known about them."""
        made = super().__new__(cls, found)
        made.__dict__.update(
            {"obstacle": None, "contradicted": False, "complete": True, "notes": ()}, **about
        )
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (tuple(self),), dict(self.__dict__)

    @property
    def reason(self) -> str:
        """What was found, or what stands in the way, as a sentence."""
        if self:
            return f"{counted(len(self), 'adjustment set')} for the effect of {self.cause} on {self.effect}."
        if self.causes == "never":
            return (
                f"{self.cause} never causes {self.effect}: the effect is zero without adjusting for anything."
            )
        if self.obstacle is None:
            return (
                " ".join(self.notes)
                or f"No set of this kind is known to be valid for {self.cause} and {self.effect}."
            )
        return " ".join((_in_the_way(self.obstacle), *_helpful(self.obstacle)))

    def __repr__(self) -> str:
        return (
            f"AdjustmentSets([{', '.join(map(str, self))}])" if self else f"AdjustmentSets([]): {self.reason}"
        )


def _in_the_way(obstacle: Obstacle) -> str:
    path = ", ".join(obstacle.path)
    return (
        f"No set is valid in every DAG that agrees with the graph: {obstacle.edge} stands in the way, at the "
        f"start of the path {path}."
    )


def _helpful(obstacle: Obstacle) -> list[str]:
    known = [remedy.words for remedy in obstacle.remedies]
    return [f"It would help to know that {', or that '.join(known)}."] if known else []

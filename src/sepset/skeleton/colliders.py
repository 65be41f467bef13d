"""Step 3 by more than the recorded set: which unshielded triples are colliders, by all separating sets.

For an unshielded triple a, c, b, look at all sets of at most k variables among the neighbours of a or of b
that separate a and b (and the recorded set):

- ``conservative``: a collider when c is in none of them, a non-collider when it is in all, else ambiguous
  [Ramsey, Zhang and Spirtes 2006];
- ``majority``: by whether c is in fewer or more than half of them; exactly half is ambiguous [Colombo and
  Maathuis 2014];
- ``max-p``: by the set with the largest p-value [Ramsey 2016].

An ambiguous triple is left alone: no rule uses it as a collider or as a non-collider.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sepset.catalogue.choices import COLLIDERS
from sepset.catalogue.records import load
from sepset.graph.bits import members
from sepset.orientation.evidence import triple
from sepset.skeleton.statements import Asked, answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sepset.catalogue.choices import ColliderRule
    from sepset.graph.mark_table import MarkTable
    from sepset.independence.protocol import CITest
    from sepset.skeleton.separations import Separations

Votes = dict[tuple[int, int, int], bool | None]
#: From the middle node and the separating sets with their p-values to: collider, non-collider, ambiguous.
Decision: TypeAlias = "Callable[[int, dict[frozenset[int], float]], bool | None]"


class Ballot(NamedTuple):
    """The votes on unshielded triples, and the tests it took, by size of the conditioning set."""

    votes: Votes
    tests_run: dict[int, int]


def vote(test: CITest, found: Separations, k: int, *, rule: ColliderRule, alpha: float) -> Ballot:
    """Decide every unshielded triple by the sets that separate its ends."""
    votes: Votes = {}
    tests_run: dict[int, int] = {}
    place = COLLIDERS[rule].decision
    if place is None:
        return Ballot(votes, tests_run)
    decide: Decision = load(place)
    skeleton = found.skeleton()
    asked = (Asked(a, b, _sets(test, found, skeleton, a, b, k)) for a, b in _ends(skeleton))
    for (a, b, sets), results in answers(test, asked):
        recorded, p = found.given(a, b), found.p_value(a, b)
        separating = {} if recorded is None or p is None else {frozenset(recorded): p}
        for given, result in zip(sets, results, strict=True):
            tests_run[len(given)] = tests_run.get(len(given), 0) + 1
            if result.independent(alpha=alpha):
                separating[frozenset(given)] = result.p
        for c in members(skeleton.adjacency[a] & skeleton.adjacency[b]):
            votes[triple(a, c, b)] = decide(c, separating)
    return Ballot(votes, tests_run)


def _ends(skeleton: MarkTable) -> Iterator[tuple[int, int]]:
    """Yield the non-adjacent pairs with a common neighbour."""
    for a in range(skeleton.n):
        near = 0
        for c in members(skeleton.adjacency[a]):
            near |= skeleton.adjacency[c]
        for b in members((near & ~skeleton.adjacency[a]) >> (a + 1) << (a + 1)):
            yield a, b


def _sets(
    test: CITest, found: Separations, skeleton: MarkTable, a: int, b: int, k: int
) -> list[tuple[int, ...]]:
    """Return the sets to be tried for a pair, in the order of their names; the recorded one is known."""
    names, recorded = test.names, found.given(a, b)
    known = None if recorded is None else tuple(sorted(recorded))
    sets = set(_subsets(skeleton, a, b, k)) - {known}
    return sorted(sets, key=lambda given: [names[c] for c in given])


def _subsets(skeleton: MarkTable, a: int, b: int, k: int) -> Iterator[tuple[int, ...]]:
    for end in (a, b):
        near = list(members(skeleton.adjacency[end]))
        for size in range(min(k, len(near)) + 1):
            yield from combinations(near, size)


def by_all(c: int, sets: dict[frozenset[int], float]) -> bool | None:
    """Decide where all sets agree on whether c is in them."""
    inside = [c in given for given in sets]
    return None if not inside or (any(inside) and not all(inside)) else not inside[0]


def by_majority(c: int, sets: dict[frozenset[int], float]) -> bool | None:
    """Decide by more than half of the sets."""
    inside = sum(c in given for given in sets)
    return None if 2 * inside == len(sets) else 2 * inside < len(sets)


def by_largest_p(c: int, sets: dict[frozenset[int], float]) -> bool | None:
    """Decide by the largest p; sets that share it must agree."""
    largest = max(sets.values(), default=None)
    return by_all(c, {given: p for given, p in sets.items() if p == largest})

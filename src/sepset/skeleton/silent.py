"""Tests without evidence: too few rows, or a conditioning set that leaves nothing to explain.

Such a test never separates a pair, so an edge may stay only because there is no evidence against it.

>>> from sepset.independence.gaussian import FisherZ
>>> x = [0.1, 1.3, -0.4, 2.2, 0.7, -1.1]
>>> count_silent(FisherZ("abc", [[value, 2 * value, value**2] for value in x]), [0b110, 0b101, 0b011], k=1)
Silent(tests=4, of=6)
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from sepset.graph.bits import members
from sepset.skeleton.statements import Asked, answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.independence.protocol import CITest

MOST_ASKED = 5000


class Silent(NamedTuple):
    """How many tests had no evidence, and how many were looked at."""

    tests: int
    of: int


def count_silent(test: CITest, adjacency: Sequence[int], k: int) -> Silent:
    """Repeat the tests of every edge given at most k neighbours of an end, the first 5,000 of them."""
    asked = [Asked(a, b, [given]) for a, b, given in islice(_questions(adjacency, k), MOST_ASKED)]
    usable = sum(found.usable for _, [found] in answers(test, asked))
    return Silent(len(asked) - usable, len(asked))


def _questions(adjacency: Sequence[int], k: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield edges with sets of neighbours, smaller sets first."""
    edges = [(a, b) for a, row in enumerate(adjacency) for b in members(row) if a < b]
    for size in range(min(k, len(adjacency)) + 1):
        for a, b in edges:
            either = (members(adjacency[end] & ~(1 << a | 1 << b)) for end in (a, b))
            sets = dict.fromkeys(given for near in either for given in combinations(near, size))
            yield from ((a, b, given) for given in sets)

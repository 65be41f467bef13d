"""Whether pairs are independent given particular sets: for learners that test beyond Step 1.

A level of the search (`LevelTest.search_level`) tries every set out of a list of candidates. With a list that
holds no more than one set it answers for that set, so that the kernels of the search serve here too.
Where p-values are wanted, tests are asked one by one; a test on rows elsewhere is told of many at once.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from sepset.independence.protocol import Candidates
from sepset.skeleton.plain_level import plain_level

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.independence.protocol import CIResult, CITest, ExpectingTest, LevelTest

#: How many tests are gathered before rows elsewhere are gone through for them.
_TOLD_AT_ONCE = 1 << 18


class Asked(NamedTuple):
    """A pair, and the sets that it is tested given."""

    a: int
    b: int
    sets: Sequence[tuple[int, ...]]


def independent(
    test: CITest,
    pairs: NDArray[np.int32],
    sets: NDArray[np.int32],
    of: NDArray[np.int32],
    *,
    alpha: float,
    threads: int = 1,
) -> NDArray[np.bool_]:
    """Say for each pair whether it is independent given its set; that of pair i is ``sets[of[i]]``.

    The sets are sorted rows of equal size, and no pair has a member in its set.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> oracle = Oracle(MixedGraph.from_edges("a --> b", "b --> c", "c --> d"))
    >>> pairs, sets = np.array([[0, 2], [0, 3]], np.int32), np.array([[1], [2]], np.int32)
    >>> independent(oracle, pairs, sets, np.array([0, 1], np.int32), alpha=0.05).tolist()
    [True, True]
    """
    size = sets.shape[1]
    offsets = np.arange(len(sets) + 1, dtype=np.int64) * size
    candidates = Candidates(offsets, np.ascontiguousarray(sets.reshape(-1)), of) if size else None
    if not hasattr(test, "search_level"):
        return plain_level(test, pairs, size, candidates, alpha=alpha).found
    level = cast("LevelTest", test)
    return level.search_level(pairs, size, candidates, alpha=alpha, threads=threads, largest_p=False).found


def answers(test: CITest, asked: Iterable[Asked]) -> Iterator[tuple[Asked, list[CIResult]]]:
    """Yield each pair with the answers given its sets, in order.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> oracle = Oracle(MixedGraph.from_edges("a --> b", "b --> c"))
    >>> [[one.p for one in found] for _, found in answers(oracle, [Asked(0, 2, [(), (1,)])])]
    [[0.0, 1.0]]
    """
    for some in _gathered(asked) if getattr(test, "asked_here", False) else ([one] for one in asked):
        found = _answers(test, [(a, b, given) for a, b, sets in some for given in sets])
        for one in some:
            yield one, list(islice(found, len(one.sets)))


def _gathered(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """Yield pairs together while they have few sets."""
    some, tests = list[Asked](), 0
    for one in asked:
        some.append(one)
        tests += len(one.sets)
        if tests >= _TOLD_AT_ONCE:
            yield some
            some, tests = [], 0
    yield some


def _answers(test: CITest, single: Sequence[tuple[int, int, tuple[int, ...]]]) -> Iterator[CIResult]:
    names, first = tuple(test.names), 0
    while first < len(single):
        stop = len(single)
        if getattr(test, "asked_here", False):
            stop = first + cast("ExpectingTest", test).expect_tests(single[first:])
        for a, b, given in single[first:stop]:
            yield test(names[a], names[b], [names[c] for c in given])
        first = stop

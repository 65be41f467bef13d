"""The second step of LOCI: arrowheads at b wherever a and c are independent given S, and b depends on both.

One reason is enough for an arrowhead, so sets of each size are tried only for the ends that smaller sets have
left open. This does not depend on the order of columns, and neither does the number of tests.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.skeleton.search import Progress
from sepset.skeleton.statements import independent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sepset.learn.stages import Setup
    from sepset.skeleton.search import Skeleton

#: Bounds the memory of one call, and the time between two signs of life.
_STATEMENTS_AT_ONCE = 1 << 18


class Arrowhead(NamedTuple):
    """An arrowhead at b of the edge between `end` and b, `because` of (a, b, c) with a set of some size."""

    size: int
    because: tuple[int, int, int]
    end: int


class Arrowheads(NamedTuple):
    """The first reason for each arrowhead, in order, and the tests by size of the conditioning set."""

    found: list[Arrowhead]
    tests_run: dict[int, int]


def find_arrowheads(setup: Setup, skeleton: Skeleton) -> Arrowheads:
    """Return the first reason for every arrowhead: smaller sets first, then in the order of nodes."""
    n = len(skeleton.names)
    found: list[Arrowhead] = []
    tests_run: dict[int, int] = {}
    for size in range(min(skeleton.k, max(n - 2, 0)) + 1):
        done = {(one.end, one.because[1]) for one in found}
        table = skeleton.separations.at(size).skeleton()
        both_ways = ((e, b) for u, _, v in table.edges() for e, b in ((u, v), (v, u)))
        open_ends = np.array([pair for pair in both_ways if pair not in done], dtype=np.intp).reshape(-1, 2)
        tests_run[size] = 0
        for given, apart in _independences(setup, n, size, open_ends, tests_run):
            new, open_ends = _arrowheads_given(given, apart, open_ends)
            found += new
    return Arrowheads(found, tests_run)


def _independences(
    setup: Setup, n: int, size: int, open_ends: NDArray[np.intp], tests_run: dict[int, int]
) -> Iterator[tuple[tuple[int, ...], NDArray[np.bool_]]]:
    """Yield each set of a size with who is independent of whom given it, for the nodes of open ends."""
    asked = np.zeros(n, dtype=bool)
    asked[open_ends] = True
    first, second = (side.astype(np.int32) for side in np.triu_indices(n, 1))
    wanted = asked[first] | asked[second]
    pairs = np.stack([first[wanted], second[wanted]], axis=1)
    if setup.beforehand is not None:  # a required effect leaves its pair dependent, whatever is given
        pairs = pairs[setup.beforehand.restriction.asked(pairs)]
    if not len(pairs):
        return
    sets = combinations(range(n), size)
    done, most = 0, comb(n, size) * len(pairs)
    while batch := list(islice(sets, max(1, _STATEMENTS_AT_ONCE // len(pairs)))):
        given = np.array(batch, dtype=np.int32).reshape(len(batch), size)
        # A row for each set, a column for each pair: both ends outside the set.
        outside = ~(pairs[None, :, :, None] == given[:, None, None, :]).any(axis=(2, 3))
        of, which = np.nonzero(outside)
        apart = np.zeros(outside.shape, dtype=bool)
        apart[outside] = independent(
            setup.test, pairs[which], given, of.astype(np.int32), alpha=setup.alpha, threads=setup.threads
        )
        tests_run[size] += len(of)
        done += outside.size
        if setup.progress is not None:
            setup.progress(Progress(size, done, most, tests_run[size]))
        for members, row in zip(batch, apart, strict=True):
            matrix = np.zeros((n, n), dtype=bool)
            matrix[pairs[:, 0], pairs[:, 1]] = matrix[pairs[:, 1], pairs[:, 0]] = row
            yield members, matrix


def _arrowheads_given(
    given: tuple[int, ...], apart: NDArray[np.bool_], open_ends: NDArray[np.intp]
) -> tuple[list[Arrowhead], NDArray[np.intp]]:
    """Return the arrowheads that one set gives reason for, in order, and the ends that are still open."""
    ends, middles = open_ends[:, 0], open_ends[:, 1]
    # Row i: the nodes that are independent of the end and depend on the middle; members of the set are not.
    reasons = apart[ends] & ~apart[middles]
    usable = reasons.any(axis=1) & ~np.isin(open_ends, given).any(axis=1)
    new = []
    for row in np.flatnonzero(usable).tolist():
        end, middle = int(ends[row]), int(middles[row])
        other = int(reasons[row].argmax())
        new.append(Arrowhead(len(given), (min(end, other), middle, max(end, other)), end))
    return sorted(new), open_ends[~usable]

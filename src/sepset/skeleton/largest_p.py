"""The largest p of every pair over all sets of at most k variables: a p-value for "some set separates them".

If a set S of at most k variables separates a and b, the p of the test given S is uniform or larger, and the
largest p over all sets is at least that: so rejecting where the largest p is at most alpha is wrong with a
probability of at most alpha. This needs all sets; a search among neighbours may not try S.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.errors import OptionError
from sepset.graph.separators import minimum_separators
from sepset.independence.oracle import Oracle
from sepset.skeleton.plain_level import plain_level

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.independence.protocol import CITest, LevelTest

#: More tests than this are refused: they would take hours.
MOST_TESTS = 10**9


def largest_p(test: CITest, k: int, *, threads: int = 1) -> NDArray[np.float64]:
    """Return the largest p of each pair, in the order 0-1, 0-2, ..., 1-2, ...; NaN: no test was usable.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> largest_p(Oracle(MixedGraph.from_edges("a --> b", "b --> c")), 1).tolist()
    [0.0, 1.0, 0.0]
    """
    n = len(test.names)
    if isinstance(test, Oracle):
        return _of_oracle(test, k)
    sizes = range(min(k, max(n - 2, 0)) + 1)
    tests = comb(n, 2) * sum(comb(n - 2, size) for size in sizes)
    if tests > MOST_TESTS:
        raise OptionError(
            f"the largest p over all sets of at most {k} of {n:,} variables takes {tests:,} tests, more than "
            f"{MOST_TESTS:,}; learn with a smaller k"
        )
    first, second = np.triu_indices(n, 1)
    pairs = np.column_stack((first, second)).astype(np.int32)
    found = np.full(len(pairs), np.nan)
    for size in sizes:
        if hasattr(test, "search_level"):
            level = cast("LevelTest", test).search_level(pairs, size, alpha=0.0, threads=threads)
        else:
            level = plain_level(test, pairs, size, alpha=0.0)
        found = np.fmax(found, level.p)
    return found


def _of_oracle(oracle: Oracle, k: int) -> NDArray[np.float64]:
    """Return 1 where a set of at most k variables separates, else 0."""
    separated = minimum_separators(oracle.graph, k)
    return np.array([float(frozenset(pair) in separated) for pair in combinations(oracle.graph.nodes, 2)])

"""Whether pairs are independent given particular sets: for learners that test beyond Step 1.

A level of the search (`LevelTest.search_level`) tries every set out of a list of candidates. With a list that
holds no more than one set it answers for that set, so that the kernels of the search serve here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from sepset.independence.protocol import Candidates
from sepset.skeleton.plain_level import plain_level

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.independence.protocol import CITest, LevelTest


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

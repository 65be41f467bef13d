"""Pairs by number, and as the neighbours of each variable: the twins of `native/common/pair_lists.cpp`."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from sepset.kernels.candidates import level_is_sound

if TYPE_CHECKING:
    from numpy.typing import NDArray


#: Their numbers are 32 bits wide.
_MOST_VARIABLES = 2**31 - 1


def pairs_of(numbers: NDArray[np.int64], n: int) -> NDArray[np.int32]:
    """Return the pairs that have these numbers, which increase, one a row; 0-1, 0-2, ... are the first.

    >>> pairs_of(np.array([2, 5]), 4).tolist()
    [[0, 3], [2, 3]]
    """
    every = list(combinations(range(n), 2))
    wanted = numbers.tolist()
    if wanted != sorted(set(wanted)) or not all(0 <= number < len(every) for number in wanted):
        raise ValueError("the numbers of pairs increase, from 0 to the number of all pairs")
    return np.array([every[number] for number in wanted], dtype=np.int32).reshape(-1, 2)


def pairs_between(start: int, stop: int, n: int) -> NDArray[np.int32]:
    """Return the pairs with the numbers `start` up to `stop`, one a row.

    >>> pairs_between(2, 4, 4).tolist()
    [[0, 3], [1, 2]]
    """
    if n > _MOST_VARIABLES or not 0 <= start <= stop <= comb(n, 2):
        raise ValueError("pairs between two numbers, from 0 to the number of all pairs")
    return pairs_of(np.arange(start, stop), n)


def not_above(numbers: NDArray[np.float64], limit: float) -> NDArray[np.int64]:
    """Return the places, in order, of the numbers that are not above a limit, NaN among them.

    >>> not_above(np.array([0.5, 0.01, np.nan]), 0.05).tolist()
    [1, 2]
    """
    return np.flatnonzero(~(numbers > limit))


def ranked_pairs(pairs: NDArray[np.int32], rank: NDArray[np.int32], threads: int) -> NDArray[np.int32]:
    """Return the same pairs under other numbers, the smaller one first.

    >>> ranked_pairs(np.array([(0, 1), (0, 2)]), np.array([1, 2, 0]), 1).tolist()
    [[1, 2], [0, 1]]
    """
    if not level_is_sound(len(rank), pairs, None, None, None):
        raise ValueError("a pair is two different variables that exist")
    return np.sort(rank[pairs], axis=1).astype(np.int32)


def ranked_lists(
    offsets: NDArray[np.int64], members: NDArray[np.int32], rank: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the members of lists under other numbers, which rise within each list; `rank` is a permutation.

    >>> ranked_lists(np.array([0, 2, 3]), np.array([0, 1, 1]), np.array([2, 0, 1])).tolist()
    [0, 2, 0]
    """
    starts = offsets.tolist()
    fit = starts[:1] == [0] and starts[-1] == len(members) and starts == sorted(starts)
    if not fit or not all(0 <= member < len(rank) for member in members.tolist()):
        raise ValueError(
            "one list for each pair, rising offsets from 0 to the number of members, and members that exist"
        )
    if not all(0 <= place < len(rank) for place in rank.tolist()):
        raise ValueError("ranks are the numbers of variables")
    lists = [np.sort(rank[members[start:end]]) for start, end in pairwise(starts)]
    return np.concatenate([np.zeros(0), *lists]).astype(np.int32)


def neighbour_lists(n: int, pairs: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the neighbours of every variable, in compressed rows, from pairs a < b in order.

    >>> offsets, members = neighbour_lists(4, np.array([(0, 2), (0, 3), (2, 3)], dtype=np.int32))
    >>> offsets.tolist(), members.tolist()
    ([0, 2, 2, 4, 6], [2, 3, 0, 3, 0, 2])
    """
    lists: list[list[int]] = [[] for _ in range(n)]
    for a, b in pairs.tolist():
        if a == b or not (0 <= a < n and 0 <= b < n):
            raise ValueError("a pair is two different variables that exist")
        lists[a].append(b)
        lists[b].append(a)
    offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return offsets, np.array([member for found in lists for member in found], dtype=np.int32)


def count_candidates(
    columns: int,
    pairs: NDArray[np.int32],
    offsets: NDArray[np.int64],
    members: NDArray[np.int32],
    of: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Return how many members of its list each pair can draw from: those that are not one of its ends.

    >>> lists = np.array([0, 2, 4]), np.array([0, 2, 1, 2], dtype=np.int32)
    >>> count_candidates(3, np.array([[0, 1], [0, 1]], dtype=np.int32), *lists, np.array([0, 1])).tolist()
    [1, 1]
    """
    if not level_is_sound(columns, pairs, offsets, members, of):
        raise ValueError("pairs and lists of variables that exist are needed")
    lists = [set(members[start:end].tolist()) for start, end in pairwise(offsets.tolist())]
    counts = [
        len(lists[number] - set(pair)) for pair, number in zip(pairs.tolist(), of.tolist(), strict=True)
    ]
    return np.array(counts, dtype=np.int32)

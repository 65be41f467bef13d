"""Which tests knowledge makes needless: pairs that are settled, and members of sets that can be left out.

If a set separates a and b, so does what is left of it without the variables that affect neither of the two.
So a variable that is known to affect neither a nor b, such as one of a later tier, is in no set that needs to
be tried. Pairs with a required effect have no separating set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.bits import members
from sepset.independence.level_input import number_of_sets
from sepset.independence.protocol import Candidates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.knowledge.known import KnownRelations


class Restriction:
    """The tests that are still needed, given what is known."""

    def __init__(self, known: KnownRelations) -> None:
        n = len(known.names)
        self.direct = known.direct
        idle = [0] * n
        for c in range(n):
            for a in members(known.not_ancestor[c]):
                idle[a] |= 1 << c
        #: nodes of one kind have the same variables that cannot affect them
        self._kinds = {row: number for number, row in enumerate(dict.fromkeys(idle))}
        self._kind: NDArray[np.int64] = np.array([self._kinds[row] for row in idle], dtype=np.int64)
        self._idle = list(self._kinds)
        self._all = (1 << n) - 1

    def asked(self, pairs: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Say for each pair whether it is tested at all."""
        return np.array([frozenset(pair) not in self.direct for pair in pairs.tolist()], dtype=bool)

    def among_all(self, pairs: NDArray[np.int32]) -> Candidates:
        """Return, for each pair, the variables that may affect one of its ends; these are among them."""
        one, other = self._kind[pairs[:, 0]], self._kind[pairs[:, 1]]
        codes, of = np.unique(one * len(self._idle) + other, return_inverse=True)
        lists = [list(members(self._allowed(*divmod(int(code), len(self._idle))))) for code in codes]
        return Candidates.from_lists(lists, of.tolist())

    def among_lists(
        self, lists: list[list[int]], of: NDArray[np.int32], pairs: NDArray[np.int32]
    ) -> Candidates:
        """Return the same among the members of one list for each pair."""
        kinds = len(self._idle)
        codes, which = np.unique(
            (of * kinds + self._kind[pairs[:, 0]]) * kinds + self._kind[pairs[:, 1]], return_inverse=True
        )
        kept = []
        for code in codes:
            place, both = divmod(int(code), kinds * kinds)
            allowed = self._allowed(*divmod(both, kinds))
            kept.append([c for c in lists[place] if allowed >> c & 1])
        return Candidates.from_lists(kept, which.tolist())

    def among(
        self,
        offsets: NDArray[np.int64],
        neighbours: NDArray[np.int32],
        ends: NDArray[np.int32],
        others: NDArray[np.int32],
    ) -> Candidates:
        """Return the same among the neighbours of one end of each pair."""
        kinds = len(self._idle)
        codes, of = np.unique(ends.astype(np.int64) * kinds + self._kind[others], return_inverse=True)
        lists = []
        for code in codes:
            end, kind = divmod(int(code), kinds)
            allowed = self._allowed(int(self._kind[end]), kind)
            near = neighbours[offsets[end] : offsets[end + 1]].tolist()
            lists.append([c for c in near if allowed >> c & 1])
        return Candidates.from_lists(lists, of.tolist())

    def _allowed(self, kind: int, other: int) -> int:
        return self._all & ~(self._idle[kind] & self._idle[other])


def sets_of(lengths: NDArray[np.int64], size: int) -> int:
    """Return how many sets of a size lists of these lengths have, in all.

    >>> sets_of(np.array([3, 0, 2]), 2)
    4
    """
    return number_of_sets(np.maximum(lengths, 0), size)

"""What orientation rules know besides the graph: which nodes separate a pair, and the bound k.

Rules ask three questions, all answered with sets of bits over node numbers:

- `outside(a, b)`: the nodes known to be outside the set that separates a and b. For an unshielded triple a,
  c, b this makes c a collider (R0); on a discriminating path it decides between R4's two branches.
- `inside(a, b)`: the nodes known to be inside it.
- `doubtful(c, b)`: the nodes a for which it is not known whether c is a collider between a and b. A rule
  that needs a non-collider does not use such a triple.

`Evidence` answers from recorded separating sets. A vote on a single triple replaces the set's answer, which
is how the conservative, majority and largest-p variants of Step 3 enter. `MagEvidence` answers from an
ancestral graph.

>>> found = Evidence({pair(0, 1): frozenset()}, k=0)
>>> found.outside(0, 1) >> 2 & 1, found.inside(0, 1)
(1, 0)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.graph.bits import from_members, members, reachable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from sepset.graph.mark_table import MarkTable


def pair(a: int, b: int) -> frozenset[int]:
    """Return the unordered pair of a and b, the key under which separating sets are kept.

    >>> pair(2, 1) == pair(1, 2)
    True
    """
    return frozenset((a, b))


def triple(a: int, c: int, b: int) -> tuple[int, int, int]:
    """Return the key of a vote: the middle node c between its ends, the smaller end first.

    >>> triple(5, 0, 3)
    (3, 0, 5)
    """
    return (a, c, b) if a < b else (b, c, a)


class EvidenceArrays(NamedTuple):
    """Evidence as the compiled engine takes it.

    The pair ``first[i], second[i]`` has the first ``size[i]`` of ``members[i]`` as its set.
    """

    first: NDArray[np.int32]
    second: NDArray[np.int32]
    size: NDArray[np.int32]
    members: NDArray[np.int32]
    votes: NDArray[np.int32]
    #: if given, every pair that is not adjacent here has a set, the empty one unless another is listed
    adjacency: list[int] | None = None
    #: if given, c is inside the set of a and b when it is an ancestor of one of them
    ancestors: list[int] | None = None
    #: whether a triple is doubtful when its ends have no set
    doubts_without_set: bool = False


@dataclass(frozen=True)
class Evidence:
    """Separating sets by unordered pair, the bound k, and votes on single unshielded triples.

    `sepsets` holds the set S_{a,b} of every pair found separable: a pair without a set is not the same as a
    pair with the empty set, and its triples are doubtful. ``sepsets=None`` means that no sets are kept at
    all: rules then trust the marks that are drawn and doubt nothing. `votes` maps ``triple(a, c, b)`` to
    True (collider), False (non-collider) or None (ambiguous) and overrides the set.
    """

    sepsets: Mapping[frozenset[int], frozenset[int]] | None = None
    k: int | None = None
    votes: Mapping[tuple[int, int, int], bool | None] = field(default_factory=dict)

    def sepset(self, a: int, b: int) -> frozenset[int] | None:
        """Return the recorded set S_{a,b}, or None when there is none."""
        return None if self.sepsets is None else self.sepsets.get(pair(a, b))

    def outside(self, a: int, b: int) -> int:
        """Return the nodes known to be outside the set that separates a and b."""
        found = self.sepset(a, b)
        known = 0 if found is None else ~from_members(found)
        return self._with_votes(a, b, known, wanted=True)

    def inside(self, a: int, b: int) -> int:
        """Return the nodes known to be inside the set that separates a and b."""
        found = self.sepset(a, b)
        known = 0 if found is None else from_members(found)
        return self._with_votes(a, b, known, wanted=False)

    def doubtful(self, c: int, b: int) -> int:
        """Return the nodes a for which it is not known whether c is a collider between a and b."""
        if self.sepsets is None:
            return self._ambiguous.get((c, b), 0)
        unknown = ~self._separated.get(b, 0)
        return unknown & ~self._voted.get((c, b), 0) | self._ambiguous.get((c, b), 0)

    def to_arrays(self) -> EvidenceArrays | None:
        """Return the same evidence as arrays, or None if arrays cannot express it.

        A subclass that answers differently must define its own; until it does, the rules run in Python.
        """
        votes = self._vote_rows()
        sets = list((self.sepsets or {}).items())
        if votes is None or any(len(ends) != 2 for ends, _ in sets):
            return None
        width = max((len(given) for _, given in sets), default=0)
        members_of = np.full((len(sets), width), -1, dtype=np.int32)
        for row, (_, given) in enumerate(sets):
            members_of[row, : len(given)] = list(given)
        ends = np.array([sorted(ends) for ends, _ in sets], dtype=np.int32).reshape(-1, 2).T
        size = np.array([len(given) for _, given in sets], dtype=np.int32)
        doubts = self.sepsets is not None
        return EvidenceArrays(ends[0], ends[1], size, members_of, votes, doubts_without_set=doubts)

    def _vote_rows(self) -> NDArray[np.int32] | None:
        """Return rows (end, middle, end, 1, 0 or -1), or None if some key is not as `triple` makes it."""
        rows = [(a, c, b, -1 if vote is None else int(vote)) for (a, c, b), vote in self.votes.items()]
        if any(a >= b for a, _, b, _ in rows):
            return None
        return np.array(rows, dtype=np.int32).reshape(-1, 4)

    def _with_votes(self, a: int, b: int, known: int, *, wanted: bool) -> int:
        for c, vote in self._votes_by_pair.get(pair(a, b), ()):
            known = known | 1 << c if vote is wanted else known & ~(1 << c)
        return known

    @cached_property
    def _votes_by_pair(self) -> dict[frozenset[int], list[tuple[int, bool | None]]]:
        by_pair: dict[frozenset[int], list[tuple[int, bool | None]]] = {}
        for (a, c, b), vote in self.votes.items():
            by_pair.setdefault(pair(a, b), []).append((c, vote))
        return by_pair

    @cached_property
    def _ambiguous(self) -> dict[tuple[int, int], int]:
        return _ends_by_middle(key for key, vote in self.votes.items() if vote is None)

    @cached_property
    def _voted(self) -> dict[tuple[int, int], int]:
        return _ends_by_middle(key for key, vote in self.votes.items() if vote is not None)

    @cached_property
    def _separated(self) -> dict[int, int]:
        """For each node, the nodes with which it has a separating set."""
        partners: dict[int, int] = {}
        for a, b in self.sepsets or ():
            partners[a] = partners.get(a, 0) | 1 << b
            partners[b] = partners.get(b, 0) | 1 << a
        return partners


class MagEvidence(Evidence):
    """What a maximal ancestral graph itself says about its separating sets.

    Two nodes that some set separates are separated by their other ancestors, An({a,b}) without a and b
    [Richardson and Spirtes 2002, section 4]. So c is inside when it is an ancestor of a or b, and outside
    otherwise; nothing has to be searched.
    """

    def __init__(self, mag: MarkTable, k: int | None = None) -> None:
        super().__init__(None, k)
        parents = [mag.parents(i) for i in range(mag.n)]
        object.__setattr__(self, "_ancestors", [reachable(1 << i, parents) for i in range(mag.n)])

    _ancestors: list[int]

    def sepset(self, a: int, b: int) -> frozenset[int]:
        """Return An({a,b}) without a and b, which separates them when anything does."""
        return frozenset(members(self.inside(a, b)))

    def outside(self, a: int, b: int) -> int:
        """Return the nodes that are ancestors of neither a nor b."""
        return ~(self._ancestors[a] | self._ancestors[b])

    def inside(self, a: int, b: int) -> int:
        """Return the ancestors of a or b, without the two."""
        return (self._ancestors[a] | self._ancestors[b]) & ~(1 << a | 1 << b)

    def to_arrays(self) -> EvidenceArrays:
        """Return the ancestors of each node; there are no sets and no votes."""
        none = np.zeros(0, dtype=np.int32)
        return EvidenceArrays(
            none, none, none, none.reshape(0, 0), none.reshape(0, 4), ancestors=self._ancestors
        )


def _ends_by_middle(keys: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int], int]:
    """Turn triples into (middle, one end) -> set of the other ends."""
    ends: dict[tuple[int, int], int] = {}
    for a, c, b in keys:
        ends[c, a] = ends.get((c, a), 0) | 1 << b
        ends[c, b] = ends.get((c, b), 0) | 1 << a
    return ends

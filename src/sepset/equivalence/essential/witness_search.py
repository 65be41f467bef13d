"""Find a k-closure of the class that has given marks, or show that there is none.

The search is exact: it splits on the type of one undecided edge at a time, draws conclusions after each
choice (`Partial`), gives up a branch when some ``<->`` pair can no longer be k-covered (`may_be_covered`),
and tests each complete graph K by the definition, C_k(directed part of K) == K. It keeps a log of what it did
at each branch, from which the result can be checked without searching
(`sepset.equivalence.essential.certificate`).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from sepset.equivalence.essential.bounds import is_covered, may_be_covered
from sepset.equivalence.essential.partial_closure import Contradiction, Partial
from sepset.equivalence.k_closure import k_closure_table
from sepset.graph.bits import first, from_members, members

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.graph.mark_table import MarkTable


class TimeIsUp(Exception):  # noqa: N818  (a turn of the search, not an error)
    """The deadline has passed."""


class Deadline:
    """A point in time after which a search stops; None never comes."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        """Raise `TimeIsUp` once the time is up."""
        if self._end is not None and time.monotonic() > self._end:
            raise TimeIsUp


class Turn(NamedTuple):
    """What the search did at one branch.

    ``split``: tried every type of the edge i-j that does not contradict at once. ``cut``: gave up, since i
    <-> j can no longer be k-covered. ``closure``: every edge is decided, and the graph is no k-closure.
    """

    kind: str
    i: int
    j: int
    depth: int
    choice: str  # the type that the edge of the split above was given; empty at the top


class Refutation(NamedTuple):
    """The search came back empty: its turns, each before the branches below it."""

    turns: tuple[Turn, ...]


class _Branch(NamedTuple):
    partial: Partial
    #: the <-> pairs whose cover is certain; it stays certain further down
    covered: frozenset[tuple[int, int]]
    depth: int = 0
    choice: str = ""


def find_k_closure(
    partial: Partial,
    k: int,
    deadline: Deadline,
    preference: Callable[[int, str, int], int],
    covered: frozenset[tuple[int, int]] = frozenset(),
) -> MarkTable | Refutation:
    """Return a k-closure with all the certain marks of `partial`, or the refutation of its existence.

    `preference` ranks the types of an edge, the smallest tried first; it steers the search and never its
    outcome. `covered` may name ``<->`` pairs that are known to be certainly covered.
    """
    turns: list[Turn] = []
    stack = [_Branch(partial, covered)]
    while stack:
        deadline.check()
        branch = stack.pop()
        covered, failed, open_pair = _weigh(branch, k)
        if failed is not None:
            turns.append(Turn("cut", *failed, branch.depth, branch.choice))
            continue
        edge = _edge_to_split(branch.partial, open_pair)
        if edge is None:
            table = branch.partial.table()
            if is_k_closure_table(table, k):
                return table
            turns.append(Turn("closure", -1, -1, branch.depth, branch.choice))
            continue
        turns.append(Turn("split", *edge, branch.depth, branch.choice))
        stack += reversed(_split(branch, covered, edge, preference))
    return Refutation(tuple(turns))


def is_k_closure_table(table: MarkTable, k: int) -> bool:
    """Say whether C_k(directed part) gives the table back; the table has no circles and no cycles."""
    directed = table.copy()
    for a in range(table.n):
        for b in members(table.spouses(a)):
            directed.remove(a, b)
    return k_closure_table(directed, k) == table


def _weigh(
    branch: _Branch, k: int
) -> tuple[frozenset[tuple[int, int]], tuple[int, int] | None, tuple[int, int] | None]:
    """Return the <-> pairs certainly covered, one that no longer can be, and one that still needs care."""
    newly, open_pair = [], None
    for a, b in branch.partial.bidirected():
        if (a, b) in branch.covered:
            continue
        if is_covered(branch.partial, a, b, k):
            newly.append((a, b))
        elif not may_be_covered(branch.partial, a, b, k):
            return branch.covered, (a, b), None
        else:
            open_pair = open_pair or (a, b)
    return branch.covered.union(newly), None, open_pair


def _edge_to_split(partial: Partial, open_pair: tuple[int, int] | None) -> tuple[int, int] | None:
    """Choose an undecided edge: the nearest that may lead into a <-> pair that needs cover, else any."""
    reach = frontier = from_members(open_pair or ())
    while frontier:
        found = 0
        for a in members(frontier):
            undecided = partial.undecided(a) & partial.possible_parents(a)
            if undecided:
                return a, first(undecided)
            found |= partial.parent[a]
        frontier = found & ~reach
        reach |= frontier
    for a in range(len(partial.arrow)):
        undecided = partial.undecided(a)
        if undecided:
            return a, first(undecided)
    return None


def _split(
    branch: _Branch,
    covered: frozenset[tuple[int, int]],
    edge: tuple[int, int],
    preference: Callable[[int, str, int], int],
) -> list[_Branch]:
    i, j = edge
    branches = []
    for option in sorted(branch.partial.options(i, j), key=lambda option: preference(i, option, j)):
        child = branch.partial.copy()
        try:
            child.assume(i, option, j)
        except Contradiction:
            continue
        branches.append(_Branch(child, covered, branch.depth + 1, option))
    return branches

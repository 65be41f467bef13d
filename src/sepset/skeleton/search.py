"""Step 1: find a separating set of at most k variables for every pair that has one.

``search="all"`` tries every set, level by level, for the pairs that are still adjacent: the paper's Step 1.
For each pair the recorded set is the one with the largest p at the first level that has a p above alpha, so
that neither the order of columns nor the number of threads matters, and a search up to k contains the search
up to every smaller bound.

``search="neighbours"`` draws the sets only from the neighbours of one end of the pair, as PC does, with the
adjacencies frozen at the start of each level. It can miss sets from k = 3 on.

``search="component"`` draws them from the biconnected component of the pair's edge in the graph at the start
of each level: the variables on paths between the two. With true answers it finds a set for every pair that
has one.

Among all sets an `Oracle` is not asked one by one: a minimum cut answers for all sets of a pair at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from sepset import kernels
from sepset.graph.names import name_ranks
from sepset.graph.separators import NumberedSeparators, numbered_separators
from sepset.independence.oracle import Oracle
from sepset.independence.protocol import Candidates
from sepset.progress import Told, as_callback
from sepset.skeleton.backends.threads import Threads
from sepset.skeleton.components import biconnected_components
from sepset.skeleton.level import BestSets, Level, Question, in_order
from sepset.skeleton.pair_numbers import EveryPair
from sepset.skeleton.restriction import sets_of
from sepset.skeleton.separations import Separations
from sepset.skeleton.silent import Silent, count_silent
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from sepset.catalogue.choices import SearchName
    from sepset.independence.protocol import CITest
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.checkpoint.keeper import Checkpoint
    from sepset.skeleton.level import BlockAnswer
    from sepset.skeleton.restriction import Restriction


class Progress(NamedTuple):
    """How far a search has got: the size of the sets, and how many pairs of this level are done.

    Beside data whose rows stay in their files also how far a pass over them has got (`rows`): then `done` and
    `pairs` count rows, `level` and `tests` are 0.
    """

    level: int
    done: int
    pairs: int
    tests: int
    #: how many workers of a cluster are at work on it; 0: this process
    workers: int = 0
    #: rows of a scan are gone through, and not pairs
    rows: bool = False

    @classmethod
    def of_rows(cls, done: int, rows: int) -> Progress:
        """Return how far a pass over rows has got."""
        return cls(0, done, rows, 0, rows=True)

    def told(self) -> Told:
        """Say it in words."""
        if self.rows:
            return Told("going through rows", self.done, self.pairs, "rows")
        what, of = f"sets of {counted(self.level, 'variable')}", f"pairs, {counted(self.tests, 'test')}"
        return Told(what, self.done, self.pairs, of)


@dataclass(frozen=True, eq=False)
class Skeleton:
    """What Step 1 found: separating sets, how it searched, and how many tests of each size it took."""

    names: tuple[str, ...]
    k: int
    search: SearchName
    separations: Separations
    tests_run: dict[int, int]
    #: the tests that knowledge made needless, by size of the conditioning set
    tests_skipped: dict[int, int] = field(default_factory=dict)
    #: for each size of set the pairs that were asked about, and the largest p of each; only if asked for
    asked: tuple[_Asked, ...] = ()
    #: how many of the tests a cluster ran
    on_cluster: int = 0
    #: how many parts of the rows of a scan, such as row groups, a cluster counted, each pass by itself
    parts_on_cluster: int = 0
    #: the test, to count tests without evidence when someone asks; or, in a saved result, what was counted
    _evidence: CITest | Silent | None = field(default=None, repr=False)

    @property
    def reached(self) -> int:
        """The size of the largest sets that the search came to, at most k."""
        return min(self.k, max(self.tests_run, default=0))

    @cached_property
    def silent(self) -> Silent | None:
        """How many tests behind the edges had no evidence; None if not known, as for a user's own test."""
        if isinstance(self._evidence, Silent) or not hasattr(self._evidence, "search_level"):
            return self._evidence if isinstance(self._evidence, Silent) else None
        adjacency = self.separations.skeleton().adjacency
        return count_silent(cast("CITest", self._evidence), adjacency, self.k)

    def largest_p(self, k: int) -> dict[tuple[int, int], float]:
        """Return the largest p of each pair over all sets of at most k variables that were tried."""
        found: dict[tuple[int, int], float] = {}
        for level in self.asked[: k + 1]:
            for (a, b), p in zip(level.pairs.tolist(), level.p.tolist(), strict=True):
                found[a, b] = float(np.fmax(found.get((a, b), np.nan), p))
        return found


class _Asked(NamedTuple):
    """The pairs of a level, and the largest p of each, NaN where no set was usable."""

    pairs: NDArray[np.int32]
    p: NDArray[np.float64]


def find_skeleton(
    test: CITest,
    k: int,
    *,
    alpha: float = 0.05,
    search: SearchName = "all",
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    restriction: Restriction | None = None,
    keep_p: bool = False,
    backend: Backend | None = None,
    checkpoint: Checkpoint | None = None,
) -> Skeleton:
    """Return the separating sets of at most k variables that a test finds.

    `restriction` leaves out tests that knowledge makes needless. With `keep_p` the largest p of pairs that
    stay adjacent is kept, too, which takes longer. `backend` answers the blocks of each level, `checkpoint`
    keeps the answers; neither changes the result.
    """
    if isinstance(test, Oracle) and search == "all":
        return _by_cuts(test, k, restriction)
    run = _LevelSearch(
        test,
        alpha,
        search,
        threads,
        progress,
        restriction,
        keep_p=keep_p,
        backend=backend,
        checkpoint=checkpoint,
    )
    for size in range(min(k, max(len(test.names) - 2, 0)) + 1):
        if not run.search_level(size):
            break
    names, found = tuple(test.names), run.take_separations()
    return Skeleton(
        names, k, search, found, run.tests_run, run.tests_skipped, tuple(run.asked), run.on_cluster, 0, test
    )


def _by_cuts(oracle: Oracle, k: int, restriction: Restriction | None) -> Skeleton:
    """Ask the graph for a smallest separating set of every pair.

    One question is counted per pair and level, since a minimum cut answers for all sets of a size at once.
    """
    settled = frozenset() if restriction is None else restriction.direct
    graph = oracle.graph
    cuts = numbered_separators(graph, k)
    if settled:
        asked = np.flatnonzero([frozenset(pair) not in settled for pair in cuts.pairs.tolist()])
        cuts = NumberedSeparators(*(part.take(asked, axis=0) for part in cuts))
    found = Separations.build(len(graph), cuts.pairs, cuts.sizes, np.ones(len(cuts.pairs)), cuts.members)
    pairs = comb(len(graph), 2) - len(settled)
    levels = range(min(k, max(len(graph) - 2, 0)) + 1)
    tests_run = {size: pairs - int((cuts.sizes < size).sum()) for size in levels}
    skipped = {size: len(settled) for size in levels if settled}
    return Skeleton(graph.nodes, k, "all", found, tests_run, skipped)


class _LevelSearch:
    """The search by tests: the pairs that are still adjacent, and what was found at each level."""

    def __init__(
        self,
        test: CITest,
        alpha: float,
        search: SearchName,
        threads: int,
        progress: Callable[[Progress], None] | None,
        restriction: Restriction | None,
        *,
        keep_p: bool,
        backend: Backend | None,
        checkpoint: Checkpoint | None,
    ) -> None:
        self.keep_p = keep_p
        self.asked: list[_Asked] = []
        self.test, self.alpha, self.search, self.threads = test, alpha, search, threads
        self.backend, self.checkpoint = backend, checkpoint
        self.progress = as_callback(progress) or (lambda _: None)
        self.n = len(test.names)
        self.rank = name_ranks(test.names)
        #: the pairs that are still adjacent
        self.pairs: NDArray[np.int32] | EveryPair = EveryPair(self.n)
        #: their numbers; None: all pairs
        self.open: NDArray[np.int64] | None = None
        self.restriction = restriction
        #: pairs that are adjacent without a test
        self.direct: NDArray[np.int32] = np.zeros((0, 2), dtype=np.int32)
        if restriction is not None:
            self.direct = np.array([sorted(pair) for pair in restriction.direct], dtype=np.int32).reshape(
                -1, 2
            )
            self.open = np.flatnonzero(restriction.asked(self.pairs[:]))
            self.pairs = self.pairs.take(self.open)
        # There are n^2 / 2 pairs, so little is kept of each: the size of the set that separates it, or -1,
        # its p, and, beside sets that are not empty, its number.
        self.size_of: NDArray[np.int16] = np.full(comb(self.n, 2), -1, dtype=np.int16)
        self.p_of: NDArray[np.float64] = np.full(0 if self.open is None else len(self.size_of), np.nan)
        self.found: list[_Found] = []
        self.tests_run: dict[int, int] = {}
        self.tests_skipped: dict[int, int] = {}
        self.on_cluster = 0

    def search_level(self, size: int) -> bool:
        """Search all sets of one size; say whether a larger size could still find something."""
        pairs = self.pairs
        best = BestSets(len(pairs), size, self.rank)
        questions = self._questions(size)
        asked = sum(question.pairs for question in questions)
        level = Level(self.test, pairs, size, questions, self.alpha, self.keep_p)
        done = 0
        for answer in self._answers(level):
            best.add(level.rows(answer.block, answer.places), answer)
            done += answer.block.stop - answer.block.start
            self.on_cluster += answer.tests if answer.workers else 0
            self.progress(Progress(size, done, asked, best.tests, answer.workers))
        self.tests_run[size] = best.tests
        if self.keep_p:
            self.asked.append(_Asked(pairs[:], best.p))
        self._close(size, best)
        return len(self.pairs) > 0 and asked > 0

    def _close(self, size: int, best: BestSets) -> None:
        """Keep what separates pairs, and go on with the others."""
        separated = best.p > self.alpha
        left = kernels.not_above(best.p, self.alpha)
        if self.open is None:  # the first level, of all pairs
            # size or -1; arithmetic is many times faster than writing where a mask is true
            self.size_of = separated * np.int16(size + 1) - np.int16(1)
            self.p_of = best.p.copy() if self.keep_p else best.p
            self.open = left
        else:
            numbers = self.open[separated]
            self.size_of[numbers], self.p_of[numbers] = size, best.p[separated]
            if size:
                self.found.append(_Found(numbers, best.separators.compress(separated, axis=0)))
            self.open = self.open[left]
        self.pairs = self.pairs.take(left, axis=0)

    def take_separations(self) -> Separations:
        """Hand over the sets of all levels when the search is over."""
        none = np.zeros(0, dtype=np.int64)
        numbers = np.concatenate([none, *(found.numbers for found in self.found)])
        members = np.full((len(numbers), len(self.found)), -1, dtype=np.int32)
        at = 0
        for found in self.found:
            rows, width = found.separators.shape
            members[at : at + rows, :width] = found.separators
            at += rows
        order = np.argsort(numbers)
        return Separations(self.n, self.size_of, self.p_of, numbers[order], members[order])

    def _questions(self, size: int) -> list[Question]:
        """Return which pairs to ask about, and from which columns their sets are drawn."""
        if self.restriction is None and (self.search == "all" or size == 0):
            return [Question(len(self.pairs))]
        pairs = self.pairs[:]
        if self.restriction is not None:
            return self._restricted(pairs, size, self.restriction)
        if self.search == "component":
            return self._by_component(pairs, size)
        offsets, neighbours = _neighbour_lists(self.n, pairs)
        # The other end of the pair is one of the neighbours and never in the set.
        enough = (offsets[1:] - offsets[:-1])[pairs] > size
        questions = []
        for end in (0, 1):
            rows = np.flatnonzero(enough[:, end])
            questions.append(Question(len(rows), rows, Candidates(offsets, neighbours, pairs[:, end])))
        return questions

    def _by_component(self, pairs: NDArray[np.int32], size: int) -> list[Question]:
        """Draw the sets of each pair from the biconnected component of its edge."""
        components = biconnected_components(self.n, pairs)
        if len(components.lists) == 1 and len(components.lists[0]) == self.n:
            return [Question(len(pairs))]
        lists = Candidates.from_lists(components.lists, components.of.tolist())
        # Both ends are in the list and never in the set.
        rows = np.flatnonzero(np.diff(lists.offsets)[lists.of] - 2 >= size)
        return [Question(len(rows), rows, lists)]

    def _restricted(self, pairs: NDArray[np.int32], size: int, restriction: Restriction) -> list[Question]:
        """Return the questions that knowledge leaves open, and count the tests it saves."""
        joined = np.concatenate((pairs, self.direct))
        if self.search == "all" or size == 0:
            ends: tuple[int, ...] = (0,)
            full = np.full((len(joined), 1), self.n - 2, dtype=np.int64)
            lists = [restriction.among_all(pairs)]
            own = 2  # both ends are in the lists
        elif self.search == "component":
            ends, own = (0,), 2
            components = biconnected_components(self.n, joined)
            full = np.array([len(nodes) - own for nodes in components.lists])[components.of].reshape(-1, 1)
            lists = [restriction.among_lists(components.lists, components.of[: len(pairs)], pairs)]
        else:
            ends = (0, 1)
            in_order = joined[np.lexsort((joined[:, 1], joined[:, 0]))]
            offsets, neighbours = _neighbour_lists(self.n, in_order)
            full = np.diff(offsets)[joined] - 1
            lists = [restriction.among(offsets, neighbours, pairs[:, i], pairs[:, 1 - i]) for i in ends]
            own = 1
        left = [np.diff(one.offsets)[one.of] - own for one in lists]
        before, after = sets_of(full.ravel(), size), sum(sets_of(lengths, size) for lengths in left)
        self.tests_skipped[size] = before - after
        questions = []
        for one, lengths in zip(lists, left, strict=True):
            rows = np.flatnonzero(lengths >= size)
            questions.append(Question(len(rows), rows, one))
        return questions

    def _answers(self, level: Level) -> Iterator[BlockAnswer]:
        """Return what answers a level, in the order of its pairs."""
        todo = level.whole()
        if self.checkpoint is None and self.backend is None:
            return Threads().answers(level, todo, self.threads)
        backend = self.backend if self.backend and not getattr(self.test, "stays_here", False) else Threads()
        if self.checkpoint is None:
            return in_order(backend.answers(level, todo, self.threads), todo)
        return in_order(self.checkpoint.answers(level, backend, self.threads), todo)


class _Found(NamedTuple):
    """The sets that one level found, and the numbers of the pairs that they separate."""

    numbers: NDArray[np.int64]
    separators: NDArray[np.int32]


def _neighbour_lists(n: int, pairs: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the neighbours of every node, in compressed rows, from pairs a < b in order."""
    offsets, members = kernels.neighbour_lists(n, np.ascontiguousarray(pairs))
    # Batches share the lists: a test may keep what it made of them, since they cannot change.
    offsets.flags.writeable = members.flags.writeable = False
    return offsets, members

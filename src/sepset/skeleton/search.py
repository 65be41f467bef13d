"""Step 1: find a separating set of at most k variables for every pair that has one.

``search="all"`` tries every set, level by level, for the pairs that are still adjacent: the paper's Step 1.
For each pair the recorded set is the one with the largest p at the first level that has a p above alpha, so
that neither the order of columns nor the number of threads matters, and a search up to k contains the search
up to every smaller bound.

``search="neighbours"`` draws the sets only from the neighbours of one end of the pair, as PC does, with the
adjacencies frozen at the start of each level.

An `Oracle` is not asked set by set: a minimum cut answers for all sets of a pair at once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sepset.graph.separators import minimum_separators
from sepset.independence.oracle import Oracle
from sepset.independence.protocol import Candidates, LevelResult, LevelTest
from sepset.skeleton.plain_level import plain_level
from sepset.skeleton.separations import Separations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.independence.protocol import CITest

Search = Literal["all", "neighbours"]


class Progress(NamedTuple):
    """How far a search is: the size of the conditioning sets, and the pairs done of those in this level."""

    level: int
    done: int
    pairs: int
    tests: int


@dataclass(frozen=True, eq=False)
class Skeleton:
    """What Step 1 found: separating sets, how it searched, and how many tests of each size it took."""

    names: tuple[str, ...]
    k: int
    search: Search
    separations: Separations
    tests_run: dict[int, int]


def find_skeleton(
    test: CITest,
    k: int,
    *,
    alpha: float = 0.05,
    search: Search = "all",
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Skeleton:
    """Return the separating sets of at most k variables that a test finds."""
    if isinstance(test, Oracle) and search == "all":
        return _by_cuts(test, k)
    run = _LevelSearch(test, alpha, search, threads, progress)
    for size in range(min(k, max(len(test.names) - 2, 0)) + 1):
        if not run.search_level(size):
            break
    return Skeleton(tuple(test.names), k, search, run.separations(), run.tests_run)


def _by_cuts(oracle: Oracle, k: int) -> Skeleton:
    """Ask the graph for a smallest separating set of every pair.

    One question is counted per pair and level, since a minimum cut answers for all sets of a size at once.
    """
    graph = oracle.graph
    rows = []
    for pair, given in minimum_separators(graph, k).items():
        a, b = (graph.number(name) for name in pair)
        rows.append((a, b, tuple(graph.numbers(sorted(given))), 1.0))
    found = Separations.from_rows(len(graph), rows)
    pairs = comb(len(graph), 2)
    levels = range(min(k, max(len(graph) - 2, 0)) + 1)
    tests_run = {size: pairs - int((found.size < size).sum()) for size in levels}
    return Skeleton(graph.nodes, k, "all", found, tests_run)


class _LevelSearch:
    """The search by tests: the pairs that are still adjacent, and what was found at each level."""

    def __init__(
        self,
        test: CITest,
        alpha: float,
        search: Search,
        threads: int,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.test, self.alpha, self.search, self.threads = test, alpha, search, threads
        self.progress = progress or (lambda _: None)
        self.n = len(test.names)
        self.rank = _name_ranks(test.names)
        self.pairs: NDArray[np.int32] = np.stack(np.triu_indices(self.n, 1), axis=1).astype(np.int32)
        self.tests_run: dict[int, int] = {}
        self.found: list[_Level] = []

    def search_level(self, size: int) -> bool:
        """Search all sets of one size; say whether a larger size could still find something."""
        level = _Level(self.pairs, size, self.rank)
        questions = self._questions(size)
        asked = sum(len(question.rows) for question in questions)
        done = 0
        for question in questions:
            for rows in _timed_batches(question.rows):
                level.add(rows, self._ask(rows, size, question))
                done += len(rows)
                self.progress(Progress(size, done, asked, level.tests))
        self.tests_run[size] = level.tests
        separated = level.p > self.alpha
        self.found.append(level.only(separated))
        self.pairs = self.pairs[~separated]
        return len(self.pairs) > 0 and asked > 0

    def separations(self) -> Separations:
        """Return the sets of all levels."""
        width = max((level.separators.shape[1] for level in self.found), default=0)
        padded = [
            np.pad(level.separators, ((0, 0), (0, width - level.separators.shape[1])), constant_values=-1)
            for level in self.found
        ]
        sizes = [np.full(len(level.pairs), level.separators.shape[1], dtype=np.int32) for level in self.found]
        return Separations.build(
            self.n,
            np.concatenate([level.pairs for level in self.found]),
            np.concatenate(sizes),
            np.concatenate([level.p for level in self.found]),
            np.concatenate(padded),
        )

    def _questions(self, size: int) -> list[_Question]:
        """Return which pairs to ask about, and from which columns their sets are drawn."""
        everything = np.arange(len(self.pairs))
        if self.search == "all" or size == 0:
            return [_Question(everything)]
        offsets, neighbours = _neighbour_lists(self.n, self.pairs)
        # The other end of the pair is one of the neighbours and never in the set.
        enough = np.diff(offsets)[self.pairs] - 1 >= size
        return [_Question(everything[enough[:, end]], end, offsets, neighbours) for end in (0, 1)]

    def _ask(self, rows: NDArray[np.intp], size: int, question: _Question) -> LevelResult:
        pairs, candidates = self.pairs[rows], None
        if question.offsets is not None and question.neighbours is not None:
            of = np.ascontiguousarray(pairs[:, question.end])
            candidates = Candidates(question.offsets, question.neighbours, of)
        if isinstance(self.test, LevelTest):
            return self.test.search_level(pairs, size, candidates, alpha=self.alpha, threads=self.threads)
        return plain_level(self.test, pairs, size, candidates, alpha=self.alpha)


class _Question(NamedTuple):
    """Some rows of the pairs; sets are drawn from the neighbours of one end, or from all columns."""

    rows: NDArray[np.intp]
    end: int = 0
    offsets: NDArray[np.int64] | None = None
    neighbours: NDArray[np.int32] | None = None


class _Level:
    """The best set of each pair at one level, put together from several batches."""

    def __init__(self, pairs: NDArray[np.int32], size: int, rank: NDArray[np.int32]) -> None:
        self.pairs, self.rank = pairs, rank
        self.p: NDArray[np.float64] = np.full(len(pairs), np.nan)
        self.separators: NDArray[np.int32] = np.full((len(pairs), size), -1, dtype=np.int32)
        self.tests = 0

    def add(self, rows: NDArray[np.intp], result: LevelResult) -> None:
        """Keep the larger p of each pair; equal p: the set whose sorted names come first."""
        self.tests += result.tests
        old = self.p[rows]
        better = ~np.isnan(result.p) & ~(result.p <= old)
        # A set among the neighbours of both ends comes twice with the same p; only other sets are ties.
        other_set = (result.separators != self.separators[rows]).any(axis=1)
        for i in np.flatnonzero((result.p == old) & other_set):
            new_set, old_set = result.separators[i], self.separators[rows[i]]
            better[i] = sorted(self.rank[new_set].tolist()) < sorted(self.rank[old_set].tolist())
        self.p[rows[better]] = result.p[better]
        self.separators[rows[better]] = result.separators[better]

    def only(self, kept: NDArray[np.bool_]) -> _Level:
        """Return the level with some of its pairs."""
        level = _Level(self.pairs[kept], self.separators.shape[1], self.rank)
        level.p, level.separators = self.p[kept], self.separators[kept]
        return level


def _name_ranks(names: Sequence[str]) -> NDArray[np.int32]:
    rank = np.empty(len(names), dtype=np.int32)
    rank[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names), dtype=np.int32)
    return rank


def _neighbour_lists(n: int, pairs: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the neighbours of every node, in compressed rows."""
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(both[:, 0], minlength=n)))).astype(np.int64)
    return offsets, np.ascontiguousarray(both[:, 1], dtype=np.int32)


def _timed_batches(rows: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """Cut rows into batches of about half a second each, for progress; the cuts change no result."""
    start, length = 0, 256
    while start < len(rows):
        began = time.monotonic()
        yield rows[start : start + length]
        start += length
        elapsed = time.monotonic() - began
        length = max(1, int(length * min(64.0, 0.5 / max(elapsed, 1e-6))))

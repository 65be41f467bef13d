"""One level of the search as work: which pairs are asked about, in blocks, and what comes back.

A block is a run of pairs of one question. However a level is cut into blocks, and wherever they are answered,
the answers put together are the same; `BestSets` puts them together.
"""

from __future__ import annotations

import heapq
from math import comb
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from sepset.skeleton.plain_level import plain_level

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sepset.independence.protocol import Candidates, CITest, LevelResult, LevelTest
    from sepset.skeleton.pair_numbers import EveryPair


class Question(NamedTuple):
    """Some pairs of a level (None: all); their sets are drawn from a list per pair, or from all columns."""

    pairs: int
    rows: NDArray[np.intp] | None = None
    candidates: Candidates | None = None


class Block(NamedTuple):
    """Pairs `start` to `stop` of one question of a level."""

    question: int
    start: int
    stop: int


class BlockQuestion(NamedTuple):
    """All that is needed to answer a block, beside the test: it can travel."""

    pairs: NDArray[np.int32]
    size: int
    candidates: Candidates | None
    alpha: float
    #: whether the largest p of pairs that are not separated is wanted, too
    keep_p: bool

    def alone(self) -> BlockQuestion:
        """Return the same with only the lists that its pairs use, so that less is sent."""
        lists = self.candidates
        if lists is None:
            return self
        used, of = np.unique(lists.of, return_inverse=True)
        starts, lengths = lists.offsets[used], np.diff(lists.offsets)[used]
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        members = lists.members[np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])]
        return self._replace(
            candidates=lists._replace(offsets=offsets, members=members, of=of.astype(np.int32))
        )

    def answer(self, test: CITest, threads: int) -> LevelResult:
        """Ask a test."""
        # Not isinstance: checking a protocol takes longer than a small level.
        if not hasattr(test, "search_level"):
            return plain_level(test, self.pairs, self.size, self.candidates, alpha=self.alpha)
        return cast("LevelTest", test).search_level(
            self.pairs, self.size, self.candidates, alpha=self.alpha, threads=threads, largest_p=self.keep_p
        )


class BlockAnswer(NamedTuple):
    """The p and the set of some pairs of a block; no set was found for the others."""

    block: Block
    #: which pairs of the block, counted from its start; None: all of them
    places: NDArray[np.intp] | None
    p: NDArray[np.float64]
    separators: NDArray[np.int32]
    tests: int
    #: the workers of a cluster that were at work then; 0: this process answered
    workers: int = 0

    def only_found(self, asked: BlockQuestion | Level) -> BlockAnswer:
        """Return the same without the pairs that the search does not need."""
        if self.places is not None:
            return self
        places = np.flatnonzero(~np.isnan(self.p) if asked.keep_p else self.p > asked.alpha)
        return self._replace(
            places=places, p=self.p.take(places), separators=self.separators.take(places, axis=0)
        )


class Level(NamedTuple):
    """The pairs that are still adjacent, and what is asked about them."""

    test: CITest
    pairs: NDArray[np.int32] | EveryPair
    size: int
    questions: Sequence[Question]
    alpha: float
    keep_p: bool

    def whole(self) -> list[Block]:
        """Return one block for each question."""
        return [Block(place, 0, question.pairs) for place, question in enumerate(self.questions)]

    def rows(self, block: Block, places: NDArray[np.intp] | None = None) -> NDArray[np.intp] | slice:
        """Return which pairs of the level some or all pairs of a block are."""
        rows = self.questions[block.question].rows
        wanted = slice(block.start, block.stop) if places is None else places + block.start
        return wanted if rows is None else rows[wanted]

    def asked(self, block: Block) -> BlockQuestion:
        """Return what is asked in a block."""
        rows, lists = self.rows(block), self.questions[block.question].candidates
        candidates = None if lists is None else lists._replace(of=lists.of[rows])
        # `take` copies rows much faster than indexing; a slice copies none.
        pairs = self.pairs[rows] if isinstance(rows, slice) else self.pairs.take(rows, axis=0)
        return BlockQuestion(pairs, self.size, candidates, self.alpha, self.keep_p)

    def work(self, block: Block) -> NDArray[np.float64] | float:
        """Return how many tests each pair of a block takes, or one number for all of them.

        The two ends may be in a list or not; they are counted as if they were.
        """
        lists = self.questions[block.question].candidates
        if lists is None or self.size == 0:
            return float(max(comb(max(len(self.test.names) - 2, 0), self.size), 1))
        lengths = np.diff(lists.offsets)
        tests = np.array([float(comb(max(length - 2, 0), self.size) + 1) for length in lengths.tolist()])
        return tests[lists.of[self.rows(block)]]

    def total_work(self, block: Block) -> float:
        """Return how many tests a block takes."""
        work = self.work(block)
        return work * (block.stop - block.start) if isinstance(work, float) else float(work.sum())


class BestSets:
    """The best set of each pair at one level, put together from blocks."""

    def __init__(self, pairs: int, size: int, rank: NDArray[np.int32]) -> None:
        self.rank = rank
        self.p: NDArray[np.float64] = np.full(pairs, np.nan)
        self.separators: NDArray[np.int32] = np.full((pairs, size), -1, dtype=np.int32)
        self.tests = 0

    def add(self, rows: NDArray[np.intp] | slice, answer: BlockAnswer) -> None:
        """Keep the larger p of each pair; equal p: the set whose sorted names come first."""
        self.tests += answer.tests
        if answer.block.question == 0:  # nothing is kept yet: each pair is in one block of a question
            self.p[rows], self.separators[rows] = answer.p, answer.separators
            return
        self._keep_better(np.arange(len(self.p))[rows] if isinstance(rows, slice) else rows, answer)

    def _keep_better(self, rows: NDArray[np.intp], answer: BlockAnswer) -> None:
        old = self.p[rows]
        better = (answer.p > old) | (np.isnan(old) & ~np.isnan(answer.p))
        ties = np.flatnonzero(answer.p == old)
        # A set among the neighbours of both ends comes twice with the same p; only other sets are ties.
        other_set = (answer.separators[ties] != self.separators[rows[ties]]).any(axis=1)
        for i in ties[other_set].tolist():
            new_set, old_set = answer.separators[i], self.separators[rows[i]]
            better[i] = sorted(self.rank[new_set].tolist()) < sorted(self.rank[old_set].tolist())
        kept = rows[better]
        self.p[kept], self.separators[kept] = answer.p[better], answer.separators[better]


def remaining(todo: Sequence[Block], last: Block) -> list[Block]:
    """Return what is left of blocks that are answered in order, up to the end of `last`.

    >>> remaining([Block(0, 0, 5), Block(0, 7, 9), Block(1, 0, 4)], Block(0, 7, 8))
    [Block(question=0, start=8, stop=9), Block(question=1, start=0, stop=4)]
    """
    later = [block for block in todo if (block.question, block.stop) > (last.question, last.stop)]
    return [
        block._replace(start=max(block.start, last.stop)) if block.question == last.question else block
        for block in later
    ]


def in_order(answers: Iterable[BlockAnswer], whole: Sequence[Block]) -> Iterator[BlockAnswer]:
    """Yield answers in the order of their blocks, whenever they come; together they cover the whole.

    >>> blocks = [Block(0, 4, 9), Block(1, 0, 3), Block(0, 0, 4)]
    >>> none, sets = np.zeros(0), np.zeros((0, 1), dtype=np.int32)
    >>> come = (BlockAnswer(block, none.astype(np.intp), none, sets, tests=1) for block in blocks)
    >>> [answer.block.start for answer in in_order(come, [Block(0, 0, 9), Block(1, 0, 3)])]
    [0, 4, 0]
    """
    waiting: list[tuple[Block, BlockAnswer]] = []
    asked = [block for block in whole if block.start < block.stop]
    reached = 0
    for answer in answers:
        heapq.heappush(waiting, (answer.block, answer))
        while waiting and waiting[0][0][:2] == (asked[0].question, reached):
            block, ready = heapq.heappop(waiting)
            yield ready
            reached = block.stop
            if reached == asked[0].stop:
                reached = 0
                asked = asked[1:] or asked

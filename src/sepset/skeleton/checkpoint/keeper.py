"""What of a search is kept, and when: never at more than a small share of the time that the answers take.

Writing a block takes a few milliseconds and more for many pairs. So answers are gathered for a second, in
long runs for up to half a minute, and written in one go. What is quicker to find again than to write, as
the first level of many columns, is not written at all.
"""

from __future__ import annotations

import time
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import OptionError, Remark
from sepset.skeleton.checkpoint.block_file import bytes_of
from sepset.skeleton.level import Block, BlockAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sepset.errors import MessagePart
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.checkpoint.folder import Folder
    from sepset.skeleton.level import Level

#: The share of the time for answers that may go into writing, and some seconds that nobody notices.
SHARE, UNNOTICED = 0.02, 0.02
#: How long answers are gathered, in seconds: a hundredth of the run so far, between these.
SHORTEST_WAIT, LONGEST_WAIT = 1.0, 30.0


class Checkpoint:
    """The folder of a run, and how writing to it has gone so far."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._worked = self._wrote = self._gathered = 0.0
        # First guesses, which the first files correct.
        self._seconds_per_file, self._bytes_per_second = 0.003, 2e8
        self._writable = True

    def answers(self, level: Level, backend: Backend, threads: int) -> Iterator[BlockAnswer]:
        """Yield what is kept of a level, then what a backend answers, which is kept, too."""
        kept = self._folder.answers(level)
        yield from kept
        todo = gaps(level.whole(), [answer.block for answer in kept])
        yield from self._keeping(level, backend.answers(level, todo, threads))

    def _keeping(self, level: Level, answers: Iterator[BlockAnswer]) -> Iterator[BlockAnswer]:
        waiting: list[BlockAnswer] = []
        try:
            while (answer := self._next(answers)) is not None:
                waiting.append(answer.only_found(level))
                if self._gathered >= self._patience() and self._affordable(level, waiting):
                    self._write(level, waiting)
                yield answer
        except BaseException:
            # Ctrl-C, or a cluster that is gone: time is no longer short.
            self._write(level, waiting)
            raise
        if self._affordable(level, waiting):
            self._write(level, waiting)

    def _next(self, answers: Iterator[BlockAnswer]) -> BlockAnswer | None:
        began = time.perf_counter()
        try:
            return next(answers, None)
        finally:
            seconds = time.perf_counter() - began
            self._worked += seconds
            self._gathered += seconds

    def _patience(self) -> float:
        return min(max(self._worked / 100, SHORTEST_WAIT), LONGEST_WAIT)

    def _affordable(self, level: Level, waiting: Sequence[BlockAnswer]) -> bool:
        size = sum(bytes_of(len(answer.p), level.size) for answer in waiting)
        cost = self._seconds_per_file + size / self._bytes_per_second
        return bool(waiting) and self._wrote + cost <= SHARE * self._worked + UNNOTICED

    def _write(self, level: Level, waiting: list[BlockAnswer]) -> None:
        """Write what waits, neighbouring blocks in one file; where that fails, the run goes on without."""
        began, files, size = time.perf_counter(), 0, 0
        try:
            for answer in joined(waiting) if self._writable else ():
                self._folder.write(level, answer)
                files += 1
                size += bytes_of(len(answer.p), level.size)
        except OptionError as error:  # a folder that may no longer be written
            self._go_on_without(*error.parts)
        except OSError as error:  # a full disk
            self._go_on_without(str(error))
        waiting.clear()
        self._gathered = 0.0
        seconds = time.perf_counter() - began
        self._wrote += seconds
        if files and size > 10**7:
            self._bytes_per_second = size / seconds
        elif files:
            self._seconds_per_file = seconds / files

    def _go_on_without(self, *why: MessagePart) -> None:
        """Write no more, and say so."""
        self._writable = False
        ends = "); the run goes on, later blocks are not saved"
        warnings.warn(Remark("the checkpoint cannot be written (", *why, ends), stacklevel=3)


def gaps(whole: Iterable[Block], kept: Sequence[Block]) -> list[Block]:
    """Return what blocks in order, which do not overlap, leave of the whole.

    >>> gaps([Block(0, 0, 9)], [Block(0, 2, 4), Block(0, 4, 5)])
    [Block(question=0, start=0, stop=2), Block(question=0, start=5, stop=9)]
    """
    left = []
    for question, first, last in whole:
        inside = [(start, stop) for number, start, stop in kept if number == question]
        edges = [(first, first), *inside, (last, last)]
        left += [Block(question, a[1], b[0]) for a, b in pairwise(edges) if a[1] < b[0]]
    return left


def joined(answers: Iterable[BlockAnswer]) -> Iterator[BlockAnswer]:
    """Yield answers with their places, those of neighbouring blocks as one."""
    run: list[BlockAnswer] = []
    for answer in sorted(answers, key=lambda answer: answer.block):
        if run and (run[-1].block.question, run[-1].block.stop) != answer.block[:2]:
            yield _as_one(run)
            run = []
        run.append(answer)
    if run:
        yield _as_one(run)


def _as_one(run: Sequence[BlockAnswer]) -> BlockAnswer:
    first, last = run[0].block, run[-1].block
    places = [
        answer.places + (answer.block.start - first.start) for answer in run if answer.places is not None
    ]
    return BlockAnswer(
        Block(first.question, first.start, last.stop),
        np.concatenate(places),
        np.concatenate([answer.p for answer in run]),
        np.concatenate([answer.separators for answer in run]),
        sum(answer.tests for answer in run),
    )

"""The blocks of a level in this process: the compiled kernels share each batch among threads."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from sepset.skeleton.level import Block, BlockAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.independence.protocol import ExpectingTest
    from sepset.skeleton.level import Level

#: How many pairs the first batch has: for a test that searches a level at once, and for any other.
_FIRST_BATCH, _FIRST_PLAIN_BATCH = 4096, 256
#: Pairs without a conditioning set take one short test each, so that more of them make the first batch.
_MORE_OF_SINGLE_TESTS = 8
#: Bounds what a batch needs beside the result of the level.
_LARGEST_BATCH = 1 << 20
#: How long a batch should take, in seconds: the time between two signs of life.
_BATCH_SECONDS = 0.5


class Threads:
    """The threads of this process."""

    def answers(self, level: Level, todo: Sequence[Block], threads: int) -> Iterator[BlockAnswer]:
        """Yield answers in the order of the blocks, in batches of about half a second each."""
        if not any(block.start < block.stop for block in todo):
            return  # rows elsewhere are not gone through for nothing
        first = _FIRST_BATCH if hasattr(level.test, "search_level") else _FIRST_PLAIN_BATCH
        if level.size == 0:
            first *= _MORE_OF_SINGLE_TESTS
        passes = _goes_through_rows(level, todo)
        for batch in _largest_batches(todo) if passes else _timed_batches(todo, first):
            found = level.asked(batch).answer(level.test, threads)
            yield BlockAnswer(batch, None, found.p, found.separators, found.tests)


def _goes_through_rows(level: Level, todo: Sequence[Block]) -> bool:
    """Say whether each call of the test may go through rows elsewhere; if so, tell it all that will come."""
    if not getattr(level.test, "asked_here", False):
        return False
    test, asked = cast("ExpectingTest", level.test), [level.asked(block) for block in todo]
    test.expect(level.size, [(one.pairs, one.candidates) for one in asked])
    return test.asked_here  # not when it has coded its columns


def _largest_batches(todo: Sequence[Block]) -> Iterator[Block]:
    """Cut blocks into as few batches as memory for their answers allows."""
    for block in todo:
        for start in range(block.start, block.stop, _LARGEST_BATCH):
            yield block._replace(start=start, stop=min(start + _LARGEST_BATCH, block.stop))


def _timed_batches(todo: Sequence[Block], length: int) -> Iterator[Block]:
    """Cut blocks into batches by the time that the batches before took; only the first length is a guess."""
    for block in todo:
        start = block.start
        while start < block.stop:
            began = time.monotonic()
            stop = min(start + length, block.stop)
            yield block._replace(start=start, stop=stop)
            elapsed = time.monotonic() - began
            if stop - start == length:  # the end of a block may be too short to tell
                fitting = int(length * min(64.0, _BATCH_SECONDS / max(elapsed, 1e-6)))
                length = min(max(1, fitting), _LARGEST_BATCH)
            start = stop

"""The blocks of a level on the workers of a Dask cluster.

Short work stays here: a level begins in this process, and only when what is left of it would take long does
it go to the cluster. Only pairs that a set separates come back. The result is the same to the last bit, with
any number of workers, and whatever happens to them.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sepset.checks import check_number
from sepset.skeleton.backends.dask_clients import check_client, connected
from sepset.skeleton.backends.dask_tasks import ClusterRun, Done, Job
from sepset.skeleton.backends.threads import Threads
from sepset.skeleton.level import Block, BlockAnswer, remaining
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from sepset.independence.protocol import CITest
    from sepset.skeleton.level import BlockQuestion, Level

#: How long this process works on a level before it guesses what the rest would take, in seconds.
_TRIED_SECONDS = 1.0
#: A first guess at tests a second, for tests that search a level at once and for others; it adapts.
_COMPILED_RATE, _PLAIN_RATE = 1e6, 1e3

T = TypeVar("T")


class DaskBackend:
    """A Dask cluster that answers the tests of a search: ``sp.kpc(data, backend=sp.DaskBackend(client))``.

    - `client`: a ``dask.distributed.Client``; its TLS and authentication are those of the connection. The
      scheduler and the workers need the same version of sepset as this process.
    - `at_least`: seconds of work, as this process would take for what is left of a level, from which on the
      cluster is used; with 0 it is used for everything.

    It needs the extra ``dask``: ``pip install 'sepset[dask]'``. How many tests the cluster ran is in
    ``found.skeleton.on_cluster``; `Progress` says on how many workers it runs. See ``docs/scale.md``.
    """

    def __init__(self, client: Client, *, at_least: float = 30.0) -> None:
        self.client = check_client(client)
        self.at_least = check_number("at_least", at_least, least=0)

    @classmethod
    def at(cls, address: str, *, at_least: float = 30.0) -> DaskBackend:
        """Return the cluster whose scheduler is at an address, such as ``tcp://10.0.0.5:8786``."""
        return cls(connected(address), at_least=at_least)

    def __repr__(self) -> str:
        return f"DaskBackend({self.client!r}, at_least={self.at_least:g})"

    def answers(self, level: Level, todo: Sequence[Block], threads: int) -> Iterator[BlockAnswer]:
        """Yield answers to all blocks, in any order."""
        if getattr(level.test, "asked_here", False):
            yield from Threads().answers(level, todo, threads)
            return
        compiled = hasattr(level.test, "search_level")
        rest = _Rest([*todo], _COMPILED_RATE if compiled else _PLAIN_RATE)
        if self.at_least > 0:
            rest = yield from self._begun_here(level, todo, threads)
        if not rest.blocks:
            return
        job = Job(level.test, _answered, partial(_travelling, level), level.work, partial(_named, level))
        for done in ClusterRun(self.client, job, rest.blocks, rest.rate).results():
            places, p, separators, tests = done.result
            yield BlockAnswer(done.piece, places, p, separators, tests, done.workers)

    def shared(
        self,
        thing: Any,
        call: Callable[..., Any],
        count: int,
        noun: str,
        *,
        seconds: float,
        ahead: int | None = None,
    ) -> Iterator[Any]:
        """Yield ``call(thing, start, stop)`` for runs of numbers that cover 0 to `count`, in any order.

        `noun` says what the numbers count, for errors; `seconds` is a guess at what one of them takes. With
        `ahead`, none is sent that is so far ahead of the first that is not back, if that leaves the workers
        enough to do.
        """
        for done in self._shared(thing, call, count, noun, seconds, lambda: None, ahead):
            yield done.result

    def in_order(
        self,
        thing: Any,
        call: Callable[..., T],
        count: int,
        noun: str,
        *,
        seconds: float,
        still: Callable[[], object],
    ) -> list[T]:
        """Return what `shared` yields, in the order of the numbers.

        `still` is called while it waits, and ends the work by an exception.
        """
        found = self._shared(thing, call, count, noun, seconds, still)
        return [done.result for done in sorted(found, key=lambda done: done.piece)]

    def _shared(
        self,
        thing: Any,
        call: Callable[..., Any],
        count: int,
        noun: str,
        seconds: float,
        still: Callable[[], object],
        ahead: int | None = None,
    ) -> Iterator[Done]:
        def named(piece: Block) -> str:
            return f"{noun} {piece.start:,}" + (
                "" if piece.stop == piece.start + 1 else f" to {piece.stop - 1:,}"
            )

        job = Job(thing, call, lambda piece: piece[1:], lambda _: 1.0, named, still, ahead)
        return ClusterRun(self.client, job, [Block(0, 0, count)], 1 / seconds).results()

    def _begun_here(
        self, level: Level, todo: Sequence[Block], threads: int
    ) -> Generator[BlockAnswer, None, _Rest]:
        """Answer in this process until the rest is known to take long, or nothing is left."""
        left = sum(level.total_work(block) for block in todo)
        done = seconds = 0.0
        began = time.perf_counter()
        for answer in Threads().answers(level, todo, threads):
            seconds += time.perf_counter() - began
            done += level.total_work(answer.block)
            yield answer
            if seconds > _TRIED_SECONDS and (left - done) * seconds / done > self.at_least:
                return _Rest(remaining(todo, answer.block), done / seconds / threads)
            began = time.perf_counter()
        return _Rest([], 1.0)


class _Rest(NamedTuple):
    """Blocks that are still to be answered, and how much work a thread does in a second."""

    blocks: list[Block]
    rate: float


def _travelling(level: Level, piece: Block) -> tuple[BlockQuestion]:
    return (level.asked(piece).alone(),)


def _answered(
    test: CITest, asked: BlockQuestion
) -> tuple[NDArray[np.intp] | None, NDArray[np.float64], NDArray[np.int32], int]:
    """Answer a piece on a worker; a thread of the worker runs it, so that it starts none itself."""
    found = asked.answer(test, threads=1)
    whole = BlockAnswer(Block(0, 0, len(asked.pairs)), None, found.p, found.separators, found.tests)
    kept = whole.only_found(asked)
    return kept.places, kept.p, kept.separators, kept.tests


def _named(level: Level, piece: Block) -> str:
    names, pairs = level.test.names, level.asked(piece).pairs
    first, last = (" and ".join(repr(names[end]) for end in pairs[row].tolist()) for row in (0, -1))
    span = first if len(pairs) == 1 else f"{first} to {last}"
    return (
        f"the block of {counted(len(pairs), 'pair')} {span}, with sets of {counted(level.size, 'variable')},"
    )

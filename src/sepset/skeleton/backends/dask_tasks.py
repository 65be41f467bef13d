"""Pieces of work on a Dask cluster: sent, waited for, and looked after when workers die.

What all pieces need, the test with its data, is made by tasks and not scattered: tasks stay with the
scheduler, so that what died with a worker is made again elsewhere. A piece that ends its workers is told from
those that merely happened to be there: suspects are tried once more, one at a time, when all others are done.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections import Counter, deque
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.errors import ClusterError
from sepset.skeleton.backends.dask_clients import check_open
from sepset.skeleton.backends.dask_fetching import Fetching, holders
from sepset.skeleton.backends.dask_making import check_loaded, have_made, pickled
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from distributed import Client, Future
    from numpy.typing import NDArray

    from sepset.skeleton.backends.dask_making import Loaded
    from sepset.skeleton.level import Block

#: How long a piece should take, in seconds, and the least work that is worth a trip.
PIECE_SECONDS, LEAST_SECONDS = 1.0, 0.05
#: How long a cluster may be without workers, in seconds, before that is an error.
WORKERLESS_SECONDS = 30.0
#: After this many seconds a piece that should have come back long ago is tried on a second worker.
SLOW_SECONDS = 10.0
#: How many times a piece is asked for that the cluster cancels, through no fault of its own.
_CANCELLED_TRIES = 3
#: How often a piece is done whose result does not come, since the worker that has it falls silent.
_UNFETCHED_TRIES = 3
_TICK = 0.5
#: Workers show life more often than this, in seconds, however small `SLOW_SECONDS` is.
_BEAT_SECONDS = 2.0
#: How long a scheduler may take to unpack a piece, in seconds.
_UNPACKING_SECONDS = 0.2
_MOST_PAIRS = 1 << 18
#: For each thread so many pieces may be sent that are not back, or wait for others before them.
_LEAST_AHEAD = 4


class Job(NamedTuple):
    """What workers do: make a thing once, and call a function with it for each piece of work."""

    #: pickled here and made there
    thing: object
    call: Callable[..., Any]
    #: from a piece to the further arguments of the call
    arguments: Callable[[Block], tuple[Any, ...]]
    #: how much work each item of a piece is, or one number for all of them
    work: Callable[[Block], NDArray[np.float64] | float]
    #: a piece in words
    named: Callable[[Block], str]
    #: called twice a second while the cluster works; what it raises ends the job
    still: Callable[[], object] = lambda: None
    #: how far ahead of the first item that is not back one may be sent, in a job of one block; None: any
    ahead: int | None = None


class Done(NamedTuple):
    """The result of a piece, and on how many workers the cluster worked then."""

    piece: Block
    result: Any
    workers: int


class Cuts:
    """Blocks cut into pieces of about a second, by the work that is in them and how quick workers were."""

    def __init__(self, blocks: Sequence[Block], job: Job, rate: float) -> None:
        self._blocks = deque((block, job.work(block)) for block in blocks if block.start < block.stop)
        #: work per second of one thread of a worker
        self.rate = rate
        self.left = float(sum(_total(block, work) for block, work in self._blocks))

    def __bool__(self) -> bool:
        return bool(self._blocks)

    @property
    def reached(self) -> int:
        """The first item of the next piece."""
        return self._blocks[0][0].start

    def next(self, threads: int, most: int = _MOST_PAIRS) -> Block:
        """Cut off the next piece; towards the end pieces are smaller, so that all threads end together."""
        block, work = self._blocks.popleft()
        seconds = min(PIECE_SECONDS, max(self.left / self.rate / (2 * threads), LEAST_SECONDS))
        length = min(_fitting(block, work, seconds * self.rate), most)
        piece = block._replace(stop=min(block.start + length, block.stop))
        if piece.stop < block.stop:
            rest = work if isinstance(work, float) else work[length:]
            self._blocks.appendleft((block._replace(start=piece.stop), rest))
        self.left -= _total(piece, work if isinstance(work, float) else work[:length])
        return piece

    def learn(self, work: float, seconds: float) -> None:
        """Take in how long a piece took; the next may be eight times as large or small, at most."""
        seen = work / max(seconds, 1e-4)
        self.rate = min(max(seen, self.rate / 8), self.rate * 8)


def _total(block: Block, work: NDArray[np.float64] | float) -> float:
    return work * (block.stop - block.start) if isinstance(work, float) else float(work.sum())


def _fitting(block: Block, work: NDArray[np.float64] | float, wanted: float) -> int:
    """Return how many items of a block hold the wanted work, one at least."""
    if isinstance(work, float):
        many = int(min(wanted / work, _MOST_PAIRS))
    else:  # all of a long block would be summed up again for each of its pieces
        many = int(np.searchsorted(np.cumsum(work[:_MOST_PAIRS]), wanted))
    return min(max(many, 1), block.stop - block.start)


class _Sent(NamedTuple):
    piece: Block
    work: float
    began: float


class ClusterRun:
    """One job on a cluster."""

    def __init__(self, client: Client, job: Job, blocks: Sequence[Block], rate: float) -> None:
        self._client, self._job = check_open(client), job
        self._cuts = Cuts(blocks, job, rate)
        self._sent: dict[Future, _Sent] = {}
        self._ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._suspects: list[Block] = []
        self._cancelled: Counter[Block] = Counter()
        self._unfetched: Counter[Block] = Counter()
        #: what is given up, and why
        self._poison: dict[Block, str] = {}
        self._done: set[Block] = set()
        self._workers, self._threads, self._seen_workers = 0, 0, time.monotonic()
        self._thing = self._have_made()

    def results(self) -> Iterator[Done]:
        """Yield what comes back, in any order; at the end say which pieces ended their workers."""
        try:
            self._look_at_cluster()
            while self._send():
                alone = not self._sent
                if alone:
                    self._submit(self._suspects.pop(), alone=True)
                yield from self._until_next(alone=alone)
        finally:
            self._cancel()
        if self._poison:
            raise ClusterError(
                "; ".join(f"{self._job.named(piece)} {why}" for piece, why in sorted(self._poison.items()))
                + f"; the other {counted(len(self._done), 'block')} sent with it are done. The logs of the "
                "workers say why, often a lack of memory, or that they have no sepset"
            )

    def _cancel(self) -> None:
        """Let nothing more begin, as after Ctrl-C or an error; what runs ends within a piece."""
        # A scheduler that is lost has nothing to cancel, and what is known of it is said already.
        with contextlib.suppress(ClusterError), self._reaching_scheduler():
            self._client.cancel([*self._sent, self._thing], force=True)
            if self._sent:
                # The scheduler unpacks what it is sent beside its other work: it may hear that a piece is
                # cancelled before it knows the piece. Then it does not know it for another moment.
                time.sleep(_UNPACKING_SECONDS)
                self._client.cancel([*self._sent], force=True)

    def _send(self) -> bool:
        """Keep two pieces for each thread on their way, beside those that hang; say if more is to come."""
        threads = max(self._threads, 1)
        wanted = 2 * threads + len(self._slow())
        while self._cuts and len(self._sent) < wanted and (room := self._room(threads)) > 0:
            self._submit(self._cuts.next(threads, room))
        return bool(self._sent or self._suspects)

    def _room(self, threads: int) -> int:
        """Return how many items the next piece may have: what is far ahead of the first to come waits."""
        if self._job.ahead is None:
            return _MOST_PAIRS
        window = max(self._job.ahead, _LEAST_AHEAD * threads)
        out = [*(sent.piece for sent in self._sent.values()), *self._suspects, *self._poison]
        first = min((piece.start for piece in out), default=self._cuts.reached)
        return min(window // (_LEAST_AHEAD * threads), first + window - self._cuts.reached)

    def _until_next(self, *, alone: bool) -> Iterator[Done]:
        """Wait for a piece or, where one is tried alone, until nothing is on its way."""
        yield from self._next(alone=alone)
        while alone and self._sent:
            yield from self._next(alone=True)

    def _submit(self, piece: Block, *, alone: bool = False, workers: list[str] | None = None) -> None:
        work, arguments = _total(piece, self._job.work(piece)), self._job.arguments(piece)
        with self._reaching_scheduler():
            future = self._client.submit(
                _timed,
                self._job.call,
                self._thing,
                *arguments,
                pure=False,
                workers=workers,
                priority=1 if alone else 0,
            )
        self._sent[future] = _Sent(piece, work, time.monotonic())
        future.add_done_callback(self._ended.put)

    def _next(self, *, alone: bool = False) -> Iterator[Done]:
        """Wait for a piece; in between see whether the cluster is still there."""
        try:
            future = self._ended.get(timeout=_TICK)
        except queue.Empty:
            self._job.still()
            self._look_at_cluster()
            self._help_the_slow()
            return
        sent = self._sent.pop(future, None)
        if sent is None or sent.piece in self._done:
            return
        if future.status != "finished":
            self._failed(future, sent.piece, alone=alone)
            return
        try:
            found = self._fetched(future)
        except (OSError, CancelledError):  # it was done, and went with its scheduler or by it
            self._failed(future, sent.piece, alone=alone)
            return
        if found is None:
            self._fetch_elsewhere(future, sent.piece)
            return
        seconds, result = found
        self._cuts.learn(sent.work, seconds)
        self._done.add(sent.piece)
        self._forget(sent.piece)
        yield Done(sent.piece, result, self._workers)

    def _fetched(self, future: Future) -> tuple[float, Any] | None:
        """Return a result that is done, however long it is on its way; None: who has it shows no life."""
        with self._reaching_scheduler():
            fetching = Fetching(self._client, future)
        began = time.monotonic()
        try:
            while not fetching.is_here(_TICK):
                self._job.still()
                self._look_at_cluster()
                if time.monotonic() - began > SLOW_SECONDS and not self._is_held(future):
                    return None
            found: tuple[float, Any] = fetching.result()
        finally:
            fetching.give_up()
        return found

    def _is_held(self, future: Future) -> bool:
        """Say whether a worker that has a result gave a sign of life lately."""
        with self._reaching_scheduler():
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            having = holders(self._client, future)
        return bool({*having} & (workers.keys() - _silent(workers)))

    def _fetch_elsewhere(self, future: Future, piece: Block) -> None:
        """Have a piece done again whose result is with a worker that does not answer."""
        self._unfetched[piece] += 1
        if self._unfetched[piece] == _UNFETCHED_TRIES:
            raise ClusterError(
                f"{self._job.named(piece)} is done, but in {_UNFETCHED_TRIES} tries its result did not come: "
                "each time the worker that had it fell silent. See that workers are not stopped and that the "
                "network holds"
            )
        self._try_elsewhere(future, piece)

    def _failed(self, future: Future, piece: Block, *, alone: bool) -> None:
        error = future.exception() if future.status == "error" else None
        if error is not None:
            self._check_error(error)
        else:  # cancelled: with its scheduler, or by it, when all workers die at the same moment
            self._look_at_cluster()
            self._cancelled[piece] += 1
        if any(other.piece == piece for other in self._sent.values()):
            return  # a second worker is at it
        if not alone or (error is None and self._cancelled[piece] < _CANCELLED_TRIES):
            self._suspects.append(piece)
        elif error is None:
            self._poison[piece] = f"was cancelled by the cluster {_CANCELLED_TRIES} times"
        else:
            self._poison[piece] = "killed every worker that tried it, even on its own"

    def _check_error(self, error: BaseException) -> None:
        """Raise what no other worker could put right."""
        from distributed import KilledWorker

        if not isinstance(error, KilledWorker):
            with self._reaching_scheduler():
                check_loaded(self._client, self._thing, error)
            raise error
        if self._thing.status == "error":
            raise ClusterError(
                "every worker that tried died while loading the data, usually for lack of memory; give the "
                "workers more of it, or use fewer columns"
            )

    def _forget(self, piece: Block) -> None:
        """Cancel a second try of a piece that is done."""
        doubles = [future for future, sent in self._sent.items() if sent.piece == piece]
        for future in doubles:
            del self._sent[future]
        if doubles:
            with self._reaching_scheduler():
                self._client.cancel(doubles)

    def _look_at_cluster(self) -> None:
        now = time.monotonic()
        if self._client.status != "running":
            raise self._lost()
        with self._reaching_scheduler():
            threads = self._client.nthreads()
        self._workers, self._threads = len(threads), sum(threads.values())
        if self._workers:
            self._seen_workers = now
        elif now - self._seen_workers > WORKERLESS_SECONDS:
            raise ClusterError(
                f"the cluster has had no worker for {WORKERLESS_SECONDS:.0f} s; start some, with "
                "the same version of sepset as here, and run it again"
            )

    def _slow(self) -> list[Future]:
        """Return what has been on its way for far longer than it should take."""
        now = time.monotonic()
        return [
            future
            for future, sent in self._sent.items()
            if now - sent.began > max(SLOW_SECONDS, 8 * sent.work / self._cuts.rate)
        ]

    def _help_the_slow(self) -> None:
        """Give what hangs to another worker, too; whichever is first counts, and all say the same."""
        slow = set(self._slow())
        hopeful = {sent.piece for future, sent in self._sent.items() if future not in slow}
        hopeless = {self._sent[future].piece: future for future in slow}
        for piece in sorted(hopeless.keys() - hopeful) if self._workers > 1 else ():
            self._try_elsewhere(hopeless[piece], piece)

    def _try_elsewhere(self, future: Future, piece: Block) -> None:
        """Send a piece again, but not to workers that give no sign of life, or to the one that has it."""
        with self._reaching_scheduler():
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            avoided = _silent(workers)
            if not avoided:
                avoided = {name for name, keys in self._client.processing().items() if future.key in keys}
                avoided.update(holders(self._client, future))
            others = [name for name in workers if name not in avoided]
            having = holders(self._client, self._thing)
        if others and not set(others) & set(having):
            self._thing = self._have_made(others)
        self._submit(piece, workers=others or None)

    def _have_made(self, workers: list[str] | None = None) -> Future:
        """Have made what all pieces need."""
        with self._reaching_scheduler():
            return have_made(self._client, pickled(self._job.thing), workers)

    @contextlib.contextmanager
    def _reaching_scheduler(self) -> Iterator[None]:
        """Say that the scheduler is lost where a call does not reach it."""
        from distributed.client import ClosedClientError

        try:
            yield
        except (OSError, RuntimeError, CancelledError, ClosedClientError):
            raise self._lost() from None

    def _lost(self) -> ClusterError:
        return ClusterError(
            "the scheduler of the Dask cluster is lost: it ended, or the connection to it did; start it and "
            "run this again; a search with a checkpoint goes on from there"
        )


def _silent(workers: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Return the workers that show no life while others do; the clock is that of the scheduler alone."""
    seen = {name: float(one["last_seen"]) for name, one in workers.items()}
    least = max(seen.values(), default=0.0) - max(SLOW_SECONDS, _BEAT_SECONDS)
    return {name for name, when in seen.items() if when < least}


def _timed(call: Callable[..., Any], loaded: Loaded, *arguments: Any) -> tuple[float, Any]:
    began = time.perf_counter()
    result = call(loaded[1], *arguments)
    return time.perf_counter() - began, result

"""A pass over rows that the workers of a cluster share: each takes some parts of the table.

What comes back is small, counts or moments. Counts are added up where they are counted, and come in any
order. Moments of each part come by themselves and are merged in the order of parts, so that the bits are the
same however the parts are shared out; those that come early wait, and `memory` bounds how many may.

A pass begins in this process, and the rest of it goes to the cluster when it would take long here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeGuard, TypeVar

from sepset.data.scanning.passes import GoneBy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sepset.data.scanning.streamed import StreamedDataset

T = TypeVar("T")

#: How long this process works on a pass before it guesses what the rest would take, in seconds.
_TRIED_SECONDS = 1.0
#: A guess at what a part of the rows takes, in seconds, where none was tried.
_FIRST_SECONDS = 1.0


class Sharing(Protocol):
    """A cluster that shares out work, such as `sepset.skeleton.backends.dask.DaskBackend`."""

    at_least: float

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

        `seconds` is a guess at what one of them takes. With `ahead`, hardly any is begun that is so far ahead
        of the first that has not come back.
        """


def can_share(backend: object) -> TypeGuard[Sharing]:
    """Say whether a backend shares out more than tests.

    >>> can_share(None)
    False
    """
    return hasattr(backend, "shared")


class SharedRows:
    """Who goes through the rows of a dataset, and how many parts of it a cluster went through."""

    def __init__(self, cluster: Sharing) -> None:
        self._cluster = cluster
        self.parts_done = 0

    def of_parts(self, data: StreamedDataset, work: PartWork[T]) -> Iterator[Answers[T]]:
        """Yield what a call says of each part of the rows, in order unless it may be joined in any."""
        began, first = time.perf_counter(), 0
        while first < data.parts and not self._is_long(time.perf_counter() - began, first, data.parts):
            yield work.of(data, first, first + 1, work.threads)
            first += 1
        left = data.parts - first
        if not left:
            return
        each = (time.perf_counter() - began) / first if first else _FIRST_SECONDS
        rest = _Parts(data, work, first)
        ahead = None if work.join else max(data.memory // work.size, 1)
        shared = self._cluster.shared(
            rest, _Parts.results, left, "part of the rows", seconds=each, ahead=ahead
        )
        for told in shared if work.join else _in_order(shared, first):
            self.parts_done += told.parts
            yield told

    def _is_long(self, seconds: float, done: int, parts: int) -> bool:
        if self._cluster.at_least == 0:
            return True
        if not done or seconds <= _TRIED_SECONDS:
            return False
        return (parts - done) * seconds / done > self._cluster.at_least


class Answers(NamedTuple, Generic[T]):
    """What is said of some parts in a row: of each or, if it was joined, of all at once."""

    first: int
    parts: int
    values: list[T]
    gone: GoneBy


@dataclass(frozen=True)
class PartWork(Generic[T]):
    """What is asked of each part of the rows; it can travel."""

    #: takes a part, and a number of threads
    call: Callable[[StreamedDataset, int], T]
    #: how many threads of this process it may use
    threads: int
    #: puts together what is said of two parts, in any order; None: each is wanted by itself, in order
    join: Callable[[T, T], T] | None = None
    #: how many bytes the answer for a part takes
    size: int = 1

    def of(self, data: StreamedDataset, start: int, stop: int, threads: int) -> Answers[T]:
        """Return what is said of some parts."""
        values: list[T] = []
        gone: GoneBy | None = None
        for number in range(start, stop):
            part = data.part(number)
            value = self.call(part, threads)
            values = [self.join(values[0], value)] if self.join and values else [*values, value]
            gone = part.gone_by if gone is None else gone.merged(part.gone_by)
        return Answers(start, stop - start, values, gone or GoneBy())


@dataclass(frozen=True)
class _Parts(Generic[T]):
    """The parts of a dataset from some number on, and what to do with each: it can travel."""

    data: StreamedDataset
    work: PartWork[T]
    first: int

    def results(self, start: int, stop: int) -> Answers[T]:
        """Return what is said of some parts; a thread of a worker asks, so that no more are started."""
        return self.work.of(self.data, start + self.first, stop + self.first, 1)


def _in_order(shared: Iterator[Answers[T]], reached: int) -> Iterator[Answers[T]]:
    """Yield what is said of parts in their order, from the first that was not gone through here."""
    waiting: dict[int, Answers[T]] = {}
    for found in shared:
        waiting[found.first] = found
        while reached in waiting:
            told = waiting.pop(reached)
            reached += told.parts
            yield told

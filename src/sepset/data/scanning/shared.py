"""A pass over rows that the workers of a cluster share: each takes some parts of the table.

What comes back of a part is small, counts or moments. A pass begins in this process, and the rest of it goes
to the cluster when it would take long here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeGuard, TypeVar

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
        self, thing: Any, call: Callable[..., Any], count: int, noun: str, *, seconds: float
    ) -> Iterator[Any]:
        """Yield ``call(thing, start, stop)`` for runs of numbers that cover 0 to `count`, in any order.

        `seconds` is a guess at what one of them takes.
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

    def of_parts(self, data: StreamedDataset, call: Callable[[StreamedDataset], T]) -> Iterator[T]:
        """Yield what a call says of each part of the rows, in order."""
        began, first = time.perf_counter(), 0
        while first < data.parts and not self._is_long(time.perf_counter() - began, first, data.parts):
            yield call(data.part(first))
            first += 1
        left = data.parts - first
        if not left:
            return
        each = (time.perf_counter() - began) / first if first else _FIRST_SECONDS
        waiting: dict[int, T] = {}
        reached = first
        rest = _Parts(data, call, first)
        shared = self._cluster.shared(rest, _Parts.results, left, "part of the rows", seconds=each)
        for start, results in shared:
            waiting.update(enumerate(results, start))
            self.parts_done += len(results)
            while reached in waiting:
                yield waiting.pop(reached)
                reached += 1

    def _is_long(self, seconds: float, done: int, parts: int) -> bool:
        if self._cluster.at_least == 0:
            return True
        if not done or seconds <= _TRIED_SECONDS:
            return False
        return (parts - done) * seconds / done > self._cluster.at_least


@dataclass(frozen=True)
class _Parts(Generic[T]):
    """The parts of a dataset from some number on, and what to do with each: it can travel."""

    data: StreamedDataset
    call: Callable[[StreamedDataset], T]
    first: int

    def results(self, start: int, stop: int) -> tuple[int, list[T]]:
        """Return the number of the first of some parts, and what the call says of each."""
        start, stop = start + self.first, stop + self.first
        return start, [self.call(self.data.part(number)) for number in range(start, stop)]

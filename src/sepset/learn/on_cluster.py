"""When a cluster takes over what is not a search: resamples, and the chains of a posterior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, TypeVar

from sepset.skeleton.backends import check_backend

if TYPE_CHECKING:
    from collections.abc import Callable

    from sepset.skeleton.backends.dask import DaskBackend

T = TypeVar("T")


def is_long(backend: DaskBackend | None, seconds: float) -> TypeGuard[DaskBackend]:
    """Say whether there is a cluster, and enough work for it: `seconds` as this process would take.

    >>> is_long(None, 1e6)
    False
    """
    check_backend(backend, "shared")
    return backend is not None and seconds >= backend.at_least


@dataclass(frozen=True)
class OnCluster:
    """The workers of a cluster as a place to work at; `left` ends the wait for them when time is up."""

    backend: DaskBackend
    left: Callable[[], float]
    is_cluster: ClassVar[bool] = True

    def in_order(
        self, thing: Any, call: Callable[..., T], count: int, noun: str, *, seconds: float
    ) -> list[T]:
        """Return what the workers say of runs of numbers that cover 0 to `count`, in their order."""
        return self.backend.in_order(thing, call, count, noun, seconds=seconds, still=self.left)

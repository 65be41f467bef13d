"""The option --scheduler: a Dask cluster for the length of a command."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.skeleton.backends import dask
else:
    # Few commands use a cluster.
    dask = Lazy("sepset.skeleton.backends.dask")


@contextlib.contextmanager
def cluster(address: str | None) -> Iterator[dask.DaskBackend | None]:
    """Connect to the scheduler at an address, if one is given, and disconnect at the end."""
    if address is None:
        yield None
        return
    backend = dask.DaskBackend.at(address)
    try:
        yield backend
    finally:
        backend.client.close()

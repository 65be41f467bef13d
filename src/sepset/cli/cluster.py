"""The options --scheduler and --checkpoint: looked at before a long table is read."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

import click

from sepset.lazily import Lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.skeleton.backends import dask
    from sepset.skeleton.checkpoint import folder
else:
    # Few commands use a cluster or a checkpoint.
    dask = Lazy("sepset.skeleton.backends.dask")
    folder = Lazy("sepset.skeleton.checkpoint.folder")


class Cluster(NamedTuple):
    """The address of a scheduler and the cluster that it has, if one was named."""

    address: str | None
    backend: dask.DaskBackend | None


def ready(address: str | None, checkpoint: str | None = None) -> Cluster:
    """Return the cluster whose scheduler is at an address, connected until the command ends.

    A folder that cannot hold the checkpoint is refused as well.
    """
    if checkpoint is not None:
        folder.check_usable(checkpoint)
    return Cluster(address, click.get_current_context().with_resource(_connected(address)))


@contextlib.contextmanager
def _connected(address: str | None) -> Iterator[dask.DaskBackend | None]:
    if address is None:
        yield None
        return
    backend = dask.DaskBackend.at(address)
    try:
        yield backend
    finally:
        backend.client.close()

"""Telling a scan from a table in memory, without loading what scans need."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from sepset.data.dataset import Dataset

if TYPE_CHECKING:
    from sepset.data.scanning.streamed import StreamedDataset


def is_streamed(data: object) -> TypeGuard[StreamedDataset]:
    """Say whether the rows of some data stay in their files.

    >>> is_streamed("a table")
    False
    """
    return isinstance(data, Dataset) and data.streamed

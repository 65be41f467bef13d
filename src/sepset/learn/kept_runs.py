"""Runs with a checkpoint: what tells one run from another, and the folder that keeps what it has found."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from sepset.errors import Advice, OptionError
from sepset.result.discovery import versions
from sepset.result.settings import plain
from sepset.skeleton.checkpoint.folder import opened
from sepset.skeleton.checkpoint.keeper import Checkpoint

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.result.data_summary import DataSummary
    from sepset.result.settings import Plain


def check_identifiable(data: DataSummary | None, test: object) -> None:
    """Refuse a checkpoint for a run that could not be told from another."""
    if data is None or not isinstance(test, str):
        raise OptionError(
            Advice("checkpoint"),
            " needs data and a test given by name, to tell this run from others: what a test object was "
            "made from is unknown",
        )


def run_identity(
    learner: str, settings: Mapping[str, object], data: DataSummary, scanned: StreamedDataset | None = None
) -> dict[str, Plain]:
    """Return what makes a run: with the same of it the result is the same, with any threads or workers.

    `scanned` is the table, if its rows stay where they are.
    """
    return {
        "the version of sepset": versions()["sepset"],
        "learner": learner,
        "the fingerprint of the data": data.fingerprint,
        "rows": data.rows,
        "columns": [*data.names],
        **{name: plain(value) for name, value in settings.items()},
        **(_merging(scanned) if settings.get("test") == "fisher_z" else {}),
    }


def _merging(scanned: StreamedDataset | None) -> dict[str, Plain]:
    """Return how means and products are put together, which decides the last bits of correlations."""
    how = "in memory"
    if scanned is not None:
        parts = scanned.parts if scanned.is_shared else 1
        how = "as it goes by" if parts == 1 else f"in {parts:,} parts on a cluster"
    return {"how the table is gone through": how}


@contextlib.contextmanager
def opened_checkpoint(
    path: str | os.PathLike[str],
    learner: str,
    settings: Mapping[str, object],
    data: DataSummary | None,
    scanned: StreamedDataset | None = None,
) -> Iterator[Checkpoint]:
    """Give the checkpoint of a run in a folder, to this process alone."""
    check_identifiable(data, "")
    if data is not None:
        with opened(path, run_identity(learner, settings, data, scanned)) as folder:
            yield Checkpoint(folder)

"""Runs with a checkpoint: what tells one run from another, and the folder that keeps what it has found."""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, cast

from sepset.errors import Advice, OptionError
from sepset.result.discovery import versions
from sepset.result.settings import plain
from sepset.skeleton.checkpoint.folder import opened
from sepset.skeleton.checkpoint.keeper import Checkpoint

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from sepset.data.scanning.streamed import StreamedDataset
    from sepset.independence.gaussian import FisherZ
    from sepset.independence.protocol import CITest
    from sepset.result.data_summary import DataSummary
    from sepset.result.settings import Plain

_WAY = "how the table is gone through"


def check_identifiable(data: DataSummary | None, test: object) -> None:
    """Refuse a checkpoint for a run that could not be told from another."""
    if data is None or not isinstance(test, str):
        raise OptionError(
            Advice("checkpoint"),
            " needs data and a test given by name, to tell this run from others: what a test object was "
            "made from is unknown",
        )


def run_identity(
    learner: str,
    settings: Mapping[str, object],
    data: DataSummary,
    test: CITest,
    scanned: StreamedDataset | None = None,
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
        **(_merging(cast("FisherZ", test), scanned) if settings.get("test") == "fisher_z" else {}),
    }


def _merging(test: FisherZ, scanned: StreamedDataset | None) -> dict[str, Plain]:
    """Return how means and products are put together, which decides the last bits of correlations."""
    if scanned is None:
        return {_WAY: "in memory"}
    if not scanned.is_shared or scanned.parts == 1:
        return {_WAY: "as it goes by"}
    # The borders between the parts count as well: files may be written again with others.
    digits = hashlib.sha256(test.correlation_bytes()).hexdigest()
    return {
        _WAY: f"in {scanned.parts:,} parts on a cluster",
        "the hash of the correlations, part by part": digits,
    }


@contextlib.contextmanager
def opened_checkpoint(
    path: str | os.PathLike[str],
    learner: str,
    settings: Mapping[str, object],
    data: DataSummary | None,
    test: CITest,
    scanned: StreamedDataset | None = None,
) -> Iterator[Checkpoint]:
    """Give the checkpoint of a run in a folder, to this process alone."""
    check_identifiable(data, "")
    if data is not None:
        with opened(path, run_identity(learner, settings, data, test, scanned)) as folder:
            yield Checkpoint(folder)

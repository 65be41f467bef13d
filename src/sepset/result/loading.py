"""`load`: any result from its file, by the format that the file names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.result.posterior import document as posterior_document
from sepset.result.posterior.saved import posterior_of
from sepset.result.saved.json_files import parsed_document, read_document
from sepset.result.saved.saved import discovery_of_document
from sepset.result.stability import document as stability_document
from sepset.result.stability.saved import stability_of

if TYPE_CHECKING:
    import os

    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.stability.stability import Stability


def load(path: str | os.PathLike[str]) -> Discovery | Posterior | Stability:
    """Read a result that `save` wrote: of a learner, of `posterior` or of `stability`.

    It answers all that the original did.

    >>> load("no-such-run.json")
    Traceback (most recent call last):
    sepset.errors.SavedError: there is no file 'no-such-run.json'; check the path
    """
    return read_document(path, _result_of)


def from_bytes(raw: bytes) -> Discovery | Posterior | Stability:
    """Return the result in some JSON; anything that is not sound is a `SavedError` that says where."""
    return _result_of(parsed_document(raw))


def _result_of(document: dict[str, object]) -> Discovery | Posterior | Stability:
    if document["format"] == posterior_document.FORMAT:
        return posterior_of(document)
    if document["format"] == stability_document.FORMAT:
        return stability_of(document)
    return discovery_of_document(document)

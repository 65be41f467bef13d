"""Results in files: JSON with a format name, a version and a schema; the same result gives the same bytes.

Everything that a `Discovery` answers is in the file, for every bound up to k, so that a loaded result needs
neither the data nor the test. The parts are described in ``docs/results.md`` and in the JSON Schema that
`schema` returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.errors import SavedError
from sepset.result.saved.document import FORMAT, VERSION, document_of
from sepset.result.saved.json_files import (
    AGAIN,
    check_version,
    document_bytes,
    packaged_schema,
    parsed_document,
    read_document,
)
from sepset.result.saved.reader import discovery_of
from sepset.wording import cut

if TYPE_CHECKING:
    import os

    from sepset.result.discovery import Discovery


def load(path: str | os.PathLike[str]) -> Discovery:
    """Read a result that `Discovery.save` wrote; it answers everything that the original did.

    >>> load("no-such-run.json")
    Traceback (most recent call last):
    sepset.errors.SavedError: there is no file 'no-such-run.json'; check the path
    """
    return read_document(path, discovery_of_document)


def schema() -> dict[str, object]:
    """Return the JSON Schema of the files.

    >>> schema()["title"]
    'sepset discovery, version 1'
    """
    return packaged_schema("sepset.result.saved", "discovery.schema.json")


def to_bytes(found: Discovery) -> bytes:
    """Return a result as JSON: plain ASCII, keys sorted, one line for each part."""
    return document_bytes(document_of(found))


def from_bytes(raw: bytes) -> Discovery:
    """Return the result in some JSON; anything that is not sound is a `SavedError` that says where."""
    return discovery_of_document(parsed_document(raw))


def discovery_of_document(document: dict[str, object]) -> Discovery:
    """Return the result that a document of this format holds, after a look at its version."""
    if document["format"] != FORMAT:
        raise SavedError(f"the format is {cut(repr(document['format']))}, not {FORMAT!r}", *AGAIN)
    check_version(document.get("version"), VERSION)
    return discovery_of(document)

"""Sources that travel to another process, which has a working directory of its own."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from sepset.data.scanning.arrow_files import ArrowFiles
from sepset.data.scanning.text import TextFiles

if TYPE_CHECKING:
    from sepset.data.scanning.sources import Source


def findable(source: Source) -> Source:
    """Return the same source, with whole paths where it is files of this machine."""
    if not isinstance(source, ArrowFiles | TextFiles) or source.filesystem.type_name != "local":
        return source
    whole = {file: os.path.abspath(file) for file in source.files}
    files = tuple(whole.values())
    if isinstance(source, TextFiles):
        return replace(source, files=files)
    return replace(
        source,
        files=files,
        groups=tuple(group._replace(file=whole[group.file]) for group in source.groups),
        folders={
            name: {whole[file]: value for file, value in values.items()}
            for name, values in source.folders.items()
        },
    )

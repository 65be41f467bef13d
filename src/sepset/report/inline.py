"""What stands inside a page: its style, its script, and the fingerprints by which its policy knows them.

They are the same in every page, so each is read once. A Content-Security-Policy
that names fingerprints lets a browser run these and nothing else.

>>> fingerprint("")
'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def part(package: str, name: str) -> str:
    """Return a file of the folder ``page`` of a package."""
    return resources.files(package).joinpath("page", name).read_text(encoding="utf-8")


@cache
def script(package: str, names: Sequence[str]) -> str:
    """Return files as one script with a scope of its own, which no other script can touch."""
    return '(() => {\n"use strict";\n' + "\n".join(part(package, name) for name in names) + "})();\n"


@cache
def fingerprint(content: str) -> str:
    """Return the fingerprint of an inline script or style as a Content-Security-Policy wants it."""
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"

"""The page from its parts: one template, one script, one style sheet, and a policy that allows no other."""

from __future__ import annotations

from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING

from sepset.report.inline import fingerprint, part, script
from sepset.report.markup import text
from sepset.report.payload import as_script
from sepset.report.shared import shared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The parts of the page's script, in the order in which they build on each other.
SCRIPTS = (
    "state.js",
    "geometry.js",
    "arrange.js",
    "notes.js",
    "draw.js",
    "view.js",
    "words.js",
    "explain.js",
    "matrix.js",
    "table.js",
    "export.js",
    "controls.js",
    "address.js",
    "effects.js",
)
#: One more for a page that stands in a frame beside its settings.
FRAMED = "framed.js"


@dataclass(frozen=True, kw_only=True)
class PageParts:
    """What differs from page to page; all but title, subtitle and version is HTML already."""

    title: str
    subtitle: str
    verdict: str
    notes: str
    key: str
    sections: Sequence[str]
    picture: str
    version: str
    payload: Mapping[str, object]


def assemble(parts: PageParts, *, framed: bool = False) -> str:
    """Return the page; a framed one tells the page around it what its reader looks at."""
    style = part("sepset.report", "page.css")
    code = script("sepset.report", (*SCRIPTS, FRAMED) if framed else SCRIPTS)
    return Template(part("sepset.report", "page.html")).substitute(
        title=text(parts.title),
        subtitle=text(parts.subtitle),
        verdict=parts.verdict,
        notes=parts.notes,
        key=parts.key,
        sections="\n".join(parts.sections),
        picture=parts.picture,
        version=text(parts.version),
        data=as_script({**shared(), **parts.payload}),
        style=style,
        style_hash=fingerprint(style),
        script=code,
        script_hash=fingerprint(code),
    )

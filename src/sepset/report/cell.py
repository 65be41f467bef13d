"""The report page in a cell of a notebook: the same page, in a sandbox.

The frame carries the whole page in an attribute, so that it needs no file and no server, and works in Jupyter
and in VS Code. It has no origin of its own: its script cannot reach the notebook, and its policy holds as in
a file. Behind the frame are the picture and the summary: notebooks that are not trusted yet, and sites that
show notebooks, leave frames out, and these are what is seen there.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> from sepset.learn.kpc import kpc
>>> cell = in_a_cell(kpc(Oracle(MixedGraph.from_edges("a --> b")), k=0))
>>> cell
<the report page, 720 pixels high: a notebook shows it as the last line of a cell, or with display()>
>>> '<iframe sandbox="allow-scripts' in cell._repr_html_()
True
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from sepset.checks import check_count
from sepset.drawing.notebook import to_html
from sepset.report.html import to_bytes

if TYPE_CHECKING:
    from sepset.report.html import Reportable

HIGHEST = 20_000


@dataclass(frozen=True)
class PageInCell:
    """A page that notebooks show."""

    page: str
    #: HTML without frames and scripts
    still: str
    height: int

    def _repr_html_(self) -> str:
        # What takes the frame away takes "aria-hidden" away, too.
        room = f'style="max-height: {self.height}px; overflow: auto"'
        behind = f'<div aria-hidden="true" {room}>{self.still}</div>'
        sandbox = 'sandbox="allow-scripts allow-downloads allow-modals" title="Report"'
        place = f"position: absolute; top: 0; left: 0; width: 100%; height: {self.height}px"
        style = f'style="{place}; border: 0"'
        frame = f'<iframe {sandbox} {style} srcdoc="{escape(self.page)}"></iframe>'
        return f'<div style="position: relative; min-height: {self.height}px">{behind}{frame}</div>'

    def __repr__(self) -> str:
        shown = "a notebook shows it as the last line of a cell, or with display()"
        return f"<the report page, {self.height} pixels high: {shown}>"


def in_a_cell(result: Reportable, *, data: object = None, height: int = 720) -> PageInCell:
    """Return the report on a result for a notebook, `height` pixels high."""
    high = check_count("height", height, least=1, most=HIGHEST)
    still = to_html(result.diagram(), result.summary())
    return PageInCell(to_bytes(result, data).decode("utf-8"), still, high)

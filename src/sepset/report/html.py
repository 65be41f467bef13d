"""The report: one HTML file with everything in it, which loads nothing and runs no script but its own.

A policy inside the page names the fingerprints of its one script and its one style sheet, so a browser runs
nothing else even if some text got through as markup; and all text is escaped besides. The same result gives
the same bytes.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> from sepset.learn.kpc import kpc
>>> page = render(kpc(Oracle(MixedGraph.from_edges("a --> c", "b --> c")), k=1))
>>> page.startswith("<!DOCTYPE html>"), "https:" in page
(True, False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sepset.checks import check_path
from sepset.drawing.svg import to_svg
from sepset.errors import OptionError
from sepset.files import check_target, write_bytes
from sepset.report.assemble import PageParts, assemble
from sepset.report.effect_section import effect_answers, effect_section
from sepset.report.first_screen import first_screen, title_of
from sepset.report.legend import key, legend
from sepset.report.markup import text
from sepset.report.methods import methods
from sepset.report.payload import Places, payload
from sepset.report.stability_page import stability_parts
from sepset.report.subtitle import posterior_subtitle, subtitle
from sepset.report.tables import tables
from sepset.result.discovery import Discovery
from sepset.result.posterior.posterior import Posterior
from sepset.result.stability.stability import Stability
from sepset.result.verdict import links_of
from sepset.wording import counted

if TYPE_CHECKING:
    import os

Reportable: TypeAlias = Discovery | Posterior | Stability


def render(
    result: Reportable, data: object = None, *, framed: bool = False, placed: Places | None = None
) -> str:
    """Return the report on a result as HTML; with data, it has estimates of effects.

    A framed page tells the page around it, if that is of the same origin, what its reader looks at. `placed`
    is where the nodes stand, if that is known already.
    """
    if not isinstance(result, Stability):
        return assemble(_parts(result, data, placed), framed=framed)
    if data is not None:
        raise OptionError("a page about stability has no estimates of effects; leave data out")
    return assemble(stability_parts(result), framed=framed)


def _parts(result: Discovery | Posterior, data: object, placed: Places | None) -> PageParts:
    post = result if isinstance(result, Posterior) else None
    found = result.beside if isinstance(result, Posterior) else result
    diagram = result.diagram()
    placed = placed or Places.of(diagram)
    links = links_of(found)
    effects = effect_section(found.names, with_data=data is not None)
    return PageParts(
        title=title_of(found),
        subtitle=subtitle(found) if post is None else posterior_subtitle(post),
        verdict=first_screen(result, links),
        notes=_notes(found),
        key=key(found, post),
        sections=(effects, legend(found, post), *tables(found, links, post), methods(found, post)),
        picture=to_svg(diagram, placed.right),
        version=found.versions["sepset"],
        payload={**payload(found, placed, links, post), "answers": effect_answers(result, data)},
    )


def to_bytes(
    result: Reportable, data: object = None, *, framed: bool = False, placed: Places | None = None
) -> bytes:
    """Return the report on a result as the bytes of a file."""
    # Half of a surrogate pair is no character; a browser shows its number as a replacement sign.
    return render(result, data, framed=framed, placed=placed).encode("utf-8", "xmlcharrefreplace")


def write_report(result: Reportable, path: str | os.PathLike[str], *, data: object = None) -> None:
    """Write the report on a result to a file: all of it, or nothing.

    With `data`, a table with the same variables, it has estimates of effects.
    """
    if not isinstance(result, Reportable):
        raise OptionError(
            "a report is about the result of a learner, such as kpc(data), or of posterior(data) or "
            "stability(data); got "
            f"{type(result).__name__}"
        )
    target = check_path(path)
    check_target(target)
    write_bytes(target, to_bytes(result, data))


def _notes(found: Discovery) -> str:
    """Return what a reader must know first: about the graph, and about the data."""
    notes = [f'<p class="note">{text(note)}</p>' for note in found.notes]
    warned = "".join(f"<li>{text(warning[0].upper() + warning[1:])}.</li>" for warning in found.warnings)
    if warned:
        number = counted(len(found.warnings), "warning")
        head = f"<summary>{number} about the data and the tests</summary>"
        notes.append(f'<details class="note" id="warned">{head}<ul>{warned}</ul></details>')
    return "\n".join(notes)

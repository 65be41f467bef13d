"""The table of edges, least certain first: what the page begins with, and what there is without a script.

The page writes its rows anew, by the same rules, when readers move k, sort or filter (``page/table.js``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.report.markup import arrow, name, section, text
from sepset.report.payload import bounds
from sepset.status import STATUS_WORDS, STATUSES, WEAK, status_of
from sepset.wording import as_percent, counted, p_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.result.discovery import Discovery
    from sepset.result.verdict import Link
    from sepset.status import Status

#: The table is cut after this many edges, also when readers move k.
MOST_EDGES = 1000
_COLUMNS = (("from", "From"), ("mark", "Mark"), ("to", "To"), ("link", "Link"), ("ends", "Ends"))


def edge_table(found: Discovery, links: Sequence[Link]) -> str:
    """Return the edges that tests leave at the largest k; `links` are those of `links_of`."""
    rows = []
    for one in links:
        status = status_of(one.pattern, contradicted=one.conflicts > 0)
        p = None if one.p is None else float(f"{one.p:.2g}")
        chance = "" if p is None else p_words(p)
        link = f"{WEAK}, {chance}" if one.weak and chance else chance
        words = _row(found.names, one.a, one.pattern, one.b, link, STATUS_WORDS[status], status)
        rows.append((_rank(status, weak=one.weak), -(p or 0.0), one.a, one.b, words))
    return _section([words for *_, words in sorted(rows)], f"k = {bounds(found)[-1]}")


def _rank(status: Status, *, weak: bool) -> int:
    """Return 0 for the most doubtful edges; whether the link is there comes before how its ends look."""
    if status == "contradicted":
        return 0
    return 1 if weak else 1 + STATUSES[::-1].index(status)


def sure_edge_table(names: Sequence[str], links: Sequence[Link], where: str) -> str:
    """Return edges that have probabilities, or shares of resamples."""
    rows = []
    for link in links:
        linked, exactly = as_percent(link.linked or 0.0), as_percent(link.exactly or 0.0)
        words = _row(names, link.a, link.pattern, link.b, linked, exactly, "")
        rows.append((link.exactly, link.a, link.b, words))
    return _section([words for *_, words in sorted(rows)], where)


def _row(names: Sequence[str], a: int, pattern: str, b: int, link: str, ends: str, status: str) -> str:
    doubt = " contradicted" if status == "contradicted" else ""
    button = f'<button type="button" class="pair{doubt}" data-pair-of="{a},{b}">{name(names[a])}</button>'
    cells = (button, arrow(pattern), name(names[b]), text(link), text(ends))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _section(rows: Sequence[str], where: str) -> str:
    cut = f"; {counted(MOST_EDGES, 'edge')} are listed" if len(rows) > MOST_EDGES else ""
    heads = "".join(
        f'<th scope="col" data-sort="{key}"><button type="button">{title}</button></th>'
        for key, title in _COLUMNS
    )
    body = "\n".join(rows[:MOST_EDGES])
    return section(
        "Edges, least certain first",
        f'<p id="edge-count">{counted(len(rows), "edge")} at {where}{cut}.</p>',
        '<p class="screen"><label>Filter <input id="edge-filter" type="search" autocomplete="off" '
        'placeholder="name, mark or word" spellcheck="false"></label> <span class="quiet">Choose a row to '
        "see why the edge is there; a heading sorts.</span></p>",
        f'<div class="scroll tall" tabindex="0"><table id="edge-table" aria-label="Edges"><thead><tr>{heads}'
        f'</tr></thead><tbody id="edge-list">\n{body}\n</tbody></table></div>',
        anchor="tables",
    )

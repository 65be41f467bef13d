"""The page about a stability: the edges that came back, how often, and what that does not say.

The drawing has the pairs that were adjacent in half of the resamples or more, each as it was found most
often. A share is never called a probability, and nothing is called certain.

>>> import sepset as sp
>>> stable = sp.stability(sp.asia().sample(300, seed=0).named("asia.csv"), resamples=20, k=1)
>>> stability_parts(stable).title
'How stable: causal graph of asia.csv'
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sepset.catalogue.choices import TESTS
from sepset.catalogue.learners import learner_called
from sepset.catalogue.resamplings import RESAMPLINGS
from sepset.drawing.svg import to_svg
from sepset.graph.marks import EDGE_PATTERNS, RIGHTWARDS, kind_of
from sepset.report.assemble import PageParts
from sepset.report.edge_table import sure_edge_table
from sepset.report.first_screen import counts_of, none_linked, screen
from sepset.report.legend import (
    HOLLOW,
    LINKED_STEPS,
    key_hollow,
    key_line,
    key_marks,
    key_weight,
    line_item,
    mark_item,
)
from sepset.report.markup import paragraph, section, text
from sepset.report.methods import CitedSentence, quoted, tested_by
from sepset.report.payload import Places
from sepset.report.sure import page_digits
from sepset.report.tables import data_section, settings_section
from sepset.result.posterior.facts import NO_EDGE, WORTH_A_WORD
from sepset.result.stability.words import CAUTION, unused
from sepset.result.verdict import stability_verdict
from sepset.status import LEAST_PROBABILITY, in_percent
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.result.stability.stability import Stability
    from sepset.result.verdict import Standing, Verdict
    from sepset.status import Certainty

_TITLES: dict[Standing, str] = {
    "settled": f"Stable: link and direction in {in_percent('nearly_certain')} of the resamples",
    "direction_open": "Link stable, direction not",
    "doubtful": "Unstable: other rows often give no link",
}
_COUNTED: dict[Standing, str] = {
    "settled": "stable",
    "direction_open": "with unstable direction",
    "doubtful": "unstable",
}
_LINES: dict[Certainty, str] = {
    "nearly_certain": f"exactly this edge in {in_percent('nearly_certain')} of the resamples",
    "likely": f"in {in_percent('likely')}",
    "open": f"in {in_percent('open')}; other rows often give another edge there, or none",
}
_KEYS = {certainty: f"this edge in {in_percent(certainty)}" for certainty in LEAST_PROBABILITY}
#: What stands above the edges of each certainty beside the drawing.
_PANEL = {certainty: f"As drawn in {in_percent(certainty)}" for certainty in LEAST_PROBABILITY}


def stability_parts(stable: Stability) -> PageParts:
    """Return the parts of the page."""
    said = stability_verdict(stable)
    diagram = stable.diagram()
    placed = Places.of(diagram)
    source = "" if stable.data is None else stable.data.source
    used = {kind_of(pattern) for _, pattern, _ in diagram.edges}
    return PageParts(
        title=f"How stable: causal graph of {source or counted(len(stable.names), 'variable')}",
        subtitle=_subtitle(stable),
        verdict=screen(_headline(stable, said), said, _TITLES, stable.names, _would_settle(stable, said)),
        notes="\n".join(f'<p class="note">{text(note)}</p>' for note in (CAUTION, *unused(stable))),
        key=_key(stable, used),
        sections=(
            _legend(stable, used),
            sure_edge_table(stable.names, said.links, f"k = {_bound(stable)}"),
            data_section(stable.data),
            settings_section(_settings(stable), stable.versions),
            quoted(list(_methods(stable))),
        ),
        picture=to_svg(diagram, placed.right),
        version=stable.versions["sepset"],
        payload=_payload(stable, placed),
    )


def _bound(stable: Stability) -> int | str:
    bound = stable.settings.k if stable.settings.k is not None else stable.settings.max_k
    return "any" if bound is None else bound


def _subtitle(stable: Stability) -> str:
    rows = "" if stable.data is None else f" of {counted(stable.data.rows, 'row')}"
    alpha, word = stable.settings.alpha, str(stable.settings.test)
    test = TESTS[word].title if word in TESTS else word
    return (
        f"{stable.learner} with k = {_bound(stable)} on {counted(stable.resamples, 'resample')}{rows}: "
        f"{RESAMPLINGS[stable.method].title}; {test}" + ("" if alpha is None else f" at alpha = {alpha:g}")
    )


def _headline(stable: Stability, said: Verdict) -> str:
    often = f"half of {counted(stable.resamples, 'resample')} or more"
    pairs = counted(said.pairs, "pair")
    if not said.links:
        return f"{none_linked(said.pairs)} in {often}"
    are = "is" if len(said.links) == 1 else "are"
    return f"{len(said.links):,} of {pairs} {are} linked in {often}: {counts_of(said, _COUNTED)}"


def _would_settle(stable: Stability, said: Verdict) -> Iterator[str]:
    doubtful = len(said.standing("doubtful"))
    if doubtful and stable.data is not None:
        come = "link comes and goes" if doubtful == 1 else "links come and go"
        yield f"More rows: {doubtful:,} {come} with the rows that are drawn."
    turning = len(said.standing("direction_open"))
    if turning:
        links = counted(turning, "link")
        yield f"What you know already: which variable comes first, for {links} with an unstable direction."


def _key(stable: Stability, used: set[str]) -> str:
    lines = "".join(key_line("sure", kind, words) for kind, words in _KEYS.items())
    weight = key_weight("sure", f"thicker: the link came back more often ({LINKED_STEPS})")
    hollow = key_hollow("sure", HOLLOW)
    marks = key_marks(learner_called(stable.learner), used, by_share=True)
    return f'<ul id="key" class="marks" aria-label="Legend">{marks}{lines}{weight}{hollow}</ul>'


def _legend(stable: Stability, used: set[str]) -> str:
    learner = learner_called(stable.learner)
    marks = "\n".join(mark_item(learner, pattern, by_share=True) for pattern in RIGHTWARDS if pattern in used)
    lines = "\n".join(line_item(kind, words) for kind, words in _LINES.items())
    pairwise = (
        "Drawn are the pairs that were linked in half of the resamples or more, each as it was found most "
        "often. Pairs are taken one by one, so that no single resample need have had this graph. Choose a "
        "pair to see everything that was found there."
    )
    return section(
        "How to read the graph",
        f'<ul class="legend">{marks}</ul>',
        f'<h3>Colour and line</h3><ul class="legend">{lines}</ul>',
        paragraph(pairwise),
        paragraph(CAUTION),
        anchor="legend",
    )


def _settings(stable: Stability) -> dict[str, object]:
    drawn = {"resamples": stable.resamples, "resampling": stable.method, "seed": stable.seed}
    return {"learner": stable.learner, **drawn, **dict(sorted(stable.settings.items()))}


def _methods(stable: Stability) -> Iterator[CitedSentence]:
    learner, drawn = learner_called(stable.learner), RESAMPLINGS[stable.method]
    rows = "" if stable.data is None else f" of {counted(stable.data.rows, 'observation')}"
    bound = _bound(stable)
    limit = "of any size" if bound == "any" else f"of at most k = {counted(int(bound), 'variable')}"
    yield CitedSentence(
        f"How stable the graph over {counted(len(stable.names), 'variable')} is was measured by running "
        f"{learner.phrase}, with conditioning sets {limit}, on {stable.resamples:,} {drawn.phrase}{rows} "
        f"(seed {stable.seed}), as implemented in sepset {stable.versions['sepset']}.",
        (*learner.cites, *drawn.cites),
    )
    yield tested_by(stable.settings)
    yield CitedSentence(
        "The share of an edge is that of the resamples in which it was found; it is not a probability."
    )


def _payload(stable: Stability, placed: Places) -> dict[str, object]:
    """Return what the page knows: the same as of a posterior, without tests beside it."""
    edges = [
        [a, pattern, b, page_digits(stable.share(stable.names[a], pattern, stable.names[b]))]
        for a, pattern, b in stable.commonest().table.edges()
    ]
    bound = _bound(stable)
    level = {"k": None if bound == "any" else bound, "edges": edges, "chances": list(_chances(stable))}
    sure = {
        "certainties": LEAST_PROBABILITY,
        "titles": _PANEL,
        "precision": CAUTION,
        "disagreements": [],
        "levels": [level],
    }
    return {
        "names": list(stable.names),
        **placed.payload(),
        "levels": [],
        "resamples": stable.resamples,
        "sure": sure,
        "templates": [],
        "kinds": [],
        "arrows": RIGHTWARDS,
        "separations": None,
        "evidence": None,
        "weak": [],
        "answers": [],
    }


def _chances(stable: Stability) -> Iterator[list[object]]:
    """Yield the pairs that were linked now and then, with all that was found there, the commonest first."""
    for row, (i, j) in enumerate(combinations(range(len(stable.names)), 2)):
        used, found = int(stable.used[row]), stable.counts[row]
        if found.sum() < WORTH_A_WORD * used or not used:
            continue
        shares = [(pattern, int(n) / used) for pattern, n in zip(EDGE_PATTERNS, found, strict=True)]
        shares.append((NO_EDGE, 1 - int(found.sum()) / used))
        listed = sorted(((p, s) for p, s in shares if s >= WORTH_A_WORD), key=lambda one: -one[1])
        yield [i, j, [[pattern, page_digits(share)] for pattern, share in listed], []]

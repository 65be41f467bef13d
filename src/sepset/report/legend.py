"""The legend in words: what each mark says, and what it does not say."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sepset.catalogue.learners import learner_called
from sepset.drawing.diagram import Diagram
from sepset.drawing.layout import Box, Layout
from sepset.drawing.strokes import CIRCLE_RADIUS, strokes
from sepset.drawing.svg import arrow_data, number, path_data
from sepset.graph.marks import RIGHTWARDS, kind_of
from sepset.report.markup import paragraph, section, text
from sepset.result.disputes import disputes
from sepset.result.edge_p import quick_edge_p
from sepset.status import (
    HOLLOW_BELOW,
    LEAST_LINKED,
    LEAST_PROBABILITY,
    P_BELOW,
    STATUS_MEANS,
    WEAK,
    in_percent,
)
from sepset.wording import as_percent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sepset.catalogue.records import Learner
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.status import Certainty, Status

_ALWAYS = ("-->", "<->", "o->", "---", "o-o")
#: How the line of an edge looks.
_LOOKS: dict[Status | Certainty, str] = {
    "settled": "solid",
    "nearly_certain": "solid",
    "partly_settled": "dashed",
    "likely": "dashed",
    "open": "dotted",
    "contradicted": "struck through",
}
#: Through the middle of a sample.
_STRIKE = '<path class="strike" d="M60,11L68,23"/>'
_SURE_LINES: dict[Certainty, str] = {
    "nearly_certain": f"exactly this edge has a probability of {in_percent('nearly_certain')}",
    "likely": in_percent("likely"),
    "open": f"{in_percent('open')}; something else there is nearly as probable, or more so",
}
_SURE_KEYS = {certainty: f"this edge {in_percent(certainty)}" for certainty in LEAST_PROBABILITY}
#: From where on lines are thicker, and what hollow heads say.
LINKED_STEPS = f"{', '.join(f'{100 * least:.0f}' for least in LEAST_LINKED)} %"
HOLLOW = f"these ends in under {as_percent(HOLLOW_BELOW)}"


def legend(found: Discovery, post: Posterior | None = None) -> str:
    """Return the section that says what the drawing means for the learner at hand."""
    results = [found.orientation(k) for k in range(found.last_bound + 1)]
    used = {pattern for result in results for _, pattern, _ in result.graph.table.edges()}
    doubted = any(disputes(result).pairs for result in results)
    learner = learner_called(found.learner)
    patterns = [*_ALWAYS, *(["--o"] if used & {"--o", "o--"} else [])]
    items = "\n".join(mark_item(learner, p) for p in patterns)
    certainty = "\n".join(
        line_item(kind, words) for kind, words in STATUS_MEANS.items() if doubted or kind != "contradicted"
    )
    return section(
        "How to read the graph",
        f'<ul class="legend">{items}{_no_edge()}</ul>',
        "" if post is None else _how_sure(),
        f"<h3>Colour and line{'' if post is None else ', tests alone'}</h3>",
        f'<ul class="legend">{certainty}</ul>',
        *map(paragraph, _cautions(found)),
        anchor="legend",
    )


def key(found: Discovery, post: Posterior | None = None) -> str:
    """Return the compact legend beside the drawing; the page shows of it what the drawing has."""
    levels = [found.graph_at(k) for k in range(found.last_bound + 1)]
    if post is not None:
        levels += [post.best(k) for k in (*range(found.k + 1), None)]
    used = {kind_of(pattern) for graph in levels for _, pattern, _ in graph.table.edges()}
    marks = key_marks(learner_called(found.learner), used)
    tests = "".join(key_line("tests", kind, words) for kind, words in STATUS_MEANS.items())
    sure = "".join(key_line("sure", kind, words) for kind, words in _SURE_KEYS.items()) if post else ""
    weights = _key_weights(found, post)
    return f'<ul id="key" class="marks" aria-label="Legend">{marks}{tests}{sure}{weights}</ul>'


def key_marks(learner: Learner, used: AbstractSet[str], *, by_share: bool = False) -> str:
    """Return what each kind of edge says, in short; `by_share`: lines say how often each came back."""
    return "".join(
        f'<li data-mark="{text(p)}">{_sample_of(learner, p, by_share=by_share)}'
        f"<span>{text(learner.in_short(p).format(a='A', b='B'))}</span></li>"
        for p in RIGHTWARDS
        if p in used
    )


def key_line(view: str, kind: Status | Certainty, words: str) -> str:
    """Return what a kind of line says, in short."""
    said = f"{_LOOKS[kind]}: {words}"
    return f'<li data-line="{view} {kind}">{_sample_line(kind)}<span>{text(said)}</span></li>'


def _sample_line(kind: Status | Certainty) -> str:
    strike = _STRIKE if kind == "contradicted" else ""
    return (
        f'<svg class="edge sample {kind}" viewBox="0 0 128 34" aria-hidden="true">'
        f'<path class="line" d="M8,17L120,17"/>{strike}</svg>'
    )


def key_weight(view: str, words: str) -> str:
    """Return what the thickness of a line says: `words`, and from where on."""
    lines = "".join(
        f'<path class="line weight{i}" d="M8,{y}L120,{y}"/>' for i, y in ((3, 8), (2, 18), (1, 27))
    )
    picture = f'<svg class="edge sample" viewBox="0 0 128 34" aria-hidden="true">{lines}</svg>'
    return f'<li data-weight="{view}">{picture}<span>{text(words)}</span></li>'


def _key_weights(found: Discovery, post: Posterior | None) -> str:
    """Return what the thickness of a line says: how probable the edge is, or how strong its evidence."""
    said = []
    if post is not None:
        said.append(("sure", f"thicker: the link is more probable ({LINKED_STEPS})"))
    if quick_edge_p(found) is not None:
        steps = ", ".join(f"{p:g}" for p in P_BELOW)
        said.append(("tests", f"thicker: stronger evidence for the link (p below {steps}, else)"))
    hollow = key_hollow("sure", HOLLOW) if post is not None else ""
    hollow += key_hollow("tests", f"{WEAK} evidence for the link")
    return "".join(key_weight(view, words) for view, words in said) + hollow


def key_hollow(view: str, words: str) -> str:
    """Return what a hollow head says."""
    return (
        f'<li data-hollow="{view}"><svg class="edge sample hollow" viewBox="0 0 128 34" aria-hidden="true">'
        '<path class="line" d="M8,17L108,17"/><path class="arrowhead" d="M118,17L108,12.5L108,21.5Z"/></svg>'
        f"<span>{text(f'hollow: {words}')}</span></li>"
    )


def line_item(kind: Status | Certainty, words: str) -> str:
    """Return what a kind of line says."""
    said = f"{_LOOKS[kind].capitalize()}: {words}."
    return f"<li>{_sample_line(kind)}<div><p>{text(said)}</p></div></li>"


def _how_sure() -> str:
    """Return what lines mean where each edge has a probability."""
    lines = "\n".join(line_item(kind, words) for kind, words in _SURE_LINES.items())
    caution = (
        "Probabilities average over all DAGs among these variables, weighted by how well each explains the "
        "data. They hold if there are no hidden causes, if rows are independent of each other, and if one of "
        "the scores fits. The thicker a line, the more probable the edge; choose a pair to see everything "
        "else that it may be."
    )
    return f'<h3>How sure</h3><ul class="legend">{lines}</ul>{paragraph(caution)}'


@cache
def sample(pattern: str, *, possible: bool = True) -> str:
    """Return a small drawing of one kind of edge between A and B, in the colours of the page.

    An edge that is not `possible` is contradicted wherever it is drawn, and looks like that.
    """
    diagram = Diagram(
        ("A", "B"), ((0, pattern, 1),), frozenset() if possible else frozenset([frozenset((0, 1))])
    )
    boxes = [Box(17, 17, 26, 26, "A"), Box(111, 17, 26, 26, "B")]
    (stroke,) = strokes(diagram, Layout(boxes, {}, 128, 34))
    parts = [f'<g class="edge {stroke.status}"><path class="line" d="{path_data(stroke)}"/>']
    for end in stroke.ends:
        if end.shape == "arrow":
            parts.append(f'<path class="arrowhead" d="{arrow_data(end)}"/>')
        elif end.shape == "circle":
            x, radius = number(end.at.x + end.side * CIRCLE_RADIUS), number(CIRCLE_RADIUS - 0.8)
            parts.append(f'<circle class="ring" cx="{x}" cy="17" r="{radius}"/>')
    drawn = "".join(parts) + ("" if possible else _STRIKE) + "</g>" + "".join(map(_box, boxes))
    return f'<svg viewBox="0 0 128 34" role="img" aria-label="A {text(pattern)} B">{drawn}</svg>'


def _box(box: Box) -> str:
    return (
        f'<g class="node"><rect x="{number(box.x - 13)}" y="4" width="26" height="26" rx="5"/>'
        f'<text x="{number(box.x)}" y="17">{box.label}</text></g>'
    )


def mark_item(learner: Learner, pattern: str, *, by_share: bool = False) -> str:
    """Return what a kind of edge says, and what it does not; `by_share` is as in `key_marks`."""
    said, unsaid = learner.meaning(pattern, "A", "B"), learner.does_not_say[pattern]
    words = f"<p>{text(said[0].upper() + said[1:])}.</p><p class='quiet'>{text(unsaid)}</p>"
    return f"<li>{_sample_of(learner, pattern, by_share=by_share)}<div>{words}</div></li>"


def _sample_of(learner: Learner, pattern: str, *, by_share: bool) -> str:
    return sample(pattern, possible=by_share or learner.allows(pattern))


@cache
def _no_edge() -> str:
    drawn = _box(Box(17, 17, 26, 26, "A")) + _box(Box(111, 17, 26, 26, "B"))
    said = "Some set of at most k variables makes A and B independent."
    advice = "Choose the two to see which."
    unsaid = "It does not say that they have nothing to do with each other: an effect may run through others."
    return (
        f'<li><svg viewBox="0 0 128 34" role="img" aria-label="A and B without an edge">{drawn}</svg>'
        f'<div><p>{text(said)} <span class="screen">{text(advice)}</span></p>'
        f'<p class="quiet">{text(unsaid)}</p></div></li>'
    )


def _cautions(found: Discovery) -> Iterator[str]:
    yield (
        "All of this holds if the causal structure has no cycles, if there are "
        f"{learner_called(found.learner).assumes}, and if variables are independent exactly where the "
        "structure makes them so (faithfulness)."
    )
    if not found.settings.is_oracle:
        yield (
            "On data every edge also depends on the outcome of tests. A missing edge means that "
            "independence was not "
            "rejected, which small samples make likely; conflicts below show where the tests contradict "
            "each other."
        )

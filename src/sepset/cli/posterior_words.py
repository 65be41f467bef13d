"""A posterior as lines: how it was computed, edges by how sure they are, and where tests disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.catalogue.posterior import SCORE_AND_PRIOR
from sepset.cli.graph_words import alone_lines, learned_legend, set_words
from sepset.cli.learn_words import WARNED, known_lines
from sepset.cli.option_words import as_option
from sepset.cli.output import DIM, HEADING, WARNING, heading, in_columns
from sepset.errors import told
from sepset.graph.edges import Edge
from sepset.graph.names import quoted
from sepset.result.posterior.facts import NO_EDGE, completeness, drawn_by, precision, what
from sepset.result.posterior.words import by_certainty
from sepset.status import CERTAINTY_WORDS
from sepset.wording import as_percent, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.cli.output import Line
    from sepset.result.posterior.facts import Disagreement
    from sepset.result.posterior.posterior import Posterior
    from sepset.status import Certainty

DISAGREEMENTS_SHOWN = 10
_STYLES: dict[Certainty, str] = {"nearly_certain": "green", "likely": "yellow", "open": "red"}


def posterior_lines(post: Posterior, k: int | None, seconds: float) -> list[Line]:
    """Return the whole answer: method, edges by certainty, disagreements, warnings."""
    lines: list[Line] = [*_method(post, seconds), ()]
    for certainty, edges in by_certainty(post, k).items():
        if edges:
            lines += [
                heading(CERTAINTY_WORDS[certainty].capitalize()),
                *_edges(post, k, edges, _STYLES[certainty]),
                (),
            ]
    graph = post.best(k)
    lines += [*alone_lines(graph), *learned_legend(graph, drawn_by(k))]
    lines += [((f"Percentages say how probable exactly this edge is in the {what(k)}.", DIM),)]
    lines += [((str(said), DIM),) for said in (precision(post), *completeness(post, k))]
    lines += [()]
    lines += _disagreements(post)
    for note in post.beside.notes:
        lines += [(("Note", WARNING), f"   {note}"), ()]
    if post.warnings:
        lines += [(("Warnings", WARNING), WARNED)]
        lines += [*((f"  - {told(warning, as_option)}",) for warning in post.warnings), ()]
    return lines


def cluster_lines(post: Posterior, scheduler: str | None) -> list[Line]:
    """Say what a cluster did for a posterior, if one was there."""
    if scheduler is None:
        return []
    if post.chains_on_cluster:
        words = f"ran {counted(post.chains_on_cluster, 'chain')}"
    elif post.exact:
        words = "was not used: an exact posterior runs here"
    else:
        words = "was not needed: the posterior is short"
    return [(("Cluster", HEADING), f" {scheduler} {words}"), ()]


def _method(post: Posterior, seconds: float) -> Iterator[Line]:
    scores = counted(len(post.drawn.components), *SCORE_AND_PRIOR)
    engine = "all DAGs" if post.exact else "DAGs that Markov chains have met"
    yield ("Method", HEADING), f" posterior over {engine} ({scores}) in {seconds:.2g} s"
    found = post.beside
    alpha = "" if found.settings.alpha is None else f" at alpha = {found.settings.alpha:.3g}"
    tests = counted(sum(found.tests_run.values()), "test")
    yield (
        (
            f"       alongside it, {found.learner} with {found.settings.test}{alpha}, k = {found.k}; {tests}",
            DIM,
        ),
    )
    yield from known_lines(found)


def _edges(post: Posterior, k: int | None, edges: Sequence[tuple[Edge, float]], style: str) -> list[Line]:
    """Return one line per edge: arrow and probability, and that of any edge where it is clearly larger."""
    rows = []
    for edge, probability in edges:
        joined = post.probability(edge.u, "*-*", edge.v, k=k)
        some = f"linked {as_percent(joined)}" if joined > probability + 0.02 else ""
        rows.append((quoted(edge.u), edge.pattern, quoted(edge.v), as_percent(probability), some))
    return in_columns(rows, styles=("", style, "", style, DIM))


def _disagreements(post: Posterior) -> list[Line]:
    found, improbable = post.beside, post.disagreements
    if not improbable:
        words = f": {found.learner} with k = {found.k} says nothing that the posterior finds improbable"
        return [heading("Tests alone agree", words), ()]
    words = f": {found.learner} with k = {found.k} says this, and the posterior thinks otherwise"
    lines = [heading("Where tests alone disagree", words)]
    lines += in_columns(
        (_row(post, one) for one in improbable[:DISAGREEMENTS_SHOWN]), styles=("", "magenta", DIM)
    )
    left = len(improbable) - DISAGREEMENTS_SHOWN
    if left > 0:
        lines.append(((f"  ... and {left:,} more; --json lists them all", DIM),))
    return [*lines, ()]


def _row(post: Posterior, one: Disagreement) -> tuple[str, str, str]:
    percent = as_percent(one.probability)
    if one.said != NO_EDGE:
        return str(Edge(one.a, one.said, one.b).rightwards()), percent, ""
    given, p = post.beside.sepset(one.a, one.b), post.beside.p_value(one.a, one.b)
    why = "" if p is None else f"independent given {set_words(given)}, p = {p:.2g}"
    return f"{quoted(one.a)} and {quoted(one.b)} without an edge", percent, why

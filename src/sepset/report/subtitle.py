"""The line below the title: what was run on what, in the reader's words; what is off is not named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.catalogue.choices import COLLIDERS, ORACLE, RULE_SETS, SEARCHES, TESTS
from sepset.catalogue.posterior import POSTERIOR_ENGINES, SCORE_AND_PRIOR
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.catalogue.records import Catalogue, R
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior


def subtitle(found: Discovery) -> str:
    """Return what was run on what, in one line.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> from sepset.learn.kpc import kpc
    >>> subtitle(kpc(Oracle(MixedGraph.from_edges("a --> b")), k=0)).split("; ")[0]
    'k-PC on 2 variables, answers from a known graph: k = 0'
    """
    return f"{found.learner} on {counted(len(found.names), 'variable')}{_source(found)}: " + "; ".join(
        words for words in _choices(found) if words
    )


def posterior_subtitle(post: Posterior) -> str:
    """Return what was averaged over on what, and what stands beside it, in one line."""
    found = post.beside
    engine = POSTERIOR_ENGINES["exact" if post.exact else "sampled"].title
    scores = counted(len(post.drawn.components), *SCORE_AND_PRIOR)
    return (
        f"Posterior {engine} ({scores}) on {counted(len(post.names), 'variable')}{_source(found)}; "
        f"alongside it, {found.learner} with k = {found.k}"
    )


def _source(found: Discovery) -> str:
    if found.settings.is_oracle:
        return f", {ORACLE.title}"
    if found.data is None:
        return ""
    kinds = {*found.data.kinds.values()}
    columns = f"all {next(iter(kinds))}" if len(kinds) == 1 else found.data.kinds_counted
    parts = (f" ({columns})", counted(found.data.rows, "row"), found.data.rows_left_out)
    return ", ".join(filter(None, parts))


def _choices(found: Discovery) -> Iterator[str]:
    settings = found.settings
    chosen = " (chosen automatically)"
    yield (
        "sets of any size" if settings.any_size else f"k = {found.k}" + (chosen if settings.k_reason else "")
    )
    if not settings.is_oracle:
        level = "" if settings.alpha is None else f" at alpha = {settings.alpha:g}"
        yield f"{_title(TESTS, settings.test)}{level}" + (chosen if settings.alpha_reason else "")
    yield _title(SEARCHES, settings.search)
    yield _title(COLLIDERS, settings.colliders)
    yield _title(RULE_SETS, settings.rules, "rules: ")
    yield "completed by exact search" if settings.complete else ""
    yield "contradictions repaired" if settings.repair else ""
    yield "with what is known beforehand" if settings.knowledge is not None else ""


def _title(catalogue: Catalogue[R], word: str | None, before: str = "") -> str:
    """Return the title of a choice; a choice of the reader's own, such as a plan, is named as it is."""
    if word is None:
        return ""
    return catalogue[word].title if word in catalogue else f"{before}{word}"

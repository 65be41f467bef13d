"""A posterior in words: the edges of the graph to draw, by how sure they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.result.posterior.facts import completeness, precision, what
from sepset.status import CERTAINTY_WORDS, LEAST_PROBABILITY, certainty_of
from sepset.wording import as_percent, counted

if TYPE_CHECKING:
    from sepset.graph.edges import Edge
    from sepset.result.posterior.posterior import Posterior
    from sepset.status import Certainty


def by_certainty(post: Posterior, k: int | None) -> dict[Certainty, list[tuple[Edge, float]]]:
    """Return the edges of the graph to draw by certainty, each with the probability of exactly this edge.

    Arrows point right, and the surest edges come first.
    """
    groups: dict[Certainty, list[tuple[Edge, float]]] = {certainty: [] for certainty in LEAST_PROBABILITY}
    edges = [(edge.rightwards(), post.probability(*edge, k=k)) for edge in post.best(k).edges()]
    for edge, probability in sorted(edges, key=lambda one: -one[1]):
        groups[certainty_of(probability)].append((edge, probability))
    return groups


def summary(post: Posterior, k: int | None) -> str:
    """Return the edges of the graph to draw, grouped by the probability of exactly this edge."""
    groups = by_certainty(post, k)
    edges = [str(edge) for group in groups.values() for edge, _ in group]
    width = max(map(len, edges), default=0)
    number = counted(len(edges), "edge")
    lines = [f"{number} of the {what(k)}, with the probability of exactly this edge"]
    for certainty, group in groups.items():
        if group:
            lines.append(f"{CERTAINTY_WORDS[certainty].capitalize()}:")
            lines += [f"  {edge!s:<{width}}  {as_percent(probability)}" for edge, probability in group]
    return "\n".join([*lines, str(precision(post)), *map(str, completeness(post, k))])

"""What a result comes to, link by link: settled, linked with an open direction, or doubtful.

The one answer to "what may I believe?", as data, for the first screen of a page and whatever else puts it in
words. A link is doubtful when tests contradict it, when its evidence would not survive a
correction for the number of pairs (Benjamini and Hochberg at 5 %), or when its probability is below 95 %.

>>> import sepset as sp
>>> said = verdict(sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")), k=1))
>>> said.pairs, [(link.a, link.pattern, link.b, link.standing) for link in said.links]
(6, [(0, '-->', 1, 'settled'), (1, '-->', 3, 'settled'), (2, '-->', 1, 'settled')])
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from typing import TYPE_CHECKING, Literal, get_args

from sepset.catalogue.learners import learner_called
from sepset.graph.marks import rightwards
from sepset.result.disputes import disputes
from sepset.result.edge_p import quick_edge_p
from sepset.result.weak import weak_pairs
from sepset.result.worth import best_questions
from sepset.status import LEAST_PROBABILITY, status_of

if TYPE_CHECKING:
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.stability.stability import Stability
    from sepset.result.worth import Worth

Standing = Literal["settled", "direction_open", "doubtful"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)
_CERTAIN = LEAST_PROBABILITY["nearly_certain"]


@dataclass(frozen=True, slots=True)
class Link:
    """An edge, read so that it points to the right, and the evidence for and against it."""

    a: int
    pattern: str
    b: int
    standing: Standing
    #: in how many places tests disagree with it
    conflicts: int = 0
    #: the largest p over all sets, where it is known, and whether it is too large for the number of pairs
    p: float | None = None
    weak: bool = False
    #: of a posterior: the probability of some edge, and of exactly this one; of a stability: their shares
    linked: float | None = None
    exactly: float | None = None


@dataclass(frozen=True)
class Verdict:
    """All links of a graph, those that are surest first in each standing, and what would settle more."""

    #: how many pairs of variables there are
    pairs: int
    links: tuple[Link, ...]
    #: the question to someone who knows the field of which a yes would settle most
    question: Worth | None
    #: of a posterior: in how many places small tests alone say what is improbable
    disagreements: int = 0

    def standing(self, wanted: Standing) -> list[Link]:
        """Return the links of one standing."""
        return [link for link in self.links if link.standing == wanted]


def verdict(found: Discovery, links: tuple[Link, ...] | None = None) -> Verdict:
    """Return what a result of tests comes to; `links` are those of `links_of`, if they are at hand."""
    questions = best_questions(found)
    known = links_of(found) if links is None else links
    return Verdict(_pairs(len(found.names)), known, questions[0] if questions else None)


def links_of(found: Discovery) -> tuple[Link, ...]:
    """Return the links of a result of tests and how far each is settled, the surest first."""
    said, known, weak = disputes(found.orientation()), quick_edge_p(found), weak_pairs(found)
    links = []
    for a, pattern, b in starmap(rightwards, found.graph.table.edges()):
        pair = frozenset((a, b))
        conflicts = said.number(pair)
        settled = status_of(pattern) == "settled"
        doubtful = conflicts or pair in weak
        standing: Standing = "doubtful" if doubtful else "settled" if settled else "direction_open"
        p = None if known is None else known(found.names[a], found.names[b])
        links.append(Link(a, pattern, b, standing, conflicts, p, pair in weak))
    return tuple(sorted(links, key=lambda one: (one.conflicts, one.p or 0.0, one.a, one.b)))


def posterior_verdict(post: Posterior) -> Verdict:
    """Return what a posterior comes to: the edges of the essential graph to draw."""
    links = []
    for edge in post.graph.edges():
        a, pattern, b = rightwards(post.graph.number(edge.u), edge.pattern, post.graph.number(edge.v))
        linked, exactly = post.probability(edge.u, "*-*", edge.v), post.probability(*edge)
        directed = status_of(pattern) == "settled" and exactly >= _CERTAIN
        standing: Standing = "doubtful" if linked < _CERTAIN else "settled" if directed else "direction_open"
        links.append(Link(a, pattern, b, standing, linked=linked, exactly=exactly))
    links.sort(key=lambda one: (-(one.exactly or 0.0), one.a, one.b))
    return Verdict(_pairs(len(post.names)), tuple(links), None, len(post.disagreements))


def stability_verdict(stable: Stability) -> Verdict:
    """Return what shares come to: links of half of the resamples or more, by how often each came back.

    Marks that no DAG has settle no direction, however often they come back.
    """
    learner = learner_called(stable.learner)
    links = []
    for a, pattern, b in starmap(rightwards, stable.commonest().table.edges()):
        u, v = stable.names[a], stable.names[b]
        linked, exactly = stable.share(u, "*-*", v), stable.share(u, pattern, v)
        directed = status_of(pattern) == "settled" and learner.allows(pattern) and exactly >= _CERTAIN
        standing: Standing = "doubtful" if linked < _CERTAIN else "settled" if directed else "direction_open"
        links.append(Link(a, pattern, b, standing, linked=linked, exactly=exactly))
    links.sort(key=lambda one: (-(one.linked or 0.0), -(one.exactly or 0.0), one.a, one.b))
    return Verdict(_pairs(len(stable.names)), tuple(links), None)


def _pairs(n: int) -> int:
    return n * (n - 1) // 2

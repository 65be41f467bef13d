"""What the page knows of a posterior: for every k the graph to draw, and how sure everything else is."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from sepset.result.posterior.facts import NO_EDGE, WORTH_A_WORD, precision
from sepset.status import CERTAINTY_WORDS, LEAST_PROBABILITY

if TYPE_CHECKING:
    from sepset.report.phrases import Phrases
    from sepset.result.posterior.posterior import Posterior

#: Facts that the page draws or writes elsewhere.
_ELSEWHERE = ("possibility", "precision")


def sure_payload(post: Posterior, book: Phrases) -> dict[str, object]:
    """Return the graphs for k = 0, 1, ... and, last, for tests of any size (k is null)."""
    bounds = [*range(post.beside.k + 1), None]
    return {
        "levels": [_level(post, k, book) for k in bounds],
        "certainties": LEAST_PROBABILITY,
        "titles": {certainty: said.capitalize() for certainty, said in CERTAINTY_WORDS.items()},
        "precision": str(precision(post)),
        "disagreements": [
            [post.names.index(one.a), one.said, post.names.index(one.b), page_digits(one.probability)]
            for one in post.disagreements
        ],
    }


def _level(post: Posterior, k: int | None, book: Phrases) -> dict[str, object]:
    graph = post.best(k)
    edges = [
        [a, pattern, b, page_digits(post.probability(post.names[a], pattern, post.names[b], k))]
        for a, pattern, b in graph.table.edges()
    ]
    return {"k": k, "edges": edges, "chances": _chances(post, k, book)}


def _chances(post: Posterior, k: int | None, book: Phrases) -> list[list[object]]:
    """Return the pairs that may have an edge, with every possibility worth a word and what speaks for it."""
    disputed = {frozenset((one.a, one.b)) for one in post.disagreements}
    rows: list[list[object]] = []
    for (i, a), (j, b) in combinations(enumerate(post.names), 2):
        possible = post.possibilities(a, b, k)
        if possible.get(NO_EDGE, 0.0) > 1.0 - WORTH_A_WORD and {a, b} not in disputed:
            continue
        shown = [[pattern, page_digits(p)] for pattern, p in possible.items() if p >= WORTH_A_WORD]
        lines = [book.add(fact) for fact in post.facts(a, b, k) if fact.kind not in _ELSEWHERE]
        rows.append([i, j, shown, lines])
    return rows


def page_digits(probability: float) -> float:
    """Return a share with enough digits that the page rounds to the same percentages as everyone else."""
    return round(probability, 9)

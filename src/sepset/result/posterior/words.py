"""A posterior in words: edges by how sure they are, and what speaks for one of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sepset.errors import GraphError
from sepset.graph.marks import EDGE_PATTERNS

if TYPE_CHECKING:
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior

_GROUPS = ((0.95, "nearly certain"), (0.7, "likely"), (0.0, "open"))
_SHOWN = 0.005


def summary(post: Posterior, k: int | None) -> str:
    """Return the edges of the graph to draw, grouped by the probability of exactly this edge."""
    graph = post.best(k)
    edges = [(post.probability(*edge, k=k), edge) for edge in graph.edges()]
    edges.sort(key=lambda one: -one[0])
    width = max((len(str(edge)) for _, edge in edges), default=0)
    what = "essential graph" if k is None else f"{k}-essential graph"
    lines = [f"{len(edges)} edges of the {what}, with the probability of exactly this edge"]
    above = math.inf
    for least, words in _GROUPS:
        group = [(p, edge) for p, edge in edges if least <= p < above]
        above = least
        if group:
            lines += [f"{words}:", *(f"  {edge!s:<{width}}  {as_percent(p)}" for p, edge in group)]
    return "\n".join([*lines, how_sure(post)])


def how_sure(post: Posterior) -> str:
    """Say where the probabilities come from, and what to do when they are not good enough."""
    numbers = post.diagnostics
    if post.exact:
        error = 100 * float(numbers["standard_error"])
        return (
            f"Exact posterior over all DAGs, {numbers['samples']:,} draws: probabilities are within about "
            f"{2 * error:.0f} points, adjacencies are computed without sampling."
        )
    gap = float(numbers["largest_difference"])
    advice = "; run it longer (samples=...) before you rely on single numbers" if gap > 0.1 else ""
    return (
        f"Sampled posterior, {numbers['chains']} chains: probabilities of adjacencies differ by up to "
        f"{gap:.2f} between chains{advice}."
    )


def explain(post: Posterior, a: str, b: str, k: int | None, beside: Discovery | None) -> str:
    """Say how probable each kind of edge is, what the best DAGs say, and what a learner by tests says."""
    what = "essential graph" if k is None else f"{k}-essential graph"
    adjacent = post.probability(a, "*-*", b, k=k)
    kinds = [(post.probability(a, pattern, b, k=k), f"{a} {pattern} {b}") for pattern in EDGE_PATTERNS]
    kinds.append((1.0 - adjacent, "no edge"))
    kinds.sort(key=lambda one: -one[0])
    shown = [one for one in kinds if one[0] >= _SHOWN]
    width = max(len(words) for _, words in shown)
    lines = [f"{a} and {b} in the {what}:"]
    lines += [f"  {words:<{width}}  {as_percent(p)}" for p, words in shown]
    lines.append(_best_dags(post, a, b))
    lines.append(how_sure(post))
    if beside is not None:
        lines.append(_beside(post, a, b, k, beside))
    return "\n".join(lines)


def _best_dags(post: Posterior, a: str, b: str) -> str:
    """Compare the most probable DAG with an edge between the two and the most probable one without."""
    best: dict[bool, float] = {}
    for sample in post.samples:
        joined = sample.dag.adjacent(a, b)
        best[joined] = max(best.get(joined, -math.inf), sample.log_probability)
    if len(best) == 1:
        which, other = ("with", "without") if True in best else ("without", "with")
        return f"Every DAG that was drawn is {which} an edge between them; none is {other}."
    gap = best[True] - best[False]
    which, other = ("with", "without") if gap >= 0 else ("without", "with")
    return (
        f"The most probable DAG {which} an edge between them is {_times(abs(gap))} the most probable one "
        f"{other}: {_strength(abs(gap))}."
    )


def as_percent(probability: float) -> str:
    """Return a probability as people write it, never as a certainty that it is not.

    >>> [as_percent(p) for p in (0.0, 0.004, 0.5, 0.996, 1.0)]
    ['< 1 %', '< 1 %', '50 %', '> 99 %', '> 99 %']
    """
    percent = math.floor(100 * probability + 0.5)
    if percent >= 100 or probability > 0.99:
        return "> 99 %"
    return f"{percent} %" if percent >= 1 else "< 1 %"


def _times(log_ratio: float) -> str:
    if log_ratio > math.log(1e6):
        return "over a million times as probable as"
    ratio = math.exp(log_ratio)
    return f"{ratio:,.1f} times as probable as" if ratio < 10 else f"{ratio:,.0f} times as probable as"


def _strength(log_ratio: float) -> str:
    """Return the words of Kass and Raftery (1995) for a Bayes factor."""
    for most, words in ((3, "hardly worth a mention"), (20, "positive evidence"), (150, "strong evidence")):
        if log_ratio < math.log(most):
            return words
    return "very strong evidence"


def _beside(post: Posterior, a: str, b: str, k: int | None, found: Discovery) -> str:
    graph = found.graph if k is None or k > found.last_bound else found.graph_at(k)
    theirs, ours = _edge(graph, a, b), _edge(post.best(k), a, b)
    head = f"{found.learner} has {theirs or 'no edge'}; the posterior draws {ours or 'no edge'}."
    if theirs == ours:
        return f"{head} They agree."
    if theirs is None:
        given = sorted(found.sepset(a, b) or ())
        words = f" given {', '.join(given)}" if given else ""
        return f"{head} A test did not reject that they are independent{words}; with few rows that is common."
    if ours is None:
        return (
            f"{head} No set that was tried separates them; the scores of whole graphs speak against an edge."
        )
    return f"{head} They agree on the edge and differ in its marks."


def _edge(graph: MixedGraph, a: str, b: str) -> str | None:
    for name in (a, b):
        if name not in graph:
            raise GraphError(
                f"the result beside has no variable {name!r}; it must come from the same columns"
            )
    edge = graph.edge(a, b)
    return None if edge is None else str(edge)

"""What a posterior knows about a pair of variables, as data: possibilities, support, precision, agreement.

The kinds of facts are those of `sepset.result.facts`, so that one reader serves both: the `summary` says
what is most probable, the `evidence` how probable everything else is and what speaks for it.

>>> import sepset as sp
>>> post = sp.posterior({"a": [0, 1] * 20, "b": [0, 1] * 20}, seed=0)
>>> first = post.facts("a", "b")[0]
>>> first.kind, first["pattern"], first["certainty"], str(first)
('sure', '---', 'nearly_certain', 'Nearly certain (> 99 %): one of a and b influences the other; which one is open.')
"""  # noqa: E501 - the example is one sentence

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from sepset.catalogue.learners import LEARNERS
from sepset.errors import GraphError
from sepset.graph.marks import mirror
from sepset.result.facts import Fact
from sepset.sentences import NameSet, Sentence, variables
from sepset.status import CERTAINTY_WORDS, certainty_of
from sepset.wording import as_percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.catalogue.records import Learner
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.result.discovery import Discovery
    from sepset.result.facts import FactKind
    from sepset.result.posterior.posterior import Posterior
    from sepset.sentences import Slot
    from sepset.status import Certainty

NO_EDGE = "no edge"
#: A possibility is mentioned from this probability on.
WORTH_A_WORD = 0.005
#: What is less probable than this is less probable than its opposite.
EVEN = 0.5

_SURE: dict[Certainty, str] = {
    **{word: f"{said.capitalize()} ({{percent}}): " for word, said in CERTAINTY_WORDS.items()},
    "open": "Open; most probable, with {percent}: ",
}


class Disagreement(NamedTuple):
    """A pair about which tests alone say something that is improbable under the posterior.

    `said` is the edge ``a said b`` of k-PC, or "no edge"; `probability` is that of the posterior, a circle
    standing for any mark; `drawn` is what the posterior draws for the same k.
    """

    a: str
    said: str
    b: str
    probability: float
    drawn: str


def what(k: int | None) -> str:
    """Return the name of the graph that probabilities refer to.

    >>> what(None), what(2)
    ('essential graph', '2-essential graph')
    """
    return "essential graph" if k is None else f"{k}-essential graph"


def drawn_by(k: int | None) -> Learner:
    """Return the learner whose graphs have the marks of an essential graph, or of a k-essential one.

    >>> drawn_by(None).title, drawn_by(2).title
    ('PC', 'k-PC')
    """
    return LEARNERS["pc" if k is None else "kpc"]


def pair_facts(post: Posterior, a: str, b: str, k: int | None, beside: Discovery) -> Iterator[Fact]:
    """Yield what is known about a and b in the essential graph, or the k-essential graph for a k."""
    about = _PairInPosterior(post, a, b, k)
    yield from about.possibilities()
    yield from about.support()
    yield Fact("precision", precision(post))
    yield about.agreement(beside)


def precision(post: Posterior) -> Sentence:
    """Say where the probabilities come from, and what to do when they are not good enough."""
    numbers = post.diagnostics
    if post.exact:
        points = 200 * float(numbers["standard_error"])
        # Those of k-essential graphs are shares of the draws, as everything else is.
        known = "" if post.drawn.edges is None else "; those of adjacencies in the essential graph are exact"
        words = (
            "Exact posterior over all DAGs, {samples:,} draws: probabilities are within about {points:.0f} "
            f"points{known}."
        )
        return Sentence(words, {"samples": int(numbers["samples"]), "points": points})
    gap = float(numbers["largest_difference"])
    advice = "; run it longer, with more samples, before you rely on single numbers" if gap > 0.1 else ""
    words = (
        "Sampled posterior, {chains} chains, worth about {draws:,.0f} independent draws: probabilities of "
        f"adjacencies differ by up to {{gap:.2f}} between chains{advice}."
    )
    draws = float(numbers["effective_samples"])
    return Sentence(words, {"chains": int(numbers["chains"]), "draws": draws, "gap": gap})


def completeness(post: Posterior, k: int | None) -> Iterator[Sentence]:
    """Say if k-essential graphs of draws are not exact, and what that leaves open."""
    if k is not None and post.exact_share(k) < 1 - 1e-9:
        yield Sentence(
            "With so many columns the {k}-essential graphs are those of the counting rule: arrowheads and "
            "tails hold, and a circle may stay that the exact search would settle.",
            {"k": k},
        )


def disagreements(post: Posterior) -> Iterator[Disagreement]:
    """Yield the pairs about which what k-PC says has a probability below one half, for the k of its run."""
    found = post.beside
    k, drawn = found.k, post.best(found.k)
    for i, a in enumerate(post.names):
        for b in post.names[i + 1 :]:
            said = _pattern(found.graph, a, b)
            probability = _probability_of(post, a, said, b, k)
            if probability < EVEN:
                yield Disagreement(a, said, b, probability, _pattern(drawn, a, b))


def _probability_of(post: Posterior, a: str, said: str, b: str, k: int | None) -> float:
    """Return the probability of what tests say; a circle says nothing about its end."""
    if said == NO_EDGE:
        return 1.0 - post.probability(a, "*-*", b, k)
    return post.probability(a, said.replace("o", "*"), b, k)


def _pattern(graph: MixedGraph, a: str, b: str) -> str:
    for name in (a, b):
        if name not in graph:
            raise GraphError(
                f"the result given as beside has no variable {name!r}; it must come from the same columns"
            )
    edge = graph.edge(a, b)
    if edge is None:
        return NO_EDGE
    return edge.pattern if edge.u == a else mirror(edge.pattern)


class _Side(NamedTuple):
    """One side of a comparison of DAGs, and its short name once the pair has been named."""

    words: str
    short: str = ""


class _PairInPosterior:
    """One pair of variables in one posterior."""

    def __init__(self, post: Posterior, a: str, b: str, k: int | None) -> None:
        self.post, self.k, self.names = post, k, (a, b)
        self.variables = dict(zip(post.names, variables(post.names), strict=True))

    def _fact(self, kind: FactKind, words: str, **slots: Slot) -> Fact:
        a, b = (self.variables[name] for name in self.names)
        return Fact(kind, Sentence(words, {"a": a, "b": b, **slots}))

    def possibilities(self) -> Iterator[Fact]:
        """Say what is most probable in plain words, then how probable each kind of edge is."""
        for number, (pattern, probability) in enumerate(self.post.possibilities(*self.names, self.k).items()):
            slots: dict[str, Slot] = {
                "pattern": pattern,
                "probability": probability,
                "percent": as_percent(probability),
                "graph": what(self.k),
            }
            if number == 0:
                certainty = certainty_of(probability)
                words = f"{_SURE[certainty]}{self._plain(pattern)}."
                yield self._fact("sure", words, certainty=certainty, **slots)
            if probability >= WORTH_A_WORD:
                edge = "No edge between {a} and {b}" if pattern == NO_EDGE else "{a} {pattern} {b}"
                yield self._fact("possibility", f"{edge} in the {{graph}}: {{percent}}.", **slots)

    def _plain(self, pattern: str) -> str:
        if pattern == NO_EDGE:
            return "{a} and {b} are not adjacent"
        return drawn_by(self.k).in_short(pattern)

    def support(self) -> Iterator[Fact]:
        """Compare the best drawn DAGs with and without the edge, and those with either direction."""
        best = self.post.best_logs(*self.names)
        joined = max(best["-->"], best["<--"])
        edge = "an edge between {a} and {b}"
        sides = _Side(f"with {edge}", "with it"), _Side(f"without {edge}", "without")
        yield self._ratio(*sides, joined - best[NO_EDGE])
        if joined > -math.inf:
            sides = _Side("with {a} --> {b}"), _Side("with {b} --> {a}")
            yield self._ratio(*sides, best["-->"] - best["<--"], "drawn DAG with an edge there")

    def _ratio(self, one: _Side, other: _Side, log_ratio: float, dag: str = "drawn DAG") -> Fact:
        """Say how much more probable the best DAG of one side is than that of the other."""
        better, worse = (one, other) if log_ratio >= 0 else (other, one)
        if math.isinf(log_ratio):
            return self._fact("support", f"Every {dag} is one {better.words}.")
        ratio, strength = _times(abs(log_ratio)), _strength(abs(log_ratio))
        rival = f"as probable as the best one {worse.short or worse.words}"
        compared = f"about {rival}" if ratio == _EQUAL else f"{{ratio}} times {rival}: {{strength}}"
        words = f"The best drawn DAG {better.words} is {compared}."
        return self._fact("support", words, ratio=ratio, strength=strength, log_ratio=abs(log_ratio))

    def agreement(self, found: Discovery) -> Fact:
        """Say what a learner by tests says about the pair, and why the two differ."""
        k = found.k if self.k is None or self.k > found.last_bound else self.k
        any_size = found.settings.any_size and k == found.k
        of = None if any_size else k  # the k of the essential graphs to compare with
        pattern = _pattern(found.graph_at(k), *self.names)
        probability = _probability_of(self.post, self.names[0], pattern, self.names[1], of)
        said = pattern if pattern == NO_EDGE else "{a} {pattern} {b}"
        sets = ", with sets of any size," if any_size else " with k = {k}, which rests on small tests alone,"
        head = f"{{learner}}{sets} has {said}"
        slots: dict[str, Slot] = {
            "learner": found.learner,
            "k": k,
            "pattern": pattern,
            "probability": probability,
            "percent": as_percent(probability),
            "graph": what(of),
        }
        if probability >= EVEN:
            words = f"{head}; the posterior agrees, with {{percent}} in the {{graph}}."
            return self._fact("agreement", words, **slots)
        apart = self._separation(found, k)
        why = self._why_no_edge(apart) if pattern == NO_EDGE else self._why_an_edge(apart, of)
        words = f"{head}; in the {{graph}} the posterior gives that {{percent}}. {why}"
        return self._fact("disagreement", words, **slots, **apart)

    def _why_no_edge(self, apart: dict[str, Slot]) -> str:
        if apart:
            return "A test given {given} did not reject independence (p = {p:.2g}), as happens with few rows."
        return "{learner} leaves the edge out for another reason than a separating set."

    def _why_an_edge(self, apart: dict[str, Slot], k: int | None) -> str:
        if self.post.probability(self.names[0], "*-*", self.names[1], k) >= EVEN:
            return "Both have the edge, and differ in its marks."
        tests = (
            "A test given {given} separates them, and {learner} has the edge all the same;"
            if apart
            else "No set that was tried separates them, but"
        )
        return f"{tests} whole graphs explain the data better without it."

    def _separation(self, found: Discovery, k: int) -> dict[str, Slot]:
        """Return the set that separates the two and its p; nothing where no set within the bound does."""
        given, p = found.sepset(*self.names), found.p_value(*self.names)
        if given is None or p is None or len(given) > k:
            return {}
        return {"given": NameSet(self.variables[name] for name in given), "p": p}


#: A ratio that is 1 but for rounding.
_EQUAL = "1.0"


def _times(log_ratio: float) -> str:
    if log_ratio > math.log(1e6):
        return "over a million"
    ratio = math.exp(log_ratio)
    return f"{ratio:,.1f}" if ratio < 9.95 else f"{ratio:,.0f}"


def _strength(log_ratio: float) -> str:
    """Return the words of Kass and Raftery (1995) for a Bayes factor."""
    for most, words in ((3, "barely worth mentioning"), (20, "positive evidence"), (150, "strong evidence")):
        if log_ratio < math.log(most):
            return words
    return "very strong evidence"

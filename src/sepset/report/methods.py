"""A paragraph on the methods that a paper can quote, with its references."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.catalogue.choices import COLLIDERS, ORACLE, RULE_SETS, SEARCHES, TESTS
from sepset.catalogue.learners import learner_called
from sepset.catalogue.posterior import POSTERIOR_ENGINES, SCORE_AND_PRIOR, SCORES
from sepset.report.markup import section, text
from sepset.result.explain import what_an_edge_says
from sepset.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.catalogue.records import Record, Reference
    from sepset.result.discovery import Discovery
    from sepset.result.posterior.posterior import Posterior
    from sepset.result.settings import Settings


class CitedSentence(NamedTuple):
    """A sentence of the paragraph, and what it cites."""

    words: str
    cites: tuple[Reference, ...] = ()


def methods(found: Discovery, post: Posterior | None = None) -> str:
    """Return the section with the paragraph and the references that it cites."""
    return quoted([*([] if post is None else [_averaged(post)]), *sentences(found)])


def quoted(said: Sequence[CitedSentence]) -> str:
    """Return the section with these sentences and what they cite."""
    full = sorted({reference.full for sentence in said for reference in sentence.cites})
    cited = "\n".join(f"<li>{text(entry)}</li>" for entry in full)
    return section(
        "Methods, to quote",
        f'<p class="quote" id="methods-text">{text(" ".join(sentence.words for sentence in said))}</p>',
        f'<h3>References</h3><ul class="references">{cited}</ul>',
        anchor="methods",
    )


def methods_text(found: Discovery) -> str:
    """Return what was done, as a paper would say it.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> from sepset.learn.kpc import kpc
    >>> found = kpc(Oracle(MixedGraph.from_edges("a --> b")), k=0)
    >>> methods_text(found).split(",")[0]
    'The graph over 2 variables was learned with the k-PC algorithm (Kocaoglu 2023)'
    """
    return " ".join(sentence.words for sentence in sentences(found))


def sentences(found: Discovery) -> Iterator[CitedSentence]:
    """Yield the sentences of the paragraph."""
    yield _learner(found)
    yield tested_by(found.settings)
    if not found.settings.is_oracle:
        yield _search(found)
    yield from _known(found)
    yield from _orientation(found)
    if found.conflicts:
        yield _conflicts(found)


def _averaged(post: Posterior) -> CitedSentence:
    """Say how the posterior was computed; what follows is about the tests beside it."""
    scores = sorted({type(score).__name__ for score, _ in post.weights})
    named = " and ".join(SCORES[score].phrase for score in scores)
    odds = sorted({log_odds for _, log_odds in post.weights}, reverse=True)
    engine = POSTERIOR_ENGINES["exact" if post.exact else "sampled"]
    cites = {reference for score in scores for reference in SCORES[score].cites} | {*engine.cites}
    samples = post.settings.samples
    draws = "" if samples is None else f"; {counted(samples, 'draw')}"
    return CitedSentence(
        f"Edge probabilities are averages over directed acyclic graphs by {engine.phrase}, scored by {named} "
        f"with prior log-odds of {', '.join(f'{one:g}' for one in odds)} for each edge "
        f"({counted(len(post.weights), *SCORE_AND_PRIOR)}, weighted by their evidence{draws}). "
        "Alongside, tests were run.",
        tuple(sorted(cites, key=lambda reference: reference.short)),
    )


def _learner(found: Discovery) -> CitedSentence:
    learner = learner_called(found.learner)
    rows = "" if found.data is None else f" from {counted(found.data.rows, 'observation')}"
    if found.data is not None and found.data.dropped:
        rows += f" ({counted(found.data.dropped, 'row')} with missing values left out)"
    if found.data is not None and found.data.gaps is not None:
        rows += " (values were missing; each test used the rows in which its own variables have values)"
    limit = "any size" if found.settings.any_size else f"at most k = {counted(found.k, 'variable')}"
    return CitedSentence(
        f"The graph over {counted(len(found.names), 'variable')} was learned{rows} with {learner.phrase}, "
        f"with conditioning sets of {limit}, as implemented in sepset {found.versions['sepset']}.",
        learner.cites,
    )


def tested_by(settings: Settings) -> CitedSentence:
    """Say by which test, and at which level."""
    if settings.is_oracle:
        return _cited(ORACLE)
    word, alpha = str(settings.test), settings.alpha
    test, cites = (TESTS[word].phrase, TESTS[word].cites) if word in TESTS else (word, ())
    level = "" if alpha is None else f" at level alpha = {alpha:g}, without correction for multiple testing"
    return CitedSentence(f"Conditional independence was tested with {test}{level}.", cites)


def _search(found: Discovery) -> CitedSentence:
    search = SEARCHES[found.skeleton.search]
    tests = counted(sum(found.tests_run.values()), "test")
    return CitedSentence(
        f"Separating sets were searched for among {search.phrase}; this took {tests}. An edge between two "
        f"variables says that {what_an_edge_says(found)}.",
        search.cites,
    )


def _known(found: Discovery) -> Iterator[CitedSentence]:
    """Say what was known beforehand, each kind of statement once, and what became of it."""
    if found.knowledge is None:
        return
    skipped = found.settings.tests_skipped
    saved = f"; it saved {counted(skipped, 'test')}" if skipped else ""
    stated = "; ".join(found.knowledge.in_words())
    yield CitedSentence(f"Known beforehand, and not questioned: {stated}{saved}.")
    against = found.orientation().against
    if against:
        yield CitedSentence(
            f"The data spoke against this in {counted(len(against), 'place')}; what was known was kept."
        )


def _orientation(found: Discovery) -> Iterator[CitedSentence]:
    settings = found.settings
    if settings.colliders is not None and settings.colliders in COLLIDERS:
        yield _cited(COLLIDERS[settings.colliders])
    rules = [settings.rules, *learner_called(found.learner).rules]
    known = [word for word in rules if word is not None and word in RULE_SETS]
    if known:
        yield _cited(RULE_SETS[known[0]])
    if found.overruled:
        yield CitedSentence(
            "No DAG agrees with all outcomes of tests; the graph is that of a class of DAGs that overrules "
            f"{counted(len(found.overruled), 'decision')}, weighted by p."
        )
    if found.orientation().completion is not None:
        yield CitedSentence("The remaining marks were settled by exact search over the equivalence class.")


def _cited(choice: Record) -> CitedSentence:
    return CitedSentence(choice.phrase, choice.cites)


def _conflicts(found: Discovery) -> CitedSentence:
    return CitedSentence(
        f"The outcomes of tests contradicted each other in {counted(len(found.conflicts), 'place')}; the "
        "marks concerned were left as they were."
    )

"""The first screen in words, for readers who know no statistics: what was asked and what came out.

One line, then what is settled, what is open and what is doubtful, then what would settle more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.catalogue.learners import LEARNERS, learner_called
from sepset.report.markup import SIGNS, name, text
from sepset.result.posterior.posterior import Posterior
from sepset.result.verdict import STANDINGS, posterior_verdict, verdict
from sepset.status import CERTAINTY_WORDS, WEAK, in_percent
from sepset.wording import as_percent, counted, p_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sepset.result.discovery import Discovery
    from sepset.result.verdict import Link, Standing, Verdict

#: Each group names this many links, and counts the others.
MOST_LINKS = 4

_BY_TESTS: dict[Standing, str] = {
    "settled": "Settled: the tests agree on the link and on both ends",
    "direction_open": "Linked, direction open",
    "doubtful": "Doubtful: do not build on these alone",
}
_SURE = in_percent("nearly_certain")
_BY_PROBABILITY: dict[Standing, str] = {
    "settled": f"{CERTAINTY_WORDS['nearly_certain'].capitalize()}: link and direction, {_SURE}",
    "direction_open": f"Linked with {_SURE}, direction open",
    "doubtful": "Doubtful: do not build on these alone",
}
_COUNTED: dict[Standing, str] = {
    "settled": "settled",
    "direction_open": "with open direction",
    "doubtful": "doubtful",
}


def title_of(found: Discovery) -> str:
    """Return the title of the page: with the name of the data, where they have one.

    >>> import sepset as sp
    >>> title_of(sp.kpc(sp.asia().sample(100, seed=1).named("asia.csv"), k=0))
    'Causal graph of asia.csv'
    """
    source = "" if found.data is None else found.data.source
    return f"Causal graph of {source or counted(len(found.names), 'variable')}"


def first_screen(result: Discovery | Posterior, links: tuple[Link, ...] | None = None) -> str:
    """Return the verdict as HTML: headline, groups of links, and what would settle more.

    `links` are those of the tests, if they are at hand.
    """
    sure = isinstance(result, Posterior)
    said = posterior_verdict(result) if isinstance(result, Posterior) else verdict(result, links)
    titles = _BY_PROBABILITY if sure else _BY_TESTS
    return screen(headline(said, sure=sure), said, titles, result.names, _would_settle(result, said))


def screen(
    first: str, said: Verdict, titles: Mapping[Standing, str], names: Sequence[str], settle: Iterable[str]
) -> str:
    """Return a headline, the links in groups, and what would settle more."""
    groups = "".join(
        _group(standing, titles[standing], said.standing(standing), names) for standing in STANDINGS
    )
    listed = "".join(f"<li>{words}</li>" for words in settle)
    more = f'<div class="settle"><h2>What would settle more</h2><ul>{listed}</ul></div>' if listed else ""
    return f'<h1 id="verdict">{text(first)}</h1>\n<div class="verdict">{groups}</div>\n{more}'


def headline(said: Verdict, *, sure: bool) -> str:
    """Return the verdict in one line.

    >>> import sepset as sp
    >>> headline(verdict(sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> c", "b --> c")), k=1)), sure=False)
    '2 of 3 pairs are linked: 2 settled'
    """
    if not said.links:
        return none_linked(said.pairs)
    number = len(said.links)
    words = {**_COUNTED, "settled": CERTAINTY_WORDS["nearly_certain"]} if sure else _COUNTED
    are = "is" if number == 1 else "are"
    return f"{number:,} of {counted(said.pairs, 'pair')} {are} linked: {counts_of(said, words)}"


def none_linked(pairs: int) -> str:
    """Return what is said of a graph without links.

    >>> none_linked(3), none_linked(1)
    ('None of the 3 pairs is linked', 'The only pair is not linked')
    """
    return "The only pair is not linked" if pairs == 1 else f"None of the {pairs:,} pairs is linked"


def counts_of(said: Verdict, words: Mapping[Standing, str]) -> str:
    """Return how many links have each standing, in words."""
    counts = [(len(said.standing(standing)), words[standing]) for standing in STANDINGS]
    return ", ".join(f"{count:,} {what}" for count, what in counts if count)


def _group(standing: Standing, title: str, links: Sequence[Link], names: Sequence[str]) -> str:
    if not links:
        return ""
    shown = links[-MOST_LINKS:][::-1] if standing == "doubtful" else links[:MOST_LINKS]
    listed = "".join(f"<li>{_link(link, names)}</li>" for link in shown)
    rest = len(links) - len(shown)
    more = f'<li><a href="#tables">and {rest:,} more</a></li>' if rest else ""
    return f'<section class="{standing}"><h2>{text(title)}</h2><ul>{listed}{more}</ul></section>'


def _link(link: Link, names: Sequence[str]) -> str:
    sign = f'<span class="sign" title="{text(link.pattern)}">{SIGNS[link.pattern]}</span>'
    words = f"{name(names[link.a])} {sign} {name(names[link.b])}"
    doubt = _doubt(link)
    after = f' <span class="quiet">({text(doubt)})</span>' if doubt else ""
    return f'<button type="button" class="pair" data-pair-of="{link.a},{link.b}">{words}</button>{after}'


def _doubt(link: Link) -> str:
    """Return the word of caution that a link needs, if any."""
    if link.conflicts:
        return f"contradicted in {counted(link.conflicts, 'place')}"
    if link.linked is not None and link.exactly is not None:
        if link.standing == "doubtful":
            return f"link {as_percent(link.linked)}"
        return f"these ends {as_percent(link.exactly)}" if link.standing == "direction_open" else ""
    return f"{WEAK} evidence, {p_words(link.p)}" if link.standing == "doubtful" and link.p is not None else ""


def _impossible(result: Discovery | Posterior, said: Verdict) -> int:
    """Return how many links no DAG has: more rows do not help there, if it is a hidden cause."""
    if isinstance(result, Posterior):
        return 0
    learner = learner_called(result.learner)
    return sum(not learner.allows(link.pattern) for link in said.links)


def _would_settle(result: Discovery | Posterior, said: Verdict) -> Iterator[str]:
    """Yield what would settle more, as HTML."""
    if said.question is not None:
        marks = counted(said.question.settles, "open mark")
        asked = text(said.question.question)
        yield f"A word from someone who knows the field: “{asked}” A yes would settle {marks}."
    impossible = _impossible(result, said)
    if impossible:
        have = "link has" if impossible == 1 else "links have"
        fci = LEARNERS["anytime-fci"].title
        yield f"Allowing for hidden causes, as {fci} does: {impossible:,} {have} arrowheads at both ends."
    doubtful = len(said.standing("doubtful")) - impossible
    rows = None if result.data is None else result.data.rows
    if doubtful and rows is not None:
        are = "link is" if doubtful == 1 else "links are"
        yield f"More rows: {doubtful:,} {are} doubtful with these {counted(rows, 'row')}."
    unknown = [link for link in said.standing("direction_open") if link.pattern != "<->"]
    if unknown and said.question is None:
        links = counted(len(unknown), "link")
        yield f"What you know already: which variable comes first, for {links} with an open direction."
    if said.disagreements:
        places = counted(said.disagreements, "pair")
        yield f"A closer look at {places} on which small tests alone say otherwise."

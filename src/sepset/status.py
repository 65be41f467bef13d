"""How sure an edge is: the one place that says what "settled" and "nearly certain" mean, and from where on.

Tests settle marks or leave them open, and contradict each other; a posterior gives each edge a probability.
Words and numbers stand side by side here; the command line reads them, and pages are sent them.

>>> status_of("-->"), status_of("o->"), status_of("o-o"), status_of("-->", contradicted=True)
('settled', 'partly_settled', 'open', 'contradicted')
>>> certainty_of(0.97), certainty_of(0.8), certainty_of(0.5)
('nearly_certain', 'likely', 'open')
"""

from __future__ import annotations

from typing import Literal, get_args

from sepset.wording import as_percent

Status = Literal["settled", "partly_settled", "open", "contradicted"]

#: Every status, the surest first.
STATUSES: tuple[Status, ...] = get_args(Status)

#: What each is called, wherever edges are listed.
STATUS_WORDS: dict[Status, str] = {
    "settled": "settled",
    "partly_settled": "partly settled",
    "open": "open",
    "contradicted": "contradicted",
}
#: What that means.
STATUS_MEANS: dict[Status, str] = {
    "settled": "both ends follow from the tests",
    "partly_settled": "one end is open, or which way it points",
    "open": "linked, and no more is known",
    "contradicted": "other tests disagree; do not build on it",
}
#: What a link is called that may be chance, whatever is known of its ends: one that does not stay where the
#: rate of false discoveries (Benjamini and Hochberg) is kept to this.
WEAK = "weak"
FALSE_DISCOVERIES = 0.05

_BY_PATTERN: dict[str, Status] = {
    "-->": "settled",
    "<--": "settled",
    "<->": "settled",
    "o->": "partly_settled",
    "<-o": "partly_settled",
    "---": "partly_settled",
    "--o": "partly_settled",
    "o--": "partly_settled",
    "o-o": "open",
}


def status_of(pattern: str, *, contradicted: bool = False) -> Status:
    """Return how sure an edge is, from its marks and from whether tests contradict them.

    An edge is settled when neither end is a circle and the marks leave no choice, open when nothing is known
    about either end, and partly settled in between. A contradicted edge is none of these, whatever its marks.
    """
    return "contradicted" if contradicted else _BY_PATTERN[pattern]


Certainty = Literal["nearly_certain", "likely", "open"]

#: From which probability on an edge has each certainty, the surest first.
LEAST_PROBABILITY: dict[Certainty, float] = {"nearly_certain": 0.95, "likely": 0.7, "open": 0.0}


#: What each is called.
CERTAINTY_WORDS: dict[Certainty, str] = {
    "nearly_certain": "nearly certain",
    "likely": "likely",
    "open": "open",
}
#: A line has one of these weights, the thickest first: by how probable the link is at least,
LEAST_LINKED = (0.95, 0.8, 0.5)
#: or, from tests, by what its p is below; where neither is, it is the thinnest.
P_BELOW = (1e-6, 1e-3)
#: An edge less probable than this has hollow heads, and a note that says how probable it is.
HOLLOW_BELOW = 0.6
#: A link less probable than this has a note that says so.
NOTED_BELOW = 0.8


def in_percent(certainty: Certainty) -> str:
    """Return which probabilities, or shares, an edge of a certainty has.

    >>> [in_percent(certainty) for certainty in LEAST_PROBABILITY]
    ['95 % or more', '70 % or more', 'under 70 %']
    """
    least = LEAST_PROBABILITY[certainty]
    if least > 0:
        return f"{as_percent(least)} or more"
    return f"under {as_percent(min(one for one in LEAST_PROBABILITY.values() if one > 0))}"


def certainty_of(probability: float) -> Certainty:
    """Return how sure an edge with a probability is."""
    return next(word for word, least in LEAST_PROBABILITY.items() if probability >= least)

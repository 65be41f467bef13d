"""How sure an edge is: the one place that says what "settled" and "nearly certain" mean.

Tests settle marks or leave them open, and contradict each other; a posterior gives each edge a probability.

>>> status_of("-->"), status_of("o->"), status_of("o-o"), status_of("-->", contradicted=True)
('settled', 'partly_settled', 'open', 'contradicted')
>>> certainty_of(0.97), certainty_of(0.8), certainty_of(0.5)
('nearly_certain', 'likely', 'open')
"""

from __future__ import annotations

from typing import Literal, get_args

Status = Literal["settled", "partly_settled", "open", "contradicted"]

#: Every status, the surest first.
STATUSES: tuple[Status, ...] = get_args(Status)

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


def certainty_of(probability: float) -> Certainty:
    """Return how sure an edge with a probability is."""
    return next(word for word, least in LEAST_PROBABILITY.items() if probability >= least)

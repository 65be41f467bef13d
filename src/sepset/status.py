"""How sure an edge is: the one place that says what "settled" means.

>>> status_of("-->"), status_of("o->"), status_of("o-o"), status_of("-->", contradicted=True)
('settled', 'partly_settled', 'open', 'contradicted')
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

    An edge is settled when both ends say something and leave no choice, open when neither does, and partly
    settled between the two. What is contradicted is never any of these, whatever its marks.
    """
    return "contradicted" if contradicted else _BY_PATTERN[pattern]

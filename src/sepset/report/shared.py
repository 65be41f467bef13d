"""What the page's script is told, so that it says and compares the same as Python: words and limits."""

from __future__ import annotations

from sepset.report.edge_table import MOST_EDGES
from sepset.report.markup import SIGNS
from sepset.status import HOLLOW_BELOW, LEAST_LINKED, NOTED_BELOW, P_BELOW, STATUS_WORDS, WEAK
from sepset.wording import LEAST_P, LEAST_PERCENT, MOST_PERCENT, as_percent


def shared() -> dict[str, object]:
    """Return the parts of every payload that do not depend on the result.

    >>> shared()["words"]["statuses"]["partly_settled"]
    'partly settled'
    """
    return {
        "words": {
            "statuses": STATUS_WORDS,  # the surest first
            "weak": WEAK,
            "signs": SIGNS,
            "least_percent": as_percent(0.0),
            "most_percent": as_percent(1.0),
            "least_p": LEAST_P,
        },
        "limits": {
            "least_linked": LEAST_LINKED,
            "p_below": P_BELOW,
            "hollow_below": HOLLOW_BELOW,
            "noted_below": NOTED_BELOW,
            "least_percent": LEAST_PERCENT,
            "most_percent": MOST_PERCENT,
            "most_listed": MOST_EDGES,
        },
    }

"""Why a column cannot be used, in the words that several sources share."""

from __future__ import annotations

from sepset.errors import Advice


def unsuitable(name: str, what: str, advice: str) -> str:
    """Return the message about a column of values that no test can use."""
    return f"column {name!r} holds {what}, which no test can use; {advice}"


def dates(name: str, kind: str) -> str:
    """Return the message about a column of dates or times."""
    advice = "turn them into numbers, such as days since a start, or leave the column out"
    return unsuitable(name, f"dates or times ({kind})", advice)


def inexact(name: str) -> str:
    """Return the message about a column of whole numbers too large to be told apart as floats."""
    return (
        f"column {name!r} holds whole numbers beyond 2**53, which floats cannot tell apart; leave it out if "
        f"it is an identifier, or turn it into text or decimal numbers first"
    )


def as_discrete(name: str) -> Advice:
    """Return the option that takes a column as one of categories.

    >>> str(as_discrete("ward"))
    "kinds={'ward': 'discrete'}"
    """
    return Advice("kinds", "discrete", column=name)

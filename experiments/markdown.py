"""Tables as Markdown has them."""

from __future__ import annotations


def markdown(header: list[str], rows: list[list[str]], *, right: bool = True) -> str:
    """Return a table; all columns but the first are flush right, unless told otherwise.

    >>> print(markdown(["rows", "10"], [["PC", "0.42"]]))
    | rows | 10 |
    | --- | --: |
    | PC | 0.42 |
    """
    rule = ["---", *("--:" if right else "---" for _ in header[1:])]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows))

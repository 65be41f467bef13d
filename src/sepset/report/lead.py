"""The line below the title: what was run on what, in the reader's words; what is off is not named."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sepset.result.explain import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.result.discovery import Discovery

_TESTS = {
    "fisher_z": "Fisher's z test",
    "chi2": "chi-square test",
    "g2": "likelihood ratio test (G-square)",
    "mc_g2": "permutation test of the likelihood ratio",
    "residual": "residual test (chi-square where all variables are discrete)",
}
_SEARCH = {
    "all": "separating sets among all variables",
    "neighbours": "separating sets among neighbours",
}
_COLLIDERS = {
    "sepset": "colliders from the separating sets",
    "conservative": "colliders where all separating sets agree",
    "majority": "colliders by the majority of separating sets",
    "max-p": "colliders from the separating set with the largest p-value",
}
_RULES = {"standard": "", "paper": "rules as published", "counting": "rules with counting of parents"}


def lead(found: Discovery) -> str:
    """Return what was run on what, in one line.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.independence.oracle import Oracle
    >>> from sepset.learn.kpc import kpc
    >>> lead(kpc(Oracle(MixedGraph.from_edges("a --> b")), k=0)).split("; ")[0]
    'k-PC on 2 variables, answers from a known graph: k = 0'
    """
    return f"{found.learner} on {count(len(found.names), 'variable')}{_source(found)}: " + "; ".join(
        words for words in _choices(found) if words
    )


def _source(found: Discovery) -> str:
    if found.settings.get("test") == "oracle":
        return ", answers from a known graph"
    if found.data is None:
        return ""
    kinds = Counter(found.data.kinds.values())
    columns = (
        f"all {next(iter(kinds))}"
        if len(kinds) == 1
        else " and ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    )
    left_out = (
        f", {count(found.data.dropped, 'row')} left out for missing values" if found.data.dropped else ""
    )
    return f" ({columns}), {count(found.data.rows, 'row')}{left_out}"


def _choices(found: Discovery) -> Iterator[str]:
    settings = found.settings
    chosen = " (chosen automatically)"
    free = "max_k" in settings and settings["max_k"] is None
    yield "sets of any size" if free else f"k = {found.k}" + (chosen if "k_reason" in settings else "")
    test, alpha = str(settings.get("test")), settings.get("alpha")
    if test != "oracle":
        level = f" at alpha = {alpha:g}" if isinstance(alpha, float) else ""
        yield f"{_TESTS.get(test, test)}{level}" + (chosen if "alpha_reason" in settings else "")
    yield _word(_SEARCH, settings.get("search"))
    yield _word(_COLLIDERS, settings.get("colliders"))
    yield _word(_RULES, settings.get("rules"), "rules: ")
    yield "completed by exact search" if settings.get("complete") is True else ""


def _word(words: dict[str, str], value: object, before: str = "") -> str:
    """Return the words for a value; a value of the reader's own, such as a plan, is named as it is."""
    return "" if value is None else words.get(str(value), f"{before}{value}")

"""Links that may be chance: their p, where it is quickly known, is too large for the number of pairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sepset.result.edge_p import quick_edge_p
from sepset.sentences import Sentence
from sepset.status import FALSE_DISCOVERIES
from sepset.wording import as_percent

if TYPE_CHECKING:
    from sepset.result.discovery import Discovery
    from sepset.sentences import ShownVariable, Slot


def weak_pairs(found: Discovery) -> frozenset[frozenset[int]]:
    """Return the edges that do not stay where the rate of false discoveries is kept low."""
    known = quick_edge_p(found)
    if known is None:
        return frozenset()
    strong = {frozenset(pair) for pair in known.significant(FALSE_DISCOVERIES)}
    return frozenset(
        frozenset((a, b))
        for a, _, b in found.graph.table.edges()
        if frozenset((found.names[a], found.names[b])) not in strong
    )


def weak_sentence(found: Discovery, a: ShownVariable, b: ShownVariable) -> Sentence:
    """Say how large the p of a weak link is, and among how many pairs."""
    known = found.edge_p
    largest, rate = known(a.name, b.name), as_percent(FALSE_DISCOVERIES)
    p = None if math.isnan(largest) else largest
    slots: dict[str, Slot] = {"a": a, "b": b, "k": known.k, "p": p, "pairs": len(known), "rate": rate}
    if p is None:
        return Sentence("No test of {a} and {b} had enough data to tell.", slots)
    most = "{k} variable" if known.k == 1 else "{k} variables"
    tried = "" if found.skeleton.search == "all" else ", including those that the search did not try"
    words = (
        f"The largest p of {{a}} and {{b}}, over all sets of at most {most}{tried}, is {{p:.2g}}: too large, "
        "among {pairs:,} pairs, to keep the rate of false discoveries at {rate}."
    )
    return Sentence(words, slots)

"""What ``sepset learn --fdr`` adds: the pairs that stay when false discoveries are kept to a share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.catalogue.false_discovery import DISCOVERY_METHODS
from sepset.cli.output import heading, in_columns
from sepset.wording import counted, p_words

if TYPE_CHECKING:
    from sepset.catalogue.false_discovery import DiscoveryMethod
    from sepset.cli.output import Line
    from sepset.result.discovery import Discovery


def discovery_part(found: Discovery, q: float, method: DiscoveryMethod) -> dict[str, Any]:
    """Return the pairs with their largest p, as plain values."""
    kept = found.significant(q, method)
    return {
        "q": q,
        "method": method,
        "pairs": [
            {"a": a, "b": b, "largest_p": found.edge_p(a, b), "adjacent": found.graph.adjacent(a, b)}
            for a, b in kept
        ],
    }


def discovery_lines(found: Discovery, q: float, method: DiscoveryMethod) -> list[Line]:
    """Say which pairs stay, with their largest p."""
    kept = discovery_part(found, q, method)["pairs"]
    rate = f"{q:.3g} ({DISCOVERY_METHODS[method].title})"
    title = f"Linked at a false discovery rate of {rate}: {counted(len(kept), 'pair')}"
    rows = [
        (one["a"], one["b"], p_words(one["largest_p"]), "" if one["adjacent"] else "not in the graph")
        for one in kept
    ]
    others = counted(found.edge_p.k, "other")
    note = f"p is the largest over all sets of at most {others}, whatever the search tried."
    return [heading(title), *in_columns(rows), (f"  {note}",), ()]

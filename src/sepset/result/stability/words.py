"""A stability in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.catalogue.resamplings import RESAMPLINGS
from sepset.wording import as_percent, counted

if TYPE_CHECKING:
    from sepset.result.stability.stability import Stability

#: Edges that come up less often than this are counted, not listed.
_SHOWN = 0.1
CAUTION = (
    "A share is not a probability: it says how often the learner finds the same on other rows, not how often "
    "that is right. Shares of arrowheads and tails are the least reliable."
)


def summary(stable: Stability) -> str:
    """Return what was resampled, and how often pairs are adjacent and have arrowheads."""
    return "\n".join(summary_lines(stable))


def summary_lines(stable: Stability) -> list[str]:
    """Return the same, line by line."""
    rows = "" if stable.data is None else f" of {stable.data.rows:,} rows"
    what = f"{stable.learner} on {stable.resamples:,} resamples{rows}"
    lines = [
        f"{what}: {RESAMPLINGS[stable.method].title} (seed {stable.seed})",
        "share of the resamples with an edge, and with an arrowhead at its left and right end:",
    ]
    listed, seldom = [], 0
    for i, a in enumerate(stable.names):
        for b in stable.names[i + 1 :]:
            adjacent = stable.share(a, "*-*", b)
            if adjacent >= _SHOWN:
                listed.append((adjacent, a, b))
            elif adjacent > 0:
                seldom += 1
    listed.sort(key=lambda one: -one[0])
    width = max((len(f"{a} - {b}") for _, a, b in listed), default=0)
    for adjacent, a, b in listed:
        shares = (adjacent, stable.share(a, "<-*", b), stable.share(a, "*->", b))
        lines.append(f"  {f'{a} - {b}':<{width}}" + "".join(f"  {as_percent(share):>6}" for share in shares))
    if seldom:
        lines.append(f"  {counted(seldom, 'other pair')} below {as_percent(_SHOWN)}")
    return [*lines, *unused(stable), CAUTION]


def unused(stable: Stability) -> list[str]:
    """Say that columns had one value only in some resamples, and what the pairs rest on."""
    fewest = int(stable.used.min(initial=stable.resamples))
    if fewest == stable.resamples:
        return []
    words = "Some columns had a single value in some resamples, and were left out of those"
    return [f"{words}: pairs rest on {fewest:,} resamples or more."]

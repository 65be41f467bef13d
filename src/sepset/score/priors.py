"""The prior over DAGs: exp(log-odds x number of edges), normalised over all DAGs on the nodes.

>>> round(math.exp(log_normaliser(4, 0.0)))  # the number of DAGs on 4 nodes
543
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.graph.bits import members
from sepset.kernels import dag_evidence
from sepset.score.allowed import Allowed, strong_components

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Up to this many nodes in a component of possible edges, allowed DAGs are summed up one set at a time.
_MOST_SUMMED = 16


@cache
def log_normaliser(n: int, log_odds: float) -> float:
    """Return the log of the sum of exp(log_odds * edges) over all DAGs on n nodes.

    With w = 1 + exp(log_odds), a(0) = 1 and a(m) = Σ_{r=1..m} (-1)^(r+1) C(m, r) w^(r (m-r)) a(m - r)
    [Robinson 1973]. Divided by m! w^(m (m-1) / 2) this is a convolution. The terms cancel, so that more
    digits are carried than are returned.

    >>> log_normaliser(3, 0.0) == math.log(25)
    True
    """
    with localcontext() as context:
        context.prec = 60 + n
        weight = 1 + Decimal(log_odds).exp()
        scale = [Decimal(1)]
        for m in range(1, n + 1):
            scale.append(scale[-1] * m * weight ** (m - 1))
        signed = [(-1) ** (r + 1) / one for r, one in enumerate(scale)]
        sums = [Decimal(1)]
        for m in range(1, n + 1):
            sums.append(sum((signed[r] * sums[m - r] for r in range(1, m + 1)), Decimal(0)))
        return float((sums[n] * scale[n]).ln())


class PriorSum(NamedTuple):
    """The log of the sum of exp(log_odds * edges) over all allowed DAGs, and whether it is exact."""

    log_sum: float
    exact: bool


def allowed_sum(allowed: Allowed, log_odds: float) -> PriorSum:
    """Return the normaliser of the prior over the DAGs that known edges allow.

    Edges between different strongly connected components of possible edges are independent; within one, DAGs
    are summed up or, beyond 16 nodes, edges that are left out are taken as independent of each other.

    >>> tiers = Allowed.of(3, may=(0, 0b001, 0b001))  # 0 before 1 and 2, which have no edge
    >>> round(math.exp(allowed_sum(tiers, 0.0).log_sum))
    4
    """
    if allowed.everything:
        return PriorSum(log_normaliser(allowed.n, log_odds), True)
    total, exact, free = 0.0, True, math.log1p(math.exp(log_odds))
    for circle in strong_components(allowed.may):
        inside = sum(1 << v for v in circle)
        for v in circle:
            known = allowed.must[v] & ~inside
            total += free * (allowed.may[v] & ~inside & ~known).bit_count() + log_odds * known.bit_count()
        within = _within(allowed, circle, log_odds)
        total, exact = total + within.log_sum, exact and within.exact
    return PriorSum(total, exact)


def _within(allowed: Allowed, circle: Sequence[int], log_odds: float) -> PriorSum:
    """Return the sum over the DAGs on one strongly connected component of possible edges."""
    size = len(circle)
    place = {v: i for i, v in enumerate(circle)}

    def inner(row: int) -> int:
        return sum(1 << place[u] for u in members(row) if u in place)

    part = Allowed.of(
        size,
        may=tuple(inner(allowed.may[v]) for v in circle),
        must=tuple(inner(allowed.must[v]) for v in circle),
    )
    if part.everything:
        return PriorSum(log_normaliser(size, log_odds), True)
    if size <= _MOST_SUMMED:
        flat = part.masked(np.zeros((1, size, 1 << size)))
        sums, _, _ = dag_evidence(flat, np.zeros(1, dtype=np.int32), np.array([log_odds]), False, 1, math.inf)
        return PriorSum(float(sums[0]), True)
    return PriorSum(_independent(part, log_odds), False)


def _independent(part: Allowed, log_odds: float) -> float:
    """Return the sum as if each edge were there or not by itself, as often as among all DAGs."""
    n, step = part.n, 1e-4
    slope = (log_normaliser(n, log_odds + step) - log_normaliser(n, log_odds - step)) / (2 * step)
    share = slope / (n * (n - 1))
    never = n * (n - 1) - sum(row.bit_count() for row in part.may)
    certain = sum(row.bit_count() for row in part.must)
    return log_normaliser(n, log_odds) + never * math.log1p(-share) + certain * math.log(share)

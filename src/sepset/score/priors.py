"""The prior over DAGs: exp(log-odds x number of edges), normalised over all DAGs on the nodes.

>>> round(math.exp(log_normaliser(4, 0.0)))  # the number of DAGs on 4 nodes
543
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache


@cache
def log_normaliser(n: int, log_odds: float) -> float:
    """Return the log of the sum of exp(log_odds * edges) over all DAGs on n nodes.

    With w = 1 + exp(log_odds), a(0) = 1 and a(m) = Σ_{r=1..m} (-1)^(r+1) C(m, r) w^(r (m-r)) a(m - r)
    [Robinson 1973]. The terms cancel, so that more digits are carried than are returned.

    >>> log_normaliser(3, 0.0) == math.log(25)
    True
    """
    with localcontext() as context:
        context.prec = 60 + n
        weight = 1 + Decimal(log_odds).exp()
        sums = [Decimal(1)]
        for m in range(1, n + 1):
            terms = (
                (-1) ** (r + 1) * math.comb(m, r) * weight ** (r * (m - r)) * sums[m - r]
                for r in range(1, m + 1)
            )
            sums.append(sum(terms, Decimal(0)))
        return float(sums[n].ln())

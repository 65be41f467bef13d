"""Known ancestors, enforced by leaving out draws: how probable they are, and draws that agree with them.

The probability of one statement is computed; with several it is the share of draws, which is in the
diagnostics. Without any it is 1.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sepset.errors import DataError
from sepset.kernels import dag_evidence, draw_dags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.score.allowed import Allowed

    Floats = NDArray[np.float64]

#: Draws from which the probability of several statements is estimated.
_TRIED = 4000
#: The run gives up on statements that hold in fewer than one in this many draws.
_RAREST = 20_000
# Components below this weight are not worth a try.
_SMALL = 1e-6


class Sums(Protocol):
    """What is needed from the sums over all DAGs."""

    def draw(self, c: int, count: int, seed: int, stream: int) -> tuple[float, NDArray[np.uint32]]:
        """Return the log of the sum of one component, and DAGs drawn from it."""

    def by_component(self, used: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """Return the logs of the sums, edges and ancestors of some components."""


class Chances:
    """How often what is known of ancestors holds, by component; and draws in which it does."""

    def __init__(self, sums: Sums, allowed: Allowed, seed: int) -> None:
        self._sums, self._allowed, self._seed = sums, allowed, seed
        #: of each component that was drawn from: the log of its sum, as a sum of positive terms
        self.totals: dict[int, float] = {}
        held = [(pair, True) for pair in allowed.ancestors_left]
        self._left = [*held, *((pair, False) for pair in allowed.never_ancestors_left)]

    def after(self, weights: Floats) -> Floats:
        """Return the probability of what is known, given the data, under each component."""
        shares = np.ones(len(weights))
        used = np.flatnonzero(weights > _SMALL)
        if len(self._left) == 1:
            _, _, ancestors = self._sums.by_component(used)
            shares[used] = [self._single(one) for one in ancestors]
        elif self._left:
            shares[used] = [self._share(self._drawn(int(c), _TRIED, 1)) for c in used]
        if (shares[used] * _RAREST < 1).all():
            self._refuse()
        return np.maximum(shares, 0.1 / _RAREST)

    def before(self, odds: Floats) -> Floats:
        """Return the probability of what is known under each prior."""
        if not self._left:
            return np.ones(len(odds))
        flat = self._allowed.masked(np.zeros((1, self._allowed.n, 1 << self._allowed.n)))
        by_odds = {log_odds: self._prior(flat, log_odds) for log_odds in sorted(set(odds.tolist()))}
        return np.array([max(by_odds[log_odds], 0.1 / _RAREST) for log_odds in odds.tolist()])

    def _prior(self, flat: Floats, log_odds: float) -> float:
        if len(self._left) == 1:
            which = np.zeros(1, dtype=np.int32)
            _, _, ancestors = dag_evidence(flat, which, np.array([log_odds]), True, 1, math.inf)
            return self._single(ancestors[0])
        return self._share(draw_dags(flat[0], log_odds, _TRIED, self._seed, 2**30, 1, math.inf)[1])

    def _single(self, ancestors: Floats) -> float:
        ((a, b), holds), *_ = self._left
        return float(ancestors[a, b] if holds else 1 - ancestors[a, b])

    def _share(self, dags: NDArray[np.uint32]) -> float:
        return float(self._kept(dags).mean())

    def _kept(self, dags: NDArray[np.uint32]) -> NDArray[np.bool_]:
        return self._allowed.kept(dags.astype(np.uint64)[:, :, None])

    def _drawn(self, c: int, count: int, turn: int) -> NDArray[np.uint32]:
        self.totals[c], dags = self._sums.draw(c, count, self._seed, c + (turn << 16))
        return dags

    def draw(self, c: int, count: int, share: float) -> NDArray[np.uint32]:
        """Return DAGs of one component that agree with what is known; a `share` of all draws does."""
        if not self._left:
            return self._drawn(c, count, 0)
        found: list[NDArray[np.uint32]] = []
        missing = count
        for turn in range(2, 12):
            dags = self._drawn(c, math.ceil(1.2 * missing / share) + 20, turn)
            found.append(dags[self._kept(dags)][:missing])
            missing -= len(found[-1])
            if not missing:
                return np.concatenate(found)
        self._refuse()
        raise AssertionError  # refused just above

    def facts(self, weights: Floats, shares: Floats) -> dict[str, float]:
        """Return what to say of it: the probability that the data give to what is known of ancestors."""
        return {"probability_of_known_ancestors": float(weights @ shares)} if self._left else {}

    def _refuse(self) -> None:
        raise DataError(
            f"what is known of ancestors holds in fewer than one in {_RAREST:,} DAGs that the data and the "
            "known edges leave probable; state it as edges (required, forbidden), or leave it out"
        )

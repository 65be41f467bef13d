"""The exact posterior over all DAGs: evidence by inclusion and exclusion, DAGs drawn by root layers.

Components are equally likely beforehand and weighted by their evidence. Every draw is independent of the
others and comes from the posterior itself, not from something near it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sepset.errors import DataError
from sepset.kernels import dag_evidence, draw_dags
from sepset.score.allowed import Allowed
from sepset.score.chances import Chances
from sepset.score.found import Drawn
from sepset.score.priors import allowed_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sepset.score.components import Component

    Floats = NDArray[np.float64]

# Components below this weight cannot change a probability that anyone sees.
NEGLIGIBLE = 1e-9
# Evidence by signed sums is trusted while it agrees this well with the sum of positive terms.
_AGREEMENT = 1e-6


@dataclass(frozen=True)
class Cost:
    """What a run takes, foreseen from the number of variables."""

    n: int
    bytes: float
    seconds: float
    #: or sampled by Markov chains
    exact: bool = True


def foreseen(n: int, scores: int, components: int, threads: int = 1) -> Cost:
    """Return the peak memory, and the time on one core that is a few years old.

    Tables of 3^n states for draws, and of 2^n sets per node: for each score, and for each thread that sums up
    a component. 4^n steps for a component that is drawn from (few usually matter), 3^n for evidence.

    >>> round(foreseen(16, 6, 18).bytes / 1e9, 1)
    0.4
    """
    sets = 2.0**n
    local = 8.0 * scores * n * sets
    summed = (20 * n + 40) * sets * min(threads, components)
    layers = 8 * 3.0**n + (12 * n + 72) * sets
    seconds = components * 3.0**n * 1.5e-8 + min(components, 5) * (4.0**n * 1.7e-9 + n * 3.0**n * 1e-9)
    return Cost(n, max(2 * local, local + max(summed, layers)), seconds)


def exact_posterior(
    local: Floats,
    which: Sequence[int],
    components: Sequence[Component],
    *,
    samples: int,
    seed: int,
    threads: int,
    seconds: Callable[[], float],
    allowed: Allowed | None = None,
) -> Drawn:
    """Draw DAGs from the exact posterior; `which` says which of the local scores each component uses.

    Only DAGs that are `allowed` have a probability, beforehand and afterwards.
    """
    limits = allowed or Allowed.of(local.shape[1])
    odds = np.array([component.log_odds for component in components])
    sums = _Sums(
        local if limits.everything else limits.masked(local),
        np.array(which, dtype=np.int32),
        odds,
        threads,
        seconds,
    )
    priors = np.array([allowed_sum(limits, component.log_odds).log_sum for component in components])
    logs = sums.evidence()
    if not np.isfinite(logs).any():
        raise DataError(
            "no DAG has a probability above 0: the knowledge requires more parents than the bound allows"
        )
    chances = Chances(sums, limits, seed)
    shares = chances.after(_normalised(logs - priors))
    evidence = logs + np.log(shares) - priors - np.log(chances.before(odds))
    weights = _normalised(evidence)
    counts = _allocated(weights, samples, seed)
    draws = [chances.draw(int(c), int(counts[c]), float(shares[c])) for c in np.flatnonzero(counts)]
    if max(abs(total - logs[c]) for c, total in chances.totals.items()) > _AGREEMENT:
        exact = sums.by_layers()
        evidence, logs = evidence + exact - logs, exact
        weights = _normalised(evidence)
    parents, drawn = np.unique(np.concatenate(draws), axis=0, return_counts=True)
    edges, ancestors = sums.pairs(weights) if limits.by_edges else (None, None)
    return Drawn(
        tuple(components),
        weights,
        evidence,
        parents.astype(np.uint64)[:, :, None],
        drawn / samples,
        _log_probabilities(parents, sums, logs + np.log(shares), weights),
        edges,
        ancestors,
        True,
        {"samples": samples, "standard_error": 0.5 / math.sqrt(samples), **chances.facts(weights, shares)},
    )


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums over all DAGs of some components."""

    local: Floats
    which: NDArray[np.int32]
    odds: Floats
    threads: int
    seconds: Callable[[], float]

    def evidence(self) -> Floats:
        """Return the logs of the sums, from signed terms where they are finite."""
        logs, _, _ = dag_evidence(self.local, self.which, self.odds, False, self.threads, self.seconds())
        return logs if np.isfinite(logs).all() else self.by_layers()

    def by_layers(self) -> Floats:
        """Return them as sums of positive terms only: slower, and safe where signed sums cancel."""
        return np.array([self.draw(c, 0, 0, 0)[0] for c in range(len(self.which))])

    def draw(self, c: int, count: int, seed: int, stream: int) -> tuple[float, NDArray[np.uint32]]:
        """Return the log of the sum of one component, and DAGs drawn from it."""
        one = self.local[self.which[c]]
        return draw_dags(one, float(self.odds[c]), count, seed, stream, self.threads, self.seconds())

    def pairs(self, weights: Floats) -> tuple[Floats | None, Floats | None]:
        """Return P(u --> v) and P(u is an ancestor of v), or None where signed sums lost too many digits."""
        used = np.flatnonzero(weights > NEGLIGIBLE)
        _, *found = self.by_component(used)
        shares = weights[used] / weights[used].sum()
        edges, ancestors = (_averaged(shares, one) for one in found)
        return edges, ancestors

    def by_component(self, used: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """Return the logs of the sums, edges and ancestors of some components."""
        return dag_evidence(self.local, self.which[used], self.odds[used], True, self.threads, self.seconds())


def _normalised(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    normalised: Floats = weights / weights.sum()
    return normalised


def _allocated(weights: Floats, samples: int, seed: int) -> NDArray[np.int64]:
    """Share draws among components: each gets its expected number, rounded up or down at random."""
    start = float(np.random.default_rng([seed, 1]).random())
    edges = np.floor(np.cumsum(weights) * samples + start).astype(np.int64)
    edges[-1] = samples + math.floor(start)
    counts: NDArray[np.int64] = np.diff(np.minimum(edges, edges[-1]), prepend=0)
    return counts


def _log_probabilities(parents: NDArray[np.uint32], sums: _Sums, logs: Floats, weights: Floats) -> Floats:
    """Return the log of the posterior probability of each DAG, over all components."""
    nodes = np.arange(parents.shape[1])
    sizes = np.zeros(len(parents))
    for bit in range(parents.shape[1]):
        sizes += (parents >> np.uint32(bit) & np.uint32(1)).sum(axis=1)
    by_score = [one[nodes, parents].sum(axis=1) for one in sums.local]
    total = np.full(len(parents), -np.inf)
    for c in np.flatnonzero(weights > NEGLIGIBLE):
        one = by_score[sums.which[c]] + sums.odds[c] * sizes - logs[c]
        total = np.logaddexp(total, one + math.log(weights[c]))
    return total


def _averaged(shares: Floats, found: Floats) -> Floats | None:
    """Return the average over components, or None if something is no probability."""
    least, most = found.min(initial=0), found.max(initial=0)
    if not (np.isfinite(found).all() and least > -_AGREEMENT and most < 1 + _AGREEMENT):
        return None
    return np.clip(np.tensordot(shares, found, axes=1), 0.0, 1.0)

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
from sepset.score.found import Drawn
from sepset.score.priors import log_normaliser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sepset.score.components import Component

    Floats = NDArray[np.float64]

# Components below this weight cannot change a probability that anyone sees.
_NEGLIGIBLE = 1e-9
# Evidence by signed sums is trusted while it agrees this well with the sum of positive terms.
_AGREEMENT = 1e-6


@dataclass(frozen=True)
class Cost:
    """What an exact run takes, foreseen from the number of variables."""

    n: int
    bytes: float
    seconds: float


def foreseen(n: int, scores: int, components: int, threads: int = 1) -> Cost:
    """Return the memory at the peak, and the time on one core of a few years' age.

    Tables of 3^n states for draws, and of 2^n sets a node: for each score, and for each thread that sums up a
    component. 4^n steps for a component that is drawn from, of which a few usually matter; 3^n for evidence.

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
) -> Drawn:
    """Draw DAGs from the exact posterior; `which` says which of the local scores each component uses."""
    n = local.shape[1]
    odds = np.array([component.log_odds for component in components])
    numbers = np.array(which, dtype=np.int32)
    sums, _, _ = dag_evidence(local, numbers, odds, False, threads, seconds())
    priors = np.array([log_normaliser(n, component.log_odds) for component in components])
    if not np.isfinite(sums).all():
        sums = _by_layers(local, numbers, odds, threads, seconds)
    if not np.isfinite(sums).any():
        raise DataError("no DAG has a probability above 0; what is required beforehand may contradict itself")
    weights = _normalised(sums - priors)
    counts = _allocated(weights, samples, seed)
    draws, checks = [], []
    for c in np.flatnonzero(counts):
        total, dags = draw_dags(
            local[numbers[c]], float(odds[c]), int(counts[c]), seed, int(c), threads, seconds()
        )
        checks.append(abs(total - sums[c]))
        draws.append(dags)
    if max(checks) > _AGREEMENT:
        sums = _by_layers(local, numbers, odds, threads, seconds)
        weights = _normalised(sums - priors)
    parents, drawn = np.unique(np.concatenate(draws), axis=0, return_counts=True)
    return Drawn(
        tuple(components),
        weights,
        sums - priors,
        parents.astype(np.uint64)[:, :, None],
        drawn / samples,
        _log_probabilities(parents, local, numbers, odds, sums, weights),
        *_pairs(local, numbers, odds, weights, threads, seconds),
        True,
        {"samples": samples, "standard_error": 0.5 / math.sqrt(samples)},
    )


def _by_layers(
    local: Floats, which: NDArray[np.int32], odds: Floats, threads: int, seconds: Callable[[], float]
) -> Floats:
    """Return the evidence as a sum of positive terms only: slower, and safe where signed sums cancel."""
    return np.array(
        [
            draw_dags(local[i], float(log_odds), 0, 0, 0, threads, seconds())[0]
            for i, log_odds in zip(which, odds, strict=True)
        ]
    )


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


def _log_probabilities(
    parents: NDArray[np.uint32],
    local: Floats,
    which: NDArray[np.int32],
    odds: Floats,
    sums: Floats,
    weights: Floats,
) -> Floats:
    """Return the log of the posterior probability of each DAG, over all components."""
    nodes = np.arange(parents.shape[1])
    sizes = np.zeros(len(parents))
    for bit in range(parents.shape[1]):
        sizes += (parents >> np.uint32(bit) & np.uint32(1)).sum(axis=1)
    by_score = [one[nodes, parents].sum(axis=1) for one in local]
    total = np.full(len(parents), -np.inf)
    for c in np.flatnonzero(weights > _NEGLIGIBLE):
        total = np.logaddexp(total, by_score[which[c]] + odds[c] * sizes - sums[c] + math.log(weights[c]))
    return total


def _pairs(
    local: Floats,
    which: NDArray[np.int32],
    odds: Floats,
    weights: Floats,
    threads: int,
    seconds: Callable[[], float],
) -> tuple[Floats | None, Floats | None]:
    """Return P(u --> v) and P(u is an ancestor of v), or None where signed sums lost too many digits."""
    used = np.flatnonzero(weights > _NEGLIGIBLE)
    _, *found = dag_evidence(local, which[used], odds[used], True, threads, seconds())
    shares = weights[used] / weights[used].sum()
    edges, ancestors = (_averaged(shares, one) for one in found)
    return edges, ancestors


def _averaged(shares: Floats, found: Floats) -> Floats | None:
    """Return the average over components, or None if something is no probability."""
    least, most = found.min(initial=0), found.max(initial=0)
    if not (np.isfinite(found).all() and least > -_AGREEMENT and most < 1 + _AGREEMENT):
        return None
    return np.clip(np.tensordot(shares, found, axes=1), 0.0, 1.0)

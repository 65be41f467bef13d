"""The posterior by partition MCMC, for more columns than the exact engine takes.

Every node has a few candidate parents, found greedily by score. Chains walk over ordered partitions of the
nodes [Kuipers and Moffa 2017] and over the components, each beside hotter ones with which it exchanges
places. DAGs drawn given a partition have no bias, but a chain may miss what is far from where it is: so
several chains start apart, and the largest difference between them is reported.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepset.errors import OptionError
from sepset.kernels import sample_discrete_dags, sample_gaussian_dags
from sepset.score.components import BDeu, BGe, Dirichlet
from sepset.score.found import Drawn
from sepset.score.local import code_arrays, scatter_matrix
from sepset.score.priors import log_normaliser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sepset.data.dataset import Dataset
    from sepset.score.components import Component, Score

    Floats = NDArray[np.float64]

CHAINS = 4
REPLICAS = 6
WARM_UP = 200
#: Each chain draws a DAG this often for every one that is kept.
DRAWS_PER_SAMPLE = 5
MOST_CANDIDATES = 12
MOST_CANDIDATES_OF_MANY = 10
MANY_COLUMNS = 40


class _Run(NamedTuple):
    """What the kernels take after the data: components, the run, seed, threads, seconds."""

    which: NDArray[np.int32]
    log_odds: Floats
    log_prior: Floats
    numbers: NDArray[np.int32]
    seed: int
    threads: int
    seconds: float


def sampled_posterior(
    data: Dataset,
    scores: Sequence[Score],
    components: Sequence[Component],
    *,
    samples: int,
    seed: int,
    threads: int,
    seconds: float,
) -> Drawn:
    """Draw DAGs along several chains; as many are kept of each, `samples` or a few more in all."""
    n = len(data.names)
    kept = math.ceil(samples / CHAINS)
    candidates = MOST_CANDIDATES if n <= MANY_COLUMNS else MOST_CANDIDATES_OF_MANY
    numbers = [candidates, CHAINS, WARM_UP, kept * DRAWS_PER_SAMPLE, DRAWS_PER_SAMPLE, REPLICAS]
    order = _kernel_order(scores)
    run = _Run(
        np.array([order.index(component.score) for component in components], dtype=np.int32),
        np.array([component.log_odds for component in components]),
        np.array([-log_normaliser(n, component.log_odds) for component in components]),
        np.array(numbers, dtype=np.int32),
        seed,
        threads,
        seconds,
    )
    parents, log_weight, edges, visits, most, left_out = _sample(data, order, run)
    rows, first, of_draw = np.unique(
        parents.reshape(len(parents), -1), axis=0, return_index=True, return_inverse=True
    )
    shares = np.bincount(of_draw.ravel(), minlength=len(rows)) / len(parents)
    return Drawn(
        tuple(components),
        visits.mean(axis=0),
        None,
        parents[first],
        shares,
        log_weight[first],
        np.clip(edges.mean(axis=0), 0.0, 1.0),
        None,
        False,
        {
            **_agreement(parents, log_weight, edges),
            "most_candidates": most,
            "left_out_candidates": left_out,
        },
    )


def _agreement(
    parents: NDArray[np.uint64], log_weight: Floats, edges: Floats
) -> dict[str, float | int | str]:
    """Return what tells how far the chains agree."""
    adjacent = edges + edges.transpose(0, 2, 1)
    effective = effective_samples(parents, log_weight)
    return {
        "samples": len(parents),
        "standard_error": 0.5 / math.sqrt(max(effective, 1.0)),
        "chains": CHAINS,
        "replicas": REPLICAS,
        "largest_difference": float(np.ptp(adjacent, axis=0).max(initial=0.0)),
        "effective_samples": round(effective, 1),
    }


def _kernel_order(scores: Sequence[Score]) -> list[Score]:
    """Return the scores in the order of the kernels: Dirichlet, then BDeu; or BGe."""
    return sorted(scores, key=lambda score: isinstance(score, BDeu))


def _sample(
    data: Dataset, scores: Sequence[Score], run: _Run
) -> tuple[NDArray[np.uint64], Floats, Floats, Floats, int, int]:
    names = sorted(data.names)
    if sample_discrete_dags is None or sample_gaussian_dags is None:
        raise OptionError("the sampled posterior needs the compiled kernels; unset SEPSET_KERNELS")
    if isinstance(scores[0], BGe):
        if len(scores) > 1:
            raise OptionError("the sampled posterior takes one BGe score; give one, or use fewer columns")
        weight = scores[0].mean_weight
        scatter = scatter_matrix(data.matrix(names))
        return sample_gaussian_dags(scatter, data.rows, weight, len(names) + weight + 1, *run)
    codes, levels = code_arrays(data, names)
    cells = np.array([score.cell for score in scores if isinstance(score, Dirichlet)], dtype=np.float64)
    sizes = np.array([score.sample_size for score in scores if isinstance(score, BDeu)], dtype=np.float64)
    return sample_discrete_dags(codes, levels, cells, sizes, *run)


def effective_samples(parents: NDArray[np.uint64], log_weight: Floats) -> float:
    """Return how many independent draws the kept ones are worth, judged by the probability of their DAGs.

    Draws of one chain after another; the autocorrelation of each chain is summed up to its first negative
    value [Geyer 1992], and differences between chains count against all of them.
    """
    chains = log_weight.reshape(CHAINS, -1)
    kept = chains.shape[1]
    centred = chains - chains.mean()
    variance = float((centred**2).mean())
    if kept < 2 or variance <= 0:
        return float(len(parents))
    total = 1.0
    for lag in range(1, kept):
        correlation = float((centred[:, lag:] * centred[:, :-lag]).mean()) / variance
        if correlation <= 0:
            break
        total += 2 * correlation
    return len(parents) / total

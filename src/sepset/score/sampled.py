"""The posterior by partition MCMC, for more columns than the exact engine takes.

Every node has a few candidate parents, found greedily by score. Chains walk over ordered partitions of the
nodes [Kuipers and Moffa 2017] and over the components, each beside hotter ones with which it exchanges
places. DAGs drawn given a partition have no bias, but a chain may miss what is far from where it is: so
several chains start apart, and the largest difference between them is reported.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar

import numpy as np

from sepset.errors import Advice, DataError
from sepset.kernels import sample_dags
from sepset.score.allowed import Allowed
from sepset.score.exact import Cost
from sepset.score.families import Families, ParentCandidates, kernel_order
from sepset.score.found import Drawn
from sepset.score.priors import allowed_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sepset.data.dataset import Dataset
    from sepset.kernels.score import Sampled
    from sepset.score.components import Component, Score

    Floats = NDArray[np.float64]

T = TypeVar("T")

CHAINS = 4
REPLICAS = 2
#: How many edge reversals are tried after each sweep, in percent of the nodes.
REVERSALS = 300
WARM_UP = 200
#: Each chain draws a DAG this often for every one that is kept.
DRAWS_PER_SAMPLE = 5
DRAWS_PER_SAMPLE_OF_MANY = 10
MOST_CANDIDATES = 12
MOST_CANDIDATES_OF_MANY = 10
MANY_COLUMNS = 40
# Of each chain, the fewest draws that tell anything.
_FEWEST_KEPT = 5


class Workplace(Protocol):
    """Where the work is done: `Here`, or on a cluster."""

    @property
    def is_cluster(self) -> bool:
        """Whether that is elsewhere."""

    def in_order(
        self, thing: Any, call: Callable[..., T], count: int, noun: str, *, seconds: float
    ) -> list[T]:
        """Return ``call(thing, first, last)`` for runs of numbers that cover 0 to `count`, in their order.

        `noun` says what the numbers count, and `seconds` about how long one of them takes.
        """


@dataclass(frozen=True)
class Here:
    """The threads of this process."""

    threads: int
    is_cluster: ClassVar[bool] = False

    def in_order(
        self, thing: Any, call: Callable[..., T], count: int, noun: str, *, seconds: float
    ) -> list[T]:
        """Call it once: kernels share the work among threads."""
        return [call(thing, 0, count, threads=self.threads)]


@dataclass(frozen=True, eq=False)
class _Walks:
    """All that a chain needs: candidates, components, how long to run; it can travel to a worker."""

    candidates: ParentCandidates
    scores: int
    must: NDArray[np.uint64]
    which: NDArray[np.int32]
    log_odds: Floats
    log_prior: Floats
    numbers: NDArray[np.int32]
    seed: int

    def run(self, first: int, last: int, *, seconds: float, threads: int = 1) -> Sampled:
        """Run the chains from `first` to before `last`."""
        assert sample_dags is not None  # noqa: S101 - candidates come from compiled kernels, too
        components = self.which, self.log_odds, self.log_prior
        tables = *self.candidates[:3], self.scores, self.must
        return sample_dags(*tables, *components, self.numbers, self.seed, first, last, threads, seconds)


def sampled_posterior(
    data: Dataset,
    scores: Sequence[Score],
    components: Sequence[Component],
    *,
    samples: int,
    seed: int,
    threads: int,
    seconds: Callable[[], float],
    allowed: Allowed | None = None,
    place: Workplace | None = None,
) -> Drawn:
    """Draw DAGs along several chains; as many are kept of each, `samples` or a few more in all.

    Only DAGs that are `allowed` are drawn. What is known of ancestors and not of edges is kept by leaving out
    draws; components are equally likely before that. `place`: who looks for candidates and runs the chains.
    """
    n = len(data.names)
    limits = allowed or Allowed.of(n)
    priors = [allowed_sum(limits, component.log_odds) for component in components]
    order = kernel_order(scores)
    where = place or Here(threads)
    families = Families.of(data, order, limits, _most_candidates(n))
    candidates = _candidates(families, data.rows, where, threads, seconds)
    walks = _Walks(
        candidates,
        len(order),
        families.must,
        np.array([order.index(component.score) for component in components], dtype=np.int32),
        np.array([component.log_odds for component in components]),
        np.array([-prior.log_sum for prior in priors]),
        _numbers(n, samples),
        seed,
    )
    each = _chain_seconds(n, samples) / CHAINS
    found = where.in_order(walks, partial(_Walks.run, seconds=seconds()), CHAINS, "chain", seconds=each)
    chains = _Chains(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
    facts: dict[str, float | int | str] = {
        "most_candidates": int(candidates.sizes.max()),
        "left_out_candidates": candidates.left_out,
    }
    if not limits.by_edges:
        chains, facts["probability_of_known_ancestors"] = _keeping(chains, limits)
    if not all(prior.exact for prior in priors):
        facts["prior_over_known_edges"] = "approximate"
    return replace(_drawn(components, chains, facts), chains_on_cluster=CHAINS * where.is_cluster)


def _candidates(
    families: Families, rows: int, where: Workplace, threads: int, seconds: Callable[[], float]
) -> ParentCandidates:
    """Return the candidates of all nodes, found by one score for all of them."""
    score = families.leading_score(threads, seconds())
    search = partial(Families.candidates, score=score, seconds=seconds())
    each = _search_seconds(families.n, rows) / families.n
    return ParentCandidates.joined(where.in_order(families, search, families.n, "column", seconds=each))


def foreseen_sampled(n: int, rows: int, scores: int, components: int, samples: int) -> Cost:
    """Return the peak memory, and the time on one core that is a few years old.

    Sums over the sets of candidates of each node, for each component; the DAGs that are kept. Chains visit
    every node in every sweep, and candidates are looked for among all pairs of columns.

    >>> round(foreseen_sampled(200, 1000, 6, 42, 400).seconds)
    21
    """
    sets = 2.0 ** min(n - 1, _most_candidates(n))
    tables = n * sets * (12 * components + 8 * scores + 8 * CHAINS)
    draws = 2 * samples * n * (n / 8 + 16) + 48 * CHAINS * n**2
    return Cost(n, tables + draws, _chain_seconds(n, samples) + _search_seconds(n, rows), exact=False)


def _chain_seconds(n: int, samples: int) -> float:
    return (1 + 0.005 * n * _draws_per_sample(n)) * max(samples / 400, 1)


def _search_seconds(n: int, rows: int) -> float:
    return 2.5e-7 * n**2 * rows


def _most_candidates(n: int) -> int:
    return MOST_CANDIDATES if n <= MANY_COLUMNS else MOST_CANDIDATES_OF_MANY


def _draws_per_sample(n: int) -> int:
    return DRAWS_PER_SAMPLE if n <= MANY_COLUMNS else DRAWS_PER_SAMPLE_OF_MANY


def _numbers(n: int, samples: int) -> NDArray[np.int32]:
    """Return the run in whole numbers, as the kernels take it."""
    draws = _draws_per_sample(n)
    kept = math.ceil(samples / CHAINS) * draws
    numbers = [WARM_UP, kept, draws, REPLICAS, REVERSALS]
    return np.array(numbers, dtype=np.int32)


class _Chains(NamedTuple):
    """Draws that were kept, chain by chain, and what all draws of each chain say."""

    parents: NDArray[np.uint64]
    log_weight: Floats
    component: NDArray[np.int32]
    #: by chain: shares of edges ``[u, v]``, and of components
    edges: Floats
    visits: Floats


def _keeping(chains: _Chains, allowed: Allowed) -> tuple[_Chains, float]:
    """Return the draws that keep what is known of ancestors, and their share."""
    kept = allowed.kept(chains.parents)
    by_chain = np.split(kept, CHAINS)
    if min(part.sum() for part in by_chain) < _FEWEST_KEPT:
        raise DataError(
            f"what is known of ancestors holds in {kept.sum():,} of {len(kept):,} DAGs that were drawn, too "
            "few to go by; draw more with ",
            Advice("samples"),
            ", state it as edges (required, forbidden), or leave it out",
        )
    n = chains.parents.shape[1]
    edges, visits = np.zeros((CHAINS, n, n)), np.zeros_like(chains.visits)
    for chain, (part, parents, component) in enumerate(
        zip(by_chain, np.split(chains.parents, CHAINS), np.split(chains.component, CHAINS), strict=True)
    ):
        bits = np.unpackbits(parents[part].view(np.uint8), axis=2, bitorder="little", count=n)
        edges[chain] = bits.mean(axis=0).T
        visits[chain] = np.bincount(component[part], minlength=visits.shape[1]) / part.sum()
    # Chains stay equally long, so that they can be compared.
    length = min(int(part.sum()) for part in by_chain)
    places = np.concatenate(
        [np.flatnonzero(part)[:length] + i * len(part) for i, part in enumerate(by_chain)]
    )
    return chains._replace(
        parents=chains.parents[places],
        log_weight=chains.log_weight[places],
        component=chains.component[places],
        edges=edges,
        visits=visits,
    ), float(kept.mean())


def _drawn(components: Sequence[Component], chains: _Chains, facts: dict[str, float | int | str]) -> Drawn:
    parents = chains.parents
    rows, first, of_draw = np.unique(
        parents.reshape(len(parents), -1), axis=0, return_index=True, return_inverse=True
    )
    return Drawn(
        tuple(components),
        chains.visits.mean(axis=0),
        None,
        parents[first],
        np.bincount(of_draw.ravel(), minlength=len(rows)) / len(parents),
        chains.log_weight[first],
        np.clip(chains.edges.mean(axis=0), 0.0, 1.0),
        None,
        False,
        {**_agreement(parents, chains.log_weight, chains.edges), **facts},
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

"""Scores of families, sums over all DAGs and exact draws: the readable twins of the compiled kernels.

Sets of variables are bits. Local scores lie in an array ``[score, node, set of parents]`` of logarithms; a
set that holds the node itself, or more than `bound` parents, has minus infinity.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from sepset.kernels.random import Random

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def discrete_local_scores(
    codes: NDArray[np.uint16],
    levels: NDArray[np.int32],
    cell: Floats,
    sample: Floats,
    bound: int,
    threads: int,
    seconds: float,
) -> Floats:
    """Return Dirichlet(a) for each a of `cell`, then BDeu(s) for each s of `sample`.

    With counts N_jk of value k under the j-th combination of parent values and a prior a on each cell, r
    cells per combination, the score is the sum over j of log Γ(ra) - log Γ(ra + N_j) plus the sum over j and
    k of log Γ(a + N_jk) - log Γ(a) [Heckerman, Geiger and Chickering 1995].
    """
    n = len(codes)

    def rising(a: float, counts: NDArray[np.int64]) -> float:
        return sum(math.lgamma(a + count) - math.lgamma(a) for count in counts.tolist())

    def score(child: int, parents: list[int], a: float) -> float:
        family = np.unique(codes[[*parents, child]], axis=1, return_counts=True)[1]
        above = (
            np.unique(codes[parents], axis=1, return_counts=True)[1] if parents else family.sum(keepdims=True)
        )
        return rising(a, family) - rising(a * int(levels[child]), above)

    out = np.full((len(cell) + len(sample), n, 1 << n), -np.inf)
    for child, chosen in _families(n, bound):
        parents = _members(chosen)
        cells = math.prod(int(levels[v]) for v in (child, *parents))
        priors = [*cell.tolist(), *(size / cells for size in sample.tolist())]
        out[:, child, chosen] = [score(child, parents, a) for a in priors]
    return out


def gaussian_local_scores(
    scatter: Floats, rows: int, mean_weight: float, wishart_weight: float, bound: int
) -> Floats:
    """Return the BGe score from the scatter matrix of centred columns [Kuipers, Moffa and Heckerman 2014]."""
    n = len(scatter)
    precision = mean_weight * (wishart_weight - n - 1) / (mean_weight + 1)
    posterior = scatter + precision * np.eye(n)

    @cache
    def marginal(chosen: int) -> float:
        members = _members(chosen)
        size, freedom = len(members), wishart_weight - n + len(members)
        determinant = np.linalg.slogdet(posterior[np.ix_(members, members)])[1] if members else 0.0
        gammas = sum(
            math.lgamma((rows + freedom - j) / 2) - math.lgamma((freedom - j) / 2) for j in range(size)
        )
        weight = math.log(mean_weight / (rows + mean_weight)) - rows * math.log(math.pi)
        return float(
            size / 2 * (weight + freedom * math.log(precision)) + gammas - (rows + freedom) / 2 * determinant
        )

    out = np.full((1, n, 1 << n), -np.inf)
    for child, chosen in _families(n, bound):
        out[0, child, chosen] = marginal(chosen | 1 << child) - marginal(chosen)
    return out


def dag_evidence(
    local: Floats,
    which: NDArray[np.int32],
    log_odds: Floats,
    with_pairs: bool,
    threads: int,
    seconds: float,
) -> tuple[Floats, Floats, Floats]:
    """Return for each component the log of the sum over all DAGs, and probabilities of pairs.

    Component i has the local scores ``local[which[i]]`` and weighs each edge by exp(log_odds[i]). Pairs: P(u
    --> v) and P(u is an ancestor of v), both at ``[component, u, v]``.
    """
    n = local.shape[1]
    pairs = list(zip(which.tolist(), log_odds.tolist(), strict=True))
    sums = [_Layers(local[i], odds) for i, odds in pairs]
    edges = np.array([one.edge_probabilities() for one in sums if with_pairs]).reshape(-1, n, n)
    ancestors = [_ancestor_probabilities(local[i], odds) for i, odds in pairs if with_pairs]
    return np.array([one.log_sum for one in sums]), edges, np.array(ancestors).reshape(-1, n, n)


def draw_dags(
    local: Floats, log_odds: float, count: int, seed: int, stream: int, threads: int, seconds: float
) -> tuple[float, NDArray[np.uint32]]:
    """Return the log of the sum over all DAGs, and DAGs drawn from it as sets of parents ``[draw, node]``."""
    layers = _Layers(local, log_odds)
    draws = [layers.draw(Random(seed, (stream << 32) + i)) for i in range(count)]
    return layers.log_sum, np.array(draws, dtype=np.uint32).reshape(count, local.shape[0])


class _Layers:
    """Sums over the ways to complete a DAG layer by layer: f(U, L), with U placed and L the last layer."""

    def __init__(self, local: Floats, log_odds: float) -> None:
        self.n = local.shape[0]
        self.everything = (1 << self.n) - 1
        sizes = np.array([chosen.bit_count() for chosen in range(1 << self.n)])
        self.weight = local + log_odds * sizes
        self.completions = cache(self._completions)
        self.log_sum = self.completions(0, 0)

    def family_sum(self, v: int, placed: int, last: int) -> float:
        """Return the log weight of all parent sets of v among the placed, with one in the last layer."""
        allowed = [chosen for chosen in _subsets(placed) if chosen & last or not placed]
        return _log_sum([float(self.weight[v, chosen]) for chosen in allowed])

    def layers(self, placed: int, last: int) -> Iterator[tuple[int, float]]:
        """Yield every next layer with the log weight of all that follows."""
        families = {v: self.family_sum(v, placed, last) for v in _members(self.everything & ~placed)}
        for layer in _subsets(self.everything & ~placed):
            if layer:
                here = sum(families[v] for v in _members(layer))
                yield layer, here + self.completions(placed | layer, layer)

    def _completions(self, placed: int, last: int) -> float:
        if placed == self.everything:
            return 0.0
        return _log_sum([weight for _, weight in self.layers(placed, last)])

    def draw(self, random: Random) -> list[int]:
        """Draw a DAG: layer after layer, and the parents of each node in it."""
        parents, placed, last = [0] * self.n, 0, 0
        while placed != self.everything:
            layer = _drawn(list(self.layers(placed, last)), self.completions(placed, last), random)
            for v in _members(layer) if placed else ():
                options = [
                    (chosen, float(self.weight[v, chosen])) for chosen in _subsets(placed) if chosen & last
                ]
                parents[v] = _drawn(options, self.family_sum(v, placed, last), random)
            placed, last = placed | layer, layer
        return parents

    def edge_probabilities(self) -> Floats:
        """Return P(u --> v) as one minus the share of DAGs in which u is not a parent of v."""
        edges = np.zeros((self.n, self.n))
        for u, v in product(range(self.n), repeat=2):
            if u != v:
                without = self.weight.copy()
                without[v, [chosen for chosen in range(1 << self.n) if chosen >> u & 1]] = -np.inf
                edges[u, v] = 1 - math.exp(_Layers(without, 0.0).log_sum - self.log_sum)
        return edges


def _ancestor_probabilities(local: Floats, log_odds: float) -> Floats:
    """Return P(u is an ancestor of v): over all A with both, the share in which A is v and its ancestors.

    Those are the DAGs on A whose only sink is v, times what completes A to all nodes [He, Tian and Wu 2016].
    Signed sums over sets of sinks, with more digits than are returned.
    """
    n = local.shape[0]
    found = np.zeros((n, n))
    with localcontext() as context:
        context.prec = 60
        sums = _family_sums(local, log_odds)
        upto, only_sink = _up_to(sums)
        onwards = _onwards(sums)
        for whole, v in product(range(1 << n), range(n)):
            share = only_sink[v][whole] * onwards[whole] / upto[-1]
            found[_members(whole & ~(1 << v)), v] += float(share)
    return found


def _up_to(sums: list[list[Decimal]]) -> tuple[list[Decimal], list[list[Decimal]]]:
    """Return by set the sum over all DAGs on it; by node and set, over those with this sink alone."""
    n = len(sums)
    total = [Decimal(placed == 0) for placed in range(1 << n)]
    only_sink = [[Decimal(0)] * (1 << n) for _ in range(n)]
    for placed in range(1 << n):
        for sinks, weight in _signed(sums, placed):
            total[placed | sinks] += total[placed] * weight
            for v in _members(sinks):
                only_sink[v][placed | sinks] += total[placed] * weight
    return total, only_sink


def _onwards(sums: list[list[Decimal]]) -> list[Decimal]:
    """Return by set the sum over all ways to complete a DAG on it to a DAG on all nodes."""
    n = len(sums)
    total = [Decimal(placed + 1 == 1 << n) for placed in range(1 << n)]
    for placed in range((1 << n) - 2, -1, -1):
        total[placed] = sum((w * total[placed | sinks] for sinks, w in _signed(sums, placed)), Decimal(0))
    return total


def _family_sums(local: Floats, log_odds: float) -> list[list[Decimal]]:
    """Return W_v(S), the weight of all parent sets of v inside S; by v and S."""
    n = local.shape[0]
    weight = [
        [
            Decimal(0)
            if math.isinf(local[v, chosen])
            else Decimal(local[v, chosen] + log_odds * chosen.bit_count()).exp()
            for chosen in range(1 << n)
        ]
        for v in range(n)
    ]
    return [
        [sum((one[inner] for inner in _subsets(chosen)), Decimal(0)) for chosen in range(1 << n)]
        for one in weight
    ]


def _signed(sums: list[list[Decimal]], placed: int) -> Iterator[tuple[int, Decimal]]:
    """Yield every set R of sinks outside of a placed T with (-1)^(|R| + 1) Π_{v in R} W_v(T)."""
    for sinks in _subsets(((1 << len(sums)) - 1) & ~placed):
        if sinks:
            yield sinks, -math.prod((-sums[v][placed] for v in _members(sinks)), start=Decimal(1))


def _drawn(options: list[tuple[int, float]], total: float, random: Random) -> int:
    left, chosen = random.uniform(), 0
    for option, weight in options:
        share = math.exp(weight - total)
        if share > 0:
            chosen = option
            left -= share
            if left < 0:
                break
    return chosen


def _log_sum(logs: list[float]) -> float:
    top = max(logs, default=-math.inf)
    return top if math.isinf(top) else top + math.log(math.fsum(math.exp(one - top) for one in logs))


def _families(n: int, bound: int) -> Iterator[tuple[int, int]]:
    for child in range(n):
        for chosen in range(1 << n):
            if not chosen >> child & 1 and chosen.bit_count() <= bound:
                yield child, chosen


def _subsets(whole: int) -> Iterator[int]:
    chosen = 0
    while True:
        yield chosen
        if chosen == whole:
            return
        chosen = (chosen - whole) & whole


def _members(chosen: int) -> list[int]:
    return [v for v in range(chosen.bit_length()) if chosen >> v & 1]


#: The twins of these kernels read graphs and rules, which lie above: `sepset.score.marks` has them.
dag_marks: Callable[..., NDArray[np.uint8]] | None = None
k_essential_marks: Callable[..., tuple[NDArray[np.uint8], NDArray[np.uint8]]] | None = None

if TYPE_CHECKING:
    #: How many candidates each node has, these, what sets of them score; how many were left out; which score.
    ParentCandidates = tuple[NDArray[np.int32], NDArray[np.int32], Floats, int, int]
    #: Draws, log weights, components; edges and visits by chain.
    Sampled = tuple[NDArray[np.uint64], Floats, NDArray[np.int32], Floats, Floats]

#: Chains in Python would take hours; tests compare them with the exact engine instead of a twin.
discrete_candidates: Callable[..., ParentCandidates] | None = None
gaussian_candidates: Callable[..., ParentCandidates] | None = None
sample_dags: Callable[..., Sampled] | None = None

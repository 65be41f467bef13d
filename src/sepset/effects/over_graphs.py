"""The effect under a posterior: every drawn DAG has its own parents of the cause, and its own estimate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.effects.estimate import Estimate, estimates
from sepset.effects.mixture import Mixture
from sepset.effects.result import Range, no_effect
from sepset.effects.sets import AdjustmentSet

if TYPE_CHECKING:
    from sepset.data.dataset import Dataset
    from sepset.effects.estimate import Method
    from sepset.result.posterior.posterior import Posterior


def parents_drawn(post: Posterior, cause: str, effect: str) -> dict[frozenset[str], float]:
    """Return how probable each set of parents of the cause is together with an effect.

    The rest of the probability belongs to DAGs in which the cause has no effect.
    """
    found: dict[frozenset[str], float] = {}
    for dag, weight, _ in post.samples:
        if cause in dag.ancestors(effect):
            parents = frozenset(dag.parents(cause))
            found[parents] = found.get(parents, 0.0) + weight
    return dict(sorted(found.items(), key=lambda one: (-one[1], sorted(one[0]))))


def over_graphs(
    data: Dataset, post: Posterior, cause: str, effect: str, *, level: float, method: Method, seed: int
) -> tuple[tuple[Estimate, ...], tuple[Range, ...], tuple[Mixture, ...]]:
    """Return the estimates for all sets of parents, and for each question its range and its distribution."""
    by_question: dict[object, list[tuple[Estimate, float]]] = {}
    drawn = parents_drawn(post, cause, effect)
    for parents, weight in drawn.items():
        given = AdjustmentSet(parents, "possible")
        for one in estimates(data, cause, effect, given, level=level, method=method, seed=seed):
            by_question.setdefault(one.question, []).append((one, weight))
    made = [_mixed(group, sum(drawn.values()), level) for group in by_question.values()]
    found = tuple(one for group in by_question.values() for one, _ in group)
    return found, tuple(one for one, _ in made), tuple(one for _, one in made)


def _mixed(group: list[tuple[Estimate, float]], probability: float, level: float) -> tuple[Range, Mixture]:
    """Mix the estimates of one question; ratios are mixed on the scale of their logs.

    They share the probability that there is an effect: a set that has no estimate says nothing about it.
    """
    first = group[0][0]
    ratio = first.measure == "risk ratio"
    values = [float(np.log(one.value)) if ratio else one.value for one, _ in group]
    errors = [one.standard_error / one.value if ratio else one.standard_error for one, _ in group]
    share = probability / sum(weight for _, weight in group)
    mixed = Mixture(tuple(values), tuple(errors), tuple(share * weight for _, weight in group), none=0.0)
    ends = [mixed.quantile((1 - level) / 2), mixed.quantile((1 + level) / 2)]
    interval = (float(np.exp(ends[0])), float(np.exp(ends[1]))) if ratio else (ends[0], ends[1])
    shown = [one.value for one, _ in group] + ([no_effect(first.measure)] if mixed.zero > 0 else [])
    return Range(*first.question, min(shown), max(shown), interval), mixed

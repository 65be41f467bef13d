"""Doubly robust and partially linear estimates, with learners of scikit-learn (extra ``sklearn``).

Outcome and cause are each predicted from the adjustment set by gradient boosting, always on rows that the
learner has not seen (cross-fitting), and the effect is read off what the predictions leave [Chernozhukov et
al. 2018]. A discrete cause: augmented inverse probability weighting, right when either of the two predictions
is [Robins, Rotnitzky and Zhao 1994]. A continuous one: the slope of the partially linear model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sepset.lazily import optional

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.effects.columns import Columns

    Floats = NDArray[np.float64]
    Folds = NDArray[np.integer[Any]]

_FOLDS = 5
#: Probabilities of a level are kept away from 0 and 1 by this much.
_CLIP = 0.01


class Robust(NamedTuple):
    """An estimate and its standard error."""

    value: float
    standard_error: float


def doubly_robust(columns: Columns, contrast: tuple[int, int] | None, outcome: Floats, seed: int) -> Robust:
    """Estimate one effect; a continuous cause has no contrast."""
    folds = np.random.default_rng(seed).permutation(columns.rows) % _FOLDS
    given = columns.given_columns if columns.given else np.zeros((columns.rows, 1))
    if contrast is None:
        return _partially_linear(columns.cause_columns[:, 0], outcome, given, folds, seed)
    return _augmented(columns.cause.values, outcome, given, folds, contrast, seed)


def _partially_linear(cause: Floats, outcome: Floats, given: Floats, folds: Folds, seed: int) -> Robust:
    left_cause = cause - _predicted(given, cause, folds, seed)
    left_outcome = outcome - _predicted(given, outcome, folds, seed)
    squares = float(left_cause @ left_cause)
    slope = float(left_cause @ left_outcome) / squares
    scores = left_cause * (left_outcome - slope * left_cause)
    return Robust(slope, float(np.sqrt((scores**2).sum()) / squares))


def _augmented(
    cause: NDArray[Any], outcome: Floats, given: Floats, folds: Folds, contrast: tuple[int, int], seed: int
) -> Robust:
    parts = []
    for level in contrast:
        has = (cause == level).astype(np.float64)
        chance = np.clip(_predicted(given, has, folds, seed), _CLIP, 1 - _CLIP)
        expected = _predicted(given, outcome, folds, seed, where=has > 0)
        parts.append(expected + has * (outcome - expected) / chance)
    scores = parts[1] - parts[0]
    return Robust(float(scores.mean()), float(scores.std(ddof=1) / np.sqrt(len(scores))))


def _predicted(
    given: Floats, target: Floats, folds: Folds, seed: int, where: NDArray[np.bool_] | None = None
) -> Floats:
    """Predict a target in each fold from the others; a 0/1 target by its probability."""
    found = np.empty(len(target))
    for fold in range(_FOLDS):
        inside, outside = folds == fold, folds != fold
        rows = outside if where is None else outside & where
        if not rows.any() or np.ptp(target[rows]) == 0:
            found[inside] = target[rows].mean() if rows.any() else target[outside].mean()
        else:
            found[inside] = _fitted(given[rows], target[rows], given[inside], seed)
    return found


def _fitted(given: Floats, target: Floats, asked: Floats, seed: int) -> Floats:
    ensemble = optional("sklearn.ensemble", "sklearn", package="scikit-learn")
    threads = optional("threadpoolctl", "sklearn")
    options: dict[str, Any] = {"max_depth": 3, "early_stopping": False, "random_state": seed, "max_iter": 50}
    # So few rows are done soonest by one thread.
    with threads.threadpool_limits(1):
        if set(np.unique(target).tolist()) == {0.0, 1.0}:
            model = ensemble.HistGradientBoostingClassifier(**options).fit(given, target)
            return np.asarray(model.predict_proba(asked)[:, 1])
        model = ensemble.HistGradientBoostingRegressor(**options).fit(given, target)
        return np.asarray(model.predict(asked))

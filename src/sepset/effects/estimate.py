"""One estimate of an effect: how large, how sure, adjusted for what, and by which method.

- continuous effect: the slope, by linear regression; for a discrete cause the difference of means between two
  of its levels;
- discrete effect and cause, discrete set: standardised risk difference and risk ratio;
- discrete effect otherwise, or with strata that lack a level of the cause: the difference of risks by linear
  regression of the indicator, which averages over the set as a line can.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from sepset.effects.columns import Columns, contrasts, label, outcomes
from sepset.effects.linear import regression
from sepset.effects.robust import doubly_robust
from sepset.effects.standardise import standardised
from sepset.wording import interval_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sepset.data.column import Label
    from sepset.data.dataset import Dataset
    from sepset.effects.sets import AdjustmentSet
    from sepset.effects.standardise import Risks

Measure = Literal["slope", "difference of means", "risk difference", "risk ratio"]
Method = Literal["auto", "doubly_robust"]


@dataclass(frozen=True)
class Estimate:
    """An effect and its interval, for one adjustment set.

    `low` and `high` are the ends of an interval that holds the effect with probability `level`, if the set is
    valid and the model of the method holds.
    """

    measure: Measure
    value: float
    standard_error: float
    low: float
    high: float
    level: float
    #: what was adjusted for, with the grounds for its validity
    adjusted_for: AdjustmentSet
    rows: int
    method: str
    #: of a discrete cause: the levels that are compared, the effect of the second against the first
    contrast: tuple[Label, Label] | None = None
    #: of a discrete effect: the level whose risk it is
    outcome: Label | None = None

    @property
    def question(self) -> tuple[Measure, tuple[Label, Label] | None, Label | None]:
        """What is estimated, apart from what is adjusted for: estimates of one question can be compared."""
        return self.measure, self.contrast, self.outcome

    def __str__(self) -> str:
        about = f"{self.low:.3g} to {self.high:.3g}"
        return f"{self.measure}{_levels(self)} {self.value:.3g} ({interval_words(self.level)} {about})"


def _levels(estimate: Estimate) -> str:
    of = "" if estimate.outcome is None else f" of {estimate.outcome}"
    versus = (
        "" if estimate.contrast is None else f" for {estimate.contrast[1]} against {estimate.contrast[0]}"
    )
    return of + versus


def estimates(
    data: Dataset,
    cause: str,
    effect: str,
    given: AdjustmentSet,
    *,
    level: float,
    method: Method = "auto",
    seed: int = 0,
) -> tuple[Estimate, ...]:
    """Return the estimates for one adjustment set; none when the cause does not vary given the set."""
    columns = Columns.of(data, cause, effect, sorted(given))
    made = _Maker(columns, given, level)
    ways = made.by_standard if method == "auto" else partial(made.robustly, seed=seed)
    return tuple(one for wanted in outcomes(columns.effect) for one in ways(wanted))


class _Maker:
    """One cause, one effect, one set: makes estimates about one outcome after the other."""

    def __init__(self, columns: Columns, given: AdjustmentSet, level: float) -> None:
        self.columns, self.given, self.level = columns, given, level

    def by_standard(self, outcome: int | None) -> Iterator[Estimate]:
        """Yield every estimate about an outcome."""
        risks = self._risks(outcome)
        if risks is None:
            yield from self._linear(outcome)
            return
        for contrast, one in risks.items():
            yield self._normal("risk difference", *one.difference, contrast, outcome)
            if one.log_ratio is not None:
                yield self._ratio(*one.log_ratio, contrast, outcome)

    def _risks(self, outcome: int | None) -> dict[tuple[int, int], Risks] | None:
        """Return the standardised risks for each contrast; None: not all is discrete, or strata lack some."""
        columns = self.columns
        if outcome is None or columns.cause.kind == "continuous" or columns.strata is None:
            return None
        target, found = columns.outcome(outcome), {}
        for contrast in contrasts(columns.cause):
            one = standardised(target, columns.cause.values, columns.strata, contrast)
            if one is None:
                return None
            found[contrast] = one
        return found

    def robustly(self, outcome: int | None, *, seed: int) -> Iterator[Estimate]:
        """Yield the doubly robust or partially linear estimates about an outcome."""
        columns, target = self.columns, self.columns.outcome(outcome)
        pairs = contrasts(columns.cause) if columns.cause.kind == "discrete" else [None]
        for contrast in pairs:
            found = doubly_robust(columns, contrast, target, seed)
            reach = normal_quantile((1 + self.level) / 2) * found.standard_error
            ends = (found.value - reach, found.value + reach)
            method = "partially linear" if contrast is None else "doubly robust"
            yield self._made(self._measure(outcome), *found, ends, method, contrast, outcome)

    def _linear(self, outcome: int | None) -> Iterator[Estimate]:
        from scipy.special import stdtrit

        columns = self.columns
        found = regression(columns.outcome(outcome), columns.cause_columns, columns.given_columns)
        if found is None:
            return
        reach = float(stdtrit(found.dof, (1 + self.level) / 2))
        for place, value in enumerate(found.slopes.tolist()):
            error = float(np.sqrt(found.covariance[place, place]))
            contrast = (0, place + 1) if columns.cause.kind == "discrete" else None
            ends = (value - reach * error, value + reach * error)
            yield self._made(
                self._measure(outcome), value, error, ends, "linear regression", contrast, outcome
            )

    def _measure(self, outcome: int | None) -> Measure:
        if outcome is not None:
            return "risk difference"
        return "slope" if self.columns.cause.kind == "continuous" else "difference of means"

    def _normal(
        self, measure: Measure, value: float, error: float, contrast: tuple[int, int], outcome: int | None
    ) -> Estimate:
        reach = normal_quantile((1 + self.level) / 2) * error
        ends = (value - reach, value + reach)
        return self._made(measure, value, error, ends, "standardisation", contrast, outcome)

    def _ratio(self, value: float, error: float, contrast: tuple[int, int], outcome: int | None) -> Estimate:
        reach = normal_quantile((1 + self.level) / 2) * error
        ends = (float(np.exp(value - reach)), float(np.exp(value + reach)))
        ratio = float(np.exp(value))
        return self._made("risk ratio", ratio, ratio * error, ends, "standardisation", contrast, outcome)

    def _made(
        self,
        measure: Measure,
        value: float,
        error: float,
        ends: tuple[float, float],
        method: str,
        contrast: tuple[int, int] | None,
        outcome: int | None,
    ) -> Estimate:
        columns = self.columns
        levels = columns.cause.levels
        return Estimate(
            measure,
            value,
            error,
            *ends,
            self.level,
            self.given,
            columns.rows,
            method,
            None if contrast is None else (levels[contrast[0]], levels[contrast[1]]),
            label(columns.effect, outcome),
        )


def normal_quantile(p: float) -> float:
    """Return the quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(p))

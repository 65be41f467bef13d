"""What `effect` returns: estimates for each adjustment set, or the range that the class allows."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sepset.effects.handover import to_dowhy
from sepset.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from sepset.data.column import Label
    from sepset.effects.estimate import Estimate, Measure
    from sepset.effects.mixture import Mixture
    from sepset.effects.sets import AdjustmentSets


class Range(NamedTuple):
    """How far the estimates of one question reach over the adjustment sets, and their intervals together."""

    measure: Measure
    contrast: tuple[Label, Label] | None
    outcome: Label | None
    #: the least and the largest estimate
    low: float
    high: float
    #: from the lowest end of an interval to the highest
    interval: tuple[float, float]


@dataclass(frozen=True)
class Effect:
    """The effect of one variable on another, as far as a graph and data tell it.

    `identified`: some set is valid in every DAG that the graph stands for, and each estimate is for one such.
    If not, each estimate is for one set that may be the parents of the cause, and the effect is in the
    range. `none`: in every DAG (identified) or in some of them there is no effect at all.
    """

    cause: str
    effect: str
    #: "always", "possibly", "never", or with a posterior the probability that there is an effect
    causes: str | float
    identified: bool
    none: bool
    estimates: tuple[Estimate, ...]
    ranges: tuple[Range, ...]
    rows: int
    level: float
    #: the adjustment sets, or why there is none; None for a posterior
    sets: AdjustmentSets | None = None
    #: whether the graph was learned from the same rows; None: that is not known
    same_rows: bool | None = None
    notes: tuple[str, ...] = ()
    #: with a posterior: the distribution over graphs and parameters, in the order of `ranges`
    distributions: tuple[Mixture, ...] = field(default=(), repr=False)

    @property
    def range(self) -> Range | None:
        """The range of the first question, which is the only one unless a variable is discrete."""
        return self.ranges[0] if self.ranges else None

    @property
    def estimate(self) -> Estimate | None:
        """The estimate for the first adjustment set, if the effect is identified."""
        return self.estimates[0] if self.identified and self.estimates else None

    def to_dowhy(self, data: object, given: Iterable[str] | None = None) -> Any:
        """Return a ``dowhy.CausalModel`` of the data with the first adjustment set (extra ``dowhy``).

        `given` is another of the sets. The model's estimand is adjustment for that set.
        """
        if given is None:
            if not self.sets:
                reason = "a posterior has many graphs" if self.sets is None else self.sets.reason
                raise OptionError(f"no adjustment set is valid, so there is nothing to hand over: {reason}")
            given = self.sets[0]
        return to_dowhy(data, self.cause, self.effect, given)

    def to_json(self) -> dict[str, object]:
        """Return everything as JSON can hold it."""
        return {
            "cause": self.cause,
            "effect": self.effect,
            "causes": self.causes if isinstance(self.causes, float) else str(self.causes),
            "identified": self.identified,
            "none": self.none,
            "level": self.level,
            "rows": self.rows,
            "same_rows": self.same_rows,
            "reason": None if self.sets is None else self.sets.reason,
            "estimates": [_plain(one) for one in self.estimates],
            "ranges": [one._asdict() for one in self.ranges],
            "zero": [mixed.zero for mixed in self.distributions],
            "notes": list(self.notes),
        }


def _plain(estimate: Estimate) -> dict[str, object]:
    adjusted = estimate.adjusted_for
    about = {name: value for name, value in asdict(estimate).items() if name != "adjusted_for"}
    return {**about, "adjusted_for": sorted(adjusted), "ground": adjusted.ground}


def ranges_of(estimates: Iterable[Estimate], *, none: bool) -> tuple[Range, ...]:
    """Return the range of each question; with `none`, no effect is one of the possibilities."""
    grouped: dict[object, list[Estimate]] = {}
    for one in estimates:
        grouped.setdefault(one.question, []).append(one)
    found = []
    for group in grouped.values():
        zero = [no_effect(group[0].measure)] if none else []
        values = [one.value for one in group] + zero
        ends = [one.low for one in group] + zero, [one.high for one in group] + zero
        found.append(Range(*group[0].question, min(values), max(values), (min(ends[0]), max(ends[1]))))
    return tuple(found)


def no_effect(measure: Measure) -> float:
    """Return the value that means no effect."""
    return 1.0 if measure == "risk ratio" else 0.0

r"""An effect in words: one line for the question, one row for each estimate, and what to know about them.

>>> import sepset as sp
>>> dag = sp.MixedGraph.from_edges("b --> a")
>>> print(*lines(sp.effect({"a": [0.1, 0.9] * 6, "b": [0.2, 0.7, 0.5] * 4}, dag, "a", "b")), sep="\n")
Does a affect b? Never: no path from a to b can be directed.
The effect is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.effects.sets import GROUNDS
from sepset.equivalence.causes import Causes
from sepset.wording import as_percent, interval_words

if TYPE_CHECKING:
    from sepset.effects.estimate import Estimate
    from sepset.effects.mixture import Mixture
    from sepset.effects.result import Effect, Range

#: Sets of parents less probable than this are not shown one by one.
_SHOWN = 0.01


def lines(effect: Effect) -> list[str]:
    """Return the question and its answer, the range, and the notes; the table of estimates is `rows`."""
    first = asked_line(effect.cause, effect.effect, effect.causes)
    return [first, *_answer(effect), *effect.notes]


def asked_line(cause: str, effect: str, causes: Causes | str | float) -> str:
    """Return the question whether one variable affects another, and its answer."""
    asked = f"Does {cause} affect {effect}?"
    if isinstance(causes, float):
        return f"{asked} With probability {as_percent(causes, 1)}."
    reason = causes.reason if isinstance(causes, Causes) else ""
    return f"{asked} {causes.capitalize()}: {reason[:1].lower()}{reason[1:]}"


def _answer(effect: Effect) -> list[str]:
    about = interval_words(effect.level)
    intervals = [f"{about} {one.interval[0]:.3g} to {one.interval[1]:.3g}" for one in effect.ranges]
    if effect.distributions:
        return [
            f"Over graphs and parameters, {_described(one, effect)}: {_mean(one, mixed)}{between}; "
            f"no effect with probability {as_percent(mixed.zero, 1)}."
            for one, mixed, between in zip(effect.ranges, effect.distributions, intervals, strict=True)
        ]
    if effect.identified:
        return ["The effect is zero."] if effect.none and not effect.estimates else []
    if not effect.ranges:
        return [effect.sets.reason] if effect.sets is not None else []
    told = [
        f"The effect is not settled: {_described(one, effect)} from {one.low:.3g} to {one.high:.3g} over the "
        f"DAGs that agree ({between})."
        for one, between in zip(effect.ranges, intervals, strict=True)
    ]
    return [*([effect.sets.reason] if effect.sets is not None else []), *told]


def _mean(one: Range, mixed: Mixture) -> str:
    # Nobody asks for the mean of logs.
    return "" if one.measure == "risk ratio" else f"mean {mixed.mean:.3g}, "


def _described(one: Estimate | Range, effect: Effect) -> str:
    """Return what is estimated, in words."""
    of = "" if one.outcome is None else f" of {effect.effect}={one.outcome}"
    versus = "" if one.contrast is None else f" for {effect.cause}={one.contrast[1]} vs {one.contrast[0]}"
    return f"{one.measure}{of}{versus}"


def heads(effect: Effect) -> tuple[str, ...]:
    """Return the heads of the columns of `rows`."""
    last = "probability" if effect.distributions else "ground"
    return "adjusted for", "what", "estimate", interval_words(effect.level), last


def rows(effect: Effect) -> list[tuple[str, ...]]:
    """Return a row for each estimate; of a posterior, only those whose set is not improbable."""
    weights = [weight for mixed in effect.distributions for weight in mixed.weights]
    found: list[tuple[str, ...]] = []
    for place, one in enumerate(effect.estimates):
        if weights and weights[place] < _SHOWN:
            continue
        last = as_percent(weights[place], 1) if weights else one.adjusted_for.ground
        interval = f"{one.low:.3g} to {one.high:.3g}"
        found.append((str(one.adjusted_for), _described(one, effect), f"{one.value:.3g}", interval, last))
    return found


def grounds(effect: Effect) -> list[str]:
    """Return what the grounds of the estimates say, one line each."""
    used = {} if effect.distributions else dict.fromkeys(one.adjusted_for.ground for one in effect.estimates)
    return [f"{ground}: {GROUNDS[ground]}." for ground in used]

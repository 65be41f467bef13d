"""The distribution of an effect over graphs and parameters: a mixture of normals, and a lump at no effect.

>>> mixed = Mixture((2.0,), (0.1,), (0.75,), none=0.0)
>>> round(mixed.mean, 3), round(mixed.zero, 3), mixed.quantile(0.1), round(mixed.quantile(0.5), 2)
(1.5, 0.25, 0.0, 1.96)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_STEPS = 100


@dataclass(frozen=True)
class Mixture:
    """Estimates with their standard errors and probabilities; the rest of the probability is at `none`.

    `none` is the value that means no effect: 0, or 1 for ratios (whose components are on the scale of logs).
    """

    values: tuple[float, ...]
    standard_errors: tuple[float, ...]
    weights: tuple[float, ...]
    none: float

    @property
    def zero(self) -> float:
        """The probability that there is no effect at all."""
        return max(1.0 - sum(self.weights), 0.0)

    @property
    def mean(self) -> float:
        """The mean over graphs and parameters."""
        pairs = zip(self.values, self.weights, strict=True)
        return sum(value * weight for value, weight in pairs) + self.none * self.zero

    def below(self, x: float) -> float:
        """Return the probability that the effect is at most x."""
        from scipy.special import ndtr

        scores = [
            (x - value) / error if error > 0 else np.inf * (1 if x >= value else -1)
            for value, error in zip(self.values, self.standard_errors, strict=True)
        ]
        share = float(np.asarray(self.weights) @ ndtr(np.asarray(scores))) if scores else 0.0
        return share + (self.zero if x >= self.none else 0.0)

    def quantile(self, p: float) -> float:
        """Return the least x at which the probability reaches p, to the accuracy of a double."""
        reach = [8 * error + 1e-300 for error in self.standard_errors]
        ends = [self.none, *(v - r for v, r in zip(self.values, reach, strict=True))]
        tops = [self.none, *(v + r for v, r in zip(self.values, reach, strict=True))]
        low, high = min(ends), max(tops)
        just_below = np.nextafter(self.none, -np.inf)
        if self.below(float(just_below)) < p <= self.below(self.none):
            return self.none
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.below(middle) >= p else (middle, high)
        return high

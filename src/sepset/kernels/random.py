"""Random numbers from a seed and the number of a stream; the compiled code draws the same ones."""

from __future__ import annotations

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


class Random:
    """SplitMix64 [Steele, Lea and Flood 2014]: a counter and a mixing function."""

    def __init__(self, seed: int, stream: int) -> None:
        self._state = self._mix((self._mix(seed & _MASK) + _STEP * (stream + 1)) & _MASK)

    def uniform(self) -> float:
        """Return a number from 0 to 1, in steps of 2^-53."""
        self._state = (self._state + _STEP) & _MASK
        return (self._mix(self._state) >> 11) * 2.0**-53

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1."""
        return int(self.uniform() * bound)

    @staticmethod
    def _mix(z: int) -> int:
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        return z ^ (z >> 31)

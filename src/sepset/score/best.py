"""The graph to draw: the one with the best expected score under the posterior (minimum Bayes risk).

``"shd"``: each pair gets what is most probable there, which minimises the expected structural Hamming
distance. ``"f1"``: the expected sum of the F1 scores of skeleton, arrowheads and tails. ``"corrected"``:
the same minus what a graph with as many marks in random places would have; the raw sum rewards density when
little is known. Both are found by hill climbing, pair by pair, from the most probable graph until no change
of one pair helps; a better graph may exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from sepset.score.marks import ARROW, TAIL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Marks: TypeAlias = NDArray[np.uint8]

Goal: TypeAlias = Literal["corrected", "f1", "shd"]


@dataclass(frozen=True, eq=False)
class Pairs:
    """Graphs as codes of pairs: 4 * (mark at the first) + (mark at the second), 0 for none."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    codes: Marks
    shares: Floats
    n: int

    @classmethod
    def of(cls, marks: Marks, shares: Floats) -> Pairs:
        """Turn marks ``[graph, i, j]`` into codes ``[graph, pair]``."""
        n = marks.shape[1]
        first, second = np.triu_indices(n, 1)
        return cls(first, second, 4 * marks[:, first, second] + marks[:, second, first], shares, n)

    def marks(self, codes: Marks) -> Marks:
        """Turn the codes of one graph back into marks."""
        out = np.zeros((self.n, self.n), dtype=np.uint8)
        out[self.first, self.second] = codes >> 2
        out[self.second, self.first] = codes & 3
        return out

    def probable(self) -> Marks:
        """Return the most probable code of each pair; of equal ones the smallest."""
        shares = np.stack([self.shares @ (self.codes == code) for code in range(16)])
        probable: Marks = np.argmax(np.round(shares, 12), axis=0).astype(np.uint8)
        return probable


def best_marks(marks: Marks, shares: Floats, goal: Goal) -> Marks:
    """Return the marks with the best expected score; `marks` are those of the draws, with their shares."""
    pairs = Pairs.of(marks, shares)
    start = pairs.probable()
    if goal == "shd" or not len(start):
        return pairs.marks(start)
    return pairs.marks(_ScoreClimb(pairs, corrected=goal == "corrected").from_(start))


def best_valid(marks: Marks, shares: Floats, goal: Goal) -> int:
    """Return which of the graphs themselves has the best expected score; of equal ones the first."""
    pairs = Pairs.of(marks, shares)
    if goal == "shd":
        agreement = [shares @ (pairs.codes == codes).sum(axis=1) for codes in pairs.codes]
        return int(np.argmax(np.round(agreement, 9)))
    climb = _ScoreClimb(pairs, corrected=goal == "corrected")
    return int(np.argmax(np.round([climb.score(codes) for codes in pairs.codes], 12)))


class _ScoreClimb:
    """Expected F1 scores of a graph against the draws, and how one pair changes them."""

    def __init__(self, pairs: Pairs, *, corrected: bool) -> None:
        self.pairs, self.corrected = pairs, corrected
        codes = pairs.codes
        first, second = codes >> 2, codes & 3
        #: per draw and pair: adjacent, and per end whether it has an arrowhead or a tail
        self.features = np.stack(
            [codes > 0, first == ARROW, second == ARROW, first == TAIL, second == TAIL]
        ).astype(np.float64)
        kinds = self.features.sum(axis=2)
        self.truth = np.stack([kinds[0], kinds[1] + kinds[2], kinds[3] + kinds[4]])
        ends = pairs.n * (pairs.n - 1)
        self.places = np.array([ends / 2, ends, ends])
        self.options = _options(codes)

    def score(self, codes: Marks) -> float:
        """Return the expected score of a graph."""
        return self._expected(*self._counts(codes))

    def _counts(self, codes: Marks) -> tuple[Floats, Floats]:
        right, found = np.zeros_like(self.truth), np.zeros(3)
        for pair in np.flatnonzero(codes).tolist():
            more, count = self._gain(pair, int(codes[pair]))
            right, found = right + more, found + count
        return right, found

    def from_(self, codes: Marks) -> Marks:
        """Climb from a graph: each pair in turn gets its best code, until a whole round changes nothing."""
        codes = codes.copy()
        right, found = self._counts(codes)
        best, changed = self._expected(right, found), True
        while changed:
            changed = False
            for pair, options in enumerate(self.options):
                old, count = self._gain(pair, int(codes[pair]))
                gains = {option: self._gain(pair, option) for option in options}
                values = {
                    option: self._expected(right - old + more, found - count + number)
                    for option, (more, number) in gains.items()
                }
                option = max(values, key=values.__getitem__, default=None)
                if option is not None and values[option] > best + 1e-12:
                    best, changed, codes[pair] = values[option], True, option
                    right, found = right - old + gains[option][0], found - count + gains[option][1]
        return codes

    def _gain(self, pair: int, code: int) -> tuple[Floats, Floats]:
        """Return what a code adds: per draw to what is right, and to what is found, by kind."""
        first, second = code >> 2, code & 3
        wanted = [code > 0, first == ARROW, second == ARROW, first == TAIL, second == TAIL]
        hits = self.features[:, :, pair] * np.array(wanted, dtype=np.float64)[:, None]
        right = np.stack([hits[0], hits[1] + hits[2], hits[3] + hits[4]])
        return right, np.array([wanted[0], wanted[1] + wanted[2], wanted[3] + wanted[4]], dtype=np.float64)

    def _expected(self, right: Floats, found: Floats) -> float:
        both = self.truth + found[:, None]
        hits = right - self.truth * (found / self.places)[:, None] if self.corrected else right
        return float((2 * hits / np.maximum(both, 1.0)).sum(axis=0) @ self.pairs.shares)


def _options(codes: Marks) -> list[list[int]]:
    """Return for each pair the codes that occur; a pair that no draw joins has none to try."""
    return [
        sorted({0, *options.tolist()}) if options.any() else []
        for options in (np.unique(column) for column in codes.T)
    ]

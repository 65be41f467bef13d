"""The Markov equivalence classes among drawn DAGs, and the probability of the marks of their graphs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.marks import QUERY_PATTERNS
from sepset.score.allowed import Allowed, descendants
from sepset.score.marks import NONE, ClassMarks, class_marks
from sepset.score.restricted import restricted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.score.found import Drawn

    Floats = NDArray[np.float64]


class Classes:
    """Drawn DAGs gathered by class; marks for a k are computed once for each class, and kept.

    Two DAGs of one class have the same k-essential graph for every k; `allowed` are those that count.
    """

    def __init__(self, drawn: Drawn, *, allowed: Allowed | None = None, threads: int = 1) -> None:
        self._drawn, self._threads = drawn, threads
        self._allowed = allowed or Allowed.of(drawn.parents.shape[1])
        marks = class_marks(drawn.parents, None, threads=threads).marks
        essential, first, of_dag = np.unique(
            marks.reshape(len(marks), -1), axis=0, return_index=True, return_inverse=True
        )
        self.shares: Floats = np.bincount(
            of_dag.ravel(), weights=drawn.shares, minlength=len(essential)
        ).astype(np.float64)
        self._members = drawn.parents[first]
        self._marks: dict[int | None, ClassMarks] = {
            None: ClassMarks(restricted(marks[first], None, self._allowed), np.ones(len(first), dtype=bool))
        }
        self._patterns: dict[int | None, Floats] = {}

    @property
    def n(self) -> int:
        """The number of nodes."""
        return int(self._members.shape[1])

    def marks(self, k: int | None) -> NDArray[np.uint8]:
        """Return the marks of each class, ``[class, i, j]``."""
        return self._of(k).marks

    def exact_share(self, k: int | None) -> float:
        """Return the share of draws whose graph for this k is exact; the others may have circles too many."""
        return float(self.shares @ self._of(k).exact)

    def _of(self, k: int | None) -> ClassMarks:
        if k not in self._marks:
            marks, exact = class_marks(self._members, k, threads=self._threads)
            self._marks[k] = ClassMarks(restricted(marks, k, self._allowed), exact)
        return self._marks[k]

    def patterns(self, k: int | None) -> Floats:
        """Return the probability of every edge, ``[mark at a, mark at b, a, b]``; `NONE` twice is no edge.

        Where the probability of an adjacency is known without sampling, draws only say how it is shared among
        the patterns.
        """
        if k not in self._patterns:
            marks = self.marks(k).astype(np.intp)
            codes = 4 * marks + marks.transpose(0, 2, 1)
            found = np.stack([np.tensordot(self.shares, codes == code, 1) for code in range(16)])
            if k is None and self._drawn.edges is not None:
                adjacent = np.minimum(self._drawn.edges + self._drawn.edges.T, 1.0)
                drawn = found[1:].sum(axis=0)
                found[1:] *= np.divide(adjacent, drawn, out=np.zeros_like(drawn), where=drawn > 0)
                found[0] = 1.0 - adjacent
            self._patterns[k] = np.clip(found, 0.0, 1.0).reshape(4, 4, self.n, self.n)
        return self._patterns[k]

    def probability(self, a: int, pattern: str, b: int, k: int | None) -> float:
        """Return the probability of a pattern between two nodes."""
        if pattern == "*-*":
            return float(1.0 - self.patterns(k)[NONE, NONE, a, b])
        at_a, at_b = (slice(1, None) if mark is None else mark + 1 for mark in QUERY_PATTERNS[pattern])
        return min(float(self.patterns(k)[at_a, at_b, a, b].sum()), 1.0)

    @cached_property
    def arrows(self) -> NDArray[np.bool_]:
        """Whether a drawn DAG has an arrow from a to b, ``[DAG, b, a]``."""
        parents = np.ascontiguousarray(self._drawn.parents).view(np.uint8)
        return np.unpackbits(parents, axis=2, bitorder="little", count=self.n).astype(bool)

    @cached_property
    def best_logs(self) -> tuple[Floats, Floats]:
        """The log probability of the best drawn DAG with a --> b, ``[a, b]``, and with no edge between them.

        Minus infinity where there is none.
        """
        logs = self._drawn.log_probability[:, None, None]
        joined = self.arrows | self.arrows.transpose(0, 2, 1)
        with_arrow = np.where(self.arrows, logs, -np.inf).max(axis=0).T
        return with_arrow, np.where(joined, -np.inf, logs).max(axis=0)

    def ancestor_probability(self, a: int, b: int) -> float:
        """Return the probability that a is an ancestor of b; the share of draws if that is all there is."""
        if self._drawn.ancestors is not None:
            return float(self._drawn.ancestors[a, b])
        return float(self._drawn.shares @ descendants(self._drawn.parents, a)[:, b])

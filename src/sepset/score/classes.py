"""The Markov equivalence classes among drawn DAGs, and the probability of the marks of their graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.marks import QUERY_PATTERNS
from sepset.score.marks import NONE, ClassMarks, class_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sepset.score.found import Drawn

    Floats = NDArray[np.float64]


class Classes:
    """Drawn DAGs gathered by class; marks for a k are computed once a class, and kept.

    Two DAGs of one class have the same k-essential graph for every k.
    """

    def __init__(self, drawn: Drawn, *, threads: int = 1) -> None:
        self._drawn, self._threads = drawn, threads
        marks = class_marks(drawn.parents, None, threads=threads).marks
        essential, first, of_dag = np.unique(
            marks.reshape(len(marks), -1), axis=0, return_index=True, return_inverse=True
        )
        self.shares: Floats = np.bincount(
            of_dag.ravel(), weights=drawn.shares, minlength=len(essential)
        ).astype(np.float64)
        self._members = drawn.parents[first]
        self._marks: dict[int | None, ClassMarks] = {
            None: ClassMarks(marks[first], np.ones(len(first), dtype=bool))
        }

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
            self._marks[k] = class_marks(self._members, k, threads=self._threads)
        return self._marks[k]

    def probability(self, a: int, pattern: str, b: int, k: int | None) -> float:
        """Return the probability of a pattern between two nodes.

        Where the probability of an adjacency is known without sampling, draws only say how it is shared among
        the patterns.
        """
        marks = self.marks(k)
        here, there = marks[:, a, b], marks[:, b, a]
        at_a, at_b = QUERY_PATTERNS[pattern]
        fits = here != NONE
        share = float(self.shares @ fits)
        if at_a is not None:
            fits = fits & (here == at_a + 1)
        if at_b is not None:
            fits = fits & (there == at_b + 1)
        found = float(self.shares @ fits)
        edges = self._drawn.edges
        if k is not None or edges is None:
            return min(found, 1.0)
        adjacent = float(min(edges[a, b] + edges[b, a], 1.0))
        if at_a is None and at_b is None:
            return adjacent
        return min(found * adjacent / share, 1.0) if share else 0.0

    def ancestor_probability(self, a: int, b: int) -> float:
        """Return the probability that a is an ancestor of b; the share of draws if that is all there is."""
        if self._drawn.ancestors is not None:
            return float(self._drawn.ancestors[a, b])
        parents = self._drawn.parents
        reached = np.zeros(parents.shape[:2], dtype=bool)
        reached[:, a] = True
        bits = np.unpackbits(
            np.ascontiguousarray(parents).view(np.uint8), axis=2, bitorder="little", count=self.n
        ).astype(bool)
        while True:
            more = reached | (bits & reached[:, None, :]).any(axis=2)
            if (more == reached).all():
                return float(self._drawn.shares @ reached[:, b])
            reached = more

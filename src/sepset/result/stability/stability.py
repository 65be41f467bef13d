"""How often a learner finds an edge or a mark again when rows are drawn again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sepset.checks import check_share
from sepset.errors import Advice, OptionError
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import EDGE_PATTERNS, query_marks
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.names import two_places
from sepset.lazily import optional
from sepset.result.discovery import versions
from sepset.result.presented import Presented
from sepset.result.stability import words
from sepset.result.stability.document import document_of
from sepset.skeleton.pair_numbers import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from sepset.drawing.diagram import Diagram
    from sepset.result.data_summary import DataSummary
    from sepset.result.settings import Settings

PATTERNS = tuple(EDGE_PATTERNS)


@dataclass(frozen=True, eq=False)
class Stability(Presented):
    """What `sepset.stability` returns: for each pair of columns, how often which edge was found.

    A share is not a probability. It says how often the same learner gives the same answer on other rows from
    the same source; a learner that is wrong for a reason is wrong again. Shares of adjacencies come close to
    how often they are right, shares of arrowheads do not.

    >>> import sepset as sp
    >>> stable = sp.stability(sp.asia().sample(500, seed=0), resamples=20, k=1)
    >>> stable.share("either", "*-*", "xray")
    1.0
    """

    names: tuple[str, ...]
    #: for each pair a < b of places, in order, how often each of the nine patterns was found
    counts: NDArray[np.int64]
    #: for each pair, in how many resamples both columns varied
    used: NDArray[np.int64]
    learner: str
    resamples: int
    method: str
    seed: int
    #: the options of the learner, as the first run has them
    settings: Settings
    data: DataSummary | None = None
    versions: Mapping[str, str] = field(default_factory=versions)

    def share(self, a: str, pattern: str, b: str) -> float:
        """Return in which share of the resamples the graph had ``a pattern b``; ``*`` stands for any mark.

        Resamples in which a or b has only one value do not count; NaN if there was no other.

        >>> import sepset as sp
        >>> stable = sp.stability({"a": [0, 1] * 20, "b": [0, 1] * 20, "c": [0, 0, 1, 1] * 10}, resamples=5)
        >>> stable.share("a", "*-*", "b"), stable.share("b", "---", "c")
        (1.0, 0.0)
        """
        first, second = two_places(a, b, self._places)
        asked = query_marks(pattern)
        row = number_of(first, second, len(self.names))
        if first > second:
            asked = asked[::-1]
        fitting = [
            place
            for place, marks in enumerate(EDGE_PATTERNS.values())
            if all(wanted in (None, mark) for wanted, mark in zip(asked, marks, strict=True))
        ]
        used = int(self.used[row])
        return int(self.counts[row, fitting].sum()) / used if used else float("nan")

    def marks(self) -> tuple[dict[str, str | float], ...]:
        """Return one row per pair: its names, the share of an edge, and of each of the nine patterns.

        A row is a dict, so that ``pandas.DataFrame(stable.marks())`` is a table.
        """
        rows: list[dict[str, str | float]] = []
        for i, a in enumerate(self.names):
            for b in self.names[i + 1 :]:
                shares = {pattern: self.share(a, pattern, b) for pattern in ("*-*", *PATTERNS)}
                rows.append({"a": a, "b": b, **shares})
        return tuple(rows)

    def to_pandas(self) -> pd.DataFrame:
        """Return `marks` as a data frame."""
        return optional("pandas").DataFrame(self.marks())

    def skeleton(self, at_least: float = 0.5) -> MixedGraph:
        """Return the pairs that are adjacent in this share of the resamples or more, without marks (``o-o``).

        >>> import sepset as sp
        >>> stable = sp.stability({"a": [0, 1] * 20, "b": [0, 1] * 20, "c": [0, 0, 1, 1] * 10}, resamples=5)
        >>> print(stable.skeleton(0.9))
        a o-o b
        c
        """
        at_least = check_share("at_least", at_least)
        if not at_least:
            raise OptionError(Advice("at_least"), " is a share above 0, up to 1; got 0")
        first, second = np.triu_indices(len(self.names), 1)
        kept = np.flatnonzero((self.used > 0) & (self.counts.sum(axis=1) >= at_least * self.used))
        table = MarkTable(len(self.names))
        for a, b in zip(first[kept].tolist(), second[kept].tolist(), strict=True):
            table.add(a, "o-o", b)
        return MixedGraph.from_table(self.names, table)

    def commonest(self, at_least: float = 0.5) -> MixedGraph:
        """Return the same pairs as `skeleton`, each with the edge that was found most often between the two.

        Pairs are taken one by one, so that no resample need have had this graph.

        >>> import sepset as sp
        >>> stable = sp.stability(sp.asia().sample(500, seed=0), resamples=20, k=1)
        >>> stable.commonest(0.9).adjacent("either", "xray")
        True
        """
        skeleton = self.skeleton(at_least)
        table = MarkTable(len(self.names))
        for a, _, b in skeleton.table.edges():
            # Read from the name that comes first, so that ties are broken alike in any order of columns.
            low, high = sorted((self.names[a], self.names[b]))
            pattern = max(PATTERNS, key=lambda one: self.share(low, one, high))
            table.add(self._places[low], pattern, self._places[high])
        return MixedGraph.from_table(self.names, table)

    def diagram(self) -> Diagram:
        """Return what pictures are made from: `commonest`, with how often each edge was found."""
        graph = self.commonest()
        shares = {
            (a, b): self.share(self.names[a], pattern, self.names[b]) for a, pattern, b in graph.table.edges()
        }
        return replace(graph.diagram(), probabilities=shares)

    def summary(self) -> str:
        """Return a short text: what was resampled, and the shares of the edges that were found often."""
        return words.summary(self)

    def _document(self) -> dict[str, object]:
        return document_of(self)

    def __repr__(self) -> str:
        return (
            f"<Stability: {len(self.names)} variables, {self.learner}, {self.resamples:,} resamples "
            f"({self.method})>"
        )

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

"""What a learner returns: the graph, the separating sets behind it, and the reason for every mark."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sepset.errors import OptionError
from sepset.graph.options import check_size

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sepset.data.dataset import Dataset
    from sepset.equivalence.k_essential import KEssential
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.orientation.engine import Conflict, Step
    from sepset.skeleton.search import Skeleton


@dataclass(frozen=True)
class Orientation:
    """The oriented graph of one bound, with its trace and its conflicts (by node number)."""

    graph: MixedGraph
    trace: tuple[Step, ...]
    conflicts: tuple[Conflict, ...]
    #: with ``complete=True``: the exact k-essential graph, or None when no DAG fits what was found
    completion: KEssential | None = None
    notes: tuple[str, ...] = ()
    #: the tests that deciding on colliders took, by size of the conditioning set
    tests_run: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DataSummary:
    """What a result keeps of the data: enough to recognise and to describe them."""

    fingerprint: str
    rows: int
    kinds: Mapping[str, str]

    @classmethod
    def of(cls, data: Dataset) -> DataSummary:
        """Summarise a dataset."""
        return cls(data.fingerprint(), data.rows, dict(data.kinds))


@dataclass(frozen=True, eq=False)
class Discovery:
    """The result of a learner.

    One run up to k holds the results for every smaller bound: ask for them with `graph_at`.
    """

    learner: str
    k: int
    skeleton: Skeleton
    settings: Mapping[str, object]
    _orient: Callable[[int], Orientation]
    data: DataSummary | None = None
    _levels: dict[int, Orientation] = field(default_factory=dict)

    @property
    def graph(self) -> MixedGraph:
        """The graph that was found."""
        return self.orientation().graph

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in order."""
        return self.skeleton.names

    @property
    def tests_run(self) -> dict[int, int]:
        """The number of conditional independence tests, by size of the conditioning set."""
        counts = dict(self.skeleton.tests_run)
        for size, count in self.orientation().tests_run.items():
            counts[size] = counts.get(size, 0) + count
        return counts

    @property
    def trace(self) -> tuple[Step, ...]:
        """Every mark that a rule put, in order, by node number; `explain` says it in words."""
        return self.orientation().trace

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What the evidence wants and the graph does not say; empty with an oracle."""
        return self.orientation().conflicts

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before using the graph."""
        return self.orientation().notes

    def graph_at(self, k: int) -> MixedGraph:
        """Return the result for a smaller bound on the conditioning sets, from the same run."""
        return self.orientation(k).graph

    def orientation(self, k: int | None = None) -> Orientation:
        """Return graph, trace and conflicts for a bound, by default the one of the run."""
        bound = self.k if k is None else check_size("k", k)
        if bound > self.k:
            raise OptionError(
                f"the run went up to k = {self.k}, so there is no result for k = {bound}; run it again"
            )
        if bound not in self._levels:
            self._levels[bound] = self._orient(bound)
        return self._levels[bound]

    def sepset(self, a: str, b: str) -> frozenset[str] | None:
        """Return the set that separates a and b, or None if they are adjacent."""
        given = self._separation(a, b)
        return None if given is None else frozenset(self.names[c] for c in given)

    def p_value(self, a: str, b: str) -> float | None:
        """Return the p-value with which a and b were separated, or None if they are adjacent."""
        return self.skeleton.separations.p_value(self.graph.number(a), self.graph.number(b))

    def explain(self, a: str, b: str, k: int | None = None) -> str:
        """Say in plain English what was found between a and b, and why."""
        from sepset.learn.explain import explain

        return explain(self, a, b, k)

    def _separation(self, a: str, b: str) -> tuple[int, ...] | None:
        return self.skeleton.separations.given(self.graph.number(a), self.graph.number(b))

    def __repr__(self) -> str:
        conflicts = f", {len(self.conflicts)} conflicts" if self.conflicts else ""
        return f"<Discovery by {self.learner}, k = {self.k}: {self.graph!r}{conflicts}>"

    def __str__(self) -> str:
        return self.graph.to_text()

"""What a learner returns: the graph, the separating sets behind it, and the reason for every mark."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from sepset.checks import check_size
from sepset.errors import InPython, OptionError, UnknownNodeError
from sepset.lazily import Lazy
from sepset.result.edge_p import EdgeP, edge_p_bound
from sepset.result.impossible import with_impossible
from sepset.result.presented import PresentedWithEffects
from sepset.result.settings import Settings
from sepset.result.warnings import run_warnings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from sepset import sentences
    from sepset.catalogue.false_discovery import DiscoveryMethod
    from sepset.drawing import plot
    from sepset.drawing.diagram import Diagram
    from sepset.equivalence.causes import Causes
    from sepset.equivalence.essential.k_essential import KEssential
    from sepset.errors import Remark
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.knowledge import statements
    from sepset.knowledge.statements import Knowledge
    from sepset.orientation.engine import Conflict, Step
    from sepset.orientation.outcome import Overruled
    from sepset.result import causes, disputes, explain, facts, worth
    from sepset.result.against import Against
    from sepset.result.data_summary import DataSummary
    from sepset.result.facts import Fact
    from sepset.result.saved import document
    from sepset.result.worth import WithOneMore
    from sepset.sentences import Note
    from sepset.skeleton.search import Skeleton
    from sepset.status import Status
else:
    # Most runs have no knowledge.
    statements = Lazy("sepset.knowledge.statements")
    # Many results are looked at without asking why, or what an answer would settle.
    causes, explain = Lazy("sepset.result.causes"), Lazy("sepset.result.explain")
    facts, worth = Lazy("sepset.result.facts"), Lazy("sepset.result.worth")
    disputes = Lazy("sepset.result.disputes")
    sentences = Lazy("sepset.sentences")  # few have a note
    # Few are drawn outside the report, or saved.
    plot, document = Lazy("sepset.drawing.plot"), Lazy("sepset.result.saved.document")


@dataclass(frozen=True)
class Orientation:
    """The oriented graph of one bound, with its trace and its conflicts (by node number)."""

    graph: MixedGraph
    trace: Sequence[Step]
    conflicts: Sequence[Conflict]
    #: with ``complete=True``: the exact k-essential graph, or None when no DAG fits what was found
    completion: KEssential | None = None
    #: what to know about the graph; texts become notes
    notes: tuple[Note, ...] = ()
    #: the tests that deciding on colliders took, by size of the conditioning set
    tests_run: Mapping[int, int] = field(default_factory=dict)
    #: votes on unshielded triples (end, middle, end): collider, non-collider or None for ambiguous
    votes: Mapping[tuple[int, int, int], bool | None] = field(default_factory=dict)
    #: where the data contradict what is known beforehand
    against: tuple[Against, ...] = ()
    #: with ``repair=True``: decisions of the tests that the graph breaks
    overruled: tuple[Overruled, ...] = ()

    def __post_init__(self) -> None:
        # A user's own learner, and a file of version 0.1, have texts.
        if self.notes:
            object.__setattr__(self, "notes", tuple(map(sentences.Note.of, self.notes)))


@cache
def versions() -> Mapping[str, str]:
    """Return the versions of what computes a result: sepset, Python, NumPy and SciPy."""
    import platform
    from importlib import metadata

    libraries = {name: metadata.version(name) for name in ("sepset", "numpy", "scipy")}
    return MappingProxyType({**libraries, "python": platform.python_version()})


@dataclass(frozen=True, eq=False)
class Discovery(PresentedWithEffects):
    """The result of a learner.

    One run up to k holds the results for every smaller bound: ask for them with `graph_at`. `settings` holds
    the options of the run, `data` a summary of the data (None for an oracle or a test given in their place),
    and `versions` what computed it. `save` writes everything to a file, and `load` brings it back.
    """

    learner: str
    k: int
    skeleton: Skeleton
    settings: Settings
    _orient: Callable[[int], Orientation]
    data: DataSummary | None = None
    _levels: dict[int, Orientation] = field(default_factory=dict)
    #: those of a loaded result; None means those of this process, looked up when needed
    saved_versions: Mapping[str, str] | None = field(default=None, kw_only=True)
    #: whether orienting depends on k itself; if not, all bounds above the largest set and degree give one
    #: result
    uses_k: bool = field(default=True, kw_only=True)
    #: what computes `edge_p`, in the order of the pairs; None: it cannot be asked for
    largest_p: Callable[[], NDArray[np.float64]] | None = field(default=None, kw_only=True, repr=False)

    def __post_init__(self) -> None:
        # A user's own learner may give a mapping.
        object.__setattr__(self, "settings", Settings.of(self.settings))

    @property
    def versions(self) -> Mapping[str, str]:
        """The versions of sepset, Python, NumPy and SciPy that computed the result."""
        return versions() if self.saved_versions is None else self.saved_versions

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
    def trace(self) -> Sequence[Step]:
        """Every mark that a rule put, in order, by node number; `explain` says it in words."""
        return self.orientation().trace

    @property
    def conflicts(self) -> Sequence[Conflict]:
        """What the evidence asks for and the graph does not show, and edges that no DAG has.

        Empty with the oracle of a DAG.
        """
        return self.orientation().conflicts

    @property
    def overruled(self) -> tuple[Overruled, ...]:
        """Decisions of the tests that the graph breaks, with ``repair=True``; they replace conflicts."""
        return self.orientation().overruled

    @property
    def notes(self) -> tuple[Note, ...]:
        """What you must know before using the graph: texts with a `kind`, and a `sentence` with slots."""
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
        bound = min(bound, self.last_bound)
        if bound not in self._levels:
            self._levels[bound] = with_impossible(self._orient(bound), self.learner)
        return self._levels[bound]

    @cached_property
    def last_bound(self) -> int:
        """The bound from which the result stays the same, or k if there is none below."""
        if self.uses_k:
            return self.k
        adjacency = self.skeleton.separations.skeleton().adjacency
        largest_set = int(self.skeleton.separations.size.max(initial=0))
        return min(self.k, max(largest_set, *(row.bit_count() for row in adjacency), 0))

    def sepset(self, a: str, b: str) -> frozenset[str] | None:
        """Return the set that separates a and b, or None if they are adjacent."""
        given = self.skeleton.separations.given(self._number(a), self._number(b))
        return None if given is None else frozenset(self.names[c] for c in given)

    def p_value(self, a: str, b: str) -> float | None:
        """Return the p-value with which a and b were separated, or None if they are adjacent."""
        return self.skeleton.separations.p_value(self._number(a), self._number(b))

    @cached_property
    def edge_p(self) -> EdgeP:
        """For each pair the largest p over all sets of at most k other variables, whatever the search tried.

        If some set of at most k variables separates the pair, this is at most alpha with a probability of at
        most alpha; so it is a p-value of the adjacency. It is computed when it is first asked for, by testing
        all sets for all pairs; a result that was saved after that holds it. In PC without a limit, k is the
        largest size that the search came to, ``found.edge_p.k``. ``found.edge_p["a", "b"]``, in either order.

        >>> import sepset as sp
        >>> found = sp.kpc(sp.asia().sample(1000, seed=0), k=1)
        >>> found.edge_p["either", "xray"] < 0.001 < found.edge_p["asia", "smoke"]
        True
        """
        if self.largest_p is None:
            raise OptionError(
                "the p-values of edges take the data, and this file was saved without them; run the learner "
                "again",
                InPython(" and ask for edge_p or significant() before saving"),
            )
        return EdgeP(self.names, self.largest_p(), edge_p_bound(self))

    def significant(self, q: float = 0.05, method: DiscoveryMethod = "bh") -> tuple[tuple[str, str], ...]:
        """Return the pairs that are adjacent when at most a share q of them may be false, by `edge_p`.

        ``"bh"``: Benjamini and Hochberg; ``"by"``: Benjamini and Yekutieli, whatever the dependence between
        the tests, with less power. It looks at the p-values of all pairs, not at the graph of the run.

        >>> import sepset as sp
        >>> found = sp.kpc(sp.asia().sample(1000, seed=0), k=1)
        >>> ("either", "xray") in found.significant(q=0.05) or ("xray", "either") in found.significant()
        True
        """
        return self.edge_p.significant(q, method)

    def rows_used(self, a: str, b: str) -> int | None:
        """Return the N behind the answer about a and b: of the separating test, else of the two alone.

        None without data. It differs from pair to pair when values are missing (``missing="testwise"``).
        """
        if self.data is None:
            return None
        pair = (self._number(a), self._number(b))
        return self.data.rows_with((*pair, *(self.skeleton.separations.given(*pair) or ())))

    @cached_property
    def knowledge(self) -> Knowledge | None:
        """What was known beforehand, if anything."""
        stated = self.settings.knowledge
        return None if stated is None else statements.Knowledge.from_dict(stated)

    @cached_property
    def with_one_more(self) -> WithOneMore:
        """The result, to be asked what one more statement would settle; each statement is tried once."""
        return worth.WithOneMore(self)

    @property
    def warnings(self) -> tuple[Remark, ...]:
        """What to know about the data and the tests before believing the graph, one sentence each.

        Each is text, with a word for what it is about: ``warning.kind == "copies"``.
        """
        return () if self.data is None else (*self.data.warnings, *run_warnings(self))

    def explain(self, a: str, b: str, k: int | None = None) -> str:
        """Say in plain English what was found between a and b, and why; `k` asks for a smaller bound."""
        return explain.explain(self, a, b, k)

    def facts(self, a: str, b: str, k: int | None = None) -> tuple[Fact, ...]:
        """Return what `explain` says about a and b as data: summary, evidence and details."""
        return facts.Facts(self, k).about(a, b)

    def status(self, a: str, b: str, k: int | None = None) -> Status | None:
        """Return how sure the edge between a and b is, or None if they are not adjacent.

        "settled": both ends follow from the tests; "partly_settled"; "open"; or "contradicted": other tests
        disagree with what is drawn.
        """
        result = self.orientation(k)
        graph = result.graph
        edge = graph.edge(a, b)
        if edge is None:
            return None
        return disputes.disputes(result).status(graph.number(a), graph.number(b), edge.pattern)

    def causes(self, cause: str, effect: str, k: int | None = None) -> Causes:
        """Say whether `cause` is a cause of `effect`: "always", "possibly" or "never".

        That is, in all, some or none of the DAGs that agree with the result, directly or through others. The
        answer is a word with `paths` and a `reason`; what the tests contradict is read as open.
        """
        return causes.causes(self, cause, effect, k)

    def summary(self) -> str:
        """Return a short text for people: what was run on what, the tests, the edges, conflicts and notes."""
        return explain.summary(self)

    def diagram(self) -> Diagram:
        """Return what pictures of the result are made from; contradicted edges are drawn as such."""
        return replace(self.graph.diagram(), contradicted=disputes.disputes(self.orientation()).pairs)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the graph with matplotlib (extra ``plot``) and return the axes."""
        return plot.plot(self, ax=ax)

    def _number(self, name: str) -> int:
        try:
            return self._places[name]
        except (KeyError, TypeError):
            raise UnknownNodeError(name, self.names) from None

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def _document(self) -> dict[str, object]:
        return document.document_of(self)

    def __repr__(self) -> str:
        conflicts = f", {len(self.conflicts)} conflicts" if self.conflicts else ""
        return f"<Discovery by {self.learner}, k = {self.k}: {self.graph!r}{conflicts}>"

    def __str__(self) -> str:
        return self.graph.to_text()

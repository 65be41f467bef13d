"""A posterior over graphs: for every mark how sure it is, and the graph that is best to draw."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, get_args

from sepset.checks import check_choice, check_flag, check_size, check_type
from sepset.drawing.plot import plot
from sepset.errors import OptionError
from sepset.graph.marks import EDGE_PATTERNS, query_marks
from sepset.graph.mixed_graph import MixedGraph
from sepset.graph.names import two_places
from sepset.knowledge.statements import Knowledge
from sepset.result.discovery import Discovery, versions
from sepset.result.posterior import words
from sepset.result.posterior.allowed_dags import allowed_dags
from sepset.result.posterior.document import document_of
from sepset.result.posterior.facts import NO_EDGE, disagreements, pair_facts
from sepset.result.presented import PresentedWithEffects
from sepset.result.settings import PosteriorSettings
from sepset.score.best import Goal, best_marks, best_valid
from sepset.score.classes import Classes
from sepset.score.marks import NONE, dag_table, marks_graph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from sepset.drawing.diagram import Diagram
    from sepset.errors import Remark
    from sepset.graph.mark_table import MarkTable
    from sepset.result.data_summary import DataSummary
    from sepset.result.facts import Fact
    from sepset.result.posterior.facts import Disagreement
    from sepset.score.components import Component
    from sepset.score.found import Drawn

ANCESTOR = "is an ancestor of"


class Sample(NamedTuple):
    """A drawn DAG: its share of the draws, and the log of its posterior probability."""

    dag: MixedGraph
    weight: float
    log_probability: float


@dataclass(frozen=True, eq=False)
class Posterior(PresentedWithEffects):
    """What `sepset.posterior` returns.

    Probabilities refer to the essential graph of the DAG behind the data or, for a k, to its k-essential
    graph. They assume that there is such a DAG among the columns, without hidden causes, and that one of the
    scores describes how the data came about.

    >>> import sepset as sp
    >>> post = sp.posterior(sp.asia().sample(500, seed=0).select(("tub", "lung", "either")), seed=0)
    >>> post.probability("tub", "*-*", "either") > 0.99
    True
    """

    names: tuple[str, ...]
    drawn: Drawn
    settings: PosteriorSettings
    #: k-PC on the same data with automatic settings: what small tests alone say
    beside: Discovery
    data: DataSummary | None = None
    versions: Mapping[str, str] = field(default_factory=versions)

    def __post_init__(self) -> None:
        object.__setattr__(self, "settings", PosteriorSettings.of(self.settings))

    # ---- what was computed -----------------------------------------------------------------------------

    @property
    def exact(self) -> bool:
        """Whether the draws come from the exact posterior, each independent of the others."""
        return self.drawn.exact

    @property
    def chains_on_cluster(self) -> int:
        """How many of its chains the workers of a cluster ran: all of them, or none; 0 if it was loaded."""
        return self.drawn.chains_on_cluster

    @cached_property
    def knowledge(self) -> Knowledge | None:
        """What was known beforehand: no DAG that was drawn violates it."""
        stated = self.settings.knowledge
        return None if stated is None else Knowledge.from_dict(stated)

    @property
    def diagnostics(self) -> Mapping[str, float | int | str]:
        """What tells how far to trust the numbers; with the sampled engine, whether to run it longer."""
        return self.drawn.diagnostics

    @property
    def weights(self) -> Mapping[Component, float]:
        """The probability of each combination of score and prior after the data."""
        return MappingProxyType(dict(zip(self.drawn.components, self.drawn.weights.tolist(), strict=True)))

    @property
    def evidence(self) -> Mapping[Component, float] | None:
        """The log of the probability of the data under each combination; None if it was not computed."""
        if self.drawn.log_evidence is None:
            return None
        return MappingProxyType(
            dict(zip(self.drawn.components, self.drawn.log_evidence.tolist(), strict=True))
        )

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """The different DAGs that were drawn, the most frequent first."""
        found = [
            Sample(self._graph(dag_table(rows)), share, log_probability)
            for rows, share, log_probability in zip(
                self.drawn.parents,
                self.drawn.shares.tolist(),
                self.drawn.log_probability.tolist(),
                strict=True,
            )
        ]
        return tuple(sorted(found, key=lambda one: (-one.weight, -one.log_probability)))

    # ---- asking ----------------------------------------------------------------------------------------

    def probability(self, a: str, pattern: str, b: str, k: int | None = None) -> float:
        """Return the probability that the essential graph (k-essential graph for a k) has ``a pattern b``.

        `pattern` is as in `MixedGraph.has`, with ``*`` for any mark; or ``"is an ancestor of"``, which
        speaks of the DAG itself and takes no k.

        >>> import sepset as sp
        >>> post = sp.posterior({"a": [0, 1] * 20, "b": [0, 1] * 20}, seed=0)
        >>> round(post.probability("a", "---", "b"), 3)
        1.0
        """
        first, second = self._pair(a, b)
        if isinstance(pattern, str) and pattern == ANCESTOR:
            if k is not None:
                raise OptionError(f"{ANCESTOR!r} speaks of the DAG and takes no k; leave k out")
            return self._classes.ancestor_probability(first, second)
        query_marks(pattern, ANCESTOR)  # an error unless it is a pattern
        return self._classes.probability(first, pattern, second, _check_k(k))

    def causes(self, cause: str, effect: str) -> float:
        """Return the probability that `cause` is a cause of `effect`, directly or through others.

        >>> import sepset as sp
        >>> post = sp.posterior(sp.asia().sample(500, seed=0).select(("tub", "lung", "either")), seed=0)
        >>> post.causes("lung", "either") > 0.5 > post.causes("either", "lung")
        True
        """
        return self.probability(cause, ANCESTOR, effect)

    def marks(self, k: int | None = None) -> tuple[dict[str, str | float], ...]:
        """Return one row per pair: its names, the probability of an edge, and of each of the nine patterns.

        A row is a dict, so that ``pandas.DataFrame(post.marks())`` is a table.
        """
        bound, rows = _check_k(k), []
        for i, a in enumerate(self.names):
            for b in self.names[i + 1 :]:
                first, second = self._pair(a, b)
                row: dict[str, str | float] = {"a": a, "b": b}
                for pattern in ("*-*", *EDGE_PATTERNS):
                    row[pattern] = self._classes.probability(first, pattern, second, bound)
                rows.append(row)
        return tuple(rows)

    def possibilities(self, a: str, b: str, k: int | None = None) -> dict[str, float]:
        """Return every edge that a and b may have, and "no edge", with its probability; the likeliest first.

        >>> import sepset as sp
        >>> post = sp.posterior({"a": [0, 1] * 20, "b": [0, 1] * 20}, seed=0)
        >>> list(post.possibilities("a", "b"))
        ['---', 'no edge']
        """
        first, second = self._pair(a, b)
        table = self._classes.patterns(_check_k(k))[:, :, first, second]
        found = {NO_EDGE: float(table[NONE, NONE])}
        for pattern, (at_a, at_b) in EDGE_PATTERNS.items():
            found[pattern] = float(table[at_a + 1, at_b + 1])
        likely = sorted(found, key=lambda pattern: (-found[pattern], pattern))
        return {pattern: found[pattern] for pattern in likely if found[pattern] > 0}

    def exact_share(self, k: int | None = None) -> float:
        """Return the share of draws whose k-essential graph is exact; the others may have circles too many.

        It is 1 for the essential graph, and for every k up to 20 columns; 0 for a k beyond.

        >>> import sepset as sp
        >>> sp.posterior({"a": [0, 1] * 20, "b": [0, 1] * 20}, seed=0).exact_share(1)
        1.0
        """
        return min(self._classes.exact_share(_check_k(k)), 1.0)

    @property
    def graph(self) -> MixedGraph:
        """The graph to draw: `best` for the essential graph."""
        return self.best()

    def graph_at(self, k: int) -> MixedGraph:
        """Return the graph to draw for the k-essential graph."""
        return self.best(check_size("k", k))

    def best(self, k: int | None = None, maximize: Goal = "corrected", valid: bool = False) -> MixedGraph:
        """Return the graph with the best expected score under the posterior.

        ``"corrected"``: the sum of the F1 scores of skeleton, arrowheads and tails, above what chance would
        give. ``"f1"``: the sum itself, which rewards density when little is known. ``"shd"``: the least
        expected distance. The graph need not be the essential graph of any DAG; with `valid` it is one of
        those that were drawn.
        """
        check_choice("maximize", maximize, get_args(Goal))
        key = _check_k(k), maximize, check_flag("valid", valid)
        if key not in self._best:
            marks, shares = self._classes.marks(key[0]), self._classes.shares
            chosen = (
                marks[best_valid(marks, shares, maximize)] if valid else best_marks(marks, shares, maximize)
            )
            self._best[key] = marks_graph(self.order, chosen).reorder(self.names)
        return self._best[key]

    def summary(self, k: int | None = None) -> str:
        """Return the graph to draw in words: edges with how sure they are, the surest first."""
        return words.summary(self, k)

    def explain(self, a: str, b: str, k: int | None = None, *, beside: Discovery | None = None) -> str:
        """Say how probable each kind of edge between a and b is, what speaks for it, and what k-PC says.

        `beside` is another result of a learner by tests on the same data, to be compared with instead.
        """
        return "\n".join(map(str, self.facts(a, b, k, beside=beside)))

    def facts(
        self, a: str, b: str, k: int | None = None, *, beside: Discovery | None = None
    ) -> tuple[Fact, ...]:
        """Return what `explain` says about a and b as data."""
        self._pair(a, b)
        if beside is not None:
            check_type("beside", beside, Discovery)
        return tuple(pair_facts(self, a, b, _check_k(k), self.beside if beside is None else beside))

    def best_logs(self, a: str, b: str) -> dict[str, float]:
        """Return the log probability of the best drawn DAG with a --> b, with a <-- b, and with no edge.

        Minus infinity where no drawn DAG is like that.
        """
        first, second = self._pair(a, b)
        with_arrow, without = self._classes.best_logs
        return {
            "-->": float(with_arrow[first, second]),
            "<--": float(with_arrow[second, first]),
            NO_EDGE: float(without[first, second]),
        }

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """The pairs about which k-PC says what is less probable under the posterior than its opposite."""
        return tuple(disagreements(self))

    @property
    def warnings(self) -> tuple[Remark, ...]:
        """What to know about the data before believing the numbers, one sentence each."""
        return () if self.data is None else self.data.warnings

    def diagram(self, k: int | None = None) -> Diagram:
        """Return what pictures of the graph are made from; the line of an edge shows how sure it is."""
        graph = self.best(k)
        sure = {
            (a, b): self.probability(self.names[a], pattern, self.names[b], k)
            for a, pattern, b in graph.table.edges()
        }
        return replace(graph.diagram(), probabilities=sure)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the graph with matplotlib (extra ``plot``) and return the axes."""
        return plot(self, ax=ax)

    def _document(self) -> dict[str, object]:
        return document_of(self)

    def __str__(self) -> str:
        return self.graph.to_text()

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "sampled"
        return f"<Posterior: {len(self.names)} variables, {kind}, {len(self.drawn.shares):,} different DAGs>"

    # ---- inside ----------------------------------------------------------------------------------------

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names in the order in which the draws number the nodes."""
        return tuple(sorted(self.names))

    @cached_property
    def _classes(self) -> Classes:
        known = self.knowledge
        return Classes(self.drawn, allowed=None if known is None else allowed_dags(known, self.order))

    @cached_property
    def _best(self) -> dict[tuple[int | None, str, bool], MixedGraph]:
        return {}

    @cached_property
    def _place(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.order)}

    def _pair(self, a: str, b: str) -> tuple[int, int]:
        return two_places(a, b, self._place)

    def _graph(self, table: MarkTable) -> MixedGraph:
        return MixedGraph.from_table(self.order, table).reorder(self.names)


def _check_k(k: object) -> int | None:
    return None if k is None else check_size("k", k)

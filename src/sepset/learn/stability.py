"""Stability: run a learner again and again on resampled rows, and count what it finds.

- *Bootstrap*: N of N rows, with replacement (Efron 1979; for graphs Friedman, Goldszmidt and Wyner 1999).
- *Half*: half of the rows, without replacement, as in stability selection (Meinshausen and Bühlmann 2010).

The rows of resample i depend on the seed, on i and on N, and on nothing else. What a share says, and what it
does not, is in ``docs/stability.md``.
"""

from __future__ import annotations

import inspect
import time
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.records import load
from sepset.catalogue.resamplings import RESAMPLINGS
from sepset.checks import came, check_choice, check_count, check_threads, check_type
from sepset.data.dataset import Dataset
from sepset.errors import Advice, OptionError
from sepset.graph.marks import EDGE_PATTERNS
from sepset.independence.choose import as_data
from sepset.knowledge.statements import Knowledge
from sepset.learn.on_cluster import is_long
from sepset.limits import RESAMPLES
from sepset.progress import Told, as_callback
from sepset.result.data_summary import DataSummary
from sepset.result.discovery import Discovery
from sepset.result.stability.stability import Stability
from sepset.skeleton.pair_numbers import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from sepset.catalogue.choices import ColliderRule, RuleSet, SearchChoice, TestName
    from sepset.catalogue.learners import LearnerName
    from sepset.catalogue.resamplings import Resampling
    from sepset.data.column import Column
    from sepset.data.dataset import MissingPolicy
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.learn.auto import Auto
    from sepset.orientation.plans import Plan
    from sepset.progress import ShowProgress
    from sepset.skeleton.backends.dask import DaskBackend

#: Parameters of an estimator that runs once for each resample.
_ALONE = {"threads": 1, "checkpoint": None, "backend": None, "progress": None}
_PLACE = {pattern: place for place, pattern in enumerate(EDGE_PATTERNS)}


class Estimator(Protocol):
    """What is needed of an estimator: `fit`, which leaves a `Discovery`, and its parameters."""

    def fit(self, X: Dataset) -> object:  # noqa: N803 - the name that scikit-learn asks for
        """Learn a graph."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name."""


class StabilityProgress(NamedTuple):
    """How far the run has got: how many of how many resamples are done."""

    done: int
    resamples: int

    def told(self) -> Told:
        """Say it in words."""
        return Told("resampling", self.done, self.resamples, "resamples")


def stability(
    data: object,
    *,
    resamples: int = 200,
    method: Resampling = "bootstrap",
    seed: int = 0,
    learner: LearnerName | Literal["anytime_fci"] | Callable[[Dataset], Discovery] | Estimator = "kpc",
    k: int | Auto | None = None,
    max_k: int | None = None,
    alpha: float | Auto | None = None,
    test: TestName | None = None,
    search: SearchChoice | None = None,
    colliders: ColliderRule | Auto | None = None,
    rules: RuleSet | Plan | Auto | None = None,
    knowledge: Knowledge | None = None,
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: ShowProgress[StabilityProgress] = None,
    backend: DaskBackend | None = None,
) -> Stability:
    """Return how often a learner finds each adjacency and each mark when rows are drawn again.

    - `resamples`: how many times; `method`: ``"bootstrap"`` (as many rows as there are, with replacement) or
      ``"half"`` (half of them, without); `seed`: with another one, other rows are drawn.
    - `learner`: ``"kpc"``, ``"pc"``, ``"loci"`` or ``"anytime-fci"``; an estimator such as ``sp.KPC(k=2)``;
      or a function of a `Dataset` that returns a `Discovery`, such as ``lambda data: sp.kpc(data, k=2)``.
    - `k` to `knowledge`: the options of the learner, by default its own defaults; those that it does not have
      are refused. What ``"auto"`` stands for is chosen again for each resample.
    - `missing`, `threads`: as in `kpc`. `progress` is called with a `StabilityProgress` after each resample.
    - `backend`: a `DaskBackend` whose workers learn from the resamples, if they would take long here; the
      result is the same.

    A resample in which a column has a single value left is learned without that column, and counts for the
    other pairs. With ``progress=True`` a bar shows how far the run has got.

    >>> import sepset as sp
    >>> stable = stability(sp.asia().sample(1000, seed=0), resamples=50, k=1)
    >>> stable.share("lung", "*-*", "either"), stable.share("asia", "*-*", "smoke") < 0.2
    (1.0, True)
    """
    runs, workers = check_count("resamples", resamples, least=1, most=RESAMPLES), check_threads(threads)
    check_choice("method", method, RESAMPLINGS)
    tell = as_callback(progress) or (lambda _: None)
    start = check_count("seed", seed, least=0)
    table = as_data(data, missing)
    if not isinstance(table, Dataset):
        raise OptionError("stability draws rows again, so it needs them: give the data, not a test")
    given = {
        "k": k, "max_k": max_k, "alpha": alpha, "test": test, "search": search, "colliders": colliders,
        "rules": rules, "knowledge": knowledge,
    }  # fmt: skip
    if knowledge is not None:
        check_type("knowledge", knowledge, Knowledge)
    learn = _learner(learner, {name: value for name, value in given.items() if value is not None})
    rows = _ResampledRows(table.rows, method, start)
    # The whole table comes first: wrong options show at once, and the settings of this run are kept.
    began = time.perf_counter()
    whole = learn.on(table)
    table = table.ranked()
    tally = _Tally(table.names)
    resamples_of = _Resamples(table, rows, learn)
    each = time.perf_counter() - began
    if is_long(backend, each * runs / workers):
        graphs = resamples_of.on_cluster(backend, runs, each)
    else:
        graphs = resamples_of.here(workers, runs)
    for done, graph in enumerate(graphs, start=1):
        tally.add(graph)
        tell(StabilityProgress(done, runs))
    return Stability(
        table.names,
        tally.counts,
        tally.used,
        whole.learner,
        runs,
        method,
        start,
        whole.settings,
        DataSummary.of(table),
    )


@dataclass(frozen=True)
class _ResampledRows:
    """Which rows make a resample."""

    count: int
    method: Resampling
    seed: int

    def of(self, number: int) -> NDArray[np.intp]:
        """Return the rows of one resample, sorted: no test looks at the order, and reading is quicker."""
        rng = np.random.default_rng([self.seed, number])
        if self.method == "bootstrap":
            return np.sort(rng.integers(0, self.count, self.count))
        return np.sort(rng.permutation(self.count)[: max(self.count // 2, 1)])


@dataclass(frozen=True)
class _LearnerWithOptions:
    """A learner with its options, ready to run on any rows."""

    function: Callable[..., Discovery]
    options: Mapping[str, Any]

    def on(self, data: Dataset) -> Discovery:
        """Run it."""
        options = dict(self.options)
        if "knowledge" in options:
            options["knowledge"] = options["knowledge"].among(data.names)
        return self.function(data, **options)

    def graph(self, resample: Dataset) -> MixedGraph:
        """Return the graph of a resample; columns with one value left are not among its nodes."""
        varying = [column.name for column in resample.columns if _varies(column)]
        if len(varying) == len(resample.names):
            return self.on(resample).graph
        return self.on(resample.select(varying)).graph


@dataclass(frozen=True)
class _Resamples:
    """A table, its resamples and a learner: all that is needed to learn from any of them, anywhere."""

    table: Dataset
    rows: _ResampledRows
    learner: _LearnerWithOptions

    def graph(self, number: int) -> MixedGraph:
        """Return the graph of one resample."""
        return self.learner.graph(self.table.take(self.rows.of(number)))

    def graphs(self, start: int, stop: int) -> list[MixedGraph]:
        """Return the graphs of some resamples."""
        return [self.graph(number) for number in range(start, stop)]

    def here(self, workers: int, count: int) -> Iterator[MixedGraph]:
        """Yield all graphs, learned by the threads of this process."""
        pool = ThreadPoolExecutor(workers)
        try:
            yield from pool.map(self.graph, range(count))
        finally:
            pool.shutdown(cancel_futures=True)  # after an error or Ctrl-C nothing more is begun

    def on_cluster(self, backend: DaskBackend, count: int, seconds: float) -> Iterator[MixedGraph]:
        """Yield all graphs in any order, learned by the workers of a cluster in some `seconds` each."""
        for graphs in backend.shared(self, _Resamples.graphs, count, "resample", seconds=seconds):
            yield from graphs


def _learner(learner: object, given: Mapping[str, Any]) -> _LearnerWithOptions:
    if hasattr(learner, "fit") and hasattr(learner, "get_params"):
        if given:
            raise OptionError(f"{', '.join(given)}: give the options to the estimator that is the learner")
        known = getattr(learner, "knowledge", None)
        return _LearnerWithOptions(_Fitting(learner), {} if known is None else {"knowledge": known})
    if callable(learner):
        if given:
            raise OptionError(f"{', '.join(given)}: give the options to the function that is the learner")
        return _LearnerWithOptions(_checked(learner), {})
    word = learner.replace("_", "-") if isinstance(learner, str) else learner
    function = load(LEARNERS[check_choice("learner", word, LEARNERS.words)].function)
    for option in given:
        if option not in inspect.signature(function).parameters:
            raise OptionError("the learner ", Advice("learner", str(learner)), f" has no option {option}")
    # One thread per run: the resamples are shared among threads.
    return _LearnerWithOptions(function, {**given, "threads": 1})


@dataclass(frozen=True)
class _Fitting:
    """An estimator as a learner: a copy of it is fitted, in one thread."""

    estimator: Any

    def __call__(self, data: Dataset, **options: object) -> Discovery:
        # A checkpoint is for one long run, and these are many short ones.
        own = {name: value for name, value in _ALONE.items() if name in self.estimator.get_params()}
        fitted = copy(self.estimator).set_params(**own, **options).fit(data)
        found = getattr(fitted, "discovery_", None)
        if not isinstance(found, Discovery):
            raise OptionError(
                f"{type(fitted).__name__} finds no graph by tests, so there is nothing to count; "
                "use KPC, PC, LOCI or AnytimeFCI"
            )
        return found


def _checked(learner: Callable[[Dataset], object]) -> Callable[[Dataset], Discovery]:
    def run(data: Dataset) -> Discovery:
        found = learner(data)
        if not isinstance(found, Discovery):
            raise OptionError(f"a learner returns a Discovery, as kpc does; this one returned {came(found)}")
        return found

    return run


def _varies(column: Column) -> bool:
    values = column.values[~column.missing()]
    return len(values) > 0 and bool((values != values[0]).any())


class _Tally:
    """Counts over graphs: for each pair of names how often which pattern, and how often both were there."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        n = len(names)
        self.place = {name: place for place, name in enumerate(names)}
        self.counts = np.zeros((n * (n - 1) // 2, len(EDGE_PATTERNS)), dtype=np.int64)
        self.used = np.zeros(n * (n - 1) // 2, dtype=np.int64)

    def add(self, graph: MixedGraph) -> None:
        """Count one graph, over all of the names in order or over some of them."""
        for u, pattern, v in graph.edges():
            self.counts[number_of(self.place[u], self.place[v], len(self.names)), _PLACE[pattern]] += 1
        if len(graph.nodes) == len(self.names):
            self.used += 1
        else:
            self.used[[*self._rows_among(graph.nodes)]] += 1

    def _rows_among(self, nodes: tuple[str, ...]) -> Iterator[int]:
        places = [self.place[name] for name in nodes]
        for i, low in enumerate(places):
            for high in places[i + 1 :]:
                yield number_of(low, high, len(self.names))

"""The posterior over graphs: how sure each mark is, averaged over all DAGs and weighted by the data.

Tests answer one question at a time. A posterior weighs whole graphs: each DAG by how well it explains the
data, by several scores, each with several prior beliefs about density, weighted by their evidence. See
docs/posterior.md.

References: Koivisto and Sood (2004); Tian and He (2009); Kuipers and Moffa (2017); Talvitie et al. (2019).
"""

from __future__ import annotations

import logging
import math
import time
from numbers import Real
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from sepset.catalogue.posterior import SCORES
from sepset.catalogue.records import load
from sepset.checks import (
    came,
    check_choice,
    check_count,
    check_items,
    check_threads,
    check_time_limit,
)
from sepset.data.dataset import Dataset
from sepset.data.reading.table import dataset
from sepset.errors import Advice, DataError, InPython, InShell, OptionError, TimeLimitError
from sepset.independence.protocol import CITest
from sepset.learn.kpc import kpc
from sepset.learn.on_cluster import OnCluster, is_long
from sepset.learn.posterior_cost import affordable
from sepset.limits import SAMPLED_DAGS
from sepset.progress import Told, as_callback
from sepset.result.posterior.allowed_dags import allowed_dags
from sepset.result.posterior.posterior import Posterior
from sepset.result.settings import PosteriorSettings
from sepset.score.components import DEFAULT_SCORES, Component
from sepset.score.exact import exact_posterior, foreseen
from sepset.score.local import local_scores, parent_bound
from sepset.score.sampled import Here, foreseen_sampled, sampled_posterior
from sepset.wording import some as some_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sepset.data.dataset import MissingPolicy
    from sepset.knowledge.statements import Knowledge
    from sepset.progress import ShowProgress
    from sepset.score.allowed import Allowed
    from sepset.score.components import Score
    from sepset.score.exact import Cost
    from sepset.score.found import Drawn
    from sepset.score.sampled import Workplace
    from sepset.skeleton.backends.dask import DaskBackend

Method: TypeAlias = Literal["auto", "exact", "sampled"]

#: Up to this many columns "auto" is "exact".
MOST_BY_DEFAULT = 16
#: With more columns an exact (True) or sampled (False) run says before it starts what it will cost: to
#: `progress`, and to the log.
_SAID_BEYOND = {True: 12, False: 40}

_log = logging.getLogger(__name__)


class PosteriorProgress(NamedTuple):
    """How far a posterior has got: the stage in words, and how many of how many stages are done."""

    stage: str
    done: int
    stages: int

    def told(self) -> Told:
        """Say it in words."""
        return Told(self.stage, self.done, self.stages, "stages")


def posterior(
    data: object,
    scores: Literal["auto"] | Iterable[Score] = "auto",
    edge_log_odds: Literal["auto"] | Iterable[float] = "auto",
    method: Method = "auto",
    knowledge: Knowledge | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: ShowProgress[PosteriorProgress] = None,
    *,
    samples: int = 400,
    missing: MissingPolicy = "error",
    backend: DaskBackend | None = None,
) -> Posterior:
    """Return the posterior over the DAGs that may be behind a table.

    `scores` are `Dirichlet`, `BDeu` or `BGe`; "auto" is Dirichlet(1/4, 1/2, 1, 2, 4) and BDeu(10) on
    discrete columns, BGe on continuous ones. Each is crossed with each of `edge_log_odds`: the prior of a
    DAG is proportional to exp(log-odds x number of its edges), normalised over all DAGs on the columns;
    "auto" is (0, -1, -2), and with more than 16 columns goes on in steps of 1 to about one edge per column.
    These combinations are equally likely beforehand and weighted by their evidence. `samples` DAGs are drawn;
    the same `seed` gives the same bytes, with any number of threads and any order of the columns.

    `knowledge` is never violated: only DAGs that keep it have a probability, beforehand and afterwards, and
    marks are those that such DAGs of a class share.

    `missing`: what to do about missing values, "error" or "drop" (complete rows only, with their number in
    the result). Graphs are compared on the same rows, so rows cannot be left out family by family.

    `method`: "exact" sums over all DAGs; "sampled" runs Markov chains over candidate parents and says in
    `diagnostics` how far they agree; "auto" is exact up to 16 columns and sampled beyond.

    `backend`: a `DaskBackend` whose workers look for candidates and run the chains, if that would take long
    here; the result is the same. An exact posterior is computed in this process.

    >>> import sepset as sp
    >>> chain = sp.MixedGraph.from_edges("a --> b", "b --> c")
    >>> table = sp.simulate.random_network(chain, seed=3).sample(1000, seed=4)
    >>> print(posterior(table, seed=0).graph)
    a --- b
    b --- c
    """
    check_choice("method", method, get_args(Method))
    report = as_callback(progress) or (lambda _: None)
    table = _check_table(data, missing)
    allowed = allowed_dags(knowledge, sorted(table.names))
    chosen = _check_scores(scores, table)
    odds = _check_odds(edge_log_odds, len(table.names))
    draws, start = check_samples(samples), check_seed(seed)
    workers, left = check_threads(threads), _Clock(time_limit)
    components = [Component(score, log_odds) for score in chosen for log_odds in odds]
    exact = method == "exact" or (method == "auto" and len(table.names) <= MOST_BY_DEFAULT)
    task = _Task(table, chosen, components, allowed, draws, start, workers, left, report)
    cost = _cost(task, exact=exact)
    place: Workplace = Here(workers)
    if is_long(backend, cost.seconds / workers) and not exact:
        place = OnCluster(backend, left)
    if len(table.names) > _SAID_BEYOND[exact]:
        _say(task, affordable(cost, time_limit))
    if backend is not None and not place.is_cluster:
        _say(task, "an exact posterior runs in this process" if exact else "short: it runs in this process")
    try:
        drawn, bound = _exact(task) if exact else _sampled(task, place)
    except TimeoutError:
        raise TimeLimitError(
            f"the posterior was not finished within {time_limit} s; raise ",
            Advice("time_limit"),
            ", or leave out columns",
        ) from None
    report(PosteriorProgress("done", 2, 2))
    settings = PosteriorSettings(
        method="exact" if exact else "sampled",
        scores=tuple(map(repr, chosen)),
        edge_log_odds=odds,
        seed=start,
        samples=draws,
        max_parents=bound,
        knowledge=None if knowledge is None else knowledge.to_dict(),
    )
    beside = kpc(table, "auto", alpha="auto", knowledge=knowledge, threads=workers, backend=backend)
    return Posterior(table.names, drawn, settings, beside, beside.data)


class _Task(NamedTuple):
    """What both engines need to know."""

    table: Dataset
    scores: Sequence[Score]
    components: Sequence[Component]
    allowed: Allowed
    samples: int
    seed: int
    threads: int
    left: Callable[[], float]
    report: Callable[[PosteriorProgress], None]


def _say(task: _Task, words: str) -> None:
    """Tell `progress` and the log what is known before the run starts."""
    _log.info(words)
    task.report(PosteriorProgress(words, 0, 2))


def _cost(task: _Task, *, exact: bool) -> Cost:
    n, scores, components = len(task.table.names), len(task.scores), len(task.components)
    if exact:
        return foreseen(n, scores, components, task.threads)
    return foreseen_sampled(n, task.table.rows, scores, components, task.samples)


def _exact(task: _Task) -> tuple[Drawn, int]:
    """Return the draws and the bound on parents."""
    bound = parent_bound(task.table)
    task.report(PosteriorProgress("scores of families", 0, 2))
    local = local_scores(task.table, task.scores, bound=bound, threads=task.threads, seconds=task.left())
    task.report(PosteriorProgress("draws from the posterior", 1, 2))
    drawn = exact_posterior(
        local,
        [task.scores.index(component.score) for component in task.components],
        task.components,
        samples=task.samples,
        seed=task.seed,
        threads=task.threads,
        seconds=task.left,
        allowed=task.allowed,
    )
    return drawn, bound


def _sampled(task: _Task, place: Workplace) -> tuple[Drawn, int]:
    """Return the draws and the most candidates that a node has."""
    task.report(PosteriorProgress("chains on the cluster" if place.is_cluster else "chains", 1, 2))
    drawn = sampled_posterior(
        task.table,
        task.scores,
        task.components,
        samples=task.samples,
        seed=task.seed,
        threads=task.threads,
        seconds=task.left,
        allowed=task.allowed,
        place=place,
    )
    return drawn, int(drawn.diagnostics["most_candidates"])


class _Clock:
    """How many seconds are left; infinitely many without a limit."""

    def __init__(self, limit: object) -> None:
        self._end = math.inf
        seconds = check_time_limit(limit)
        if seconds is not None:
            self._end = time.monotonic() + seconds

    def __call__(self) -> float:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _check_table(data: object, missing: MissingPolicy) -> Dataset:
    if isinstance(data, CITest) and callable(data) and not isinstance(data, Dataset):
        raise OptionError("posterior needs a table: a test alone cannot score graphs; give the data")
    table = complete_table(data, missing=missing)
    if len(set(table.kinds.values())) > 1:
        some = {
            kind: [n for n, its in table.kinds.items() if its == kind] for kind in ("continuous", "discrete")
        }
        raise DataError(
            f"the columns are of mixed kinds, {len(some['continuous'])} continuous (such as "
            f"{some['continuous'][0]!r}) and {len(some['discrete'])} discrete (such as "
            f"{some['discrete'][0]!r}), and there is no score for both; bin the continuous columns, keep the "
            "columns of one kind only, or learn by tests with k-PC",
            InPython(" (sepset.kpc)"),
            InShell(" (--method kpc)"),
            ", which takes both",
        )
    return table


def complete_table(data: object, *, missing: MissingPolicy) -> Dataset:
    """Return a dataset without gaps; the error about gaps advises what helps a posterior.

    >>> complete_table({"a": [0, None, 1], "b": [1, 0, 0]}, missing="drop").rows
    2
    """
    try:
        table = dataset(data, missing=missing)
    except DataError as error:
        if Advice("missing", "testwise") not in error.advice:
            raise
        # No family of a posterior can leave out rows of its own, so the gaps stay, to be refused below.
        table = dataset(data, missing="testwise", clean=False)
    if not table.gaps:
        return table
    where = f"values are missing in {some_names(list(table.gaps))}, and a posterior compares whole graphs on "
    complete = table.complete_rows()
    if not complete:
        raise DataError(
            where, "the same rows, none of which is complete; leave out the columns with the most gaps"
        )
    raise DataError(
        where,
        "the same rows; pass ",
        Advice("missing", "drop"),
        f" to use the {complete:,} complete rows of {table.rows:,}, or leave out columns",
    )


def _check_scores(scores: object, table: Dataset) -> tuple[Score, ...]:
    kind = next(iter(table.kinds.values()))
    if isinstance(scores, str) and scores == "auto":
        return DEFAULT_SCORES[kind]
    classes = tuple(load(record.implementation) for record in SCORES.values())
    chosen = _items((scores,) if isinstance(scores, classes) else scores)
    known: tuple[Score, ...] = tuple(one for one in chosen if isinstance(one, classes))
    if not chosen or len(known) < len(chosen):
        raise OptionError(
            "scores must be 'auto' or one or more of ",
            InPython(", ".join(f"sp.{one()!r}" for one in classes)),
            f"; got {came(scores)}",
        )
    if len(set(known)) < len(known):
        raise OptionError(f"scores should hold each score once; got {', '.join(map(repr, known))}")
    wrong = [one for one in known if one.kind != kind]
    if wrong:
        raise OptionError(
            f"{wrong[0]!r} is a score of {wrong[0].kind} columns, and these are {kind}; use "
            f"{DEFAULT_SCORES[kind][-1]!r}, or set ",
            Advice("kinds", wrong[0].kind),
            InPython(" when making the dataset"),
        )
    return known


def _default_odds(n: int) -> tuple[float, ...]:
    """Return 0, -1, -2; with more columns also odds under which about one edge per column is expected."""
    last = 2 if n <= MOST_BY_DEFAULT else math.ceil(math.log(n))
    return tuple(-float(step) for step in range(last + 1))


def _check_odds(odds: object, n: int) -> tuple[float, ...]:
    if isinstance(odds, str) and odds == "auto":
        return _default_odds(n)
    values = _items((odds,) if isinstance(odds, Real) else odds)
    known = [float(one) for one in values if not isinstance(one, bool) and isinstance(one, Real)]
    sound = len(known) == len(values) and all(-50 <= one <= 50 for one in known)
    if not values or not sound or len(set(known)) < len(known):
        raise OptionError(
            Advice("edge_log_odds"),
            f" is 'auto' or different numbers from -50 to 50, such as (0, -1, -2); got {came(odds)}",
        )
    return tuple(known)


def _items(values: object) -> list[object]:
    """Return the members of a collection; of text, and of anything else, nothing."""
    try:
        return check_items("values", values, "values")
    except OptionError:
        return []


def check_samples(samples: object) -> int:
    """Return the number of draws as a whole number of at least 1."""
    return check_count("samples", samples, least=1, most=SAMPLED_DAGS)


def check_seed(seed: object) -> int:
    """Return the seed as a whole number from 0 to 2^63 - 1."""
    return check_count("seed", seed, least=0, most=2**63 - 1)

"""What is compared: each method turns data into one graph, or into one for each k.

``published`` is the paper's Algorithm 1 to the letter, except that it searches among neighbours as the
published code does; ``published-all`` searches all subsets as the text says. Both take a table without
degrees of freedom for an independence, as the test of causal-learn does that the published code calls.
``program`` is that code itself, step by step (`experiments.program`), with the same test.
``ours`` has sepset's settings with k given, ``auto`` is ``sp.kpc(data, k="auto", alpha="auto")`` with nothing
else set, and ``cpc-auto`` conservative PC with the same alpha. ``exact-bic``, ``exact-fnml`` and
``posterior`` need no tests at all; ``posterior-f1`` are the graphs with the largest expected sum of F1, and
``posterior-bdeu`` has BDeu(10) as its only score.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

import sepset as sp
from experiments.exact_bic import exact_bic
from experiments.exact_fnml import exact_fnml
from experiments.notears import notears
from experiments.program import program
from experiments.reference import causal_learn_pc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np

    from sepset.independence import CITest

BOUNDS = (0, 1, 2)
MOST_UNBOUNDED, BOUND_OF_MANY = 15, 3


class Outcome(NamedTuple):
    """One graph: the method's name, its k (None: unbounded), conflicts in the evidence, run time in ms."""

    method: str
    k: int | None
    graph: sp.MixedGraph
    conflicts: int
    milliseconds: float


class Task(NamedTuple):
    """What a method gets; only controls look at the true graph, and only for its number of edges."""

    data: sp.Dataset
    dag: sp.MixedGraph
    random: np.random.Generator


def outcomes(method: str, task: Task) -> Iterator[Outcome]:
    """Run one method; families that one run covers yield a graph for each k."""
    yield from _METHODS[method](task)


def _timed(method: str, k: int | None, run: Callable[[], sp.Discovery]) -> Outcome:
    start = time.perf_counter()
    found = run()
    graph = found.graph
    return Outcome(method, k, graph, len(found.conflicts), 1e3 * (time.perf_counter() - start))


def _largest_set(task: Task) -> int | None:
    """Return the bound for PC: none, but where small samples on many variables would take hours."""
    return None if len(task.data.names) <= MOST_UNBOUNDED else BOUND_OF_MANY


def _pc(task: Task) -> Iterator[Outcome]:
    most = _largest_set(task)
    yield _timed("pc", None, lambda: sp.pc(task.data, alpha=0.05, max_k=most, threads=1))


def _cpc(task: Task) -> Iterator[Outcome]:
    most = _largest_set(task)
    yield _timed(
        "cpc", None, lambda: sp.pc(task.data, alpha=0.05, max_k=most, colliders="conservative", threads=1)
    )


def _published_test(task: Task) -> CITest:
    """Return the test of the published code: chi-square, p = 1 where there is no degree of freedom."""
    if task.data.levels:
        return sp.independence.ChiSquare.from_data(task.data, no_evidence="independent")
    return sp.independence.FisherZ.from_data(task.data)


def _program(task: Task) -> Iterator[Outcome]:
    for k in BOUNDS:
        start = time.perf_counter()
        graph, conflicts = program(_published_test(task), k)
        yield Outcome("program", k, graph, conflicts, 1e3 * (time.perf_counter() - start))


def _published(name: str, search: Literal["all", "neighbours"], task: Task) -> Iterator[Outcome]:
    for k in BOUNDS:
        yield _timed(
            name,
            k,
            partial(
                sp.kpc,
                _published_test(task),
                k=k,
                alpha=0.05,
                search=search,
                colliders="sepset",
                rules="paper",
                threads=1,
            ),
        )


def _ours(task: Task) -> Iterator[Outcome]:
    for k in BOUNDS:
        yield _timed("ours", k, partial(sp.kpc, task.data, k=k, alpha="auto", threads=1))


def _auto(task: Task) -> Iterator[Outcome]:
    yield _timed("auto", None, lambda: sp.kpc(task.data, k="auto", alpha="auto", threads=1))


def _loci(task: Task) -> Iterator[Outcome]:
    for k in BOUNDS:
        yield _timed("loci", k, partial(sp.loci, task.data, k=k, alpha=0.05, threads=1))


def _notears(task: Task) -> Iterator[Outcome]:
    for name, standardise in (("notears", False), ("notears-standardised", True)):
        start = time.perf_counter()
        graph = notears(task.data, standardise=standardise)
        yield Outcome(name, None, graph, 0, 1e3 * (time.perf_counter() - start))


def _controls(task: Task) -> Iterator[Outcome]:
    """Yield graphs that know nothing but the names, and in one case the number of edges."""
    names = task.data.names
    pairs = [(a, "---", b) for i, a in enumerate(names) for b in names[i + 1 :]]
    drawn = sp.simulate.random_dag(len(names), edges=task.dag.edge_count(), seed=task.random)
    named = drawn.relabel(dict(zip(drawn.nodes, names, strict=True)))
    yield Outcome("random", None, sp.pc(sp.Oracle(named)).graph, 0, 0.0)
    yield Outcome("empty", None, sp.MixedGraph(names, ()), 0, 0.0)
    yield Outcome("complete", None, sp.MixedGraph(names, pairs), 0, 0.0)


#: about the share of pairs that are dependent at 0.05 with 10 binary nodes, at most 15 edges and N = 1000
TYPICAL_SHARE = 0.45
GRID_ALPHAS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
GRID_BOUNDS = (0, 1, 2, 3, 4, 8)
_BASE = {"colliders": "conservative", "search": "neighbours", "test": "auto", "rules": "counting"}
_VARIATIONS = (
    {"colliders": "sepset"},
    {"colliders": "majority"},
    {"colliders": "max-p"},
    {"search": "all"},
    {"test": "g2"},
    {"rules": "standard"},
)
_VARIED_ALPHAS = (0.05, 0.2, 0.4)
_VARIED_BOUNDS = (1, 2, 3)


def _grid(task: Task) -> Iterator[Outcome]:
    """Yield every alpha with every k, and one change at a time from there; the method's name says which."""
    for alpha in GRID_ALPHAS:
        yield from _one_run("base", alpha, GRID_BOUNDS, task, **_BASE)
    for change in _VARIATIONS:
        if "test" in change and not task.data.levels:
            continue
        [name] = change.values()
        for alpha in _VARIED_ALPHAS:
            yield from _one_run(name, alpha, _VARIED_BOUNDS, task, **(_BASE | change))
    yield from _by_density(task)
    for alpha in GRID_ALPHAS:
        found = sp.pc(task.data, alpha=alpha, colliders="conservative", threads=1)
        yield Outcome(f"cpc {alpha}", None, found.graph, len(found.conflicts), 0.0)


def _bounds(task: Task) -> Iterator[Outcome]:
    """Yield every k at the alpha of small samples."""
    yield from _one_run("base", 0.4, GRID_BOUNDS[:-1], task, **_BASE)


def _auto_alpha(task: Task, k: int | Literal["auto"]) -> float:
    """Return the alpha that "auto" chooses; on data there always is one."""
    return cast("float", sp.kpc(task.data, k=k, alpha="auto", threads=1).settings.alpha)


def _by_density(task: Task) -> Iterator[Outcome]:
    """Yield the graph with the alpha of "auto", and with that times the share of dependent pairs / 0.45."""
    names = task.data.names
    alpha = _auto_alpha(task, 0)
    marginal = sp.kpc(task.data, k=0, alpha=0.05, threads=1).graph.edge_count()
    share = marginal / (len(names) * (len(names) - 1) / 2)
    scaled = min(max(alpha * share / TYPICAL_SHARE, 0.01), 0.4)
    for name, value in (("by rows", alpha), ("by density", scaled)):
        found = sp.kpc(
            task.data, k="auto", alpha=value, colliders="conservative", rules="counting", threads=1
        )
        yield Outcome(name, None, found.graph, len(found.conflicts), 0.0)


def _one_run(
    name: str, alpha: float, bounds: tuple[int, ...], task: Task, **options: str
) -> Iterator[Outcome]:
    """Yield the graph of each bound from one run up to the largest; run times would mean nothing here."""
    found = sp.kpc(task.data, k=bounds[-1], alpha=alpha, threads=1, **options)  # type: ignore[arg-type]  # words, checked by kpc
    for k in bounds:
        graph, conflicts = found.graph_at(k), len(found.orientation(k).conflicts)
        yield Outcome(f"{name} {alpha}", k, graph, conflicts, 0.0)


def _tuned_cpc(task: Task) -> Iterator[Outcome]:
    """Run conservative PC with the alpha that "auto" chooses: what the bound k adds to that."""
    alpha = _auto_alpha(task, "auto")
    most = _largest_set(task)
    yield _timed(
        "cpc-auto",
        None,
        lambda: sp.pc(task.data, alpha=alpha, max_k=most, colliders="conservative", threads=1),
    )


def _exact_bic(task: Task) -> Iterator[Outcome]:
    start = time.perf_counter()
    graph = exact_bic(task.data)
    yield Outcome("exact-bic", None, graph, 0, 1e3 * (time.perf_counter() - start))


def _exact_fnml(task: Task) -> Iterator[Outcome]:
    start = time.perf_counter()
    graph = exact_fnml(task.data)
    yield Outcome("exact-fnml", None, graph, 0, 1e3 * (time.perf_counter() - start))


def _posterior(task: Task) -> Iterator[Outcome]:
    """Yield the graph to draw, and those with the largest expected sum of F1: essential, and for each k."""
    start = time.perf_counter()
    post = sp.posterior(task.data, seed=0, threads=1)
    took = 1e3 * (time.perf_counter() - start)
    yield Outcome("posterior", None, post.graph, 0, took)
    for k in (None, *BOUNDS):
        yield Outcome("posterior-f1", k, post.best(k, maximize="f1"), 0, took)


def _posterior_of_many(task: Task) -> Iterator[Outcome]:
    """Yield essential graphs only: with many columns those for a k take minutes."""
    start = time.perf_counter()
    post = sp.posterior(task.data, seed=0, threads=1)
    took = 1e3 * (time.perf_counter() - start)
    yield Outcome("posterior", None, post.graph, 0, took)
    yield Outcome("posterior-f1", None, post.best(maximize="f1"), 0, took)


def _posterior_by_one_score(task: Task) -> Iterator[Outcome]:
    start = time.perf_counter()
    post = sp.posterior(task.data, (sp.BDeu(10.0),), seed=0, threads=1)
    took = 1e3 * (time.perf_counter() - start)
    yield Outcome("posterior-bdeu", None, post.graph, 0, took)
    yield Outcome("posterior-bdeu-f1", None, post.best(maximize="f1"), 0, took)


def _reference(task: Task) -> Iterator[Outcome]:
    start = time.perf_counter()
    graph = causal_learn_pc(task.data)
    yield Outcome("causal-learn", None, graph, 0, 1e3 * (time.perf_counter() - start))


_METHODS: dict[str, Callable[[Task], Iterator[Outcome]]] = {
    "controls": _controls,
    "pc": _pc,
    "cpc": _cpc,
    "published-all": partial(_published, "published-all", "all"),
    "published": partial(_published, "published", "neighbours"),
    "program": _program,
    "ours": _ours,
    "auto": _auto,
    "loci": _loci,
    "notears": _notears,
    "cpc-auto": _tuned_cpc,
    "causal-learn": _reference,
    "exact-bic": _exact_bic,
    "exact-fnml": _exact_fnml,
    "posterior": _posterior,
    "posterior-many": _posterior_of_many,
    "posterior-bdeu": _posterior_by_one_score,
    "grid": _grid,
    "bounds": _bounds,
}

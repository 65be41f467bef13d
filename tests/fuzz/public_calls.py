"""One sound call of every public function and method that takes arguments.

`never_called` says which are missing, so that a new function cannot be forgotten.
"""

from __future__ import annotations

import inspect
import sqlite3
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

import sepset as sp
from sepset.independence.protocol import Candidates
from sepset.orientation.path_rules import r4
from sepset.orientation.plans import STANDARD, Once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")
TABLE = np.random.default_rng(0).normal(size=(30, 3))
CODES = np.random.default_rng(1).integers(0, 2, size=(3, 30)).astype(np.uint8)
DATA = sp.dataset(TABLE, names=("a", "b", "c"))
DISCRETE = sp.dataset(CODES.T, names=("a", "b", "c"), kinds="discrete")
BASE = sqlite3.connect(":memory:", check_same_thread=False)
BASE.execute("CREATE TABLE t AS SELECT 1 AS a, 2 AS b UNION ALL SELECT 2, 1")
FOUND = sp.kpc(DATA, k=1)
POSTERIOR = sp.posterior(DISCRETE, seed=0, samples=20)
STABILITY = sp.stability(DATA, resamples=3)
KNOWN = sp.Knowledge(tiers=[["a"], ["b", "c"]])
PROVED = sp.theory.k_essential(DAG, 1)
PAIRS = np.array([[0, 1], [0, 2]], dtype=np.int32)
LISTS = Candidates(
    np.array([0, 1], dtype=np.int64), np.array([2], dtype=np.int32), np.array([0, 0], dtype=np.int32)
)
MODEL = sp.simulate.linear_gaussian(DAG, seed=0)


class Call(NamedTuple):
    """A sound call: what is called, and its arguments by name; those of ``*names`` are a tuple."""

    function: Callable[..., object]
    arguments: Mapping[str, object]


def calls_of(owner: object, /, **methods: Mapping[str, object]) -> dict[str, Call]:
    """Return calls of methods of a value, or of functions of a room, by their names."""
    title = (
        owner.__name__.rpartition(".")[2] if isinstance(owner, type | ModuleType) else type(owner).__name__
    )
    return {f"{title}.{name}": Call(getattr(owner, name), given) for name, given in methods.items()}


PAIR: Mapping[str, object] = {"a": "a", "b": "b"}
EDGE: Mapping[str, object] = {"u": "a", "v": "b"}
STORES: Mapping[str, object] = {"path": "out.json"}
LEARNT: Mapping[str, object] = {
    "alpha": 0.05, "test": "auto", "knowledge": None, "strict": False, "missing": "error", "threads": 1,
    "checkpoint": None, "backend": None,
}  # fmt: skip
SEARCHED: Mapping[str, object] = {**LEARNT, "search": "auto", "colliders": "sepset"}
WHOLE: Mapping[str, object] = {
    **SEARCHED, "k": 1, "rules": "auto", "complete": True, "repair": False, "time_limit": 5.0,
}  # fmt: skip
POSTED: Mapping[str, object] = {
    "scores": "auto", "edge_log_odds": (0.0,), "method": "auto", "knowledge": None, "seed": 0, "time_limit": 5.0,
    "threads": 1, "samples": 20, "missing": "error", "backend": None,
}  # fmt: skip
LEVEL: Mapping[str, object] = {
    "pairs": PAIRS, "size": 1, "candidates": LISTS, "alpha": 0.05, "threads": 1, "largest_p": True,
}  # fmt: skip
COUNTED: Mapping[str, object] = {"names": ("a", "b", "c"), "codes": CODES, "levels": (2, 2, 2)}
EFFECT: Mapping[str, object] = {
    "graph_or_found": DAG, "cause": "a", "effect": "c", "k": None, "time_limit": 5.0,
}  # fmt: skip
EXACT: Mapping[str, object] = {"k": 1, "knowledge": None, "time_limit": 5.0}
ASKED: Mapping[str, object] = {**PAIR, "given": ("c",)}

TESTS: Mapping[str, Any] = {
    "ChiSquare": sp.independence.ChiSquare(**COUNTED),
    "GSquare": sp.independence.GSquare(**COUNTED),
    "MonteCarloG2": sp.independence.MonteCarloG2(**COUNTED),
    "FisherZ": sp.independence.FisherZ(("a", "b", "c"), TABLE),
    "ResidualTest": sp.independence.ResidualTest(("a", "b", "c"), TABLE.T, (None, None, None)),
    "CallableTest": sp.independence.CallableTest(lambda a, b, given: 0.5, "abc"),
    "Oracle": sp.Oracle(DAG),
    "PooledTest": sp.pool([DATA, DATA]),
}
DISCRETE_OPTIONS: Mapping[str, object] = {
    "dof": "adjusted", "min_rows_per_dof": 1.0, "no_evidence": "unusable", "threads": 1,
}  # fmt: skip
DRAWS: Mapping[str, object] = {"draws": 99, "exceedances": 10, "exact_tables": 100, "seed": 0}

CALLS: dict[str, Call] = {
    **calls_of(
        sp,
        BDeu={"sample_size": 1.0},
        BGe={"mean_weight": 1.0},
        Dirichlet={"cell": 1.0},
        Edge={"u": "a", "pattern": "-->", "v": "b"},
        Knowledge={
            "tiers": [["a"], ["b"]], "roots": ["a"], "sinks": ["b"], "ancestor": [("a", "b")], "not_ancestor": [("b", "a")],
            "required": [("a", "b")], "forbidden": [("b", "a")], "no_edge": [("a", "c")], "effects_within_tiers": True,
        },
        MixedGraph={"nodes": ("a", "b"), "edges": [("a", "-->", "b")]},
        Oracle={"graph": DAG},
        adjustment_sets={**EFFECT, "kind": "minimal"},
        ancestors={"graph": DAG, "effect": "c"},
        anytime_fci={"data_or_test": DATA, "k": 1, **SEARCHED, "progress": None},
        clean={"data": TABLE, "names": ("a", "b", "c"), "kinds": None, "missing": "testwise"},
        compare={"found": DAG, "truth": DAG, "shd": "pairs"},
        dataset={
            "data": TABLE, "names": ("a", "b", "c"), "kinds": {"b": "continuous"}, "missing": "error", "drop": ("a",), "only": None,
            "clean": True,
        },
        effect={
            "data": DATA, "found": sp.MixedGraph.from_edges("a --> b", "c --> b"), "cause": "a", "effect": "b", "kind": "minimal",
            "level": 0.95, "method": "auto", "k": None, "split": None, "seed": 0, "time_limit": 5.0,
        },
        is_k_closure={"graph": DAG, "k": 1},
        is_k_covered={"dag": DAG, **PAIR, "k": 1},
        is_mag={"graph": DAG},
        is_valid_adjustment={**EFFECT, "given": ("d",)},
        missingness={"data": DATA},
        k_closure={"dag": DAG, "k": 1},
        k_closures={"dag": DAG, "k": 1},
        k_essential_graph={"dag": DAG, **EXACT},
        k_markov_equivalent={"d1": DAG, "d2": DAG, "k": 1},
        kpc={"data_or_test": DATA, **WHOLE, "progress": None},
        load={"path": "run.json"},
        loci={"data_or_test": DATA, "k": 1, **LEARNT, "progress": None},
        markov_equivalent={"m1": DAG, "m2": DAG},
        minimum_separator={"graph": DAG, **PAIR, "max_size": 1},
        pag={"mag": DAG},
        pc={"data_or_test": DATA, "max_k": 1, **SEARCHED, "progress": None},
        plot={"graph": DAG, "ax": None},
        pool={"tables": [DATA, DATA], "test": "auto", "kinds": None},
        posterior={"data": DISCRETE, **POSTED, "progress": None},
        read={
            "path": "t.csv", "kinds": None, "missing": "error", "separator": ",", "decimal": ".", "drop": (), "only": None, "clean": None,
        },
        read_knowledge={"source": "known.txt"},
        refines={"a": DAG, "b": DAG},
        scan={
            "where": "t.csv", "memory": "1MB", "kinds": None, "missing": "error", "drop": (), "only": None, "separator": None, "decimal": ".",
            "progress": None,
        },
        scan_sql={"connection": BASE, "table": "t", "memory": "1MB", "kinds": None, "missing": "error", "drop": (), "only": None, "progress": None},
        separated={"graph": DAG, "a": "a", "b": "c", "given": ("b",)},
        stability={
            "data": DATA, "resamples": 2, "method": "bootstrap", "seed": 0, "learner": "kpc", "k": 1, "max_k": None, "alpha": 0.05,
            "test": "auto", "search": "auto", "colliders": "auto", "rules": "auto", "knowledge": None, "missing": "error",
            "threads": 1, "progress": None, "backend": None,
        },
        value_of_knowledge={"found": FOUND, "time_limit": 1.0},
        write_knowledge={"known": KNOWN, "path": "known.txt", "form": "text"},
        write_report={"result": FOUND, "path": "out.html"},
    ),
    **calls_of(sp.Knowledge, from_dict={"values": KNOWN.to_dict()}),
    **calls_of(KNOWN, among={"names": ("a", "b", "c")}, on={"names": ("a", "b", "c")}),
    **calls_of(
        sp.MixedGraph,
        from_edges={"edges": ("a --> b",), "nodes": ("c",)},
        from_matrix={"matrix": np.zeros((2, 2), dtype=int), "nodes": ("a", "b")},
        from_networkx={"graph": nx.DiGraph([("a", "b")])},
        parse={"text": "a --> b"},
    ),
    **calls_of(
        DAG,
        adjacent=EDGE, edge=EDGE, without_edge=EDGE,
        ancestors={"nodes": ("a",)}, descendants={"nodes": ("a",)},
        children={"node": "a"}, parents={"node": "a"},
        neighbours={"node": "a", "pattern": "*->"},
        has={**EDGE, "pattern": "*->"}, with_edge={**EDGE, "pattern": "-->"},
        number={"name": "a"}, numbers={"names": ("a",)},
        only={"patterns": ("-->",)},
        relabel={"names": {"a": "z"}},
        reorder={"nodes": ("d", "c", "b", "a")},
        subgraph={"nodes": ("a", "b")},
        to_networkx={"kind": "auto"},
    ),
    **calls_of(
        FOUND,
        causes={"cause": "a", "effect": "b", "k": 1},
        explain={**PAIR, "k": 1}, facts={**PAIR, "k": 1}, status={**PAIR, "k": 1},
        graph_at={"k": 0}, orientation={"k": 0},
        p_value=PAIR, rows_used=PAIR, sepset=PAIR,
        plot={"ax": None}, report=STORES, save=STORES, show={"data": None, "height": 300},
        significant={"q": 0.05, "method": "bh"},
    ),
    **calls_of(
        POSTERIOR,
        best={"k": 1, "maximize": "f1", "valid": False},
        best_logs=PAIR, causes={"cause": "a", "effect": "b"},
        diagram={"k": 1}, exact_share={"k": 1}, graph_at={"k": 1}, marks={"k": 1}, summary={"k": 1},
        explain={**PAIR, "k": 1, "beside": None}, facts={**PAIR, "k": 1, "beside": None},
        possibilities={**PAIR, "k": 1},
        probability={**PAIR, "pattern": "*->", "k": 1},
        plot={"ax": None}, report=STORES, save=STORES, show={"data": None, "height": 300},
    ),
    **calls_of(
        STABILITY, save=STORES, share={**PAIR, "pattern": "*->"}, skeleton={"at_least": 0.5},
        commonest={"at_least": 0.5}, report=STORES, show={"height": 300},
    ),
    **calls_of(
        DATA,
        codes={"names": ()}, matrix={"names": ("a",)}, complete_rows={"names": ("a",)}, require_no_gaps={"names": ("a",)},
        column={"name": "a"}, named={"source": "a.csv"}, select={"names": ("a",)}, take={"rows": np.arange(3)},
    ),
    **calls_of(sp, Plan={"name": "mine", "parts": STANDARD.parts}),
    **calls_of(
        STANDARD, named={"name": "mine"}, then={"parts": (Once(r4),)}, without={"names": ("R4",)},
        with_rule={"rule": r4, "beside": "R3"},
    ),
    **calls_of(sp.DataSummary, of={"data": DATA}),
    **calls_of(FOUND.data, described={"name": "a"}, rows_with={"columns": (0, 1)}),
    **calls_of(
        sp.independence,
        CallableTest={"function": lambda a, b, given: 0.5, "names": ("a", "b"), "by": "name", "n": 3},
        ChiSquare={**COUNTED, **DISCRETE_OPTIONS},
        GSquare={**COUNTED, **DISCRETE_OPTIONS},
        FisherZ={"names": ("a", "b", "c"), "values": TABLE, "threads": 1},
        MonteCarloG2={**COUNTED, **DRAWS},
        ResidualTest={"names": ("a", "b", "c"), "columns": TABLE.T, "levels": (None, None, None), "threads": 1},
    ),
    **calls_of(sp.independence.ChiSquare, from_data={"data": DISCRETE, **DISCRETE_OPTIONS}),
    **calls_of(sp.independence.GSquare, from_data={"data": DISCRETE, **DISCRETE_OPTIONS}),
    **calls_of(
        sp.independence.FisherZ,
        from_correlation={"names": ("a", "b"), "correlation": np.eye(2), "n": 30},
        from_data={"table": DATA, "threads": 1},
    ),
    **calls_of(sp.independence.MonteCarloG2, from_data={"data": DISCRETE, **DRAWS}),
    **calls_of(sp.independence.ResidualTest, from_data={"data": DATA, "threads": 1}),
    **{f"{name}.__call__": Call(test, ASKED) for name, test in TESTS.items()},
    **{
        f"{name}.search_level": Call(test.search_level, LEVEL)
        for name, test in TESTS.items()
        if name in ("ChiSquare", "GSquare", "FisherZ", "ResidualTest")
    },
    **calls_of(TESTS["ChiSquare"], prepare={"k": 1}, foresee={"k": 1}),
    **calls_of(TESTS["GSquare"], prepare={"k": 1}, foresee={"k": 1}),
    **calls_of(DISCRETE, level_counts={"name": "a"}, grows={"name": "a"}),
    **calls_of(TESTS["ResidualTest"], linear_only={"given": ("a",)}),
    **calls_of(TESTS["FisherZ"]("a", "b"), independent={"alpha": 0.05}),
    **calls_of(
        sp.interop,
        from_adjacency={"matrix": np.zeros((2, 2), dtype=int), "nodes": ("a", "b")},
        from_json={"text": sp.interop.to_json(DAG)},
        to_graphml={"graph": DAG}, to_json={"graph": DAG},
    ),
    **calls_of(
        sp.networks,
        BayesianNetwork={"variables": [sp.asia()["asia"]]},
        Variable={"name": "a", "levels": ("x", "y"), "parents": (), "table": np.array([0.5, 0.5])},
        builtin={"name": "asia"},
        read_bif={"source": "asia.bif"},
        write_bif={"network": sp.asia()},
    ),
    **calls_of(sp.asia(), sample={"n": 5, "seed": 0}, __getitem__={"name": "asia"}),
    **calls_of(
        sp.simulate,
        LinearGaussian={"dag": DAG, "weights": MODEL.weights, "noise": MODEL.noise},
        linear_gaussian={
            "dag": DAG, "coefficients": (-1.0, 1.0), "random_signs": False, "noise": 1.0, "standardise": False, "seed": 0,
        },
        random_dag={
            "n": 5, "edges": None, "max_edges": None, "expected_parents": None, "edge_probability": 0.5, "seed": 0,
        },
        random_network={"dag": DAG, "levels": 2, "seed": 0},
    ),
    **calls_of(MODEL, sample={"n": 5, "seed": 0}),
    **calls_of(
        sp.theory,
        clashing_decisions={"graph": DAG, "k": 1, "time_limit": 5.0},
        complete_pattern={"graph": PROVED.graph, **EXACT},
        find_clash={"graph": PROVED.graph, "k": 1, "time_limit": 1.0},
        find_problems={"certificate": PROVED.certificate},
        is_ancestral={"graph": DAG}, is_maximal={"graph": DAG},
        k_class_size={"dag": DAG, "k": 1, "at_most": 5},
        k_closures_equivalent={"k1": DAG, "k2": DAG},
        k_equivalent_dags={"dag": DAG, "k": 1},
        k_essential={"dag": DAG, **EXACT},
        minimum_separators={"graph": DAG, "max_size": 1},
        separation_statements={"graph": DAG, "k": 1},
        unshielded_colliders={"graph": DAG},
        verify={"certificate": PROVED.certificate},
    ),
    **calls_of(sp.facts, as_percent={"share": 0.5}),
    **calls_of(PROVED.certificate, types=EDGE, reasons=EDGE, why=EDGE),
}  # fmt: skip
#: Graphs of other libraries, which need not be installed to refuse what is none.
OTHER_LIBRARIES = {
    f"interop.{way}_{library}": Call(getattr(sp.interop, f"{way}_{library}"), {"graph": None})
    for way in ("from", "to")
    for library in ("causal_learn", "pgmpy", "pyagrum", "pywhy")
}
CALLS |= OTHER_LIBRARIES


def _fitted(kind: Callable[..., Any], table: object, **options: object) -> object:
    return kind(**options).fit(table)


#: Estimators store what they are given, as scikit-learn asks; `fit` checks it.
ESTIMATORS: Mapping[str, Mapping[str, object]] = {
    "KPC": WHOLE, "PC": {**SEARCHED, "max_k": 1}, "LOCI": {**LEARNT, "k": 1}, "AnytimeFCI": {**SEARCHED, "k": 1}, "GraphPosterior": POSTED,
}  # fmt: skip
for _name, _options in ESTIMATORS.items():
    CALLS[f"{_name}.fit"] = Call(partial(_fitted, getattr(sp, _name)), {"table": TABLE, **_options})


#: What the library makes, or asks its own parts, trusts what it is given.
NOT_ATTACKED = {
    "AdjustmentSet", "AdjustmentSets", "CIResult", "CITest", "CITest.__call__", "Certificate", "Clash", "Clash.sentence", "Comparison", "DataSummary", "Dataset",
    "Dataset.from_columns", "DaskBackend", "DaskBackend.answers", "DaskBackend.at", "DaskBackend.in_order", "DaskBackend.shared",
    "ChiSquare.expect", "ChiSquare.expect_tests", "GSquare.expect", "GSquare.expect_tests",
    "Dataset.other_kind", "Decision", "Decision.sentence", "Discovery", "Effect", "Effect.to_dowhy", "Estimate", "Fact", "KEssential", "MixedGraph.from_table", "MixedGraph.names", "Posterior",
    "PosteriorProgress", "Progress", "Progress.of_rows", "ScanProgress", "Stability", "StabilityProgress", "Statement", "Worth",
    "ListedNumbers", "NameSet", "Names", "Note", "Note.of", "Sentence", "Sentences", "ShownVariable",
}  # fmt: skip


def public_callables() -> Iterator[str]:
    """Yield what users may call and give something: functions, classes and their methods, by name."""
    seen: set[object] = set()  # some are in two rooms
    for room in (sp, sp.facts, sp.independence, sp.interop, sp.networks, sp.simulate, sp.theory):
        for name in getattr(room, "__all__", None) or _defined_in(room):
            thing = getattr(room, name)
            if isinstance(thing, ModuleType) or thing in seen:
                continue
            seen.add(thing)
            if inspect.isfunction(thing) and inspect.signature(thing).parameters:
                yield f"{room.__name__.rpartition('.')[2]}.{name}"
            elif inspect.isclass(thing) and not issubclass(thing, Exception):
                yield from _parts_of(thing)


def _parts_of(kind: type) -> Iterator[str]:
    estimator = hasattr(kind, "get_params")
    yield f"{kind.__name__}.fit" if estimator else kind.__name__
    for name, member in inspect.getmembers(kind, inspect.isroutine):
        own = (getattr(member, "__module__", None) or "").startswith("sepset") and not estimator
        if own and (not name.startswith("_") or name == "__call__"):
            given = [one for one in inspect.signature(member).parameters if one not in ("self", "cls")]
            if given:
                yield f"{kind.__name__}.{name}"


def _defined_in(room: ModuleType) -> list[str]:
    return [
        name
        for name, thing in vars(room).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == room.__name__
    ]


def never_called() -> set[str]:
    """Return what is public, takes arguments, and is neither in `CALLS` nor in `NOT_ATTACKED`."""
    called = {*CALLS, *(name.rpartition(".")[2] for name in CALLS), *NOT_ATTACKED}
    return {name for name in public_callables() if name not in called}

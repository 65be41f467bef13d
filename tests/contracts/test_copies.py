"""Every public value and error goes through pickle, copy and deepcopy, as worker processes need."""

import copy
import inspect
import multiprocessing
import pickle

import numpy as np
import pytest

import sepset as sp
from sepset.errors import Advice, Remark
from sepset.independence.testwise import TestwiseFisherZ
from sepset.orientation.plans import STANDARD

ROOMS = (sp, sp.errors, sp.facts, sp.independence, sp.networks, sp.theory)
DAG = sp.MixedGraph.from_edges("a --> b", "b --> c")
RANDOM = np.random.default_rng(0)
NUMBERS = sp.dataset({name: RANDOM.normal(size=60) for name in "abc"})
CODES = sp.dataset({name: RANDOM.integers(0, 2, size=60) for name in "abc"}, kinds="discrete")
GAPS = sp.dataset({name: [np.nan, *RANDOM.normal(size=60)] for name in "abc"}, missing="testwise")
MIXED = sp.dataset({"a": RANDOM.normal(size=60), "b": list("uv") * 30, "c": RANDOM.normal(size=60)})
KINDS = sp.independence
FOUND = sp.kpc(NUMBERS, k=1)
ESSENTIAL = sp.theory.k_essential(DAG, 1)
FACT = sp.kpc(sp.Oracle(DAG), k=1).facts("a", "c")[0]  # separated by b
POSTERIOR = sp.posterior(NUMBERS, seed=0)

#: a value of each public class, and how two of them are told to be the same
VALUES = {
    sp.AdjustmentSet: sp.adjustment_sets(DAG, "b", "c")[0],
    sp.AdjustmentSets: sp.adjustment_sets(sp.MixedGraph.from_edges("a --- b"), "a", "b"),
    sp.BDeu: sp.BDeu(2.0),
    sp.Effect: sp.effect(NUMBERS, DAG, "a", "b"),
    sp.Estimate: sp.effect(NUMBERS, DAG, "a", "b").estimate,
    sp.BGe: sp.BGe(),
    sp.Dirichlet: sp.Dirichlet(0.5),
    sp.Comparison: sp.compare(DAG, DAG),
    sp.DataSummary: FOUND.data,
    sp.Dataset: CODES,
    sp.Discovery: FOUND,
    sp.Edge: next(iter(DAG.edges())),
    sp.Knowledge: sp.Knowledge(tiers=[["a"], ["b"]]),
    sp.MixedGraph: DAG,
    sp.Oracle: sp.Oracle(DAG),
    sp.Plan: STANDARD,
    sp.Posterior: POSTERIOR,
    sp.PosteriorProgress: sp.PosteriorProgress("draws", 1, 2),
    sp.Progress: sp.Progress(1, 2, 3, 4),
    sp.ScanProgress: sp.ScanProgress(1, None),
    sp.Stability: sp.stability(NUMBERS, resamples=3),
    sp.StabilityProgress: sp.StabilityProgress(1, 2),
    sp.networks.BayesianNetwork: sp.asia(),
    sp.networks.Variable: sp.asia()["tub"],
    sp.theory.Certificate: ESSENTIAL.certificate,
    sp.theory.KEssential: ESSENTIAL,
    sp.theory.Statement: next(iter(sp.theory.separation_statements(DAG, 1))),
    KINDS.CIResult: KINDS.FisherZ.from_data(NUMBERS)("a", "b"),
    KINDS.CallableTest: KINDS.CallableTest(max, ("a", "b")),
    KINDS.ChiSquare: KINDS.ChiSquare.from_data(CODES),
    sp.facts.Fact: FACT,
    sp.facts.ListedNumbers: sp.facts.ListedNumbers((1, 2)),
    sp.facts.NameSet: FACT["given"],
    sp.facts.Names: sp.facts.Names([FACT["a"], FACT["b"]]),
    sp.facts.Note: sp.facts.Note("unfinished", FACT.sentence),
    sp.facts.Sentence: FACT.sentence,
    sp.facts.Sentences: sp.facts.Sentences([FACT.sentence]),
    sp.facts.ShownVariable: FACT["a"],
    Remark: Remark("left out; pass ", Advice("kinds", "discrete", "x")),
    sp.Worth: sp.value_of_knowledge(sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b")), k=0))[0],
    KINDS.FisherZ: KINDS.FisherZ.from_data(NUMBERS),
    KINDS.GSquare: KINDS.GSquare.from_data(CODES, dof="full"),
    KINDS.MonteCarloG2: KINDS.MonteCarloG2.from_data(CODES),
    KINDS.ResidualTest: KINDS.ResidualTest.from_data(MIXED),
}
ERRORS = {
    sp.ClashError: sp.ClashError("a clash", ["roots: a", "ancestor: b -> a"]),
    sp.CycleError: sp.CycleError("a cycle", ["a", "b"]),
    sp.UnknownNodeError: sp.UnknownNodeError("smok", ["smoke"]),
}
WAYS = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def public_classes():
    found = {}
    for room in ROOMS:
        for name in getattr(room, "__all__", None) or dir(room):
            thing = getattr(room, name)
            if inspect.isclass(thing) and thing.__module__.startswith("sepset") and not name.startswith("_"):
                found[thing] = name
    return found


def is_error(kind):
    return issubclass(kind, Exception)


def test_every_public_class_has_a_value_here():
    estimators = {"KPC", "PC", "LOCI", "AnytimeFCI", "GraphPosterior"}
    others = {
        "CITest",
        "Advice",
        "InPython",
        "InShell",
        "Clash",
        "Decision",
        "DaskBackend",
    }  # a protocol; parts of errors and certificates; a connection
    missing = [
        name
        for kind, name in public_classes().items()
        if not is_error(kind) and kind not in VALUES and name not in estimators | others
    ]
    assert not missing


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values(kind, way):
    value = VALUES[kind]
    again = WAYS[way](value)
    assert type(again) is kind
    assert repr(again) == repr(value)
    if kind.__eq__ is not object.__eq__:
        assert again == value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [*filter(is_error, public_classes())], ids=lambda kind: kind.__name__)
def test_errors(kind, way):
    error = ERRORS.get(kind) or kind("values are missing; pass ", Advice("missing", "drop"))
    again = WAYS[way](error)
    assert type(again) is kind
    assert str(again) == str(error)
    assert again.advice == error.advice
    assert vars(again) == vars(error)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_test_gives_the_same_answers(way):
    tests = [VALUES[kind] for kind in (KINDS.ChiSquare, KINDS.GSquare, KINDS.FisherZ, KINDS.ResidualTest)]
    for test in [*tests, VALUES[KINDS.MonteCarloG2], TestwiseFisherZ.from_data(GAPS)]:
        assert WAYS[way](test)("a", "c", ("b",)) == test("a", "c", ("b",))


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_result_answers_the_same(way):
    assert WAYS[way](FOUND).explain("a", "b") == FOUND.explain("a", "b")
    assert WAYS[way](POSTERIOR).probability("a", "*-*", "b") == POSTERIOR.probability("a", "*-*", "b")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["KPC", "PC", "LOCI", "AnytimeFCI"])
def test_estimators(name, way):
    pytest.importorskip("sklearn")
    pytest.importorskip("pandas")
    fitted = getattr(sp, name)().fit(NUMBERS.to_pandas())
    assert WAYS[way](fitted).graph_ == fitted.graph_


def ask_about_a_node(name):
    return DAG.has(name, "-->", "b")


def test_an_error_reaches_the_process_that_waits_for_it():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        answer = pool.apply_async(ask_about_a_node, ("nobody",))
        with pytest.raises(sp.UnknownNodeError, match="unknown node 'nobody'"):
            answer.get(timeout=60)

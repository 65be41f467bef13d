"""Arguments of the wrong type end in an error of the library that says what is needed."""

from fractions import Fraction

import numpy as np
import pytest

import sepset as sp

DAG = sp.MixedGraph.from_edges("a --> b", "b --> c")
TABLE = np.random.default_rng(0).normal(size=(40, 4))
CODES = np.random.default_rng(1).integers(0, 2, size=(4, 40))


@pytest.mark.parametrize(
    "ask",
    [
        lambda text: sp.k_closure(text, 1),
        lambda text: sp.k_essential_graph(text, 1),
        lambda text: sp.theory.k_class_size(text, 1),
        lambda text: next(sp.k_closures(text, 1)),
        lambda text: sp.is_k_closure(text, 1),
        lambda text: sp.separated(text, "a", "b"),
        lambda text: sp.refines(text, DAG),
        lambda text: sp.markov_equivalent(DAG, text),
        lambda text: sp.theory.complete_pattern(text, 1),
        sp.is_mag,
        sp.pag,
        sp.Oracle,
    ],
)
def test_text_is_no_graph(ask):
    with pytest.raises(sp.GraphError, match=r"a MixedGraph is needed, got str; MixedGraph\.parse reads text"):
        ask("a --> b")


@pytest.mark.parametrize(
    "test",
    [
        sp.Oracle(sp.MixedGraph.from_edges("a --> b", "b --> c", nodes=("d",))),
        sp.independence.FisherZ("abcd", TABLE),
        sp.independence.ChiSquare("abcd", CODES, (2, 2, 2, 2)),
        sp.independence.MonteCarloG2("abcd", CODES, (2, 2, 2, 2)),
        sp.independence.CallableTest(lambda a, b, given: 0.5, "abcd"),
    ],
    ids=lambda test: type(test).__name__,
)
def test_a_text_is_no_conditioning_set(test):
    with pytest.raises(sp.GraphError, match="a collection of node names is needed, got the text 'cd'"):
        test("a", "b", "cd")


@pytest.mark.parametrize("alpha", [np.float32(0.05), np.float64(0.05), Fraction(1, 20)])
def test_alpha_is_any_real_number(alpha):
    assert sp.kpc(TABLE, alpha=alpha).settings["alpha"] == float(alpha)


def test_a_test_that_returns_no_result():
    class Sloppy:
        names = ("a", "b")

        def __call__(self, a, b, given=()):
            return 0.5

    with pytest.raises(
        sp.OptionError, match=r"a test returns a CIResult, got 0\.5; sepset\.independence\.CallableTest"
    ):
        sp.kpc(Sloppy(), k=0)


def test_functions_that_are_none_or_return_no_number():
    with pytest.raises(sp.OptionError, match="function is a function that returns a p-value; got 3"):
        sp.independence.CallableTest(3, ("a", "b"))
    with pytest.raises(sp.OptionError, match="a test returns a p-value between 0 and 1"):
        sp.independence.CallableTest(lambda a, b, given: "high", ("a", "b"))("a", "b")


def test_counting_stops_at_any_number():
    assert sp.theory.k_class_size(sp.MixedGraph.from_edges("a --> b"), 0, at_most=2**63) == 2


def test_names_that_no_encoding_has():
    columns = {"\ud800": [0, 1, 2] * 5, "b": [0, 1, 1, 2, 0] * 3, "c": [0, 1, 2, 2, 0] * 3}
    assert sp.kpc(sp.dataset(columns, kinds="discrete"), test="mc_g2").graph.nodes == tuple(columns)

"""Effects: estimates against other ways to get them, ranges, posteriors, splits and what is wrong."""

from __future__ import annotations

import copy
import json
import sys
import types
from itertools import permutations, product

import numpy as np
import pytest

import naive
import sepset as sp
from naive_adjustment import total_effects, unlabelled
from sepset.effects.linear import regression
from sepset.effects.mixture import Mixture
from sepset.effects.parents import possible_parents
from sepset.effects.standardise import standardised

DAG = sp.MixedGraph.from_edges("c --> a", "c --> b", "a --> b", "b --> d")


SMALL = DAG.subgraph(("a", "b", "c"))


def linear_table(rows=400, seed=0):
    rng = np.random.default_rng(seed)
    c = rng.normal(size=rows)
    a = c + rng.normal(size=rows)
    b = 2 * a - c + rng.normal(size=rows)
    return {"a": a, "b": b, "c": c, "d": b + rng.normal(size=rows)}


def discrete_table(rows=2000, seed=0):
    """A common cause c of a and b; a raises the risk of b by .3 for each c."""
    rng = np.random.default_rng(seed)
    c = rng.random(rows) < 0.4
    a = rng.random(rows) < np.where(c, 0.8, 0.3)
    b = rng.random(rows) < 0.1 + 0.3 * a + 0.4 * c
    words = [("no", "yes"), ("no", "yes"), ("lo", "hi")]
    return {
        name: np.array(word)[one.astype(int)] for name, one, word in zip("abc", (a, b, c), words, strict=True)
    }


def test_slopes_and_their_errors_are_those_of_statsmodels():
    api = pytest.importorskip("statsmodels.api")
    table = linear_table()
    design = api.add_constant(np.column_stack([table["a"], table["c"]]))
    theirs = api.OLS(table["b"], design).fit(cov_type="HC3", use_t=True)
    (ours,) = sp.effect(table, DAG, "a", "b", level=0.9).estimates
    assert ours.value == pytest.approx(theirs.params[1])
    assert ours.standard_error == pytest.approx(theirs.bse[1])
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.conf_int(0.1)[1]))


def test_a_cause_that_the_set_determines_has_no_slope():
    rng = np.random.default_rng(0)
    c = rng.normal(size=50)
    assert regression(rng.normal(size=50), 3 * c[:, None] + 1, c[:, None]) is None
    assert regression(rng.normal(size=50), np.ones((50, 1)), c[:, None]) is None


def test_risks_are_the_sums_over_strata():
    table = discrete_table(300, seed=3)
    difference, ratio = sp.effect(table, SMALL, "a", "b").estimates
    risks = {}
    for level in ("no", "yes"):
        rows = [(table["c"] == c, (table["c"] == c) & (table["a"] == level)) for c in ("lo", "hi")]
        risks[level] = sum(of_c.mean() * (table["b"][cell] == "yes").mean() for of_c, cell in rows)
    assert difference.outcome == ratio.outcome == "yes"
    assert difference.contrast == ("no", "yes")
    assert difference.value == pytest.approx(risks["yes"] - risks["no"])
    assert ratio.value == pytest.approx(risks["yes"] / risks["no"])


def test_the_errors_of_risks_are_those_of_many_samples():
    found = []
    for seed in range(300):
        table = discrete_table(300, seed=seed)
        codes = {name: np.unique(column, return_inverse=True)[1] for name, column in table.items()}
        risks = standardised(codes["b"].astype(float), codes["a"], codes["c"], (0, 1))
        found.append((*risks.difference, *risks.log_ratio))
    values = np.array(found)
    assert values[:, 0].mean() == pytest.approx(0.3, abs=0.01)
    for place in (0, 2):
        assert values[:, place + 1].mean() == pytest.approx(values[:, place].std(), rel=0.12)


def test_strata_without_a_level_are_left_to_a_line():
    table = {name: column.copy() for name, column in discrete_table(400).items()}
    table["a"][table["c"] == "hi"] = "yes"
    (one,) = sp.effect(table, SMALL, "a", "b").estimates
    assert one.method == "linear regression"
    assert one.measure == "risk difference"


def test_mixed_columns():
    rng = np.random.default_rng(1)
    dose = rng.integers(0, 3, 900)
    age = rng.normal(size=900)
    table = {
        "dose": np.array(["none", "some", "much"])[dose],
        "age": age,
        "y": dose + age + rng.normal(size=900),
    }
    graph = sp.MixedGraph.from_edges("dose --> y", "age --> y")
    found = sp.effect(table, graph, "dose", "y", kind="optimal")
    assert {one.measure for one in found.estimates} == {"difference of means"}
    values = {one.contrast: one for one in found.estimates}
    assert len(values) == 2
    level = {"none": 0, "some": 1, "much": 2}
    for (low, high), one in values.items():
        assert one.low < level[high] - level[low] < one.high


def test_every_valid_set_has_its_estimate():
    dag = sp.MixedGraph.from_edges("s --> a", "s --> t", "t --> b", "a --> b")
    model = sp.simulate.linear_gaussian(dag, coefficients=(1.0, 1.0), seed=0)
    found = sp.effect(model.sample(1000, seed=0), dag, "a", "b")
    assert [sorted(one.adjusted_for) for one in found.estimates] == [["s"], ["t"]]
    assert found.range.low <= found.range.high
    assert found.range.interval[0] < 1 < found.range.interval[1]
    assert found.estimate is found.estimates[0]


def test_no_effect_is_said_and_not_estimated():
    found = sp.effect(linear_table(), DAG, "d", "a")
    assert (found.causes, found.identified, found.none, found.estimates) == ("never", True, True, ())


def test_an_effect_that_is_not_identified_has_the_range_of_the_class():
    """As IDA: over the parents that the cause may have, and nothing if the effect may come first."""
    chain = sp.MixedGraph.from_edges("a --- b", "b --- c")
    rng = np.random.default_rng(0)
    a = rng.normal(size=1000)
    b = a + rng.normal(size=1000)
    found = sp.effect({"a": a, "b": b, "c": b + rng.normal(size=1000)}, chain, "b", "c")
    assert not found.identified
    assert found.none  # b <-- c is possible
    assert {frozenset(one.adjusted_for) for one in found.estimates} == {frozenset(), frozenset("a")}
    assert all(one.adjusted_for.ground == "possible" for one in found.estimates)
    assert found.range.low == 0
    assert found.range.interval[1] > 1
    assert "b --- c stands in the way" in found.sets.reason


@pytest.mark.parametrize("k", [0, 1, 2])
def test_possible_parents_are_those_of_the_closures(k):
    """Each set is that of the directed part of some closure, and none is missing."""
    found = {naive.k_essential_graph(one, k): one for one in naive.k_classes(4, k)}
    for graph in unlabelled(found):
        closures = {naive.k_closure(dag, k) for dag in found[graph]}
        for a in graph.nodes:
            truth = {frozenset(closure.parents(a)) for closure in closures}
            parents = possible_parents(graph, graph.number(a), k)
            assert {frozenset(graph.names(one)) for one in parents.sets} == truth
            assert parents.checked


def test_the_parents_of_every_dag_give_its_effect():
    """The range of the class holds the effect of each of its DAGs, in the model itself (no sampling)."""
    rng = np.random.default_rng(0)
    for members in naive.k_classes(4, 1)[::7]:
        graph = naive.k_essential_graph(members, 1)
        for dag in members[::5]:
            weights = np.zeros((4, 4))
            for edge in dag.edges():
                u, v = (edge.u, edge.v) if edge.pattern == "-->" else (edge.v, edge.u)
                weights[dag.number(v), dag.number(u)] = rng.uniform(0.5, 1.5)
            effects = total_effects(weights)
            covariance = effects @ effects.T
            for a, b in permutations(range(4), 2):
                sets = possible_parents(graph, a, 1).sets
                slopes = [slope(covariance, a, b, one) for one in sets if not one >> b & 1]
                zero = [0.0] * any(one >> b & 1 for one in sets)
                assert min(abs(effects[b, a] - one) for one in [*slopes, *zero]) < 1e-9


def slope(covariance, a, b, given):
    chosen = [a, *(i for i in range(len(covariance)) if given >> i & 1)]
    return np.linalg.solve(covariance[np.ix_(chosen, chosen)], covariance[chosen, b])[0]


def test_same_rows_are_noticed_and_a_split_uses_others():
    table = linear_table()
    found = sp.pc(table)
    assert sp.effect(table, found, "a", "b").same_rows is True
    assert any("same rows" in note for note in sp.effect(table, found, "a", "b").notes)
    assert sp.effect(linear_table(seed=1), found, "a", "b").same_rows is False
    assert sp.effect(table, found.graph, "a", "b").same_rows is None
    seen = []

    def learner(rows):
        seen.append(rows.rows)
        return sp.pc(rows)

    halved = sp.effect(table, learner, "a", "b", split=0.25, seed=3)
    assert (seen, halved.rows, halved.same_rows) == ([100], 300, False)


def test_rows_with_gaps_are_left_out_where_they_matter():
    table = linear_table()
    table["d"][:50] = np.nan
    table["c"][50:80] = np.nan
    found = sp.effect(table, DAG, "a", "b")
    assert found.estimate.rows == 370


def test_a_posterior_is_averaged_over_its_graphs():
    table = linear_table(300)
    post = sp.posterior(table, seed=0)
    found = sp.effect(table, post, "a", "b", level=0.9)
    (mixed,) = found.distributions
    assert found.causes == post.causes("a", "b")
    assert mixed.zero == pytest.approx(1 - found.causes, abs=0.1)
    assert found.range.interval == (mixed.quantile(0.05), mixed.quantile(0.95))
    assert sum(mixed.weights) + mixed.zero == pytest.approx(1)
    assert any("slope" in str(one) for one in found.estimates)


def test_quantiles_of_a_mixture_are_those_of_its_draws():
    mixed = Mixture((1.0, -2.0), (0.5, 0.2), (0.5, 0.2), none=0.0)
    rng = np.random.default_rng(0)
    which = rng.choice(3, p=[0.5, 0.2, 0.3], size=200_000)
    draws = np.select(
        [which == 0, which == 1], [rng.normal(1, 0.5, 200_000), rng.normal(-2, 0.2, 200_000)], 0.0
    )
    assert mixed.mean == pytest.approx(draws.mean(), abs=0.01)
    for p in (0.05, 0.15, 0.3, 0.6, 0.95):
        assert mixed.quantile(p) == pytest.approx(np.quantile(draws, p), abs=0.02)


def test_doubly_robust_and_partially_linear():
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(5)
    c = rng.normal(size=800)
    a = c**2 + rng.normal(size=800)  # a line does not see what c does
    table = {"a": a, "b": a + 2 * c**2 + rng.normal(size=800), "c": c}
    graph = SMALL
    (line,) = sp.effect(table, graph, "a", "b").estimates
    (robust,) = sp.effect(table, graph, "a", "b", method="doubly_robust").estimates
    assert robust.method == "partially linear"
    assert line.low > 1.2
    assert abs(robust.value - 1) < 4 * robust.standard_error < 1
    (risk,) = sp.effect(discrete_table(800), graph, "a", "b", method="doubly_robust").estimates
    assert risk.method == "doubly robust"
    assert abs(risk.value - 0.3) < 4 * risk.standard_error < 0.4


def test_an_effect_is_handed_over_in_one_call(monkeypatch):
    """With a module in the place of DoWhy: the rows, the two variables and the set arrive."""
    pytest.importorskip("pandas")
    handed = {}
    stand_in = types.SimpleNamespace(CausalModel=lambda **about: handed.update(about))
    monkeypatch.setitem(sys.modules, "dowhy", stand_in)
    table = linear_table()
    sp.effect(table, DAG, "a", "b").to_dowhy(table)
    assert (handed["treatment"], handed["outcome"], handed["common_causes"]) == ("a", "b", ["c"])
    assert list(handed["data"].columns) == ["a", "b", "c"]
    monkeypatch.setitem(sys.modules, "dowhy", None)
    with pytest.raises(ImportError, match=r"sepset\[dowhy\]"):
        sp.effect(table, DAG, "a", "b").to_dowhy(table)


def test_an_effect_without_a_valid_set_is_not_handed_over():
    table = linear_table()
    with pytest.raises(sp.OptionError, match="stands in the way"):
        sp.effect(table, sp.MixedGraph.from_edges("a --- b", "c --> b"), "a", "b").to_dowhy(table)


def test_contradicted_results_say_so():
    for seed in range(50):
        data = sp.asia().sample(200, seed=seed)
        found = sp.kpc(data, k=1)
        if any(found.status(edge.u, edge.v) == "contradicted" for edge in found.graph.edges()):
            break
    answers = [sp.effect(data, found, a, b) for a, b in product(found.names[:3], found.names[3:5])]
    assert all(one.sets.contradicted for one in answers)
    assert any("contradict" in " ".join(one.notes) for one in answers)


def test_effects_are_values():
    found = sp.effect(discrete_table(), SMALL, "a", "b")
    assert copy.deepcopy(found) == found
    again = json.loads(json.dumps(found.to_json()))
    assert again["estimates"][0]["adjusted_for"] == ["c"]
    assert again["estimates"][0]["ground"] == "local"
    assert str(found.estimates[0]).startswith("risk difference of yes for yes against no 0.")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"level": 1.0}, "level"),
        ({"method": "magic"}, "method is one of"),
        ({"kind": "best"}, "kind is one of"),
        ({"split": 0.5}, "give the learner in place of its result"),
        ({"found": 3}, "graph, result, posterior"),
        ({"found": lambda rows: 3}, "must return"),
        ({"cause": "x"}, "unknown"),
        ({"data": {"a": [0.5, 1.5, 2.5], "b": [0.5, 2.5, 0.7], "c": [1.5, 0.5, 0.25]}}, "10 rows"),
        ({"data": {"a": [0.5, 1.5] * 20, "b": [2.5, 0.7, 0.1, 0.3] * 10}}, "'c'"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_is_wrong_is_said(options, words):
    call = {"data": linear_table(40), "found": DAG, "cause": "a", "effect": "b", **options}
    with pytest.raises(sp.SepsetError, match=words):
        sp.effect(call.pop("data"), call.pop("found"), call.pop("cause"), call.pop("effect"), **call)

"""The largest p of each pair against all tests one by one, and false discovery against the definition."""

import dataclasses
import json
import math
from itertools import combinations

import jsonschema
import numpy as np
import pytest

import sepset as sp
from sepset.catalogue.choices import TESTS
from sepset.independence import ChiSquare, FisherZ, ResidualTest
from sepset.result.edge_p import keep_discoveries, quick_edge_p
from sepset.result.saved.saved import schema
from sepset.result.weak import weak_pairs
from sepset.status import FALSE_DISCOVERIES


def tables():
    rng = np.random.default_rng(4)
    z = rng.normal(size=(150, 5))
    z[:, 2] += z[:, 0] + z[:, 1]
    z[:, 3] += z[:, 2]
    codes = (z > 0).astype(int)
    mixed = [z[:, 0], codes[:, 1], z[:, 2], codes[:, 3], z[:, 4]]
    names = list("abcde")
    yield FisherZ(names, z), sp.dataset({n: z[:, i] for i, n in enumerate(names)})
    yield ChiSquare(names, codes.T, [2] * 5), sp.dataset({n: codes[:, i] for i, n in enumerate(names)})
    yield (
        ResidualTest(names, mixed, [None, 2, None, 2, None]),
        sp.dataset({n: mixed[i] for i, n in enumerate(names)}),
    )


def textbook(test, a, b, k):
    others = [name for name in test.names if name not in (a, b)]
    answers = [test(a, b, given) for size in range(k + 1) for given in combinations(others, size)]
    return max(answer.p for answer in answers if answer.usable)


@pytest.mark.parametrize("search", ["all", "neighbours"])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_it_is_the_largest_p_over_all_sets_whatever_the_search(k, search):
    for test, data in tables():
        found = sp.kpc(data, k=k, search=search)
        assert list(found.edge_p) == list(combinations("abcde", 2))
        for a, b in found.edge_p:
            expected = textbook(test, a, b, k)
            assert found.edge_p[a, b] == found.edge_p[b, a] == found.edge_p(a, b)
            assert found.edge_p[a, b] == pytest.approx(expected, rel=1e-9, abs=1e-300)
            if search == "all":
                assert found.graph.adjacent(a, b) == (expected <= 0.05)


@pytest.mark.parametrize("learner", [sp.pc, sp.loci, sp.anytime_fci])
def test_every_learner_has_it(learner):
    test, data = next(tables())
    found = learner(data)
    reached = max(found.skeleton.tests_run) if found.settings.k is None else found.settings.k
    for a, b in found.edge_p:
        assert found.edge_p[a, b] == pytest.approx(textbook(test, a, b, reached), rel=1e-9)


def test_of_an_oracle_and_of_a_test_of_ones_own():
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c")
    assert dict(sp.kpc(sp.Oracle(dag), k=1).edge_p) == {("a", "b"): 0.0, ("a", "c"): 1.0, ("b", "c"): 0.0}
    test, _ = next(tables())
    own = sp.independence.CallableTest(lambda a, b, given: test(a, b, given).p, test.names)
    for a, b in combinations("abcde", 2):
        assert sp.kpc(own, k=1).edge_p[a, b] == textbook(test, a, b, 1)


def test_files_hold_it_if_it_is_quick_to_find_out(tmp_path):
    _, data = next(tables())
    found = sp.kpc(data, k=1)
    found.save(tmp_path / "run.json")
    loaded = sp.load(tmp_path / "run.json")
    assert loaded.edge_p.values_in_order.tolist() == found.edge_p.values_in_order.tolist()


def test_files_hold_it_once_it_was_asked_for(tmp_path, monkeypatch):
    _, data = next(tables())
    found = sp.kpc(data, k=1)
    slow = dataclasses.replace(TESTS[found.settings.test], quick_tests=0)
    monkeypatch.setitem(TESTS._records, slow.word, slow)
    found.save(tmp_path / "before.json")
    with pytest.raises(sp.OptionError, match="run the learner again"):
        _ = sp.load(tmp_path / "before.json").edge_p
    kept = found.significant(q=0.1)
    found.save(tmp_path / "after.json")
    jsonschema.validate(json.loads((tmp_path / "after.json").read_text()), schema())
    again = sp.load(tmp_path / "after.json")
    assert again.significant(q=0.1) == kept
    assert dict(again.edge_p) == dict(found.edge_p)
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "after.json").read_bytes()


def test_links_of_mixed_tables_may_be_chance_too(tmp_path):
    """Of columns that have nothing to do with each other some pairs stay, and no word calls them settled."""
    rng = np.random.default_rng(6)
    data = sp.dataset({**{f"c{i}": rng.normal(size=30) for i in range(4)}, "d": rng.random(30) < 0.5})
    found = sp.kpc(data, k=0, alpha=0.4)
    assert found.settings.test == "residual"
    assert list(found.graph.edges())
    assert found.significant(q=FALSE_DISCOVERIES) == ()
    assert len(weak_pairs(found)) == len(found.graph.edges())
    found.save(tmp_path / "run.json")
    assert weak_pairs(sp.load(tmp_path / "run.json")) == weak_pairs(found)


def test_an_explanation_says_first_that_a_link_may_be_chance(tmp_path):
    rng = np.random.default_rng(3)
    cause = rng.normal(size=60)
    data = {"a": cause, "b": cause + rng.normal(size=60), **{n: rng.normal(size=60) for n in "cdef"}}
    found = sp.kpc(sp.dataset(data), k=1, alpha=0.3)
    found.save(tmp_path / "run.json")
    strong = {frozenset(pair) for pair in found.significant(q=FALSE_DISCOVERIES)}
    assert frozenset("ab") in strong
    links = [(edge.u, edge.v) for edge in found.graph.edges()]
    assert len(links) > len(strong)
    for a, b in links:
        summary, *rest = found.facts(a, b)
        said = [fact for fact in rest if fact.kind == "weak"]
        assert summary["weak"] == (frozenset((a, b)) not in strong) == bool(said)
        assert found.explain(a, b).startswith("Weak: as drawn, ") == summary["weak"]
        for fact in said:
            assert (fact["p"], fact["pairs"], fact["k"]) == (found.edge_p(a, b), 15, 1)
            assert f"is {fact['p']:.2g}: too large, among 15 pairs" in str(fact)
        assert sp.load(tmp_path / "run.json").explain(a, b) == found.explain(a, b)
        assert not any(fact.kind == "weak" for fact in found.facts(a, b, k=0))  # its p is of another k


def test_an_edge_that_no_test_could_look_at_is_weak():
    codes = np.array([[0, 0], [1, 1], [0, 1], [1, 0]], dtype=np.int32).T
    test = sp.independence.ChiSquare(("a", "b"), codes, (2, 2), min_rows_per_dof=100.0)
    found = sp.kpc(test, k=0)
    assert np.isnan(found.edge_p("a", "b"))
    assert found.explain("a", "b").startswith("Weak: as drawn, ")
    assert "No test of a and b had enough data to tell." in found.explain("a", "b")
    fact = next(fact for fact in found.facts("a", "b") if fact.kind == "weak")
    slots = fact.to_json()["slots"]
    assert slots == {"a": "a", "b": "b", "k": 0, "p": None, "pairs": 1, "rate": "5 %"}


def chance_links():
    """Twelve columns, two of which go together; at a high level some others seem to."""
    rng = np.random.default_rng(5)
    columns = {f"x{i}": rng.normal(size=80) for i in range(11)}
    return sp.dataset({**columns, "y": columns["x0"] + rng.normal(size=80)})


def test_pc_without_a_limit_says_over_which_sets_its_p_is_the_largest(tmp_path):
    data = chance_links()
    found = sp.pc(data, alpha=0.2)
    reached = max(found.tests_run)
    assert 1 <= reached < len(data.names) - 2
    found.save(tmp_path / "run.json")
    loaded = sp.load(tmp_path / "run.json")
    test = FisherZ(data.names, np.column_stack([data.column(name).values for name in data.names]))
    weak = 0
    for one in (found, loaded):
        assert one.edge_p.k == reached
        for edge in one.graph.edges():
            for fact in one.facts(edge.u, edge.v):
                if fact.kind == "weak":
                    weak += 1
                    assert fact["k"] == reached
                    assert f", over all sets of at most {reached} variable" in str(fact)
                    expected = textbook(test, edge.u, edge.v, reached)
                    assert fact["p"] == pytest.approx(expected, rel=1e-9)
            assert one.explain(edge.u, edge.v) == found.explain(edge.u, edge.v)
            # The last bound of a page is the whole run.
            assert one.explain(edge.u, edge.v, one.last_bound) == found.explain(edge.u, edge.v)
    assert weak


def test_what_is_quick_goes_by_the_sets_that_are_tried():
    """Twelve columns have 66 pairs, each with 1,024 sets of any size; the search came to few of them."""
    found = sp.pc(chance_links(), alpha=0.01)
    within = sum(math.comb(10, size) for size in range(max(found.tests_run) + 1))
    limited = dataclasses.replace(TESTS["fisher_z"], quick_tests=66 * within)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TESTS._records, "fisher_z", limited)
        assert quick_edge_p(found) is not None
    limited = dataclasses.replace(limited, quick_tests=66 * within - 1)
    again = sp.pc(chance_links(), alpha=0.01)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TESTS._records, "fisher_z", limited)
        assert quick_edge_p(again) is None


@pytest.mark.parametrize(("quick_rows", "quick"), [(120, True), (119, False)])
def test_a_test_that_goes_through_the_rows_is_quick_on_few_of_them(quick_rows, quick, monkeypatch):
    """Three pairs, two sets of at most one variable each, 20 rows: 120."""
    found = sp.kpc(
        sp.dataset({"a": np.sin(np.arange(20)), "b": [*"uvuu"] * 5, "c": [*"vvuu"] * 5}), k=1, test="residual"
    )
    limited = dataclasses.replace(TESTS["residual"], quick_rows=quick_rows)
    monkeypatch.setitem(TESTS._records, "residual", limited)
    assert (quick_edge_p(found) is not None) == quick


@pytest.mark.parametrize("broken", [[0.1], [2.0] * 10, [-0.1] * 10, ["0.1"] * 10, [True] * 10, {}])
def test_files_with_other_values_are_refused(tmp_path, broken):
    _, data = next(tables())
    found = sp.kpc(data, k=0)
    found.save(tmp_path / "run.json")
    document = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**document, "edge_p": broken}))
    with pytest.raises(sp.SavedError, match="edge_p"):
        sp.load(tmp_path / "run.json")


def step_up(p, q):
    """The rule as Benjamini and Hochberg write it."""
    m = len(p)
    known = sorted(value for value in p if not math.isnan(value))
    largest = max((i for i in range(1, len(known) + 1) if known[i - 1] <= i / m * q), default=0)
    return [not math.isnan(value) and largest > 0 and value <= known[largest - 1] for value in p]


def test_the_step_up_rule():
    rng = np.random.default_rng(0)
    for _ in range(300):
        m = int(rng.integers(1, 12))
        p = np.where(rng.random(m) < 0.1, np.nan, rng.random(m) ** rng.integers(1, 6))
        q = float(rng.uniform(0.01, 0.5))
        assert keep_discoveries(p, q).tolist() == step_up(p.tolist(), q)
        harmonic = sum(1 / i for i in range(1, m + 1))
        assert keep_discoveries(p, q, "by").tolist() == step_up(p.tolist(), q / harmonic)


def test_against_scipy():
    stats = pytest.importorskip("scipy.stats")
    p = np.random.default_rng(1).random(200) ** 3
    for method in ("bh", "by"):
        assert (
            (stats.false_discovery_control(p, method=method) <= 0.1) == keep_discoveries(p, 0.1, method)
        ).all()


@pytest.mark.parametrize(
    ("options", "message"), [({"q": 0}, "q is"), ({"q": 1.0}, "q is"), ({"method": "x"}, "method")]
)
def test_what_cannot_be_is_refused(options, message):
    found = sp.kpc(next(tables())[1], k=0)
    with pytest.raises(sp.OptionError, match=message):
        found.significant(**options)


def test_too_many_tests_are_refused_in_words():
    data = sp.dataset(np.random.default_rng(0).normal(size=(30, 200)))
    with pytest.raises(sp.OptionError, match="smaller k"):
        _ = sp.kpc(data, k=4).edge_p

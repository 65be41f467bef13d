"""The learners on data: bounds, order of columns, threads, options, and data that contradict themselves."""

from __future__ import annotations

import numpy as np
import pytest

import sepset as sp
from sepset.independence.discrete import ChiSquare
from sepset.orientation.plans import STANDARD

LEARNERS = {
    "kpc": lambda data, **options: sp.kpc(data, k=2, **options),
    "pc": sp.pc,
    "loci": lambda data, **options: sp.loci(data, k=1, **options),
    "anytime_fci": lambda data, **options: sp.anytime_fci(data, k=2, **options),
}


@pytest.fixture(scope="module")
def gaussian():
    dag = sp.simulate.random_dag(9, edges=13, seed=4)
    return sp.simulate.linear_gaussian(dag, coefficients=(0.4, 1.2), seed=5).sample(300, seed=6)


@pytest.fixture(scope="module")
def binary():
    dag = sp.simulate.random_dag(8, edges=11, seed=7)
    return sp.simulate.random_network(dag, seed=8).sample(400, seed=9)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("kind", ["gaussian", "binary"])
def test_neither_columns_nor_threads_change_the_result(learner, kind, request):
    data = request.getfixturevalue(kind)
    learn = LEARNERS[learner]
    first = learn(data, threads=1)
    rng = np.random.default_rng(1)
    for threads in (1, 2, 3):
        shuffled = data.select([data.names[i] for i in rng.permutation(len(data.names))])
        other = learn(shuffled, threads=threads)
        assert other.graph == first.graph
        assert other.tests_run == first.tests_run
        assert len(other.conflicts) == len(first.conflicts)
        for i, a in enumerate(data.names):
            for b in data.names[:i]:
                assert other.sepset(a, b) == first.sepset(a, b)
                assert other.p_value(a, b) == first.p_value(a, b)


@pytest.mark.parametrize("search", ["all", "neighbours", "component"])
@pytest.mark.parametrize("colliders", ["sepset", "conservative", "majority", "max-p"])
def test_one_run_holds_the_results_of_all_smaller_bounds(binary, search, colliders):
    run = sp.kpc(binary, k=3, search=search, colliders=colliders)
    for k in range(4):
        assert run.graph_at(k) == sp.kpc(binary, k=k, search=search, colliders=colliders).graph
    with pytest.raises(sp.OptionError, match="up to k = 3"):
        run.graph_at(4)


@pytest.mark.parametrize("colliders", ["sepset", "conservative", "majority", "max-p"])
def test_with_an_oracle_every_collider_rule_is_the_same(colliders):
    for seed in range(10):
        dag = sp.simulate.random_dag(6, edges=8, seed=seed)
        for k in (0, 1, 2):
            expected = sp.kpc(sp.Oracle(dag), k=k).graph
            assert sp.kpc(sp.Oracle(dag), k=k, colliders=colliders).graph == expected


def test_conservative_colliders_leave_a_triple_alone_that_sets_disagree_about():
    answers = {
        ("a", "b", ()): 0.2,  # c outside
        ("a", "b", ("c",)): 0.3,  # c inside: the recorded set at k = 0 is the empty one, a collider
    }

    def test(a, b, given):
        return answers.get((a, b, tuple(given)), 0.0)

    asked = sp.independence.CallableTest(test, ("a", "b", "c"))
    assert sp.kpc(asked, k=1, search="all").graph == sp.MixedGraph.from_edges("a --> c", "b --> c")
    cautious = sp.kpc(asked, k=1, search="all", colliders="conservative")
    assert not cautious.graph.has("a", "*->", "c")
    by_p = sp.kpc(asked, k=1, search="all", colliders="max-p")
    assert not by_p.graph.has("a", "*->", "c")


def test_tests_for_colliders_are_counted(binary):
    plain = sp.kpc(binary, k=1)
    cautious = sp.kpc(binary, k=1, colliders="conservative")
    assert sum(cautious.tests_run.values()) > sum(plain.tests_run.values())
    assert plain.tests_run[0] == 28


def _contradictory():
    """A chordless square without colliders: no DAG has that."""
    separated = {("a", "c"): ("b", "d"), ("b", "d"): ("a", "c")}

    def test(a, b, given):
        return 1.0 if separated.get((a, b)) == tuple(given) else 0.0

    return sp.independence.CallableTest(test, ("a", "b", "c", "d"))


def test_complete_says_plainly_when_no_dag_fits():
    found = sp.kpc(_contradictory(), k=2, search="all", complete=True)
    assert len(found.notes) == 1
    assert found.notes[0].startswith("No DAG agrees with everything that was found")
    assert found.graph == sp.kpc(_contradictory(), k=2, search="all").graph


def test_complete_on_data_refines_kpc(binary):
    plain, exact = sp.kpc(binary, k=0), sp.kpc(binary, k=0, complete=True)
    completion = exact.orientation().completion
    if completion is None:
        assert exact.graph == plain.graph
    else:
        assert sp.theory.verify(completion.certificate)


def test_single_rules_can_be_switched(gaussian):
    without = sp.kpc(gaussian, k=1, rules=STANDARD.without("R11", "R12"))
    assert "R12" not in {step.rule for step in without.trace}
    assert sp.refines(sp.kpc(gaussian, k=1).graph, without.graph)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": -1}, "k is the largest size"),
        ({"k": 1.5}, "k is the largest size"),
        ({"k": True}, "k is the largest size"),
        ({"alpha": 0}, "alpha is the level"),
        ({"alpha": "0.05"}, "alpha is the level"),
        ({"search": "neighbors"}, "did you mean 'neighbours'"),
        ({"colliders": "maxp"}, "did you mean 'max-p'"),
        ({"rules": "papers"}, "did you mean 'paper'"),
        ({"test": "fisherz"}, "did you mean 'fisher_z'"),
        ({"threads": 0}, "threads is a whole number"),
        ({"test": "chi2"}, "needs discrete columns"),
    ],
)
def test_bad_options_are_refused_with_what_is_allowed(gaussian, options, message):
    with pytest.raises(ValueError, match=message):
        sp.kpc(gaussian, **options)


@pytest.fixture(scope="module")
def mixed():
    rng = np.random.default_rng(0)
    age = rng.normal(size=400)
    smoker = (rng.random(400) < 0.3).astype(int)
    disease = (age + 1.5 * smoker + rng.logistic(size=400) > 0).astype(int)
    cost = np.exp(disease + 0.3 * rng.normal(size=400))
    return sp.dataset({"age": age, "smoker": smoker, "disease": disease, "cost": cost})


@pytest.mark.parametrize("learn", [sp.kpc, sp.pc, sp.loci, sp.anytime_fci])
def test_mixed_kinds_are_learned(mixed, learn):
    found = learn(mixed)
    assert found.settings["test"] == "residual"
    for cause in ("age", "smoker"):
        assert found.graph.has(cause, "*->", "disease")
        assert not found.graph.adjacent(cause, "cost")
    assert found.graph.has("disease", "-->", "cost")
    backwards = learn(mixed.select(mixed.names[::-1]), threads=3)
    assert backwards.graph == found.graph
    assert [backwards.p_value(a, "cost") for a in ("age", "smoker")] == [
        found.p_value(a, "cost") for a in ("age", "smoker")
    ]


def test_mixed_kinds_choose_k_and_alpha(mixed):
    found = sp.kpc(mixed, k="auto", alpha="auto")
    assert found.k == 2  # both others of four
    assert found.settings["alpha"] == pytest.approx(2 / 20)
    few = sp.kpc(mixed.take(np.arange(12)), k="auto", alpha="auto")
    assert few.k == 1  # two typical others have 3 columns, and 12 / 5 allow 2
    assert "residual test" in few.settings["k_reason"]


def test_mixed_kinds_are_saved_explained_and_reported(mixed, tmp_path):
    found = sp.kpc(mixed)
    found.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.graph == found.graph
    assert "independent given disease" in again.explain("age", "cost").replace("{", "").replace("}", "")
    sp.write_report(again, tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert "chi-square test where all variables of a triple are discrete" in page
    assert "Annals of Mathematical Statistics" in page


def test_frames_arrays_and_datasets_give_the_same_graph(gaussian):
    pandas = pytest.importorskip("pandas")
    matrix = gaussian.matrix()
    expected = sp.kpc(gaussian).graph
    assert sp.kpc(pandas.DataFrame(matrix, columns=list(gaussian.names))).graph == expected
    assert sp.kpc(sp.dataset(matrix, names=gaussian.names)).graph == expected


def test_a_function_is_asked_in_one_form_only():
    asked = []

    def test(a, b, given):
        asked.append((a, b, tuple(given)))
        return 0.0

    sp.kpc(sp.independence.CallableTest(test, ("z", "y", "x")), k=1)
    assert asked
    assert all(a < b and list(given) == sorted(given) for a, b, given in asked)


def test_a_function_that_returns_nonsense_is_refused():
    with pytest.raises(sp.OptionError, match="p-value between 0 and 1"):
        sp.kpc(sp.independence.CallableTest(lambda a, b, given: 3.0, ("x", "y", "z")), k=1)


class Counted:
    """A test that counts how often it is asked, by size of the conditioning set."""

    def __init__(self, test):
        self.test, self.names, self.asked = test, test.names, {}

    def __call__(self, a, b, given=()):
        self.asked[len(given)] = self.asked.get(len(given), 0) + 1
        return self.test(a, b, given)


@pytest.mark.parametrize("colliders", ["sepset", "conservative", "majority", "max-p"])
@pytest.mark.parametrize("complete", [False, True])
def test_every_test_is_reported(binary, colliders, complete):
    counted = Counted(ChiSquare.from_data(binary))
    found = sp.kpc(counted, k=1, colliders=colliders, complete=complete)
    assert found.orientation().tests_run or colliders == "sepset"
    assert counted.asked == found.tests_run


def test_completing_changes_no_vote(binary):
    plain = sp.kpc(binary, k=1, colliders="conservative")
    completed = sp.kpc(binary, k=1, colliders="conservative", complete=True)
    assert completed.orientation().votes == plain.orientation().votes
    assert completed.tests_run == plain.tests_run

"""The learners on data: bounds, order of columns, threads, options, and data that contradict themselves."""

from __future__ import annotations

import numpy as np
import pytest

import sepset as sp

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


@pytest.mark.parametrize("search", ["all", "neighbours"])
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
    from sepset.orientation.plans import STANDARD

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


def test_mixed_kinds_say_what_to_do():
    rng = np.random.default_rng(0)
    data = sp.dataset(
        {"age": rng.normal(size=60), "smoker": rng.integers(0, 2, 60), "bmi": rng.normal(size=60)}
    )
    with pytest.raises(sp.DataError, match=r"'age', 'bmi' continuous, 'smoker' discrete.*bin the continuous"):
        sp.kpc(data)


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

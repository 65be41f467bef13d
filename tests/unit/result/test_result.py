import copy
import platform
from importlib import metadata

import numpy as np
import pytest

import sepset as sp
from sepset.result.data_summary import DataSummary
from sepset.result.settings import plain

DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "u --> b", "v --> c")


@pytest.fixture(scope="module")
def found():
    return sp.kpc(sp.Oracle(DAG), k=2)


def test_one_run_holds_every_smaller_bound(found):
    for k in range(3):
        assert found.graph_at(k) == sp.kpc(sp.Oracle(DAG), k=k).graph
    assert found.graph == found.graph_at(2)


def test_a_larger_bound_needs_another_run(found):
    with pytest.raises(sp.OptionError, match="the run went up to k = 2, so there is no result for k = 3"):
        found.graph_at(3)
    with pytest.raises(sp.OptionError, match="k is the largest size"):
        found.graph_at(-1)


def test_separating_sets_and_their_p_values(found):
    assert found.sepset("a", "c") == found.sepset("c", "a") == {"b"}
    assert found.sepset("a", "u") == frozenset()
    assert found.sepset("a", "b") is None
    assert found.p_value("a", "u") == 1.0
    assert found.p_value("a", "b") is None


@pytest.mark.parametrize("ask", ["sepset", "p_value", "explain"])
def test_unknown_names(found, ask):
    with pytest.raises(sp.UnknownNodeError, match="unknown node 'A'; did you mean 'a'"):
        getattr(found, ask)("A", "b")
    with pytest.raises(sp.UnknownNodeError):
        getattr(found, ask)(["a"], "b")


def test_asking_for_a_set_does_not_orient():
    complete = sp.kpc(sp.Oracle(DAG), k=1, complete=True, time_limit=0)
    assert complete.sepset("a", "u") == frozenset()
    assert complete._levels == {}


def test_tests_of_the_collider_stage_are_counted():
    data = sp.asia().sample(300, seed=1)
    by_set, by_vote = sp.kpc(data, k=1), sp.kpc(data, k=1, colliders="majority")
    extra = by_vote.orientation().tests_run
    assert sum(extra.values()) > 0
    assert by_vote.tests_run == {k: by_set.tests_run[k] + extra.get(k, 0) for k in by_set.tests_run}


def test_versions(found):
    assert dict(found.versions) == {
        "sepset": sp.__version__,
        "numpy": np.__version__,
        "scipy": metadata.version("scipy"),
        "python": platform.python_version(),
    }


def test_settings_hold_plain_values_and_cannot_be_changed():
    class Mine(sp.independence.CallableTest):
        pass

    run = sp.kpc(Mine(lambda a, b, given: 0.5, names=("a", "b")), k=np.int64(1), alpha=np.float64(0.1))
    assert run.settings["test"] == "Mine"
    assert type(run.settings["alpha"]) is float
    with pytest.raises(TypeError):
        run.settings["alpha"] = 0.2


def test_plain():
    assert plain([np.float32(0.5), np.True_, {"a": {2, 1}}, float("nan"), b"x", plain]) == (
        [0.5, True, {"a": ["1", "2"]}, None, "bytes", "function"]
    )


def test_an_oracle_has_no_data(found):
    assert found.data is None


def test_data_summary():
    data = sp.dataset({"x": [0.5, 1.5, None, 2.5], "y": ["u", "v", "w", "u"]}, missing="drop")
    about = DataSummary.of(data)
    assert (about.rows, about.dropped, about.names) == (3, 1, ("x", "y"))
    assert (about.kinds, about.levels, about.missing) == (
        {"x": "continuous", "y": "discrete"},
        {"y": 2},
        {"x": 1},
    )
    assert about.fingerprint == data.fingerprint()
    assert about.kinds_counted == "1 continuous and 1 discrete"
    assert about.rows_left_out == "1 row left out for missing values"
    whole = DataSummary.of(sp.asia().sample(50, seed=1))
    assert (whole.kinds_counted, whole.rows_left_out) == ("8 discrete", "")


def test_equal_data_have_equal_summaries():
    one, other = (sp.asia().sample(50, seed=seed) for seed in (1, 2))
    assert DataSummary.of(one) == DataSummary.of(one.select(one.names))
    assert hash(DataSummary.of(one)) == hash(DataSummary.of(one.select(one.names)))
    assert DataSummary.of(one) != DataSummary.of(other)
    assert DataSummary.of(one) != "data"


def test_learners_on_data_keep_a_summary():
    data = sp.asia().sample(200, seed=1)
    for learner in (sp.kpc, sp.pc, sp.loci, sp.anytime_fci):
        assert learner(data).data == DataSummary.of(data)


def test_pc_stops_where_nothing_changes_any_more():
    run = sp.pc(sp.Oracle(sp.simulate.random_dag(12, edges=15, seed=2)), colliders="conservative")
    assert run.k == 10
    assert run.last_bound < 10
    assert run.orientation(10) == run._orient(10) == run._orient(run.last_bound)


def test_copies():
    run = sp.kpc(sp.asia().sample(200, seed=1), k=1)
    for other in (copy.copy(run), copy.deepcopy(run)):
        assert other.graph == run.graph
        assert other.explain("asia", "tub") == run.explain("asia", "tub")


def test_texts(found):
    assert str(found) == found.graph.to_text()
    assert repr(found) == "<Discovery by k-PC, k = 2: <MixedGraph: 5 nodes, 4 edges>>"

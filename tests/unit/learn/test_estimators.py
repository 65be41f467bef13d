import inspect
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import SkipTestWarning
from sklearn.utils.estimator_checks import check_estimator

import sepset as sp

SHELLS = {"KPC": sp.kpc, "PC": sp.pc, "LOCI": sp.loci, "AnytimeFCI": sp.anytime_fci}
#: Checks that scikit-learn itself passes over, each with its reason.
SKIPPED = {
    "check_array_api_input": "arrays of other libraries are not read (needs SCIPY_ARRAY_API to run at all)"
}


@pytest.fixture(params=SHELLS)
def shell(request):
    return getattr(sp, request.param)


def gaussian(rows=400):
    dag = sp.MixedGraph.from_edges("x0 --> x2", "x1 --> x2", "x2 --> x3")
    return sp.simulate.linear_gaussian(dag, coefficients=(0.8, 1.0), seed=1).sample(rows, seed=2)


@pytest.mark.parametrize("name", [*SHELLS, "GraphPosterior"])
def test_the_checks_of_scikit_learn(name):
    shell = getattr(sp, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SkipTestWarning)
        results = check_estimator(shell(), on_fail=None)
    failed = {result["check_name"]: result["exception"] for result in results if result["status"] == "failed"}
    skipped = {result["check_name"] for result in results if result["status"] == "skipped"}
    assert failed == {}
    assert skipped <= SKIPPED.keys()
    assert len(results) > 30


def test_parameters_are_those_of_the_function(shell):
    options = dict(inspect.signature(SHELLS[shell.__name__]).parameters)
    del options["data_or_test"]
    assert shell().get_params() == {name: option.default for name, option in options.items()}


def test_fit_is_a_call_of_the_function(shell):
    data = gaussian()
    fitted = shell(alpha=0.01).fit(data)
    assert fitted.discovery_.graph == fitted.graph_ == SHELLS[shell.__name__](data, alpha=0.01).graph
    assert fitted.discovery_.settings["alpha"] == 0.01


def test_every_parameter_arrives(tmp_path):
    options = {
        "k": 2,
        "alpha": 0.1,
        "test": "fisher_z",
        "search": "all",
        "colliders": "majority",
        "rules": "counting",
        "complete": True,
        "repair": True,
        "time_limit": 9.0,
        "missing": "drop",
        "threads": 1,
        "checkpoint": tmp_path,
    }
    assert sp.KPC(**options).get_params() == {
        "knowledge": None,
        "strict": False,
        "backend": None,
        "progress": None,
        **options,
    }
    settings = sp.KPC(**options).fit(gaussian()).discovery_.settings
    assert (tmp_path / "run.json").exists()
    elsewhere = ("time_limit", "missing", "threads", "checkpoint")
    assert {name: settings[name] for name in options if name not in elsewhere} == {
        name: value for name, value in options.items() if name not in elsewhere
    }


@pytest.mark.parametrize("learner", [sp.KPC, sp.PC, sp.LOCI, sp.AnytimeFCI])
def test_knowledge_arrives(learner):
    known = sp.Knowledge(tiers=[["x0", "x1"], ["x2"], ["x3"]])
    fitted = learner(knowledge=known).fit(gaussian())
    assert fitted.discovery_.settings["knowledge"] == known.to_dict()
    assert fitted.graph_.has("x2", "*->", "x3")


def test_wrong_parameters_are_found_by_fit():
    learner = sp.KPC(k=-1)
    with pytest.raises(ValueError, match="k is the largest size"):
        learner.fit(gaussian())


def test_arrays_get_names():
    learner = sp.KPC().fit(gaussian().matrix())
    assert learner.graph_.nodes == ("x0", "x1", "x2", "x3")
    assert learner.n_features_in_ == 4
    assert not hasattr(learner, "feature_names_in_")
    assert sp.KPC().fit(gaussian().matrix().tolist()).graph_ == learner.graph_


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, sp.dataset])
def test_frames_keep_their_names(frame):
    columns = dict(zip("abcd", gaussian().matrix().T, strict=True))
    learner = sp.KPC().fit(frame(columns))
    assert learner.graph_.nodes == ("a", "b", "c", "d")
    assert learner.n_features_in_ == 4
    assert learner.feature_names_in_.tolist() == ["a", "b", "c", "d"]


def test_discrete_data():
    data = sp.asia().sample(2000, seed=1)
    frame = pd.DataFrame({name: np.array(data.levels[name])[data.column(name).values] for name in data.names})
    learner = sp.KPC(k=1).fit(frame)
    assert learner.discovery_.settings["test"] == "chi2"
    assert learner.graph_.adjacent("smoke", "bronc")
    text = sp.KPC(k=1).fit(frame.to_numpy().astype(str))
    assert text.graph_ == learner.graph_.relabel(dict(zip(data.names, text.graph_.nodes, strict=True)))


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1.0] * 50, "column 'x2' is constant"),
        ([np.nan] * 50, "NaN"),
        ([np.inf] * 50, "infinity"),
    ],
)
def test_data_that_cannot_be_used(column, message):
    table = np.column_stack([np.random.default_rng(1).normal(size=(50, 2)), column])
    with pytest.raises(ValueError, match=message):
        sp.KPC().fit(table)


def test_missing_values_in_a_frame_are_named():
    frame = pd.DataFrame({"a": [0.5, None, 1.5, 2.5], "b": [1.5, 2.5, 0.5, 3.5]})
    with pytest.raises(sp.DataError, match="missing values in 'a'"):
        sp.KPC().fit(frame)


def test_copies_and_pickles(shell):
    fitted = shell(alpha=0.2).fit(gaussian())
    assert clone(fitted).get_params() == fitted.get_params()
    again = pickle.loads(pickle.dumps(fitted))  # noqa: S301 - our own bytes
    assert again.graph_ == fitted.graph_
    assert again.discovery_.explain("x0", "x2") == fitted.discovery_.explain("x0", "x2")


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_without_scikit_learn_the_error_names_the_extra():
    out = run(
        "import sys; sys.modules['sklearn'] = None\n"
        "import sepset as sp\n"
        "from sepset import *\n"
        "try: sp.KPC\n"
        "except ImportError as error: print(error)"
    )
    assert "need scikit-learn 1.6 or newer: pip install 'sepset[sklearn]'" in out


def test_scikit_learn_is_imported_when_asked_for():
    out = run(
        "import sys, sepset as sp; print('sklearn' in sys.modules); sp.PC; print('sklearn' in sys.modules)"
    )
    assert out.split() == ["False", "True"]


def test_other_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="module 'sepset' has no attribute 'NOTEARS'"):
        sp.NOTEARS  # noqa: B018
    assert set(SHELLS) <= set(dir(sp))


def test_a_posterior_is_fitted_too():
    data = gaussian(100)
    fitted = sp.GraphPosterior(seed=3, samples=50).fit(data)
    post = sp.posterior(data, seed=3, samples=50)
    assert fitted.graph_ == post.graph
    assert fitted.posterior_.marks() == post.marks()
    options = dict(inspect.signature(sp.posterior).parameters)
    del options["data"]
    names = {name: option.default for name, option in options.items()}
    assert {**names, "missing": "error"} == sp.GraphPosterior().get_params()
    assert clone(fitted).get_params() == fitted.get_params()
    columns = {name: data.column(name).values for name in data.names}
    frame = pd.DataFrame(columns)
    assert list(sp.GraphPosterior().fit(frame).feature_names_in_) == list(data.names)
    frame.iloc[0, 0] = np.nan
    assert sp.GraphPosterior(missing="drop").fit(frame).posterior_.data.rows == 99
    gaps = sp.dataset(frame, missing="testwise")
    assert sp.GraphPosterior(missing="drop").fit(gaps).posterior_.data.rows == 99
    with pytest.raises(sp.DataError, match="pass missing='drop' to use the 99 complete rows") as refused:
        sp.GraphPosterior().fit(frame)
    assert [advice.value for advice in refused.value.advice] == ["drop"]


def test_estimators_tell_how_far_they_are_and_resamples_do_not(shell):
    told = []
    data = gaussian()
    fitted = shell(progress=told.append).fit(data)
    assert told
    assert fitted.graph_ == shell().fit(data).graph_
    told.clear()
    fitted.stability(data, resamples=2)
    assert told == []


def test_a_posterior_tells_how_far_it_is():
    told = []
    sp.GraphPosterior(progress=told.append).fit(gaussian(100))
    assert told

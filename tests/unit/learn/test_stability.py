"""Stability against the textbook: take the rows, run the learner, count."""

import json
import math

import jsonschema
import numpy as np
import pytest

import sepset as sp
from sepset.graph.marks import EDGE_PATTERNS
from sepset.result.stability.saved import schema

OPTIONS = {"kpc": {"k": 1}, "pc": {"max_k": 2}, "loci": {"k": 1}, "anytime-fci": {"k": 1}}


def mixed_frame(rows=120, seed=0):
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(seed)
    a = rng.normal(size=rows)
    b = (a + rng.normal(size=rows) > 0).astype(int)
    c = a + b + rng.normal(size=rows)
    return pd.DataFrame({"a": a, "b": [("no", "yes")[i] for i in b], "c": c, "d": rng.normal(size=rows)})


def textbook(frame, learner, resamples, method, seed, **options):
    """Resample the data frame itself, read it again, and run the learner."""
    function = {"kpc": sp.kpc, "pc": sp.pc, "loci": sp.loci, "anytime-fci": sp.anytime_fci}[learner]
    graphs, n = [], len(frame)
    for number in range(resamples):
        rng = np.random.default_rng([seed, number])
        rows = rng.integers(0, n, n) if method == "bootstrap" else rng.permutation(n)[: n // 2]
        graphs.append(function(frame.iloc[rows].reset_index(drop=True), **options).graph)
    return graphs


@pytest.mark.parametrize("method", ["bootstrap", "half"])
@pytest.mark.parametrize("learner", OPTIONS)
def test_shares_are_those_of_the_learner_on_resampled_tables(learner, method):
    frame, options = mixed_frame(), OPTIONS[learner]
    stable = sp.stability(frame, learner=learner, resamples=12, method=method, seed=5, **options)
    graphs = textbook(frame, learner, 12, method, 5, **options)
    for a in frame.columns:
        for b in frame.columns:
            for pattern in (*EDGE_PATTERNS, "*->", "<-*", "*-*", "o-*", "*--") if a != b else ():
                expected = sum(graph.has(a, pattern, b) for graph in graphs) / 12
                assert stable.share(a, pattern, b) == pytest.approx(expected)


def test_an_estimator_is_a_learner():
    pytest.importorskip("sklearn")
    frame = mixed_frame()
    known = sp.Knowledge(tiers=[["a"], ["b", "c", "d"]])
    expected = sp.stability(frame, resamples=8, seed=3, k=1, knowledge=known).counts.tolist()
    learner = sp.KPC(k=1, knowledge=known)
    assert sp.stability(frame, resamples=8, seed=3, learner=learner).counts.tolist() == expected
    assert learner.stability(frame, resamples=8, seed=3).counts.tolist() == expected
    assert not hasattr(learner, "discovery_")  # it was a copy that was fitted
    with pytest.raises(sp.OptionError, match="k: give the options to the estimator"):
        sp.stability(frame, learner=learner, k=1)
    with pytest.raises(sp.OptionError, match="GraphPosterior finds no graph by tests"):
        sp.stability(frame[["a", "c", "d"]], learner=sp.GraphPosterior(samples=10))


def test_nothing_depends_on_threads_or_the_order_of_columns(tmp_path):
    frame = mixed_frame()
    stable = sp.stability(frame, resamples=10, threads=1)
    stable.save(tmp_path / "one.json")
    sp.stability(frame, resamples=10, threads=3).save(tmp_path / "three.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "three.json").read_bytes()
    turned = sp.stability(frame[["d", "b", "c", "a"]], resamples=10)
    for row in stable.marks():
        for pattern in EDGE_PATTERNS:
            assert turned.share(row["a"], pattern, row["b"]) == row[pattern]


def test_the_seed_draws_the_rows():
    frame = mixed_frame()
    assert (
        sp.stability(frame, resamples=10, seed=1).marks() != sp.stability(frame, resamples=10, seed=2).marks()
    )
    again = sp.stability(frame, resamples=10, seed=1)
    assert again.marks() == sp.stability(frame, resamples=10, seed=1).marks()


@pytest.mark.parametrize("suffix", ["json", "json.gz"])
def test_files_hold_everything_and_fit_the_schema(tmp_path, suffix):
    stable = sp.stability(mixed_frame(), resamples=7, seed=3, k=1, method="half")
    stable.save(tmp_path / f"run.{suffix}")
    again = sp.load(tmp_path / f"run.{suffix}")
    assert isinstance(again, sp.Stability)
    assert again.marks() == stable.marks()
    assert again.summary() == stable.summary()
    assert (again.method, again.seed, again.resamples) == ("half", 3, 7)
    again.save(tmp_path / "again.json")
    stable.save(tmp_path / "plain.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "plain.json").read_bytes()
    jsonschema.validate(json.loads((tmp_path / "again.json").read_text()), schema())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"patterns": ["-->"]}, "nine patterns"),
        ({"counts": [[0, 1, [9] * 9]]}, r"counts\[0\]\[2\]"),
        ({"counts": [[1, 0, [0] * 9]]}, r"counts\[0\]\[1\]"),
        ({"used": [[0, 1, 99]]}, r"used\[0\]\[2\]"),
        ({"method": "jackknife"}, "bootstrap"),
        ({"more": 1}, "not a part"),
        ({"version": 2}, "version"),
    ],
)
def test_files_that_are_not_sound_are_refused(tmp_path, change, message):
    stable = sp.stability(mixed_frame(), resamples=3)
    stable.save(tmp_path / "run.json")
    document = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps({**document, **change}))
    with pytest.raises(sp.SavedError, match=message):
        sp.load(tmp_path / "run.json")


def test_a_column_that_is_constant_in_a_resample_counts_only_where_it_varies():
    rng = np.random.default_rng(0)
    rare = np.zeros(60, dtype=int)
    rare[:2] = 1
    data = sp.dataset({"rare": rare, "x": rng.normal(size=60), "y": rng.normal(size=60)})
    stable = sp.stability(data, resamples=40)
    varied = sum(
        len(np.unique(rare[np.random.default_rng([0, number]).integers(0, 60, 60)])) > 1
        for number in range(40)
    )
    assert 0 < varied < 40
    assert stable.used.tolist() == [varied, varied, 40]
    assert f"{varied} resamples or more" in stable.summary()


def test_a_pair_that_never_varied_has_no_share():
    rare = [1] + [0] * 29
    stable = sp.stability({"rare": rare, "x": [0, 1, 2] * 10, "y": [0, 1] * 15}, resamples=1, seed=2)
    share = stable.share("rare", "*-*", "x")
    drawn = np.random.default_rng([2, 0]).integers(0, 30, 30)
    assert math.isnan(share) == (0 not in drawn)


def test_knowledge_passes_through():
    frame = mixed_frame()
    known = sp.Knowledge(tiers=[["a", "b"], ["c", "d"]])
    stable = sp.stability(frame, resamples=20, knowledge=known)
    for later in "cd":
        for earlier in "ab":
            # An arrowhead at the earlier one too would say that neither affects the other.
            assert stable.share(later, "-->", earlier) == 0.0
            assert stable.share(earlier, "*->", later) == stable.share(earlier, "*-*", later)


def test_missing_values_are_left_out_test_by_test():
    frame = mixed_frame()
    frame.loc[::7, "a"] = np.nan
    with pytest.raises(sp.DataError, match="missing"):
        sp.stability(frame, resamples=2)
    stable = sp.stability(frame, resamples=5, missing="testwise")
    assert stable.share("a", "*-*", "c") == 1.0


def test_a_function_can_be_the_learner_and_progress_is_told():
    told = []
    stable = sp.stability(
        mixed_frame(), resamples=4, learner=lambda data: sp.kpc(data, k=0), progress=told.append, threads=1
    )
    assert stable.learner == "k-PC"
    assert [(now.done, now.resamples) for now in told] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_auto_is_chosen_for_each_resample():
    data = sp.asia().sample(400, seed=1)
    stable = sp.stability(data, resamples=3, k="auto", alpha="auto", method="half")
    half = data.take(np.sort(np.random.default_rng([0, 0]).permutation(400)[:200]))
    graph = sp.kpc(half, k="auto", alpha="auto").graph
    first = sp.stability(data, resamples=1, k="auto", alpha="auto", method="half")
    for row in first.marks():
        if not math.isnan(row["*-*"]):
            assert row["*-*"] == graph.adjacent(row["a"], row["b"])
    assert stable.settings.alpha == sp.kpc(data, k="auto", alpha="auto").settings.alpha


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resamples": 0}, "resamples"),
        ({"method": "jackknife"}, "'bootstrap'"),
        ({"seed": -1}, "seed"),
        ({"learner": "fci"}, "learner"),
        ({"learner": "pc", "k": 1}, "has no option k"),
        ({"learner": "kpc", "max_k": 1}, "has no option max_k"),
        ({"learner": lambda data: data, "k": 1}, "the function"),
        ({"learner": lambda data: data}, "returns a Discovery"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(sp.OptionError, match=message):
        sp.stability(mixed_frame(), **{"resamples": 2, **options})


def test_a_test_in_place_of_data_is_refused():
    with pytest.raises(sp.OptionError, match="give the data"):
        sp.stability(sp.Oracle(sp.MixedGraph.from_edges("a --> b")))


def test_questions_about_what_is_not_there_are_refused():
    stable = sp.stability(mixed_frame(), resamples=2)
    with pytest.raises(sp.UnknownNodeError):
        stable.share("a", "*-*", "z")
    with pytest.raises(sp.GraphError, match="twice"):
        stable.share("a", "*-*", "a")
    with pytest.raises(sp.GraphError, match="did you mean"):
        stable.share("a", "=->", "b")
    with pytest.raises(sp.OptionError, match="at_least"):
        stable.skeleton(0.0)


def test_it_is_called_stability_and_says_what_it_is_not():
    stable = sp.stability(mixed_frame(), resamples=5)
    assert "not a probability" in stable.summary()
    assert len(stable.to_pandas()) == 6
    assert stable.skeleton(0.9).adjacent("a", "c")
    assert repr(stable) == "<Stability: 4 variables, k-PC, 5 resamples (bootstrap)>"

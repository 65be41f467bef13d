"""The command ``sepset stability``, and ``sepset learn --fdr``."""

import json

import pytest
from click.testing import CliRunner

import sepset as sp
from sepset.cli.app import app


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_shares_are_printed_and_saved(tmp_path):
    done = run(
        "stability", "asia", "--rows", "300", "--resamples", "10", "-k", "1", "-o", f"{tmp_path}/s.json"
    )
    assert done.exit_code == 0, done.output
    assert "not a probability" in done.output
    stable = sp.load(tmp_path / "s.json")
    assert isinstance(stable, sp.Stability)
    assert (stable.resamples, stable.settings.k, stable.settings.alpha) == (10, 1, 0.05)
    assert stable.summary().split() == done.output.split()


def test_json_has_the_pairs_that_were_ever_adjacent():
    options = ("--rows", "300", "--resamples", "6", "--resampling", "half", "--resampling-seed", "4")
    done = run("stability", "asia", *options, "--method", "pc", "--json")
    document = json.loads(done.output)
    assert (document["learner"], document["resampling"], document["seed"]) == ("PC", "half", 4)
    data = sp.asia().sample(300, seed=1)
    stable = sp.stability(data, resamples=6, method="half", seed=4, learner="pc")
    assert document["shares"] == [row for row in stable.marks() if row["*-*"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--method", "posterior"), "a posterior has probabilities of its own"),
        (("--method", "auto"), "'auto' is not one of 'kpc', 'pc', 'loci', 'anytime-fci'"),
        (("-k", "0,1"), "'0,1' is a list, and this command takes one number"),
        (("-k", "x"), "'x' is not a whole number of at least 0"),
        (("--method", "loci", "--colliders", "max-p"), "--colliders is for"),
        (("--resamples", "0"), "--resamples"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    done = run("stability", "asia", "--rows", "50", *arguments)
    assert done.exit_code != 0
    assert message in str(done.exception) + done.output


def test_the_learner_comes_first_in_the_help_and_runs_tests():
    names = [parameter.name for parameter in app.get_command(None, "stability").params]
    assert names[:4] == ["data", "method", "bounds", "alpha"]
    words = run("stability", "--help").output
    assert "posterior" not in words
    assert "how the graph changes" not in words
    assert "[default: kpc]" in words


def test_learn_lists_the_pairs_of_a_false_discovery_rate(tmp_path):
    arguments = ("learn", "asia", "--rows", "500", "-k", "1", "--fdr", "0.05")
    found = sp.kpc(sp.asia().sample(500, seed=1), k=1)
    document = json.loads(run(*arguments, "--json", "-o", f"{tmp_path}/run.json").output)
    part = document["false_discovery"]
    assert (part["q"], part["method"]) == (0.05, "bh")
    assert tuple((one["a"], one["b"]) for one in part["pairs"]) == found.significant(0.05)
    assert [one["largest_p"] for one in part["pairs"]] == [found.edge_p[pair] for pair in found.significant()]
    assert sp.load(tmp_path / "run.json").significant(0.05) == found.significant(0.05)
    words = run(*arguments, "--fdr-method", "by").output
    assert "Benjamini and Yekutieli" in words
    assert "false_discovery" not in json.loads(run(*arguments[:-2], "--json").output)


def test_a_false_discovery_rate_is_for_tests():
    done = run("learn", "asia", "--rows", "50", "--method", "posterior", "--fdr", "0.05")
    assert "--fdr is for learners by tests" in str(done.exception) + done.output

"""`sepset learn --method posterior`."""

import json

import pytest
from click.testing import CliRunner

import sepset as sp
from sepset.cli.learn import learn


def run(*arguments):
    return CliRunner().invoke(learn, [*map(str, arguments), "--method", "posterior"])


def test_edges_with_how_sure_they_are(tmp_path):
    done = run("asia", "--rows", 500, "-o", tmp_path / "run.json")
    assert done.exit_code == 0
    assert "edges of the essential graph, with the probability of exactly this edge" in done.output
    assert "%" in done.output
    saved = sp.load(tmp_path / "run.json")
    assert isinstance(saved, sp.Posterior)
    graph = run("asia", "--rows", 500, "--quiet")
    assert sp.MixedGraph.parse(graph.output) == saved.graph


def test_json_has_a_probability_for_each_edge():
    document = json.loads(run("asia", "--rows", 200, "-k", 1, "--json").output)
    assert document["exact"] is True
    assert all(0 <= edge[3] <= 1 for edge in document["edges"])


@pytest.mark.parametrize("options", [("--alpha", "0.1"), ("--test", "g2"), ("--complete",), ("-k", "0,1")])
def test_options_of_tests_are_refused(options):
    done = run("asia", *options)
    assert done.exit_code != 0
    assert isinstance(done.exception, sp.OptionError)
    assert "--method posterior" in str(done.exception)

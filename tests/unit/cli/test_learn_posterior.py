"""`sepset learn` with a posterior: asked for, and by default where the table allows it."""

import json
import re

import pytest

import sepset as sp
from sepset.cli.tables import csv_parts
from sepset.graph.edges import Edge
from sepset.wording import as_percent

ASIA = ("learn", "asia", "--rows", "500")


def shown_edges(said):
    """The lines ``a --> b 97 %`` of the output as (edge, percent)."""
    rows = re.findall(r"^  (\w+)  +(\S{3})  (\w+)  +((?:[<>] )?\d+ %)", said, re.MULTILINE)
    return {f"{a} {pattern} {b}": percent for a, pattern, b, percent in rows}


@pytest.mark.parametrize("method", [(), ("--method", "posterior")])
def test_edges_with_how_sure_they_are(cli, method):
    said = cli(*ASIA, *method, "-o", "run.json")
    saved = sp.load("run.json")
    assert isinstance(saved, sp.Posterior)
    expected = {str(edge.rightwards()): as_percent(saved.probability(*edge)) for edge in saved.graph.edges()}
    assert shown_edges(said) == expected
    assert "Percentages say how probable exactly this edge is in the essential graph." in said
    assert sp.MixedGraph.parse(cli(*ASIA, *method, "--quiet")) == saved.graph


def test_groups_are_by_probability(cli):
    document = json.loads(cli(*ASIA, "-k", 1, "--method", "posterior", "--json"))
    assert document["exact"] is True
    sure = {str(Edge(a, pattern, b).rightwards()): p for a, pattern, b, p in document["edges"]}
    listed = {}
    for group, edges in document["groups"].items():
        listed |= dict.fromkeys(edges, group)
    assert len(listed) == len(sure)
    for edge, p in sure.items():
        assert listed[edge] == ("nearly_certain" if p >= 0.95 else "likely" if p >= 0.7 else "open")


def test_where_tests_disagree_is_said(cli):
    said = cli("learn", "asia", "-o", "run.json")
    post = sp.load("run.json")
    (one,) = post.disagreements
    assert f"{one.a} {one.said} {one.b}" == "asia --- tub"
    assert f"  asia --- tub  {as_percent(one.probability)}\n" in said
    document = json.loads(cli("learn", "asia", "--json"))
    assert document["disagreements"] == [one._asdict()]
    assert document["beside"]["graph"]["edges"] == [list(edge) for edge in post.beside.graph.edges()]


@pytest.mark.parametrize("options", [("-k", "1"), ("--alpha", "0.1"), ("--all-k",), ("--colliders", "max-p")])
def test_an_option_of_tests_asks_for_tests(cli, options):
    assert json.loads(cli(*ASIA, *options, "--json"))["learner"] == "k-PC"


def test_a_table_that_does_not_allow_it_says_why(cli):
    model = sp.simulate.linear_gaussian(sp.MixedGraph.from_edges("a --> b"), seed=0)
    lines = "".join(csv_parts(model.sample(200, seed=1))).splitlines()
    halves = [f"{line},{'u' if number < 100 else 'v'}" for number, line in enumerate(lines[1:])]
    cli.write("mixed.csv", "\n".join([f"{lines[0]},c", *halves]))
    said = cli("learn", "mixed.csv")
    assert "no posterior: it has no score for tables that mix discrete and continuous columns" in said
    assert "Method k-PC with residual" in said
    cli.write("gaps.csv", "\n".join([lines[0], "NA,1.5", *lines[1:]]))
    said = cli("learn", "gaps.csv")
    assert "no posterior: it needs complete rows; --missing drop --method posterior uses those" in said
    assert "Method posterior" in cli("learn", "gaps.csv", "--missing", "drop", "--method", "posterior")
    cli("simulate", "-n", 61, "--edges", 30, "--kind", "gaussian", "--rows", 100, "-o", "wide.csv")
    said = cli("learn", "wide.csv")
    assert "no posterior: with more than 60 columns it takes a while; --method posterior runs it" in said


def test_a_saved_posterior_is_explained_compared_and_converted(cli):
    cli(*ASIA, "-o", "run.json")
    post = sp.load("run.json")
    said = cli("explain", "run.json", "smoke", "bronc")
    assert said.startswith(post.explain("smoke", "bronc"))
    assert said.endswith(f"What small tests say\n{post.beside.explain('smoke', 'bronc')}\n")
    assert "1-essential graph" in cli("explain", "run.json", "smoke", "bronc", "-k", 1)
    document = json.loads(cli("explain", "run.json", "smoke", "bronc", "--json"))
    assert document["possibilities"] == post.possibilities("smoke", "bronc")
    assert document["beside"]["command"] == "explain"
    truth = sp.k_essential_graph(sp.asia().dag, 6)
    scores = json.loads(cli("compare", "run.json", "asia", "--essential", "--json"))["scores"]
    assert scores["shd"] == sp.compare(post, truth).shd
    assert sp.MixedGraph.parse(cli("convert", "run.json")) == post.graph


@pytest.mark.parametrize("options", [("--alpha", "0.1"), ("--test", "g2"), ("--complete",), ("-k", "0,1")])
def test_options_of_tests_are_refused(cli, options):
    assert "--method posterior" in cli("learn", "asia", "--method", "posterior", *options, code=2)


def test_more_samples_narrow_the_numbers(cli):
    few, more = (
        json.loads(cli(*ASIA, "--samples", number, "--json"))["diagnostics"] for number in (100, 900)
    )
    assert (few["samples"], more["samples"]) == (100, 900)
    assert more["standard_error"] < few["standard_error"]

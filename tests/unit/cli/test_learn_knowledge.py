"""`sepset learn --knowledge FILE`: read, used, said, saved, and refused with its line."""

import json
import re
from pathlib import Path

import pytest

import sepset as sp
from sepset.cli.tables import csv_parts

DAG = sp.MixedGraph.from_edges("age --> smoke", "smoke --> lung", "sex --> lung")
KNOWN = "tiers: age sex | smoke | lung  # by time\nancestor: smoke -> lung\n"


@pytest.fixture
def table(cli):
    model = sp.simulate.linear_gaussian(DAG, coefficients=(1, 1), seed=0)
    return cli.write("data.csv", "".join(csv_parts(model.sample(800, seed=1))))


@pytest.mark.parametrize("method", ["kpc", "pc", "loci", "anytime-fci"])
def test_every_learner_takes_it_and_says_so(cli, table, method):
    file = cli.write("known.txt", KNOWN)
    said = cli("learn", table, "--method", method, "--knowledge", file, "-o", "run.json")
    assert "Known  tiers: age sex | smoke | lung\n       ancestor: smoke -> lung\n" in said
    assert "it is never violated, and saved " in said
    found = sp.load("run.json")
    assert found.knowledge == sp.read_knowledge(file)
    assert found.graph.has("smoke", "-->", "lung")
    assert "Known beforehand: tiers: age sex | smoke | lung; ancestor: smoke -> lung (" in found.summary()
    cli("report", "run.json", "-o", "run.html")
    text = Path("run.html").read_text(encoding="utf-8")
    assert "<li>tiers: age sex | smoke | lung</li>" in text
    assert (
        "nothing affects a variable of an earlier tier (age, sex | smoke | lung); smoke affects lung" in text
    )
    assert "Nothing in the data contradicts it." in text


def test_json_has_the_statements(cli, table):
    file = cli.write("known.txt", KNOWN)
    document = json.loads(cli("learn", table, "--method", "kpc", "--knowledge", file, "--json"))
    assert document["settings"]["knowledge"]["ancestor"] == [["smoke", "lung"]]
    assert document["settings"]["tests_skipped"] >= 0


def test_with_automatic_settings_it_is_the_call_in_python(cli, table):
    file = cli.write("known.txt", KNOWN)
    found = sp.kpc(sp.read(table), k="auto", alpha="auto", knowledge=sp.read_knowledge(file))
    said = cli("learn", table, "--method", "kpc", "--knowledge", file, "--quiet")
    assert said == f"{found.graph.to_text()}\n"
    assert found.settings.k_reason is not None


def test_without_a_method_the_posterior_comes_first_as_without_knowledge(cli, table):
    file = cli.write("known.txt", KNOWN)
    said = cli("learn", table, "--knowledge", file, "-o", "run.json")
    assert "posterior over all DAGs" in said
    assert "Known  tiers: age sex | smoke | lung\n       ancestor: smoke -> lung\n" in said
    post = sp.load("run.json")
    assert isinstance(post, sp.Posterior)
    assert post.knowledge == sp.read_knowledge(file)
    assert post.probability("smoke", "<-*", "age") > 0.99
    assert post.probability("lung", "-->", "smoke") == 0
    document = json.loads(cli("learn", table, "--knowledge", file, "--json"))
    assert document["learner"] == "posterior"
    assert document["settings"]["knowledge"]["ancestor"] == [["smoke", "lung"]]


def test_data_against_it_beside_a_posterior(cli, table):
    file = cli.write("known.txt", "ancestor: lung -> sex\n")
    said = cli("learn", table, "--knowledge", file)
    assert "posterior over all DAGs" in said
    assert "Knowledge against data: ancestor: lung -> sex stays" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tiers: age | smoke\nroot: sex\n", "known.txt: line 2: .* not 'root'; did you mean 'roots'"),
        (
            "roots: age\nancestor: smoke lung\n",
            "known.txt: line 2: expected '->' after 'smoke', found 'lung'",
        ),
        (
            "roots: age\nsinks: lungs\n",
            "known.txt, line 2: there is no variable 'lungs'; did you mean 'lung'",
        ),
        ("ancestor: age -> x*\n", r"known.txt, line 1: no variable fits 'x\*'"),
        (
            "ancestor: age -> lung\n\nancestor: lung -> age\n",
            "known.txt: .*age -> lung -> age is a cycle .line 1: ancestor: age -> lung; line 3: ancestor",
        ),
    ],
)
def test_errors_name_file_line_and_word(cli, table, text, message):
    file = cli.write("known.txt", text)
    assert re.search(message, cli("learn", table, "--knowledge", file, code=2))


def test_data_against_it(cli, table):
    file = cli.write("known.txt", "ancestor: lung -> sex\n")
    said = cli("learn", table, "-k", "1", "--knowledge", file, "-o", "run.json")
    assert "Knowledge against data: ancestor: lung -> sex stays, although the tests on " in said
    assert "N = 800" in said
    assert sp.load("run.json").status("lung", "sex") == "contradicted"
    assert "Knowledge against data: ancestor: lung -> sex stays" in cli("explain", "run.json", "lung", "sex")
    cli("report", "run.json", "-o", "run.html")
    page = Path("run.html").read_text(encoding="utf-8")
    assert "Knowledge against data: ancestor: lung -&gt; sex stays" in page
    strict = cli("learn", table, "-k", "1", "--knowledge", file, "--strict", code=2)
    assert "the data contradict the knowledge: " in strict
    assert "--strict is about data that contradict knowledge; pass --knowledge, too" in cli(
        "learn", table, "--strict", code=2
    )


def test_the_exact_graph_of_a_known_dag(cli):
    file = cli.write("known.txt", "tiers: a | b | c\n")
    dag = cli.write("dag.txt", "a --> b\nb --> c\n")
    assert "a  ---  b" in cli("theory", "essential", dag)
    said = cli("theory", "essential", dag, "--knowledge", file, "--certificate")
    assert "a  -->  b" in said
    assert "verified" in said
    assert "that fit what is known" in said

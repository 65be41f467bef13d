"""``sepset learn --method``, and what stands for k and alpha when they are not given."""

import json

import numpy as np
import pytest

import sepset as sp
from sepset.catalogue.learners import LEARNERS
from sepset.cli.learner_options import learner_call
from sepset.errors import OptionError
from sepset.graph.marks import RIGHTWARDS

DATA = sp.asia().sample(500, seed=1)
ASIA = ("learn", "asia", "--rows", 500)
FUNCTIONS = {"kpc": sp.kpc, "pc": sp.pc, "loci": sp.loci, "anytime-fci": sp.anytime_fci}


def learned(cli, *options):
    return json.loads(cli(*ASIA, *options, "--json"))


def same(document, found):
    graph = document["graph"]
    return sp.MixedGraph(graph["nodes"], map(tuple, graph["edges"])) == found.graph


def test_every_learner_is_a_method():
    assert set(FUNCTIONS) == set(LEARNERS)


@pytest.mark.parametrize("method", ["pc", "loci", "anytime-fci"])
def test_other_methods_have_their_own_defaults(cli, method):
    document = learned(cli, "--method", method)
    found = FUNCTIONS[method](DATA)
    assert document["learner"] == found.learner == LEARNERS[method].title
    assert document["settings"] == dict(found.settings)
    assert same(document, found)


@pytest.mark.parametrize("method", FUNCTIONS)
def test_the_legend_is_that_of_the_learner(cli, method):
    learner, found = LEARNERS[method], FUNCTIONS[method](DATA, alpha=0.05)
    said = cli(*ASIA, "--method", method, "--alpha", 0.05).splitlines()
    kinds = {edge.rightwards().pattern for edge in found.graph.edges()}
    assert kinds
    legend = [line for line in said if line[:3] in RIGHTWARDS]
    assert legend == [
        f"{kind} {learner.says_in_short[kind].format(a='left', b='right')}"
        for kind in RIGHTWARDS
        if kind in kinds
    ]
    after = said[said.index(legend[-1]) + 1]
    assert after.startswith("This assumes no")
    assert learner.hidden_causes == ("hidden" not in after)


def test_without_an_edge_there_is_no_legend(cli):
    cli.write("apart.csv", "a,b\n" + "0,0\n0,1\n1,0\n1,1\n" * 20)
    said = cli("learn", "apart.csv", "--method", "kpc")
    assert "Without an edge: a, b" in said
    assert "This assumes" not in said


@pytest.mark.parametrize("method", FUNCTIONS)
def test_numbers_are_taken_as_they_are(cli, method):
    bound = {"max_k": 2} if method == "pc" else {"k": 2}
    document = learned(cli, "--method", method, "-k", 2, "--alpha", 0.01, "--test", "g2")
    found = FUNCTIONS[method](DATA, alpha=0.01, test="g2", **bound)
    assert document["settings"] == dict(found.settings)
    assert same(document, found)


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ((), {"k": "auto", "alpha": "auto"}),
        (("-k", "auto"), {"k": "auto", "alpha": "auto"}),
        (("--alpha", "auto"), {"k": "auto", "alpha": "auto"}),
        (("-k", "1"), {"k": 1, "alpha": 0.05}),
        (("-k", "0,2"), {"k": 2, "alpha": 0.05}),
        (("--alpha", "0.1"), {"k": 1, "alpha": 0.1}),
        (("-k", "auto", "--alpha", "0.1"), {"k": "auto", "alpha": 0.1}),
        (("-k", "2", "--alpha", "auto"), {"k": 2, "alpha": "auto"}),
        (("--colliders", "majority"), {"k": "auto", "alpha": "auto", "colliders": "majority"}),
        (("--colliders", "auto", "-k", "1"), {"k": 1, "alpha": 0.05}),
    ],
)
def test_what_is_not_given_to_kpc(cli, options, arguments):
    found = sp.kpc(DATA, **arguments)
    document = learned(cli, *(options or ("--method", "kpc")))
    assert document["settings"] == dict(found.settings)
    assert same(document, found)


@pytest.mark.parametrize("method", FUNCTIONS)
def test_every_method_is_said_saved_and_explained(cli, method):
    said = cli(*ASIA, "--method", method, "-o", "run.json")
    assert f"Method {LEARNERS[method].title} with chi2 at alpha = " in said
    for line in (line for line in said.splitlines() if "sepset " in line):
        words = line.removeprefix("Next").split("  ")
        cli(*next(word for word in words if word.strip()).split()[1:])


def test_pc_without_a_bound_says_so(cli):
    assert "PC with chi2 at alpha = 0.05, sets of any size\n" in cli(*ASIA, "--method", "pc")
    steps = cli(*ASIA, "--method", "pc", "--all-k")
    assert "From k = 0 to k = 1" in steps
    assert "The graph for sets of any size" in steps
    document = json.loads(cli(*ASIA, "--method", "pc", "--json"))
    reached = max(map(int, document["tests_run"]))
    said = cli(*ASIA, "--method", "pc", "--fdr", "0.05")
    assert f"p is the largest over all sets of at most {reached} other" in said
    assert reached < document["k"]


def test_the_next_command_of_an_automatic_run_is_automatic(cli):
    assert "sepset learn asia --rows 500 --method kpc --all-k " in cli(*ASIA, "--method", "kpc")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--method", "pc", "--rules", "paper"), "--rules is for --method kpc, not for pc; leave it out"),
        (
            ("--method", "pc", "--samples", "9"),
            "--samples is for --method posterior, not for pc; leave it out",
        ),
        (("--method", "loci", "--complete"), "--complete is for --method kpc, not for loci"),
        (
            ("--method", "loci", "--colliders", "majority"),
            "--colliders is for --method kpc or pc or anytime-fci, not for loci",
        ),
        (("--method", "pc", "-k", "auto"), "-k auto is for --method kpc; give pc a number, or leave -k out"),
        (("--method", "loci", "--alpha", "auto"), "--alpha auto is for --method kpc; give loci a number"),
        (("--method", "fci"), "'fci' is not one of 'auto', 'kpc', 'pc', 'loci', 'anytime-fci', 'posterior'"),
    ],
)
def test_what_a_method_does_not_have(cli, options, message):
    assert message in cli(*ASIA, *options, code=2)


def test_a_larger_bound_than_makes_sense():
    with pytest.raises(OptionError, match="for --method kpc"):
        learner_call("pc", (), None, {})
    assert learner_call("loci", (3,), 0.1, {}).arguments == {"k": 3, "alpha": 0.1}


def test_columns_of_a_sampled_network_can_be_left_out(cli):
    """The command to compare with the true graph is not offered then: it has other nodes."""
    common = ("learn", "asia", "--rows", "500", "--method", "kpc", "-o", "run.json")
    assert "sepset compare run.json asia" in cli(*common)
    words = cli(*common, "--drop", "asia,either")
    assert "sepset explain run.json" in words
    assert "compare" not in words
    assert sp.load(cli.folder / "run.json").names == ("smoke", "tub", "lung", "bronc", "xray", "dysp")
    cli(*common, "--only", "smoke,bronc", "--quiet")
    assert sp.load(cli.folder / "run.json").names == ("smoke", "bronc")
    assert "there is no column 'cough'" in cli(*common, "--drop", "cough", code=2)


@pytest.mark.parametrize("option", ["--drop", "--only"])
def test_a_list_of_names_that_cannot_be_one(cli, option):
    said = cli("learn", "asia", option, "smoke\rlung", code=2)
    assert "is not a list of comma-separated names; quote a name that contains a line break" in said


def test_arrowheads_that_no_dag_has_are_listed_as_contradicted(cli):
    # a --> x <-- h --> y <-- b, and h was not measured.
    draw = np.random.default_rng(0).normal
    a, b, h, noise = draw(size=(4, 1000)).round(3)
    table = np.column_stack((a, a + h, b + h + noise, b)).tolist()
    cli.write("rows.csv", "\n".join(["a,x,y,b", *(",".join(map(str, row)) for row in table)]))
    document = json.loads(cli("learn", "rows.csv", "--method", "pc", "--json"))
    assert document["groups"]["contradicted"] == ["x <-> y"]
    assert document["groups"]["settled"] == ["a --> x", "b --> y"]
    said = cli("learn", "rows.csv", "--method", "pc")
    assert document["conflicts"][0] in said
    assert "Contradicted: other tests disagree; do not build on it\n  x  <->  y\n" in said

"""`sepset theory`: the graph functions from text files."""

import json

import pytest

import sepset as sp

COLLIDER = "a --> c\nb --> c\nc --> d\n"


def graph_of(document):
    return sp.MixedGraph(document["nodes"], map(tuple, document["edges"]))


def test_closure(cli):
    cli.write("dag.txt", "a --> b\nb --> c\n")
    said = cli("theory", "closure", "dag.txt", "-k", "0")
    assert "The 0-closure of dag.txt: 3 variables, 3 edges" in said
    assert "  a  -->  c" in said
    document = json.loads(cli("theory", "closure", "dag.txt", "-k", "0", "--json"))
    assert graph_of(document["graph"]) == sp.k_closure(sp.MixedGraph.parse("a --> b\nb --> c"), 0)


def test_essential_with_its_certificate(cli):
    said = cli("theory", "essential", "asia", "-k", "1", "--certificate")
    assert "Certificate: verified by an independent check" in said
    assert "witness DAG" in said
    document = json.loads(cli("theory", "essential", "asia", "-k", "1", "--certificate", "--json"))
    exact = sp.k_essential_graph(sp.asia().dag, 1)
    assert graph_of(document["graph"]) == exact
    assert document["exact"] is True
    assert document["certificate"]["verified"] is True
    assert len(document["certificate"]["reasons"]) == exact.edge_count()
    for witness in document["certificate"]["witnesses"]:
        assert sp.k_markov_equivalent(graph_of(witness), sp.asia().dag, 1)


def test_essential_that_ran_out_of_time_is_never_called_exact(cli):
    said = cli("theory", "essential", "asia", "-k", "1", "--time-limit", "0")
    assert "Not exact" in said
    document = json.loads(cli("theory", "essential", "asia", "-k", "1", "--time-limit", "0", "--json"))
    assert document["exact"] is False
    assert document["undecided"]


def test_overview_shows_three_graphs_for_each_k(cli):
    said = cli("theory", "overview", "asia", "-k", "0,1,2")
    assert [line for line in said.splitlines() if line.startswith("k = ")] == [
        "k = 0: tests with at most 0 conditioning variables",
        "k = 1: tests with at most 1 conditioning variable",
        "k = 2: tests with at most 2 conditioning variables",
    ]
    assert said.count("in the DAG  k-closure  k-PC  k-essential") == 3
    dag = sp.asia().dag
    for entry in json.loads(cli("theory", "overview", "asia", "--json"))["by_k"]:
        k = entry["k"]
        assert graph_of(entry["k_closure"]) == sp.k_closure(dag, k)
        assert graph_of(entry["k_pc"]) == sp.kpc(sp.Oracle(dag), k).graph
        assert graph_of(entry["k_essential"]) == sp.k_essential_graph(dag, k)


def test_overview_of_a_graph_without_edges(cli):
    cli.write("empty.txt", "a\nb\n")
    assert "no pair stays adjacent" in cli("theory", "overview", "empty.txt")


def test_pag(cli):
    cli.write("dag.txt", COLLIDER)
    document = json.loads(cli("theory", "pag", "dag.txt", "--json"))
    assert graph_of(document["graph"]) == sp.pag(sp.MixedGraph.parse(COLLIDER))
    assert "a  o->  c" in cli("theory", "pag", "dag.txt")


def test_separators(cli):
    cli.write("dag.txt", "a --> b\nb --> c\n")
    assert (
        cli("theory", "separator", "dag.txt", "a", "c")
        == "a and c are separated by {b}, and by no smaller set.\n"
    )
    assert cli("theory", "separator", "dag.txt", "a", "b") == "No set of variables separates a and b.\n"
    said = cli("theory", "separator", "dag.txt", "a", "c", "--max-size", "0")
    assert said == "No set of variables of at most 0 separates a and c.\n"
    cli.write("dag.txt", COLLIDER)
    assert "without conditioning on anything" in cli("theory", "separator", "dag.txt", "a", "b")
    assert json.loads(cli("theory", "separator", "dag.txt", "a", "b", "--json"))["separator"] == []
    assert json.loads(cli("theory", "separator", "dag.txt", "a", "c", "--json"))["separator"] is None


CHAIN, FORK, FULL = "a --> b\nb --> c\n", "b --> a\nb --> c\n", "a --> b\nb --> c\na --> c\n"
INTO_B = "a --> b\nc --> b\n"


@pytest.mark.parametrize(
    ("first", "second", "k", "difference"),
    [
        (CHAIN, FORK, None, None),
        (CHAIN, FULL, 0, None),
        (CHAIN, FULL, 1, "a and c are separated by at most 1 variable in the first graph only"),
        (FULL, CHAIN, None, "a and c are separated by some set in the second graph only"),
        (CHAIN, INTO_B, None, "a *-> b <-* c is an unshielded collider in the second graph only"),
        (CHAIN, INTO_B, 0, "a and c are separated by at most 0 variables in the second graph only"),
    ],
)
def test_equivalence_and_what_tells_graphs_apart(cli, first, second, k, difference):
    names = cli.write("1.txt", first), cli.write("2.txt", second)
    bound = [] if k is None else ["-k", k]
    said = cli("theory", "equivalent", *names, *bound)
    assert said.startswith("Equivalent: " if difference is None else f"Not equivalent: {difference}.")
    document = json.loads(cli("theory", "equivalent", *names, *bound, "--json"))
    assert document == {
        "command": "theory equivalent",
        "k": k,
        "equivalent": difference is None,
        "difference": difference,
    }


def test_graphs_that_differ_only_by_a_discriminating_path(cli):
    shared = "x --> q\nq <-> b\nq --> y\n"
    names = cli.write("1.txt", shared + "b <-> y\n"), cli.write("2.txt", shared + "b --> y\n")
    one, other = (sp.MixedGraph.parse((cli.folder / name).read_text(encoding="utf-8")) for name in names)
    assert not sp.markov_equivalent(one, other)
    assert "discriminating path" in cli("theory", "equivalent", *names)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["closure", "cycle.txt"], "cycle"),
        (["closure", "broken.txt"], "broken.txt: line 1"),
        (["closure", "latin.txt"], "latin.txt: byte 0 is not UTF-8"),
        (["closure", "data.json"], "a graph in JSON is"),
        (["closure", "cut.json"], "not JSON"),
        (["closure", "nothing.txt"], "there is no file 'nothing.txt'"),
        (["closure", "."], "is a folder"),
        (["closure", "asja"], "did you mean 'asia'?"),
        (["closure", "quite_another_thing"], "`sepset datasets` lists the built-in ones"),
        (["closure", "asia", "-k", "-1"], "-k"),
        (["separator", "asia", "tub", "tob"], "did you mean 'tub'?"),
        (["equivalent", "asia", "small.txt"], "nodes"),
        (["nonsense"], "no such command 'nonsense'; see 'sepset theory --help'"),
        (["closer"], "no such command 'closer'; did you mean 'closure'? See 'sepset theory --help'"),
        (["essential", "asia", "--time-limit", "-1"], "--time-limit"),
    ],
)
def test_bad_usage_is_one_message(cli, arguments, message):
    cli.write("cycle.txt", "a --> b\nb --> a2\na2 --> a\n")
    cli.write("broken.txt", "a ==> b\n")
    cli.write("small.txt", "a --> b\n")
    cli.write("data.json", '{"rows": 3}')
    cli.write("cut.json", '{"nodes": [')
    (cli.folder / "latin.txt").write_bytes(b"\xe9 --> b\n")
    said = cli("theory", *arguments, code=2)
    assert message in said
    assert said.count("\n") == 1

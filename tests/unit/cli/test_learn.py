"""`sepset learn`: what it reads, what it says, and what it says to programs."""

import gzip
import io
import json
import shlex
import subprocess
import sys

import pytest

import sepset as sp
from sepset.cli.learn import read_kinds
from sepset.cli.tables import csv_parts
from sepset.errors import OptionError

DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")


@pytest.fixture
def table(cli):
    """A table in which every edge of a DAG is strong."""
    model = sp.simulate.linear_gaussian(DAG, coefficients=(1, 1), seed=0)
    return cli.write("data.csv", "".join(csv_parts(model.sample(2000, seed=1))))


def test_what_was_read_and_how(cli, table):
    said = cli("learn", table, "-k", "1")
    assert "data.csv: 2,000 rows, 4 columns" in said
    assert "all continuous; no values missing" in said
    assert "k-PC with fisher_z at alpha = 0.05, k = 1\n" in said
    assert "sets from neighbours, colliders from the separating sets; " in said


def test_the_graph_is_that_of_the_library(cli, table):
    found = sp.kpc(sp.read(table), k="auto", alpha="auto")
    assert cli("learn", table, "--method", "kpc", "--quiet") == f"{found.graph.to_text()}\n"
    document = json.loads(cli("learn", table, "--method", "kpc", "--json"))
    assert [tuple(edge) for edge in document["graph"]["edges"]] == list(found.graph.edges())
    assert document["tests_run"] == {str(size): count for size, count in found.tests_run.items()}


def test_every_edge_is_in_exactly_one_group(cli):
    document = json.loads(cli("learn", "asia", "-k", "0", "--json"))
    groups = document["groups"]
    assert list(groups) == ["settled", "partly_settled", "open", "weak", "contradicted"]
    edges = [edge for group in groups.values() for edge in group]
    assert len(edges) == len(set(edges)) == len(document["graph"]["edges"])
    assert sp.MixedGraph.from_edges(*edges, nodes=document["graph"]["nodes"]) == sp.MixedGraph(
        document["graph"]["nodes"], map(tuple, document["graph"]["edges"])
    )
    assert all(edge.split()[1] in ("-->", "<->") for edge in groups["settled"])
    assert all(edge.split()[1] == "o-o" for edge in groups["open"])


def test_contradicted_and_weak_edges_are_never_listed_as_settled(cli):
    options = ("learn", "asia", "--rows", "60", "--seed", "3", "-k", "2", "--alpha", "0.3", "--search", "all")
    found = sp.kpc(sp.asia().sample(60, seed=3), k=2, alpha=0.3, search="all")
    strong = set(map(frozenset, found.significant(0.05, method="bh")))
    groups = json.loads(cli(*options, "--json"))["groups"]
    for group, edges in groups.items():
        for edge in edges:
            a, _, b = edge.split()
            contradicted = found.status(a, b) == "contradicted"
            weak = not contradicted and frozenset((a, b)) not in strong
            assert group == ("weak" if weak else found.status(a, b))
    assert groups["contradicted"]
    assert groups["weak"]
    said = cli(*options)
    assert "Contradicted: other tests disagree; do not build on it\n" in said
    listed = said.partition("Contradicted")[2].partition("\n\n")[0].splitlines()[1:]
    assert [" ".join(line.split()) for line in listed] == groups["contradicted"]


def test_the_keys_for_programs_stay(cli):
    document = json.loads(cli("learn", "asia", "--method", "kpc", "--json"))
    assert {*document} <= {*json.loads(cli("learn", "asia", "--json"))}
    assert list(document) == [
        "command", "data", "learner", "settings", "k", "tests_run", "graph", "groups", "by_k", "conflicts",
        "notes", "warnings", "saved", "overruled", "an_edge_says", "questions", "warning_kinds",
    ]  # fmt: skip
    assert list(document["data"]) == [
        "source", "sampled", "rows", "columns", "missing", "dropped", "left_out", "missingness",
    ]  # fmt: skip


def test_every_search_says_what_an_edge_says(cli):
    for search, words in (("all", "variables"), ("component", "variables on paths between them")):
        document = json.loads(cli("learn", "asia", "-k", "2", "--search", search, "--json"))
        said = f"no set of at most 2 {words} makes them independent"
        assert document["an_edge_says"] == said
        assert said in cli("learn", "asia", "-k", "2", "--search", search)


def test_a_built_in_network_is_sampled_and_says_so(cli):
    said = cli("learn", "asia")
    assert "asia (built-in network, sampled with seed 1): 5,000 rows, 8 columns" in said
    sample = ("--rows", "300", "--seed", "7", "--method", "kpc")
    document = json.loads(cli("learn", "asia", *sample, "--json"))
    assert document["data"]["sampled"] == {"network": "asia", "rows": 300, "seed": 7}
    found = sp.kpc(sp.asia().sample(300, seed=7), k="auto", alpha="auto")
    assert [tuple(edge) for edge in document["graph"]["edges"]] == list(found.graph.edges())


def test_a_file_wins_when_it_is_written_as_a_path(cli):
    (cli.folder / "asia").write_text("x", encoding="utf-8")
    assert "its suffix" in cli("learn", "./asia", code=2)
    assert "built-in network" in cli("learn", "asia")


def test_networks_in_files_are_sampled(cli):
    cli.write("net.bif", sp.networks.write_bif(sp.asia()))
    named = json.loads(cli("learn", "net.bif", "--json"))
    assert named["graph"] == json.loads(cli("learn", "asia", "--json"))["graph"]


def test_several_bounds_show_what_changes(cli, table):
    said = cli("learn", table, "-k", "0,1")
    assert "The graph for k = 0" in said
    assert "From k = 0 to k = 1: 1 edge gone" in said
    assert "a o-> c  gone     independent given {b}, p = " in said
    assert "The graph for k = 1" in said
    by_k = json.loads(cli("learn", table, "-k", "0,1", "--json"))["by_k"]
    assert [entry["k"] for entry in by_k] == [0, 1]
    assert ["a", "o->", "c"] in by_k[0]["graph"]["edges"]
    assert not any({"a", "c"} == {u, v} for u, _, v in by_k[1]["graph"]["edges"])


def test_all_k_is_every_bound_from_zero(cli, table):
    all_k = json.loads(cli("learn", table, "-k", "2", "--all-k", "--json"))
    assert [entry["k"] for entry in all_k["by_k"]] == [0, 1, 2]
    listed = json.loads(cli("learn", table, "-k", "0,1,2", "--json"))
    assert all_k == listed


@pytest.mark.parametrize("method", ["kpc", "auto"])
def test_a_saved_result_is_named_and_used_by_the_next_commands(cli, method):
    said = cli("learn", "asia", "--method", method, "-o", "run.json")
    assert "Saved  run.json" in said
    found = sp.load("run.json")
    if method == "kpc":
        assert found.graph == sp.kpc(sp.asia().sample(5000, seed=1), k="auto", alpha="auto").graph
    else:
        assert found.graph == sp.posterior(sp.asia().sample(5000, seed=1)).graph
    commands = [line for line in said.splitlines() if "sepset " in line]
    assert len(commands) == 4
    for line in commands:
        words = line.removeprefix("Next").split("  ")
        command = next(word for word in words if word.strip()).split()
        cli(*command[1:])


def test_without_saving_the_next_command_saves(cli, table):
    said = cli("learn", table, "--alpha", "0.01")
    assert "sepset learn data.csv --alpha 0.01 -o run.json" in said
    assert "sepset learn data.csv --alpha 0.01 -k 2 --all-k" in said


def test_conflicts_and_notes_are_said(cli):
    cli("simulate", "-n", 12, "--edges", 25, "--kind", "gaussian", "--rows", 100, "-o", "hard.csv")
    found = sp.kpc(sp.read("hard.csv"), k=2)
    assert found.conflicts
    said = cli("learn", "hard.csv", "-k", "2")
    assert f"{len(found.conflicts)} conflict" in said
    assert "the tests contradict each other here" in said
    document = json.loads(cli("learn", "hard.csv", "-k", "2", "--complete", "--json"))
    assert len(document["conflicts"]) == len(found.conflicts)
    assert "No DAG agrees with everything that was found" in " ".join(document["notes"])


def test_missing_values_and_kinds(cli):
    rows = "\n".join(f"{i % 3},{i * i % 7},{i * 0.5}" for i in range(60))
    cli.write("messy.csv", f"a,b,c\n{rows}\n,1,2.5\n2,NA,3.5\n")
    refused = cli("learn", "messy.csv", "--missing", "error", code=2)
    assert "pass --missing drop to keep the 60 complete rows of 62, --missing testwise" in refused
    said = cli("learn", "messy.csv")
    assert "2 values missing (most in a); each test leaves out rows with gaps in its own columns" in said
    assert "values are missing in 'a' (2 %), 'b' (2 %)" in said
    assert "rests on 60 of 62; explain gives the N of each pair" in said
    assert "with residual at alpha" in cli("learn", "messy.csv", "--missing", "drop")
    wrong = cli("learn", "messy.csv", "--missing", "drop", "--test", "fisher_z", code=2)
    assert "choose --test residual, which takes columns of any kind" in wrong
    said = cli("learn", "messy.csv", "--missing", "drop", "--kinds", "continuous")
    assert "60 rows, 3 columns" in said
    assert "2 values missing (most in a); 2 rows dropped" in said
    said = cli("learn", "messy.csv", "--missing", "drop", "--kinds", "c=discrete")
    assert "all discrete with 3 to 60 levels" in said
    assert "did you mean" in cli("learn", "messy.csv", "--kinds", "aa=discrete", code=2)


def test_options_reach_the_learner(cli):
    document = json.loads(
        cli(
            "learn", "asia", "-k", "2", "--alpha", "0.01", "--test", "g2", "--search", "all", "--colliders",
            "majority", "--rules", "paper", "--threads", "2", "--json",
        )
    )  # fmt: skip
    expected = {
        "k": 2,
        "alpha": 0.01,
        "test": "g2",
        "search": "all",
        "colliders": "majority",
        "rules": "paper",
    }
    assert expected.items() <= document["settings"].items()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.csv"], "there is no file 'nothing.csv'"),
        (["asa"], "did you mean 'asia'?"),
        (["asia", "-k", "-1"], "not a whole number of at least 0"),
        (["asia", "-k", "1.5"], "not a whole number of at least 0"),
        (["asia", "-k", "1,x"], "a list such as 0,1,2"),
        (["asia", "--alpha", "2"], "alpha"),
        (["asia", "--test", "fisher"], "'fisher' is not one of"),
        (["asia", "--test", "fisher_z"], "needs continuous columns"),
        (["asia", "--kinds", "continuous"], "--kinds is for tables"),
        (["asia", "--separator", ";"], "--separator is for tables"),
        (["asia", "--rows", "30"], "'asia' never varied; take more with --rows"),
        (["asia", "--rows", "0"], "--rows"),
        (["data.csv", "--rows", "5"], "all its rows are used"),
        (["data.csv", "--kinds", "a"], "--kinds is continuous, discrete, ordinal, count, or a list"),
        (["asia", "-o", "no/such/folder.json"], "there is no folder 'no/such'"),
        (["asia", "-o", "."], "is a folder"),
        ([], "missing argument 'DATA'"),
        (["asia", "--nonsense"], "no such option"),
    ],
)
def test_bad_usage_is_one_message(cli, arguments, message):
    cli.write("data.csv", "a,b\n1,2\n")
    said = cli("learn", *arguments, code=2)
    assert message in said.lower() or message in said
    assert said.count("\n") == 1
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"a,b\n", "no rows"),
        (b"\xff\xfea\x00,\x00b\x00\n\x00\x00\xd8", "UTF-16"),
        (b"a,b\n1,2\n3\n", "line 3"),
        (b"a,a\n1,2\n2,1\n", "'a'"),
        (b"a,b\n1,2\n1,3\n1,4\n", "'a'"),
        (b"a,b\n1,\n2,3\n", "column 'b' is constant"),
        (b"a,b\n1.5,inf\n2.5,3\n", "'b'"),
    ],
)
def test_messy_tables_are_one_message(cli, content, message):
    (cli.folder / "messy.csv").write_bytes(content)
    said = cli("learn", "messy.csv", code=2)
    assert said.startswith("sepset: messy.csv: ")
    assert message in said
    assert said.count("\n") == 1


def test_semicolons_are_understood(cli, table):
    text = (cli.folder / table).read_text(encoding="utf-8")
    cli.write("semicolons.csv", text.replace(",", ";"))
    assert cli("learn", "semicolons.csv", "-q") == cli("learn", table, "-q")


def test_a_separator_can_be_given(cli, table):
    text = (cli.folder / table).read_text(encoding="utf-8")
    cli.write("tildes.csv", text.replace(",", "~"))
    assert "with --separator" in cli("learn", "tildes.csv", code=2)
    assert cli("learn", "tildes.csv", "-q", "--separator", "~") == cli("learn", table, "-q")


def test_a_bound_beyond_all_variables_is_the_largest_that_makes_sense(cli, table):
    assert json.loads(cli("learn", table, "-k", "99999", "--json"))["k"] == 2
    by_k = json.loads(cli("learn", table, "-k", "1,7,99999", "--json"))["by_k"]
    assert [entry["k"] for entry in by_k] == [1, 2]


def test_kinds_are_read():
    assert read_kinds(None) is None
    assert read_kinds("discrete") == "discrete"
    assert read_kinds("a=b=continuous") == {"a=b": "continuous"}
    with pytest.raises(OptionError, match="got 'age'"):
        read_kinds("ward=discrete,age")


def test_auto_is_chosen_from_the_data_and_gives_its_reasons(cli, table):
    said = cli("learn", table, "-k", "auto", "--alpha", "auto")
    found = sp.kpc(sp.read(table), k="auto", alpha="auto")
    assert found.settings["k_reason"] in said
    assert found.settings["alpha_reason"] in said
    assert "colliders where all separating sets agree" in said
    assert cli("learn", table, "-k", "auto", "--alpha", "auto", "--quiet") == f"{found.graph.to_text()}\n"
    assert "k = 0 to k = 1" in cli("learn", table, "-k", "auto", "--all-k")
    assert "'small' is neither a number nor auto" in cli("learn", table, "--alpha", "small", code=2)
    assert "not a whole number" in cli("learn", table, "-k", "automatic", code=2)


# ---- tables in other shapes --------------------------------------------------------------------------------


COMMAS = "a;b\n" + "".join(f"{i},{i % 7}5;{i % 2}\n" for i in range(40))


def test_decimal_commas(cli):
    cli.write("d.csv", COMMAS)
    assert "read the file with --decimal , (or write a point" in cli("learn", "d.csv", code=2)
    assert "pass --kinds a=discrete" in cli("learn", "d.csv", code=2)
    cli.write("d2.csv", COMMAS.replace("a;", "the dose;"))
    assert "pass --kinds 'the dose=discrete'" in cli("learn", "d2.csv", code=2)
    assert "all continuous" in cli("learn", "d.csv", "--decimal", ",", "--kinds", "continuous")
    assert "--decimal is for tables" in cli("learn", "asia", "--decimal", ",", code=2)


def test_a_table_on_stdin(cli, monkeypatch):
    def give(text):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))

    give(COMMAS.encode())
    said = cli("learn", "-", "--decimal", ",", "--kinds", "continuous")
    assert "Data   stdin: 40 rows, 2 columns" in said
    assert "Next" not in said
    give(COMMAS.encode())
    said = cli("learn", "-", "--decimal", ",", "--kinds", "continuous", "-o", "run.json")
    assert "Next   sepset explain run.json a b" in said
    give(gzip.compress(COMMAS.encode()))
    assert "Data   stdin: 40 rows" in cli("learn", "-", "--decimal", ",", "--kinds", "continuous")
    give(b"a,b\n1,\n")
    said = cli("learn", "-", code=2)
    assert said.startswith("sepset: stdin: 2 things are wrong with this table:\n  - column 'b' has no values")
    assert said.endswith("\nTo leave out what cannot be used, pass --drop b,a, or --auto-clean\n")


@pytest.mark.parametrize("word", ["tab", r"\t", "\t"])
def test_a_tab_has_names(cli, word):
    cli.write("d.csv", COMMAS.replace(",", ".").replace(";", "\t"))
    assert "40 rows, 2 columns" in cli(
        "learn", "d.csv", "--separator", word, "--kinds", "a=continuous, b=continuous"
    )


def test_a_time_limit_belongs_to_the_exact_search(cli):
    said = cli("learn", "asia", "--time-limit", "3", "--method", "kpc", code=2)
    assert "--time-limit is for the exact search; add --complete, or leave it out" in said
    with pytest.raises(OptionError, match="add complete=True"):
        sp.kpc(sp.Oracle(sp.asia().dag), time_limit=1)


@pytest.mark.parametrize("pipe", ["| cat", "> out.txt; cat out.txt"])
def test_stdout_as_a_file_is_not_written_over(cli, pipe):
    command = f"{sys.executable} -c 'from sepset.cli import main; main()' learn asia -k 0 -q -o /dev/stdout"
    said = subprocess.run(
        ["bash", "-c", f"{command} {pipe}"], capture_output=True, text=True, check=True
    ).stdout
    written, graph = said.split("\n}\n")
    assert json.loads(written + "}")["format"]
    assert sp.MixedGraph.parse(graph).nodes
    assert [file.name for file in cli.folder.iterdir()] in ([], ["out.txt"])


# ---- names that are not harmless ---------------------------------------------------------------------------


def hostile_table(cli):
    rows = "".join(f"{i % 7 / 2},{i % 7 / 2 + i % 3},{'' if i == 3 else i % 5 / 4}\n" for i in range(60))
    return cli.write("d.csv", f"-k,y\x1b[31m,z\x07\n{rows}")


def test_names_do_not_reach_the_terminal_raw(cli):
    hostile_table(cli)
    said = cli("learn", "d.csv", "--missing", "drop", "-o", "run.json")
    assert r"(most in z\x07)" in said
    said += cli("explain", "run.json", "--", "-k", "y\x1b[31m")
    said += cli("explain", "run.json", "--", "-k", "\x1b", code=2)
    assert r"y\x1b[31m" in said
    assert not {"\x1b", "\x07"} & set(said)


def test_commands_to_try_next_work(cli):
    hostile_table(cli)
    said = cli("learn", "d.csv", "--missing", "drop", "-k", "0", "--all-k", "-o", "my run.json")
    explain, report, again = [line[7:].split("  ")[0] for line in said.splitlines()[-3:]]
    assert explain.startswith("sepset explain 'my run.json' -- -k ")
    assert again == "sepset learn d.csv --missing drop -k 2 --all-k"
    for line in (report, again):
        cli(*shlex.split(line)[1:])


def test_options_go_before_two_dashes(cli):
    cli("simulate", "-n", 3, "-o", "-d.csv")
    assert "sepset learn -o run.json -- -d.csv" in cli("learn", "--", "-d.csv")


def test_commands_are_not_broken_over_lines(cli, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    said = cli("learn", "asia", "--rows", "3000", "--colliders", "conservative")
    assert "sepset learn asia --rows 3000 --colliders conservative -o run.json" in said

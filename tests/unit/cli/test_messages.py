"""Whole messages as the command line prints them, with its own advice; and the same in Python."""

import numpy as np
import pytest

import sepset as sp

CIRCLES = "but a o-> b has a circle, so the graph stands for several; settle its circles first"
NOT_SAVED = (
    "bad.json: this JSON is not a saved result, it has no 'format'; give a result that sepset saved with -o"
)
#: Files by name, and their content.
FILES = {
    "one.txt": "a --> b\n",
    "other.txt": "a --> c\n",
    "pag.txt": "a o-> b\n",
    "bad.json": "{}\n",
    "drawn.dot": "digraph { a -> b [dir=both] }\n",
    "spaced.txt": '"a b" --> c\n',
    "word.txt": "graph --> c\n",
    "mixed.csv": "a,b\n1.5,x\n2.25,y\n3.125,x\n4.5,y\n1.75,x\n",
    "constant.csv": "a,b\n1.5,1\n2.25,1\n3.125,1\n",
    "constants.csv": "a,b,c\n1.5,1,x\n2.25,1,x\n3.125,1,x\n",
    "commas.csv": "a;b;c\n1,5;1;2,5\n2,25;2;1,5\n3,125;3;4,5\n",
    "loose.txt": "required: a -> b c\n",
    "group.txt": "/knowledge\nforbiddengroup\na b\n",
}
MESSAGES = {
    "theory equivalent one.txt other.txt -k 1": (
        "two graphs on the same nodes are needed, but there is 'b' only in the first and 'c' only in the "
        "second; add the missing nodes, or rename them"
    ),
    "compare one.txt other.txt": (
        "the two graphs have different nodes (only in found: 'b'; only in truth: 'c'); rename them, or leave "
        "out those that only one has"
    ),
    "theory closure pag.txt": f"a DAG is needed, whose edges are all -->, {CIRCLES}",
    "theory essential pag.txt": f"a DAG is needed, whose edges are all -->, {CIRCLES}",
    "theory pag pag.txt": f"a DAG or an ancestral graph is needed, whose edges are --> or <->, {CIRCLES}",
    "report bad.json": NOT_SAVED,
    "explain bad.json a b": NOT_SAVED,
    "convert drawn.dot": (
        "drawn.dot: line 1: [dir=both] draws marks in Graphviz's language, which sepset writes but does not "
        "read; keep the graph in another form, such as dagitty's (sepset convert --to dagitty)"
    ),
    "convert spaced.txt --to tetrad": (
        "Tetrad's text form cannot hold the name 'a b', since it has a space, ';', ',' or a control "
        "character; rename the node first"
    ),
    "convert word.txt --to dagitty": (
        "dagitty's text form cannot hold the name 'graph': names are not 'graph' or 'node', hold no control "
        "character and do not end in a backslash; rename the node first"
    ),
    "learn mixed.csv --method posterior --quiet": (
        "the columns are of mixed kinds, 1 continuous (such as 'a') and 1 discrete (such as 'b'), and there "
        "is no score for both; bin the continuous columns, keep the columns of one kind only, or learn by "
        "tests with k-PC (--method kpc), which takes both"
    ),
    "learn commas.csv --auto-clean --quiet": (
        "commas.csv: two or more columns are needed, and only 'b' is left after leaving out:\n"
        "  - column 'a' holds numbers with a decimal comma, such as '1,5'; read the file with --decimal , "
        "(or write a point instead). If they are categories, pass --kinds a=discrete\n"
        "  - column 'c' holds numbers with a decimal comma, such as '1,5'; read the file with --decimal , "
        "(or write a point instead). If they are categories, pass --kinds c=discrete"
    ),
    "learn mixed.csv --test g2 --quiet": (
        "--test g2 needs discrete columns, but 'a' is not; choose --test residual, which takes columns of "
        "any kind, or leave --test auto"
    ),
    "learn constant.csv --quiet": (
        "constant.csv: column 'b' is constant, always 1; a variable must vary. To leave it out, pass --drop b"
    ),
    "learn constants.csv --quiet": (
        "constants.csv: columns 'b', 'c' are constant; a variable must vary. To leave them out, pass "
        "--drop b,c"
    ),
    "learn asia --drop xra": "--drop: there is no column 'xra'; did you mean 'xray'?",
    "learn asia --only xray": "two or more columns are needed, and only 'xray' is left by --drop and --only",
    "learn asia --knowledge group.tx": "there is no file 'group.tx'; did you mean 'group.txt'?",
    "learn asia --strict --quiet": "--strict is about data that contradict knowledge; pass --knowledge, too",
    "learn asia --knowledge loose.txt --quiet": (
        "loose.txt: line 1: expected the end of the line after 'b', found 'c'; write for example 'required: "
        "a -> b'"
    ),
    "learn asia --knowledge group.txt --quiet": (
        "group.txt: the last group of forbiddengroup has one line; add a second line that names its targets"
    ),
}


@pytest.mark.parametrize(("command", "message"), MESSAGES.items(), ids=MESSAGES)
def test_a_message_speaks_the_command_line(cli, command, message):
    for name, text in FILES.items():
        cli.write(name, text)
    assert cli(*command.split(), code=2) == f"sepset: {message}\n"


def test_the_memory_that_a_message_advises_is_enough(cli):
    levels = 110  # three columns of them make a table of more cells than any memory is asked for
    rows = [f"a{i % levels},b{7 * i % levels},c{(13 * i + i // levels) % levels}" for i in range(4 * levels)]
    cli.write("table.csv", "\n".join(["a,b,c", *rows]))
    command = ["learn", "table.csv", "-k", "1", "--method", "kpc", "--memory"]
    assert cli(*command, "10B", code=2) == (
        "sepset: a table of 1,331,000 cells is too large for 10 bytes; merge levels, lower k, or allow "
        "more with --memory 86MB\n"
    )
    cli(*command, "86MB")


def test_too_few_draws_are_told_with_the_option_that_draws_more(cli):
    names = [f"v{i}" for i in range(24)]
    rows = np.random.default_rng(0).integers(0, 2, (60, 24)).astype(str).tolist()
    cli.write("table.csv", "\n".join(map(",".join, [names, *rows])))
    cli.write("known.txt", "ancestor: v3 -> v7\nancestor: v8 -> v9\nancestor: v7 -> v12\n")
    posterior = ["learn", "table.csv", "--method", "posterior", "--knowledge", "known.txt", "--quiet"]
    said = cli(*posterior, "--samples", "20", code=2)
    assert said.endswith(
        "too few to go by; draw more with --samples, state it as edges (required, forbidden), or leave it "
        "out\n"
    )


def test_the_same_messages_speak_python_in_python():
    one, other = sp.MixedGraph.parse(FILES["one.txt"]), sp.MixedGraph.parse(FILES["other.txt"])
    with pytest.raises(
        sp.GraphError, match=r"add the missing nodes with nodes=, or rename them with relabel$"
    ):
        sp.markov_equivalent(one, other)
    with pytest.raises(sp.GraphError, match=r"rename them with relabel, or leave .* with subgraph$"):
        sp.compare(one, other)
    with pytest.raises(sp.GraphError, match=r"settle its circles first, for example with with_edge$"):
        sp.k_closure(sp.MixedGraph.parse(FILES["pag.txt"]), 1)
    with pytest.raises(sp.GraphError, match=r"such as dagitty's \(to_dagitty\)$"):
        sp.MixedGraph.parse(FILES["drawn.dot"])
    with pytest.raises(sp.GraphError, match=r"rename the node first with relabel$"):
        sp.MixedGraph.parse(FILES["spaced.txt"]).to_tetrad()


def test_a_file_that_is_no_result_names_the_function_that_saves(tmp_path):
    (tmp_path / "bad.json").write_text(FILES["bad.json"], encoding="utf-8")
    with pytest.raises(sp.SavedError, match=r"give a result that sepset saved with save$"):
        sp.load(tmp_path / "bad.json")

"""`convert`, `simulate`, `compare`, `explain`, `datasets`, and how files are written."""

import io
import json
import os
import stat

import pytest

import sepset as sp
from sepset.cli.datasets import ABOUT
from sepset.files import whole_file, write_text

MIXED = 'a --> b\nb o-> "c d"\ne <-> b\nf --- g\nh o-o a\nalone\n'


# ---- convert -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "tetrad", "dagitty", "json"])
def test_forms_that_are_read_back_keep_the_graph(cli, form):
    cli.write("graph.txt", MIXED.replace("c d", "cd"))
    cli.write("other", cli("convert", "graph.txt", "--to", form))
    assert sp.MixedGraph.parse(cli("convert", "other")) == sp.MixedGraph.parse(MIXED.replace("c d", "cd"))


def test_a_matrix_holds_the_marks_as_in_pcalg(cli):
    cli.write("graph.txt", "a --> b\nb o-o c\n")
    assert cli("convert", "graph.txt", "--to", "matrix") == ",a,b,c\na,0,2,0\nb,3,0,1\nc,0,1,0\n"


def test_dot_and_json_and_stdin(cli, monkeypatch):
    graph = sp.MixedGraph.parse(MIXED)
    cli.write("graph.txt", MIXED)
    assert cli("convert", "graph.txt", "--to", "dot").rstrip("\n") == graph.to_dot().rstrip("\n")
    assert cli("convert", "graph.txt", "--json") == cli("convert", "graph.txt", "--to", "json")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a --> b\n")))
    assert cli("convert", "-") == "a --> b\n"


def test_what_commands_print_as_json_is_a_graph_again(cli):
    cli.write("closure.json", cli("theory", "closure", "asia", "--json"))
    assert sp.MixedGraph.parse(cli("convert", "closure.json")) == sp.k_closure(sp.asia().dag, 1)


def test_a_form_that_cannot_hold_the_graph_says_so(cli):
    cli.write("graph.txt", MIXED)
    assert "c d" in cli("convert", "graph.txt", "--to", "tetrad", code=2)
    assert "--to" in cli("convert", "graph.txt", "--to", "paper", code=2)


def test_converting_to_a_file_prints_nothing(cli):
    assert cli("convert", "asia", "--to", "dot", "-o", "asia.dot") == ""
    assert (cli.folder / "asia.dot").read_text(encoding="utf-8").rstrip(
        "\n"
    ) == sp.asia().dag.to_dot().rstrip("\n")


# ---- simulate ----------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes(cli):
    once, again = cli("simulate", "--rows", "50"), cli("simulate", "--rows", "50")
    assert once == again
    assert once != cli("simulate", "--rows", "50", "--seed", "2")
    assert len(once.splitlines()) == 51


@pytest.mark.parametrize("kind", ["discrete", "gaussian"])
def test_simulated_tables_are_read_back_exactly(cli, kind):
    options = ["-n", "6", "--edges", "7", "--kind", kind, "--rows", "300"]
    said = cli("simulate", *options, "-o", "data.csv", "--truth", "truth.txt")
    assert "data.csv: 300 rows from a DAG with 6 variables, 7 edges, seed 1" in said
    truth = sp.MixedGraph.parse((cli.folder / "truth.txt").read_text(encoding="utf-8"))
    assert truth.is_dag()
    assert truth.edge_count() == 7
    data = sp.read("data.csv")
    assert data.rows == 300
    assert set(data.kinds.values()) == {"continuous" if kind == "gaussian" else "discrete"}
    assert cli("simulate", *options) == (cli.folder / "data.csv").read_text(encoding="utf-8")


def test_a_given_dag_and_a_network_are_used(cli):
    cli.write("dag.txt", "b --> a\nb --> c\n")
    assert cli("simulate", "dag.txt", "--levels", "3", "--rows", "5").startswith("b,a,c\n")
    document = json.loads(cli("simulate", "asia", "--rows", "9", "-o", "asia.csv", "--json"))
    assert document["columns"] == list(sp.asia().names)
    assert set((cli.folder / "asia.csv").read_text(encoding="utf-8").replace("\n", ",").split(",")) >= {
        "yes",
        "no",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["asia", "--levels", "3"], "--levels does not apply"),
        (["dag.txt", "--nodes", "3"], "--nodes does not apply"),
        (["--kind", "gaussian", "--levels", "3"], "--levels does not apply"),
        (["-n", "3", "--edges", "9"], "edges is at most 3"),
        (["--json"], "add -o data.csv"),
        (["mixed.txt"], "DAG"),
    ],
)
def test_options_that_do_not_fit_are_refused(cli, arguments, message):
    cli.write("dag.txt", "a --> b\n")
    cli.write("mixed.txt", "a <-> b\n")
    assert message in cli("simulate", *arguments, code=2)


# ---- compare, explain, datasets ----------------------------------------------------------------------------


def test_comparing_gives_the_scores_of_the_library_and_every_difference(cli):
    cli.write("found.txt", "a --> b\nb --> c\na --> d\n")
    cli.write("truth.txt", "a --> b\nc --> b\nc --> d\n")
    found, truth = (
        sp.MixedGraph.parse((cli.folder / f).read_text(encoding="utf-8")) for f in ("found.txt", "truth.txt")
    )
    scores = sp.compare(found, truth)
    document = json.loads(cli("compare", "found.txt", "truth.txt", "--json"))
    assert document["scores"] == {
        name: getattr(scores, name) for name in ("f1_skeleton", "f1_arrowhead", "f1_tail", "shd")
    }
    assert document["missing"] == [[None, "c --> d"]]
    assert document["extra"] == [["a --> d", None]]
    assert document["different"] == [["c <-- b", "c --> b"]]
    said = cli("compare", "found.txt", "truth.txt")
    assert f"F1 of adjacencies            {scores.f1_skeleton:.3f}" in said
    assert "structural Hamming distance  3" in said
    assert "c <-- b  is really  c --> b" in said


def test_a_graph_is_the_same_as_itself(cli):
    assert "The two are the same." in cli("compare", "asia", "asia")


def test_comparing_with_what_can_be_learned(cli):
    cli("learn", "asia", "-k", "1", "-o", "run.json")
    document = json.loads(cli("compare", "run.json", "asia", "--essential", "--json"))
    scores = sp.compare(sp.load("run.json").graph, sp.k_essential_graph(sp.asia().dag, 1))
    assert document["k"] == 1
    assert document["scores"]["shd"] == scores.shd
    assert "compared with the 1-essential graph of asia" in cli("compare", "run.json", "asia", "--essential")
    assert "give one with -k" in cli("compare", "asia", "asia", "--essential", code=2)
    assert "-k belongs to --essential" in cli("compare", "asia", "asia", "-k", "1", code=2)


def test_comparing_needs_the_same_variables(cli):
    cli.write("small.txt", "a --> b\n")
    assert "different nodes" in cli("compare", "small.txt", "asia", code=2)


def test_explaining_says_what_the_library_says(cli):
    cli("learn", "asia", "--method", "kpc", "-o", "run.json")
    found = sp.load("run.json")
    assert cli("explain", "run.json", "either", "xray") == found.explain("either", "xray") + "\n"
    assert cli("explain", "run.json", "tub", "xray", "-k", "0") == found.explain("tub", "xray", 0) + "\n"
    document = json.loads(cli("explain", "run.json", "tub", "xray", "--json"))
    assert document["edge"] is None
    assert document["separated_by"] == sorted(found.sepset("tub", "xray"))
    assert document["p"] == found.p_value("tub", "xray")
    document = json.loads(cli("explain", "run.json", "either", "xray", "--json"))
    assert document["edge"] == found.graph.edge("either", "xray").pattern
    assert document["separated_by"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.json", "a", "b"], "there is no file 'nothing.json'"),
        (["graph.txt", "a", "b"], "graph.txt"),
        (["run.json", "tub", "xrai"], "did you mean 'xray'?"),
        (["run.json", "tub", "tub"], "two different variables"),
        (["run.json", "tub", "xray", "-k", "3"], "up to k = 1"),
        (["run.json", "tub"], "missing argument 'B'"),
    ],
)
def test_explaining_what_is_not_there(cli, arguments, message):
    cli("learn", "asia", "-k", "1", "-o", "run.json")
    cli.write("graph.txt", "a --> b\n")
    assert message in cli("explain", *arguments, code=2)


def test_every_built_in_network_has_a_source(cli):
    assert tuple(ABOUT) == sp.networks.builtin_names()
    said = cli("datasets")
    listed = json.loads(cli("datasets", "--json"))["datasets"]
    for entry in listed:
        assert entry["source"]
        assert f"{entry['name']}  {entry['about']}: {entry['variables']} variables" in said


# ---- files -------------------------------------------------------------------------------------------------


def test_a_file_appears_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old", encoding="utf-8")

    def interrupted():
        with whole_file(path) as file:
            file.write(b"half of the ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]
    write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "new\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out.txt"]


def test_a_full_disk_names_the_file_and_leaves_nothing(cli, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli("convert", "asia", "-o", "asia.txt", code=2) == "sepset: 'asia.txt': no space left on device\n"
    said = cli("learn", "asia", "-q", "-o", "run.json", code=2)
    assert "run.json" in said
    assert "space" in said
    assert list(cli.folder.iterdir()) == []


def test_a_folder_without_the_right_to_write(cli, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "no permission to write" in cli("convert", "asia", "-o", "asia.txt", code=2)


def test_links_stay_links(tmp_path):
    (tmp_path / "real.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_text(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text(encoding="utf-8") == "new\n"


def test_new_files_are_as_readable_as_others(tmp_path):
    (tmp_path / "usual").touch()
    write_text(tmp_path / "ours", "text")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("usual", "ours")}
    assert len(modes) == 1


class TestOutputsDestroyNoInput:
    def check(self, cli, name, *arguments):
        before = (cli.folder / name).read_bytes() if (cli.folder / name).exists() else None
        said = cli(*arguments, code=2)
        assert f"'{name}' is also wh" in said
        assert "would be lost; give another name" in said
        assert ((cli.folder / name).read_bytes() if before is not None else None) == before
        assert before is not None or not (cli.folder / name).exists()

    def test_learn(self, cli):
        cli("simulate", "-n", 3, "-o", "own.csv")
        self.check(cli, "own.csv", "learn", "own.csv", "-o", "own.csv")
        (cli.folder / "link.csv").symlink_to("own.csv")
        self.check(cli, "link.csv", "learn", "own.csv", "-o", "link.csv")
        self.check(cli, "own.csv", "learn", "./own.csv", "-o", "own.csv")

    def test_report_and_convert(self, cli):
        cli("learn", "asia", "-o", "a.json")
        self.check(cli, "a.json", "report", "a.json", "-o", "a.json")
        self.check(cli, "a.json", "convert", "a.json", "-o", "a.json")

    def test_simulate(self, cli):
        self.check(cli, "f", "simulate", "-o", "f", "--truth", "f")
        cli.write("dag.txt", "a --> b\n")
        self.check(cli, "dag.txt", "simulate", "dag.txt", "-o", "dag.txt")
        self.check(cli, "dag.txt", "simulate", "dag.txt", "-o", "d.csv", "--truth", "dag.txt")

    def test_a_built_in_name_is_no_file(self, cli):
        cli("learn", "asia", "-o", "asia")
        cli("simulate", "-o", "/dev/null", "--truth", "/dev/null")


def test_a_dash_is_stdout_where_that_is_the_default_and_refused_elsewhere(cli):
    assert cli("convert", "asia", "-o", "-") == cli("convert", "asia")
    assert cli("simulate", "-n", 2, "-o", "-") == cli("simulate", "-n", 2)
    cli("learn", "asia", "-o", "run.json")
    assert "'-' is not the name of a file" in cli("learn", "asia", "-o", "-", code=2)
    assert "'-' is not the name of a file" in cli("report", "run.json", "-o", "-", code=2)
    assert "'-' is not the name of a file" in cli("simulate", "--truth", "-", code=2)
    assert [file.name for file in cli.folder.iterdir()] == ["run.json"]


@pytest.mark.parametrize("command", [["convert"], ["simulate"], ["theory", "pag"]])
def test_a_table_or_nothing_is_no_graph(cli, command):
    cli.write("data.csv", "a,b,c\n1,2,3\n")
    said = cli(*command, "data.csv", code=2)
    assert "data.csv: line 1: 'a,b,c' has commas in it, as a table of data has" in said
    cli.write("empty.txt", "# nothing\n")
    assert "empty.txt: there is no graph in it; write one edge per line" in cli(*command, "empty.txt", code=2)


def test_json_that_is_nested_too_deeply(cli):
    cli.write("deep.json", '{"nodes": ' + "[" * 200_000 + "]" * 200_000 + "}")
    assert "deep.json: the JSON is nested too deeply" in cli("convert", "deep.json", code=2)


def test_commands_to_try_next_are_quoted(cli):
    assert "Next   sepset learn 'my data.csv'\n" in cli("simulate", "-o", "my data.csv")
    assert "Next   sepset learn ./-data.csv\n" in cli("simulate", "-o", "-data.csv")

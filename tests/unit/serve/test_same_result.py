"""The Python and the command line that the page shows give its result, byte for byte."""

import json
import shlex
import subprocess

import pytest

from sepset.cli.exit import run
from sepset.cli.learn import read_kinds
from sepset.cli.name_lists import read_names
from sepset.serve.same_result import _written
from serving import COMMAND, Served

HOSTILE = 'it\'s, "b" $(touch gone) `touch gone` <script>'
SEMICOLONS = f'"{HOSTILE.replace(chr(34), chr(34) * 2)}";b;c;d;e\n' + "".join(
    f"{i % 3};{'x' if (i + i // 3) % 4 else 'y'};{i % 7},5;{i % 2};{i}\n" for i in range(300)
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Served("asia", folder=tmp_path_factory.mktemp("served")) as served:
        yield served


def written(folder):
    """Return what a run wrote, and take it away."""
    files = [folder / name for name in ("run.json", "run.html")]
    content = [file.read_bytes() for file in files]
    for file in files:
        file.unlink()
    return content


def on_the_page(served, answer):
    return [served.file(answer["number"], file) for file in ("run.json", "run.html")]


def by_python(answer, folder, monkeypatch):
    monkeypatch.chdir(folder)
    exec(answer["python"], {})  # noqa: S102 - what a reader of the page would paste
    return written(folder)


def by_shell(answer, folder):
    """Run the lines in a real shell, whose quotes decide."""
    sepset = folder / "sepset"
    words = " ".join(f"'{word}'" for word in COMMAND)
    sepset.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    sepset.chmod(0o755)
    lines = f"PATH={folder}:$PATH\n{answer['shell']}"
    done = subprocess.run(
        ["/bin/sh", "-ec", lines], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), answer["shell"]
    assert not (folder / "gone").exists()
    return written(folder)


def by_arguments(answer, folder, monkeypatch):
    """Run the same lines without a shell, in this process."""
    monkeypatch.chdir(folder)
    for line in answer["shell"].splitlines():
        assert run(shlex.split(line)[1:]) == 0
    return written(folder)


def learned(server, folder, asked):
    (folder / "half decimal.csv").write_text(SEMICOLONS, encoding="utf-8")
    table = server.upload(SEMICOLONS, "half decimal.csv")
    told = server.ask(table=table, separator=";", decimal=",", **asked)
    assert "answer" in told, told
    return told["answer"]


@pytest.mark.parametrize(
    "asked",
    [
        {"method": "kpc"},
        {"method": "kpc", "k": 9, "alpha": 0.01, "missing": "drop", "drop": ["e"]},
        {"method": "pc", "alpha": 0.02},
        {"method": "loci", "k": 1},
        {"method": "anytime-fci", "k": 2, "alpha": 0.1},
        {"method": "kpc", "k": 1, "kinds": {"b": "discrete", "d": "discrete"}, "drop": ["e"]},
    ],
    ids=lambda asked: "-".join(map(str, asked.values())),
)
def test_a_table(server, tmp_path, monkeypatch, capsys, asked):
    answer = learned(server, tmp_path, asked)
    page = on_the_page(server, answer)
    assert by_python(answer, tmp_path, monkeypatch) == page
    assert by_arguments(answer, tmp_path, monkeypatch) == page


def test_hostile_names_and_knowledge_in_a_real_shell(server, tmp_path, monkeypatch):
    known = {"tiers": [[HOSTILE], ["b", "c"]], "forbidden": [["d", "c"]], "sinks": ["c"]}
    asked = {"kinds": {HOSTILE: "continuous", "d": "discrete"}, "drop": ["e"], "knowledge": known}
    answer = learned(server, tmp_path, asked)
    page = on_the_page(server, answer)
    assert by_python(answer, tmp_path, monkeypatch) == page
    assert by_shell(answer, tmp_path) == page
    assert json.loads(page[0])["settings"]["knowledge"]["forbidden"] == [["d", "c"]]


@pytest.mark.parametrize("method", ["posterior", "kpc"])
def test_a_network(server, tmp_path, monkeypatch, capsys, method):
    body = server.request("GET", "")[2].decode()
    number = json.loads(body.split('id="payload">')[1].split("</script>")[0])["given"][0]
    answer = server.ask(table=number, method=method)["answer"]
    page = on_the_page(server, answer)
    assert by_python(answer, tmp_path, monkeypatch) == page
    assert by_arguments(answer, tmp_path, monkeypatch) == page


@pytest.mark.parametrize("name", ["a", "a,b", 'a"b', "a=b", "a\nb", "'", HOSTILE])
def test_names_survive_the_command_line(name):
    assert read_kinds(_written({name: "count", "z": "discrete"})) == {name: "count", "z": "discrete"}
    assert read_names((_written([name, "z"]),)) == (name, "z")

"""``sepset report``."""

import json
import os
import subprocess

import pytest

import sepset as sp
from sepset.report.html import to_bytes


@pytest.fixture
def run(cli):
    found = sp.kpc(sp.asia().sample(500, seed=1), k=1)
    found.save("run.json")
    return found


def test_the_page_lands_beside_the_run(cli, run):
    assert "run.html" in cli("report", "run.json")
    assert (cli.folder / "run.html").read_bytes() == to_bytes(run)


def test_a_stability_has_a_page(cli):
    stable = sp.stability(sp.asia().sample(200, seed=1), resamples=3, k=1)
    stable.save("stable.json")
    assert "stable.html" in cli("report", "stable.json")
    assert (cli.folder / "stable.html").read_bytes() == to_bytes(stable)
    assert "no estimates of effects" in cli("report", "stable.json", "--data", "asia", code=2)


def test_json_says_what_was_written(cli, run):
    said = json.loads(cli("report", "run.json", "-o", "page.html", "--json"))
    assert said["page"] == "page.html"
    assert said["bytes"] == (cli.folder / "page.html").stat().st_size


def test_bad_paths_are_refused(cli, run):
    assert "no folder" in cli("report", "run.json", "-o", "nowhere/page.html", code=2)
    assert "is a folder" in cli("report", "run.json", "-o", cli.folder, code=2)
    assert "no file" in cli("report", "none.json", code=2)


def test_a_pipe_is_written_to_and_stays_a_pipe(cli, run):
    pipe = cli.folder / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        cli("report", "run.json", "-o", pipe)
        content = reader.stdout.read()
    assert content == to_bytes(run)
    assert pipe.is_fifo()

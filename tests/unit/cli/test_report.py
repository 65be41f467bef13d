"""``sepset report``."""

import json
import subprocess

import pytest
from click.testing import CliRunner

import sepset as sp
from sepset.cli.app import app
from sepset.report.html import to_bytes


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = sp.kpc(sp.asia().sample(500, seed=1), k=1)
    found.save("run.json")
    return found


def test_the_page_lands_beside_the_run(run, tmp_path):
    done = CliRunner().invoke(app, ["report", "run.json"])
    assert done.exit_code == 0
    assert (tmp_path / "run.html").read_bytes() == to_bytes(run)


def test_json_says_what_was_written(run, tmp_path):
    done = CliRunner().invoke(app, ["report", "run.json", "-o", "page.html", "--json"])
    said = json.loads(done.stdout)
    assert said["page"] == "page.html"
    assert said["bytes"] == (tmp_path / "page.html").stat().st_size


def test_bad_targets_are_refused_before_anything_is_read(run, tmp_path):
    done = CliRunner().invoke(app, ["report", "run.json", "-o", "nowhere/page.html"])
    assert done.exit_code == 2
    assert CliRunner().invoke(app, ["report", "none.json"]).exit_code == 2
    assert CliRunner().invoke(app, ["report", "run.json", "-o", str(tmp_path)]).exit_code == 2


def test_a_pipe_is_written_to_and_stays_a_pipe(run, tmp_path):
    import os

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        done = CliRunner().invoke(app, ["report", "run.json", "-o", str(pipe)])
        content = reader.stdout.read()
    assert done.exit_code == 0
    assert content == to_bytes(run)
    assert pipe.is_fifo()

"""The files that are taken away, run as they are: the same bytes, whatever kind of file was dropped."""

import gzip
import os
import subprocess
import sys

import pytest

from serving import COMMAND, TABLE, Served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Served(folder=tmp_path_factory.mktemp("served")) as served:
        yield served


def frame():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    rows = [(i % 4, "east" if (i + i // 3) % 3 else "west", (i * i * 7919) % 1009 / 4) for i in range(240)]
    return pandas.DataFrame(rows, columns=["stage", "ward", "dose"])


def as_excel(path):
    pytest.importorskip("openpyxl", reason="writes a workbook")
    pytest.importorskip("python_calamine", reason="reads a workbook")
    frame().to_excel(path, index=False)


FILES = {
    "plain.csv": lambda path: path.write_text(TABLE, encoding="utf-8"),
    "packed.csv.gz": lambda path: path.write_bytes(gzip.compress(TABLE.encode(), mtime=0)),
    "semicolons.csv": lambda path: path.write_text(TABLE.replace(",", ";"), encoding="utf-8"),
    "tabs.tsv": lambda path: path.write_text(TABLE.replace(",", "\t"), encoding="utf-8"),
    "-k 'ü' $x.csv": lambda path: path.write_text(TABLE, encoding="utf-8"),
    "t.parquet": lambda path: frame().to_parquet(path),
    "t.feather": lambda path: frame().to_feather(path),
    "t.dta": lambda path: frame().to_stata(path, write_index=False),
    "t.xlsx": as_excel,
}


def run(folder, *command):
    """Run a command in a folder, with `sepset` on the path; return what it wrote, and take that away."""
    sepset = folder / "sepset"
    words = " ".join(f"'{word}'" for word in COMMAND)
    sepset.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    sepset.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=240, check=False, env=env
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [(folder / name).read_bytes() for name in ("run.json", "run.html")]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_python_and_the_command_line_write_what_the_page_gave(server, tmp_path, name):
    FILES[name](tmp_path / name)
    first, second = ("ward", "dose") if name.startswith("t.") else ("a", "b")
    told = server.ask(
        table=server.upload((tmp_path / name).read_bytes(), name),
        k=1,
        knowledge={"forbidden": [[first, second]]},
    )
    assert "answer" in told, told
    number = told["answer"]["number"]
    for file in ("run.py", "run.sh", "knowledge.txt"):
        (tmp_path / file).write_bytes(server.file(number, file))
    page = [server.file(number, file) for file in ("run.json", "run.html")]
    assert run(tmp_path, sys.executable, "run.py") == page
    for written in ("run.json", "run.html", "knowledge.txt"):
        (tmp_path / written).unlink()
    assert run(tmp_path, "/bin/sh", "-e", "run.sh") == page
    assert (tmp_path / "knowledge.txt").read_bytes() == server.file(number, "knowledge.txt")

"""The command as a process: signals, closed streams, and what is left behind."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from sepset import files

START = [sys.executable, "-c", "from sepset_command import main; main()"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


def run(*arguments, folder, **options):
    command = [*START, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, timeout=120, check=False, text=True, **options)


def table(folder, name="in.csv"):
    text = "a,b,c\n" + "".join(f"{i % 2},{i % 3},{(i // 2) % 2}\n" for i in range(60))
    (folder / name).write_text(text, encoding="utf-8")
    return text


def shell(command, folder):
    """Run a line of sh in which $sepset is the command."""
    words = " ".join(f"'{word}'" for word in START)
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("$sepset", words)],
        cwd=folder,
        timeout=120,
        check=False,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr
    return done


def test_closed_streams_are_like_dev_null(tmp_path):
    table(tmp_path)
    assert shell("$sepset learn in.csv -o run.json >&-", tmp_path).returncode == 0
    assert json.loads((tmp_path / "run.json").read_text())["format"] == "sepset posterior"
    assert shell("$sepset learn nothing.csv >&- 2>&-", tmp_path).returncode == 2
    empty = shell("$sepset learn - <&-", tmp_path)
    assert (empty.returncode, empty.stderr[:28]) == (2, "sepset: stdin: the file is e")


def test_what_comes_on_stdin_is_not_replaced(tmp_path):
    text = table(tmp_path)
    done = shell("$sepset learn - -o in.csv < in.csv", tmp_path)
    assert done.returncode == 2
    assert "'in.csv' is read on stdin, and would be lost; give another name" in done.stderr
    assert (tmp_path / "in.csv").read_text(encoding="utf-8") == text
    assert shell("$sepset learn - -o other.json < in.csv", tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_while_a_file_is_written_leaves_nothing(tmp_path, number, code):
    script = (
        "import sys, time, sepset.cli.simulate as s\n"
        "from sepset.cli import main\n"
        "def parts(data):\n"
        "    yield 'a,b\\n'\n"
        "    open('started', 'w').close()\n"
        "    time.sleep(60)\n"
        "s.csv_parts = parts\n"
        "main(['simulate', '-o', 'out.csv'])\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if (tmp_path / "started").exists():
            break
        time.sleep(0.1)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".draft")]
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (code, "")
    assert [path.name for path in tmp_path.iterdir()] == ["started"]


def test_ctrl_c_during_the_imports(tmp_path):
    (tmp_path / "numpy.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGINT)\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = run("datasets", folder=tmp_path, env=environment, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_drafts_of_killed_processes_are_removed_by_the_next_run(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    machine = files._machine()
    left = tmp_path / f".run.json.{machine}-{ended.pid}-0123abcd.draft"
    kept = [
        tmp_path / f".run.json.{machine}-{os.getpid()}-0123abcd.draft",  # still being written
        tmp_path / f".run.json.{'0' * 8}-{ended.pid}-0123abcd.draft",  # by another machine, perhaps
        tmp_path / ".notes.draft",  # not ours
    ]
    for path in (left, *kept):
        path.write_text("half")
    files.write_text(tmp_path / "run.json", "whole")
    assert not left.exists()
    assert all(path.exists() for path in kept)


def test_a_killed_process_leaves_a_draft_that_is_known(tmp_path):
    script = (
        "import os, signal\nfrom pathlib import Path\nfrom sepset.files import whole_file\n"
        "with whole_file(Path('out.txt')) as file:\n"
        "    file.write(b'half')\n    file.flush()\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False)
    assert len(list(tmp_path.iterdir())) == 1
    files.write_text(tmp_path / "other.txt", "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["other.txt"]


@pytest.mark.parametrize("word", ["/", "", "."])
def test_a_folder_is_no_saved_result(cli, word):
    assert "is not a file; give a result that `sepset learn ... -o run.json` saved" in cli(
        "report", word, code=2
    )


@pytest.mark.parametrize("option", ["--rows", "-k", "--threads", "--seed"])
def test_endless_numbers_end_in_short_messages(cli, option):
    said = cli("learn", "asia", option, "9" * 5000, code=2)
    assert option in said
    assert len(said) < 2500


def test_any_number_of_threads_will_do(cli):
    few = cli("learn", "asia", "--rows", "2000", "-q", "--threads", "1")
    assert cli("learn", "asia", "--rows", "2000", "-q", "--threads", "2147483648") == few


def test_a_link_to_nothing_is_called_so(cli):
    os.symlink("nowhere", "data.csv")
    expected = "'data.csv' is a link to 'nowhere', which does not exist; fix or remove the link"
    for command in ("learn", "report", "explain"):
        names = ("a", "b") if command == "explain" else ()
        assert expected in cli(command, "data.csv", *names, code=2)

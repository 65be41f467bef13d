"""The command line as other programs see it: exit codes, streams, signals, start-up."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

import sepset

SEPSET = [sys.executable, "-c", "from sepset.cli import main; main()"]


def sepset_command(*arguments, **options):
    settings = {"capture_output": True, "text": True, "timeout": 120}
    return subprocess.run([*SEPSET, *arguments], check=False, **{**settings, **options})


def test_success_says_nothing_on_stderr():
    done = sepset_command("theory", "closure", "asia")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The 1-closure of asia" in done.stdout


@pytest.mark.parametrize("arguments", [["learn", "nothing.csv"], ["learn"], ["nonsense"], ["--nonsense"]])
def test_bad_usage_and_bad_input_are_two_and_one_line(arguments):
    done = sepset_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("sepset")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_the_version_names_the_kernels():
    done = sepset_command("--version")
    number = re.escape(sepset.__version__)
    assert re.fullmatch(
        rf"sepset {number} \(native kernels, (portable instructions|AVX2|AVX-512)\)\n", done.stdout
    )
    narrow = sepset_command("--version", env={**os.environ, "SEPSET_INSTRUCTIONS": "portable"})
    assert narrow.stdout == f"sepset {sepset.__version__} (native kernels, portable instructions)\n"
    slow = sepset_command("--version", env={**os.environ, "SEPSET_KERNELS": "python"})
    assert slow.stdout == f"sepset {sepset.__version__} (Python kernels)\n"


def test_help_lists_the_commands_in_the_order_of_a_first_visit():
    for arguments in ([], ["--help"], ["-h"]):
        done = sepset_command(*arguments)
        assert done.returncode == 0
        commands = re.findall(r"^  (\w+)  ", done.stdout.partition("Commands:")[2], re.MULTILINE)
        assert commands == [
            "learn",
            "explain",
            "effect",
            "report",
            "serve",
            "compare",
            "stability",
            "convert",
            "simulate",
            "datasets",
            "theory",
        ]


def test_a_broken_pipe_ends_quietly():
    with subprocess.Popen(
        [*SEPSET, "simulate", "--rows", "200000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout.readline().startswith(b"x0,")
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["theory", "overview", "asia"], ["--help"], ["simulate"]])
def test_output_that_cannot_be_written_is_one_message(arguments):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = sepset_command(*arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == "sepset: the output cannot be written: no space left on device\n"


def test_ctrl_c_ends_at_once_without_a_file(tmp_path):
    made = sepset_command(
        "simulate", "-n", "60", "--kind", "gaussian", "--rows", "100", "-o", "d.csv", cwd=tmp_path
    )
    assert made.returncode == 0
    command = [*SEPSET, "learn", "d.csv", "-k", "9", "--search", "all", "-o", "run.json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout.readline().startswith(b"Data")
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        assert b"Traceback" not in running.stderr.read()
    assert [file.name for file in tmp_path.iterdir()] == ["d.csv"]


def test_names_of_any_kind_survive_any_stream(tmp_path):
    (tmp_path / "g.txt").write_text('"größe [bold]" --> "名前"\n', encoding="utf-8")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = sepset_command("convert", "g.txt", cwd=tmp_path, env=ascii_only)
    assert done.returncode == 0
    done = sepset_command("convert", "g.txt", "--to", "json", cwd=tmp_path, env=ascii_only)
    assert json.loads(done.stdout)["nodes"] == ["größe [bold]", "名前"]


# ---- a terminal --------------------------------------------------------------------------------------------


def on_a_terminal(*arguments, program=SEPSET, **options):
    """Run a command with stdout and stderr on a pseudo-terminal; return the exit code and what it showed."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [*program, *arguments], stdout=theirs, stderr=theirs, env=environment, **options
    ) as running:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            shown += part
        os.close(ours)
        return running.wait(timeout=60), shown.decode()


def test_a_terminal_gets_the_same_words_in_colour():
    code, shown = on_a_terminal("theory", "closure", "asia")
    assert code == 0
    assert "\x1b[" in shown
    words = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert words == sepset_command("theory", "closure", "asia").stdout


def test_names_are_never_markup(tmp_path):
    (tmp_path / "g.txt").write_text('"[red]a[/red]" --> ":smile:"\n', encoding="utf-8")
    _, shown = on_a_terminal("theory", "closure", "g.txt", cwd=tmp_path)
    assert "[red]a[/red]" in shown
    assert ":smile:" in shown


IMPATIENT = [
    sys.executable,
    "-c",
    "import sepset.cli.progress as progress; progress.PATIENCE = 0\nfrom sepset.cli import main; main()",
]


def test_only_a_terminal_shows_a_bar():
    _, shown = on_a_terminal("learn", "asia", program=IMPATIENT)
    assert "draws from the posterior" in shown
    _, shown = on_a_terminal("learn", "asia", "--method", "kpc", program=IMPATIENT)
    assert "sets of 0 variables" in shown
    assert "sets of 1 variable" in shown
    _, shown = on_a_terminal("learn", "asia", "--quiet", program=IMPATIENT)
    assert "sets of" not in shown
    piped = subprocess.run([*IMPATIENT, "learn", "asia"], capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    assert "sets of 1" not in piped.stdout


# ---- start-up and completion -------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--version"], ["theory", "closure", "asia"]])
def test_starting_brings_nothing_heavy(arguments):
    code = (
        "import sys\nfrom sepset.cli.exit import run\n"
        f"run({arguments!r})\n"
        "heavy = ['rich', 'scipy', 'pandas', 'polars', 'pyarrow', 'networkx', 'sklearn']\n"
        "print(*[name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.split() == []


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    sepset.kpc(sepset.Oracle(sepset.asia().dag), k=1).save(folder / "run.json")
    return folder


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("sepset lea", "learn"),
        ("sepset learn as", "asia"),
        ("sepset theory closure a", "asia"),
        ("sepset learn asia --test f", "fisher_z"),
        ("sepset explain run.json xr", "xray"),
    ],
)
def test_the_shell_completes(saved, words, offered):
    environment = {
        **os.environ,
        "_SEPSET_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = sepset_command(env=environment, cwd=saved)
    assert f"plain,{offered}" in done.stdout.splitlines()

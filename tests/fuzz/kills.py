"""Kill runs of the command line at random moments, with files half-written, and look at what they leave.

``python tests/fuzz/kills.py --kills 500`` forks a process for each of ``learn``, ``learn --method posterior`` and
``report`` in turn and ends it by SIGKILL or SIGTERM. Writing is slowed down, so that many die while a draft is in
flight. A file must then be what it was before, or whole; and after the next run no draft may be left.
"""

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import sepset as sp
from sepset.cli.exit import main

TABLE = "a,b,c,d\n" + "".join(f"{i % 2},{i % 3},{i // 2 % 2},{i * i % 5}\n" for i in range(80))
COMMANDS = (
    ("learn", "t.csv", "-o", "out.json"),
    ("learn", "t.csv", "--method", "posterior", "--seed", "1", "-o", "post.json"),
    ("report", "run.json", "-o", "out.html"),
)


def slow_down():
    """Make the last step before a file gets its name take a while."""
    sync = os.fsync

    def slowly(file):
        time.sleep(0.05)
        sync(file)

    os.fsync = slowly


def start(words, folder):
    """Run a command in a process of its own and return the number of that process."""
    child = os.fork()
    if child:
        return child
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)
    slow_down()
    try:
        main(words)
    except SystemExit as end:
        os._exit(int(end.code or 0))
    finally:
        os._exit(1)


def is_whole(path):
    """Tell whether a file that is there was written to its end."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return text.rstrip().endswith("</html>")
    with contextlib.suppress(sp.SepsetError):
        sp.load(path)
        return True
    return False


def drafts(folder):
    return {path for path in folder.iterdir() if path.name.endswith(".draft")}


def wait_for_a_draft(folder, before, child):
    """Wait until a process is writing, or has ended."""
    for _ in range(4000):
        if drafts(folder) - before or not Path(f"/proc/{child}/cmdline").read_bytes():
            return
        time.sleep(0.005)


def kill_runs(kills, folder, seed):
    """Kill that many runs; return how many left a draft, and what was half-written or left after the next run."""
    source, in_flight, wrong = random.Random(seed), 0, []
    (folder / "t.csv").write_text(TABLE, encoding="utf-8")
    sp.kpc(sp.read(folder / "t.csv", kinds="discrete"), k=1).save(folder / "run.json")
    for number in range(kills):
        words = COMMANDS[number % len(COMMANDS)]
        before = drafts(folder)
        child = start(words, folder)
        if source.random() < 0.7:
            wait_for_a_draft(folder, before, child)
        time.sleep(source.uniform(0, 0.08))
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, source.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
        os.waitpid(child, 0)
        in_flight += bool(drafts(folder) - before)
        target = folder / words[-1]
        if target.exists() and not is_whole(target):
            wrong.append(f"kill {number}: {target.name} is half-written")
    os.waitpid(start(COMMANDS[0], folder), 0)
    wrong += [f"left over: {path.name}" for path in drafts(folder)]
    return in_flight, wrong


def run():
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=500)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        in_flight, wrong = kill_runs(given.kills, Path(folder), given.seed)
    print(*wrong, f"{given.kills} kills, {in_flight} with drafts in flight, {len(wrong)} findings", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run())

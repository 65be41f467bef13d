"""Throw random inputs at the library for as long as it is told, and keep what finds something.

``python tests/fuzz/run.py --seconds 600`` shares the processor time among all targets, or those that are named.
A worker process tries the inputs, so that a crash is seen too. Each finding is written to ``tests/fuzz/cases``
as a case that the tests try again from then on. The exit code is 0 only if nothing was found.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import multiprocessing
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fuzz.fuzzing import CASES, TARGETS, inputs, spent, try_case

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


def main() -> int:
    """Run the targets one after another and print what was tried and found."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("targets", nargs="*", default=list(TARGETS), help="by default all")
    reader.add_argument("--seconds", type=float, default=60, help="processor time in all")
    reader.add_argument("--seed", type=int, default=int(time.time()))
    given = reader.parse_args()
    if unknown := [name for name in given.targets if name not in TARGETS]:
        sys.exit(f"the targets are {', '.join(map(repr, TARGETS))}; got {', '.join(map(repr, unknown))}")
    tried, findings = 0, 0
    print(f"seed {given.seed}")
    for target in given.targets:
        count, found = fuzz(target, given.seed, given.seconds / len(given.targets))
        print(f"{target}: {count:,} inputs, {found} findings", flush=True)
        tried, findings = tried + count, findings + found
    print(f"in all: {tried:,} inputs, {findings} findings")
    return 1 if findings else 0


def fuzz(target: str, seed: int, seconds: float) -> tuple[int, int]:
    """Try inputs in a worker, starting another one after a finding; return how many there were of each."""
    tried, found, left = 0, 0, seconds
    while left > 0:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        worker = multiprocessing.get_context("spawn").Process(
            target=work, args=(target, seed + found, left, theirs)
        )
        worker.start()
        theirs.close()
        case, done, problem = b"", 0, "the process ended: a crash"
        try:
            while True:
                message = ours.recv()
                if message[0] == "next":
                    case = message[1]
                    continue
                _, done, left, problem = message
                break
        except EOFError:
            left -= seconds / 10
        worker.join()
        tried += done
        if problem:
            found += 1
            keep(target, case, problem)
    return tried, found


def work(target: str, seed: int, seconds: float, report: Connection) -> None:
    """Try inputs until the time is up or one finds something; each is sent before it is tried."""
    start, done, problem = time.process_time(), 0, ""
    with tempfile.TemporaryDirectory() as folder:
        for case in inputs(target, seed):
            report.send(("next", case))
            try:
                try_case(target, case, Path(folder))
            except BaseException:
                problem = traceback.format_exc()
            done += 1
            if problem or spent(start) > seconds:
                break
    report.send(("end", done, seconds - spent(start), problem))


def keep(target: str, case: bytes, problem: str) -> None:
    """Write a finding as a case, and say it."""
    CASES.mkdir(exist_ok=True)
    name = f"{target.replace(' ', '-')}-{hashlib.sha256(case).hexdigest()[:12]}.json"
    kept = {"target": target, "input": base64.b64encode(case).decode(), "problem": problem.splitlines()[-1:]}
    (CASES / name).write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(f"{target}: {name}\n{problem}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

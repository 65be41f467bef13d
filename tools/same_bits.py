"""Build the kernels in several ways, without Python, and compare the bytes of their answers.

Run ``python tools/same_bits.py``, or with the names of builds. ``gcc`` (each choice of instructions),
``portable`` (standard C++ alone, as for other compilers) and ``clang`` run here; ``arm`` is built for 64-bit
ARM and run by qemu; ``address`` and ``thread`` end at the first thing that a sanitizer finds. Each runs
``tests/native/same_bits.cpp``, which prints a digest of every answer.
Builds whose compiler is not installed are named and left out, unless they were asked for.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ("-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-pthread", "-Inative")


class Build(NamedTuple):
    """A compiler with its options, what runs the program, and the choices of instructions that it has."""

    compiler: tuple[str, ...]
    runner: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ("portable",)


_CHECKED = ("-O1", "-g", "-D_GLIBCXX_ASSERTIONS")
BUILDS = {
    "gcc": Build(("g++",), instructions=("portable", "avx2", "avx512")),
    "portable": Build(("g++", "-DSEPSET_PORTABLE_ONLY")),
    "clang": Build(("clang++",), instructions=("portable", "avx2", "avx512")),
    "address": Build(("g++", *_CHECKED, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")),
    "thread": Build(("g++", *_CHECKED, "-fsanitize=thread"), ("setarch", "-R")),
    "arm": Build(("aarch64-linux-gnu-g++", "-static"), ("qemu-aarch64",)),
}


def main(names: list[str]) -> int:
    """Compare the builds and return the exit code."""
    if unknown := [name for name in names if name not in BUILDS]:
        sys.exit(f"the builds are {', '.join(BUILDS)}; got {', '.join(unknown)}")
    answers: dict[str, list[str]] = {}
    for name in names or list(BUILDS):
        programs = (*BUILDS[name].compiler[:1], *BUILDS[name].runner[:1])
        missing = [word for word in programs if not shutil.which(word)]
        if missing and names:
            sys.exit(f"{name} needs {' and '.join(missing)}")
        if missing:
            print(f"{name}: left out; it needs {' and '.join(missing)}")
            continue
        program = build(name)
        for instructions in BUILDS[name].instructions:
            answers[f"{name}, {instructions}"] = run(program, BUILDS[name].runner, instructions)
    return report(answers)


def build(name: str) -> Path:
    """Compile the kernels, all but the bindings, with the program that runs them."""
    program = ROOT / "build" / "same-bits" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    sources = sorted(path for path in ROOT.glob("native/*/*.cpp") if path.parent.name != "bindings")
    sources.append(ROOT / "tests" / "native" / "same_bits.cpp")
    compiler, *options = BUILDS[name].compiler
    command = [compiler, *FLAGS, *options, *map(str, sources), "-o", str(program)]
    subprocess.run(command, cwd=ROOT, check=True)
    return program


def run(program: Path, runner: tuple[str, ...], instructions: str) -> list[str]:
    """Return the lines that the program prints."""
    environment = {**os.environ, "SEPSET_INSTRUCTIONS": instructions}
    done = subprocess.run(
        [*runner, str(program)], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()


def report(answers: dict[str, list[str]]) -> int:
    """Print what differs from the first build and return the exit code."""
    (first, expected), *others = answers.items()
    print(f"{first}: {len(expected)} answers")
    differing = 0
    for name, lines in others:
        wrong = [
            f"{line} (not {other})" for line, other in zip(lines, expected, strict=True) if line != other
        ]
        differing += bool(wrong)
        print(f"{name}: {'the same bytes' if not wrong else 'DIFFERS'}", *wrong, sep="\n    ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

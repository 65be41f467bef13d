"""Run clang-tidy over the compiled core: ``python tools/tidy.py``, or with the names of files for some only.

What it looks for, and what not and why, stands in ``.clang-tidy``. It needs the extra ``lint`` and some
minutes; the exit code is 0 only if nothing is found.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanobind  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent


def main(names: list[str]) -> int:
    """Look at the files, several at a time, and return the exit code."""
    files = names or [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("native/*/*.cpp"))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [name for name, clean in zip(files, pool.map(_clean, files), strict=True) if not clean]
    print(f"clang-tidy: {len(files)} files, {len(failed)} with findings")
    return 1 if failed else 0


def _clean(name: str) -> bool:
    """Return whether clang-tidy finds nothing in a file and in our headers that it includes."""
    program = Path(sysconfig.get_path("scripts")) / "clang-tidy"
    if not program.exists():
        sys.exit(f"clang-tidy is not installed; run: {sys.executable} -m pip install '.[lint]'")
    # Others' headers are not ours to judge.
    others = [f"-isystem{folder}" for folder in (nanobind.include_dir(), sysconfig.get_path("include"))]
    command = [str(program), "--quiet", name, "--", "-std=c++17", "-Inative", *others]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    # What clang-tidy writes to stderr is a count of warnings in others' headers, unless it could not run.
    sys.stdout.write(done.stdout if done.returncode == 0 else done.stdout + done.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

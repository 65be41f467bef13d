"""All linters in one command, the same for a person, for pre-commit and for continuous integration.

Run it as ``.venv/bin/python tools/lint.py``; it needs the extra ``lint``. Every linter runs, even after one
has failed, and the exit code is 0 only if all of them are content.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINTERS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("python", "tools/check_sizes.py"),
    ("clang-format", "--dry-run", "-Werror", "native/*/*", "tests/native/*"),
)


def main() -> int:
    """Run every linter in the root of the repository and return the exit code."""
    failed = [command for command in LINTERS if not _run(command)]
    for command in failed:
        print(f"failed: {' '.join(command)}")
    return 1 if failed else 0


def _run(command: tuple[str, ...]) -> bool:
    print(f"$ {' '.join(command)}", flush=True)
    program = sys.executable if command[0] == "python" else _installed(command[0])
    arguments = [found for word in command[1:] for found in _expanded(word)]
    return subprocess.run([program, *arguments], cwd=ROOT, check=False).returncode == 0


def _expanded(word: str) -> list[str]:
    """Return the files that a pattern means; any other word is itself."""
    return [str(path) for path in sorted(ROOT.glob(word))] if "*" in word else [word]


def _installed(name: str) -> str:
    program = Path(sysconfig.get_path("scripts")) / name
    if not program.exists():
        sys.exit(f"{name} is not installed; run: {sys.executable} -m pip install '.[lint]'")
    return str(program)


if __name__ == "__main__":
    sys.exit(main())

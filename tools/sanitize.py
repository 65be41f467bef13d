"""Build the core with sanitizers, or without anything but standard C++, and run the tests that use it most.

Run ``python tools/sanitize.py`` (address and undefined behaviour), ``... thread`` or ``... portable``; words
after it go to pytest. Each kind has a build and an environment of its own in ``build/sanitize-<kind>``; the
packages of the environment that runs it are used. Needs GCC, Linux and the extra ``test``.

CPython keeps memory until it ends, so leaks are not looked for. A sanitizer takes terabytes of addresses, so
the test that limits them is left out. A driver of a database, which is not ours, crashes when the thread
sanitizer is loaded, so the tests that use it are left out there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: what CMake is told, and the libraries that must be loaded before Python
KINDS = {
    "address": ("SEPSET_SANITIZE=address,undefined", ("libasan.so", "libubsan.so", "libstdc++.so")),
    "thread": ("SEPSET_SANITIZE=thread", ("libtsan.so", "libstdc++.so")),
    "portable": ("SEPSET_PORTABLE_ONLY=ON", ()),
}
TESTS = ("tests/twins", "tests/unit/independence", "tests/unit/skeleton", "tests/unit/score", "tests/fuzz")
OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    # Its detector of deadlocks knows 64 locks at a time; pyarrow takes more of them before each fork.
    "TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1:detect_deadlocks=0",
    "OPENBLAS_NUM_THREADS": "1",
}


def main(arguments: list[str]) -> int:
    """Build one kind, run the tests and return their exit code."""
    kind = arguments[0] if arguments and not arguments[0].startswith(("-", "tests")) else "address"
    if kind not in KINDS:
        sys.exit(f"the kinds are {', '.join(KINDS)}; got {kind}")
    define, libraries = KINDS[kind]
    python = build(ROOT / "build" / f"sanitize-{kind}", define)
    preloaded = ":".join(library(name) for name in libraries)
    words = [word for word in arguments if word != kind]
    tests = [] if any(word.startswith("tests") for word in words) else TESTS
    command = [str(python), "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "not cannot_start"]
    command += [*tests, *words]
    if kind == "thread":
        # This sanitizer wants its addresses where it expects them.
        command = ["setarch", "-R", *command, "--ignore=tests/twins/test_databases.py"]
    environment = {**os.environ, **OPTIONS, **({"LD_PRELOAD": preloaded} if preloaded else {})}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def build(folder: Path, define: str) -> Path:
    """Install sepset, built with one definition, into an environment in `folder`; return its Python."""
    venv.create(folder / "venv", with_pip=False)
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    ours = [path for path in sys.path if path.endswith("site-packages")]
    (site / "packages.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"]
    command += [
        "--upgrade",
        "--target",
        str(site),
        f"-Ccmake.define.{define}",
        "-Ccmake.define.SEPSET_DEV=ON",
    ]
    subprocess.run([*command, f"-Cbuild-dir={folder / 'cmake'}", str(ROOT)], cwd=ROOT, check=True)
    return folder / "venv" / "bin" / "python"


def library(name: str) -> str:
    """Return where GCC has a library."""
    found = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return str(Path(found.stdout.strip()).resolve())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

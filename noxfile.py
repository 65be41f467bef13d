"""One entry for all that is run on this project: ``nox -s lint``, ``nox -s test -- tests/unit/graph``.

Each session has an environment of its own with what it needs. ``nox --no-venv -s lint`` uses the environment
that nox itself runs in, which is quicker where sepset and its extras are installed already.
"""

from __future__ import annotations

import sys

import nox
from nox.virtualenv import PassthroughEnv

nox.options.sessions = ["lint", "test"]
nox.options.reuse_existing_virtualenvs = True

#: Pages whose examples are run and whose tables and pictures are made by a tool.
PAGES = (
    "tools/run_examples.py",
    "tools/rules_page.py",
    "tools/draw_pictures.py",
    "tools/benchmark_tables.py",
)
#: The command that builds the site; ``mkdocs.yml`` has its settings.
SITE = ("-m", "mkdocs", "build", "--strict", "--quiet")
#: For what reads the code where it is, as ``.ci/run`` does it.
SOURCES = {"PYTHONPATH": "src"}
#: Benchmarks that need no more than the extras ``test`` and ``bench`` (and Chromium), the quick ones first.
BENCHMARKS = (
    "report_page",
    "opening",
    "loci",
    "oracle_kpc",
    "residual_kernel",
    "discrete_kernel",
    "gaussian_kernel",
    "saved_files",
    "searches",
    "stability",
    "k_closure",
    "threads",
    "reading",
    "end_to_end",
    "peers",
    "growth",
    "k_essential",
    "large",
    "scan",
    "posterior",
    "scale",
)
#: Those that run only when they are named, and why.
BENCHMARKS_WITH_OTHER_PROGRAMS = {
    "layouts": "Graphviz, without which half of the table is missing",
    "outside": "pcalg in R and a FastPGM that was built, without which the others' times are missing",
    "versions": "two versions of sepset, whose folders it is told",
}


def _install(session: nox.Session, *extras: str) -> None:
    """Install sepset with some extras, unless the session runs in an environment of the caller's."""
    if not isinstance(session.virtualenv, PassthroughEnv):
        session.install(f".[{','.join(extras)}]")


def _install_needs(session: nox.Session, *extras: str) -> None:
    """Install what sepset and some extras need: what only reads the code in ``src`` needs it not compiled."""
    if not isinstance(session.virtualenv, PassthroughEnv):
        listed = session.run("python", "tools/requirements.py", *extras, silent=True)
        session.install(*str(listed).splitlines())


def _python(session: nox.Session, *arguments: str, env: dict[str, str] | None = None) -> None:
    """Run Python: that of the session, or without one the one that nox runs in."""
    own = isinstance(session.virtualenv, PassthroughEnv)
    session.run(sys.executable if own else "python", *arguments, env=env, external=own)


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, mypy, import-linter and the size check."""
    _install_needs(session, "lint", "docs")
    _python(session, "tools/lint.py", env=SOURCES)


@nox.session
def test(session: nox.Session) -> None:
    """Run the tests, or those that are named after ``--``."""
    _install(session, "test", "docs")  # without the second the tests of the site would be skipped
    _python(session, "-m", "pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the tests that take minutes to an hour: all small graphs, calibration at length."""
    _install(session, "test", "crosscheck")
    _python(session, "-m", "pytest", "-m", "slow", *session.posargs)


@nox.session
def twins(session: nox.Session) -> None:
    """Run the tests with the readable Python kernels in place of the compiled ones."""
    _install(session, "test")
    _python(session, "-m", "pytest", *session.posargs, env={"SEPSET_KERNELS": "python"})


@nox.session
def tidy(session: nox.Session) -> None:
    """Run clang-tidy over the compiled core, or over the files that are named after ``--``."""
    _install(session, "lint")
    _python(session, "tools/tidy.py", *session.posargs)


@nox.session(venv_backend="none")
def same_bits(session: nox.Session) -> None:
    """Build the kernels with GCC, Clang, as portable C++ and for ARM; compare their bytes."""
    _python(session, "tools/same_bits.py", *session.posargs)


@nox.session
def sanitize(session: nox.Session) -> None:
    """Build the core with sanitizers and run the tests that use it most; ``-- thread``, ``-- portable``."""
    _install(session, "test")
    if not isinstance(session.virtualenv, PassthroughEnv):
        session.install("pip", "scikit-build-core", "nanobind", "cmake", "ninja")
    _python(session, "tools/sanitize.py", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Throw random inputs at the library for a minute, or ``-- --seconds 600``; keep what is found."""
    _install(session, "test")
    _python(session, "tests/fuzz/run.py", *session.posargs)


@nox.session
def audit(session: nox.Session) -> None:
    """Check licences, and compare locked versions with known vulnerabilities."""
    _install(session, "lint")
    _python(session, "tools/supply_chain.py", "licences", "--check")
    if not isinstance(session.virtualenv, PassthroughEnv):
        session.install("pip-audit")
    _python(session, "-m", "pip_audit", "--requirement", "constraints.txt", "--no-deps")


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure which lines and branches of src the tests reach, and print those that they do not."""
    _install(session, "test", "coverage")
    files = session.posargs or ["tests"]
    _python(session, "-m", "coverage", "erase")
    # One process: the counts of several would have to be put together, and forked ones are lost.
    _python(session, "-m", "coverage", "run", "-m", "pytest", "-n", "0", *files)
    _python(session, "-m", "coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    """Bring the pages up to date (examples, rules, pictures), and build the site into ``site/``."""
    _install(session, "test", "docs")
    for tool in PAGES:
        _python(session, tool)
    _python(session, *SITE)


@nox.session
def site(session: nox.Session) -> None:
    """Build the site into ``site/`` as it is, strictly: a warning is an error."""
    _install_needs(session, "docs")
    _python(session, *SITE, env=SOURCES)


@nox.session
def bench(session: nox.Session) -> None:
    """Run the benchmarks that need no other program, or those named after ``--``; ``--save`` keeps tables."""
    options = [word for word in session.posargs if word.startswith("-")]
    names = [word for word in session.posargs if word not in options]
    _install(session, "test", "bench")
    for name in names or BENCHMARKS:
        _python(session, "-m", f"benchmarks.{name}", *options)

"""Wheels are built for every Python that the project names, and tested with what is installed beside them."""

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEELS = PROJECT["tool"]["cibuildwheel"]
#: what is imported under another name than it is installed
IMPORTED_AS = {"python_sat": "pysat"}


def imported(file):
    """The top names of all that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def needed(file):
    """The same with what the helpers that it imports need."""
    names = set(imported(file))
    helpers = {name for name in names if (ROOT / "tests" / f"{name}.py").exists()}
    return names.union(*(needed(ROOT / "tests" / f"{name}.py") for name in helpers)) - helpers


def scanned_by(file):
    """Scans are by pyarrow, which the library itself imports when it is asked for one."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        asked = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
        if isinstance(node, ast.FunctionDef) and asked & {"scan", "scan_sql"}:
            yield node.name


def test_the_tests_of_wheels_need_nothing_that_is_not_installed_beside_them():
    """Whatever they leave out by name is what needs more, and nothing else."""
    requirements = [*PROJECT["project"]["dependencies"], *WHEELS["test-requires"]]
    packages = {re.split(r"[^\w-]", one)[0].replace("-", "_") for one in requirements}
    there = {IMPORTED_AS.get(name, name) for name in packages} | {"sepset"} | sys.stdlib_module_names
    command = WHEELS["test-command"][0]
    files = sorted((ROOT / "tests" / "twins").glob("test_*.py"))
    more = [file for file in files if not needed(file) <= there]
    assert {file.name for file in more} == set(re.findall(r"--ignore=\{project\}/tests/twins/(\S+)", command))
    scanning = {name for file in files if file not in more for name in scanned_by(file)}
    assert scanning == set(re.findall(r"\bnot (\w+)", command))
    assert set(imported(ROOT / "tests" / "conftest.py")) <= there


def test_wheels_are_for_every_python_from_the_oldest_on():
    """One for each Python before the stable ABI, whose wheel is tested on the later ones."""
    minors = [int(minor) for minor in re.findall(r"cp3(\d+)-\*", WHEELS["build"])]
    oldest = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    stable = int(PROJECT["tool"]["scikit-build"]["wheel"]["py-api"].removeprefix("cp3"))
    assert minors == list(range(oldest, minors[-1] + 1))
    assert stable in minors

"""Pages show the tables that the benchmarks keep, and docs/benchmarks.md names every benchmark."""

import ast
import doctest
import json
import re
import runpy
from pathlib import Path

import pytest
from benchmarks import record
from benchmarks.record import RESULTS, kept_tables

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "benchmark_tables.py"))
PAGES = {page.name: page.read_text(encoding="utf-8") for page in TOOL["PAGES"]}
HELPERS = {"__init__", "contestant", "databases", "instructions", "record", "workloads"}
BENCHMARKS = sorted(path for path in (ROOT / "benchmarks").glob("*.py") if path.stem not in HELPERS)


@pytest.mark.parametrize("page", PAGES)
def test_pages_agree_with_what_is_kept(page):
    assert TOOL["render"](PAGES[page]) == PAGES[page], "run `python tools/benchmark_tables.py`"


def test_every_kept_table_is_on_one_page():
    """But for those that are meant to be on none."""
    marked = [found["name"] for page in PAGES.values() for found in TOOL["MARKED"].finditer(page)]
    shown = [name for name in kept_tables() if name not in TOOL["ON_NO_PAGE"]]
    assert sorted(shown) == sorted(marked)


def test_every_mark_has_its_end():
    """A mark with a typing error would leave a table that nobody renews."""
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        marks = re.findall(r"<!-- *(?:measured|by hand)\b", text)
        assert len(marks) == len(TOOL["MARKED"].findall(text)), page.name
        assert not marks or page in TOOL["PAGES"], page.name


def test_a_change_of_a_page_is_noticed():
    name, table = next(iter(kept_tables().items()))
    page = next(text for text in PAGES.values() if f"<!-- measured: {name} -->" in text)
    changed = page.replace(table.markdown(), table.markdown().replace("| ", "|  ", 1))
    assert changed != page
    assert TOOL["render"](changed) == page, name


def test_a_table_that_no_benchmark_keeps_is_noticed():
    name, table = next(iter(kept_tables().items()))
    typed = "<!-- measured: no such table -->\n\n| a |\n\n<!-- end -->"
    with pytest.raises(ValueError, match="no benchmark keeps"):
        TOOL["render"](typed)
    measured = TOOL["render"](typed.replace("no such table", name))
    assert measured == f"<!-- measured: {name} -->\n\n{table.markdown()}\n\n<!-- end -->"


@pytest.mark.parametrize("name", sorted(TOOL["ON_NO_PAGE"]))
def test_tables_that_the_tool_names_are_those_of_a_benchmark(name):
    """They are in its source word for word, so that --save keeps them under this name."""
    assert any(f'"{name}"' in path.read_text(encoding="utf-8") for path in BENCHMARKS)


def test_kept_files_say_what_was_measured_and_not_where_or_when():
    for path in RESULTS.glob("*.json"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert set(kept) == {"benchmark", "sepset", "python", "instructions", "tables"}
        assert kept["benchmark"] == path.stem


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_every_benchmark_is_named_on_the_page(path):
    assert f"benchmarks.{path.stem}" in PAGES["benchmarks.md"]


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_every_benchmark_keeps_its_tables(path):
    """It ends in `finish`, under its own name."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    kept = [one.args[0] for one in calls if isinstance(one.func, ast.Name) and one.func.id == "finish"]
    assert [ast.literal_eval(name) for name in kept] == [path.stem]


def test_nox_runs_every_benchmark_or_says_what_it_needs():
    """Read, not imported: nox is not installed with the tests."""
    lines = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8")).body
    assigned = {ast.unparse(one.targets[0]): one.value for one in lines if isinstance(one, ast.Assign)}
    run = ast.literal_eval(assigned["BENCHMARKS"])
    named_only = ast.literal_eval(assigned["BENCHMARKS_WITH_OTHER_PROGRAMS"])
    assert sorted((*run, *named_only)) == [path.stem for path in BENCHMARKS]
    assert all(named_only.values())


def test_cells_are_written_as_the_docstrings_show():
    failed, tried = doctest.testmod(record)
    assert tried > 0
    assert failed == 0

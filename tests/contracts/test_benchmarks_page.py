"""docs/benchmarks.md shows the tables that the benchmarks keep, and names every benchmark."""

import json
import runpy
from pathlib import Path

from benchmarks.record import RESULTS, kept_tables

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
TOOL = runpy.run_path(str(ROOT / "tools" / "benchmark_tables.py"))


def test_the_page_agrees_with_what_is_kept():
    assert TOOL["render"](PAGE) == PAGE, "run `python tools/benchmark_tables.py`"


def test_every_kept_table_is_on_the_page():
    assert sorted(kept_tables()) == sorted(found["name"] for found in TOOL["MARKED"].finditer(PAGE))


def test_a_change_of_the_page_is_noticed():
    name, table = next(iter(kept_tables().items()))
    changed = PAGE.replace(table.markdown(), table.markdown().replace("| ", "|  ", 1))
    assert changed != PAGE
    assert TOOL["render"](changed) == PAGE, name


def test_kept_files_say_what_was_measured_and_not_where_or_when():
    for path in RESULTS.glob("*.json"):
        kept = json.loads(path.read_text(encoding="utf-8"))
        assert set(kept) == {"benchmark", "sepset", "python", "instructions", "tables"}
        assert kept["benchmark"] == path.stem


def test_every_benchmark_is_named_on_the_page():
    helpers = {"__init__", "contestant", "record", "workloads"}
    for path in sorted((ROOT / "benchmarks").glob("*.py")):
        assert path.stem in helpers or f"benchmarks.{path.stem}" in PAGE, path.name

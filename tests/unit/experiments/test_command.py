"""The one command: same bytes twice, goes on where it stopped, and a quick run of everything."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from experiments import models, packaged, reference, settings
from experiments.chunks import chunk
from experiments.page import CHOSEN_COLUMNS, PAGES, chosen, renewed

import sepset as sp
from sepset.learn.auto import LARGEST_K, choose_alpha, choose_k

ROOT = Path(__file__).resolve().parents[3]


def run(*options):
    command = [sys.executable, "-m", "experiments", "--quick", *map(str, options)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)


def contents(folder):
    """Return the bytes of all results but run times."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".csv", ".svg"})
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if path.name != "times.csv"}


def test_the_same_bytes_on_one_and_on_two_processes(tmp_path):
    run("--only", "n5", "asia", "--no-figures", "--workers", 1, "--out", tmp_path / "one")
    run("--only", "n5", "asia", "--no-figures", "--workers", 2, "--out", tmp_path / "two")
    first = contents(tmp_path / "one")
    assert {"n5.csv", "asia.csv", "versions.csv"} <= set(first)
    assert first == contents(tmp_path / "two")


@pytest.fixture
def small():
    return next(setting for setting in settings.SETTINGS if setting.name == "n5").quick()


def test_kept_runs_are_used_again(small, tmp_path):
    first = chunk(small, 0, tmp_path)
    path = tmp_path / "n5" / "0000.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["runs"] = stored["runs"][:1]
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert chunk(small, 0, tmp_path) == first[:1]


def test_runs_of_other_code_are_not(small, tmp_path):
    first = chunk(small, 0, tmp_path)
    path = tmp_path / "n5" / "0000.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["versions"]["code"], stored["runs"] = "another", stored["runs"][:1]
    path.write_text(json.dumps(stored), encoding="utf-8")
    again = chunk(small, 0, tmp_path)
    assert [one[:5] for one in again] == [one[:5] for one in first]


def test_settings_have_numbers_of_their_own():
    """Two settings share a number only where they are meant to share models and data."""
    shared = ("_reference", "_notears")
    numbers = [
        setting.number
        for setting in settings.SETTINGS
        if not setting.name.endswith(shared) and not setting.name.startswith("program")
    ]
    assert len(numbers) == len(set(numbers))


def test_graphs_of_pyagrum_are_dags_within_the_limit():
    for dag in range(100):
        graph = models.recorded("pyagrum30.txt")(np.random.default_rng(0), dag).dag
        assert sp.is_mag(graph)
        assert graph.edge_count() <= 30


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_of_the_pages_are_those_of_the_results(page):
    text = page.read_text(encoding="utf-8")
    assert "<!-- table:" in text
    assert renewed(text) == text


def test_the_table_of_what_auto_chooses_is_not_cut_short_by_its_few_columns():
    assert CHOSEN_COLUMNS - 2 > LARGEST_K
    for line in chosen().splitlines()[2:]:
        rows, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        for levels, cell in zip((2, 3, 4, None), cells, strict=True):
            k = choose_k(rows=int(rows), columns=8, levels=[] if levels is None else [levels] * 8)
            alpha = choose_alpha(int(rows), "continuous" if levels is None else "discrete")
            assert cell == f"{k.value}, {alpha.value:.2g}"


def test_the_quick_run_does_every_setting(tmp_path):
    pytest.importorskip("matplotlib")
    run("--out", tmp_path)
    found = {path.stem for path in tmp_path.glob("*.csv")}
    with_reference = reference.available()
    wanted = {
        setting.name
        for setting in settings.SETTINGS
        if with_reference or "causal-learn" not in setting.methods
    }
    if not packaged.available():
        wanted = {name for name in wanted if name.removeprefix("posterior_") not in packaged.NAMES}
    assert wanted <= found
    assert (tmp_path / "figures" / "pc15.svg").stat().st_size > 1000

"""Warnings are text with a kind, wherever they come from, and keep it in files."""

import copy
import json
import pickle
import re
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import sepset as sp
from sepset.errors import WarningKind
from sepset.result.saved.saved import from_bytes, to_bytes

KINDS = {*get_args(WarningKind)} - {""}
RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(2, 300))
NOISE = RNG.normal(size=300) / 20
GONE = np.where(RNG.random(300) < 0.3, np.nan, X)


def titled(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("A trial\na,b\n" + "0,1\n1,1\n1,0\n" * 20, encoding="utf-8")
    return sp.read(file)


#: Tables that warn, with the kinds that they are made for.
TABLES = {
    "reading": ({"reading"}, titled),
    "left out": (
        {"left_out"},
        lambda _: sp.dataset({"a": X, "b": Y, "c": [1] * 300}, clean=True),
    ),
    "few rows": ({"few_rows"}, lambda _: sp.dataset({name: RNG.normal(size=9) for name in "abc"})),
    "names": ({"number_names"}, lambda _: sp.dataset({"150": X, "4": Y})),
    "labels": (
        {"labels", "rare_levels"},
        lambda _: sp.dataset({"a": ["f", "m", "F"] * 100, "b": [0, 1, 2, 0, 1] * 59 + [3, 3, 3, 0, 1]}),
    ),
    "levels": (
        {"many_levels"},
        lambda _: sp.dataset({"a": [f"l{i % 60}" for i in range(300)], "b": [0, 1, 1] * 100}),
    ),
    "rows": (
        {"row_numbers"},
        lambda _: sp.dataset({"t": np.arange(300.0), "x": X}, kinds={"t": "continuous"}),
    ),
    "copies": ({"copies"}, lambda _: sp.dataset({"a": ["x", "y"] * 150, "b": ["u", "v"] * 150})),
    "near copies": ({"near_copies"}, lambda _: sp.dataset({"a": X, "b": X + NOISE})),
    "determined": (
        {"determined"},
        lambda _: sp.dataset({"a": ["p", "q", "r"] * 100, "b": ["0", "1", "1"] * 100}),
    ),
    "sum": ({"linear_combination"}, lambda _: sp.dataset({"a": X, "b": Y, "c": X + Y})),
    "shape": ({"shape"}, lambda _: sp.dataset({"a": np.exp(X), "b": Y})),
    "missing": (
        {"missing", "few_values", "missing_unpredicted", "smallest_sample"},
        lambda _: sp.dataset({"a": GONE, "b": Y}, missing="testwise"),
    ),
    "predicted": (
        {"missing_predicted"},
        lambda _: sp.dataset({"a": np.where(Y > 0, np.nan, X), "b": Y}, missing="testwise"),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_warns_with_a_kind(name, tmp_path):
    kinds, make = TABLES[name]
    found = sp.kpc(make(tmp_path), k=0)
    assert kinds <= {warning.kind for warning in found.warnings} <= KINDS
    assert [one.kind for one in found.data.warnings] == [one.kind for one in found.warnings][
        : len(found.data.warnings)
    ]


def residual_with_few_rows():
    """A chain in 14 rows: fewer than the 15 that powers of one variable take."""
    x, y, z = np.cumsum(np.random.default_rng(1).normal(size=(3, 14)), axis=0)
    return sp.kpc({"x": x, "y": y, "z": z}, k=1, test="residual")


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("linear_sets", residual_with_few_rows),
        (
            "no_evidence",
            lambda: sp.kpc({"a": ["x", "y"] * 20, "b": ["u", "v"] * 20, "c": [0, 1, 1, 1] * 10}, k=1),
        ),
        ("directions", lambda: sp.kpc(sp.asia().sample(500, seed=1), k=1)),
    ],
)
def test_tests_warn_with_a_kind(kind, make):
    assert kind in {warning.kind for warning in make().warnings}


def test_every_kind_is_on_the_page():
    page = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    table = page.split("| kind of warning |")[1].split("\n\n")[0]
    listed = [word for line in table.splitlines()[2:] for word in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert sorted(listed) == sorted(KINDS)


class TestFiles:
    FOUND = sp.kpc(sp.asia().sample(80, seed=1), k=1)

    def test_kinds_are_kept(self):
        again = from_bytes(to_bytes(self.FOUND))
        assert again.warnings == self.FOUND.warnings
        assert [one.kind for one in again.warnings] == [one.kind for one in self.FOUND.warnings]
        assert to_bytes(again) == to_bytes(self.FOUND)

    def test_a_file_without_kinds_still_loads(self):
        document = json.loads(to_bytes(self.FOUND))
        del document["data"]["warning_kinds"]
        again = from_bytes(json.dumps(document).encode())
        assert again.data.warnings == self.FOUND.data.warnings
        assert {one.kind for one in again.data.warnings} == {""}

    @pytest.mark.parametrize("kinds", [["copies"], ["no such kind"] * 99, "copies", [1]])
    def test_kinds_are_checked(self, kinds):
        document = json.loads(to_bytes(self.FOUND))
        document["data"]["warning_kinds"] = kinds
        with pytest.raises(sp.SavedError, match="warning_kinds"):
            from_bytes(json.dumps(document).encode())

    def test_a_posterior_and_a_stability_keep_them(self, tmp_path):
        data = sp.asia().sample(80, seed=1)
        for result in (sp.posterior(data, samples=20, seed=0), sp.stability(data, resamples=3, seed=0)):
            result.save(tmp_path / "run.json")
            again = sp.load(tmp_path / "run.json").data.warnings
            assert [one.kind for one in again] == [one.kind for one in result.data.warnings]


def test_copies_of_a_warning_have_its_kind():
    warning = TestFiles.FOUND.warnings[0]
    for again in (pickle.loads(pickle.dumps(warning)), copy.copy(warning), copy.deepcopy(warning)):  # noqa: S301
        assert (again, again.kind, again.parts) == (warning, warning.kind, warning.parts)

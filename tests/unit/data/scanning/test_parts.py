"""Rows that go by in parts, the first of them here and the others in other processes."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.independence.discrete import ChiSquare
from unit.data.scanning.cases import Elsewhere


@pytest.fixture
def first_part_here(monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.shared._TRIED_SECONDS", 0.0)
    return Elsewhere(at_least=1e-9)


def truths(where, a):
    """Columns of which the files note that they hold both truth values; of `a` the first rows are given."""
    rng = np.random.default_rng(1)
    a = np.concatenate([a, np.ones(600 - len(a), dtype=bool)])
    table = pa.table({"a": a, "b": rng.random(600) < 0.5, "c": rng.random(600) < 0.5})
    pq.write_table(table, where / "t.parquet", row_group_size=100)
    return where / "t.parquet"


def test_a_level_only_in_the_first_part_in_every_pass(first_part_here, tmp_path):
    """That part is gone through here, and the others elsewhere."""
    path = truths(tmp_path, np.zeros(100, dtype=bool))
    rows, data = sp.scan(path).shared_by(first_part_here), sp.read(path)
    for times in (1, 2, 3):
        found = sp.kpc(rows, k=1)
        assert found.skeleton.parts_on_cluster == 5 * times
        assert found.graph == sp.kpc(data, k=1).graph


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_levels_are_counted_over_all_parts(passes, first_part_here, tmp_path):
    """Few rows hold False, all but one of them in the first part: what is said of it is what memory says."""
    path = truths(tmp_path, np.arange(150) % 100 >= np.where(np.arange(150) < 100, 9, 1))
    rows, data = sp.scan(path), sp.read(path)
    shared = rows.shared_by(first_part_here)
    for _ in range(passes):
        ChiSquare.from_data(shared)("a", "b", ("c",))
    assert shared.parts_on_cluster == 5 * passes
    for one in (shared, rows):
        assert {name: one.level_counts(name).tolist() for name in "abc"} == {
            name: data.level_counts(name).tolist() for name in "abc"
        }
        assert one.doubts == data.doubts
    assert sp.kpc(shared, k=1).warnings == sp.kpc(data, k=1).warnings


def some_of_it(part):
    names = ["a", "b"] if part.__dict__["_files"].groups[0].number else ["a"]
    for _ in part.batches(names):
        pass


def test_columns_that_only_some_parts_counted_are_counted_again(first_part_here, tmp_path):
    """What a part says of its levels counts only where all parts say it."""
    path = truths(tmp_path, np.zeros(100, dtype=bool))
    rows, data = sp.scan(path).shared_by(first_part_here), sp.read(path)

    list(rows.each_part(some_of_it))
    assert rows.level_counts("b").tolist() == data.level_counts("b").tolist()
    assert rows.level_counts("a").tolist() == [100, 500]

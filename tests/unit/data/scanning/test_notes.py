"""What row groups note of their columns is taken only where it cannot mislead: the scan is as in memory."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.data.scanning.arrow_files import ArrowFiles, noted_range
from sepset.errors import DataError
from sepset.independence.discrete import ChiSquare
from unit.data.scanning.cases import OneByOne, check_same, lake

ROWS = 60


def pairs(seed, *, gaps=0.0, type_="int64", add=0):
    """Three columns of two values, a share of them missing."""
    rng = np.random.default_rng(seed)
    found = {}
    for name in "abc":
        values, lost = rng.integers(0, 2, ROWS), rng.random(ROWS) < gaps
        values[:2] = 0, 1
        lost[:2] = False
        found[name] = pa.array(values + add, mask=lost).cast(type_)
    return pa.table(found)


def asked_of(monkeypatch):
    """The columns that each pass over Parquet files asks for."""
    asked, plain = [], ArrowFiles.batches

    def noting(self, names):
        asked.append(list(names))
        return plain(self, names)

    monkeypatch.setattr(ArrowFiles, "batches", noting)
    return asked


def refused_alike(where, table, match):
    for make in (lambda: sp.scan(where), lambda: sp.dataset(table)):
        with pytest.raises(DataError, match=match):
            make()


@pytest.mark.parametrize("type_", ["int64", "int8", "bool", "uint16"])
@pytest.mark.parametrize("files", [1, 2])
def test_gaps_in_all_columns_of_a_row_group(type_, files, tmp_path):
    parts = [pairs(0, type_=type_), pairs(1, gaps=0.3, type_=type_)]
    table = pa.concat_tables(parts)
    where = lake(tmp_path / "lake", *(parts if files == 2 else [table]), row_group_size=ROWS)
    counts = [table[name].null_count for name in "abc"]
    refused_alike(where, table, rf"'a' \({counts[0]}\), 'b' \({counts[1]}\), 'c' \({counts[2]}\)")
    check_same(sp.scan(where, missing="drop"), sp.dataset(table, missing="drop"))


def test_gaps_in_one_column_of_one_row_group(tmp_path):
    table = pa.concat_tables([pairs(0), pairs(1).set_column(1, "b", pairs(2, gaps=0.2)["b"])])
    where = lake(tmp_path / "lake", table, row_group_size=ROWS)
    refused_alike(where, table, r"missing values in 'b' \(\d+\);")
    check_same(sp.scan(where, missing="drop"), sp.dataset(table, missing="drop"))


@pytest.mark.parametrize("missing", ["error", "drop"])
def test_a_file_without_statistics(missing, tmp_path):
    parts = [pairs(0), pairs(1, add=3)]
    where = lake(tmp_path / "lake", parts[0])
    pq.write_table(parts[1], where / "1.parquet", write_statistics=False)
    table = pa.concat_tables(parts)
    found = sp.scan(where, missing=missing)
    check_same(found, sp.dataset(table))
    assert found.levels["a"] == (0, 1, 3, 4)
    assert sp.kpc(found, k=1).graph == sp.kpc(table, k=1).graph


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("int64", "string", "numbers and text"),
        ("string", "int64", "numbers and text"),
        ("bool", "int64", "booleans and numbers"),
        ("int8", "bool", "booleans and numbers"),
        ("bool", "float64", "booleans and numbers"),
    ],
)
def test_files_with_values_of_other_types(one, other, words, tmp_path):
    where = lake(tmp_path / "lake", pairs(0, type_=one), pairs(1, type_=other))
    with pytest.raises(DataError, match=rf"1\.parquet, row group 0: column 'a' mixes {words}"):
        sp.scan(where)


def test_numbers_in_other_widths_are_the_same_numbers(tmp_path, monkeypatch):
    parts = [pairs(0, type_="int8"), pairs(1, type_="uint32"), pairs(2, type_="int64")]
    asked = asked_of(monkeypatch)
    found = sp.scan(lake(tmp_path / "lake", *parts))
    assert asked == []
    check_same(found, sp.dataset(pa.concat_tables([part.cast(parts[2].schema) for part in parts])))


def test_row_groups_and_files_without_rows_note_nothing(tmp_path, monkeypatch):
    asked = asked_of(monkeypatch)
    where = lake(tmp_path / "lake", pairs(0), pairs(0).slice(0, 0), pairs(1))
    with pq.ParquetWriter(where / "3.parquet", pairs(0).schema) as writer:
        for table in (pairs(2), pairs(2).slice(0, 0), pairs(3)):
            writer.write_table(table)
    found = sp.scan(where)
    assert asked == []
    check_same(found, sp.dataset(pa.concat_tables([pairs(seed) for seed in range(4)])))


@pytest.mark.parametrize("unit", ["s", "ms"])
def test_durations_are_no_whole_numbers(unit, tmp_path):
    table = pairs(0).set_column(0, "a", pairs(0)["a"].cast(pa.duration(unit)))
    check_same(sp.scan(lake(tmp_path / "lake", table)), sp.dataset(table))


def test_categories_that_are_numbers(tmp_path):
    table = pairs(0)
    table = table.set_column(0, "a", table["a"].dictionary_encode())
    check_same(sp.scan(lake(tmp_path / "lake", table)), sp.dataset(table))


@pytest.mark.parametrize("type_", ["int64", "uint64"])
@pytest.mark.parametrize("least", [2**53, 2**62, -(2**62), 2**64 - 2])
@pytest.mark.parametrize("gaps", [False, True])
def test_numbers_that_floats_do_not_tell_apart(type_, least, gaps, tmp_path):
    bounds = np.iinfo(type_)
    if not bounds.min <= least < bounds.max:
        pytest.skip("not of this type")
    values = [*[least, least + 1] * 30, *([None] if gaps else [])]
    table = pa.table({"a": pa.array(values, pa.type_for_alias(type_)), "b": [0, 1, 1] * 20 + [0] * gaps})
    refused_alike(lake(tmp_path / "lake", table), table, "column 'a' holds whole numbers")


def test_a_record_does_not_speak_for_a_column_with_a_point_in_its_name(tmp_path):
    """The field b of a record a, and a column a.b, have the same path."""
    inner = pa.array([{"b": i % 2} for i in range(ROWS)])
    table = pa.table({"a": inner, "a.b": ["u", "v", "w"] * 20, "c": [0, 1] * 30})
    found = sp.scan(lake(tmp_path / "lake", table), drop=["a"])
    check_same(found, sp.dataset(table, drop=["a"]))
    assert found.levels["a.b"] == ("u", "v", "w")


@pytest.mark.parametrize("change", [{}, {"has_null_count": False}, {"null_count": 1}, {"has_min_max": False}])
def test_statistics_that_leave_something_open(change):
    whole = {"has_min_max": True, "has_null_count": True, "null_count": 0, "min": 0, "max": 1}
    assert (noted_range(SimpleNamespace(**(whole | change))) is None) == bool(change)
    assert noted_range(None) is None
    assert noted_range(SimpleNamespace(**(whole | {"min": 0.0, "max": 1.0}))) is None


def test_notes_that_are_wider_than_the_values(tmp_path, monkeypatch):
    """A writer may note bounds that no row reaches; then a column may be constant."""
    noted = ArrowFiles.ranges
    monkeypatch.setattr(
        ArrowFiles,
        "ranges",
        lambda self: {name: range_._replace(least=0) for name, range_ in noted(self).items()},
    )
    table = pairs(0).set_column(0, "a", pa.array([1] * ROWS))
    with pytest.raises(DataError, match="list the level 0 of column 'a', but no row has it"):
        sp.kpc(sp.scan(lake(tmp_path / "lake", table)), k=1)


# ---- a value that is missing where none was ----------------------------------------------------------------


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("type_", ["int64", "bool", "string"])
def test_gaps_that_come_later(type_, shared, tmp_path):
    where = lake(tmp_path / "lake", pairs(0, type_=type_), pairs(1, type_=type_))
    found = sp.scan(where)
    found = found.shared_by(OneByOne()) if shared else found
    pq.write_table(pairs(1, gaps=0.3, type_=type_), where / "1.parquet")
    for ask in (
        lambda: ChiSquare.from_data(found)("a", "b", ("c",)),
        found.fingerprint,
        found.to_pandas,
    ):
        with pytest.raises(DataError, match=r"1\.parquet, row group 0: column 'a' has missing values"):
            ask()


def test_numbers_that_go_missing_later(tmp_path):
    rng = np.random.default_rng(0)
    table = pa.table({name: rng.normal(size=2000) for name in "ab"})
    where = lake(tmp_path / "lake", table)
    found = sp.scan(where)
    lost = pa.array(table["b"].to_numpy(), mask=np.arange(2000) == 7)
    pq.write_table(table.set_column(1, "b", lost), where / "0.parquet")
    with pytest.raises(DataError, match="column 'b' has missing values"):
        sp.kpc(found, k=0, test="fisher_z")

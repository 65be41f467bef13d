"""Scans that are refused say everything that is wrong, as memory does, however long the table is."""

import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sepset as sp
from sepset.errors import DataError
from unit.data.scanning.cases import check_same, for_a_scan


def words_of(make, *arguments, **options):
    with pytest.raises(DataError) as refused:
        make(*arguments, **options)
    return str(refused.value)


@pytest.fixture
def in_pieces(monkeypatch):
    """Text comes in many batches."""
    monkeypatch.setattr("sepset.data.scanning.text._PIECE", 4000)
    monkeypatch.setattr("sepset.data.scanning.text._BATCH", 4000)


def unusable(rows):
    """Every reason to leave a column out, and three columns to learn from."""
    rng = np.random.default_rng(1)
    levels = rng.integers(0, 3, rows)
    return pd.DataFrame(
        {
            "row id": np.arange(rows) * 2 + 1,
            "site": ["here"] * rows,
            "b": levels,
            "same as b": np.array(["x", "y", "z"])[levels],
            "note": [f"note {number}" for number in range(rows)],
            "a": rng.integers(0, 2, rows),
            "level": [str(number) for number in rng.integers(0, 3000, rows - 1)] + ["low"],
            "day": [str(datetime.date(2020, 1, 1) + datetime.timedelta(days=day)) for day in range(rows)],
            "none": [None] * rows,
            "x": rng.normal(size=rows),
            "number": 2**60 + levels,
        }
    )


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_all_that_is_wrong_is_said_at_once(suffix, tmp_path, in_pieces):
    frame, file = unusable(3000), tmp_path / f"t.{suffix}"
    if suffix == "csv":
        frame.to_csv(file, index=False)
    else:
        pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), file, row_group_size=700)
    words = words_of(sp.scan, file)
    assert words == for_a_scan(words_of(sp.read, file))
    assert words.startswith(f"t.{suffix}: 8 things are wrong with this table:")
    named = ["number", "none", "note", "level", "day", "site", "row id", "same as b"]
    assert words.endswith(f"pass drop={named}")
    check_same(sp.scan(file, drop=named), sp.read(file, drop=named))


def test_words_after_many_numbers_take_a_pass_of_their_own(tmp_path, in_pieces):
    cells = [*(f"{number}.25" for number in range(2500)), "about 3"]
    frame = pd.DataFrame({"a": [0, 1, 1] * 833 + [0, 1], "b": cells})
    frame.to_csv(tmp_path / "t.csv", index=False)
    assert words_of(sp.scan, tmp_path / "t.csv") == words_of(sp.read, tmp_path / "t.csv")


def test_many_spellings_of_few_numbers_are_levels(tmp_path, in_pieces):
    rng = np.random.default_rng(2)
    cells = [f"{number}.{'0' * zeros}" for number, zeros in rng.integers(0, (4, 400), (3000, 2))]
    pd.DataFrame({"a": rng.integers(0, 2, 3000), "b": cells}).to_csv(tmp_path / "t.csv", index=False)
    assert len({*cells}) > 1000
    found = sp.scan(tmp_path / "t.csv")
    check_same(found, sp.read(tmp_path / "t.csv"))
    assert found.levels["b"] == (0, 1, 2, 3)


def test_categories_of_many_numbers_are_refused(tmp_path):
    values = pa.array(np.arange(3000) // 2).dictionary_encode()
    table = pa.table({"a": [0, 1, 1] * 1000, "b": values})
    pa.feather.write_feather(table, tmp_path / "t.feather")
    words = words_of(sp.dataset, table)
    assert "'b' has 1,500 levels in 3,000 rows" in words
    assert words_of(sp.scan, tmp_path / "t.feather") == f"t.feather: {words}"


def test_more_labels_than_there_is_room_for_are_not_all_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("sepset.data.scanning.opening._LEAST_ROOM", 1200)
    frame = pd.DataFrame({"a": [0, 1, 1] * 1000, "t": [f"note {number:04}" for number in range(3000)]})
    frame["n"] = np.arange(3000) / 7
    pq.write_table(pa.Table.from_pandas(frame), tmp_path / "t.parquet", row_group_size=100)
    words = words_of(sp.scan, tmp_path / "t.parquet", memory=1000, kinds={"n": "discrete"})
    assert "'t' has more than 1,299 levels in 3,000 rows, such as 'note 0000'" in words
    assert "'n' has more than 1,200 levels; a discrete variable has at most 1,000" in words
    long = pd.DataFrame({"a": [0, 1, 1] * 500, "t": [f"{number:0640}" + "!" for number in range(1500)]})
    pq.write_table(pa.Table.from_pandas(long), tmp_path / "t.parquet", row_group_size=100)
    assert "'t' has more than 1,099 levels in 1,500" in words_of(sp.scan, tmp_path / "t.parquet", memory=1000)


def test_columns_without_names(tmp_path):
    (tmp_path / "t.csv").write_text(",a,b\n" + "".join(f"{row},{row % 2},{row % 3}\n" for row in range(30)))
    assert words_of(sp.scan, tmp_path / "t.csv") == words_of(sp.read, tmp_path / "t.csv").replace(
        ". To leave it out, pass clean=True", ""
    )


def test_dates_that_are_all_the_same_are_dates():
    frame = pd.DataFrame({"a": [0, 1] * 4, "b": [0, 1, 1, 0] * 2, "d": pd.to_datetime(["2020-01-01"] * 8)})
    assert words_of(sp.dataset, frame).startswith("column 'd' holds dates or times (dates)")
    asked = words_of(sp.dataset, frame, kinds={"d": "continuous"})
    assert asked.startswith("column 'd' is constant, always 0")


@pytest.mark.parametrize("kept", [1, 3])
def test_kinds_are_decided_on_the_rows_that_stay(kept, tmp_path):
    """Of many different numbers few are left, or one."""
    rng = np.random.default_rng(3)
    rows = np.arange(4000)
    frame = pd.DataFrame(
        {
            "n": np.where(rows < 2000, rng.integers(0, kept, 4000), rng.normal(size=4000)),
            "a": rng.integers(0, 2, 4000),
            "g": np.where(rows < 2000, rng.integers(0, 2, 4000), np.nan),
        }
    )
    pq.write_table(pa.Table.from_pandas(frame), tmp_path / "t.parquet", row_group_size=900)
    if kept == 1:
        words = words_of(sp.scan, tmp_path / "t.parquet", missing="drop")
        assert "'n' is constant after 2,000 rows with missing values were dropped, always 0" in words
        assert words == words_of(sp.read, tmp_path / "t.parquet", missing="drop")
        return
    found, data = (make(tmp_path / "t.parquet", missing="drop") for make in (sp.scan, sp.read))
    check_same(found, data)
    assert found.levels["n"] == (0, 1, 2)
    ours, theirs = (sp.kpc(one, k=1) for one in (found, data))
    assert [*ours.skeleton.separations.rows()] == [*theirs.skeleton.separations.rows()]

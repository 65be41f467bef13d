"""The same table from pandas, polars, pyarrow, NumPy or a mapping is the same dataset."""

import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sepset.data.reading.read import read
from sepset.data.reading.table import dataset
from sepset.errors import DataError

TABLE = {
    "text": ["u", "v", "w", "u", "w", "v"] * 5,
    "flag": [True, False, True, True, False, False] * 5,
    "small": [1, 2, 3, 3, 2, 1] * 5,
    "large": list(range(30)),
    "real": [i / 3 for i in range(30)],
}
GAPS = {
    "text": ["u", None, "w", "u", "w", "v"] * 5,
    "flag": [True, False, None, True, False, False] * 5,
    "small": [1, 2, 3, None, 2, 1] * 5,
    "large": [*range(29), None],
    "real": [None, *(i / 3 for i in range(29))],
}
MAKERS = [pd.DataFrame, pl.DataFrame, pa.table, lambda t: pd.DataFrame(t).convert_dtypes()]


@pytest.mark.parametrize("make", MAKERS)
def test_frames_agree_with_a_mapping(make):
    expected = dataset(TABLE)
    data = dataset(make(TABLE))
    assert data.names == expected.names
    assert data.levels == expected.levels
    assert data == expected


@pytest.mark.parametrize("make", MAKERS)
def test_frames_with_gaps_agree(make):
    expected = dataset(GAPS, missing="drop")
    data = dataset(make(GAPS), missing="drop")
    assert data == expected
    assert (
        dict(data.missing)
        == dict(expected.missing)
        == {"text": 5, "flag": 5, "small": 5, "large": 1, "real": 1}
    )
    assert data.kinds["small"] == "discrete"


def test_pandas_types():
    frame = pd.DataFrame(
        {
            "Int64": pd.array([1, 2, 1, 2], dtype="Int64"),
            "boolean": pd.array([True, False, True, False], dtype="boolean"),
            "Float64": pd.array([1.5, 2, 3, 4], dtype="Float64"),
            "float32": np.array([1.5, 2, 3, 4], dtype=np.float32),
            "int8": np.array([1, 2, 2, 1], dtype=np.int8),
            "string": pd.array(["u", "v", "u", "v"], dtype="string"),
            "object": pd.Series([True, False, True, True], dtype=object),
            "category": pd.Categorical(["v", "u", "v", "u"], categories=["x", "v", "u"]),
            "ordered": pd.Categorical(
                ["low", "high", "low", "low"], categories=["low", "mid", "high"], ordered=True
            ),
            "numbers": pd.Categorical([3.5, 1.5, 2.5, 1.5]),
        }
    )
    data = dataset(frame)
    assert dict(data.levels) == {
        "Int64": (1, 2),
        "boolean": (False, True),
        "int8": (1, 2),
        "string": ("u", "v"),
        "object": (False, True),
        "category": ("u", "v"),
        "ordered": ("low", "high"),
        "numbers": (1.5, 2.5, 3.5),
    }
    assert data.column("float32").values.dtype == np.float64
    assert data.column("Float64").labels() == [1.5, 2.0, 3.0, 4.0]


def test_polars_types():
    frame = pl.DataFrame(
        {
            "enum": pl.Series(["a", "b", "a"], dtype=pl.Enum(["z", "b", "a"])),
            "categorical": pl.Series(["b", "a", "b"], dtype=pl.Categorical),
            "decimal": pl.Series([decimal.Decimal("1.5"), decimal.Decimal(2), decimal.Decimal(3)]),
            "uint8": pl.Series([1, 2, 1], dtype=pl.UInt8),
            "float32": pl.Series([1.5, 2, 3], dtype=pl.Float32),
        }
    )
    data = dataset(frame)
    assert dict(data.levels) == {"enum": ("b", "a"), "categorical": ("a", "b"), "uint8": (1, 2)}
    assert data.column("decimal").labels() == [1.5, 2.0, 3.0]


def test_pyarrow_types():
    part = pa.DictionaryArray.from_arrays([0, 1, None], ["z", "a"], ordered=True)
    table = pa.table(
        {
            "ordered": pa.chunked_array([part, part]),
            "plain": pa.array(["z", "a", "z"] * 2).dictionary_encode(),
            "large": pa.array(["u", "v", "u"] * 2, pa.large_string()),
            "decimal": pa.array([1, 2, 3, 1, 2, 3]).cast(pa.decimal128(21, 2)),
        }
    )
    data = dataset(table, missing="drop")
    assert data.rows == 4
    assert dict(data.levels) | {"decimal": ()} == {
        "ordered": ("z", "a"),
        "plain": ("a", "z"),
        "large": ("u", "v"),
        "decimal": (),
    }


def test_whole_column_labels_become_text():
    assert dataset(pd.DataFrame([[1.5, 2], [2, 3]])).names == ("0", "1")


def test_series_in_a_mapping():
    expected = dataset({"a": ["u", "v", "u"], "b": [1.5, 2.5, 3.5]})
    assert dataset({"a": pd.Series(["u", "v", "u"]), "b": pl.Series([1.5, 2.5, 3.5])}) == expected
    assert dataset({"a": np.array(["u", "v", "u"]), "b": pa.chunked_array([[1.5, 2.5, 3.5]])}) == expected
    assert dataset({"a": np.array(["u", "v", "u"], dtype=object), "b": (1.5, 2.5, 3.5)}) == expected


def test_arrays_of_each_type():
    assert dataset(np.array([[0, 1], [1, 0]])).levels["x1"] == (0, 1)
    assert dataset(np.array([[True, False], [False, True]])).levels["x0"] == (False, True)
    assert dataset(np.array([["a", "b"], ["c", "d"]])).levels["x0"] == ("a", "c")
    thirds = np.array([[0.5, 1], [1.5, 0], [0.7, 1]], dtype=np.float32)
    assert dataset(thirds).kinds["x0"] == "continuous"
    assert dataset(np.asfortranarray([[0.5, 1.5], [2.5, 0.5]])) == dataset(np.array([[0.5, 1.5], [2.5, 0.5]]))


class TestCategoriesOfNoPlainType:
    def test_intervals_are_named_by_their_text_in_order(self):
        frame = pd.DataFrame({"a": np.arange(12.0) * 1.5, "b": [0, 1] * 6})
        frame["a"] = pd.cut(frame["a"], [-1, 2, 9, 10, 20])
        assert dataset(frame).levels["a"] == ("(-1, 2]", "(2, 9]", "(10, 20]")
        assert dataset(frame.assign(a=frame["a"].cat.as_unordered())) == dataset(frame)

    def test_gaps_are_missing(self):
        frame = pd.DataFrame({"a": pd.cut(pd.Series([1.0, 4.0, None, 4.0]), 2), "b": [0, 1, 0, 1]})
        assert dataset(frame, missing="drop").missing == {"a": 1}

    def test_dates(self):
        days = pd.Categorical(pd.to_datetime(["2020-01-02", "2020-01-01"] * 4))
        levels = dataset(pd.DataFrame({"a": days, "b": [0, 1, 1, 0] * 2})).levels["a"]
        assert levels == ("2020-01-01 00:00:00", "2020-01-02 00:00:00")


class TestPandasIndex:
    FRAME = pd.DataFrame({"a": [0.5, 1.5, 2.0], "b": [1.5, 2.5, 0.5]}, index=[5, 7, 8])

    def test_in_a_pyarrow_table(self):
        assert dataset(pa.Table.from_pandas(self.FRAME)) == dataset(self.FRAME)
        named = self.FRAME.rename_axis("patient")
        assert dataset(pa.Table.from_pandas(named)).names == ("a", "b")

    def test_in_parquet(self, tmp_path):
        self.FRAME.to_parquet(tmp_path / "t.parquet")
        assert read(tmp_path / "t.parquet") == dataset(self.FRAME)


def test_a_record_batch_is_a_table():
    columns = {"a": [0.5, 1.5], "b": ["u", "v"]}
    assert dataset(pa.RecordBatch.from_pydict(columns)) == dataset(columns)


def test_wide_integers_of_polars():
    wide = pl.DataFrame({"a": pl.Series([1, 2, 3], dtype=pl.Int128), "b": [0.5, 1.5, 2.5]})
    assert dataset(wide).columns[0].labels() == [1.0, 2.0, 3.0]


def test_an_ordered_dictionary_without_chunks():
    empty = pa.chunked_array([], type=pa.dictionary(pa.int32(), pa.string(), ordered=True))
    with pytest.raises(DataError, match="no rows"):
        dataset(pa.table({"a": empty, "b": empty}))


def test_durations_are_seconds():
    import datetime

    hours = [datetime.timedelta(hours=h) for h in (1, 2, 5, 9)]
    for table in (
        {"t": hours, "b": [1, 2, 1, 2]},
        pd.DataFrame({"t": hours, "b": [1, 2, 1, 2]}),
        pl.DataFrame({"t": hours, "b": [1, 2, 1, 2]}),
    ):
        assert dataset(table, kinds={"t": "continuous"}).column("t").labels() == [3600, 7200, 18000, 32400]


@pytest.mark.parametrize("rows", [4095, 4096, 8192, 9001])
def test_long_arrays_column_by_column(rows):
    """Arrays of more rows than are turned at once, and more columns."""
    values = np.random.default_rng(rows).integers(0, 3, (rows, 19), dtype=np.int8)
    expected = dataset({f"x{place}": values[:, place].tolist() for place in range(19)})
    assert dataset(values) == expected
    assert dataset(np.asfortranarray(values)) == expected

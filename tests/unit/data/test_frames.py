"""The same table from pandas, polars, pyarrow, NumPy or a mapping is the same dataset."""

import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sepset.data.dataset import dataset

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
    assert dataset(np.array([[0.5, 1], [1.5, 0]], dtype=np.float32)).kinds["x0"] == "continuous"
    assert dataset(np.asfortranarray([[0.5, 1.5], [2.5, 0.5]])) == dataset(np.array([[0.5, 1.5], [2.5, 0.5]]))

"""Every table that cannot be used gives one clear message that names the column."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError

GOOD = [0.5, 1.5, 2.5, 3.5]


def refused(data, message, **options):
    with pytest.raises(DataError, match=message):
        dataset(data, **options)


def test_no_columns_no_rows_too_few_columns():
    refused({}, "no columns; two or more are needed")
    refused(np.empty((4, 0)), "no columns")
    refused(pd.DataFrame(), "no columns")
    refused({"a": [], "b": []}, "no rows, only the columns 'a', 'b'")
    refused(np.empty((0, 3)), "no rows")
    refused(
        pl.DataFrame({"a": pl.Series([], dtype=pl.String), "b": pl.Series([], dtype=pl.Int64)}), "no rows"
    )
    refused({"a": GOOD}, "two or more columns are needed, got only 'a'")


def test_constant_columns_are_all_named():
    refused(
        {"a": GOOD, "b": ["x"] * 4},
        "column 'b' is constant, always 'x'; a variable must vary. To leave it out",
    )
    refused({"a": [1.5] * 4, "b": ["x"] * 4, "c": GOOD}, "columns 'a', 'b' are constant; .* leave them out")
    gaps = {"a": [1, 1, 1, 2], "b": ["u", "v", "u", None]}
    refused(
        gaps, "column 'a' is constant after 1 row with missing values was dropped, always 1", missing="drop"
    )


def test_names_must_differ_and_exist():
    refused(pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), "names must differ.* 'a'")
    refused(pa.Table.from_arrays([pa.array([1, 2])] * 2, names=["a", "a"]), "names must differ")
    refused(pd.DataFrame([[1, 2], [3, 4]], columns=[1, "1"]), "names must differ.* '1'")
    refused({"": GOOD, "a": GOOD}, "column 1 has no name; .*without its index")
    refused({"a": GOOD, " ": GOOD, "b": GOOD}, "column 2 has no name; name it, or leave it out$")
    refused({"a": GOOD, "": GOOD}, "column 2 has no name; .* separator at the end of the first line")
    refused({"a": GOOD, "__index_level_0__": GOOD}, "'__index_level_0__' is the index of a pandas table")
    refused({"a": GOOD, None: GOOD}, r"column names are text, got None \(NoneType\)")
    refused(
        pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])),
        "column names are text",
    )


def test_columns_without_values_and_infinite_ones():
    refused({"a": GOOD, "b": [None] * 4, "c": [float("nan")] * 4}, "columns 'b', 'c' have no values at all")
    refused(
        {"a": GOOD, "b": [None] * 4},
        "column 'b' has no values at all: every one is missing. To leave it out",
        missing="drop",
    )
    refused(pl.DataFrame({"a": GOOD, "b": [None] * 4}), "'b' has no values")
    refused(pa.table({"a": GOOD, "b": pa.nulls(4)}), "'b' has no values")
    refused({"a": GOOD, "b": [1.0, np.inf, -np.inf, 2.0]}, r"infinite values in 'b' \(2\)")
    refused({"a": [1.5, None], "b": [None, 1.5]}, "no row is complete: every one of 2 has", missing="drop")


def test_too_many_levels():
    ids = [f"id{i}" for i in range(60)]
    refused(
        {"a": ids, "b": np.arange(60) / 7}, "column 'a' has 60 levels in 60 rows, such as 'id0'.*identifier"
    )
    assert dataset({"a": ids, "b": np.arange(60) / 7}, kinds={"a": "discrete"}).kinds["a"] == "discrete"
    words = [f"w{i % 1001}" for i in range(4000)]
    refused({"a": words, "b": np.arange(4000) / 7}, r"1,001 levels in 4,000 rows.*at most 1,000")
    refused({"a": words, "b": np.arange(4000) / 7}, "1,001 levels", kinds={"a": "discrete"})
    refused(
        np.random.default_rng(0).normal(size=(2000, 2)),
        "'x0' has 2,000 levels.*make it continuous",
        kinds="discrete",
    )


@pytest.mark.parametrize(
    "values",
    [
        pd.to_datetime(["2020-01-01", "2020-01-02"]),
        [datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)],
        [datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 2)],
        np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"),
    ],
)
def test_dates(values):
    message = "column 'when' holds dates or times .*days since a start"
    refused({"when": pd.Series(values) if isinstance(values, pd.Index) else values, "b": [1, 2]}, message)
    refused(pd.DataFrame({"when": values, "b": [1, 2]}), message)


def test_dates_of_polars_and_pyarrow():
    days = [datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)]
    for table in (pl.DataFrame, pa.table):
        refused(table({"when": days, "b": [1, 2]}), "'when' holds dates or times")
        refused(
            table({"when": [datetime.time(1), datetime.time(2)], "b": [1, 2]}), "'when' holds dates or times"
        )


def test_mixed_types():
    mixed = [1, None, "a", 2]
    message = r"column 'm' mixes numbers \(row 1 is 1\) and text \(row 3 is 'a'\)"
    refused({"m": mixed, "b": GOOD}, message)
    refused(pd.DataFrame({"m": pd.Series(mixed, dtype=object), "b": GOOD}), message)
    refused({"m": [True, 1, 0, False], "b": GOOD}, "mixes booleans .* and numbers")


def test_nested_complex_and_other_values():
    refused({"m": [[1], [2]], "b": [1, 2]}, r"column 'm' holds lists or records \(row 1 is \[1\]\)")
    refused(pl.DataFrame({"m": [[1], [2]], "b": [1, 2]}), "'m' holds lists or records")
    refused(pa.table({"m": [{"u": 1}, {"u": 2}], "b": [1, 2]}), "'m' holds lists or records")
    refused(pd.DataFrame({"m": [[1], [2]], "b": [1, 2]}), "'m' holds lists or records")
    refused({"m": np.array([1j, 2]), "b": [1, 2]}, "'m' holds complex numbers")
    refused(pd.DataFrame({"m": [1j, 2], "b": [1, 2]}), "'m' holds complex numbers")
    refused(pl.DataFrame({"m": [b"u", b"v"], "b": [1, 2]}), "'m' holds bytes values .*leave the column out")
    refused({"m": [object(), object()], "b": [1, 2]}, "'m' holds object values")
    refused(pd.DataFrame({"m": pd.interval_range(0, 2), "b": [1, 2]}), "'m' holds Interval values")


def test_whole_numbers_beyond_exact_floats():
    big = [2**60, 2**60 + 1, 2**60 + 2]
    for values in (big, np.array(big), pd.Series(big), np.array(big, dtype=np.uint64)):
        refused({"id": values, "b": GOOD[:3]}, r"'id' holds whole numbers beyond 2\*\*53")
    refused({"id": [-(2**63)] * 3, "b": GOOD[:3]}, r"beyond 2\*\*53")
    assert dataset({"id": [2**53, 1, 2], "b": GOOD[:3]}).rows == 3


def test_arrays_of_another_shape_or_type():
    refused(np.arange(4.0), r"two dimensions, rows and columns; got 1 \(shape \(4,\)\)")
    refused(np.zeros((2, 2, 2)), "got 3")
    refused(np.array([[1, "a"], [2, "b"]], dtype=object), "got dtype object.*data frame or a mapping")
    refused(np.array([[1j, 2], [3, 4]]), "got dtype complex128")
    refused(np.array([["2020", "2021"]], dtype="datetime64[Y]"), "got dtype datetime64")
    refused({"a": np.zeros((2, 2)), "b": [1, 2]}, r"column 'a' must have one dimension, got 2")


def test_other_objects():
    for data in ([[1, 2], [3, 4]], "data.csv", None, 5):
        refused(data, f"data must be a pandas, polars or pyarrow table.*got {type(data).__name__}")
    refused(pl.LazyFrame({"a": [1], "b": [2]}), r"lazy.*\.collect\(\)")
    refused({"a": 5, "b": [1, 2]}, "column 'a' must be a list, a NumPy array or a series; got int")
    refused({"a": "text", "b": [1, 2]}, "column 'a' must be a list.*got str")
    refused({"a": [1, 2, 3], "b": [1, 2]}, r"same number of rows, got 'a' \(3\), 'b' \(2\)")


def test_names_option():
    values = np.arange(8.0).reshape(4, 2) / 3
    assert dataset(values, names=["u", "v"]).names == ("u", "v")
    assert dataset(pd.DataFrame(values), names=["u", "v"]).names == ("u", "v")
    assert dataset({"a": GOOD, "b": GOOD}, names=["u", "v"]).names == ("u", "v")
    with pytest.raises(OptionError, match=r"each of the 2 columns, got 3: 'u', 'v', 'w'"):
        dataset(values, names=["u", "v", "w"])
    with pytest.raises(OptionError, match="names is a collection of column names, such as a list; got 'uv'"):
        dataset(values, names="uv")
    refused(values, "names must differ", names=["u", "u"])


def test_kinds_option():
    with pytest.raises(OptionError, match=r"kinds: there is no column 'weigth'; did you mean 'weight'\?"):
        dataset({"weight": GOOD, "b": GOOD}, kinds={"weigth": "continuous"})
    with pytest.raises(
        OptionError,
        match="the kind of 'b' is one of 'continuous', 'discrete', 'ordinal', 'count'; got 'interval'",
    ):
        dataset({"weight": GOOD, "b": GOOD}, kinds={"b": "interval"})
    with pytest.raises(OptionError, match="got 'nominal'"):
        dataset({"weight": GOOD, "b": GOOD}, kinds="nominal")
    text = {"a": ["u", "v"], "b": [1, 2]}
    refused(text, "column 'a' cannot be continuous: it holds text such as 'u'", kinds={"a": "continuous"})


def test_options_of_another_type():
    with pytest.raises(
        OptionError, match=r"kinds is a kind for all columns, or a mapping .* got \['discrete'\]"
    ):
        dataset({"a": GOOD, "b": GOOD}, kinds=["discrete"])
    with pytest.raises(OptionError, match=r"names is a collection of column names, .* got 5"):
        dataset({"a": GOOD, "b": GOOD}, names=5)
    assert dataset({"a": GOOD, "b": GOOD}, names=(name for name in "uv")).names == ("u", "v")
    done = dataset({"a": GOOD, "b": GOOD})
    with pytest.raises(OptionError, match="missing is one of 'error', 'drop', 'testwise'; got 'bogus'"):
        dataset(done, missing="bogus")


class TestMaskedCellsAreMissing:
    TABLE = np.ma.masked_array([[1.0, 2.0], [3.0, 5.0], [2.5, 4.0]], mask=[[1, 0], [0, 0], [0, 0]])

    def test_in_an_array(self):
        refused(self.TABLE, r"missing values in 'x0' \(1\)")
        assert dataset(self.TABLE, missing="drop").rows == 2

    @pytest.mark.parametrize("values", [[1.5, 2.5, 3.5], [7, 8, 9], [True, False, True], ["u", "v", "w"]])
    def test_in_a_mapping(self, values):
        masked = np.ma.masked_array(values, mask=[True, False, False])
        refused({"a": masked, "b": GOOD[:3]}, r"missing values in 'a' \(1\)")
        kept = dataset({"a": masked, "b": GOOD[:3]}, missing="drop")
        assert kept.columns[0].labels() == values[1:]


def test_nan_is_no_category():
    for ordered in (False, True):
        values = pd.Categorical([3.5, None, 2.0] * 20, ordered=ordered)
        frame = pd.DataFrame({"a": values, "b": [0, 1] * 30})
        refused(frame, r"missing values in 'a' \(20\)")
        assert dataset(frame, missing="drop").levels["a"] == (2.0, 3.5)


def test_structured_arrays_are_tables():
    values = np.array([(1.5, "u"), (2.5, "v"), (0.5, "u")], dtype=[("a", float), ("b", "U1")])
    for table in (values, values.view(np.recarray)):
        data = dataset(table)
        assert data.kinds == {"a": "continuous", "b": "discrete"}
        assert data.rows == 3

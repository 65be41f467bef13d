"""Whole numbers and truth values are encoded without a detour; what is made of them is the same as ever."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sepset.data.column import Encoded, count_places, encode_whole
from sepset.data.reading.read import read
from sepset.data.reading.table import dataset
from sepset.errors import DataError

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


def said(make, **options):
    """All that a table says of itself, or the error that refuses it."""
    try:
        data = make(**options)
    except DataError as error:
        return str(error)
    return data.fingerprint(), data.levels, data.holds, data.missing, data.left_out, data.notes


@st.composite
def whole_tables(draw):
    """Arrays of every whole-number type, of narrow and wide ranges at its ends and in the middle."""
    type_ = draw(st.sampled_from(INTEGERS))
    info = np.iinfo(type_)
    least = draw(st.sampled_from([info.min, 0, max(info.min, -3), info.max - 2, 2**53 - 1]))
    span = draw(st.sampled_from([1, 2, 19, 20, 127, 128, 255, 256, 70_000]))
    low = min(max(least, info.min), info.max - 1)
    rows, columns = draw(st.integers(2, 60)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return rng.integers(low, min(low + span, info.max), (rows, columns), dtype=type_, endpoint=True)


@settings(max_examples=300, deadline=None)
@given(whole_tables(), st.sampled_from([None, "discrete", "continuous", "ordinal", "count"]), st.booleans())
def test_an_array_says_what_its_numbers_say(array, kind, clean):
    """Python's own whole numbers take the old way through floats."""
    listed = {f"x{i}": array[:, i].tolist() for i in range(array.shape[1])}
    expected = said(lambda **options: dataset(listed, **options), kinds=kind, clean=clean)
    for form in (array, np.asfortranarray(array), pd.DataFrame(array).add_prefix("x")):
        assert said(lambda **options: dataset(form, **options), kinds=kind, clean=clean) == expected  # noqa: B023


def test_many_rows_are_laid_out_column_by_column():
    array = np.random.default_rng(0).integers(0, 3, (5000, 40), dtype=np.int8)
    assert dataset(array) == dataset({f"x{i}": array[:, i].tolist() for i in range(40)})


def test_what_was_given_stays_as_it_is_and_apart():
    array = np.asfortranarray(np.random.default_rng(1).random((5000, 2)) < 0.5)
    data = dataset(array)
    before = data.column("x0").values.copy()
    array[:] = True
    assert (data.column("x0").values == before).all()
    assert array.flags.writeable


@pytest.mark.parametrize("frame", [pl.DataFrame, pa.table, pd.DataFrame])
@pytest.mark.parametrize("gaps", [False, True])
def test_truth_values_of_frames(frame, gaps):
    rows = {"a": [True, False, None if gaps else True] * 9, "b": [False, False, True] * 9}
    assert said(dataset, data=frame(rows), missing="testwise") == said(dataset, data=rows, missing="testwise")


def test_places_are_counted_by_comparing_and_by_counting():
    rng = np.random.default_rng(2)
    for labels in (1, 2, 12, 13, 300):
        places = rng.integers(-1, labels, 500)
        expected = [int((places == label).sum()) for label in range(labels)]
        assert count_places(places, labels).tolist() == expected


def test_codes_take_one_byte_each_on_the_way():
    for span in (2, 127):
        encoded = encode_whole(np.arange(span + 1, dtype=np.int64))
        assert isinstance(encoded, Encoded)
        assert encoded.places.dtype == np.int8


# ---- Arrow -----------------------------------------------------------------------------------------------

TEXT = ["no", "yes", None, "perhaps", "no"] * 6


@pytest.mark.parametrize(
    "column",
    [
        pa.array(TEXT),
        pa.array(TEXT, pa.large_string()),
        pa.chunked_array([TEXT[:7], [], TEXT[7:]]),
        pa.array([None] * len(TEXT), pa.string()),
    ],
)
def test_text_of_arrow(column):
    beside = [0, 1, 1] * 10
    expected = {"a": column.to_pylist(), "b": beside}
    assert said(dataset, data=pa.table({"a": column, "b": beside}), clean=True, missing="testwise") == said(
        dataset, data=expected, clean=True, missing="testwise"
    )


def test_categories_of_arrow_with_chunks_of_their_own_gaps_and_repeats():
    one = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 2]), ["b", "a", None])
    other = pa.DictionaryArray.from_arrays(pa.array([1, 0, 0, 0]), ["c", "b"])
    table = pa.table({"a": pa.chunked_array([one, other] * 4), "b": [0, 1] * 16})
    made = dataset(table, missing="testwise")
    assert made.column("a").labels() == ["b", "a", None, None, "b", "c", "c", "c"] * 4
    assert made.levels["a"] == ("a", "b", "c")


def test_a_parquet_file_is_read_a_few_columns_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr("sepset.data.reading.arrow._BYTES_AT_ONCE", 1000)
    rows = {f"x{i}": np.random.default_rng(i).integers(0, 3, 100) for i in range(7)}
    table = pa.table(rows | {"t": [*"uvwx"] * 25, "r": np.random.default_rng(9).random(100)})
    pq.write_table(table, tmp_path / "table.parquet", row_group_size=30)
    assert read(tmp_path / "table.parquet") == dataset(table)


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"a.b": [0, 1] * 20, "a": [1, 0, 0, 1] * 10}),
        pa.table({"a": [{"b": 1}] * 40, "c": [0, 1] * 20}),
        pa.Table.from_pandas(pd.DataFrame({"a": [0, 1] * 20, "b": [1, 1, 0, 0] * 10}, index=range(7, 47))),
    ],
)
def test_odd_parquet_files_say_what_the_table_says(table, tmp_path):
    pq.write_table(table, tmp_path / "table.parquet")
    expected = said(dataset, data=table)
    found = said(read, path=tmp_path / "table.parquet")
    assert found == (f"table.parquet: {expected}" if isinstance(expected, str) else expected)

"""Datasets: values, kinds, levels, fingerprints."""

import hashlib
import json
import pickle

import numpy as np
import pytest

from sepset.data.column import few_whole_values
from sepset.data.dataset import Dataset
from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError

TABLE = {
    "city": ["Rom", "Oslo", "Rom", "Bern", "Oslo"] * 4,
    "sick": [True, False, False, True, False] * 4,
    "stage": [3, 1, 2, 3, 1] * 4,
    "weight": [0.5 * i for i in range(20)],
}


def test_kinds_levels_and_codes():
    data = dataset(TABLE)
    assert data.names == ("city", "sick", "stage", "weight")
    assert dict(data.kinds) == dict.fromkeys(("city", "sick", "stage"), "discrete") | {"weight": "continuous"}
    assert dict(data.levels) == {"city": ("Bern", "Oslo", "Rom"), "sick": (False, True), "stage": (1, 2, 3)}
    assert data.column("stage").values.tolist()[:5] == [2, 0, 1, 2, 0]
    assert data.column("city").values.dtype == np.uint8
    assert data.column("weight").values.dtype == np.float64
    for name, values in TABLE.items():
        assert data.column(name).labels() == values
    assert len(data) == data.rows == 20


def test_repr_shows_kinds_and_levels():
    assert repr(dataset(TABLE)) == (
        "<Dataset: 20 rows, 4 columns (1 continuous, 3 discrete)>\n"
        "  city    discrete    3 levels: Bern, Oslo, Rom\n"
        "  sick    discrete    2 levels: False, True\n"
        "  stage   discrete    3 levels: 1, 2, 3\n"
        "  weight  continuous"
    )
    wide = dataset(np.random.default_rng(0).normal(size=(5, 30)))
    assert repr(wide).endswith("\n  ... and 10 more")
    many = dataset({"a": list("abcdefgh"), "b": [0, 1] * 4})
    assert "8 levels: a, b, c, d, e, ..." in repr(many)


@pytest.mark.parametrize(
    ("distinct", "rows", "discrete"),
    [(2, 2, True), (3, 14, False), (3, 15, True), (20, 100, True), (20, 99, False), (21, 10**6, False)],
)
def test_rule_for_whole_numbers(distinct, rows, discrete):
    assert few_whole_values(distinct, rows) is discrete
    values = np.arange(rows) % distinct
    expected = "discrete" if discrete else "continuous"
    if rows <= 100:
        for stored in (values, values.astype(float), values.tolist()):
            assert dataset({"a": stored, "b": np.linspace(0, 1, rows)}).kinds["a"] == expected


def test_numbers_at_uneven_steps_are_continuous():
    uneven = [0.5, 1.5, 1.5 + 2**0.5] * 20
    assert dataset({"a": uneven, "b": [0, 1, 1] * 20}).kinds["a"] == "continuous"
    late = [0.0, 1.0] * 500 + [0.5**0.5]
    assert dataset({"a": late, "b": [0, 1] * 500 + [0]}).kinds["a"] == "continuous"


@pytest.mark.parametrize("values", [[0, 1], [0, 1, 2, 3], [1, 3, 6], [10, 20, 50], list(range(20))])
def test_a_scale_and_a_zero_point_do_not_change_the_kind(values):
    whole = np.array(values * 10, dtype=float)
    standardised = (whole - whole.mean()) / whole.std()
    other = np.arange(len(whole)) / 7
    for column in (whole, standardised, whole / 10, 2.54 * whole - 1e4, -whole):
        assert dataset({"a": column, "b": other}).kinds["a"] == "discrete"
    assert len(dataset({"a": standardised, "b": other}).levels["a"]) == len(values)
    assert dataset({"a": whole + 1e-3 * np.sin(whole**2), "b": other}).kinds["a"] == (
        "discrete" if len(values) == 2 else "continuous"
    )


def test_kinds_can_be_overridden():
    data = dataset(TABLE, kinds={"stage": "continuous", "weight": "discrete"})
    assert data.kinds["stage"] == "continuous"
    assert data.levels["weight"][:3] == (0.0, 0.5, 1.0)
    assert all(isinstance(level, float) for level in data.levels["weight"])
    numbers = {"a": [0, 1, 1, 0], "b": [True, False, True, True]}
    assert set(dataset(numbers, kinds="continuous").kinds.values()) == {"continuous"}
    assert dataset(numbers, kinds="continuous").column("b").labels() == [1.0, 0.0, 1.0, 1.0]


def test_whole_floats_make_whole_levels():
    assert dataset({"a": [1.0, 2.0, 1.0], "b": [0, 1, 0]}, kinds="discrete").levels["a"] == (1, 2)
    levels = dataset({"a": [1.0, 2.0, 1.0], "b": [0, 1, 0]}, kinds="discrete").levels["a"]
    assert all(isinstance(level, int) for level in levels)


def test_codes_take_the_smallest_type():
    words = [f"w{i % 300:03}" for i in range(1200)]
    data = dataset({"a": words, "b": [0, 1] * 600})
    assert data.column("a").values.dtype == np.uint16
    assert data.column("b").values.dtype == np.uint8
    assert data.codes().dtype == np.uint16
    assert data.codes(["b"]).dtype == np.uint8
    assert data.codes().flags.f_contiguous


def test_matrix_is_column_major_and_shared():
    values = np.random.default_rng(1).normal(size=(40, 3))
    data = dataset(values)
    assert np.array_equal(data.matrix(), values)
    assert data.matrix().flags.f_contiguous
    assert np.shares_memory(data.matrix(), data.column("x1").values)
    assert np.array_equal(data.matrix(["x2", "x0"]), values[:, [2, 0]])
    assert data.matrix([]).shape == (40, 0)
    assert data.column("x1").values.flags.c_contiguous


def test_matrix_and_codes_refuse_the_other_kind():
    data = dataset(TABLE)
    with pytest.raises(
        DataError, match=r"continuous columns are needed, but 'city', 'sick', 'stage' are not"
    ):
        data.matrix()
    with pytest.raises(
        DataError,
        match=r"discrete .* needed, but 'weight' is not; .*, or bin the others",
    ):
        data.codes()
    with pytest.raises(DataError, match=r"write \('city',\)"):
        data.codes("city")


def test_a_dataset_cannot_be_changed_and_does_not_follow_its_source():
    values = np.random.default_rng(1).normal(size=(40, 2))
    data = dataset(values)
    before = data.fingerprint()
    values[0, 0] = 99
    assert dataset(data.matrix()).fingerprint() == before
    with pytest.raises(ValueError, match="read-only"):
        data.column("x0").values[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        dataset(TABLE).column("city").values[0] = 1
    with pytest.raises(AttributeError):
        data.rows = 3


def test_select_keeps_order_and_names_unknown_columns():
    data = dataset(TABLE)
    assert data.select(["weight", "city"]).names == ("weight", "city")
    with pytest.raises(DataError, match=r"there is no column 'wieght'; did you mean 'weight'\?"):
        data.select(["wieght"])
    with pytest.raises(DataError, match="there is no column 7; the columns are 'city'"):
        data.column(7)
    for bad in ([], ["city", "city"]):
        with pytest.raises(DataError, match="different column names"):
            data.select(bad)
    with pytest.raises(DataError, match="got the text 'city'"):
        data.select("city")


def test_equality_is_by_content():
    data = dataset(TABLE)
    shuffled = data.select(["weight", "stage", "city", "sick"])
    assert data == shuffled
    assert hash(data) == hash(shuffled)
    assert data != dataset(TABLE | {"weight": [1.0 * i * i for i in range(20)]})
    assert data != dataset(TABLE | {"stage": list(map(str, TABLE["stage"]))})
    assert data != 5


def test_fingerprint_is_what_its_docstring_says():
    data = dataset({"b": ["u", "v", "u"], "a": [0.5, -0.0, 2.5]})
    digest = hashlib.sha256(b"sepset dataset 1 3\n")
    digest.update(
        json.dumps(["a", "continuous", []]).encode() + b"\n" + np.array([0.5, 0, 2.5], "<f8").tobytes()
    )
    digest.update(json.dumps(["b", "discrete", ["u", "v"]]).encode() + b"\n" + bytes([0, 1, 0]))
    assert data.fingerprint() == digest.hexdigest()


def test_a_dataset_survives_pickling():
    data = dataset(TABLE | {"gap": [None, *range(19)]}, missing="drop")
    copy = pickle.loads(pickle.dumps(data))  # noqa: S301
    assert copy == data
    assert copy.names == data.names
    assert (dict(copy.missing), copy.dropped) == ({"gap": 1}, 1)
    with pytest.raises(ValueError, match="read-only"):
        copy.column("weight").values[0] = 1


def test_a_dataset_passes_through():
    data = dataset(TABLE)
    assert dataset(data) is data
    with pytest.raises(OptionError, match="settled when a Dataset is made"):
        dataset(data, kinds="discrete")


def test_missing_values_are_an_error_unless_dropped():
    table = {"a": [1.5, None, 2.5, 3.5], "b": ["u", "v", None, "w"], "c": [0, 1, 1, 1]}
    with pytest.raises(
        DataError, match=r"'a' \(1\), 'b' \(1\); pass missing='drop' to keep the 2 complete rows of 4"
    ):
        dataset(table)
    data = dataset(table, missing="drop")
    assert data.rows == 2
    assert data.dropped == 2
    assert dict(data.missing) == {"a": 1, "b": 1}
    assert data.levels["b"] == ("u", "w")
    assert data.column("a").labels() == [1.5, 3.5]
    assert dict(data.select(["b", "c"]).missing) == {"b": 1}
    assert dict(dataset(TABLE).missing) == {}
    with pytest.raises(OptionError, match="missing is one of 'error', 'drop', 'testwise'; got 'fill'"):
        dataset(table, missing="fill")


def test_a_dataset_may_hold_a_constant_column_when_made_from_columns():
    data = dataset({"a": [0, 1], "b": [0, 1]})
    first = data.column("a")
    short = Dataset.from_columns([type(first)("a", "discrete", first.values[:1].copy(), (0,)), first][:1])
    assert repr(short).endswith("a  discrete    1 level: 0")


@pytest.mark.parametrize("scale", [1, 1000, 2**20])
def test_levels_of_whole_numbers_are_sorted_whether_counted_or_sorted(scale):
    values = np.random.default_rng(scale).integers(-3, 4, size=500) * scale
    column = dataset({"a": values, "b": np.arange(500) % 2}, kinds="discrete").column("a")
    assert column.levels == tuple((np.arange(-3, 4) * scale).tolist())
    assert [column.levels[code] for code in column.values] == values.tolist()

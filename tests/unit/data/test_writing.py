"""Datasets as tables of pandas and polars, and back."""

import sys

import numpy as np
import pytest

import sepset as sp

TABLE = {
    "city": ["Rome", "Oslo", "Rome", "Bonn", "Oslo", "Bonn"],
    "count": [0, 1, 1, 0, 2, 2],
    "flag": [True, False, True, True, False, False],
    "dose": [0.5, 1.5, 2.25, 0.75, 3.0, 9.125],
}
DATA = sp.dataset(TABLE, kinds={"count": "discrete"})


def test_pandas_gives_the_same_dataset_back():
    pd = pytest.importorskip("pandas")
    frame = DATA.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["city"].cat.categories) == ["Bonn", "Oslo", "Rome"]
    assert frame["count"].tolist() == TABLE["count"]
    assert sp.dataset(frame) == DATA
    frame.loc[0, "dose"] = -1.0  # the table is the caller's own
    assert DATA.column("dose").values[0] == 0.5


def test_polars_gives_the_same_values_back():
    pl = pytest.importorskip("polars")
    frame = DATA.to_polars()
    assert isinstance(frame, pl.DataFrame)
    assert frame.to_dict(as_series=False) == TABLE
    assert sp.dataset(frame, kinds={"count": "discrete"}) == DATA


def test_many_levels_and_many_rows():
    pytest.importorskip("pandas")
    codes = np.random.default_rng(1).integers(0, 300, 2_000)
    data = sp.dataset({"x": [f"level {code:03}" for code in codes], "y": codes * 0.5})
    assert sp.dataset(data.to_pandas()) == data


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library_the_error_says_what_to_install(monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=f"{library} is not installed.* pip install {library}"):
        getattr(DATA, f"to_{library}")()

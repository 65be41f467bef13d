"""Workbooks and files of statistics programs."""

import sys

import pandas as pd
import pytest

from sepset.data.reading.read import read
from sepset.errors import DataError

TABLE = pd.DataFrame(
    {
        "dose": [i * i / 7 for i in range(20)],
        "ward": ["east", "west", "east", "east"] * 5,
        "n": [1, 2, 3, 1] * 5,
    }
)


def test_excel(tmp_path):
    path = tmp_path / "book.xlsx"
    TABLE.assign(dose=[None, *TABLE.dose[1:]]).to_excel(path, index=False)
    data = read(path, missing="testwise")
    assert data.names == ("dose", "ward", "n")
    assert dict(data.missing) == {"dose": 1}
    assert data.levels["ward"] == ("east", "west")
    assert data.levels["n"] == (1, 2, 3)
    TABLE.to_excel(path, index=False, startrow=2)
    from openpyxl import load_workbook

    book = load_workbook(path)
    book.active["A1"] = "Trial of 2020"
    book.save(path)
    titled = read(path)
    assert titled.names == ("dose", "ward", "n")
    assert "skipped as a title: 'Trial of 2020" in titled.notes[0]


def test_statistics_programs(tmp_path):
    import pyreadr
    import pyreadstat

    TABLE.to_stata(tmp_path / "t.dta", write_index=False)
    pyreadstat.write_sav(
        TABLE, str(tmp_path / "t.sav"), variable_value_labels={"n": {1: "one", 2: "two", 3: "three"}}
    )
    pyreadr.write_rds(str(tmp_path / "t.rds"), TABLE)
    for name in ("t.dta", "t.sav", "t.rds"):
        data = read(tmp_path / name)
        assert data.names == ("dose", "ward", "n")
        assert data.kinds["dose"] == "continuous"
        assert data.column("dose").labels() == TABLE.dose.tolist()
        assert len(data.levels["n"]) == 3
    assert set(read(tmp_path / "t.sav").levels["n"]) == {"one", "two", "three"}


def test_sas_transport_and_workspaces_of_r(tmp_path):
    import pyreadr
    import pyreadstat

    pyreadstat.write_xport(TABLE, str(tmp_path / "t.xpt"), file_format_version=8)
    pyreadstat.write_por(TABLE, str(tmp_path / "t.por"))
    pyreadstat.write_sav(TABLE, str(tmp_path / "t.zsav"), compress=True)
    pyreadr.write_rdata(str(tmp_path / "t.rda"), TABLE, df_name="trial")
    pyreadr.write_rdata(str(tmp_path / "t.RData"), TABLE, df_name="trial")
    for name in ("t.xpt", "t.por", "t.zsav", "t.rda", "t.RData"):
        data = read(tmp_path / name)
        assert [column.lower() for column in data.names] == ["dose", "ward", "n"]
        dose, ward, n = data.columns
        assert (dose.kind, ward.levels, n.levels) == ("continuous", ("east", "west"), (1, 2, 3))
        assert dose.labels() == pytest.approx(TABLE.dose.tolist())


@pytest.mark.parametrize(
    ("name", "library", "extra"),
    [
        ("t.xlsx", "python_calamine", "excel"),
        ("t.dta", "pandas", "stats"),
        ("t.sav", "pyreadstat", "stats"),
        ("t.rds", "pyreadr", "stats"),
        ("t.rda", "pyreadr", "stats"),
        ("t.xpt", "pyreadstat", "stats"),
        ("t.sas7bdat", "pyreadstat", "stats"),
    ],
)
def test_the_extra_is_named_where_a_library_is_missing_and_damage_is_told(
    tmp_path, monkeypatch, name, library, extra
):
    path = tmp_path / name
    path.write_bytes(b"PK not a table")
    with pytest.raises(DataError, match=rf"{name}: the file cannot be read as .*save the table as CSV"):
        read(path)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DataError, match=rf"files need {library}: pip install 'sepset\[{extra}\]'"):
        read(path)

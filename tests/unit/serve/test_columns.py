"""What was understood of a table, how it is mended, and how errors speak on the page."""

import gzip

import pytest

import sepset as sp
from sepset.errors import Advice, DataError
from sepset.serve.columns import understood
from sepset.serve.tables import Reading, uploaded
from sepset.serve.words import problem_of

MESSY = "id,age,ward,site,note\n" + "".join(
    f"{1000 + i},{20 + i % 40}.5,{'east' if i % 3 else 'west'},north,{'' if i % 4 == 0 else i % 2}\n"
    for i in range(120)
)


def rows(table, reading):
    return {row["name"]: row for row in understood(table, reading)["columns"]}


def test_every_column_is_told_used_or_not_and_why():
    table = uploaded("messy.csv", MESSY.encode())
    found = rows(table, Reading())
    assert {name: row["state"] for name, row in found.items()} == {
        "age": "used",
        "ward": "used",
        "note": "used",
        "id": "left out",
        "site": "left out",
    }
    assert found["ward"]["holds"] == "categories: east, west"
    assert found["note"]["missing"] == "30 values missing"
    assert "only numbers the rows" in found["id"]["reason"]
    told = understood(table, Reading())
    assert (told["rows"], told["name"], told["mendable"]) == (120, "messy.csv", True)
    assert any("values are missing" in warning.lower() for warning in told["warnings"])


def test_reasons_name_the_controls_of_the_page():
    commas = "id;a;b;c\n" + "".join(f"p{i};{i % 7},5;{i % 2};{i % 3}\n" for i in range(120))
    table = uploaded("commas.csv", commas.encode())
    found = rows(table, Reading())
    assert "read the file with “Decimals: ,”" in found["a"]["reason"]
    assert "pass “Kind: discrete” of ‘id’" in found["id"]["reason"]
    assert any("“Decimals: ,”" in warning for warning in understood(table, Reading())["warnings"])


def test_mending():
    table = uploaded("messy.csv", MESSY.encode())
    mended = Reading(kinds=(("id", "continuous"), ("note", "continuous")), drop=("age",))
    found = rows(table, mended)
    assert found["id"]["state"] == "used"
    assert found["note"]["kind"] == "continuous"
    assert (found["age"]["state"], found["age"]["holds"]) == ("dropped", "numbers")
    assert list(found) == ["age", "ward", "note", "site", "id"]  # the same places as before
    assert understood(table, Reading(missing="drop", drop=("id", "site")))["dropped"] == 30


def test_a_reading_is_remembered():
    table = uploaded("t.csv", MESSY.encode())
    assert table.read(Reading()) is table.read(Reading())


@pytest.mark.parametrize("name", ["t.csv", "../../t.csv", "C:\\tmp\\t.csv", "/etc/t.csv", "t\0.csv"])
def test_of_a_file_only_its_name_is_kept(name):
    assert uploaded(name, b"").name == "t.csv"


def test_packed_and_tabbed_files():
    assert uploaded("t.csv.gz", gzip.compress(MESSY.encode())).read(Reading()).rows == 120
    assert uploaded("t.tsv", b"a\tb\n1,5\t2\n1,7\t3\n1,9\t2\n").read(Reading(decimal=",")).names == ("a", "b")


@pytest.mark.parametrize("name", ["t.sav", "t.rds", "t.sas7bdat"])
def test_some_files_need_a_path(name):
    with pytest.raises(DataError, match="sepset serve FILE"):
        uploaded(name, b"")


@pytest.mark.parametrize("name", ["t", "t.exe", "t.parquet.gz"])
def test_files_that_nobody_can_read_are_refused_at_once(name):
    with pytest.raises(DataError, match="not known from its suffix"):
        uploaded(name, b"")
    assert uploaded("", b"").name == "table.csv"


def as_excel(frame, path):
    pytest.importorskip("openpyxl", reason="writes a workbook")
    pytest.importorskip("python_calamine", reason="reads a workbook")
    frame.to_excel(path, index=False)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("t.parquet", lambda frame, path: frame.to_parquet(path)),
        ("t.feather", lambda frame, path: frame.to_feather(path)),
        ("t.dta", lambda frame, path: frame.to_stata(path, write_index=False)),
        ("t.xlsx", as_excel),
    ],
)
def test_an_upload_is_what_the_file_would_be(tmp_path, name, write):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(
        {"a": [0.5, 1.5, 2.25] * 20, "b": ["u", "v", "w", "u"] * 15, "c": [0.25, 1.75] * 30}
    )
    write(frame, tmp_path / name)
    table = uploaded(name, (tmp_path / name).read_bytes())
    (tmp_path / name).rename(tmp_path / f"other-{name}")
    assert table.read(Reading()) == sp.read(tmp_path / f"other-{name}")
    assert table.read(Reading(drop=("a",))).names == ("b", "c")
    assert table.read(Reading()).source == name


@pytest.mark.parametrize("name", ["t.parquet", "t.feather", "t.dta", "t.xlsx"])
def test_an_upload_that_is_no_such_file_is_one_message(name):
    for raw in (b"", b"PAR1", b"a,b\n1,2\n", bytes(range(256)) * 8):
        with pytest.raises(DataError, match=rf"{name}: .*(cannot be read|need)"):
            uploaded(name, raw).read(Reading())


def test_advice_is_said_in_controls():
    table = uploaded("messy.csv", MESSY.encode())
    with pytest.raises(DataError) as refused:
        table.read(Reading(missing="error"))
    said = problem_of(refused.value)
    assert "“Missing values: drop”" in said
    assert "“Missing values: testwise”, which leaves out what cannot be used" in said
    assert "“Role: left out” of ‘site’, ‘id’" in said
    assert "missing=" not in said
    assert problem_of(DataError("raise ", Advice("time_limit"))) == "raise time_limit in Python"

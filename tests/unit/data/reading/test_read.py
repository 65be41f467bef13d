"""Files: what is read, and a clear message for each that cannot be."""

import gzip
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from sepset.data.reading.read import read
from sepset.data.reading.table import dataset
from sepset.errors import DataError, OptionError

PLAIN = (
    "city,sick,stage,weight\n" + "Rom,true,3,0.25\nOslo,false,1,1.5\nBern,true,2,-2e3\nOslo,false,3,+4\n" * 5
)


@pytest.fixture
def file(tmp_path):
    def write(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def refused(file):
    def check(content, message, name="table.csv", **options):
        with pytest.raises(DataError, match=message):
            read(file(content, name), **options)

    return check


EXPECTED = dataset(
    {
        "city": ["Rom", "Oslo", "Bern", "Oslo"] * 5,
        "sick": [True, False, True, False] * 5,
        "stage": [3, 1, 2, 3] * 5,
        "weight": [0.25, 1.5, -2000.0, 4.0] * 5,
    }
)


def test_plain_text(file):
    data = read(file(PLAIN))
    assert data.names == ("city", "sick", "stage", "weight")
    assert data == EXPECTED


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.rstrip("\n"),
        PLAIN + "\n\n\n",
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        "\ufeff" + PLAIN,
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", " , "),
        PLAIN.replace("Rom", '"Rom"').replace("weight", '"weight"'),
        PLAIN.replace("\nBern", "\n\nBern"),
        PLAIN.replace("true", "True").replace("false", "FALSE"),
        PLAIN.replace("\n3", "\n3.0"),
        PLAIN.replace("0.25", "0.25000000000000"),
    ],
)
def test_the_same_table_written_differently(file, content):
    assert read(file(content)) == EXPECTED


def test_other_suffixes(file):
    assert read(file(PLAIN.replace(",", "\t"), "table.tsv")) == EXPECTED
    assert read(file(PLAIN, "commas.tsv")) == EXPECTED
    assert read(file(PLAIN, "table.TXT")) == EXPECTED
    assert read(file(gzip.compress(PLAIN.encode()), "table.csv.gz")) == EXPECTED
    assert read(str(file(gzip.compress(PLAIN.replace(",", "\t").encode()), "v1.2.tsv.gz"))) == EXPECTED


def test_parquet_and_feather(tmp_path):
    table = pa.table({column.name: column.labels() for column in EXPECTED.columns})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet")
    pyarrow.feather.write_feather(table, tmp_path / "t.feather")
    pyarrow.feather.write_feather(table, tmp_path / "t.arrow", compression="uncompressed")
    for name in ("t.parquet", "t.feather", "t.arrow"):
        assert read(tmp_path / name) == EXPECTED


def test_same_as_pandas_and_polars(file):
    path = file(PLAIN.replace("+4", "4"))  # polars reads +4 as text
    assert dataset(pd.read_csv(path)) == EXPECTED
    assert dataset(pl.read_csv(path)) == EXPECTED


def test_quoted_cells(file):
    data = read(file('name,note\nu,"a, ""b""\nc"\nv," plain "\nu,plain\n'))
    assert data.levels["note"] == ('a, "b"\nc', "plain")


def test_words_of_every_length_and_other_scripts(file):
    words = ["", "é", "日本", "1234567", "12345678", "ab cd ef", "123456789", "x" * 40]
    for width in (7, 8, 9, 40):
        kept = [word for word in words if word and len(word.encode()) <= width]
        text = "a,b\n" + "".join(f"{word},{i % 2}\n" for i, word in enumerate(kept * 2))
        assert read(file(text)).levels["a"] == tuple(sorted(kept))


def test_missing_cells(file):
    cells = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "?", " "]
    rows = [f"{cell},{cell},{i % 2}\n" for i, cell in enumerate(cells)]
    text = "a,b,c\n" + "u,1.5,0\nv,2.5,1\n" + "".join(rows)
    with pytest.raises(
        DataError,
        match=r"table.csv: 2 things (.|\n)*missing values in 'a' \(9\), 'b' \(9\); pass missing='drop'",
    ):
        read(file(text))
    data = read(file(text), missing="drop")
    assert (data.rows, data.dropped) == (2, 9)
    assert data.levels["a"] == ("u", "v")
    assert data.levels["b"] == (1.5, 2.5)
    assert read(file(text.replace("u,", '"u",')), missing="drop") == data


def test_numbers_are_exact(file):
    values = np.random.default_rng(3).normal(size=(200, 3)) * 10.0 ** np.arange(-150, 50).reshape(-1, 1)
    text = "a,b,c\n" + "".join(",".join(map(repr, row)) + "\n" for row in values.tolist())
    assert np.array_equal(read(file(text)).matrix(), values)
    short = np.round(values[140:160], 3)
    text = "a,b,c\n" + "".join(",".join(map(repr, row)) + "\n" for row in short.tolist())
    assert np.array_equal(read(file(text), kinds="continuous").matrix(), short + 0.0)


def test_numbers_and_text(file):
    text = "a,b,c,d\n" + "1,1_000,٣,1\n2,2_000,٤,x\n" * 20
    data = read(file(text))
    assert dict(data.levels) == {"a": (1, 2), "b": ("1_000", "2_000"), "c": ("٣", "٤"), "d": ("1", "x")}
    assert read(file(text), kinds={"a": "continuous"}).kinds["a"] == "continuous"


def test_many_distinct_short_numbers(file):
    text = "a,b\n" + "".join(f"{i},{i % 2}\n" for i in range(3000)) + ",1\n"
    data = read(file(text), missing="drop")
    assert data.column("a").labels() == list(range(3000))


def test_separator(file, refused):
    assert read(file(PLAIN.replace(",", "|")), separator="|") == EXPECTED
    assert read(file(PLAIN.replace(",", "|"))) == EXPECTED
    assert read(file("a|x,b\nu|v,2\nw|v,1\n")).names == ("a|x", "b")
    both = "a,b;c\n1.5,x;y\n2.5,z;w\n"
    refused(both, "the first line has comma and semicolon; say which of them separates cells with separator=")
    assert read(file(both), separator=";").names == ("a,b", "c")
    assert read(file("a,x;b\n1;2\n2;1\n")).names == ("a,x", "b")
    refused("a b\nu v\n", "tab or bar: 'a b'; say how cells are separated with separator=")
    with pytest.raises(OptionError, match="separator is one character"):
        read(file(PLAIN), separator="::")


def test_decimal_commas_and_stray_words_get_a_hint(refused):
    comma = "a;b\n" + "".join(f"{i},{i % 7}5;{i % 2}\n" for i in range(60))
    refused(comma, "column 'a' holds numbers with a decimal comma, such as '0,05'; .* decimal=','")
    stray = "a,b\n" + "".join(f"{i}.5,{i % 2}\n" for i in range(60)) + "unknown,1\n"
    refused(stray, r"mixes numbers \(60 rows\) and text \(1 row, such as 'unknown'\); mark what is missing")


def test_headers(refused):
    refused("a,a\n1,2\n2,1\n", "names must differ.*'a'")
    refused(",a,b\n0,1,2\n1,2,1\n", "table.csv: column 1 has no name;.*without its index")
    refused("a,b\n", "table.csv: the data have no rows")
    refused("a\n1\n", "no comma, semicolon, tab or bar")


def test_ragged_lines(refused):
    refused("a,b,c\n1,2,3\n1,2\n", "table.csv: line 3 has 2 cells, but the first line names 3 columns")
    refused("a,b,c\n1,2,3\n\n1,2,3,4\n", "line 4 has 4 cells")
    # Two wrongs that cancel in the total number of cells.
    refused("a,b,c\n1,2\n1,2,3,4\n", "line 2 has 2 cells")
    refused('a,b\n"u\nv",2\n"x"\n', "line 4 has 1 cell, but")
    refused('a,b\n1,2\n"u,2\n3,4\n', "the row that starts at line 3 cannot be read .*check its quotes")
    refused('a,b\n1,2\n"u"x,2\n', "the row that starts at line 3 cannot be read")


def test_encodings(refused, file):
    town = "town,n\n" + "Zürich,1\nBern,2\n" * 9
    for encoding, words in (
        ("utf-8", None),
        ("utf-8-sig", None),
        ("latin-1", "was read as Latin-1 (Windows-1252); line 2 has the first such letter"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
    ):
        data = read(file(town.encode(encoding)))
        assert data.levels["town"] == ("Bern", "Zürich")
        assert (words in data.notes[0]) if words else not data.notes
    assert read(file(town.replace("ü", "\x80").encode("cp1252", "replace"))).levels["town"][1] == "Z?rich"
    assert read(file("a,b\nx\x81,1\ny,2\n".encode("latin-1"))).levels["a"] == ("x\x81", "y")
    refused(b"a,b\n1,\x00\n", "not text: there is a zero byte at position 6")
    refused(b"\x89PNG\r\n\x1a\n\xff\xfe\x03", "this is not text: there is byte 0x1a at position 6")
    refused(b"\xff\xfea\x00,\x00b\x00\n\x00\x00\xd8", "starts as UTF-16")


def test_empty_files(refused):
    for content in ("", "\n\n", "\ufeff", "  \n"):
        refused(content, "table.csv: the file is empty")
    refused(b"", "cannot be read as .parquet", name="t.parquet")


def test_paths(tmp_path, file):
    file(PLAIN, "patients.csv")
    with pytest.raises(DataError, match="is a folder; give the path of a file in it"):
        read(tmp_path)
    with pytest.raises(DataError, match=r"there is no file '.*patient.csv'; did you mean '.*patients.csv'\?"):
        read(tmp_path / "patient.csv")
    with pytest.raises(DataError, match=r"there is no file 'nowhere/at/all.csv'; check the path"):
        read("nowhere/at/all.csv")
    with pytest.raises(DataError, match=r"format of 'book.pdf' is not known .*\.csv, \.tsv"):
        read(file(b"PK", "book.pdf"))
    for name in ("table", "table.gz", "table.parquet.gz"):
        with pytest.raises(DataError, match="not known from its suffix"):
            read(file(PLAIN, name))
    with pytest.raises(DataError, match="not a valid gzip file"):
        read(file(PLAIN, "table.csv.gz"))
    with pytest.raises(DataError, match="not a valid gzip file"):
        read(file(gzip.compress(PLAIN.encode())[:-12], "table.csv.gz"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind here")
def test_a_file_without_permission(file):
    path = file(PLAIN)
    path.chmod(0)
    with pytest.raises(DataError, match="cannot be read: Permission denied"):
        read(path)


def test_a_file_that_fails_while_reading(file, monkeypatch):
    def fail(_):
        raise PermissionError(13, "Permission denied")

    path = file(PLAIN)
    monkeypatch.setattr("pathlib.Path.read_bytes", fail)
    with pytest.raises(DataError, match=r"table.csv: the file cannot be read: Permission denied"):
        read(path)


def test_parquet_without_pyarrow(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"\.parquet files need pyarrow: pip install 'sepset\[arrow\]'"):
        read(file(b"", "t.parquet"))


def test_inf_and_identifiers(refused):
    refused("a,b\n1.5,inf\n2.5,1\n", r"table.csv: infinite values in 'b' \(1\)")
    refused(
        "id,b\n12345678901234567890,1\n12345678901234567891,2\n", r"'id' holds whole numbers beyond 2\*\*53"
    )


def test_large_numbers_that_are_not_whole_are_fine(file):
    assert read(file("a,b\n1e300,1\n1.5e200,0\n0.5,1\n")).kinds["a"] == "continuous"


def test_text_needs_no_frame_library(file):
    path = file(PLAIN)
    code = (
        "import sys; from sepset.data.reading.read import read; read(sys.argv[1]); "
        "print([m for m in ('narwhals', 'pandas', 'polars', 'pyarrow', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class TestTextThatStandsForSomethingElse:
    """Few levels that repeat would pass for categories without a word."""

    def table(self, *cells):
        return "a;b\n" + "".join(f"{cell};{i % 2}\n" for i in range(20) for cell in cells)

    @pytest.mark.parametrize(
        ("cells", "message"),
        [
            (
                ("5,1", "4,9", "6"),
                "numbers with a decimal comma, such as '4,9'; read the file with decimal=','",
            ),
            (
                ("1,000", "2,500", "12"),
                "numbers with thousands separators, such as '1,000'; write them without",
            ),
            (("1,234,567", "2,500"), "numbers with thousands separators"),
            (("1.234,5", "2,5"), "numbers with thousands separators, such as '1.234,5'"),
            (("2020-01-01", "2020-01-02"), "dates or times .text such as '2020-01-01'.*days since a start"),
            (("2020-01-01T10:30:00Z", "2020-01-02 10:30"), "dates or times"),
            (("31/12/2020", "1/1/2021"), "dates or times"),
            (("1", "2", "unknown"), r"mixes numbers \(40 rows\) and text \(20 rows, such as 'unknown'\)"),
            (("7.5", "7.5", "7.5", "u", "v"), r"mixes numbers \(60 rows\)"),
        ],
    )
    def test_is_refused_unless_it_is_said_to_be_discrete(self, file, refused, cells, message):
        text = self.table(*cells)
        refused(text, f"column 'a' (holds )?{message}")
        refused(text, "If they are categories, pass kinds={'a': 'discrete'}")
        if "dates" not in message:  # dates become days by the user's word
            refused(text, f"column 'a' (holds )?{message}", kinds={"a": "continuous"})
        assert len(read(file(text), kinds={"a": "discrete"}).levels["a"]) == len(set(cells))

    def test_in_memory_too(self):
        with pytest.raises(DataError, match="decimal comma"):
            dataset({"a": ["5,1", "4,9"] * 5, "b": [0, 1] * 5})

    def test_words_with_a_few_numbers_are_words(self, file):
        assert read(file(self.table("u", "v", "w", "1"))).levels["a"] == ("1", "u", "v", "w")


class TestDecimalComma:
    def test_columns_of_any_length_of_cell(self, file):
        text = "a;b;c\n5,1;0,12345678901;u\n-4,9;1e-3;v\n6;2;u\n"
        assert read(file(text), decimal=",") == read(file(text.replace(",", ".")))

    def test_gaps_and_quotes(self, file):
        text = 'a,b\n"5,1","z"\n"","y"\n"2,5","x"\n'
        assert read(file(text), decimal=",", missing="drop").column("a").labels() == [5.1, 2.5]

    def test_a_point_is_refused(self, refused):
        refused("a;b\n1.5;1\n2.5;0\n", "column 'a' holds numbers with a point, such as '1.5'", decimal=",")
        refused("a;b\n1.234567891;1\n2.5;0\n", "numbers with a point", decimal=",")

    def test_another_sign(self, file):
        with pytest.raises(OptionError, match="decimal is a point or a comma; got '·'"):
            read(file(PLAIN), decimal="·")


class TestWordsForMissingValues:
    @pytest.mark.parametrize("word", ["NA", "na", "n/a", "#N/A", "<NA>", "NULL", "Nan", "-", "--", ".", "?"])
    def test_beside_numbers_and_words(self, file, word):
        data = read(file(f"a,b\n1.5,u\n{word},v\n2.5,{word}\n0.5,v\n3.5,u\n"), missing="drop")
        assert dict(data.missing) == {"a": 1, "b": 1}
        assert data.levels == {"b": ("u", "v")}

    def test_none_is_missing_beside_numbers_and_a_word_beside_words(self, file):
        data = read(
            file("a,b,c\n1.5,None,true\nNone,mild,none\n2.5,mild,false\n0.5,None,true\n"), missing="drop"
        )
        assert dict(data.missing) == {"a": 1, "c": 1}
        assert data.levels["b"] == ("None", "mild")

    def test_a_minus_beside_a_plus_is_an_outcome(self, file):
        assert read(file("a,b\n+,u\n-,v\n+,v\n")).levels["a"] == ("+", "-")


def test_a_quoted_name_over_two_lines(file):
    assert read(file('"dose\nin mg",b\n1.5,u\n2.5,v\n')).names == ("dose\nin mg", "b")


def test_a_separator_at_the_end_of_the_header(refused):
    refused("a,b,\n1,2,\n2,1,\n", "column 3 has no name; .*separator at the end of the first line")


def test_the_level_message_says_which_rule_is_broken(refused):
    text = "id,b\n" + "".join(f"p{i},{i % 2}\n" for i in range(200))
    refused(text, "200 levels in 200 rows, .*fewer than two rows for each.*kinds={'id': 'discrete'}")
    text = "id,b\n" + "".join(f"p{i % 1500},{i % 2}\n" for i in range(6000))
    refused(text, "1,500 levels in 6,000 rows, .*; a discrete variable has at most 1,000: leave it out")


def test_errors_about_parquet_name_the_file(tmp_path):
    table = pa.table({"a": [1.5, 2.5], "b": [[1], [2]]})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(DataError, match=r"^t.parquet: column 'b' holds lists or records"):
        read(tmp_path / "t.parquet")

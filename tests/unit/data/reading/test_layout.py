"""Where the names are, what is above them, and what separates cells."""

import pytest

from sepset.data.doubts import doubts
from sepset.data.reading.assemble import Wishes
from sepset.data.reading.layout import find_layout
from sepset.data.reading.read import read, read_text
from sepset.errors import DataError

BODY = "age,income,town\n31,2500,Bern\n44,3100,Genf\n28,1900,Bern\n51,2800,Genf\n"


@pytest.fixture
def table(tmp_path):
    def write(text, name="table.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Survey of 2020\n", "line 1 was skipped as a title: 'Survey of 2020'"),
        ("Survey of 2020\n\n", "line 1 was"),
        ("Survey of 2020MM\n", "line 1 was skipped as a title: 'Survey of 2020"),
        ("Survey, 2020\n", "line 1 was skipped as a title: 'Survey, 2020'"),
        ("Survey\n------\nIncome in francs; all households\n", "lines 1 to 3 were skipped"),
        ('"Survey\nof 2020"\n', "line 1 was skipped as a title"),
    ],
)
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_titles_are_passed_over_with_a_note(table, title, words, mark):
    data = read(table(title.replace("M", mark) + BODY.replace(",", mark)))
    assert data.names == ("age", "income", "town")
    assert data.rows == 4
    assert data.notes[0].startswith(words)
    assert data.notes == doubts(data)[:1]


def test_titles_do_not_hide_lines_that_do_not_fit(table):
    for text in ("a,b,c\n1,2,3\n1,2\n1,2\n1,2\n1,2\n", "a,b\n1,2\n1,2,3\n1,2,3\n1,2,3\n"):
        with pytest.raises(DataError, match=r"line 3 has \d cells?, but the first line names"):
            read(table(text))
    long = "Title\n" + BODY + "31,2500,Bern\n" * 90 + "1,2\n"
    with pytest.raises(DataError, match="line 97 has 2 cells"):
        read(table(long))


def test_a_file_without_names(table):
    data = read(table("0.5,1,x\n".replace("x", "7") + "1.5,0,3\n2.5,1,9\n"))
    assert (data.names, data.rows) == (("x0", "x1", "x2"), 3)
    assert data.column("x0").labels() == [0.5, 1.5, 2.5]
    assert "the first line of the table holds numbers: it was taken as data" in data.notes[0]
    flowers = read(table("5.1,3.5,setosa\n4.9,3.1,setosa\n7.0,3.2,versicolor\n"))
    assert (flowers.names, flowers.rows) == (("x0", "x1", "x2"), 3)
    counted = read(table("569,30,malignant\n" + "17.9,10,2,0\n20.5,17,1,0\n9.5,12,2,1\n"))
    assert (counted.names, counted.rows) == (("x0", "x1", "x2", "x3"), 3)
    many = read(table("".join(f"{i / 7:.9f},{i % 2}\n" for i in range(50))))
    assert many.column("x0").labels()[:2] == [0.0, 0.142857143]


def test_names_such_as_inf_are_names(table):
    data = read(table("open,inf,nan\n" + "0.5,1.5,7\n1.5,0.25,3\n2.5,1.75,9\n"))
    assert (data.names, data.rows, data.notes) == (("open", "inf", "nan"), 3, ())


def test_years_and_numbered_columns_are_names(table):
    data = read(table("2019,2020,2021\n0.5,1.5,2.5\n1.5,2.5,0.5\n"))
    assert (data.names, data.rows) == (("2019", "2020", "2021"), 2)
    assert "consecutive numbers" in data.notes[0]
    assert not [line for line in doubts(data) if "names that are numbers" in line]


def test_names_that_are_numbers_are_a_doubt(table):
    data = read(table("150,4,setosa\n" + "5.1,3.5,0\n4.9,3.0,1\n" * 9))
    assert "names that are numbers: '150', '4'; does the first line hold the names" in " ".join(doubts(data))


def test_names_of_rows_as_r_writes_them(table):
    text = '"weight","feed"\n"1",26.5,3\n"2",27.5,5\n"3",36.5,17\n'
    with pytest.raises(DataError, match="column 1 has no name"):
        read(table(text))
    data = read(table(text), clean=True)
    assert data.names == ("weight", "feed")
    assert data.column("weight").labels() == [26.5, 27.5, 36.5]
    assert "one cell more than the line of names" in data.notes[0]


def test_a_separator_at_the_end_of_some_lines(table):
    data = read(table("a,b\n1.5,2,\n2.5,1,\n0.5,7,\n"), clean=True)
    assert data.column("a").labels() == [1.5, 2.5, 0.5]
    data = read(table("Title\na,b,\n1.5,2\n2.5,1\n0.5,7\n"))
    assert data.names == ("a", "b")
    assert "some lines end in a separator" in data.notes[1]


@pytest.mark.parametrize(
    "text",
    [
        "a b c\n1.5 2 3\n2.5 1 4\n0.5 7 1\n",
        "  a   b\tc\n 1.5  2  3  \n2.5\t1 4\n0.5 7    1\n",
        "'a' 'b' 'c'\n1.5 2 3\n2.5 1 4\n0.5 7 1\n",
        'Weights in kg, heights in m\n===\n"a" "b" "c"\n-----\n1.5 2 3\n\n2.5 1 4\n0.5 7 1\n',
    ],
)
def test_cells_separated_by_spaces(table, text):
    data = read(table(text, "table.dat"))
    assert data.names == ("a", "b", "c")
    assert data.column("a").labels() == [1.5, 2.5, 0.5]
    assert data.notes[-1] == "cells are separated by spaces"


def test_repeated_names_are_told_apart_when_cleaning(table):
    text = "a,b,b,b.2\n" + "0.5,1.5,2,0.1\n1.5,0.5,7,0.7\n2.5,3,9,0.3\n"
    with pytest.raises(DataError, match="column names must differ, but 'b' occurs more than once"):
        read(table(text))
    data = read(table(text), clean=True)
    assert data.names == ("a", "b", "b.3", "b.2")
    assert "there is more than one column 'b'; the later one is called 'b.3' here" in data.notes


def test_plain_files_have_no_notes():
    assert find_layout(BODY) == (BODY, ",", None, ())


def test_counts_in_the_first_line_are_no_names():
    rows = [f"{i / 7:.3f},{i * i % 11 / 3:.2f},{i % 3}" for i in range(30)]
    for first in ("30,2,ill", "30,3,ill"):
        data = read_text("\n".join([first, *rows]).encode(), Wishes())
        assert data.names == ("x0", "x1", "x2")
        assert data.rows == 30
        assert "holds the numbers of rows and columns" in data.notes[1]
    for first in ("31,2,ill", "30,5,ill", "30,a,ill"):  # names, as far as anyone can tell
        assert read_text("\n".join([first, *rows]).encode(), Wishes()).rows == 30
        assert read_text("\n".join([first, *rows]).encode(), Wishes()).names[2] == "ill"

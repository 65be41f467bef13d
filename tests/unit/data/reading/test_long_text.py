"""How text is cut into pieces of whole rows, and which pieces are read in a quick way."""

import csv
import time
import tracemalloc

import numpy as np
import pytest

from sepset.data.column import Encoded, Numbers
from sepset.data.reading import delimited, gathered
from sepset.data.reading.delimited import parse_delimited
from sepset.data.reading.gathered import columns_of
from sepset.data.reading.grids import GridColumn, grid_columns, single_characters
from sepset.data.reading.problems import Unfit
from sepset.data.reading.rows import RowPiece, row_pieces, unquoted
from sepset.errors import DataError


def shown(columns):
    """Columns as lists of cells."""
    told = [column.told_apart() if isinstance(column, GridColumn) else column for column in columns]
    return [
        column if isinstance(column, list) else [column[0][place] for place in column[1].tolist()]
        for column in told
    ]


@pytest.mark.parametrize("seed", range(30))
def test_pieces_end_where_the_csv_module_ends_rows(seed):
    """Any mixture of the signs that matter, cut anywhere."""
    rng = np.random.default_rng(seed)
    for _ in range(100):
        text = "".join(rng.choice([*'a,"\n " ""'], int(rng.integers(1, 60)))) + "\n"
        # Two cells that begin with a quote stay apart from what is not strict, after which any cut will do.
        lines = (line + "\n" for line in text[:-1].split("\n"))
        reader, ends, taken = csv.reader(lines, strict=True, skipinitialspace=True), {0}, text.split("\n")
        try:
            for _cells in reader:
                ends.add(sum(len(line) + 1 for line in taken[: reader.line_num]))
            last = len(text)
        except csv.Error:
            last = max(ends)
        cut = int(rng.integers(1, 20))
        pieces = [*row_pieces([text[i : i + cut] for i in range(0, len(text), cut)], ",")]
        assert "".join(piece.text for piece in pieces) == text
        place = 0
        for piece in pieces:
            assert piece.line == text.count("\n", 0, place) + 1
            assert place in ends or place > last
            place += len(piece.text)


def read_in_chunks(text, chunk=2**16):
    """Go through a text as a scan does, until it is refused."""
    for piece in row_pieces((text[i : i + chunk] for i in range(0, len(text), chunk)), ","):
        columns_of(piece, ",", 3, [0])


def seconds(text):
    start = time.process_time()
    with pytest.raises(DataError, match=r"the row that starts at line 1 .* check its quotes"):
        read_in_chunks(text)
    return time.process_time() - start


def test_a_quote_that_is_never_closed_takes_bounded_time_and_memory():
    short, long = ('1,"0,1\n' + "1,0,1\n" * times for times in (100_000, 2_000_000))
    assert seconds(long) < 3 * seconds(short) + 0.5
    tracemalloc.start()
    seconds(long)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(long)


def test_odd_quotes_inside_cells_take_linear_time():
    start = time.process_time()
    read_in_chunks('5",0,1\n' * 200_001)
    assert time.process_time() - start < 10


def test_quotes_inside_cells_are_letters():
    text = '5",0\n"x\ny",1\n' * 40
    pieces = [*row_pieces([text[i : i + 50] for i in range(0, len(text), 50)], ",")]
    assert len(pieces) > 10
    assert [cell for piece in pieces for cell in columns_of(piece, ",", 2, [0])[0]] == ['5"', "x\ny"] * 40


def test_rows_without_an_end(monkeypatch):
    monkeypatch.setattr("sepset.data.reading.rows.ROW", 100)
    with pytest.raises(DataError, match="the row that starts at line 2 has more than 100 characters"):
        [*row_pieces(["a,b\n", "1" * 60, "1" * 60], ",")]


def test_names_in_quotes_do_not_make_rows_slow(monkeypatch):
    def fail(*_):
        raise AssertionError("the rows were read with the csv module")

    monkeypatch.setattr(gathered, "rows_of", fail)
    quoted = b'"a","b, c"\n' + b"0,yes\n1,no\n" * 20
    assert [name for name, _ in parse_delimited(quoted).columns] == ["a", "b, c"]
    all_quoted = b'"a","b"\n' + b'"0","yes"\n"1",""\n' * 20
    assert parse_delimited(all_quoted).columns[1][1].gaps() == 20


def test_which_quotes_can_go():
    assert unquoted(' "a","b"\nc, "d"\n', ",") == " a,b\nc, d\n"
    for needed in ('"a,b",c\n', '"a\nb",c\n', '"a""b",c\n', 'a"b",c\n', '"a" ,c\n', '"a,c\n', '"a"b,c\n'):
        assert unquoted(needed, ",") is None


def test_which_lines_are_of_single_characters():
    assert shown(single_characters("1,b\n0,b\n3,c\n", ",", 2, [1, 0])) == [["b", "b", "c"], ["1", "0", "3"]]
    for other in ("1,b\n12,\n", ",,b\n", "1;b\n", "1,é\n", "1\nb,", "11,b\n", "1,b"):
        assert single_characters(other, ",", 2, [0, 1]) is None


def test_which_rows_are_a_grid():
    assert shown(grid_columns("1,a longer cell,yes\n,b,é\n", ",", 3, [2, 0, 1])) == [
        ["yes", "é"],
        ["1", ""],
        ["a longer cell", "b"],
    ]
    # The last two have the right number of cells, in lines of the wrong length.
    for other in ("1,2\n3\n", "1,2,3\n", "1\n2,3,4\n", "1,2,3\n4\n"):
        assert grid_columns(other, ",", 2, [0, 1]) is None


def test_words_of_one_column_by_comparing_and_by_sorting():
    for different in (1, 2, 8, 9, 300):
        cells = [f"w{i * 7 % different}" for i in range(500)]
        found = grid_columns("".join(f"{cell},1\n" for cell in cells), ",", 2, [0])
        assert shown(found) == [cells]
        assert len(found[0].told_apart()[0]) == different


def test_many_numbers_are_kept_as_numbers_unless_a_word_comes(monkeypatch):
    monkeypatch.setattr(delimited, "_PIECE", 200)
    values = np.random.default_rng(0).normal(size=4000).round(6)
    text = "a,b\n" + "".join(f"{value!r},{i % 2}\n" for i, value in enumerate(values.tolist()))
    raw = parse_delimited((text + "NA,1\n").encode()).columns[0][1]
    assert isinstance(raw, Numbers)
    assert np.array_equal(raw.values, [*values, np.nan], equal_nan=True)
    words = parse_delimited((text + "low,1\n").encode()).columns[0][1]
    assert isinstance(words, Encoded)
    assert words.labels[words.places[-1]] == "low"
    large = parse_delimited((text + "1152921504606846977,1\n").encode()).columns[0][1]
    assert isinstance(large, Unfit)
    assert "beyond 2**53" in str(large.reason[0])


def test_line_numbers_in_messages_count_from_the_first_line(monkeypatch):
    monkeypatch.setattr(delimited, "_PIECE", 16)
    good = "0,yes\n1,no\n" * 20
    for last in ("0\n", '"x"y,1\n'):
        with pytest.raises(DataError, match="line 42"):
            parse_delimited(("a,b\n" + good + last).encode())
    assert columns_of(RowPiece(1, "\n\n"), ",", 2, [0, 1]) == [[], []]


@pytest.mark.parametrize("quote", ["", '"'])
@pytest.mark.parametrize("rows", [10, 100, 10_000])
def test_a_cell_that_is_too_long_is_refused_wherever_it_stands(quote, rows):
    """The quick ways and the csv module agree, whatever piece of the text the cell is in."""
    longest = csv.field_size_limit()
    for length in (longest, longest + 1, 3 * longest):
        text = "a,b\n" + "0,x\n" * rows + f"1,{quote}{'y' * length}{quote}\n" + "0,x\n" * rows
        if length == longest:
            raw = parse_delimited(text.encode()).columns[1][1]
            assert sorted(map(len, raw.labels)) == [1, longest]
        else:
            with pytest.raises(DataError, match=rf"row that starts at line {rows + 2:,} .*field larger"):
                parse_delimited(text.encode())


def test_whole_numbers_next_to_the_largest_that_is_exact():
    near = 2**53

    def column(*cells):
        return parse_delimited(("a,b\n" + "".join(f"{cell},1\n" for cell in cells)).encode()).columns[0][1]

    assert column(near, -near, f"00{near - 1}").labels == (-near, near - 1, near)
    for cell in (near + 1, near + 2, -near - 1, f"0{near + 1}"):
        assert "beyond 2**53" in str(column(cell, near - 2, near - 3).reason[0])

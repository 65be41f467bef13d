"""Long text is read piece by piece, and says what it says when it is read at once."""

import numpy as np
import pytest

from sepset.data.reading import delimited
from sepset.data.reading.delimited import parse_delimited
from sepset.data.reading.layout import find_layout
from sepset.errors import DataError

CELLS = [
    ["0", "1"],
    ["0", "1", ""],
    ["007", "7", "1e5", " 7 "],
    ["yes", "no", "NA", "none", "?"],
    ["true", "FALSE", "None"],
    ["é", "e", "-", "+"],
    ["0.5", "1.25", "nan", "inf"],
    ["a longer cell", "b"],
    ["9007199254740993", "1"],
]


def shown(parsed):
    """Everything about the columns, or why they are none."""
    return [
        (
            name,
            getattr(raw, "labels", None),
            np.asarray(getattr(raw, "places", getattr(raw, "values", []))).tolist(),
        )
        if not hasattr(raw, "reason")
        else (name, raw.reason)
        for name, raw in parsed.columns
    ], parsed.notes


def shown_or_refused(text):
    """What is read, or why nothing is."""
    try:
        return shown(parse_delimited(text))
    except DataError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(40))
def test_pieces_make_no_difference(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    columns = [CELLS[i] for i in rng.integers(0, len(CELLS) - (seed % 2) * 2, int(rng.integers(2, 6)))]
    rows = int(rng.integers(5, 80))
    lines = [",".join(str(rng.choice(cells)) for cells in columns) for _ in range(rows)]
    if seed % 4 == 0:
        lines.insert(3, "")  # a blank line: no grid, but a table
    names = "" if seed % 5 == 0 else ",".join(f"x{i}" for i in range(len(columns))) + "\n"
    text = (names + "\n".join(lines) + "\n").encode()

    whole = shown_or_refused(text)
    monkeypatch.setattr(delimited, "_LONG", 10)
    monkeypatch.setattr(delimited, "_PIECE", int(rng.integers(1, 60)))
    assert repr(shown_or_refused(text)) == repr(whole)


def test_a_grid_of_few_cells_takes_the_short_way(monkeypatch):
    monkeypatch.setattr(delimited, "_PIECE", 16)
    names, columns = delimited._long_grid(find_layout("a,b\n" + "0,yes\n1,no\n" * 20))
    assert names == ["a", "b"]
    assert [(cells, places.tolist()) for cells, places in (column.whole() for column in columns)] == [
        (["0", "1"], [0, 1] * 20),
        (["no", "yes"], [1, 0] * 20),
    ]


def test_many_different_cells_do_not(monkeypatch):
    monkeypatch.setattr(delimited, "_MANY_CELLS", 5)
    assert delimited._long_grid(find_layout("a,b\n" + "".join(f"{i},1\n" for i in range(20)))) is None


#: cells of one character, and what may stand among them and is not one, or not a cell
SINGLE = [
    ["0", "1"],
    ["0", "1", "2", "9"],
    ["a", "-", "?"],
    [" ", "0"],
    ["0", "é"],
    ["0", ","],
    ["0", '"'],
    ["0", "", "11"],
]


@pytest.mark.parametrize("seed", range(60))
def test_lines_of_single_characters_are_read_as_any_others(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    kinds = SINGLE[:3] if seed % 2 else SINGLE
    columns = [kinds[i] for i in rng.integers(0, len(kinds), int(rng.integers(2, 6)))]
    lines = [",".join(str(rng.choice(cells)) for cells in columns) for _ in range(int(rng.integers(5, 80)))]
    text = "\n".join([",".join(f"x{i}" for i in range(len(columns))), *lines, ""]).encode()

    whole = shown_or_refused(text)
    monkeypatch.setattr(delimited, "_LONG", 10)
    monkeypatch.setattr(delimited, "_PIECE", int(rng.integers(1, 60)))
    quick = repr(shown_or_refused(text))
    monkeypatch.setattr(delimited, "_single_characters", lambda *_: None)
    assert quick == repr(shown_or_refused(text)) == repr(whole)


def test_which_lines_are_of_single_characters():
    read = delimited._single_characters
    assert [cells for cells, _ in read("1,b\n0,b\n", ",", 2)] == [["0", "1"], ["b"]]
    for other in ("1,b\n12,\n", ",,b\n", "1;b\n", '1,"\n', "1,é\n", "1\nb,", "11,b\n", "1,b"):
        assert read(other, ",", 2) is None

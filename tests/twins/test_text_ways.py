"""Every way of reading text gives the same: thousands of small texts with whatever files have in them.

The reference is the csv module on the whole text at once, which is what a piece falls back to.
"""

import numpy as np
import pytest

import sepset as sp
from sepset.data.reading import delimited, gathered
from sepset.data.reading.assemble import Wishes, assemble
from sepset.data.reading.delimited import parse_delimited
from sepset.data.scanning import text as scanned
from sepset.errors import DataError

TEXTS_A_CASE = 150

#: what a column may hold
CELLS = [
    ["0", "1"],
    ["0", "1", "2", "-"],
    ["0", "1", ""],
    ["yes", "no"],
    ["Yes", "no ", " yes", "NA", "none", "?"],
    ["true", "FALSE", "None"],
    ["007", "7", "1e5", " 7 ", "7.0", "-0", "0", "+7", "١"],
    ["0.5", "1.25", "nan", "inf", ".5", "1e-3"],
    ["0,5", "1,25", "2"],
    ["0.5", "1.5", "3.25"],
    ["0.84442185152504812", "-3.14159265358979312", "1e-400", "12345678.901234567", "NA", "-0.0"],
    ["a longer cell", "b", "ß and é", "日本語です"],
    ["9007199254740993", "1"],
    ["1_000", "2"],
    ["+", "-"],
    ["e", "\u00e9", "\u00a0", "\u2028x"],
    ['5"', "3", 'x"y"'],
]
#: and what only quotes allow
QUOTED = [
    ["a,b", "c"],
    ["x\ny", "z"],
    ['say "so"', "no"],
    ["", "  x", "y"],
    ["1;5", "2;5"],
    ["0.123456,7", "1.5"],
]


def random_text(rng):
    """A table as bytes, and the options to read it with."""
    separator = str(rng.choice([",", ";", "\t", "|"]))
    quoting = rng.choice(["none", "some", "all"])
    kinds = [*CELLS, *QUOTED] if quoting != "none" else CELLS
    width = int(rng.integers(2, 6))
    columns = [kinds[place] for place in rng.integers(0, len(kinds), width)]

    def cell(value):
        needs = any(sign in value for sign in (separator, "\n")) or value.startswith('"')
        quoted = quoting != "none" and (quoting == "all" or needs or rng.random() < 0.3)
        space = " " * int(rng.random() < 0.02)
        return space + '"' + value.replace('"', '""') + '"' if quoted else value.replace(separator, "_")

    lines = [separator.join(cell(f"n{place}") for place in range(width))] * int(rng.random() < 0.9)
    for _ in range(int(rng.integers(1, 60))):
        lines.append(separator.join(cell(str(rng.choice(column))) for column in columns))
    spoil(lines, separator, rng)
    newline = str(rng.choice(["\n", "\n", "\r\n", "\r"]))
    text = "\n".join(lines).replace("\n", newline) + newline * int(rng.integers(0, 3))
    encoding = str(rng.choice(["utf-8", "utf-8", "utf-8-sig"]))
    return text.encode(encoding), {"separator": separator, "decimal": str(rng.choice([".", ".", ","]))}


def spoil(lines, separator, rng):
    """Put in blank lines, and sometimes lines of another length or with a quote too many."""
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            lines.insert(int(rng.integers(0, len(lines) + 1)), str(rng.choice(["", "", "  "])))
    if rng.random() < 0.1:
        lines.insert(int(rng.integers(1, len(lines) + 1)), separator.join("1" * int(rng.integers(1, 8))))
    if rng.random() < 0.1:
        place = int(rng.integers(0, len(lines)))
        lines[place] = str(rng.choice(['"', 'x"', '""', '"x" '])) + lines[place]


def all_of(data):
    """Everything that a dataset says, its bytes included."""
    return (
        data.names,
        repr(dict(data.kinds)),
        repr(dict(data.levels)),
        repr(dict(data.holds)),
        dict(data.missing),
        data.dropped,
        [(column.values.dtype, column.values.tobytes()) for column in data.columns],
    )


def read(raw, options):
    """What is read, column by column and as a table, or why nothing is."""
    try:
        parsed = parse_delimited(raw, **options)
    except DataError as error:
        return str(error)
    try:
        return parsed.notes, all_of(assemble(parsed.columns, Wishes(missing="testwise")))
    except DataError as error:
        return parsed.notes, str(error)


def only_csv(monkeypatch):
    """Leave no quick way."""
    monkeypatch.setattr(gathered, "_quickly", lambda *_: None)


@pytest.mark.parametrize("seed", range(20))
def test_all_ways_read_the_same(seed, monkeypatch):
    read_as_table = 0
    for number in range(TEXTS_A_CASE):
        rng = np.random.default_rng([seed, number])
        raw, options = random_text(rng)
        with monkeypatch.context() as plain:
            only_csv(plain)
            expected = read(raw, options)
        read_as_table += not isinstance(expected, str) and not isinstance(expected[1], str)
        assert read(raw, options) == expected
        with monkeypatch.context() as pieces:
            pieces.setattr(delimited, "_PIECE", int(rng.integers(1, 80)))
            pieces.setattr(gathered, "_MANY_CELLS", int(rng.integers(0, 5)))
            pieces.setattr(gathered, "MOST_LEVELS", int(rng.integers(0, 5)))
            assert read(raw, options) == expected
            pieces.setattr(gathered, "single_characters", lambda *_: None)
            assert read(raw, options) == expected
            pieces.setattr(gathered, "unquoted", lambda *_: None)
            assert read(raw, options) == expected
    assert read_as_table > TEXTS_A_CASE / 3


@pytest.mark.parametrize("seed", range(8))
def test_scans_read_the_same(seed, monkeypatch, tmp_path):
    compared = 0
    for number in range(TEXTS_A_CASE // 3):
        rng = np.random.default_rng([seed, 1000 + number])
        raw, options = random_text(rng)
        path = tmp_path / f"{number}.csv"
        path.write_bytes(raw)
        monkeypatch.setattr(scanned, "_PIECE", int(rng.integers(1, 80)))
        monkeypatch.setattr(scanned, "_BATCH", int(rng.integers(1, 300)))
        if isinstance(read(raw, options), str):  # the text is no table
            with pytest.raises(DataError):
                sp.scan(path, missing="drop", **options)
            continue
        try:
            expected = sp.read(path, missing="drop", **options)
        except DataError:
            continue
        if expected.notes:  # layouts and encodings that need the whole text
            continue
        found = sp.scan(path, missing="drop", **options)
        assert all_of(found) == all_of(expected)
        assert found.fingerprint() == expected.fingerprint()
        compared += 1
    assert compared > 4

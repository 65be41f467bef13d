"""BIF: every form that is read, and a message with the line for every one that is not."""

import gzip

import pytest

from sepset.data.bif import read_bif, write_bif
from sepset.data.networks import BayesianNetwork, Variable, asia
from sepset.errors import DataError, FormatError

HEAD = """network "dogs" {
  property "made by hand; { not really";
}
// a comment
variable family-out { // yes { no
  type discrete [ 2 ] { yes, no };
  property "position = (1, 2)" ;
}
variable light { type discrete[3]{ off, dim, "very bright" } }
/* several
   lines */
variable dog { type discrete [ 2 ] { yes, no }; }
probability ( family-out ) { table 0.15, 0.85; }
"""
LIGHT = "probability ( light | family-out ) { (yes) 0.1, 0.3, 0.6; (no) 0.7 0.2 0.1; }\n"
DOG = """probability ( dog | light, family-out ) {
  (off, yes) 0.9, 0.1;
  ("very bright", no) 2.5e-1, .75;
  default 0.5, 0.5;
}
"""


def test_the_forms_of_a_file():
    network = read_bif(HEAD + LIGHT + DOG)
    assert network.names == ("family-out", "light", "dog")
    assert network["light"].levels == ("off", "dim", "very bright")
    assert network["light"].table.tolist() == [[0.1, 0.3, 0.6], [0.7, 0.2, 0.1]]
    assert network["dog"].parents == ("light", "family-out")
    assert network["dog"].table[0, 0].tolist() == [0.9, 0.1]
    assert network["dog"].table[2, 1].tolist() == [0.25, 0.75]
    assert network["dog"].table[1].tolist() == [[0.5, 0.5]] * 2


def test_table_with_parents_has_the_own_level_slowest():
    # As in the format's dog-problem example: p(yes | yes), p(yes | no), p(no | yes), p(no | no).
    text = """variable f { type discrete [2] { yes, no }; } variable l { type discrete [2] { yes, no }; }
    probability (f) { table 0.15 0.85; } probability (l | f) { table 0.6 0.05 0.4 0.95; }"""
    assert read_bif(text)["l"].table.tolist() == [[0.6, 0.4], [0.05, 0.95]]
    assert read_bif(text.replace("(l | f)", "(l f)")) == read_bif(text)


def test_files(tmp_path):
    text = write_bif(asia())
    (tmp_path / "asia.bif").write_text(text)
    (tmp_path / "asia.bif.gz").write_bytes(gzip.compress(text.encode()))
    assert read_bif(tmp_path / "asia.bif") == asia()
    assert read_bif(str(tmp_path / "asia.bif.gz")) == asia()
    assert read_bif(text) == asia()
    (tmp_path / "cut.bif.gz").write_bytes(gzip.compress(text.encode())[:-12])
    with pytest.raises(FormatError, match=r"cut\.bif\.gz: the gzipped file is damaged"):
        read_bif(tmp_path / "cut.bif.gz")
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        read_bif(tmp_path / "none.bif")


def test_rounded_rows_are_scaled():
    text = "variable a { type discrete [3] { u, v, w }; } probability (a) { table 0.3333, 0.3333, 0.3333; }"
    assert read_bif(text)["a"].table.tolist() == pytest.approx([1 / 3] * 3, abs=1e-15)
    scaled = read_bif(text)
    assert read_bif(write_bif(scaled)) == scaled


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "line 1: expected network, variable or probability, found '{'"),
        ("network n { }", "the text has no variables"),
        (HEAD, "variable 'light' has no probability block"),
        (HEAD + HEAD, "line 18: variable 'family-out' is declared twice"),
        (HEAD.replace("[ 2 ]", "[ 3 ]", 1), "line 6: variable 'family-out' declares 3 levels but lists 2"),
        (HEAD.replace("yes, no", "yes, yes", 1), "line 6: .* two levels of the same name"),
        (HEAD.replace("discrete [", "continuous [", 1), "line 6: expected 'discrete', found 'continuous'"),
        (HEAD + LIGHT + LIGHT, "line 15: variable 'light' has two probability blocks"),
        (
            HEAD + LIGHT.replace("| family-out", "| family-uot"),
            r"line 14: unknown variable 'family-uot'; did you mean",
        ),
        (HEAD + LIGHT.replace("(no)", "(nope)"), r"line 14: unknown level 'nope'; did you mean 'no'\?"),
        (HEAD + LIGHT.replace("(no)", "(yes)"), r"line 14: 'light' has two rows for \(yes\)"),
        (HEAD + LIGHT.replace("0.6;", "0.5;"), r"line 14: the probabilities of 'light' .* one sums to 0.9"),
        (HEAD + LIGHT.replace("0.6;", "1.6;"), "line 14: expected a probability from 0 to 1, found '1.6'"),
        (HEAD + LIGHT.replace("0.6;", "x;"), "found 'x'"),
        (
            HEAD + LIGHT.replace(", 0.6;", ";"),
            "a row of 'light' needs 1 levels and 3 probabilities, found 1 and 2",
        ),
        (HEAD + LIGHT.replace("(yes)", "(yes, no)"), "found 2 and 3"),
        (
            HEAD + LIGHT.replace("(yes)", "values"),
            "line 14: expected table, default or a row .*found 'values'",
        ),
        (
            HEAD + LIGHT + DOG.replace("default 0.5, 0.5;", ""),
            r"line 15: 'dog' has no row for \(off, no\) and no",
        ),
        (
            HEAD + LIGHT + DOG.replace("default 0.5,", "default"),
            "the default of 'dog' needs 2 values, found 1",
        ),
        (HEAD.replace("0.15, 0.85", "0.15"), "line 13: the table of 'family-out' needs 2 values, found 1"),
        (HEAD + LIGHT.replace("}", ""), "line 14: the text ends where a row of probabilities should come"),
        (HEAD + "probability ( ; ) { }", "expected a name, found ';'"),
        ('variable "a {', "line 1: a double quote is not closed"),
        ("variable { }", "expected the name of a variable, found '{'"),
    ],
)
def test_errors_name_the_line(text, message):
    with pytest.raises(FormatError, match=message):
        read_bif(text)


def test_words_that_need_quotes():
    network = BayesianNetwork([Variable("a b", ("table", "5-10", "", "x;y"), (), [0.25] * 4)])
    assert read_bif(write_bif(network)) == network
    for bad in ('a"b', "a\nb"):
        with pytest.raises(DataError, match="cannot be written in BIF"):
            write_bif(BayesianNetwork([Variable("a", ("u", bad), (), [0.5, 0.5])]))

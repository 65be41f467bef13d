import json

import pytest

from sepset import Knowledge, KnowledgeError, read_knowledge
from sepset.knowledge.text import parse

COHORT = """
# a cohort
tiers: age sex | smoking "blood pressure" | lung_*
effects within tiers: no
roots: sex
ancestor: smoking -> lung_cancer
not ancestor: lung_cancer -> smoking
required: age->smoking
forbidden: sex -> lung_cancer
no edge: sex -- age
"""


def test_the_text_form_reads_what_it_writes():
    known = parse(COHORT)
    assert known.tiers == (("age", "sex"), ("smoking", "blood pressure"), ("lung_*",))
    assert known.required == (("age", "smoking"),)
    assert known.no_edge == (("sex", "age"),)
    assert not known.effects_within_tiers
    assert parse(str(known)) == known
    assert Knowledge(**json.loads(json.dumps(known.to_dict()))) == known
    odd = Knowledge(tiers=[['a "b"', "c->d"], ["e|f", "g#h", "back\\slash"]])
    assert parse(str(odd)) == odd


@pytest.mark.parametrize(
    "name", ["a\nb", "a\r\n", "\ttab", "line\u2028break", "\x85", "\U000e0001", "a\\nb", "\x1b[31m", "\\"]
)
def test_names_of_any_characters_survive_the_text_form(name):
    known = Knowledge(roots=[name], no_edge=[("other", name)])
    assert len(str(known).splitlines()) == 2
    assert parse(str(known)) == known


def test_a_file_is_named_in_errors(tmp_path):
    file = tmp_path / "known.txt"
    file.write_text("tiers: a | b\nancestor: a b\n")
    with pytest.raises(KnowledgeError, match=r"known.txt: line 2: expected '->' after 'a', found 'b'"):
        read_knowledge(file)
    with pytest.raises(KnowledgeError, match=r"there is no file .*none\.txt"):
        read_knowledge(tmp_path / "none.txt")
    with pytest.raises(KnowledgeError, match="cannot be read: Is a directory"):
        read_knowledge(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tier a", "line 1: a line begins with a kind of statement and a colon, not 'tier a'"),
        ("\nancestors: a -> b", "line 2: .*'ancestors'; did you mean 'ancestor'"),
        ("tiers: a | | b", "line 1: a tier is empty"),
        ("roots:", "line 1: names are missing"),
        ("roots: a -> b", "line 1: '->' is not a name"),
        ("required: a ->", "line 1: the pair is incomplete"),
        ("required: a -- b", "line 1: expected '->' after 'a', found '--'"),
        ("no edge: a -> b", "line 1: expected '--' after 'a', found '->'"),
        ("required: a -> b c", "line 1: expected the end of the line after 'b', found 'c'"),
        ("effects within tiers: maybe", "line 1: .* is yes or no, not 'maybe'"),
        ('roots: "a', "line 1: a double quote is not closed"),
    ],
)
def test_errors_of_the_text_form_name_line_and_word(text, message):
    with pytest.raises(KnowledgeError, match=message):
        parse(text)


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ({"tiers": "ab"}, "tiers is a list, got 'ab'"),
        ({"tiers": ["ab"]}, "a tier is a list, got 'ab'"),
        ({"roots": [1]}, "roots is a list of names .* it has 1"),
        ({"ancestor": [("a",)]}, "ancestor is a list of pairs"),
        ({"ancestor": [("a", "a")]}, "ancestor has 'a' twice"),
        ({"tiers": [["a"], ["b", "a"]]}, "'a' is in tier 1 and in tier 2"),
        (
            {"ancestor": [("a", "b"), ("b", "c"), ("c", "a"), ("c", "b")]},
            r"b -> c -> b is a cycle \(ancestor: b -> c; ancestor: c -> b\)",
        ),
        (
            {"required": [("a", "b")], "ancestor": [("b", "c")], "not_ancestor": [("a", "c")]},
            r"a -> b -> c, and yet .* \(required: a -> b; ancestor: b -> c; not ancestor: a -> c\)",
        ),
        ({"roots": ["a"], "ancestor": [("b", "a")]}, r"b -> a, and yet .* \(ancestor: b -> a; roots: a\)"),
        ({"sinks": ["b"], "ancestor": [("b", "a")]}, r"\(ancestor: b -> a; sinks: b\)"),
        ({"required": [("a", "b")], "forbidden": [("a", "b")]}, "required: a -> b, and forbidden: a -> b"),
        ({"required": [("a", "b")], "no_edge": [("b", "a")]}, "required: a -> b, and no edge: b -- a"),
    ],
)
def test_statements_that_cannot_be_are_refused_at_once(statements, message):
    with pytest.raises(KnowledgeError, match=message):
        Knowledge(**statements)


def test_what_depends_on_the_variables_is_refused_when_they_are_known():
    known = Knowledge(ancestor=[("a", "b")], forbidden=[("a", "b")])
    known.on(("a", "b", "c"))
    with pytest.raises(KnowledgeError, match="no chain of direct effects leads from a to b"):
        known.on(("a", "b"))
    with pytest.raises(KnowledgeError, match=r"no variable fits 'x_\*'"):
        Knowledge(roots=["x_*"]).on(("a", "b"))
    with pytest.raises(KnowledgeError, match="there is no variable 'smokin'; did you mean 'smoking'"):
        Knowledge(roots=["smokin"]).on(("smoking", "b"))
    with pytest.raises(KnowledgeError, match="'a_2' is in tier 1 and in tier 2"):
        Knowledge(tiers=[["a_*"], ["*_2"]]).on(("a_1", "a_2"))


def test_patterns_stand_for_all_names_that_fit():
    known = Knowledge(tiers=[["*_2018"], ["*_2019"]], not_ancestor=[("x_*", "y_2018")])
    relations = known.on(("x_2018", "x_2019", "y_2018"))
    assert relations.tier == [0, 1, 0]
    assert relations.not_ancestor == [0b100, 0b101, 0]
    # A name is meant literally before it is a pattern.
    assert Knowledge(roots=["a*"]).on(("a*", "ab")).not_ancestor == [0, 0b01]


def test_what_follows_is_added():
    known = Knowledge(ancestor=[("a", "c"), ("d", "b")], not_ancestor=[("a", "b")]).on("abcd")
    rows = {name: known.not_ancestor[i] for i, name in enumerate("abcd")}
    assert rows["c"] >> 1 & 1, "c affects b would make a affect b"
    assert rows["a"] >> 3 & 1, "a affects d would make a affect b"
    assert rows["c"] >> 3 & 1
    assert rows["c"] >> 0 & 1

"""Other forms of knowledge: TOML, JSON, Tetrad's files, causal-learn's objects."""

import random

import pytest

import naive
import sepset as sp
from naive_knowledge import random_knowledge
from sepset import Knowledge, KnowledgeError, OptionError

TETRAD = """/knowledge
addtemporal

1* age sex
2 smoking_* bp
3- lung
4 a
5 b

forbiddirect

bp smoking_1
age --> lung

requiredirect
age bp
"""


def test_a_file_of_tetrad(tmp_path):
    file = tmp_path / "knowledge.txt"
    file.write_text(TETRAD)
    known = sp.read_knowledge(file)
    assert known.tiers == (("age", "sex"), ("smoking_*", "bp"), ("lung",), ("a",), ("b",))
    assert known.not_ancestor == (("age", "sex"), ("sex", "age"))
    assert known.forbidden == (("bp", "smoking_1"), ("age", "lung"), ("lung", "b"))
    assert known.required == (("age", "bp"),)
    with pytest.raises(KnowledgeError, match=r"knowledge.txt, line 6: there is no variable 'lung'"):
        known.on(("age", "sex", "smoking_1", "bp", "a", "b"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("/knowledge\naddtemporal\nage sex", "line 3: a tier begins with its number, .* not 'age'"),
        ("/knowledge\nforbiddirect\na b c", "line 3: a line of forbiddirect has two names, not 'a b c'"),
        ("/knowledge\na b", "line 2: 'a' comes before any section heading"),
        (
            "/knowledge\nforbidirect\na b",
            "line 2: 'forbidirect' is not a section .* did you mean 'forbiddirect'",
        ),
        ("/knowledge\nrequiredirect\na b\nb a", "line 3: required: a -> b; line 4: required: b -> a"),
    ],
)
def test_errors_of_tetrad_files_name_line_and_word(tmp_path, text, message):
    file = tmp_path / "knowledge.txt"
    file.write_text(text)
    with pytest.raises(KnowledgeError, match=message):
        sp.read_knowledge(file)


@pytest.mark.parametrize("ending", [".txt", ".toml", ".json"])
def test_every_form_reads_what_it_writes(tmp_path, ending):
    rng = random.Random(0)
    for _ in range(30):
        known = random_knowledge(naive.random_dag(6, 0.4, rng), rng)
        sp.write_knowledge(known, tmp_path / f"known{ending}")
        assert sp.read_knowledge(tmp_path / f"known{ending}") == known
    odd = Knowledge(tiers=[["a b", "é"], ['"', "x_*"]], effects_within_tiers=False, roots=["a b"])
    sp.write_knowledge(odd, tmp_path / f"odd{ending}")
    assert sp.read_knowledge(tmp_path / f"odd{ending}") == odd


def test_tetrad_reads_what_is_written_for_it(tmp_path):
    known = Knowledge(
        tiers=[["a", "b"], ["c"]], effects_within_tiers=False, forbidden=[("a", "c")], required=[("b", "c")]
    )
    sp.write_knowledge(known, tmp_path / "known", form="tetrad")
    assert sp.read_knowledge(tmp_path / "known") == known
    apart = Knowledge(no_edge=[("a", "c")])
    sp.write_knowledge(apart, tmp_path / "known", form="tetrad")
    assert sp.read_knowledge(tmp_path / "known").on("abc").given == apart.on("abc").given
    with pytest.raises(KnowledgeError, match="Tetrad's files have no statement 'not ancestor'"):
        sp.write_knowledge(Knowledge(not_ancestor=[("a", "b")]), tmp_path / "known", form="tetrad")
    with pytest.raises(KnowledgeError, match="have no spaces, and 'a b' does"):
        sp.write_knowledge(Knowledge(required=[("a b", "c")]), tmp_path / "known", form="tetrad")
    with pytest.raises(
        OptionError, match="form is one of 'auto', 'text', 'toml', 'json', 'tetrad'; got 'xml'"
    ):
        sp.write_knowledge(known, tmp_path / "known", form="xml")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("known.toml", "tiers = a\n", r"known.toml: it cannot be read: .*line 1"),
        ("known.json", "{", r"known.json: it cannot be read: .*line 1"),
        ("known.json", "[]", "known.json: it should hold an object of statements"),
        ("known.toml", "tier = 1", "known.toml: 'tier' is not a kind of statement; did you mean 'tiers'"),
        (
            "known.toml",
            "effects_within_tiers = 1",
            "known.toml: effects within tiers is True or False, got 1",
        ),
    ],
)
def test_errors_of_toml_and_json(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(KnowledgeError, match=message):
        sp.read_knowledge(tmp_path / name)


class Node:
    def __init__(self, name):
        self.name = name

    def get_name(self):
        return self.name


class Background:
    """What causal-learn's BackgroundKnowledge looks like from outside."""

    def __init__(self):
        a, b, c, d = map(Node, "abcd")
        self.forbidden_rules_specs = {(a, d)}
        self.forbidden_pattern_rules_specs = {("x.*", "b")}
        self.required_rules_specs = {(a, c)}
        self.required_pattern_rules_specs = set()
        self.tier_map = {0: {b, a}, 1: set(), 2: {c, d}}
        self.forbidden_within_tiers = {2}


def test_an_object_of_causal_learn():
    known = sp.read_knowledge(Background())
    assert known.tiers == (("a", "b"), ("c", "d"))
    assert known.effects_within_tiers
    assert known.not_ancestor == (("c", "d"), ("d", "c"))
    assert known.forbidden == (("a", "d"), ("x*", "b"))
    assert known.required == (("a", "c"),)
    odd = Background()
    odd.forbidden_pattern_rules_specs = {("(a|b)", "c")}
    with pytest.raises(KnowledgeError, match="cannot be said with"):
        sp.read_knowledge(odd)
    with pytest.raises(OptionError, match="knowledge is read from a file or"):
        sp.read_knowledge(3)

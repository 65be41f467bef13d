"""Tetrad's knowledge files, as its `loadKnowledge` reads and its `saveKnowledge` writes them."""

import pytest

import sepset as sp
from sepset.errors import KnowledgeError
from sepset.knowledge.tetrad import is_tetrad, parse_tetrad


def test_as_tetrad_writes_it():
    """A blank line before the tiers, two spaces after the number, no line at the end."""
    known = parse_tetrad(
        "/knowledge\naddtemporal\n\n0*  x1 x2\n1  x3\n\nforbiddirect\nx3 x4\n\nrequiredirect\nx1 x3"
    )
    assert known.tiers == (("x1", "x2"), ("x3",))
    assert known.not_ancestor == (("x1", "x2"), ("x2", "x1"))
    assert known.forbidden == (("x3", "x4"),)
    assert known.required == (("x1", "x3"),)


def test_lines_with_the_same_number_are_one_tier():
    known = parse_tetrad("/knowledge\naddtemporal\n2 c\n1 a\n1* b\n")
    assert known.tiers == (("a", "b"), ("c",))
    assert known.not_ancestor == (("a", "b"), ("b", "a"))


def test_the_next_tier_is_the_one_with_the_next_number():
    known = parse_tetrad("/knowledge\naddtemporal\n0- a\n1- b\n4 c\n")
    assert known.forbidden == (("a", "c"), ("b", "c"))


@pytest.mark.parametrize("header", ["/knowledge\n", "", "// what we know\n\n/knowledge\n"])
def test_the_header_may_be_missing_and_sections_have_capitals(header, tmp_path):
    file = tmp_path / "known"
    file.write_text(f"{header}AddTemporal\n1 a\n2 b\nForbidDirect\n// not so\na b\n")
    known = sp.read_knowledge(file)
    assert known.tiers == (("a",), ("b",))
    assert known.forbidden == (("a", "b"),)


def test_groups_are_all_pairs_of_two_lines():
    known = parse_tetrad(
        "/knowledge\nforbiddengroup\na b\nc d\nc\nb\nrequiredgroup\na\ne f\nrequiredirect\nb e\n"
    )
    assert known.forbidden == (("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "b"))
    assert known.required == (("a", "e"), ("a", "f"), ("b", "e"))
    with pytest.raises(KnowledgeError, match="the last group of forbiddengroup has one line"):
        parse_tetrad("/knowledge\nforbiddengroup\na b\n")


def test_names_in_quotes():
    known = parse_tetrad(
        '/knowledge\naddtemporal\n1 "blood pressure" age\nforbiddirect\n"blood pressure" age\n'
    )
    assert known.tiers == (("blood pressure", "age"),)
    assert known.forbidden == (("blood pressure", "age"),)


def test_what_is_no_file_of_tetrad():
    assert not is_tetrad("tiers: a | b\n")
    assert not is_tetrad("")
    assert not is_tetrad("# remark\nroots: addtemporal\n")

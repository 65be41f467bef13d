"""Marks, patterns and the table that holds them."""

from itertools import product

import pytest

from sepset.errors import GraphError
from sepset.graph.mark_table import MarkTable
from sepset.graph.marks import EDGE_PATTERNS, QUERY_PATTERNS, Mark, marks_of, mirror, pattern_of

PATTERNS = ["-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--"]


def matches(pattern, query):
    """A pattern matches a question when each end is the same or asked for as any mark."""
    return all(asked in ("*", mark) for mark, asked in ((pattern[0], query[0]), (pattern[2], query[2])))


def test_there_are_nine_patterns():
    assert sorted(EDGE_PATTERNS) == sorted(PATTERNS)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_and_marks_are_one_to_one(pattern):
    assert pattern_of(*marks_of(pattern)) == pattern
    assert marks_of(mirror(pattern)) == marks_of(pattern)[::-1]


@pytest.mark.parametrize(("short", "pattern"), [("->", "-->"), ("<-", "<--"), ("--", "---")])
def test_short_forms_are_read(short, pattern):
    assert marks_of(short) == marks_of(pattern)


@pytest.mark.parametrize("wrong", ["", ">-<", "*->", "==>", "-->>", None, 3, ["-->"]])
def test_other_patterns_are_no_edges(wrong):
    with pytest.raises(GraphError, match=r"is not an edge; write one of --- --> "):
        marks_of(wrong)


def test_every_question_about_every_edge():
    for pattern, query in product(PATTERNS, (query for query in QUERY_PATTERNS if len(query) == 3)):
        table = MarkTable(3)
        table.set(2, pattern, 0)
        assert table.has(2, query, 0) == matches(pattern, query), (pattern, query)
        assert table.where(2, query) == (1 if matches(pattern, query) else 0)
        assert not table.has(2, query, 1)


def test_setting_replaces_and_removing_clears():
    for old, new in product(PATTERNS, repeat=2):
        table, fresh = MarkTable(2), MarkTable(2)
        table.set(0, old, 1)
        table.set(1, new, 0)
        fresh.add(1, new, 0)
        assert table == fresh
        assert (table.near, table.far) == (fresh.near, fresh.far)
        table.remove(0, 1)
        assert (table.adjacency, table.near, table.far) == ([0, 0], *([([0, 0],) * 3] * 2))


def test_one_mark_changes_alone():
    table = MarkTable(2)
    table.set(0, "o-o", 1)
    table.set_mark(1, 0, Mark.ARROW)
    assert table.pattern(0, 1) == "o->"
    assert table.mark_at(1, 0) is Mark.ARROW


def test_asking_for_the_mark_of_no_edge_is_an_error():
    with pytest.raises(KeyError):
        MarkTable(2).mark_at(0, 1)


def test_copies_are_independent():
    table = MarkTable(2)
    table.set(0, "-->", 1)
    copy = table.copy()
    copy.set(0, "<->", 1)
    assert table.pattern(0, 1) == "-->"
    assert table != copy


def test_edges_come_in_order():
    table = MarkTable(4)
    for a, pattern, b in [(3, "-->", 0), (2, "o->", 1), (0, "---", 1), (0, "<->", 2)]:
        table.set(a, pattern, b)
    assert list(table.edges()) == [(0, "---", 1), (0, "<->", 2), (0, "<--", 3), (1, "<-o", 2)]
    assert table.edge_count() == 4

import pytest

from sepset.errors import OptionError
from sepset.orientation.pattern import Pattern
from sepset.orientation.specs import PATTERNS, r2, r3, undirected

EDGE = ("a o-o b",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"conclusion": "a b"}, "not a chain"),
        ({"conclusion": "a --> b --> c"}, "one edge"),
        ({"conclusion": "a o-> b"}, "one edge with a tail or an arrowhead"),
        ({"conclusion": "a *-* b"}, "one edge"),
        ({"conclusion": "a --> c"}, "how the edge a, c looks|no premise has an edge at c"),
        ({"premises": ("a o~o b",)}, "not a chain"),
        ({"premises": ("a o-o b o-o a",)}, "not a chain"),
        ({"premises": (*EDGE, "b --> a")}, "give the edge"),
        ({"premises": ("a o-o b or a --> b",)}, "the same in every choice"),
        ({"premises": ("a o-o b or a --> b", "c o-o a or c --> a")}, "only one premise"),
        ({"because": "a b c"}, "no premise has an edge at c"),
        ({"no_collider": ("a b c",)}, "no premise has an edge at c"),
        ({"no_collider": ("a b",)}, "must name 3 nodes"),
        ({"not_adjacent": ("a a",)}, "must name 2 nodes"),
    ],
)
def test_a_mistake_is_named_where_the_pattern_is_written(change, message):
    with pytest.raises(OptionError, match=f"the pattern 'mine' cannot be read: .*({message})"):
        Pattern(**({"name": "mine", "premises": EDGE, "conclusion": "a --> b"} | change))


def test_the_statement_is_made_from_the_parts():
    assert r2.statement == "a --> b *-> c or a *-> b --> c; a *-o c  =>  a *-> c"
    assert r3.statement == (
        "a *-> b <-* c; a *-o d o-* c; d *-o b; a and c not adjacent, d no collider  =>  d *-> b"
    )


def test_a_pattern_that_reads_the_same_from_both_ends_looks_at_each_edge_once():
    assert undirected.shape.symmetric
    assert not r2.shape.symmetric
    fork = Pattern("fork", ("c --> a o-o b <-- d",), "a --- b", not_adjacent=("c d",))
    assert fork.shape.symmetric
    assert not Pattern("one side", ("c --> a o-o b",), "a --- b").shape.symmetric


def test_reasons_name_each_node_of_a_pattern_once():
    for pattern in PATTERNS.values():
        assert len(set(pattern.reason)) == len(pattern.reason) == len(pattern.shape.places) + 2
        pattern.sentence.format(**{letter: letter for letter in pattern.reason})

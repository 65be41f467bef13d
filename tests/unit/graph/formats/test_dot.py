"""Graphviz's DOT language."""

import re

import pytest

from sepset import MixedGraph
from sepset.graph.formats.dot import to_dot

SHAPES = {"-": "none", "<": "normal", ">": "normal", "o": "odot"}


@pytest.mark.parametrize("pattern", ["-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--"])
def test_every_mark_is_drawn(pattern):
    tail, head = SHAPES[pattern[0]], SHAPES[pattern[2]]
    assert f'  "a" -> "b" [dir=both, arrowtail={tail}, arrowhead={head}];' in to_dot(
        MixedGraph.from_edges(f"a {pattern} b")
    )


def test_isolated_nodes_and_the_empty_graph():
    assert to_dot(MixedGraph(("a",))) == 'digraph {\n  "a";\n}'
    assert to_dot(MixedGraph(())) == "digraph {\n}"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("blood pressure", '"blood pressure";'),
        ("Größe", '"Größe";'),
        ("a -> b", '"a -> b";'),
        ('the "x"', r'"the \"x\"";'),
        ("C:\\new", r'"C:\\new" [label="C:\\new"];'),
        ("end\\", r'"end\\" [label="end\\"];'),
        ('\\"', r'"\\\"" [label="\\\""];'),
        ("a&lt;", '"a&lt;" [label="a&amp;lt;"];'),
        ("two\nlines", r'"two\u000alines" [label="two\nlines"];'),
        ("\x00", r'"\u0000" [label="\\u0000"];'),
    ],
)
def test_names_are_escaped(name, line):
    assert to_dot(MixedGraph((name,))).splitlines()[1] == "  " + line


def test_different_names_stay_different():
    names = ["a\nb", "a\\u000ab", "a\\nb", 'a"b', 'a\\"b', "a\\b", "a\\\\b"]
    identifiers = re.findall(r'^  ("(?:[^"\\]|\\.)*")', to_dot(MixedGraph(names)), flags=re.MULTILINE)
    assert len(set(identifiers)) == len(names)

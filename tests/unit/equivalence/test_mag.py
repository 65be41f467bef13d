import pytest

from sepset import CycleError, GraphError, MixedGraph, OptionError
from sepset.equivalence.mag import is_ancestral, is_k_closure, is_mag, is_maximal, require_mag

g = MixedGraph.from_edges

# a and d are joined by the inducing path a <-> b <-> c <-> d: b is an ancestor of d, c one of a.
NOT_MAXIMAL = g("a <-> b", "b <-> c", "c <-> d", "b --> d", "c --> a")


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (g(), True),
        (g(nodes=("a", "b")), True),
        (g("a --> b", "b --> c"), True),
        (g("a --> b", "b --> c", "a <-> c"), False),
        (g("a --> b", "b --> c", "c --> a"), False),
        (g("a <-> b", "b <-> c", "a <-> c"), True),
    ],
)
def test_ancestral(graph, expected):
    assert is_ancestral(graph) is expected


def test_maximal():
    assert not is_maximal(NOT_MAXIMAL)
    assert not is_mag(NOT_MAXIMAL)
    assert is_mag(NOT_MAXIMAL.with_edge("a", "<->", "d"))


def test_a_collider_path_without_ancestors_can_be_cut():
    assert is_mag(g("a <-> b", "b <-> c", "c <-> d"))


@pytest.mark.parametrize("pattern", ["o-o", "o->", "---", "--o"])
def test_unsettled_marks_are_no_answer_but_false(pattern):
    graph = g(("a", pattern, "b"))
    assert not is_ancestral(graph)
    assert not is_maximal(graph)
    assert not is_mag(graph)
    assert not is_k_closure(graph, 0)


def test_the_k_closure_question_needs_a_size():
    for bad in (-1, 1.0, True, "1", None):
        with pytest.raises(OptionError, match="k is the largest size"):
            is_k_closure(g("a --> b"), bad)


def test_require_mag_names_the_trouble():
    require_mag(NOT_MAXIMAL.with_edge("a", "<->", "d"))
    with pytest.raises(GraphError, match="nothing separates a and d; add a <-> d"):
        require_mag(NOT_MAXIMAL)
    with pytest.raises(CycleError, match="almost directed cycle"):
        require_mag(g("a --> b", "b --> c", "a <-> c"))
    with pytest.raises(GraphError, match="a o-o b"):
        require_mag(g("a o-o b"))


def test_adding_the_named_edges_makes_a_mag():
    graph = g("a <-> b", "b <-> c", "c <-> d", "d <-> e", "b --> e", "c --> e", "d --> a", "c --> a")
    assert is_ancestral(graph)
    added = 0
    while not is_mag(graph):
        with pytest.raises(GraphError) as caught:
            require_mag(graph)
        u, pattern, v = str(caught.value).rsplit("add ", 1)[1].split()
        graph = graph.with_edge(u, pattern, v)
        added += 1
    assert added

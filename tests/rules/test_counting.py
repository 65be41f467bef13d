import random
from itertools import combinations

import pytest

from rule_cases import assert_idempotent, proposals, reasons
from sepset.graph.bits import from_members
from sepset.orientation.counting import counting, has_clique, r11, r12, without_room

# a has room for the two adjacent parents w, v; b has them too (colliders at b with nothing else).
WEDGE = ("a o-> b", "w o-o a", "v o-o a", "w o-o v", "w o-> b", "v o-> b")


def test_fires_on_the_smallest_miss_of_the_paper():
    """The triangle, k=1: k-PC leaves o-o everywhere, the 1-essential graph has --- everywhere."""
    triangle = ("w o-o u", "w o-o v", "u o-o v")
    assert {"w --- u", "w --- v", "u --- v"} <= proposals(counting, triangle, k=1)
    assert proposals(counting, triangle, k=0) == set()


def test_fires_when_an_end_has_fewer_than_k_plus_1_parents():
    assert "a --> b" not in proposals(counting, WEDGE, k=1)
    assert "a --> b" in proposals(counting, WEDGE, k=2)
    assert reasons(counting, WEDGE, k=2)["a --> b"] == "aba"


@pytest.mark.parametrize(
    ("why", "changed", "starved"),
    [
        ("w points away from a", ("a o-> b", "w <-- a", *WEDGE[2:]), "a"),
        ("w may only be a spouse of a", ("a o-> b", "w <-> a", *WEDGE[2:]), "a"),
        ("w is not adjacent to b, and a is no collider", (*WEDGE[:4], WEDGE[5]), "a"),
        ("w and v cannot both be parents of a", (*WEDGE[:3], *WEDGE[4:]), "a"),
        ("w points away from b", (*WEDGE[:4], "w <-- b", WEDGE[5]), "b"),
        ("w may only be a spouse of b", (*WEDGE[:4], "w <-> b", WEDGE[5]), "b"),
    ],
)
def test_each_reason_why_a_parent_does_not_count(why, changed, starved):
    assert reasons(counting, changed, k=1)["a --> b"] == f"ab{starved}"


def test_parents_that_form_known_colliders_count():
    # w, v make room at a; they are children of b, so b must find its parents elsewhere.
    edges = ("a o-> b", "w o-o a", "v o-o a", "w o-o v", "w <-- b", "v <-- b")
    assert reasons(counting, edges, k=1)["a --> b"] == "abb"
    assert reasons(counting, (*edges, "x o-> b"), k=1)["a --> b"] == "abb"
    assert "a --> b" not in proposals(counting, (*edges, "x o-> b", "y o-> b"), k=1)


def test_an_undirected_edge_still_counts_as_a_possible_parent():
    edges = ("a o-> b", "w --- a", "v --- a", "w --- v", "w o-> b", "v o-> b")
    assert "a --> b" not in proposals(counting, edges, k=1)


def test_a_doubtful_triple_may_be_a_collider():
    edges = (*WEDGE[:3], *WEDGE[4:])
    assert "a --> b" in proposals(counting, edges, k=1)
    assert "a --> b" not in proposals(counting, edges, k=1, votes={"wav": None, "wbv": None})


@pytest.mark.parametrize("edge", ["a --> b", "a <-> b", "a --- b"])
def test_does_not_fire_on_a_settled_edge(edge):
    assert proposals(counting, (edge,), k=5) == set()


def test_a_spouse_needs_the_same_room():
    drawn = ("a <-> b", *WEDGE[1:])
    assert reasons(without_room, drawn, k=1) == {}
    assert reasons(without_room, drawn, k=2) == {"a *-* b": "aba"}
    assert reasons(without_room, ("a <-> b", "c o-> a", "d o-> a", "c o-o d"), k=1) == {"a *-* b": "abb"}
    assert reasons(without_room, ("a <-> b", "c o-> a", "c o-> b"), k=0) == {}
    assert reasons(without_room, ("a o-> b", "a o-o c"), k=5) == {}
    assert reasons(without_room, ("a <-> b",)) == {}


def test_says_nothing_without_k():
    assert proposals(counting, ("a o-o b",)) == set()


def test_contains_r11_and_r12_at_k_0():
    for edges in (
        ("c o-o a", "a o-> b"),
        ("d o-o a", "a o-o c"),
        ("a o-o b",),
        ("c o-o a", "a o-> b", "b <-o c"),
    ):
        assert proposals(r11, edges) | proposals(r12, edges) <= proposals(counting, edges, k=0)


def test_idempotent():
    assert_idempotent(counting, WEDGE, k=2)


def test_clique_search_is_exact():
    rng = random.Random(4)
    for _ in range(300):
        n = rng.randint(1, 8)
        joined = {pair for pair in combinations(range(n), 2) if rng.random() < 0.6}
        rows = {v: from_members(w for w in range(n) if (min(v, w), max(v, w)) in joined) for v in range(n)}
        for size in range(n + 2):
            literal = any(set(combinations(chosen, 2)) <= joined for chosen in combinations(range(n), size))
            assert has_clique((1 << n) - 1, rows, size) is literal

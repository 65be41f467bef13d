import pytest

from rule_cases import assert_idempotent, proposals, reasons, run
from sepset import MixedGraph
from sepset.orientation.path_rules import r0

TRIPLE = ("a o-o c", "b o-o c")


def test_fires_when_the_set_leaves_the_middle_out():
    assert proposals(r0, TRIPLE, sepsets={"ab": ""}) == {"a *-> c", "c <-* a", "b *-> c", "c <-* b"}
    assert reasons(r0, TRIPLE, sepsets={"ab": ""}) == {"a *-> c": "acb", "b *-> c": "bca"}


@pytest.mark.parametrize(
    ("why", "edges", "known"),
    [
        ("a and b are adjacent", (*TRIPLE, "a o-o b"), {"sepsets": {"ab": ""}}),
        ("c is in the set", TRIPLE, {"sepsets": {"ab": "c"}}),
        ("c is in a larger set", (*TRIPLE, "c o-o d"), {"sepsets": {"ab": "cd", "ad": "c", "bd": "c"}}),
        ("the pair has no set", TRIPLE, {"sepsets": {}}),
        ("no sets are kept", TRIPLE, {}),
        (
            "b is not adjacent to c",
            ("a o-o c", "b o-o d", "c o-o d"),
            {"sepsets": {"ab": "", "ad": "c", "bc": "d"}},
        ),
        ("the vote is against a collider", TRIPLE, {"sepsets": {"ab": ""}, "votes": {"acb": False}}),
        ("the vote is ambiguous", TRIPLE, {"sepsets": {"ab": ""}, "votes": {"acb": None}}),
    ],
)
def test_does_not_fire_when(why, edges, known):
    assert not {"a *-> c", "b *-> c"} & proposals(r0, edges, **known)


def test_a_vote_for_a_collider_overrides_the_set():
    assert "a *-> c" in proposals(r0, TRIPLE, sepsets={"ab": "c"}, votes={"acb": True})
    assert "a *-> c" in proposals(r0, TRIPLE, votes={"bca": True})


def test_reads_the_skeleton_and_not_the_marks():
    assert "a *-> c" in proposals(r0, ("a --> c", "b o-o c"), sepsets={"ab": ""})
    assert "b *-> c" in proposals(r0, ("a <-o c", "b --o c"), sepsets={"ab": ""})


def test_decides_all_triples_at_once():
    """Erratum: re-matching the literal o-o pattern after earlier orientations loses a collider."""
    edges = ("a o-o d", "b o-o d", "c o-o d")
    graph, _ = run(r0, edges, sepsets={"ab": "", "ac": "", "bc": ""}, k=0)
    assert graph == MixedGraph.from_edges("a o-> d", "b o-> d", "c o-> d")


def test_two_colliders_that_share_an_edge_make_it_bidirected():
    edges = ("a o-o b", "b o-o c", "c o-o d")
    graph, again = run(r0, edges, sepsets={"ac": "", "bd": "", "ad": ""})
    assert graph.has("b", "<->", "c")
    assert again.conflicts == ()


def test_idempotent():
    assert_idempotent(r0, TRIPLE, sepsets={"ab": ""})

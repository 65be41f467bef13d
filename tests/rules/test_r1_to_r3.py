import pytest

from rule_cases import assert_idempotent, proposals, reasons, run
from sepset.orientation.specs import r1, r2, r3

# ---- R1 ----


@pytest.mark.parametrize("into", ["-->", "<->", "o->"])
@pytest.mark.parametrize("onward", ["o-o", "o->"])
def test_r1_fires(into, onward):
    edges = (f"a {into} b", f"b {onward} c")
    assert proposals(r1, edges) == {"b --> c", "c <-- b"}
    assert reasons(r1, edges) == {"b --> c": "abc"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("a and c are adjacent", ("a o-> b", "b o-o c", "a o-o c")),
        ("circle at b from a", ("a o-o b", "b o-o c")),
        ("tail at b from a", ("a <-- b", "b o-o c")),
        ("tail at b to c", ("a o-> b", "b --> c")),
        ("arrowhead at b from c", ("a o-> b", "b <-o c")),
        ("b and c are not adjacent", ("a o-> b", "c o-o d")),
    ],
)
def test_r1_does_not_fire_when(why, edges):
    assert "b --> c" not in proposals(r1, edges)


def test_r1_does_not_use_a_doubtful_triple():
    edges = ("a o-> b", "b o-o c")
    assert proposals(r1, edges, sepsets={"ac": "b"})
    assert not proposals(r1, edges, sepsets={})
    assert not proposals(r1, edges, sepsets={"ac": "b"}, votes={"abc": None})
    assert proposals(r1, edges, sepsets={}, votes={"abc": False})


def test_r1_runs_along_a_chain():
    graph, _ = run(r1, ("a o-> b", "b o-o c", "c o-o d"))
    assert graph.has("b", "-->", "c")
    assert graph.has("c", "-->", "d")


# ---- R2 ----


@pytest.mark.parametrize(
    "edges",
    [
        ("a --> b", "b o-> c"),
        ("a --> b", "b <-> c"),
        ("a o-> b", "b --> c"),
        ("a <-> b", "b --> c"),
        ("a --> b", "b --> c"),
    ],
)
@pytest.mark.parametrize("edge", ["o-o", "<-o", "--o"])
def test_r2_fires(edges, edge):
    edges = (*edges, f"a {edge} c")
    assert "a *-> c" in proposals(r2, edges)
    assert reasons(r2, edges)["a *-> c"] == "abc"


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("neither edge is directed", ("a o-> b", "b o-> c", "a o-o c")),
        ("no arrowhead at c from b", ("a --> b", "b o-o c", "a o-o c")),
        ("no arrowhead at b from a", ("a --o b", "b --> c", "a o-o c")),
        ("the mark at c is a tail", ("a --> b", "b --> c", "a o-- c")),
        ("the mark at c is an arrowhead", ("a --> b", "b --> c", "a o-> c")),
        ("a and c are not adjacent", ("a --> b", "b --> c")),
        ("the way goes back", ("a --> b", "b <-- c", "a o-o c")),
    ],
)
def test_r2_does_not_fire_when(why, edges):
    assert "a *-> c" not in proposals(r2, edges)


# ---- R3 ----

R3 = ("a o-> b", "c o-> b", "a o-o d", "c o-o d", "d o-o b")


def test_r3_fires():
    assert proposals(r3, R3) == {"d *-> b", "b <-* d"}
    assert reasons(r3, R3) == {"d *-> b": "abcd"}
    assert "d *-> b" in proposals(r3, ("a --> b", "c <-> b", "a --o d", "c <-o d", "d --o b"))


@pytest.mark.parametrize(
    ("why", "changed"),
    [
        ("a and c are adjacent", (*R3, "a o-o c")),
        ("no arrowhead at b from a", ("a o-o b", *R3[1:])),
        ("no arrowhead at b from c", (R3[0], "c o-o b", *R3[2:])),
        ("arrowhead at d from a", (*R3[:2], "a o-> d", *R3[3:])),
        ("tail at d to c", (*R3[:3], "c o-- d", R3[4])),
        ("d and a are not adjacent", (*R3[:2], *R3[3:])),
        ("the mark at b is a tail", (*R3[:4], "d o-- b")),
        ("the mark at b is an arrowhead", (*R3[:4], "d o-> b")),
        ("d and b are not adjacent", R3[:4]),
    ],
)
def test_r3_does_not_fire_when(why, changed):
    assert "d *-> b" not in proposals(r3, changed)


def test_r3_does_not_use_a_doubtful_triple():
    assert proposals(r3, R3, sepsets={"ac": "d"})
    assert not proposals(r3, R3, sepsets={})
    assert not proposals(r3, R3, sepsets={"ac": "d"}, votes={"adc": None})


@pytest.mark.parametrize(
    ("rule", "edges"),
    [(r1, ("a o-> b", "b o-o c", "c o-o d")), (r2, ("a --> b", "b --> c", "a o-o c")), (r3, R3)],
)
def test_idempotent(rule, edges):
    assert_idempotent(rule, edges)

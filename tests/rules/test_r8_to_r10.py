import pytest

from rule_cases import assert_idempotent, orient, proposals, reasons
from sepset import MixedGraph
from sepset.equivalence.k_closure import k_closure
from sepset.orientation.engine import circles_on
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.path_rules import r9, r10
from sepset.orientation.plans import PAG, PAPER, Fixpoint, Once, Plan
from sepset.orientation.specs import r8

# ---- R8 ----

R8 = ("a --> b", "b --> c", "a o-> c")


def test_r8_fires():
    assert reasons(r8, R8) == {"a --> c": "abc"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("a o-> b is not directed", ("a o-> b", *R8[1:])),
        ("b o-> c is not directed", (R8[0], "b o-> c", R8[2])),
        ("b <-> c", (R8[0], "b <-> c", R8[2])),
        ("the mark at a is known", (*R8[:2], "a <-> c")),
        ("no arrowhead at c", (*R8[:2], "a o-o c")),
        ("a and c are not adjacent", R8[:2]),
    ],
)
def test_r8_does_not_fire_when(why, edges):
    assert "a --> c" not in proposals(r8, edges)


# ---- R9 ----

R9 = ("a o-> c", "a o-o b", "b o-o u", "u o-> c")


def test_r9_fires():
    assert reasons(r9, R9) == {"a --> c": "abuc", "u --> c": "ubac"}  # the path reads both ways


def test_r9_fires_on_long_paths():
    edges = ("a o-> c", "a o-> b", "b o-o u", "u --> v", "v o-> w", "w --> c")
    assert reasons(r9, edges) == {"a --> c": "abuvwc"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("b and c are adjacent", (*R9, "b o-> c")),
        ("a and u are adjacent: covered", (*R9, "a o-o u")),
        ("arrowhead at a from b", (R9[0], "a <-o b", *R9[2:])),
        ("arrowhead at b from u", (*R9[:2], "b <-o u", R9[3])),
        ("arrowhead at u from c", (*R9[:3], "u <-> c")),
        ("tail at u to b", (*R9[:2], "b o-- u", R9[3])),
        ("the mark at a is known", ("a <-> c", *R9[1:])),
        ("no arrowhead at c", ("a o-o c", *R9[1:])),
        ("the path does not reach c", R9[:3]),
    ],
)
def test_r9_does_not_fire_when(why, edges):
    assert "a --> c" not in proposals(r9, edges)


@pytest.mark.parametrize("triple", ["cab", "abu", "buc"])
def test_r9_does_not_use_a_doubtful_triple(triple):
    assert proposals(r9, R9, votes=dict.fromkeys([triple], False))
    assert not proposals(r9, R9, votes=dict.fromkeys([triple]))


# ---- R10 ----

R10 = ("a o-> c", "b --> c", "d --> c", "a o-o b", "a o-o d")


def test_r10_fires_on_single_edges():
    assert reasons(r10, R10) == {"a --> c": "cbad"}


def test_r10_fires_on_longer_paths():
    edges = ("a o-> c", "b --> c", "d --> c", "a o-o m", "m o-> b", "a o-> w", "w --> x", "x o-> d")
    assert reasons(r10, edges) == {"a --> c": "cbmawxd"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("m and w are adjacent", (*R10, "b o-o d")),
        ("b is no known parent of c", (R10[0], "b o-> c", *R10[2:])),
        ("d is no known parent of c", (*R10[:2], "d o-> c", *R10[3:])),
        ("arrowhead at a from b", (*R10[:3], "a <-o b", R10[4])),
        ("tail at d", (*R10[:4], "a o-- d")),
        ("only one path", R10[:4]),
        ("the mark at a is known", ("a <-> c", *R10[1:])),
        ("no arrowhead at c", ("a o-o c", *R10[1:])),
    ],
)
def test_r10_does_not_fire_when(why, edges):
    assert "a --> c" not in proposals(r10, edges)


def test_r10_needs_uncovered_paths():
    edges = ("a o-> c", "b --> c", "d --> c", "a o-o m", "m o-> b", "a o-o d")
    assert "a --> c" in proposals(r10, edges)
    covered = (*edges, "a <-o b")  # the path a, m, b is covered, and a, b goes backward
    assert "a --> c" not in proposals(r10, covered)


def test_r10_does_not_use_a_doubtful_triple():
    assert proposals(r10, R10, votes={"bad": False})
    assert not proposals(r10, R10, votes={"bad": None})


@pytest.mark.parametrize(("rule", "edges"), [(r8, R8), (r9, R9), (r10, R10)])
def test_idempotent(rule, edges):
    assert_idempotent(rule, edges)


# ---- erratum: R8-R10 need a fixed point ----


def _step_4(dag, k, plan):
    closure = k_closure(dag, k)
    found = orient(circles_on(closure.table), MagEvidence(closure.table, k), plan)
    return MixedGraph.from_table(dag.nodes, found.table)


def test_erratum_one_pass_is_not_enough_for_the_pag():
    dag = MixedGraph.from_edges(
        "a --> c",
        "a --> g",
        "b --> c",
        "b --> g",
        "c --> d",
        "c --> g",
        "d --> e",
        "d --> g",
        "e --> f",
        "f --> g",
    )
    one_pass = Plan("one pass", (*PAG.parts[:2], Once(r8, r9, r10)))
    assert _step_4(dag, 4, one_pass) != _step_4(dag, 4, PAG)


def test_erratum_one_pass_is_not_enough_for_the_papers_output():
    dag = MixedGraph.from_edges(
        "a --> b",
        "a --> c",
        "a --> e",
        "a --> f",
        "b --> d",
        "c --> d",
        "c --> e",
        "c --> f",
        "d --> e",
        "e --> f",
    )
    repeated = Plan("repeated", (*PAPER.parts[:2], Fixpoint(r8, r9, r10), *PAPER.parts[3:]))
    assert _step_4(dag, 4, PAPER) != _step_4(dag, 4, repeated)

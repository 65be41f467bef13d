import pytest

from rule_cases import assert_idempotent, orient, proposals, reasons
from sepset import MixedGraph
from sepset.orientation.engine import circles_on
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.path_rules import r4
from sepset.orientation.plans import PAG

# <t, a, b, c> discriminates for b: t, c not adjacent; a is a collider and a parent of c.
SHORT = ("t o-> a", "a <-o b", "a --> c", "b o-> c")
INSIDE = {"sepsets": {"tc": "ab", "tb": ""}}
OUTSIDE = {"sepsets": {"tc": "a", "tb": ""}}
# <t, q, a, b, c>: two nodes between t and b.
LONG = ("t o-> q", "q <-> a", "a <-> b", "q --> c", "a --> c", "b o-> c")


def test_non_collider_branch_fires():
    assert proposals(r4, SHORT, **INSIDE) == {"b --> c", "c <-- b"}
    assert reasons(r4, SHORT, **INSIDE) == {"b --> c": "tabc"}


def test_collider_branch_fires():
    assert proposals(r4, SHORT, **OUTSIDE) == {"a <-> b", "b <-> a", "b <-> c", "c <-> b"}
    assert reasons(r4, SHORT, **OUTSIDE) == {"a <-> b": "tabc", "b <-> c": "tabc"}


def test_fires_on_longer_paths():
    assert reasons(r4, LONG, sepsets={"tc": "qab"}) == {"b --> c": "tqabc"}
    assert "b <-> c" in proposals(r4, LONG, sepsets={"tc": "qa"})


def test_every_node_before_b_gets_its_arrowhead():
    edges = (*SHORT, "t o-> d", "d <-o b", "d --> c")
    assert {"a <-> b", "d <-> b"} <= proposals(r4, edges, **OUTSIDE)


@pytest.mark.parametrize("known", [INSIDE, OUTSIDE])
@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("t and c are adjacent", (*SHORT, "t o-> c")),
        ("no arrowhead at a from t", ("t o-o a", *SHORT[1:])),
        ("no arrowhead at a from b", (SHORT[0], "a o-o b", *SHORT[2:])),
        ("a may be no parent of c", (*SHORT[:2], "a o-> c", SHORT[3])),
        ("a is no parent of c", (*SHORT[:2], "a <-> c", SHORT[3])),
        ("the tail at b is known", (*SHORT[:3], "b --> c")),
        ("the arrowhead at b is known", (*SHORT[:3], "b <-> c")),
        ("b and c are not adjacent", SHORT[:3]),
        ("there is no t", SHORT[1:]),
    ],
)
def test_does_not_fire_when(why, edges, known):
    edges = (*edges, "t o-> x")  # t stays a node of the graph
    assert not {"b --> c", "b <-> c"} & proposals(r4, edges, **known)


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("q is no parent of c", (*LONG[:3], "q <-> c", *LONG[4:])),
        ("q is no collider", (LONG[0], "q --> a", *LONG[2:])),
        ("a is no collider", (LONG[0], "q <-- a", *LONG[2:])),
    ],
)
def test_does_not_fire_on_a_longer_path_when(why, edges):
    assert "b --> c" not in proposals(r4, edges, sepsets={"tc": "qab"})


def test_does_not_fire_without_a_set():
    assert not proposals(r4, SHORT, sepsets={"tb": ""})
    assert not proposals(r4, SHORT)


def test_idempotent():
    assert_idempotent(r4, SHORT, **INSIDE)
    assert_idempotent(r4, SHORT, **OUTSIDE)


def test_erratum_r4_is_needed_from_k_2_on():
    """a->c, b->c, a->d, c->d, k=2: the PAG has a --> d; without R4 it stays a o-> d."""
    dag = MixedGraph.from_edges("a --> c", "b --> c", "a --> d", "c --> d")  # its own 2-closure
    start, evidence = circles_on(dag.table), MagEvidence(dag.table, k=2)
    full = MixedGraph.from_table(dag.nodes, orient(start, evidence, PAG).table)
    literal = MixedGraph.from_table(dag.nodes, orient(start, evidence, PAG.without("R4")).table)
    assert full.has("a", "-->", "d")
    assert literal.has("a", "o->", "d")

import pytest

import naive
from rule_cases import assert_idempotent, orient, proposals, reasons
from sepset import Edge, MixedGraph
from sepset.orientation.engine import circles_on
from sepset.orientation.evidence import Evidence, MagEvidence
from sepset.orientation.plans import MEEK, PC
from sepset.orientation.specs import directed, meek1, meek2, meek3, meek4, undirected

MEEK2 = ("a --> b", "b --> c", "a o-o c")
MEEK3 = ("a o-o b", "a o-o c", "a o-o d", "c --> b", "d --> b")


def test_directed_fires_on_one_arrowhead_only():
    assert proposals(directed, ("a o-> b", "b o-o c", "c <-> d", "d --> e")) == {"a --> b", "b <-- a"}


def test_undirected_fires_on_open_edges_only():
    assert proposals(undirected, ("a o-o b", "b o-> c", "c --> d")) == {"a --- b", "b --- a"}


def test_meek1_fires():
    assert reasons(meek1, ("a --> b", "b o-o c")) == {"b --> c": "abc"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("a and c are adjacent", ("a --> b", "b o-o c", "a o-o c")),
        ("no arrowhead at b", ("a o-o b", "b o-o c")),
        ("b and c are settled", ("a --> b", "b <-- c")),
    ],
)
def test_meek1_does_not_fire_when(why, edges):
    assert "b --> c" not in proposals(meek1, edges)


def test_meek1_does_not_use_a_doubtful_triple():
    assert not proposals(meek1, ("a --> b", "b o-o c"), votes={"abc": None})


def test_meek2_fires():
    assert reasons(meek2, MEEK2) == {"a --> c": "abc"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("a o-o b", ("a o-o b", *MEEK2[1:])),
        ("b o-o c", (MEEK2[0], "b o-o c", MEEK2[2])),
        ("b <-> c", (MEEK2[0], "b <-> c", MEEK2[2])),
        ("a and c are settled", (*MEEK2[:2], "a <-- c")),
    ],
)
def test_meek2_does_not_fire_when(why, edges):
    assert "a --> c" not in proposals(meek2, edges)


def test_meek3_fires():
    assert reasons(meek3, MEEK3) == {"a --> b": "abcd"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("c and d are adjacent", (*MEEK3, "c o-o d")),
        ("c does not point at b", (*MEEK3[:3], "c o-o b", MEEK3[4])),
        ("d does not point at b", (*MEEK3[:4], "d <-> b")),
        ("a and c are settled", (MEEK3[0], "a --> c", *MEEK3[2:])),
        ("a and b are settled", ("a <-- b", *MEEK3[1:])),
    ],
)
def test_meek3_does_not_fire_when(why, edges):
    assert "a --> b" not in proposals(meek3, edges)


MEEK4 = ("a o-o b", "a o-o c", "c --> d", "d --> b", "a o-o d")


def test_meek4_fires():
    assert reasons(meek4, MEEK4) == {"a --> b": "abcd"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("b and c are adjacent", (*MEEK4, "b o-o c")),
        ("a and d are not adjacent", MEEK4[:4]),
        ("c does not point at d", (*MEEK4[:2], "c o-o d", *MEEK4[3:])),
        ("d does not point at b", (*MEEK4[:3], "d <-> b", MEEK4[4])),
        ("a and c are settled", (MEEK4[0], "a --> c", *MEEK4[2:])),
        ("a and b are settled", ("a <-- b", *MEEK4[1:])),
    ],
)
def test_meek4_does_not_fire_when(why, edges):
    assert "a --> b" not in proposals(meek4, edges)


def test_meek4_does_not_use_a_doubtful_triple():
    assert not proposals(meek4, MEEK4, votes={"bac": None})


def test_meek3_does_not_use_a_doubtful_triple():
    assert not proposals(meek3, MEEK3, votes={"cad": None})


@pytest.mark.parametrize(
    ("rule", "edges"),
    [
        (directed, ("a o-> b",)),
        (meek1, ("a --> b", "b o-o c")),
        (meek2, MEEK2),
        (meek3, MEEK3),
        (meek4, MEEK4),
        (undirected, ("a o-o b",)),
    ],
)
def test_idempotent(rule, edges):
    assert_idempotent(rule, edges)


def test_the_pc_plan_gives_the_cpdag_of_every_dag_on_four_nodes():
    """The CPDAG is the union over all DAGs with the same statements: either direction gives ---."""
    for members in naive.k_classes(4, 4):
        cpdag = naive.edge_union(members)
        for dag in members[:3]:
            found = orient(circles_on(dag.table), MagEvidence(dag.table), PC)
            assert MixedGraph.from_table(dag.nodes, found.table) == cpdag
            assert found.conflicts == ()


def test_the_meek_plan_starts_from_drawn_colliders():
    for members in naive.k_classes(4, 4):
        dag = members[0]
        heads = {(end, c) for ends, c in naive.unshielded_colliders(dag) for end in ends}
        drawn = [
            Edge(e.u, "<-o" if (e.v, e.u) in heads else "o->" if (e.u, e.v) in heads else "o-o", e.v)
            for e in dag.edges()
        ]
        found = orient(MixedGraph(dag.nodes, drawn).table, Evidence(), MEEK)
        assert MixedGraph.from_table(dag.nodes, found.table) == naive.edge_union(members)

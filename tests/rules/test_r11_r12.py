import pytest

from rule_cases import assert_idempotent, evidence_for, orient, proposals, reasons
from sepset import MixedGraph
from sepset.equivalence.k_closure import k_closure
from sepset.orientation.counting import r11, r12
from sepset.orientation.engine import circles_on
from sepset.orientation.evidence import MagEvidence
from sepset.orientation.plans import PAG, STANDARD, Fixpoint, Once, Plan, Together

# ---- R11 ----

R11 = ("c o-o a", "a o-> b")


def test_r11_fires():
    assert reasons(r11, R11) == {"a --> b": "abc"}
    assert reasons(r11, ("a o-> b",)) == {"a --> b": "ab"}


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("b is adjacent to a node of C", (*R11, "b <-o c")),
        ("b is adjacent to one of two nodes of C", (*R11, "a o-o d", "b <-o d")),
        ("an arrowhead at a", (*R11, "d o-> a")),
        ("a <-> e", (*R11, "a <-> e")),
        ("the mark at a is an arrowhead", ("c o-o a", "a <-> b")),
        ("the mark at a is a tail", ("c o-o a", "a --> b")),
        ("no arrowhead at b", ("c o-o a", "a o-o b")),
    ],
)
def test_r11_does_not_fire_when(why, edges):
    assert "a --> b" not in proposals(r11, edges)


def test_r11_counts_a_doubtful_triple_as_a_possible_parent():
    assert not proposals(r11, R11, votes={"cab": None})


# ---- R12 ----

R12 = ("d o-o a", "a o-o c")


def test_r12_fires():
    assert {"a --- c", "a --- d"} <= proposals(r12, R12)
    assert reasons(r12, R12)["a --- c"] == "acd"
    assert "a --- c" in proposals(r12, ("a o-o c",))


@pytest.mark.parametrize(
    ("why", "edges"),
    [
        ("c is adjacent to another node of C", (*R12, "c o-o d")),
        ("c is adjacent to one of two", (*R12, "a o-o e", "c o-o e")),
        ("arrowheads at a and at c", (*R12, "e o-> a", "f o-> c")),
        ("the mark at c is an arrowhead", ("d o-o a", "a o-> c")),
        ("the mark at a is a tail", ("d o-o a", "a --o c")),
    ],
)
def test_r12_does_not_fire_when(why, edges):
    assert "a --- c" not in proposals(r12, edges)


def test_r12_needs_only_one_end():
    """An arrowhead at c does not matter when a has none: a <-> c needs parents of both."""
    assert "a --- c" in proposals(r12, (*R12, "f o-> c"))


def test_r12_counts_a_doubtful_triple_as_a_possible_parent():
    edges = (*R12, "e o-> c", "f o-> d")  # so that only a has no arrowhead
    assert "a --- c" in proposals(r12, edges)
    assert "a --- c" not in proposals(r12, edges, votes={"dac": None})


@pytest.mark.parametrize(("rule", "edges"), [(r11, R11), (r12, R12)])
def test_idempotent(rule, edges):
    assert_idempotent(rule, edges)


# ---- erratum: Step 5 must read a snapshot ----


def test_erratum_step_5_reads_a_snapshot():
    """a->b, b->c, e->c, k=0: in place, a --- b leaves C and R11 wrongly gives b --> c."""
    dag = MixedGraph.from_edges("a --> b", "b --> c", "e --> c")
    closure = k_closure(dag, 0)
    start, evidence = circles_on(closure.table), MagEvidence(closure.table, 0)

    def result(plan):
        return MixedGraph.from_table(dag.nodes, orient(start, evidence, plan).table)

    right = result(STANDARD)
    in_place = result(PAG.then(Once(r12, r11)))
    assert right.has("a", "---", "b")
    assert right.has("b", "o->", "c")
    assert in_place.has("b", "-->", "c")


def test_step_5_rules_do_not_see_each_other():
    g = MixedGraph.from_edges("a o-o c", "a o-> b", "b <-o c")
    plan = Plan("step 5", (Together(r12, r11),))
    swapped = Plan("step 5", (Together(r11, r12),))
    evidence = evidence_for(g)
    assert orient(g.table, evidence, plan).table == orient(g.table, evidence, swapped).table
    assert not orient(g.table, evidence, Plan("r11", (Fixpoint(r11),))).trace

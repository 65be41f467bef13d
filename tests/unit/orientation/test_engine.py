import random
from itertools import combinations

import pytest

from sepset import Edge, MixedGraph
from sepset.orientation.engine import Step, circles_on, orient
from sepset.orientation.evidence import Evidence, pair
from sepset.orientation.plans import COUNTING, PAG, PAPER, PC, STANDARD, Fixpoint, Once, Plan, Together
from sepset.orientation.proposals import Orient
from sepset.orientation.specs import r1

CHAIN = MixedGraph.from_edges("a o-o b", "b o-o c")


def proposing(*proposals, name="made_up"):
    """A rule that always proposes the same."""

    def rule(g, evidence):
        yield from proposals

    rule.__name__ = name
    return rule


def run(*parts, graph=CHAIN, evidence=None):
    found = orient(graph.table, evidence or Evidence(), Plan("test", parts))
    return found, MixedGraph.from_table(graph.nodes, found.table)


def test_writes_and_leaves_the_input_alone():
    found, graph = run(Once(proposing(Orient(0, "*->", 1, (0, 1))), stage="a stage"))
    assert graph == MixedGraph.from_edges("a o-> b", "b o-o c")
    assert MixedGraph.from_edges("a o-o b", "b o-o c") == CHAIN
    assert found.trace == (Step("a stage", "made_up", 0, 1, "o-o", "o->", (0, 1)),)
    assert found.conflicts == ()


def test_a_settled_mark_never_changes_and_the_refusal_is_recorded_once():
    first = proposing(Orient(0, "*->", 1, (0,)))
    later = proposing(Orient(1, "-->", 0, (1,)), name="later")
    found, graph = run(Once(first), Fixpoint(later, stage="late"), Once(later))
    assert graph.has("a", "o->", "b")  # refused as a whole: no arrowhead at a either
    assert [(c.kind, c.stage, c.rule, c.a, c.drawn, c.wanted, c.b) for c in found.conflicts] == [
        ("settled", "late", "later", 1, "<-o", "-->", 0)
    ]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_contested_mark_stays_a_circle_in_either_order(order):
    both = [Orient(0, "-->", 1, (0,)), Orient(1, "-->", 0, (1,))]
    found, graph = run(Once(proposing(*(both[i] for i in order))))
    assert graph == CHAIN
    assert sorted((c.kind, c.a, c.b) for c in found.conflicts) == [("contested", 0, 1), ("contested", 1, 0)]
    assert found.trace == ()


def test_a_contested_end_stays_open_for_later_rules():
    fight = proposing(Orient(0, "-->", 1, (0,)), Orient(1, "-->", 0, (1,)))
    found, graph = run(Once(fight), Once(proposing(Orient(0, "*->", 1, (2,)), name="later")))
    assert graph.has("a", "o->", "b")
    assert len(found.conflicts) == 2


def test_rules_of_one_together_contest_each_other():
    one, other = proposing(Orient(0, "-->", 1, (0,))), proposing(Orient(0, "<--", 1, (0,)), name="other")
    assert run(Together(one, other))[1] == CHAIN
    assert run(Once(one, other))[1].has("a", "-->", "b")


def test_a_proposal_that_agrees_is_no_step_and_no_conflict():
    rule = proposing(Orient(0, "*->", 1, (0,)))
    found, _ = run(Once(rule, rule))
    assert len(found.trace) == 1
    assert found.conflicts == ()


def test_once_runs_once_and_a_fixpoint_until_nothing_changes():
    chain = MixedGraph.from_edges("a o-> b", "b o-o c", "c o-o d", "d o-o e")
    assert run(Once(r1), graph=chain)[1].has("c", "o-o", "d")
    assert run(Fixpoint(r1), graph=chain)[1].has("d", "-->", "e")


def test_a_collider_drawn_against_its_set_is_recorded():
    """Both pairs (a, d), (c, e) ask for arrowheads at b; a, b, c was meant to be no collider."""
    graph = MixedGraph.from_edges("a o-o b", "c o-o b", "d o-o b", "e o-o b", "d o-o e")
    sets = {"ac": {"b"}, "ad": set(), "ae": {"b"}, "cd": {"b"}, "ce": set()}
    evidence = Evidence(
        {pair(*map(graph.number, ends)): frozenset(map(graph.number, given)) for ends, given in sets.items()},
        k=1,
    )
    found, drawn = run(*STANDARD.parts, graph=graph, evidence=evidence)
    assert drawn.has("a", "*->", "b")
    assert drawn.has("c", "*->", "b")
    against = {tuple(graph.nodes[i] for i in c.because) for c in found.conflicts if c.kind == "collider"}
    assert against == {("a", "b", "c"), ("a", "b", "e"), ("c", "b", "d")}


def test_circles_on_keeps_the_skeleton():
    graph = MixedGraph.from_edges("a --> b", "b <-> c", nodes=("d",))
    assert MixedGraph.from_table(graph.nodes, circles_on(graph.table)) == MixedGraph.from_edges(
        "a o-o b", "b o-o c", nodes=("d",)
    )


def contradictory(n, rng):
    """A random skeleton with random separating sets: what careless data can produce."""
    names = [f"v{i}" for i in range(n)]
    edges = [Edge(u, "o-o", v) for u, v in combinations(names, 2) if rng.random() < 0.5]
    graph = MixedGraph(names, edges)
    sets, votes = {}, {}
    for a, b in combinations(range(n), 2):
        if not graph.table.adjacent(a, b):
            others = [c for c in range(n) if c not in (a, b)]
            sets[pair(a, b)] = frozenset(rng.sample(others, rng.randint(0, min(2, len(others)))))
            votes |= {(a, c, b): rng.choice((True, False, None)) for c in others if rng.random() < 0.05}
    return graph, Evidence(sets, rng.randint(0, 2), votes)


def relabelled(graph, evidence, order):
    """The same graph and evidence with node i at place order[i]."""
    names = [""] * len(order)
    for i, place in enumerate(order):
        names[place] = graph.nodes[i]
    sets = {
        pair(*(order[i] for i in ends)): frozenset(order[i] for i in s)
        for ends, s in evidence.sepsets.items()
    }
    votes = {}
    for (a, c, b), vote in evidence.votes.items():
        low, high = sorted((order[a], order[b]))
        votes[low, order[c], high] = vote
    return graph.reorder(names), Evidence(sets, evidence.k, votes)


@pytest.mark.parametrize("plan", [STANDARD, COUNTING, PAPER, PAG, PC], ids=lambda plan: plan.name)
def test_the_order_of_nodes_never_matters_even_for_contradictory_evidence(plan):
    rng = random.Random(7)
    conflicts = 0
    for _ in range(60):
        n = rng.randint(3, 8)
        graph, evidence = contradictory(n, rng)
        order = rng.sample(range(n), n)
        other_graph, other_evidence = relabelled(graph, evidence, order)
        found, other = (
            orient(g.table, e, plan) for g, e in ((graph, evidence), (other_graph, other_evidence))
        )
        assert MixedGraph.from_table(graph.nodes, found.table) == MixedGraph.from_table(
            other_graph.nodes, other.table
        )
        assert len(found.conflicts) == len(other.conflicts)
        assert len(found.trace) == len(other.trace)
        conflicts += len(found.conflicts)
    assert conflicts > 0


@pytest.mark.parametrize("plan", [STANDARD, COUNTING, PAPER], ids=lambda plan: plan.name)
def test_contradictory_evidence_still_gives_a_graph_of_the_known_edge_kinds(plan):
    rng = random.Random(8)
    for _ in range(100):
        graph, evidence = contradictory(rng.randint(3, 8), rng)
        found = orient(graph.table, evidence, plan)
        assert found.table.adjacency == graph.table.adjacency
        assert {pattern for _, pattern, _ in found.table.edges()} <= {
            "-->", "<--", "<->", "o->", "<-o", "o-o", "---",
        }  # fmt: skip


def test_replaying_the_trace_gives_the_graph():
    rng = random.Random(9)
    for _ in range(50):
        graph, evidence = contradictory(rng.randint(3, 8), rng)
        found = orient(graph.table, evidence, COUNTING)
        table = graph.table.copy()
        for step in found.trace:
            assert table.pattern(step.a, step.b) == step.before
            table.set(step.a, step.after, step.b)
        assert table == found.table

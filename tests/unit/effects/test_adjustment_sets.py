"""Adjustment sets: kinds, grounds, what stands in the way, and results that contradict themselves."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import naive
import sepset as sp
from naive_adjustment import is_valid
from sepset.effects.cuts import minimal_cuts
from sepset.effects.members import members_of
from sepset.effects.reading import InMember

DAG = sp.MixedGraph.from_edges("c --> a", "c --> b", "d --> c", "d --> a", "a --> m", "m --> b", "e --> b")


def test_every_kind_in_a_dag():
    found = {kind: sp.adjustment_sets(DAG, "a", "b", kind) for kind in ("canonical", "local", "optimal")}
    assert [set(found[kind][0]) for kind in found] == [{"c", "d", "e"}, {"c", "d"}, {"c", "e"}]
    assert set(sp.adjustment_sets(DAG, "a", "b")) == {frozenset("c")}


def test_each_set_says_its_ground():
    assert sp.adjustment_sets(DAG, "a", "b")[0].ground == "exact"
    assert sp.adjustment_sets(DAG, "a", "b", "local")[0].ground == "local"


def test_smallest_are_those_with_the_fewest():
    g = sp.MixedGraph.from_edges("s --> a", "t --> a", "s --> u", "t --> u", "u --> b", "a --> b")
    assert set(sp.adjustment_sets(g, "a", "b")) == {frozenset("u"), frozenset("st")}
    assert set(sp.adjustment_sets(g, "a", "b", "smallest")) == {frozenset("u")}


def test_what_cannot_be_valid_has_a_reason():
    sets = sp.adjustment_sets(sp.MixedGraph.from_edges("a --- b", "b --- c"), "a", "c")
    assert not sets
    assert str(sets.obstacle.edge) == "a --- b"
    assert sets.obstacle.path == ("a", "b", "c")
    assert "a --- b stands in the way" in sets.reason
    assert {remedy.words for remedy in sets.obstacle.remedies} >= {"a affects b", "b affects a"}


def test_a_cause_that_never_is_one_has_no_effect():
    sets = sp.adjustment_sets(sp.MixedGraph.from_edges("b --> a"), "a", "b")
    assert sets.causes == "never"
    assert sets.obstacle is None
    assert "the effect is zero" in sets.reason


def test_sets_can_be_copied_and_pickled():
    sets = sp.adjustment_sets(DAG, "a", "b")
    for again in (copy.deepcopy(sets), pickle.loads(pickle.dumps(sets))):  # noqa: S301 - our own bytes
        assert again == sets
        assert again[0].ground == "exact"
        assert again.causes == "always"


def test_the_order_of_nodes_does_not_matter():
    rng = random.Random(1)
    for _ in range(10):
        graph = sp.k_essential_graph(naive.random_dag(6, 0.5, rng), 1)
        other = graph.reorder(rng.sample(graph.nodes, len(graph)))
        for a, b in (rng.sample(graph.nodes, 2) for _ in range(5)):
            assert list(sp.adjustment_sets(graph, a, b)) == list(sp.adjustment_sets(other, a, b))
            assert sp.adjustment_sets(graph, a, b).obstacle == sp.adjustment_sets(other, a, b).obstacle


def test_minimal_cuts_are_all_minimal_separating_sets():
    """On graphs too large to list classes of: against every subset, one DAG at a time."""
    rng = random.Random(2)
    for _ in range(30):
        dag = naive.random_dag(7, rng.uniform(0.3, 0.7), rng)
        a, b = rng.sample(dag.nodes, 2)
        inside = InMember(dag.table, dag.number(a), dag.number(b))
        cuts = minimal_cuts(inside.families, inside.a, inside.b, avoiding=inside.forbidden)
        assert {frozenset(dag.names(cut)) for cut in cuts} == {
            frozenset(one) for one in sp.adjustment_sets(dag, a, b)
        }
        for given in naive.conditioning_sets(dag, a, b, 5):
            if is_valid(dag, a, b, given):
                assert sp.is_valid_adjustment(dag, a, b, given)


def test_a_graph_that_no_dag_fits_leaves_the_local_rule():
    # A pair that only <-> joins, with nobody to cover it.
    graph = sp.MixedGraph.from_edges("c --> a", "a --> b", "c <-> b")
    sets = sp.adjustment_sets(graph, "a", "b")
    assert sets.contradicted
    assert [(set(one), one.ground) for one in sets] == [({"c"}, "local")]
    assert "No DAG has" in " ".join(sets.notes)


def contradicted():
    """A result of k-PC in which tests contradict each other."""
    for seed in range(50):
        found = sp.kpc(sp.asia().sample(200, seed=seed), k=1)
        if any(found.status(e.u, e.v) == "contradicted" for e in found.graph.edges()):
            return found
    raise AssertionError("no such sample")


def test_contradicted_results_say_so_and_use_the_local_rule_alone():
    found = contradicted()
    for a in found.names:
        for b in found.names:
            if a != b:
                sets = sp.adjustment_sets(found, a, b, "canonical")
                assert sets.contradicted
                assert all(one.ground == "local" for one in sets)
                if sets:
                    assert all(found.status(a, v) != "contradicted" for v in found.graph.neighbours(a))


def test_large_classes_go_by_the_general_criterion(monkeypatch):
    """With more closures than are listed, the sets are labelled as what they are."""
    monkeypatch.setattr("sepset.effects.members.MOST_CLOSURES", 1)
    members_of.cache_clear()
    # a and b have two ways around each other, so that no single variable separates the two m.
    graph = sp.k_essential_graph(
        sp.MixedGraph.from_edges("s --> m", "t --> m", "s --> n", "t --> n", "m --> a", "a --> b", "n --> b"),
        1,
    )
    sets = sp.adjustment_sets(graph, "a", "b", "canonical", k=1)
    members_of.cache_clear()
    assert [one.ground for one in sets] == ["general"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sp.adjustment_sets(DAG, "a", "b", "best"), "kind is one of"),
        (lambda: sp.adjustment_sets("a --> b", "a", "b"), "MixedGraph.parse"),
        (lambda: sp.adjustment_sets(DAG, "a", "x"), "unknown node"),
        (lambda: sp.adjustment_sets(DAG, "a", "a"), "two variables"),
        (lambda: sp.is_valid_adjustment(DAG, "a", "b", ["a"]), "leave 'a' and 'b' out"),
        (lambda: sp.is_valid_adjustment(DAG, "a", "b", "c"), "text"),
        (lambda: sp.adjustment_sets(DAG, "a", "b", k=-1), "k"),
        (lambda: sp.adjustment_sets(sp.anytime_fci(sp.Oracle(DAG), k=1), "a", "b"), "hidden causes"),
        (lambda: sp.adjustment_sets(sp.posterior({"a": [0, 1] * 9, "b": [0, 1] * 9}), "a", "b"), "posterior"),
    ],
)
def test_what_is_wrong_is_said(call, words):
    with pytest.raises(sp.SepsetError, match=words):
        call()

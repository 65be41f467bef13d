"""Adjustment sets against the definition: valid in every DAG of the class, and none missed."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations

import numpy as np
import pytest

import naive
import naive_adjustment
import sepset as sp
from naive_adjustment import minimal, others, subsets, unlabelled, valid_in_all
from naive_knowledge import satisfies
from sepset.effects.members import members_of

KINDS = ("minimal", "smallest", "canonical", "local", "optimal")


@cache
def classes(n, k):
    """The DAGs of every class with its k-essential graph, one class of each shape."""
    found = {naive.k_essential_graph(members, k): members for members in naive.k_classes(n, k)}
    return {graph: found[graph] for graph in unlabelled(found)}


def is_never(members, a, b):
    return not any(a in naive.ancestors(dag, {b}) for dag in members)


def optimal(dag, a, b):
    """The O-set of one DAG, as Henckel, Perković and Maathuis write it."""
    on_paths = {v for path in naive_adjustment.paths_by_kind(dag, a, b)[0] for v in path[1:]}
    return {u for v in on_paths for u in dag.parents(v)} - naive_adjustment.forbidden(dag, a, b) - {a}


def check_sound(asked, members, a, b, **options):
    """No set of any kind is invalid in any DAG of the class. Return what is valid, and what was found."""
    truth = valid_in_all(members, a, b)
    found = {kind: sp.adjustment_sets(asked, a, b, kind, **options) for kind in KINDS}
    for kind, sets in found.items():
        assert set(sets) <= truth, (asked, a, b, kind)
    return truth, found


def check_whole(graph, members, a, b, **options):
    """All minimal and all smallest sets are found, and a set of the other kinds where there is any."""
    truth, found = check_sound(graph, members, a, b, **options)
    if is_never(members, a, b):
        assert found["minimal"].causes == "never"
        return
    assert set(found["minimal"]) == minimal(truth)
    least = min(map(len, truth), default=0)
    assert set(found["smallest"]) == {one for one in truth if len(one) == least}
    assert len(found["canonical"]) == (1 if truth else 0)
    assert (found["minimal"].obstacle is None) == bool(truth)
    for given in subsets(others(graph, a, b)):
        assert sp.is_valid_adjustment(graph, a, b, given, **options) == (given in truth)
    if not truth:
        check_obstacle(graph, members, a, b, found["minimal"].obstacle)


def check_obstacle(graph, members, a, b, obstacle):
    """The edge is one of the graph and of the path, and each fact would help in the DAGs that fit it."""
    assert graph.edge(obstacle.edge.u, obstacle.edge.v) == obstacle.edge
    assert obstacle.path[0] == obstacle.edge.u == a
    assert obstacle.path[1] == obstacle.edge.v
    assert obstacle.path[-1] == b
    for remedy in obstacle.remedies:
        left = [dag for dag in members if satisfies(dag, remedy.statement)]
        assert 0 < len(left) < len(members)
        assert is_never(left, a, b) or valid_in_all(left, a, b), (graph, a, b, remedy)


def test_the_criterion_is_what_adjusting_is_for():
    """Path by path, the twin says "valid" of just the sets that give the effect in a random linear model."""
    rng = np.random.default_rng(0)
    for dag in unlabelled(naive.all_dags(4)):
        for a, b in permutations(dag.nodes, 2):
            for given in subsets(others(dag, a, b)):
                effect = naive_adjustment.gives_the_effect(dag, a, b, given, rng)
                assert naive_adjustment.is_valid(dag, a, b, given) == effect


@pytest.mark.parametrize("n", [2, 3, 4])
def test_dags(n):
    for dag in unlabelled(naive.all_dags(n)):
        for a, b in permutations(dag.nodes, 2):
            check_whole(dag, [dag], a, b)
            if not is_never([dag], a, b):
                assert set(sp.adjustment_sets(dag, a, b, "local")) == {frozenset(dag.parents(a))}
                assert set(sp.adjustment_sets(dag, a, b, "optimal")) == {frozenset(optimal(dag, a, b))}


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in (2, 3, 4) for k in range(n - 1)])
def test_k_essential_graphs_and_essential_graphs(n, k):
    for graph, members in classes(n, k).items():
        for a, b in permutations(graph.nodes, 2):
            check_whole(graph, members, a, b, k=k)
            assert sp.adjustment_sets(graph, a, b) == sp.adjustment_sets(graph, a, b, k=k)


def test_the_optimal_set_of_an_essential_graph_is_that_of_each_of_its_dags():
    for graph, members in classes(4, 2).items():
        for a, b in permutations(graph.nodes, 2):
            found = sp.adjustment_sets(graph, a, b, "optimal")
            if valid_in_all(members, a, b) and not is_never(members, a, b):
                assert [set(one) for one in found] == [optimal(dag, a, b) for dag in members[:1]]
                assert len({frozenset(optimal(dag, a, b)) for dag in members}) == 1


@pytest.mark.parametrize("k", [0, 1, 2])
def test_what_is_found_without_a_list_of_the_class_is_the_same(k, monkeypatch):
    """The general criterion on one closure, as for large classes: nothing unsound, nothing missed."""
    monkeypatch.setattr("sepset.effects.members.MOST_CLOSURES", 1)
    members_of.cache_clear()
    for graph, members in classes(4, k).items():
        for a, b in permutations(graph.nodes, 2):
            check_sound(graph, members, a, b, k=k)
            found = sp.adjustment_sets(graph, a, b, k=k)
            if not is_never(members, a, b):
                assert set(found) == minimal(valid_in_all(members, a, b))
    members_of.cache_clear()


@pytest.mark.parametrize("rules", ["standard", "counting"])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_what_kpc_found_is_read_soundly(k, rules):
    for members in classes(4, k).values():
        found = sp.kpc(sp.Oracle(members[0]), k=k, rules=rules)
        for a, b in permutations(found.names, 2):
            check_sound(found, members, a, b)
            assert set(sp.adjustment_sets(found.graph, a, b)) <= valid_in_all(members, a, b)


def test_so_is_what_loci_found():
    for k in (0, 1, 2):
        for members in classes(4, k).values():
            found = sp.loci(sp.Oracle(members[0]), k=k)
            for a, b in permutations(found.names, 2):
                check_sound(found, members, a, b)


def test_pc_finds_all_there_is():
    for members in classes(4, 2).values():
        found = sp.pc(sp.Oracle(members[0]))
        for a, b in permutations(found.names, 2):
            check_whole(found.graph, members, a, b)
            assert sp.adjustment_sets(found, a, b) == sp.adjustment_sets(found.graph, a, b)


def test_with_knowledge_it_speaks_of_the_dags_that_fit():
    known = sp.Knowledge(tiers=(("a", "b"), ("c", "d")))
    for members in naive.k_classes(4, 2)[::3]:
        left = [dag for dag in members if satisfies(dag, known)]
        if left:
            found = sp.pc(sp.Oracle(left[0]), knowledge=known)
            for a, b in permutations(found.names, 2):
                check_sound(found, left, a, b)


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_every_class_on_five_nodes(k):
    found = {sp.k_essential_graph(dag, k): dag for dag in unlabelled(naive.all_dags(5))}
    for graph in unlabelled(found):
        members = list(sp.theory.k_equivalent_dags(found[graph], k))
        for a, b in permutations(graph.nodes, 2):
            check_whole(graph, members, a, b, k=k)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))  # all at once they take half an hour
@pytest.mark.parametrize("k", [1, 2])
def test_many_classes_on_six_nodes(k, part):
    """Against the directed parts of all closures, which decide it for all DAGs of a class."""
    rng = random.Random(k)
    dags = [naive.random_dag(6, rng.uniform(0.3, 0.8), rng) for _ in range(60)]
    for dag in dags[part::6]:
        graph = sp.k_essential_graph(dag, k)
        members = [closure.directed_part() for closure in sp.k_closures(dag, k)]
        for a, b in permutations(graph.nodes, 2):
            check_whole(graph, members, a, b, k=k)

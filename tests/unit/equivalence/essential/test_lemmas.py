"""Lemmas hold in every k-closure of the class; propagation and clashes against brute force."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

import naive
import sepset as sp
from sepset.equivalence.essential.clashes import clashing_decisions
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import ClassSearch, Deadline
from sepset.equivalence.essential.connections import connecting_edges
from sepset.equivalence.essential.lemmas import BarLemma, PathLemma, WayLemma
from sepset.equivalence.essential.propagation import Clauses
from sepset.equivalence.essential.questions import EdgeQuestions


def _ends(clause, heads):
    return [(literal, heads.ends[abs(literal) - 1]) for literal in clause]


def test_every_lemma_holds_in_every_closure_of_the_class():
    rng = random.Random(2)
    checked = 0
    while checked < 100:
        dag = naive.random_dag(6, 0.4, rng)
        k = rng.choice([1, 2])
        closures = [closure.table for closure in sp.k_closures(dag, k)]
        search = ClassSearch(ClassPattern.of(closures[0]), k, Deadline(None))
        EdgeQuestions(search).settle()
        for _, clause in search.lemmas:
            checked += 1
            for table in closures:
                marks = [
                    (table.where(i, "<-*") >> j & 1) == (literal > 0)
                    for literal, (i, j) in _ends(clause, search.heads)
                ]
                assert any(marks)


def test_propagation_finds_what_follows_by_units_and_nothing_else():
    rng = random.Random(4)
    refuted = 0
    for _ in range(300):
        clauses = [
            [rng.choice([-1, 1]) * v for v in rng.sample(range(1, 7), rng.randint(1, 3))] for _ in range(8)
        ]
        known = Clauses()
        for clause in clauses:
            known.add(clause)
        for assumed in ([1], [-2], [3, -4], [5, 6]):
            used = known.refute(assumed)
            assert (used is not None) == _unit_conflict([*clauses, *([x] for x in assumed)])
            if used is not None:
                refuted += 1
                kept = [clauses[number] for number in used]
                assert _unit_conflict([*kept, *([x] for x in assumed)])
    assert refuted > 100


def _unit_conflict(clauses):
    """Unit propagation as it reads: again and again through all clauses."""
    true = set()
    while True:
        before = set(true)
        for clause in clauses:
            if any(x in true for x in clause):
                continue
            left = [x for x in clause if -x not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
        if before == true:
            return False


def test_connecting_edges_connect_and_are_edges_of_the_graph():
    rng = random.Random(5)
    found = 0
    while found < 40:
        dag = naive.random_dag(7, 0.45, rng)
        parents = [dag.table.parents(i) for i in range(7)]
        for (i, a), (j, b) in combinations(enumerate(dag.nodes), 2):
            for k in (0, 1, 2):
                if dag.adjacent(a, b) or not naive.is_k_covered(dag, a, b, k):
                    continue
                found += 1
                edges = connecting_edges(parents, i, j, k)
                part = sp.MixedGraph(dag.nodes, [(dag.nodes[u], "-->", dag.nodes[v]) for u, v in edges])
                assert all(dag.has(*edge) for edge in part.edges())
                assert naive.is_k_covered(part, a, b, k)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_clashes_are_named_exactly_where_no_dag_agrees(k):
    """All patterns on three nodes, and some on four, against all DAGs."""
    rng = random.Random(k)
    marks = ("o-o", "o->", "<-o", "<->")
    for n, share in ((3, 1.0), (4, 0.01)):
        fitting = {_pattern(sp.k_closure(dag, k)) for dag in naive.all_dags(n)}
        for graph in naive.graphs(n, (None, *marks)):
            if rng.random() > share or not _is_pattern(graph):
                continue
            clash = clashing_decisions(graph, k)
            assert (clash == ()) == (_pattern(graph) in fitting)
            assert (sp.theory.complete_pattern(graph, k) is None) == bool(clash)
            if clash:
                assert not _agree(n, k, clash)


def _pattern(graph):
    return naive.skeleton(graph), naive.unshielded_colliders(graph)


def _is_pattern(graph):
    """Say whether every arrowhead belongs to an unshielded collider, so that each pattern is met once."""
    heads = {(u, c) for ends, c in naive.unshielded_colliders(graph) for u in ends}
    return all(
        (graph.has(u, "*->", v) == ((u, v) in heads))
        for u, v in product(graph.nodes, repeat=2)
        if graph.adjacent(u, v)
    )


def _agree(n, k, decisions):
    """Say whether some DAG satisfies all of the decisions, together with the separations of the pattern."""
    for dag in naive.all_dags(n):
        closure = sp.k_closure(dag, k)
        if all(_satisfies(closure, decision) for decision in decisions):
            return True
    return False


def _satisfies(closure, decision):
    if decision.kind in ("joined", "apart"):
        return closure.adjacent(*decision.nodes) == (decision.kind == "joined")
    a, c, b = decision.nodes
    if not (closure.adjacent(a, c) and closure.adjacent(b, c)) or closure.adjacent(a, b):
        return False
    return (closure.has(a, "*->", c) and closure.has(b, "*->", c)) == (decision.kind == "collider")


def test_a_path_lemma_says_what_it_says():
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c", "a --> c")
    search = ClassSearch(ClassPattern.of(dag.table), 1, Deadline(None))
    clause = PathLemma((0, 1, 2)).clause(search.heads, search.pattern.adjacency)
    head = search.heads.head
    assert clause == [head[0, 1], head[1, 2], -head[0, 2]]


def test_what_is_given_is_obeyed():
    triangle = sp.MixedGraph.from_edges("w --> u", "w --> v", "u --> v")
    given = sp.Knowledge(not_ancestor=[("w", "u")]).on(triangle.nodes).given
    search = ClassSearch(ClassPattern.of(triangle.table), 1, Deadline(None), given=given)
    table = search.find([])
    assert table is not None
    assert table.has(0, "<-*", 1)
    assert search.find([-search.heads.head[0, 1]]) is None


def test_lemmas_of_knowledge_say_what_they_say():
    chain = sp.MixedGraph.from_edges("a --> b", "b --> c")
    given = sp.Knowledge(forbidden=[("b", "c")], ancestor=[("a", "c")]).on((*"abc", "d")).given
    search = ClassSearch(ClassPattern.of(chain.table), 1, Deadline(None))
    head, adjacency = search.heads.head, search.pattern.adjacency
    assert BarLemma((0, 1, 2)).clause(search.heads, adjacency) == [head[0, 1], head[1, 2]]
    assert WayLemma(0, 2, 0b001).clause(search.heads, adjacency, given) == [-head[0, 1]]
    assert WayLemma(0, 2, 0b011).clause(search.heads, adjacency, given) == []
    assert WayLemma(0, 1, 0b001).clause(search.heads, adjacency, given) == [head[0, 1], -head[0, 1]]

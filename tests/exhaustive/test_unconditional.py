"""k = 0 in closed form, against the definition and against its textbook twin."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

import naive
import sepset as sp
from sepset.data.simulate import random_dag


def _agrees(dag, expected):
    result = sp.theory.k_essential(dag, 0)
    assert result.exact
    assert result.graph == expected, dag.to_text()
    assert list(sp.theory.find_problems(result.certificate)) == []
    assert len(result.certificate.witnesses) <= 5


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_every_dag_against_the_definition(n):
    for members in naive.k_classes(n, 0):
        expected = naive.k_essential_graph(members, 0)
        for dag in members:
            assert naive.zero_essential_graph(dag) == expected
            _agrees(dag, expected)


def test_random_graphs_against_the_twin():
    rng = random.Random(7)
    for _ in range(60):
        n = rng.randint(5, 40)
        dag = random_dag(n, edges=round(n * rng.choice([0.5, 0.8, 1.1, 1.5])), seed=rng.randrange(10**9))
        _agrees(dag, naive.zero_essential_graph(dag))


def test_random_graphs_against_all_closures_of_their_class():
    rng = random.Random(8)
    compared = 0
    for _ in range(80):
        dag = naive.random_dag(rng.choice([6, 7]), rng.choice([0.15, 0.25]), rng)
        closures = list(islice(sp.k_closures(dag, 0), 400))
        if len(closures) < 400:
            compared += 1
            _agrees(dag, naive.edge_union(closures))
    assert compared >= 40


def test_a_pattern_is_completed_or_refused():
    for members in naive.k_classes(4, 0):
        found = sp.theory.complete_pattern(sp.pag(sp.k_closure(members[0], 0)), 0)
        assert found is not None
        assert found.graph == naive.k_essential_graph(members, 0)
    skeletons = {naive.skeleton(sp.k_closure(dag, 0)) for dag in naive.all_dags(4)}
    refused = 0
    for pattern in naive.graphs(4, (None, "o-o")):
        heads = {(end, c) for a, c, b in _unshielded(pattern) for end in (a, b)}
        marks = {(u, v): ">" if (u, v) in heads else "o" for u in "abcd" for v in "abcd"}
        edges = [(u, f"{'<' if marks[v, u] == '>' else 'o'}-{marks[u, v]}", v) for u, _, v in pattern.edges()]
        collided = sp.MixedGraph(pattern.nodes, edges)
        refused += sp.theory.complete_pattern(collided, 0) is None
        assert (sp.theory.complete_pattern(collided, 0) is None) == (naive.skeleton(pattern) not in skeletons)
    assert refused


def _unshielded(g):
    for c in g.nodes:
        around = g.neighbours(c)
        yield from ((a, c, b) for a in around for b in around if a < b and not g.adjacent(a, b))


def test_certificates_with_a_fault_are_refused():
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c", "e --> c", "e --> d", "f --> d")
    certificate = sp.theory.k_essential(dag, 0).certificate
    assert sp.theory.verify(certificate)
    for place in range(len(certificate.witnesses)):
        fewer = certificate.witnesses[:place] + certificate.witnesses[place + 1 :]
        smaller = replace(certificate, witnesses=fewer)
        same = place > 0 and smaller.seen.keys() == certificate.seen.keys()  # the first gives the class
        assert sp.theory.verify(smaller) == same
    for edge in certificate.graph.edges():
        for pattern in ("-->", "<--", "<->", "o->", "<-o", "o-o", "---"):
            changed = certificate.graph.with_edge(edge.u, pattern, edge.v)
            if changed != certificate.graph:
                assert not sp.theory.verify(replace(certificate, graph=changed))


def test_reasons_are_said_in_words():
    certificate = sp.theory.k_essential(sp.MixedGraph.from_edges("a --> c", "b --> c"), 0).certificate
    assert certificate.why("a", "c") == (
        "a --> c: in all DAGs of the class a causes c (witness 1).\n"
        "Never a <-- c: b is joined to c and not to a.\n"
        "Never a <-> c: no third variable could be above both a and c."
    )

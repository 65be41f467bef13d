"""Statements of docs/proofs.md on all graphs with five nodes."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest

import naive
import sepset as sp
from sepset.graph.separators import minimum_separators


@cache
def _classes(k):
    """For each class of DAGs with five nodes: its k-closures, and the edges that all of its DAGs have."""
    closures, shared = defaultdict(set), {}
    for dag in naive.all_dags(5):
        closure = sp.k_closure(dag, k)
        key = naive.skeleton(closure), naive.unshielded_colliders(closure)
        closures[key].add(closure)
        shared[key] = shared.get(key, naive.skeleton(dag)) & naive.skeleton(dag)
    return [(closures[key], shared[key]) for key in closures]


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_undirected_edges_are_those_of_every_dag_where_the_pag_has_two_circles(k):
    for closures, shared in _classes(k):
        essential = naive.edge_union(sorted(closures, key=str))
        pag = sp.pag(next(iter(closures)))
        for u, pattern, v in pag.edges():
            if pattern == "o-o":
                assert essential.has(u, "---", v) == (frozenset((u, v)) in shared)


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_every_tail_that_the_pag_allows_is_realised(k):
    for closures, _ in _classes(k):
        for u, pattern, v in sp.pag(next(iter(closures))).edges():
            types = {closure.edge(u, v).pattern for closure in closures}
            assert pattern[0] != "o" or "-->" in types
            assert pattern[2] != "o" or "<--" in types


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_characterization_of_k_closures(k):
    """The three conditions hold for the k-closures of all DAGs with five nodes, and for no other graph."""
    real = {closure for closures, _ in _classes(k) for closure in closures}
    met = 0
    for graph in naive.graphs(5, (None, "-->", "<--", "<->")):
        if sp.theory.is_ancestral(graph):
            holds = _separable_or_adjacent(graph, k) and _bidirected_are_covered(graph, k)
            met += holds
            assert holds == (graph in real), graph.to_text()
    assert met == len(real)


def _separable_or_adjacent(graph, k):
    apart = sum(not graph.adjacent(u, v) for u, v in combinations(graph.nodes, 2))
    return len(minimum_separators(graph, max_size=k)) == apart


def _bidirected_are_covered(graph, k):
    return all(
        sp.minimum_separator(graph.without_edge(u, v), u, v, max_size=k) is None
        for u, pattern, v in graph.edges()
        if pattern == "<->"
    )

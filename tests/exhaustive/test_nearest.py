"""The nearest class against brute force: the least weight over the k-closures of all DAGs."""

from __future__ import annotations

import random

import pytest

import naive
import naive_knowledge
import sepset as sp
from orientation_cases import random_pattern
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import Deadline
from sepset.equivalence.essential.climb import climb
from sepset.equivalence.essential.decisions import choices_of, weight_broken
from sepset.equivalence.essential.nearest import nearest_closure


def least_weight(n, k, weights):
    """By definition: over the k-closures of all DAGs, class by class."""
    closures = (naive.k_closure(members[0], k) for members in naive.k_classes(n, k))
    return min(_weight_by_definition(closure, weights) for closure in closures)


def _weight_by_definition(closure, weights):
    total = 0
    for choice, weight in weights.items():
        names = [closure.nodes[i] for i in choice.nodes]
        if len(names) == 2:
            total += weight * (closure.adjacent(*names) != (choice.kind == "joined"))
            continue
        a, c, b = names
        unshielded = closure.adjacent(a, c) and closure.adjacent(c, b) and not closure.adjacent(a, b)
        collides = unshielded and closure.has(a, "*->", c) and closure.has(b, "*->", c)
        total += weight * (unshielded and collides != (choice.kind == "collider"))
    return total


@pytest.mark.parametrize(
    ("n", "largest", "patterns"),
    [
        *((n, largest, 15) for n in (3, 4) for largest in (1, 5)),
        *(pytest.param(4, largest, 200, marks=pytest.mark.slow) for largest in (1, 5)),
    ],
)
def test_no_class_breaks_less(n, largest, patterns):
    rng = random.Random(n * largest)
    repaired = 0
    for _ in range(patterns):
        pattern = random_pattern(n, rng)
        weights = {choice: rng.randint(1, largest) for choice in choices_of(ClassPattern.of(pattern.table))}
        for k in range(n - 1):
            found = nearest_closure(pattern, weights, k)
            assert found.proven
            assert sp.is_k_closure(found.closure, k)
            least = least_weight(n, k, weights)
            assert sum(weights[choice] for choice in found.broken) == least
            assert (sp.theory.complete_pattern(pattern, k) is not None) == (least == 0)
            repaired += least > 0
    assert repaired >= (2 if n == 3 else 12)


@pytest.mark.parametrize("patterns", [12, pytest.param(150, marks=pytest.mark.slow)])
def test_no_class_that_fits_what_is_known_breaks_less(patterns):
    """Against all DAGs with four nodes that satisfy the statements."""
    rng = random.Random(patterns)
    costs = 0
    for _ in range(patterns):
        pattern = random_pattern(4, rng)
        weights = {choice: rng.randint(1, 3) for choice in choices_of(ClassPattern.of(pattern.table))}
        known = naive_knowledge.random_knowledge(naive.random_dag(4, 0.5, rng), rng)
        given = known.on(pattern.nodes).given
        for k in (0, 1, 2):
            found = nearest_closure(pattern, weights, k, given=given)
            assert found.proven
            dags = (dag for dag in naive.all_dags(4) if naive_knowledge.satisfies(dag, known))
            least = min(_weight_by_definition(naive.k_closure(dag, k), weights) for dag in dags)
            assert sum(weights[choice] for choice in found.broken) == least
            assert sp.theory.complete_pattern(found.closure, k, knowledge=known) is not None
            costs += least > least_weight(4, k, weights)
    assert costs >= patterns // 4


def test_climbing_ends_at_a_k_closure_that_breaks_no_less():
    rng = random.Random(5)
    best = 0
    for _ in range(40):
        pattern = random_pattern(4, rng)
        weights = {choice: rng.randint(1, 3) for choice in choices_of(ClassPattern.of(pattern.table))}
        closure = climb(pattern.table, weights, 1, Deadline(None))
        assert sp.is_k_closure(sp.MixedGraph.from_table(pattern.nodes, closure), 1)
        least = least_weight(4, 1, weights)
        assert weight_broken(closure, weights) >= least
        best += weight_broken(closure, weights) == least
    assert best >= 20


@pytest.mark.parametrize(
    ("n", "patterns"), [(4, 5), (6, 5), *(pytest.param(n, 30, marks=pytest.mark.slow) for n in (4, 6, 8))]
)
def test_the_order_of_nodes_does_not_matter(n, patterns):
    rng = random.Random(n)
    for _ in range(patterns):
        pattern = random_pattern(n, rng)
        turned = pattern.reorder(rng.sample(pattern.nodes, n))
        found, other = (
            nearest_closure(graph, dict.fromkeys(choices_of(ClassPattern.of(graph.table)), 1), 1)
            for graph in (pattern, turned)
        )
        assert found.closure == other.closure

"""Which decisions clash, against brute force: subsets of decisions, and the k-closures of all DAGs."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import naive
from orientation_cases import random_pattern
from sepset.equivalence.essential.clashes import clash_of, find_clash
from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.decisions import Choice, choices_of


def kept_together(graph, k):
    """For each k-closure the decisions of a pattern that it keeps, by definition."""
    choices = list(choices_of(ClassPattern.of(graph.table)))
    closures = (naive.k_closure(members[0], k) for members in naive.k_classes(len(graph), k))
    return choices, {
        frozenset(i for i, choice in enumerate(choices) if keeps(closure, graph, choice))
        for closure in closures
    }


def keeps(closure, graph, choice):
    names = [graph.nodes[i] for i in choice.nodes]
    if len(names) == 2:
        return closure.adjacent(*names) == (choice.kind == "joined")
    a, c, b = names
    if not closure.adjacent(a, c) or not closure.adjacent(c, b) or closure.adjacent(a, b):
        return True
    return (closure.has(a, "*->", c) and closure.has(b, "*->", c)) == (choice.kind == "collider")


def smallest_by_definition(number, kept):
    """The size of a smallest set of decisions that no k-closure keeps."""
    for size in range(1, number + 1):
        if any(not any(set(chosen) <= one for one in kept) for chosen in combinations(range(number), size)):
            return size
    return None


@pytest.mark.parametrize(("n", "patterns"), [(3, 30), (4, 12), pytest.param(4, 150, marks=pytest.mark.slow)])
def test_no_smaller_set_of_decisions_clashes(n, patterns):
    rng = random.Random(n + patterns)
    clashing = 0
    for _ in range(patterns):
        graph = random_pattern(n, rng)
        for k in range(n - 1):
            choices, kept = kept_together(graph, k)
            clash = find_clash(graph, k)
            size = smallest_by_definition(len(choices), kept)
            if clash is None:
                assert size is None
                continue
            clashing += 1
            assert clash.how == "smallest"
            assert len(clash.decisions) == size
            named = {_key(one.kind, one.nodes) for one in clash.decisions}
            by_name = [(kind, [graph.nodes[i] for i in nodes]) for kind, nodes in choices]
            chosen = {i for i, (kind, names) in enumerate(by_name) if _key(kind, names) in named}
            assert len(chosen) == size
            assert not any(chosen <= one for one in kept)
    assert clashing >= patterns // 5


def _key(kind, nodes):
    return kind, frozenset((nodes[0], nodes[-1])), tuple(nodes[1:-1])


def test_the_order_of_nodes_does_not_matter():
    rng = random.Random(8)
    for _ in range(10):
        graph = random_pattern(5, rng)
        turned = graph.reorder(rng.sample(graph.nodes, 5))
        assert find_clash(graph, 1) == find_clash(turned, 1)


def test_triples_that_no_graph_can_show_together_clash_too():
    """a-b-c-d with colliders at b and at c, and no collider at c between b and d."""
    joined = {(0, 1), (1, 2), (2, 3)}
    choices = [Choice("joined" if pair in joined else "apart", pair) for pair in combinations(range(4), 2)]
    choices += [Choice("collider", (1, 2, 3)), Choice("no collider", (1, 2, 3))]
    clash = clash_of(("a", "b", "c", "d"), choices, 2)
    assert clash.how == "smallest"
    kinds = [one.kind for one in clash.decisions]
    assert kinds == ["collider", "no collider", "apart", "joined", "joined"]
    assert str(clash).startswith(
        "These cannot all hold, and no smaller set of decisions clashes: c is a collider"
    )


def test_a_bound_beyond_all_nodes_is_like_none():
    """No node is left that could be a further parent, so nothing is joined by ``<->``."""
    rng = random.Random(8)
    for _ in range(20):
        graph = random_pattern(4, rng)
        unbounded = find_clash(graph, 3)
        for k in (4, 9, 2**70):
            found = find_clash(graph, k)
            assert (found is None) == (unbounded is None)
            assert found is None or len(found.decisions) == len(unbounded.decisions)

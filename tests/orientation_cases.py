"""Graphs and evidence of every kind, to hold the compiled orientation engine against the rules in Python."""

from __future__ import annotations

from itertools import combinations

import naive
import sepset as sp
from sepset.graph.mark_table import MarkTable
from sepset.orientation import compiled
from sepset.orientation.engine import orient_by_python_rules
from sepset.orientation.evidence import Evidence, pair
from sepset.skeleton.search_evidence import SearchEvidence
from sepset.skeleton.separations import Separations


def assert_same(table, evidence, plan):
    """Both engines give the same graph, trace and conflicts; return what they give."""
    before = table.copy()
    found, expected = compiled.orient(table, evidence, plan), orient_by_python_rules(table, evidence, plan)
    assert found is not None
    assert table == before
    assert found.table == expected.table
    assert found.table.far == expected.table.far
    assert len(found.trace) == len(expected.trace)
    assert len(found.conflicts) == len(expected.conflicts)
    assert found.trace == expected.trace
    assert found.conflicts == expected.conflicts
    return found


def with_sets(n, sets, p=0.5):
    """The separating sets of a search, and the skeleton they leave."""
    rows = [(*sorted(ends), tuple(given), p) for ends, given in sets.items()]
    found = Separations.from_rows(n, rows)
    return found, found.skeleton()


def contradictory(n, rng, density, votes):
    """A random skeleton with random sets and votes: what careless data can produce."""
    sets, ballots = {}, {}
    edges = {pair(a, b) for a, b in combinations(range(n), 2) if rng.random() < density}
    for a, b in combinations(range(n), 2):
        if pair(a, b) in edges:
            continue
        others = [c for c in range(n) if c not in (a, b)]
        sets[pair(a, b)] = frozenset(rng.sample(others, min(rng.choice((0, 0, 1, 1, 2)), len(others))))
        for c in others if votes else ():
            if rng.random() < votes:
                ballots[a, c, b] = rng.choice((True, False, None))
    return sets, ballots


def random_marks(skeleton, rng):
    """The same edges with any marks."""
    table = MarkTable(skeleton.n)
    for a, _, b in skeleton.edges():
        table.set(
            a, rng.choice(("o-o", "o-o", "o-o", "o-o", "o->", "<-o", "-->", "<--", "<->", "---", "--o")), b
        )
    return table


def three_kinds(n, rng, density, votes):
    """Evidence from a search, plain evidence with gaps, and plain evidence that keeps no sets."""
    sets, ballots = contradictory(n, rng, density, votes)
    found, skeleton = with_sets(n, sets)
    some = {ends: given for ends, given in sets.items() if rng.random() < 0.8}
    k = rng.choice((None, 0, 1, 2, 3))
    yield skeleton, SearchEvidence(found, skeleton, k, ballots)
    yield skeleton, Evidence(some, k, ballots)
    yield random_marks(skeleton, rng), SearchEvidence(found, skeleton, k, ballots)
    yield random_marks(skeleton, rng), Evidence(rng.choice((None, some)), k, ballots)


def random_pattern(n, rng):
    """A random graph with random unshielded colliders; usually no DAG agrees with it."""
    nodes = naive.NAMES[:n]
    edges = [
        (a, rng.choice(["o-o", "-->", "<--", "<->"]), b)
        for i, a in enumerate(nodes)
        for b in nodes[:i]
        if rng.random() < rng.choice([0.3, 0.6, 0.9])
    ]
    return sp.MixedGraph(nodes, edges)

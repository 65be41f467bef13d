"""Knowledge is never violated: any data, any satisfiable knowledge, every learner and option."""

import random
from itertools import product

import numpy as np
import pytest

import naive
import sepset as sp
from naive_knowledge import random_knowledge, tier_orders

RULES, SEARCHES = ("standard", "paper", "counting"), ("all", "neighbours", "component")
COLLIDERS = ("sepset", "conservative", "majority", "max-p")

RUNS = {
    **{
        f"k-PC {rules} {search} {colliders}": lambda data, known, r=rules, s=search, c=colliders: sp.kpc(
            data, k=1, rules=r, search=s, colliders=c, knowledge=known
        )
        for rules, search, colliders in product(RULES, SEARCHES, COLLIDERS)
    },
    "k-PC completed": lambda data, known: sp.kpc(data, k=1, complete=True, knowledge=known),
    "k-PC automatic": lambda data, known: sp.kpc(data, k="auto", alpha="auto", knowledge=known),
    **{
        f"PC {search} {colliders}": lambda data, known, s=search, c=colliders: sp.pc(
            data, search=s, colliders=c, knowledge=known
        )
        for search, colliders in product(SEARCHES, COLLIDERS)
    },
    **{
        f"Anytime FCI {colliders}": lambda data, known, c=colliders: sp.anytime_fci(
            data, k=1, colliders=c, knowledge=known
        )
        for colliders in COLLIDERS
    },
    "LOCI": lambda data, known: sp.loci(data, k=1, knowledge=known),
}


def noise(rng, n=6, rows=60):
    """Data with dependences of all strengths, from a DAG that has nothing to do with the knowledge."""
    weights = np.triu(rng.normal(size=(n, n)), 1) * (rng.random((n, n)) < 0.6)
    values = np.zeros((rows, n))
    for i in rng.permutation(n):
        values[:, i] = values @ weights[:, i] + rng.normal(size=rows)
    return {f"v{i}": values[:, i] for i in rng.permutation(n)}


def some_knowledge(rng):
    """Statements that some DAG fits."""
    dag = naive.random_dag(6, 0.4, rng)
    names = {old: f"v{i}" for i, old in enumerate(dag.nodes)}
    dag = sp.MixedGraph.from_edges(
        *(f"{names[u]} {edge} {names[v]}" for u, edge, v in dag.edges()), nodes=tuple(names.values())
    )
    if rng.random() < 0.3:
        order = rng.choice(list(tier_orders(dag.nodes[:4])))
        return sp.Knowledge(tiers=order, effects_within_tiers=rng.random() < 0.7)
    return random_knowledge(dag, rng)


def violations(found, known):
    """Yield every statement, or what follows from it, that the graph does not respect."""
    given, graph = known.on(found.names).given, found.graph
    direct = found.learner in ("PC", "LOCI")
    for i, a in enumerate(found.names):
        for j, b in enumerate(found.names):
            if a == b or not graph.adjacent(a, b):
                if given.parent[i] >> j & 1:
                    yield f"no edge {a} -> {b}"
                continue
            if given.never_above[i] >> j & 1 and not graph.has(a, "<-*", b):
                yield f"{a} does not affect {b}: {graph.edge(a, b)}"
            if given.above[i] >> j & 1 and not graph.has(a, "-->", b):
                yield f"{a} affects {b}: {graph.edge(a, b)}"
            if direct and given.never_parent[i] >> j & 1 and not graph.has(a, "<-*", b):
                yield f"{a} does not affect {b} directly: {graph.edge(a, b)}"


@pytest.mark.parametrize("name", RUNS)
def test_knowledge_is_never_violated(name):
    rng, numbers = random.Random(name), np.random.default_rng(len(name))
    against = 0
    for _ in range(12):
        known = some_knowledge(rng)
        found = RUNS[name](noise(numbers), known)
        for k in range(found.last_bound + 1):
            assert not list(violations_at(found, known, k)), known
        against += bool(found.notes)
    assert against, "data that agree with all knowledge put nothing to the test"


def violations_at(found, known, k):
    """The same for one bound."""

    class At:
        names, learner, graph = found.names, found.learner, found.graph_at(k)

    return violations(At, known)

"""Knowledge by its definition: which DAGs satisfy statements, and what marks mean in one DAG."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations, product

import naive
from sepset import Knowledge


@cache
def affects(dag, a, b):
    """Say whether a is an ancestor of b."""
    return a != b and a in naive.ancestors(dag, [b])


def satisfies(dag, known):
    """Every statement, read literally; `known` has names only, no patterns."""
    tier = {name: number for number, group in enumerate(known.tiers) for name in group}
    for a, b in permutations(dag.nodes, 2):
        apart = (
            a in tier
            and b in tier
            and (tier[a] > tier[b] or (tier[a] == tier[b] and not known.effects_within_tiers))
        )
        if affects(dag, a, b) and (apart or b in known.roots or a in known.sinks):
            return False
    return (
        all(affects(dag, a, b) for a, b in known.ancestor)
        and not any(affects(dag, a, b) for a, b in known.not_ancestor)
        and all(dag.has(a, "-->", b) for a, b in known.required)
        and not any(dag.has(a, "-->", b) for a, b in known.forbidden)
        and not any(dag.adjacent(a, b) for a, b in known.no_edge)
    )


def fits(drawn, edge):
    """Say whether a drawn edge can stand for an edge of one graph; ``---``: directed one way or the other."""
    if drawn == "---":
        return edge in ("-->", "<--")
    return all(mark in ("o", other) for mark, other in zip(drawn, edge, strict=True))


def wrong_marks(graph, truth):
    """Edges of a learned graph that do not fit a graph with the same adjacencies."""
    assert naive.skeleton(graph) == naive.skeleton(truth)
    edges = {frozenset((e.u, e.v)): e for e in truth.edges()}
    found = []
    for e in graph.edges():
        real = edges[frozenset((e.u, e.v))]
        pattern = real.pattern if real.u == e.u else real.pattern[::-1].translate(str.maketrans("<>", "><"))
        if not fits(e.pattern, pattern):
            found.append((e, pattern))
    return found


def tier_orders(nodes):
    """Every way to put all nodes into tiers, as lists of tiers."""
    for ranks in product(range(len(nodes)), repeat=len(nodes)):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield [
                [node for node, rank in zip(nodes, ranks, strict=True) if rank == level]
                for level in range(max(ranks) + 1)
            ]


def random_knowledge(dag, rng, *, on_edges=False):
    """Statements that hold in a DAG; `on_edges`: only such as directions of edges can say."""
    pairs = list(permutations(dag.nodes, 2))
    effects = [pair for pair in pairs if affects(dag, *pair)]
    no_effects = [pair for pair in pairs if not affects(dag, *pair)]
    edges = [(a, b) for a, b in pairs if dag.has(a, "-->", b)]
    apart = [pair for pair in combinations(dag.nodes, 2) if not dag.adjacent(*pair)]

    def some(statements):
        return rng.sample(statements, min(len(statements), rng.choice((0, 0, 1, 1, 2))))

    return Knowledge(
        ancestor=() if on_edges else some(effects),
        not_ancestor=() if on_edges else some(no_effects),
        required=some(edges),
        forbidden=some([pair for pair in pairs if pair not in edges]),
        no_edge=some(apart),
        roots=some([a for a in dag.nodes if not any(affects(dag, b, a) for b in dag.nodes)]),
        sinks=some([a for a in dag.nodes if not any(affects(dag, a, b) for b in dag.nodes)]),
    )

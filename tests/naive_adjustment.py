"""Adjustment by its definition, for tests only: path by path in one DAG, and by what adjusting is for.

A set Z is valid for the effect of a on b in a DAG when adjusting for it gives the effect in every model of
the DAG. `is_valid` is the criterion of Shpitser, VanderWeele and Robins (2010) read on paths;
`gives_the_effect` takes one random linear model and compares the regression with the effect itself.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, pairwise, permutations

import numpy as np

import naive


def subsets(names):
    """Every subset, small ones first."""
    return map(frozenset, chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))


def shapes(graphs):
    """The first of each family of graphs that differ in names only, and how many of them there are."""
    found, seen = {}, set()
    for graph in graphs:
        if graph not in seen:
            names = graph.nodes
            same = {graph.relabel(dict(zip(names, order, strict=True))) for order in permutations(names)}
            seen |= same
            found[graph] = len(same)
    return found


def unlabelled(graphs):
    """One graph of each shape."""
    return list(shapes(graphs))


def others(graph, a, b):
    """The nodes that a set may be made of."""
    return [v for v in graph.nodes if v not in (a, b)]


def is_causal(dag, path):
    """Every edge of the path points onward."""
    return all(dag.has(u, "-->", v) for u, v in pairwise(path))


@cache
def paths_by_kind(dag, a, b):
    """The causal paths from a to b, and the others."""
    found = list(naive.paths(dag, a, b))
    causal = [path for path in found if is_causal(dag, path)]
    return causal, [path for path in found if path not in causal]


@cache
def forbidden(dag, a, b):
    """Every descendant of a node, other than a, on a causal path from a to b."""
    on_paths = {v for path in paths_by_kind(dag, a, b)[0] for v in path[1:]}
    return {v for v in dag.nodes if on_paths & naive.ancestors(dag, {v})}


def is_valid(dag, a, b, given):
    """No node of the set is forbidden, and every path that is not causal is blocked."""
    if forbidden(dag, a, b) & set(given):
        return False
    return not any(naive.is_open(dag, path, set(given)) for path in paths_by_kind(dag, a, b)[1])


@cache
def valid_sets(dag, a, b):
    """Every valid set of one DAG."""
    return frozenset(given for given in subsets(others(dag, a, b)) if is_valid(dag, a, b, given))


def valid_in_all(dags, a, b):
    """Every set that is valid in each of some DAGs."""
    return frozenset.intersection(*(valid_sets(dag, a, b) for dag in dags))


def minimal(sets):
    """Those of some sets that have no other of them inside."""
    return {one for one in sets if not any(other < one for other in sets)}


def random_model(dag, rng):
    """Coefficients of a linear model of a DAG, and the variances of its noises."""
    n = len(dag.nodes)
    weights = np.zeros((n, n))
    for edge in dag.edges():
        u, v = (edge.u, edge.v) if edge.pattern == "-->" else (edge.v, edge.u)
        weights[dag.number(v), dag.number(u)] = rng.uniform(0.5, 1.5) * rng.choice([-1, 1])
    return weights, rng.uniform(0.5, 1.5, n)


def total_effects(weights):
    """The effect of each variable (column) on each (row) in a linear model."""
    return np.linalg.inv(np.eye(len(weights)) - weights)


def gives_the_effect(dag, a, b, given, rng):
    """The regression of b on a and the set has the effect as the coefficient of a, in a random model."""
    weights, noise = random_model(dag, rng)
    effects = total_effects(weights)
    covariance = effects @ np.diag(noise) @ effects.T
    chosen = [dag.number(a), *(dag.number(v) for v in sorted(given))]
    slope = np.linalg.solve(covariance[np.ix_(chosen, chosen)], covariance[chosen, dag.number(b)])[0]
    return bool(abs(slope - effects[dag.number(b), dag.number(a)]) < 1e-9)

"""Slow textbook twins of the scores and of the posterior over graphs: the definitions, by enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np


def all_dags(n):
    """Yield every DAG on n nodes as a tuple of parent sets."""
    others = [[v for v in range(n) if v != child] for child in range(n)]
    families = [
        [frozenset(c) for size in range(n) for c in itertools.combinations(rest, size)] for rest in others
    ]
    return (dag for dag in itertools.product(*families) if acyclic(dag))


def acyclic(dag):
    left = set(range(len(dag)))
    while True:
        roots = {v for v in left if not dag[v] & left}
        if not roots:
            return not left
        left -= roots


def table_score(codes, levels, child, parents, cell):
    """Return log p(child | parents) with a Dirichlet prior of `cell` on every cell [Heckerman 1995]."""
    parents, total = sorted(parents), 0.0
    for values in itertools.product(*(range(levels[p]) for p in parents)):
        rows = np.all([codes[p] == value for p, value in zip(parents, values, strict=True)], axis=0)
        rows = np.broadcast_to(rows, codes[child].shape)
        counts = np.bincount(codes[child][rows], minlength=levels[child])
        total += math.lgamma(cell * levels[child]) - math.lgamma(cell * levels[child] + counts.sum())
        total += sum(math.lgamma(cell + int(count)) - math.lgamma(cell) for count in counts)
    return total


def dirichlet(codes, levels, a):
    return lambda child, parents: table_score(codes, levels, child, parents, a)


def bdeu(codes, levels, sample):
    def score(child, parents):
        cells = levels[child] * math.prod(levels[p] for p in parents)
        return table_score(codes, levels, child, parents, sample / cells)

    return score


def bge(columns, *, mean_weight=1.0, wishart_weight=None):
    """Return the BGe score of standardised columns as a product of multivariate t densities, row by row.

    Each row is predicted from the rows before it [DeGroot 1970]: no matrix gamma function is needed, so this
    shares no formula with the closed form of Kuipers, Moffa and Heckerman (2014).
    """
    x = (columns - columns.mean(axis=1, keepdims=True)) / columns.std(axis=1, keepdims=True)
    n = len(x)
    weight = n + mean_weight + 1 if wishart_weight is None else wishart_weight
    scale = mean_weight * (weight - n - 1) / (mean_weight + 1)

    def log_marginal(members):
        members = sorted(members)
        size, freedom = len(members), weight - n + len(members)
        if not size:
            return 0.0
        mean, strength, spread, total = np.zeros(size), mean_weight, scale * np.eye(size), 0.0
        for row in x[members].T:
            dof = freedom - size + 1
            shape = spread * (strength + 1) / (strength * dof)
            off = row - mean
            total += math.lgamma((dof + size) / 2) - math.lgamma(dof / 2) - size / 2 * math.log(dof * math.pi)
            total -= np.linalg.slogdet(shape)[1] / 2
            total -= (dof + size) / 2 * math.log1p(off @ np.linalg.solve(shape, off) / dof)
            spread = spread + strength / (strength + 1) * np.outer(off, off)
            mean = (strength * mean + row) / (strength + 1)
            strength, freedom = strength + 1, freedom + 1
        return total

    return lambda child, parents: log_marginal({child, *parents}) - log_marginal(parents)


def posterior(n, score, log_odds):
    """Return every DAG with its probability, and the log evidence under the normalised prior."""
    family = {
        (v, frozenset(p)): score(v, p)
        for v in range(n)
        for size in range(n)
        for p in itertools.combinations([u for u in range(n) if u != v], size)
    }
    dags = list(all_dags(n))
    edges = np.array([sum(map(len, dag)) for dag in dags])
    logs = np.array([sum(family[v, p] for v, p in enumerate(dag)) for dag in dags]) + log_odds * edges
    prior = math.log(sum(math.exp(log_odds * count) for count in edges))
    top = logs.max()
    total = np.exp(logs - top).sum()
    return dags, np.exp(logs - top) / total, top + math.log(total) - prior


def ancestor_probabilities(dags, probabilities):
    """Return P(a is an ancestor of b) at [a, b], by following the parents of every DAG."""
    found = np.zeros((len(dags[0]), len(dags[0])))
    for dag, probability in zip(dags, probabilities, strict=True):
        for b in range(len(dag)):
            above, todo = set(), list(dag[b])
            while todo:
                a = todo.pop()
                if a not in above:
                    above.add(a)
                    todo += dag[a]
            found[list(above), b] += probability
    return found

"""What the cross-checks share: the data, and skeletons as sets of pairs of column numbers."""

import numpy as np

import sepset as sp
from sepset.data.networks import asia
from sepset.data.simulate import linear_gaussian, random_dag, random_network

KS = (0, 1, 2)


def gaussian_values(n, rows, seed):
    """Return a table from a random linear Gaussian model of average degree 3."""
    dag = random_dag(n, edges=3 * n // 2, seed=seed)
    model = linear_gaussian(dag, coefficients=(0.3, 1.2), random_signs=True, standardise=True, seed=seed)
    return model.sample(rows, seed=seed).matrix()


def network_codes(n, rows, levels, seed):
    """Return level codes from a random network; the columns take the numbers of levels in turn."""
    dag = random_dag(n, edges=3 * n // 2, seed=seed)
    sizes = {name: levels[i % len(levels)] for i, name in enumerate(dag.nodes)}
    data = random_network(dag, levels=sizes, seed=seed).sample(rows, seed=seed)
    return data.codes().astype(np.int64)


def asia_codes(rows, seed):
    """Return level codes sampled from the Asia network, whose rare levels leave many tables sparse."""
    return asia().sample(rows, seed=seed).codes().astype(np.int64)


def names_of(values):
    """Return x0, x1, ... for the columns."""
    return tuple(f"x{i}" for i in range(values.shape[1]))


def levels_of(codes):
    """Return the number of levels of each column."""
    return tuple(int(column.max()) + 1 for column in codes.T)


def skeleton(test, k):
    """Return the skeleton of sepset's neighbour search as a set of pairs of column numbers."""
    graph = sp.kpc(test, k=k, search="neighbours", alpha=0.05).graph
    return {frozenset(graph.numbers((edge.u, edge.v))) for edge in graph.edges()}


def random_questions(columns, count, seed):
    """Return random (a, b, set of up to three others) by column number."""
    rng = np.random.default_rng(seed)
    drawn = [rng.permutation(columns).tolist() for _ in range(count)]
    return [(order[0], order[1], sorted(order[2 : 2 + i % 4])) for i, order in enumerate(drawn)]

"""Of the pairs that `significant` keeps, the share that is false is at most q on average.

A pair is false when some set of at most k variables separates it: it is not adjacent in the k-closure.
"""

import numpy as np
import pytest

import sepset as sp

MODELS = 60


def model(kind, seed):
    dag = sp.simulate.random_dag(12, edges=16, seed=seed)
    if kind == "binary":
        return dag, sp.simulate.random_network(dag, seed=seed).sample(500, seed=seed)
    return dag, sp.simulate.linear_gaussian(dag, seed=seed).sample(300, seed=seed)


@pytest.mark.parametrize("method", ["bh", "by"])
@pytest.mark.parametrize("kind", ["gaussian", "binary"])
def test_realised_share_of_false_discoveries(kind, method):
    shares, recalls = {0.05: [], 0.2: []}, {0.05: [], 0.2: []}
    for seed in range(MODELS):
        dag, data = model(kind, 31_000 + seed)
        truth = {frozenset((edge.u, edge.v)) for edge in sp.k_closure(dag, 1).edges()}
        found = sp.kpc(data, k=1)
        for q, realised in shares.items():
            kept = {frozenset(pair) for pair in found.significant(q, method)}
            realised.append(len(kept - truth) / max(len(kept), 1))
            recalls[q].append(len(kept & truth) / len(truth))
    for q, realised in shares.items():
        assert np.mean(realised) <= q
        assert np.mean(recalls[q]) >= 0.2  # it is not for want of discoveries

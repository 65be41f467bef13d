"""The exact search by BIC against all DAGs, one by one."""

import math

import numpy as np
import pytest
from experiments.exact_bic import best_parents, exact_bic, local_scores

import naive
import sepset as sp


def bic(dag, data):
    """Return the BIC from its definition: frequencies as estimates, ln(N) / 2 for each free parameter."""
    total = 0.0
    rows = [dict(zip(data.names, row, strict=True)) for row in np.asarray(data.codes()).tolist()]
    for v in dag.nodes:
        above = sorted(dag.parents(v))
        of = {tuple(row[w] for w in above) for row in rows}
        for state in of:
            here = [row[v] for row in rows if tuple(row[w] for w in above) == state]
            total += sum(here.count(x) * math.log(here.count(x) / len(here)) for x in set(here))
        parameters = (len(data.levels[v]) - 1) * math.prod(len(data.levels[w]) for w in above)
        total -= 0.5 * math.log(len(rows)) * parameters
    return total


@pytest.mark.parametrize("levels", [2, 3])
def test_no_dag_has_a_better_score(levels):
    truth = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
    data = sp.simulate.random_network(truth, levels=levels, seed=3).sample(60, seed=4)
    dags = [dag.relabel(dict(zip(dag.nodes, data.names, strict=True))) for dag in naive.all_dags(4)]
    scores = [bic(dag, data) for dag in dags]
    best = [dag for dag, value in zip(dags, scores, strict=True) if value > max(scores) - 1e-9]
    assert exact_bic(data) in {sp.pc(sp.Oracle(dag)).graph for dag in best}


def test_equal_scores_leave_the_graph_empty():
    """Parents that add nothing but their penalty are not taken."""
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5)
    assert best_parents(local_scores(codes, [2, 2])) == [0, 0]

"""The measures of the experiments against their definitions."""

import itertools
from statistics import mean

import numpy as np
import pytest
from experiments.scoring import MARKS, ci_mcc, score, separations

import sepset as sp


def dags(n, how_many, **density):
    return [sp.simulate.random_dag(n, **density, seed=seed) for seed in range(how_many)]


def test_the_correction_is_the_mean_over_all_relabellings():
    truth = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d", "a --- e")
    found = sp.MixedGraph.from_edges("a --> b", "c <-> b", "d o-o e", "a --> e", nodes=truth.nodes)
    relabelled = [
        sp.compare(found.relabel(dict(zip(found.nodes, names, strict=True))), truth)
        for names in itertools.permutations(found.nodes)
    ]
    scores = score(found, truth)
    for mark in MARKS:
        expected = mean(getattr(compared, f"f1_{mark}") for compared in relabelled)
        assert scores[f"{mark}_corrected"] == pytest.approx(scores[mark] - expected)


def test_nothing_found_scores_zero():
    truth = sp.MixedGraph.from_edges("a --> b", nodes=("c",))
    empty = score(sp.MixedGraph(truth.nodes, ()), truth)
    assert (empty["sum"], empty["sum_corrected"], empty["shd"]) == (0, 0, 1)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_separations_of_a_dag_are_d_separations(k):
    for dag in dags(5, 15, edge_probability=0.5):
        names = sorted(dag.nodes)
        asked = [
            sp.separated(dag, a, b, given=given)
            for size in range(k + 1)
            for given in itertools.combinations(names, size)
            for a in names
            for b in names
            if a < b and not {a, b} & set(given)
        ]
        assert separations(dag, k).tolist() == asked


@pytest.mark.parametrize("k", [0, 1, 2])
def test_learned_graphs_say_the_same_as_the_dag(k):
    """Reading circles as tails gives exactly the statements of the class."""
    for dag in dags(6, 25, edge_probability=0.45):
        truth = separations(dag, k)
        for graph in (
            sp.kpc(sp.Oracle(dag), k=k).graph,
            sp.k_essential_graph(dag, k),
            sp.k_closure(dag, k),
            sp.pag(sp.k_closure(dag, k)),
        ):
            assert (separations(graph, k) == truth).all(), f"{dag.to_text()}\nbecomes\n{graph.to_text()}"
        assert (separations(sp.pc(sp.Oracle(dag)).graph, k) == truth).all()


def test_mcc_is_a_correlation():
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")
    truth = separations(dag, 1)
    other = sp.MixedGraph.from_edges("a --> b", "c --> b", nodes=("d",))
    expected = np.corrcoef(truth, separations(other, 1))[0, 1]
    assert ci_mcc(other, truth, 1) == pytest.approx(expected)
    assert ci_mcc(dag, truth, 1) == pytest.approx(1.0)
    assert ci_mcc(sp.MixedGraph(dag.nodes, ()), truth, 1) == 0.0

"""Always, possibly and never, against the ancestors in every DAG of the class."""

from __future__ import annotations

from collections import defaultdict

import pytest

import naive
import sepset as sp


def truth(above, cause, effect):
    """The answer by definition, given the ancestors of every node in every DAG of a class."""
    seen = {cause in one[effect] for one in above}
    return {frozenset({True}): "always", frozenset({False}): "never"}.get(frozenset(seen), "possibly")


def ancestors_in(dags):
    return [{v: naive.ancestors(dag, {v}) for v in dag.nodes} for dag in dags]


def answers(graph):
    return {(a, b): word for b in graph.nodes for a, word in sp.ancestors(graph, b).items()}


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in (2, 3, 4) for k in range(n)])
def test_k_essential_graphs_and_essential_graphs(n, k):
    for members in naive.k_classes(n, k):
        above = ancestors_in(members)
        for (a, b), word in answers(naive.k_essential_graph(members, k)).items():
            assert word == truth(above, a, b), (members[0].to_text(), a, b)


@pytest.mark.parametrize("rules", ["standard", "paper", "counting"])
def test_what_kpc_found_is_read_soundly(rules):
    for k in (0, 1, 2):
        for members in naive.k_classes(4, k):
            above, found = ancestors_in(members), sp.kpc(sp.Oracle(members[0]), k=k, rules=rules)
            for a, b in ((a, b) for a in found.names for b in found.names if a != b):
                word = found.causes(a, b)
                assert word in ("possibly", truth(above, a, b))


@pytest.mark.parametrize("learner", [sp.loci, sp.anytime_fci])
def test_so_is_what_others_found(learner):
    for k in (0, 1, 2):
        for members in naive.k_classes(4, k):
            above, found = ancestors_in(members), learner(sp.Oracle(members[0]), k=k)
            for a, b in ((a, b) for a in found.names for b in found.names if a != b):
                assert found.causes(a, b) in ("possibly", truth(above, a, b))


def test_pc_says_all_there_is():
    for members in naive.k_classes(4, 4):
        above, found = ancestors_in(members), sp.pc(sp.Oracle(members[0]))
        for a, b in ((a, b) for a in found.names for b in found.names if a != b):
            assert found.causes(a, b) == truth(above, a, b)


def test_a_dag_leaves_nothing_open():
    for dag in naive.all_dags(4):
        for (a, b), word in answers(dag).items():
            assert word == ("always" if a in naive.ancestors(dag, {b}) else "never")


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_every_class_on_five_nodes(k):
    classes = defaultdict(list)
    for dag in naive.all_dags(5):
        closure = sp.k_closure(dag, k)
        classes[naive.skeleton(closure), naive.unshielded_colliders(closure)].append(dag)
    for members in classes.values():
        above = ancestors_in(members)
        for (a, b), word in answers(sp.k_essential_graph(members[0], k)).items():
            assert word == truth(above, a, b), (members[0].to_text(), a, b)

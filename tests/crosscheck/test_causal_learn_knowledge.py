"""PC with knowledge beside causal-learn's, on an oracle: where its marks are sound, ours has them too."""

import random
import warnings

import numpy as np
import pytest

import naive
import sepset as sp
from naive_knowledge import satisfies, tier_orders, wrong_marks

networkx = pytest.importorskip("networkx")


@pytest.fixture(scope="module")
def causal_learn():
    pytest.importorskip("causallearn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from causallearn.graph.GraphNode import GraphNode
        from causallearn.search.ConstraintBased.PC import pc
        from causallearn.utils.PCUtils.BackgroundKnowledge import BackgroundKnowledge
    return pc, GraphNode, BackgroundKnowledge


def background(causal_learn, tiers):
    _, node, knowledge = causal_learn
    found = knowledge()
    for number, tier in enumerate(tiers):
        for name in tier:
            found.add_node_to_tier(node(name), number)
    return found


def their_graph(causal_learn, dag, known):
    truth = networkx.DiGraph()
    truth.add_nodes_from(range(len(dag)))
    truth.add_edges_from(
        (a, b) for a in range(len(dag)) for b in range(len(dag)) if dag.table.has(a, "-->", b)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = causal_learn[0](
            np.zeros((1, len(dag))),
            0.05,
            "d_separation",
            true_dag=truth,
            background_knowledge=known,
            node_names=list(dag.nodes),
            show_progress=False,
        )
    return sp.interop.from_causal_learn(found.G)


def test_tiers(causal_learn):
    """On 80 DAGs with tiers that they fit."""
    rng = random.Random(0)
    classes = list(naive.k_classes(4, 2))
    orders = list(tier_orders(classes[0][0].nodes))
    sound = same = cases = 0
    while cases < 80:
        members, tiers = rng.choice(classes), rng.choice(orders)
        known = sp.Knowledge(tiers=tiers)
        fitting = [dag for dag in members if satisfies(dag, known)]
        if not fitting:
            continue
        cases += 1
        theirs = background(causal_learn, tiers)
        assert sp.read_knowledge(theirs).on(fitting[0].nodes).given == known.on(fitting[0].nodes).given
        ours, other = (
            sp.pc(sp.Oracle(fitting[0]), knowledge=known).graph,
            their_graph(causal_learn, fitting[0], theirs),
        )
        assert ours == naive.edge_union(fitting)
        assert naive.skeleton(ours) == naive.skeleton(other)
        if all(wrong_marks(other, dag) == [] for dag in fitting):
            sound += 1
            for u, pattern, v in other.edges():
                assert pattern == "---" or ours.has(u, pattern, v)
        same += ours == other
    assert sound > 40
    assert same > 20

"""Adjustment sets of DAGs and CPDAGs: the same as those of dagitty.

It asks dagitty's own library, the file ``r/inst/js/dagitty-alg.js`` of its sources, in Node; the R package
runs the same file. Set SEPSET_DAGITTY to its path.
"""

import json
import os
import random
import shutil
import subprocess
from itertools import permutations
from pathlib import Path

import pytest

import naive
import sepset as sp

LIBRARY = os.environ.get("SEPSET_DAGITTY", "")
pytestmark = pytest.mark.skipif(
    not LIBRARY or shutil.which("node") is None, reason="needs Node and SEPSET_DAGITTY=.../dagitty-alg.js"
)


def text_of(graph):
    """The graph in dagitty's language; a CPDAG is a `pdag` there."""
    arrows = {"-->": "->", "<--": "<-", "---": "--"}
    lines = [*graph.nodes, *(f"{u} {arrows[pattern]} {v}" for u, pattern, v in graph.edges())]
    return f"{'dag' if graph.is_dag() else 'pdag'} {{ {' ; '.join(lines)} }}"


def answers(questions):
    """What dagitty says to each (graph, cause, effect)."""
    lines = [json.dumps({"graph": text_of(g), "cause": a, "effect": b}) for g, a, b in questions]
    script = Path(__file__).with_name("dagitty.js")
    done = subprocess.run(
        ["node", script, LIBRARY], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return map(json.loads, done.stdout.splitlines())


def compare(graphs):
    """Ask both about every pair of which the first may cause the second."""
    questions = [
        (graph, a, b)
        for graph in graphs
        for b in graph.nodes
        for a, word in sp.ancestors(graph, b).items()
        if word != "never"
    ]
    for (graph, a, b), said in zip(questions, answers(questions), strict=True):
        for kind in ("minimal", "canonical"):
            ours = {frozenset(one) for one in sp.adjustment_sets(graph, a, b, kind)}
            assert ours == set(map(frozenset, said[kind])), (graph.to_text(), a, b, kind)
    return len(questions)


def test_all_dags_on_four_nodes():
    assert compare(naive.all_dags(4)) > 2000


def test_all_essential_graphs_on_four_nodes():
    assert compare({sp.pc(sp.Oracle(dag)).graph for dag in naive.all_dags(4)}) > 500


def test_random_dags_and_their_essential_graphs():
    rng = random.Random(0)
    dags = [naive.random_dag(8, rng.uniform(0.2, 0.6), rng) for _ in range(40)]
    assert compare(dags) > 500
    assert compare([sp.pc(sp.Oracle(dag)).graph for dag in dags]) > 500


def test_every_pair_is_asked():
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c")
    assert compare([dag]) == sum(sp.ancestors(dag, b)[a] != "never" for a, b in permutations(dag.nodes, 2))

"""kpc(..., repair=True): the graph of a real class, and what it overrules."""

from __future__ import annotations

import json
import math

import pytest

import naive_knowledge
import sepset as sp
from sepset.learn.repair import _weight
from sepset.report.methods import methods_text


@pytest.fixture(scope="module")
def data():
    dag = sp.simulate.random_dag(8, edges=12, seed=3)
    return sp.simulate.random_network(dag, seed=4).sample(300, seed=5)


@pytest.fixture(scope="module")
def found(data):
    run = sp.kpc(data, k=1, repair=True)
    assert run.orientation().overruled
    return run


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_graph_is_the_k_essential_graph_of_a_dag(data, k):
    run = sp.kpc(data, k=k, repair=True)
    witness = run.orientation().completion.certificate.witnesses[0]
    assert run.graph == sp.k_essential_graph(witness, k)
    assert sp.is_k_closure(sp.k_closure(witness, k), k)
    assert sp.theory.verify(run.orientation().completion.certificate)


def test_what_differs_from_the_tests_is_what_was_overruled(found):
    plain = found.skeleton.separations.skeleton().adjacency
    drawn = found.graph.table.adjacency
    flipped = {
        (a, b) for a in range(len(plain)) for b in range(a + 1, len(plain)) if (plain[a] ^ drawn[a]) >> b & 1
    }
    assert flipped == {one.nodes for one in found.orientation().overruled if len(one.nodes) == 2}
    for one in found.orientation().overruled:
        if one.kind == "joined":
            assert one.p <= 0.05
        elif one.kind == "apart":
            assert one.p > 0.05


def test_the_result_says_so_everywhere(found, tmp_path):
    one = next(one for one in found.orientation().overruled if len(one.nodes) == 2)
    a, b = (found.names[i] for i in one.nodes)
    facts = {fact.kind: fact for fact in found.facts(a, b)}
    assert facts["overruled"]["decision"] == one.kind
    assert "kept" not in facts
    assert found.status(a, b) in (None, "contradicted")
    assert "Overruled: " in found.explain(a, b)
    assert "it overrules" in found.notes[-1]
    said = found.summary()
    assert "Conflicts: none" not in said
    assert f"Conflicts: repaired by overruling {len(found.overruled)} decision" in said
    assert said.count("Overruled: ") == len(found.overruled)
    assert "No DAG agrees with all outcomes of tests" in methods_text(found)
    found.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "None: all orientations agree with all tests." not in page
    section = page.split('id="conflicts"')[1].split("</section>")[0]
    assert section.count("Overruled: ") == len(found.overruled)


def test_it_can_be_saved(found, tmp_path):
    path = tmp_path / "run.json"
    found.save(path)
    again = sp.load(path)
    assert again.graph == found.graph
    assert again.orientation().overruled == found.orientation().overruled
    assert again.summary() == found.summary()
    document = json.loads(path.read_text(encoding="utf-8"))
    document["results"][1]["overruled"] = []
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(sp.SavedError, match="edges"):
        sp.load(path)


def test_consistent_answers_are_left_alone():
    for seed in range(5):
        dag = sp.simulate.random_dag(7, edges=9, seed=seed)
        run = sp.kpc(sp.Oracle(dag), k=1, repair=True)
        assert run.graph == sp.k_essential_graph(dag, 1)
        assert run.orientation().overruled == ()
        assert run.notes == ()


def test_the_order_of_columns_does_not_matter(data, found):
    turned = sp.kpc(data.select(data.names[::-1]), k=1, repair=True)
    assert turned.graph == found.graph
    assert len(turned.orientation().overruled) == len(found.orientation().overruled)


def test_what_the_neighbour_search_misses_is_repaired_where_no_dag_agrees():
    dag = sp.MixedGraph.from_edges(
        *("s --> x1", "s --> x2", "x1 --> a", "x2 --> a", "s --> u1", "s --> u2", "u1 --> b", "u2 --> b"),
        *("t1 --> a", "t2 --> a", "t1 --> b", "t2 --> b"),
    )
    run = sp.kpc(sp.Oracle(dag), k=3, search="neighbours", repair=True)
    witness = run.orientation().completion.certificate.witnesses[0]
    assert run.graph == sp.k_essential_graph(witness, 3)


def test_weights():
    assert _weight(0.05, 0.05) == _weight(math.nan, 0.05) == _weight(1.0, None) == 1
    assert _weight(1.0, 0.05) == 4
    assert _weight(0.0, 0.05) == 10
    assert _weight(0.0001, 0.05) == 7


def test_a_time_limit_still_gives_a_class(data):
    run = sp.kpc(data, k=1, repair=True, time_limit=0.5)
    assert run.orientation().completion is not None


KNOWLEDGE = {
    "tiers": lambda names: sp.Knowledge(tiers=[names[:4], names[4:]]),
    "direct": lambda names: sp.Knowledge(
        required=[(names[7], names[0])], forbidden=[(names[1], names[2])], no_edge=[(names[3], names[4])]
    ),
    "way": lambda names: sp.Knowledge(ancestor=[(names[7], names[1])], forbidden=[(names[7], names[1])]),
}


@pytest.mark.parametrize("kind", KNOWLEDGE)
def test_knowledge_is_never_overruled(data, kind):
    known = KNOWLEDGE[kind](data.names)
    run = sp.kpc(data, k=1, repair=True, knowledge=known)
    certificate = run.orientation().completion.certificate
    assert sp.theory.verify(certificate)
    assert all(naive_knowledge.satisfies(witness, known) for witness in certificate.witnesses)
    assert run.graph == sp.k_essential_graph(certificate.witnesses[0], 1, knowledge=known)
    assert run.overruled
    assert "No DAG that fits what is known agrees" in run.notes[-1]

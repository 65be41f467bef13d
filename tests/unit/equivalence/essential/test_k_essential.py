"""Certificates, time limits and the completion of a pattern."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import naive
import sepset as sp
from sepset.equivalence.essential.bounds import more_disjoint_paths
from sepset.equivalence.essential.certificate import Refuted
from sepset.equivalence.essential.lemmas import CutLemma
from sepset.graph.bits import from_members

# No rule and no bound settles b <-> c here: all ways to complete the graph have to be tried.
NEEDS_SEARCH = sp.MixedGraph.from_edges(
    "a --> b", "a --> c", "a --> d", "c --> b", "f --> b", "c --> d", "c --> e", "c --> f", "e --> f"
)


def random_sparse_dag(n, degree, seed):
    rng = random.Random(seed)
    names = [f"x{i}" for i in range(n)]
    pairs = [(names[i], "-->", names[j]) for i in range(n) for j in range(i + 1, n)]
    return sp.MixedGraph(names, rng.sample(pairs, round(n * degree / 2)))


@pytest.mark.parametrize("k", [1, 2])
def test_thirty_nodes_are_exact_and_the_certificate_holds(k):
    result = sp.theory.k_essential(random_sparse_dag(30, 3, seed=1), k)
    assert result.exact
    assert sp.theory.verify(result.certificate)


def test_each_circle_has_two_witness_dags_of_the_class_that_disagree():
    dag = random_sparse_dag(12, 2.5, seed=4)
    result = sp.theory.k_essential(dag, 1)
    certificate = result.certificate
    assert all(sp.k_markov_equivalent(dag, witness, 1) for witness in certificate.witnesses)
    circles = [edge for edge in result.graph.edges() if "o" in edge.pattern]
    assert circles
    for u, _, v in circles:
        types = certificate.types(u, v)
        numbers = {certificate.seen.get(sp.Edge(u, t, v)) for t in types}
        assert len(types) >= 2
        assert len(numbers) >= 2


def test_where_rules_and_bounds_do_not_suffice_the_search_decides():
    result = sp.theory.k_essential(NEEDS_SEARCH, 1)
    refuted = {entry.edge: entry for entry in result.certificate.refuted}
    assert refuted[sp.Edge("b", "<->", "c")].reason == "search"
    assert refuted[sp.Edge("b", "<->", "c")].steps
    # The rules, the counting rule included, leave the mark open.
    assert sp.kpc(sp.Oracle(NEEDS_SEARCH), k=1, rules="counting").graph.has("b", "<-o", "c")
    assert result.graph.has("b", "<--", "c")
    assert result.graph == naive.edge_union(list(sp.k_closures(NEEDS_SEARCH, 1)))
    assert sp.theory.verify(result.certificate)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_order_of_nodes_does_not_matter(k):
    rng = random.Random(k)
    for seed in range(6):
        dag = random_sparse_dag(9, 2.5, seed)
        turned = sp.theory.k_essential(dag.reorder(rng.sample(dag.nodes, len(dag))), k)
        assert turned.graph == sp.k_essential_graph(dag, k)
        assert sp.theory.verify(turned.certificate)


def _with_refuted(certificate, place, entry):
    kept = certificate.refuted
    return replace(certificate, refuted=(*kept[:place], *([entry] if entry else []), *kept[place + 1 :]))


def _tampered(certificate):
    """Certificates that are wrong in one place each; the certificate has refutations with steps."""
    entry = next(e for e in certificate.refuted if e.steps)
    place = certificate.refuted.index(entry)
    other_dag = certificate.witnesses[0].without_edge(*next(iter(certificate.witnesses[0].edges()))[::2])
    edge = next(iter(certificate.graph.edges()))
    yield "a refutation is missing", _with_refuted(certificate, place, None)
    yield "no steps", _with_refuted(certificate, place, entry._replace(steps=()))
    yield (
        "a step that does not follow",
        _with_refuted(certificate, place, entry._replace(steps=(entry.steps[0][:1], *entry.steps))),
    )
    yield (
        "steps about unknown nodes",
        _with_refuted(certificate, place, entry._replace(steps=(((99, 0, True),),))),
    )
    yield "no lemmas", replace(certificate, lemmas=())
    for number, lemma in enumerate(certificate.lemmas[:3]):
        fewer = certificate.lemmas[:number] + certificate.lemmas[number + 1 :]
        if isinstance(lemma, CutLemma):
            wider = lemma._replace(left=lemma.left | lemma.right)
            yield "a cut whose sides meet", replace(certificate, lemmas=(*fewer, wider))
            large = lemma._replace(cut_left=lemma.left & ~(1 << lemma.a), left=1 << lemma.a)
            if (large.cut_left | large.cut_right).bit_count() > certificate.k:
                yield "a cut of too many nodes", replace(certificate, lemmas=(*fewer, large))
            yield "a cut that does not part", replace(certificate, lemmas=(*fewer, lemma._replace(a=lemma.b)))
    yield (
        "a witness of another class",
        replace(certificate, witnesses=(other_dag, *certificate.witnesses[1:])),
    )
    yield "types that nobody has seen", replace(certificate, witnesses=certificate.witnesses[:1])
    yield "no witness at all", replace(certificate, witnesses=())
    wrong = "<->" if edge.pattern != "<->" else "o-o"
    yield "a wrong mark", replace(certificate, graph=certificate.graph.with_edge(edge.u, wrong, edge.v))
    yield "an edge too few", replace(certificate, graph=certificate.graph.without_edge(edge.u, edge.v))
    seen = next(iter(certificate.seen))
    yield (
        "an impossible refutation",
        replace(certificate, refuted=(Refuted(seen, "cover"), *certificate.refuted)),
    )
    nodes = certificate.graph.nodes
    apart = next((u, v) for u in nodes for v in nodes if u != v and not certificate.graph.adjacent(u, v))
    lost = Refuted(sp.Edge(apart[0], "<->", apart[1]), "cover")
    yield "a pair that is not adjacent", replace(certificate, refuted=(lost, *certificate.refuted))


def test_a_certificate_that_was_tampered_with_does_not_verify():
    certificate = sp.theory.k_essential(random_sparse_dag(9, 3.5, seed=3), 1).certificate
    assert sp.theory.verify(certificate)
    for what, changed in _tampered(certificate):
        assert not sp.theory.verify(changed), what
        assert all(isinstance(problem, str) for problem in sp.theory.find_problems(changed)), what


def test_a_time_limit_gives_a_sound_part_that_says_what_is_undecided():
    dag = random_sparse_dag(12, 3, seed=2)
    exact = sp.k_essential_graph(dag, 1)
    partial = sp.theory.k_essential(dag, 1, time_limit=0)
    assert not partial.exact
    assert partial.undecided
    assert sp.refines(exact, partial.graph)
    assert sp.theory.verify(partial.certificate)
    with pytest.raises(sp.TimeLimitError, match=r"not settled within 0 s.*time_limit"):
        sp.k_essential_graph(dag, 1, time_limit=0)


@pytest.mark.parametrize("seconds", [-1, "1", float("nan"), True])
def test_a_time_limit_that_is_no_number_of_seconds_is_refused(seconds):
    with pytest.raises(sp.OptionError, match="time_limit"):
        sp.theory.k_essential(NEEDS_SEARCH, 1, time_limit=seconds)


def test_a_pattern_is_completed_without_knowing_a_dag():
    for members in naive.k_classes(4, 1):
        dag = members[0]
        found = sp.theory.complete_pattern(sp.pag(sp.k_closure(dag, 1)), 1)
        assert found is not None
        assert found.graph == naive.k_essential_graph(members, 1)


def test_a_pattern_that_no_dag_has_is_said_to_have_none():
    chain = sp.MixedGraph.from_edges("a o-o b", "b o-o c")
    assert sp.theory.complete_pattern(chain, 0) is None  # a chain without a collider is no 0-closure
    assert sp.theory.complete_pattern(chain, 1) is not None
    square = sp.MixedGraph.from_edges("a o-o b", "b o-o c", "c o-o d", "d o-o a")
    assert sp.theory.complete_pattern(square, 2) is None  # a chordless cycle needs a collider


def test_the_empty_graph_and_a_single_node():
    assert sp.k_essential_graph(sp.MixedGraph.from_edges(), 1) == sp.MixedGraph.from_edges()
    lonely = sp.MixedGraph.from_edges(nodes=("a",))
    assert sp.k_essential_graph(lonely, 0) == lonely


def test_why_is_plain_english():
    dag = sp.MixedGraph.from_edges("a --> c", "d --> c", "d --> e", "b --> e")
    certificate = sp.theory.k_essential(dag, 0).certificate
    assert certificate.why("c", "e").startswith(
        "c <-> e: in all DAGs of the class neither c nor e causes the other"
    )
    assert certificate.why("a", "b") == (
        "a and b are not adjacent: some set of at most 0 variables separates them in every DAG."
    )


def test_disjoint_paths_are_counted_exactly():
    networkx = pytest.importorskip("networkx")
    rng = random.Random(1)
    for _ in range(400):
        n = rng.randint(1, 9)
        links = [0] * n
        flow = networkx.DiGraph((("in", i), ("out", i), {"capacity": 1}) for i in range(n))
        for i in range(n):
            for j in range(i):
                if rng.random() < 0.4:
                    links[i] |= 1 << j
                    links[j] |= 1 << i
                    flow.add_edge(("out", i), ("in", j))
                    flow.add_edge(("out", j), ("in", i))
        starts = [i for i in range(n) if rng.random() < 0.5]
        ends = [i for i in range(n) if rng.random() < 0.5]
        flow.add_edges_from(("s", ("in", i)) for i in starts)
        flow.add_edges_from((("out", i), "t") for i in ends)
        most = networkx.maximum_flow_value(flow, "s", "t") if starts and ends else 0
        for k in range(n + 1):
            found = more_disjoint_paths(links, from_members(starts), from_members(ends), k)
            assert found == (most > k)


@pytest.mark.parametrize("k", [-1, 1.0, True, None])
def test_a_bound_that_is_none_is_a_problem_and_no_error(k):
    certificate = sp.theory.k_essential(sp.MixedGraph.from_edges("a --> b", "b --> c"), 1).certificate
    assert not sp.theory.verify(replace(certificate, k=k))


def test_what_is_undecided_is_no_claim():
    certificate = sp.theory.k_essential(
        sp.MixedGraph.from_edges("w --> u", "w --> v", "u --> v"), 1
    ).certificate
    open_graph = sp.MixedGraph(
        certificate.graph.nodes, [(e.u, "o-o", e.v) for e in certificate.graph.edges()]
    )
    undecided = tuple(entry.edge for entry in certificate.refuted)
    assert sp.theory.verify(replace(certificate, refuted=(), undecided=undecided, graph=open_graph))
    assert not sp.theory.verify(replace(certificate, refuted=(), undecided=undecided))

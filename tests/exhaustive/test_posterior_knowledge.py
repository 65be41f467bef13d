"""Knowledge as a prior over DAGs: both engines against enumeration of all DAGs on four nodes that keep it."""

import itertools
import math

import numpy as np
import pytest

import naive_knowledge
import naive_score
import sepset as sp
from sepset.result.posterior.allowed_dags import allowed_dags
from sepset.score.priors import allowed_sum, log_normaliser

NAMES = ("a", "b", "c", "d")
SCORES, ODDS = (sp.Dirichlet(1.0), sp.BDeu(10.0)), (0.0, -1.5)
KNOWN = {
    "tiers": sp.Knowledge(tiers=[["a", "b"], ["c", "d"]]),
    "tiers apart": sp.Knowledge(tiers=[["d"], ["a", "b"]], effects_within_tiers=False),
    "a tier that others go around": sp.Knowledge(tiers=[["c"], ["a"]]),
    "required": sp.Knowledge(required=[("d", "a"), ("a", "b")]),
    "forbidden": sp.Knowledge(forbidden=[("a", "b"), ("c", "d")], no_edge=[("b", "d")]),
    "roots and sinks": sp.Knowledge(roots=["c"], sinks=["b"]),
    "ancestor": sp.Knowledge(ancestor=[("d", "a")]),
    "not ancestor": sp.Knowledge(not_ancestor=[("a", "c")]),
    "all together": sp.Knowledge(roots=["d"], ancestor=[("a", "c"), ("d", "b")], forbidden=[("a", "c")]),
}


def table(seed=4, rows=60):
    dag = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c", nodes=NAMES)
    return sp.simulate.random_network(dag, seed=3).sample(rows, seed=seed)


def graph_of(dag):
    edges = [(NAMES[p], "-->", NAMES[v]) for v, parents in enumerate(dag) for p in parents]
    return sp.MixedGraph(NAMES, edges)


ALL = [(dag, graph_of(dag)) for dag in naive_score.all_dags(4)]


def enumerated(data, known):
    """Return (probability, graph) of every DAG that keeps what is known, and the log evidence."""
    codes = data.codes(NAMES).T.astype(int)
    levels = [len(data.levels[name]) for name in NAMES]
    allowed = [(dag, graph) for dag, graph in ALL if naive_knowledge.satisfies(graph, known)]
    edges = np.array([sum(map(len, dag)) for dag, _ in allowed])
    logs, evidence = [], []
    for score, odds in itertools.product(SCORES, ODDS):
        slow = (
            naive_score.dirichlet(codes, levels, 1.0)
            if score == SCORES[0]
            else naive_score.bdeu(codes, levels, 10.0)
        )
        family = {
            (v, frozenset(parents)): slow(v, parents)
            for v in range(4)
            for size in range(4)
            for parents in itertools.combinations([u for u in range(4) if u != v], size)
        }
        one = np.array([sum(family[v, p] for v, p in enumerate(dag)) for dag, _ in allowed]) + odds * edges
        one -= math.log(np.exp(odds * edges).sum())
        logs.append(one)
        evidence.append(np.logaddexp.reduce(one))
    joint = np.logaddexp.reduce(logs, axis=0)
    shares = np.exp(joint - np.logaddexp.reduce(joint))
    return [(float(p), graph) for p, (_, graph) in zip(shares, allowed, strict=True)], np.array(evidence)


def probability(parts, holds):
    return sum(p for p, graph in parts if holds(graph))


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_exact_engine(known):
    data = table()
    parts, evidence = enumerated(data, known)
    post = sp.posterior(data, SCORES, ODDS, method="exact", knowledge=known, samples=4000, seed=2)
    allowed = allowed_dags(known, NAMES)
    few = len(allowed.ancestors_left) + len(allowed.never_ancestors_left) < 2
    assert [*post.evidence.values()] == pytest.approx(evidence, abs=1e-9 if few else 0.2)
    for sample in post.samples:
        assert naive_knowledge.satisfies(sample.dag, known)
    closed = 1e-9 if allowed.by_edges else 0.03
    for a, b in itertools.permutations(NAMES, 2):
        adjacent = probability(parts, lambda graph, a=a, b=b: graph.adjacent(a, b))
        above = probability(parts, lambda graph, a=a, b=b: a in graph.ancestors(b))
        assert post.probability(a, "*-*", b) == pytest.approx(adjacent, abs=closed)
        assert post.probability(a, "is an ancestor of", b) == pytest.approx(above, abs=closed)
    assert post.knowledge == known


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_sampled_engine(known):
    data = table()
    parts, _ = enumerated(data, known)
    # Components are equally likely before ancestors are looked at: with one of them, both engines agree.
    allowed = allowed_dags(known, NAMES)
    options = (SCORES, ODDS) if allowed.by_edges else ((sp.BDeu(10.0),), (-1.0,))
    draws = 6000 if allowed.by_edges else 40_000  # of which those that keep what is known of ancestors stay
    post = sp.posterior(data, *options, method="sampled", knowledge=known, samples=draws, seed=2)
    exact = sp.posterior(data, *options, method="exact", knowledge=known, samples=6000, seed=2)
    for sample in post.samples:
        assert naive_knowledge.satisfies(sample.dag, known)
    for a, b in itertools.permutations(NAMES, 2):
        expected = exact.probability(a, "*-*", b)
        assert post.probability(a, "*-*", b) == pytest.approx(expected, abs=0.04)
        if allowed.by_edges:
            adjacent = probability(parts, lambda graph, a=a, b=b: graph.adjacent(a, b))
            assert expected == pytest.approx(adjacent, abs=1e-9)


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_marks_are_those_that_the_allowed_dags_of_a_class_share(known):
    data = table(rows=25)
    parts, _ = enumerated(data, known)
    shared = {}
    for p, graph in parts:
        shared.setdefault(sp.k_essential_graph(graph, 2), []).append((p, graph))
    post = sp.posterior(data, SCORES, ODDS, knowledge=known, samples=4000, seed=2)
    by_edges = not known.ancestor and not known.not_ancestor and not known.tiers
    for a, b in itertools.permutations(NAMES, 2):
        certain = sum(
            sum(p for p, _ in members)
            for members in shared.values()
            if all(graph.has(a, "-->", b) for _, graph in members)
        )
        found = post.probability(a, "-->", b)
        # What follows from ancestors alone may stay undirected; what is directed is so in all of them.
        assert found <= certain + 0.03
        if by_edges:
            assert found == pytest.approx(certain, abs=0.03)


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
@pytest.mark.parametrize("odds", [0.0, -1.0, 1.0])
def test_the_prior_over_known_edges_is_normalised(known, odds):
    allowed = allowed_dags(known, NAMES)
    total = 0.0
    for dag, _ in ALL:
        rows = [sum(1 << p for p in parents) for parents in dag]
        inside = all(not row & ~may for row, may in zip(rows, allowed.may, strict=True))
        if inside and all(not must & ~row for row, must in zip(rows, allowed.must, strict=True)):
            total += math.exp(odds * sum(map(len, dag)))
    found = allowed_sum(allowed, odds)
    assert found.exact
    assert found.log_sum == pytest.approx(math.log(total), abs=1e-9)


def test_many_columns_in_a_circle_have_an_approximate_prior():
    names = [f"x{i:02}" for i in range(18)]
    found = allowed_sum(allowed_dags(sp.Knowledge(forbidden=[("x00", "x01")]), names), 0.0)
    assert not found.exact
    assert log_normaliser(18, 0.0) - 1 < found.log_sum < log_normaliser(18, 0.0)
    tiers = sp.Knowledge(tiers=[names[:9], names[9:]])
    exact = allowed_sum(allowed_dags(tiers, names), 0.0)
    assert exact.exact
    assert exact.log_sum == pytest.approx(2 * log_normaliser(9, 0.0) + 81 * math.log(2))


def test_what_the_data_exclude_is_refused_in_words():
    random = np.random.default_rng(0)
    columns = {name: random.integers(0, 2, 5000) for name in "abc"}
    columns["d"] = columns["a"] ^ (random.random(5000) < 0.1)
    known = sp.Knowledge(ancestor=[("b", "c")], forbidden=[("b", "c")])
    with pytest.raises(sp.DataError, match="known of ancestors holds in fewer than one in"):
        sp.posterior(columns, (sp.BDeu(1.0),), (-8.0,), knowledge=known)


def test_knowledge_is_checked_and_survives_a_file(tmp_path):
    data = table()
    with pytest.raises(sp.OptionError, match=r"knowledge is a sepset\.Knowledge"):
        sp.posterior(data, knowledge={"roots": ["a"]})
    with pytest.raises(sp.KnowledgeError, match="no variable"):
        sp.posterior(data, knowledge=sp.Knowledge(roots=["z"]))
    post = sp.posterior(data, knowledge=KNOWN["required"])
    post.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert again.knowledge == KNOWN["required"]
    assert again.graph == post.graph
    assert post.graph.has("d", "-->", "a")

"""A posterior in words: what is exact, which graph a percentage is about, and what is about as probable."""

from itertools import combinations

import pytest

import sepset as sp
from sepset.report.methods import methods
from sepset.report.subtitle import posterior_subtitle
from sepset.wording import as_percent


def test_adjacencies_are_exact_unless_knowledge_leaves_out_draws():
    """Statements about ancestors are kept by leaving out draws, and then nothing is computed without them."""
    exact = "; those of adjacencies in the essential graph are exact."
    network = sp.simulate.random_network(sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c"), seed=3)
    rows = network.sample(150, seed=4)
    post = sp.posterior(rows, seed=0)
    assert post.drawn.edges is not None
    assert exact in post.summary()
    drawn = sp.posterior(rows, knowledge=sp.Knowledge(ancestor=[("a", "d")]), seed=0)
    assert drawn.drawn.edges is None
    assert exact not in drawn.summary()
    assert "probabilities are within about 5 points." in drawn.summary()


def test_what_was_averaged_over_is_counted_by_what_it_is():
    """A component is what `search="component"` draws sets from."""
    rows = {"a": [0, 1] * 20, "b": [0, 1] * 20, "c": [0, 0, 1, 1] * 10}
    post = sp.posterior(rows, seed=0)
    said = (
        "(18 combinations of score and prior, weighted by their evidence; 400 draws). Alongside, tests were"
    )
    assert f"{said} run. The graph over 3 variables was learned" in methods(post.beside, post)
    one = sp.posterior(rows, [sp.BDeu()], [0.0], seed=0)
    assert "Posterior over all DAGs (1 combination of score and prior) on 3" in posterior_subtitle(one)


def test_dags_that_are_as_probable_are_called_so():
    """Both columns are the same, so that either direction fits equally well."""
    post = sp.posterior({"a": [0, 1] * 20, "b": [0, 1] * 20}, seed=0)
    text = post.explain("a", "b")
    assert "The best drawn DAG with a --> b is about as probable as the best one with b --> a." in text
    assert "1.0 times" not in text


def test_agreement_names_the_graph_that_its_percentage_is_about():
    """Of the essential graph and the k-essential one, each has its own probability of an edge."""
    post = sp.posterior(sp.asia().sample(5000, seed=1), seed=0)
    fact = next(fact for fact in post.facts("lung", "dysp") if fact.kind == "agreement")
    assert (fact["k"], fact["graph"]) == (4, "4-essential graph")
    without = 1 - post.probability("lung", "*-*", "dysp", k=4)
    assert fact["probability"] == without
    assert str(fact).endswith(
        f"has no edge; the posterior agrees, with {as_percent(without)} in the 4-essential graph."
    )
    assert without != 1 - post.probability("lung", "*-*", "dysp")


def test_pc_without_a_limit_is_compared_with_the_essential_graph():
    post, found = sp.posterior(ASIA, seed=0), sp.pc(ASIA)
    fact = post.facts("smoke", "lung", beside=found)[-1]
    assert str(fact).startswith("PC, with sets of any size, has no edge; in the essential graph the ")
    assert fact["graph"] == "essential graph"
    assert fact["probability"] == 1 - post.probability("smoke", "*-*", "lung")
    at_one = str(post.facts("smoke", "lung", 1, beside=found)[-1])
    assert at_one.startswith("PC with k = 1, which rests on small tests alone, has ")


ASIA = sp.asia().sample(500, seed=1)
APART = sp.Knowledge(no_edge=[("lung", "either"), ("tub", "either")])


@pytest.mark.parametrize(
    "beside",
    [lambda: sp.loci(ASIA, k=0), lambda: sp.pc(ASIA, knowledge=APART)],
    ids=["arrowheads at both ends", "knowledge"],
)
def test_an_edge_that_no_test_took_away_is_not_put_down_to_a_test(beside):
    post, found = sp.posterior(ASIA, seed=0), beside()
    other = f"{found.learner} leaves the edge out for another reason than a separating set."
    seen = set()
    for a, b in combinations(ASIA.names, 2):
        fact = post.facts(a, b, beside=found)[-1]
        if fact.kind == "disagreement" and fact["pattern"] == "no edge":
            said = str(fact).endswith(other)
            assert said == (found.sepset(a, b) is None)
            assert ("given" in fact.slots) == ("did not reject independence" in str(fact)) == (not said)
            seen.add(said)
    assert seen == {True, False}


def test_an_edge_of_a_repaired_graph_that_a_test_spoke_against():
    post, found = sp.posterior(ASIA, seed=0), sp.kpc(ASIA, k=1, alpha=0.3, repair=True)
    assert found.sepset("asia", "xray") == frozenset()
    assert found.graph.adjacent("asia", "xray")
    text = post.explain("asia", "xray", beside=found)
    assert "A test given {} separates them, and k-PC has the edge all the same; whole graphs " in text

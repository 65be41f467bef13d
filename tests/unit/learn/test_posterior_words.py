"""A posterior in words: what is exact, which graph a percentage is about, and what is about as probable."""

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

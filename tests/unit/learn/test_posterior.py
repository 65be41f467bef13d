"""`sp.posterior`: probabilities, graphs, options, and that nothing but the data and the seed matters."""

import itertools
import json
import math
import re

import jsonschema
import numpy as np
import pytest

import naive_score
import sepset as sp
from sepset.drawing.layout import layout
from sepset.drawing.strokes import strokes
from sepset.result.posterior.document import document_of
from sepset.result.posterior.saved import schema
from sepset.score.best import Pairs, _ScoreClimb, best_marks

CHAIN = sp.MixedGraph.from_edges("a --> b", "b --> c", "d --> c")


@pytest.fixture(scope="module")
def table():
    return sp.simulate.random_network(CHAIN, seed=3).sample(150, seed=4)


@pytest.fixture(scope="module")
def post(table):
    return sp.posterior(table, seed=1, samples=2000)


def enumerated(table, scores, odds):
    """Yield (probability, DAG) over all components and all DAGs."""
    names = sorted(table.names)
    codes = table.codes(names).T.astype(int)
    levels = [len(table.levels[name]) for name in names]
    parts = []
    for score in scores:
        slow = (
            naive_score.dirichlet(codes, levels, score.cell)
            if isinstance(score, sp.Dirichlet)
            else naive_score.bdeu(codes, levels, score.sample_size)
        )
        parts += [naive_score.posterior(4, slow, log_odds) for log_odds in odds]
    top = max(evidence for _, _, evidence in parts)
    total = sum(math.exp(evidence - top) for _, _, evidence in parts)
    for dags, probabilities, evidence in parts:
        for dag, probability in zip(dags, probabilities, strict=True):
            edges = [(names[p], "-->", names[v]) for v, parents in enumerate(dag) for p in parents]
            yield probability * math.exp(evidence - top) / total, sp.MixedGraph(names, edges)


def test_probabilities_and_weights_against_enumeration(table):
    scores, odds = (sp.Dirichlet(1.0), sp.BDeu(10.0)), (0.0, -1.0)
    post = sp.posterior(table, scores=scores, edge_log_odds=odds, seed=5, samples=4000)
    shares = {}
    for probability, dag in enumerated(table, scores, odds):
        shares[dag] = shares.get(dag, 0.0) + probability
    classes = {}
    for dag, probability in shares.items():
        essential = sp.k_essential_graph(dag, 2), sp.k_essential_graph(dag, 1)
        classes[essential] = classes.get(essential, 0.0) + probability
    for a, b in itertools.permutations("abcd", 2):
        for pattern in ("*-*", "-->", "---", "*->"):
            expected = sum(p for (graph, _), p in classes.items() if graph.has(a, pattern, b))
            tolerance = 1e-9 if pattern == "*-*" else 0.03
            assert post.probability(a, pattern, b) == pytest.approx(expected, abs=tolerance)
            expected = sum(p for (_, graph), p in classes.items() if graph.has(a, pattern, b))
            assert post.probability(a, pattern, b, k=1) == pytest.approx(expected, abs=0.03)
        expected = sum(p for dag, p in shares.items() if a in dag.ancestors(b))
        assert post.probability(a, "is an ancestor of", b) == pytest.approx(expected, abs=1e-9)
        assert post.causes(a, b) == post.probability(a, "is an ancestor of", b)
    assert sum(post.weights.values()) == pytest.approx(1.0)
    assert list(post.weights) == list(post.evidence) == list(itertools.product(scores, odds))


def test_columns_rows_and_threads_change_nothing(table, post):
    other = sp.posterior(table.select(("d", "a", "c", "b")), seed=1, samples=2000, threads=3)
    assert other.names == ("d", "a", "c", "b")
    assert other.graph == post.graph
    assert dict(other.weights) == dict(post.weights)
    for a, b in itertools.permutations("abcd", 2):
        for k in (None, 0, 1, 2):
            assert other.probability(a, "*->", b, k) == post.probability(a, "*->", b, k)


def test_the_seed_matters_a_little(table, post):
    other = sp.posterior(table, seed=2, samples=2000)
    assert document_of(other)["dags"] != document_of(post)["dags"]
    assert other.probability("a", "---", "b") == pytest.approx(post.probability("a", "---", "b"), abs=0.05)


def test_the_graph_of_many_rows_is_the_essential_graph():
    data = sp.simulate.random_network(CHAIN, seed=8).sample(20_000, seed=4)
    found = sp.posterior(data, seed=0)
    assert found.graph == sp.k_essential_graph(CHAIN, 2)
    assert found.graph_at(0) == sp.k_essential_graph(CHAIN, 0)
    assert found.best(valid=True) == found.graph
    assert found.exact


def test_the_mixture_has_18_components_and_three_on_continuous_columns(post):
    assert len(post.weights) == 18
    model = sp.simulate.linear_gaussian(CHAIN, coefficients=(1.0, 2.0), seed=0)
    found = sp.posterior(model.sample(500, seed=0), seed=0)
    assert len(found.weights) == 3
    assert found.graph == sp.k_essential_graph(CHAIN, 2)


def test_units_of_continuous_columns_do_not_matter():
    data = sp.simulate.linear_gaussian(CHAIN, seed=0).sample(100, seed=0)
    columns = {name: data.column(name).values for name in data.names}
    scaled = {name: values * 64.0 + 512.0 for name, values in columns.items()}
    one, other = sp.posterior(columns), sp.posterior(scaled)
    assert other.probability("a", "*-*", "b") == pytest.approx(one.probability("a", "*-*", "b"), abs=1e-6)


def test_marks_are_a_table(post):
    rows = post.marks(1)
    assert len(rows) == 6
    for row in rows:
        patterns = [value for key, value in row.items() if key not in ("a", "b", "*-*")]
        assert sum(patterns) == pytest.approx(row["*-*"], abs=1e-9)
    assert post.marks()[0]["*-*"] == post.probability("a", "*-*", "b")


def test_samples_are_dags_with_weights(post):
    assert sum(sample.weight for sample in post.samples) == pytest.approx(1.0)
    assert all(sample.dag.is_dag() and sample.dag.nodes == post.names for sample in post.samples)
    assert [s.weight for s in post.samples] == sorted((s.weight for s in post.samples), reverse=True)


def test_the_best_graph_maximises_the_expected_score(post):
    from experiments.scoring import score

    def expected(graph, key):
        essential = [(s.weight, sp.k_essential_graph(s.dag, 2)) for s in post.samples[:60]]
        sign = -1 if key == "shd" else 1
        return sum(weight * sign * score(graph, truth)[key] for weight, truth in essential)

    for goal, key in (("corrected", "sum_corrected"), ("f1", "sum"), ("shd", "shd")):
        best = expected(post.best(maximize=goal), key)
        assert best >= expected(post.best(maximize=goal, valid=True), key) - 0.02
        assert best >= expected(sp.MixedGraph(post.names), key) - 0.02
        assert best >= expected(post.samples[0].dag, key) - 0.02


@pytest.mark.parametrize("corrected", [True, False])
def test_the_climb_scores_as_the_experiments_do(post, corrected):
    from experiments.scoring import score

    classes = post._classes
    climb = _ScoreClimb(Pairs.of(classes.marks(None), classes.shares), corrected=corrected)
    graphs = [
        sp.MixedGraph.from_table(post.order, sp.k_essential_graph(s.dag, 2).reorder(post.order).table)
        for s in post.samples
    ]
    key = "sum_corrected" if corrected else "sum"
    found = sp.MixedGraph.from_edges("a --> b", "c --- b", nodes=tuple("abcd"))
    expected = sum(s.weight * score(found, graph)[key] for s, graph in zip(post.samples, graphs, strict=True))
    codes = np.zeros(6, dtype=np.uint8)
    codes[0], codes[3] = 4 * 1 + 2, 4 * 1 + 1
    assert climb.score(codes) == pytest.approx(expected)


def test_best_on_one_pair_is_what_is_probable():
    marks = np.zeros((3, 2, 2), dtype=np.uint8)
    marks[0, 0, 1], marks[0, 1, 0] = 1, 2
    assert best_marks(marks, np.array([0.3, 0.5, 0.2]), "shd").tolist() == [[0, 0], [0, 0]]
    assert best_marks(marks, np.array([0.7, 0.2, 0.1]), "shd").tolist() == [[0, 1], [2, 0]]


def test_a_saved_posterior_answers_the_same(post, tmp_path):
    post.save(tmp_path / "run.json")
    again = sp.load(tmp_path / "run.json")
    assert isinstance(again, sp.Posterior)
    assert again.summary() == post.summary()
    assert again.explain("a", "b", 1) == post.explain("a", "b", 1)
    assert again.marks(2) == post.marks(2)
    assert again.data == post.data
    again.save(tmp_path / "copy.json.gz")
    assert sp.load(tmp_path / "copy.json.gz").marks() == post.marks()
    jsonschema.validate(json.loads((tmp_path / "run.json").read_text()), schema())


def changed(post, **parts):
    return json.loads(json.dumps(document_of(post) | parts))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"version": 2}, "a newer sepset wrote this"),
        ({"exact": 1}, "exact should be true or false"),
        ({"dags": [[[1], [0], [], []]]}, r"dags\[0\] should be a graph without directed cycles"),
        ({"dags": [[[0], [], [], []]]}, r"dags\[0\] should be a graph without directed cycles"),
        ({"dags": [[[7], [], [], []]]}, r"dags\[0\]\[0\]\[0\] should be a whole number from 0 to 3"),
        ({"dags": []}, "dags should be one or more DAGs"),
        ({"shares": [1.0]}, "shares should be an array of"),
        ({"components": [["BIC", 1.0, 0.0, 1.0, 0.0]]}, "should be one of 'Dirichlet', 'BDeu', 'BGe'"),
        ({"components": [["BDeu", -1.0, 0.0, 1.0, 0.0]]}, "is a number above 0"),
        ({"edges": [[0.0]]}, r"edges\[0\] should be an array of 4 numbers"),
        ({"more": 1}, "more is not a part of this format"),
        ({"beside": {}}, "beside should be a saved result of a learner"),
        ({"beside": {"format": "sepset discovery", "version": 9}}, "beside: a newer sepset wrote this"),
    ],
)
def test_a_damaged_file_is_refused(post, tmp_path, parts, message):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(changed(post, **parts)))
    with pytest.raises(sp.SavedError, match=message):
        sp.load(path)


def test_words(post, table):
    text = post.summary()
    assert "of the essential graph, with the probability of exactly this edge" in text
    assert "Exact posterior over all DAGs, 2,000 draws" in text
    beside = sp.kpc(table, k=1)
    text = post.explain("a", "b", beside=beside)
    assert "k-PC with k = 1, which rests on small tests alone, has " in text
    assert "best drawn DAG" in text or "Every drawn DAG" in text
    assert "in the 1-essential graph" in text
    assert "1-essential graph" in post.explain("a", "c", 1)


def test_what_an_exact_run_takes_is_said_before_it_starts(caplog):
    names = [f"x{i}" for i in range(13)]
    data = sp.dataset(
        {name: [0, 1, 1, 0] * 5 for name in names[:6]} | {name: [0, 1] * 10 for name in names[6:]}
    )
    seen = []
    with caplog.at_level("INFO", logger="sepset"):
        sp.posterior(data, scores=(sp.BDeu(1.0),), edge_log_odds=(-2.0,), samples=1, progress=seen.append)
    assert re.fullmatch(
        r"an exact posterior over 13 columns takes about \d+ MB of memory and \d+ s", seen[0].stage
    )
    assert seen[0].stage in caplog.text
    assert seen[1].stage == "scores of families"


def test_log_odds_of_few_columns(post):
    assert sorted({component.log_odds for component in post.weights}) == [-2.0, -1.0, 0.0]


def test_progress_and_time_limit(table):
    seen = []
    sp.posterior(table, progress=seen.append)
    assert [step.done for step in seen] == [0, 1, 2]
    with pytest.raises(sp.TimeLimitError, match="raise time_limit"):
        sp.posterior(table, time_limit=0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scores": "bic"}, r"scores must be 'auto' or one or more of sp\.Dirichlet"),
        ({"scores": ()}, "scores must be 'auto'"),
        ({"scores": (sp.BGe(),)}, "is a score of continuous columns, and these are discrete"),
        ({"scores": (sp.BDeu(1), sp.BDeu(1.0))}, "each score once"),
        ({"edge_log_odds": ()}, "edge_log_odds is 'auto' or different numbers"),
        ({"edge_log_odds": (0, 0)}, "edge_log_odds is 'auto' or different numbers"),
        ({"edge_log_odds": "no"}, "edge_log_odds is 'auto' or different numbers"),
        ({"method": "mcmc"}, "method is one of"),
        ({"seed": -1}, "seed is a whole number of at least 0"),
        ({"samples": 0}, "samples is a whole number of at least 1"),
        ({"time_limit": "1 s"}, "time_limit is a number of seconds"),
        ({"threads": 0}, "threads is a whole number"),
        ({"progress": 5}, "progress is a function"),
    ],
)
def test_options_are_checked(table, options, message):
    with pytest.raises(sp.OptionError, match=message):
        sp.posterior(table, **options)


@pytest.mark.parametrize("make", [sp.Dirichlet, sp.BDeu, sp.BGe])
@pytest.mark.parametrize("value", [0, -1.0, math.inf, math.nan, "1", True])
def test_scores_have_a_positive_number(make, value):
    with pytest.raises(sp.OptionError, match="is a number above 0"):
        make(value)


def test_data_that_do_not_fit():
    with pytest.raises(sp.DataError, match=r"mixed kinds, 1 continuous .* bin the continuous columns"):
        sp.posterior({"a": [0, 1, 0, 1], "b": [0.5, 1.25, 3.0, 2.5]})
    with pytest.raises(sp.OptionError, match="posterior needs a table"):
        sp.posterior(sp.Oracle(CHAIN))


def test_missing_values_are_refused_or_their_rows_dropped(table):
    columns = {name: list(table.column(name).values) for name in table.names}
    columns["a"] = [None, None, *columns["a"][2:]]
    gaps = sp.dataset(columns, missing="testwise")
    for missing in ("error", "testwise"):
        with pytest.raises(
            sp.DataError, match=r"compares whole graphs on the same rows; .*148 complete rows of 150"
        ):
            sp.posterior(gaps, missing=missing)
    found = sp.posterior(gaps, missing="drop", samples=50)
    assert (found.data.rows, found.data.dropped) == (148, 2)
    assert found.weights == sp.posterior(columns, missing="drop", samples=50).weights


def test_questions_that_make_no_sense(post):
    with pytest.raises(sp.UnknownNodeError, match="unknown node 'z'"):
        post.probability("a", "-->", "z")
    with pytest.raises(sp.GraphError, match="two different variables"):
        post.probability("a", "-->", "a")
    with pytest.raises(sp.GraphError, match="is not a pattern"):
        post.probability("a", "=>", "b")
    with pytest.raises(sp.OptionError, match="takes no k"):
        post.probability("a", "is an ancestor of", "b", k=1)
    with pytest.raises(sp.OptionError, match="k is the largest size"):
        post.best(k=-1)
    with pytest.raises(sp.OptionError, match="maximize is one of"):
        post.best(maximize="bic")
    with pytest.raises(sp.GraphError, match="from the same columns"):
        post.explain("a", "b", beside=sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> z"))))


@pytest.mark.parametrize("n", [1, 2])
def test_few_columns(n):
    names = tuple("ab"[:n])
    found = sp.posterior(sp.dataset({name: [0, 1, 1, 0, 1, 1] for name in "ab"}).select(names))
    assert found.graph.nodes == names


# ---- what is known about a pair ----------------------------------------------------------------------------


def test_possibilities_are_all_there_is(post):
    for a, b in itertools.permutations("abcd", 2):
        for k in (None, 0, 1):
            found = post.possibilities(a, b, k)
            assert sum(found.values()) == pytest.approx(1.0)
            assert list(found.values()) == sorted(found.values(), reverse=True)
            for pattern, probability in found.items():
                same = 1 - post.probability(a, "*-*", b, k) if pattern == "no edge" else None
                same = post.probability(a, pattern, b, k) if same is None else same
                assert probability == pytest.approx(same)


def test_support_compares_the_best_drawn_dags(post):
    for a, b in itertools.permutations("abcd", 2):
        best = dict.fromkeys(("-->", "<--", "no edge"), -math.inf)
        for sample in post.samples:
            edge = sample.dag.edge(a, b)
            kind = "no edge" if edge is None else "-->" if sample.dag.has(a, "-->", b) else "<--"
            best[kind] = max(best[kind], sample.log_probability)
        assert post.best_logs(a, b) == pytest.approx(best)
        ratios = [
            fact["log_ratio"]
            for fact in post.facts(a, b)
            if fact.kind == "support" and "log_ratio" in fact.slots
        ]
        with_edge = max(best["-->"], best["<--"])
        expected = [abs(with_edge - best["no edge"]), abs(best["-->"] - best["<--"])]
        assert ratios == pytest.approx([ratio for ratio in expected if math.isfinite(ratio)])


def test_disagreements_are_what_k_pc_says_against_the_odds(table, post):
    k, listed = post.beside.k, {(one.a, one.b): one for one in post.disagreements}
    for a, b in itertools.combinations("abcd", 2):
        edge = post.beside.graph.edge(a, b)
        if edge is None:
            probability = 1 - post.probability(a, "*-*", b, k)
        else:
            probability = post.probability(edge.u, edge.pattern.replace("o", "*"), edge.v, k)
        assert ((a, b) in listed) == (probability < 0.5)
        if (a, b) in listed:
            assert listed[a, b].probability == pytest.approx(probability)
        kinds = [fact.kind for fact in post.facts(a, b)]
        assert ("disagreement" in kinds) == ((a, b) in listed)


def test_k_pc_stands_beside(table, post):
    found = sp.kpc(table, k="auto", alpha="auto")
    assert post.beside.graph == found.graph
    assert post.beside.settings == found.settings


def test_pictures_show_how_sure_edges_are(post):
    diagram = post.diagram()
    for a, pattern, b in post.graph.table.edges():
        p = post.probability(post.names[a], pattern, post.names[b])
        assert diagram.probabilities[a, b] == p
        sure = {"settled": p >= 0.95, "partly_settled": 0.7 <= p < 0.95, "open": p < 0.7}
        assert sure[diagram.status((a, pattern, b))]
    assert post.summary() in post._repr_html_().replace("<br>", "\n")
    thick = [stroke.weight for stroke in strokes(diagram, layout(diagram))]
    assert thick == [0.5 + 1.3 * p for p in diagram.probabilities.values()]

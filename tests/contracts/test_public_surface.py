"""The names and calls that other programs rely on, each as it is promised."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import sepset as sp

PATTERNS = ("-->", "<--", "<->", "o->", "<-o", "o-o", "---", "--o", "o--")
SHORT_FORMS = {"->": "-->", "<-": "<--", "--": "---"}
# Two ways around from a to c, so that one variable does not separate them, and two do.
DAG = sp.MixedGraph.from_edges("a --> b", "b --> c", "a --> d", "d --> c")
ASIA = sp.asia().sample(500, seed=1)


class TestGraphs:
    GRAPH = sp.MixedGraph.from_edges("a --> c", "d o-> b", "c <-> e", nodes=("f",))

    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_every_pattern_is_read_and_kept(self, pattern):
        graph = sp.MixedGraph.from_edges(f"x {pattern} y")
        assert list(graph.edges()) == [("x", pattern, "y")]
        assert graph.has("x", pattern, "y")

    @pytest.mark.parametrize(("short", "pattern"), SHORT_FORMS.items())
    def test_short_forms_are_read(self, short, pattern):
        assert sp.MixedGraph.from_edges(f"x {short} y") == sp.MixedGraph.from_edges(f"x {pattern} y")

    def test_nodes_come_first_and_fix_the_order(self):
        assert self.GRAPH.nodes == ("f", "a", "c", "d", "b", "e")
        assert sp.MixedGraph.from_edges("a --> b", nodes=("b", "a")).nodes == ("b", "a")

    def test_edges_are_named_tuples_in_node_order(self):
        first, *others = self.GRAPH.edges()
        assert (first.u, first.pattern, first.v) == first == ("a", "-->", "c")
        assert len(self.GRAPH.edges()) == 1 + len(others) == 3
        assert list(sp.MixedGraph.from_edges("a --> b", nodes=("b", "a")).edges()) == [("b", "<--", "a")]

    def test_questions_and_text(self):
        assert self.GRAPH.has("a", "*->", "c")
        assert not self.GRAPH.has("c", "*->", "a")
        assert self.GRAPH.adjacent("c", "a")
        assert self.GRAPH.to_text().splitlines() == ["a --> c", "c <-> e", "d o-> b", "f"]
        assert sp.MixedGraph.parse(self.GRAPH.to_text()) == self.GRAPH

    def test_the_order_of_nodes_does_not_matter(self):
        other = sp.MixedGraph.from_edges("e <-> c", "b <-o d", "c <-- a", nodes=("b", "f"))
        assert other == self.GRAPH
        assert hash(other) == hash(self.GRAPH)


class TestTheory:
    def test_separation(self):
        assert sp.separated(DAG, "a", "c", given=("b", "d"))
        assert not sp.separated(DAG, "a", "c", given=("b",))
        assert sp.minimum_separator(DAG, "a", "c", max_size=None) == frozenset({"b", "d"})
        assert sp.minimum_separator(DAG, "a", "c", max_size=1) is None
        m_connected = sp.MixedGraph.from_edges("a <-> b", "b <-> c")
        assert sp.separated(m_connected, "a", "c")
        assert not sp.separated(m_connected, "a", "c", given=("b",))

    def test_closures_and_classes(self):
        assert sp.is_k_covered(DAG, "a", "c", 1)
        assert not sp.is_k_covered(DAG, "a", "c", 2)
        closure = sp.k_closure(DAG, 1)
        assert closure == DAG.with_edge("a", "-->", "c")
        assert sp.is_mag(closure)
        assert sp.is_k_closure(closure, 1)
        members = sp.k_closures(DAG, 1)
        assert iter(members) is members
        every = list(members)
        assert closure in every
        assert all(sp.markov_equivalent(closure, other) for other in every)
        turned = sp.MixedGraph.from_edges("b --> a", "b --> c", "a --> d", "d --> c")
        assert sp.k_markov_equivalent(DAG, turned, 2)
        assert not sp.k_markov_equivalent(DAG, DAG.with_edge("a", "<--", "b").with_edge("a", "<--", "d"), 2)

    def test_graphs_of_classes(self):
        chain = sp.MixedGraph.from_edges("a --> b", "b --> c")
        assert sp.k_essential_graph(chain, 1) == sp.MixedGraph.from_edges("a --- b", "b --- c")
        assert sp.pag(chain) == sp.MixedGraph.from_edges("a o-o b", "b o-o c")
        assert sp.refines(chain, sp.pag(chain))
        assert not sp.refines(sp.pag(chain), chain)


class TestLearning:
    def test_the_options_of_kpc(self):
        first, *options = inspect.signature(sp.kpc).parameters.values()
        assert (first.name, first.default) == ("data_or_test", first.empty)
        by_name = {one.name: one.default for one in options}
        assert {"k", "alpha", "test", "search", "colliders", "rules", "complete", "missing"} <= by_name.keys()
        assert by_name["k"] == 1
        assert by_name["complete"] is False

    @pytest.mark.parametrize("colliders", ["sepset", "conservative", "majority", "max-p"])
    @pytest.mark.parametrize("rules", ["standard", "paper"])
    @pytest.mark.parametrize("search", ["all", "neighbours", "auto"])
    def test_every_value_is_accepted_by_name(self, colliders, rules, search):
        found = sp.kpc(sp.Oracle(DAG), k=2, search=search, colliders=colliders, rules=rules)
        assert sp.refines(found.graph, sp.pag(DAG))
        assert (found.settings["colliders"], found.settings["rules"]) == (colliders, rules)

    @pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "dataset"])
    def test_any_table(self, kind):
        if kind != "dataset":
            pytest.importorskip(kind)
        made = {
            "dataset": lambda: ASIA,
            "pandas": ASIA.to_pandas,
            "polars": ASIA.to_polars,
            "pyarrow": lambda: pytest.importorskip("pyarrow").Table.from_pandas(ASIA.to_pandas()),
        }
        assert sp.kpc(made[kind](), k=1).graph == sp.kpc(ASIA, k=1).graph

    def test_an_array(self):
        assert sp.kpc(np.random.default_rng(0).normal(size=(50, 3)), k=1).graph.nodes == ("x0", "x1", "x2")

    def test_what_a_result_answers(self, tmp_path):
        found = sp.kpc(sp.Oracle(DAG), k=2)
        assert found.graph_at(2) == found.graph
        assert found.graph_at(1) == sp.kpc(sp.Oracle(DAG), k=1).graph
        assert found.sepset("a", "c") == frozenset({"b", "d"})
        assert found.sepset("a", "b") is None
        assert isinstance(found.explain("a", "c"), str)
        assert set(found.tests_run) <= {0, 1, 2}
        assert found.facts("a", "c")
        found.save(tmp_path / "run.json")
        assert sp.load(tmp_path / "run.json").graph == found.graph
        found.report(tmp_path / "run.html")
        assert (tmp_path / "run.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")

    def test_automatic_choices_say_why(self):
        settings = sp.kpc(ASIA, k="auto", alpha="auto").settings
        assert settings.k_reason.startswith(f"k = {settings.k}")
        assert settings.alpha_reason.startswith("alpha = ")

    def test_the_other_learners(self):
        oracle = sp.Oracle(DAG)
        assert sp.pc(oracle, max_k=None).graph == sp.pc(oracle).graph
        assert sp.loci(oracle, k=1).k == sp.anytime_fci(oracle, k=1).k == 1

    def test_scores(self):
        empty = sp.MixedGraph.from_edges(nodes=("a", "b"))
        nothing = sp.compare(empty, empty)
        assert nothing.f1_skeleton == nothing.f1_arrowhead == nothing.f1_tail == nothing.shd == 0
        same = sp.compare(DAG, DAG)
        assert (same.f1_skeleton, same.f1_arrowhead, same.f1_tail, same.shd) == (1, 1, 1, 0)

    def test_the_estimator(self):
        pytest.importorskip("sklearn")
        assert sp.KPC(k=1).fit(ASIA).graph_ == sp.kpc(ASIA, k=1).graph


class TestTablesKnowledgePosterior:
    @pytest.mark.parametrize("missing", ["error", "drop", "testwise"])
    def test_missing_values_are_an_option_everywhere(self, tmp_path, missing):
        (tmp_path / "data.csv").write_text("a,b\n" + "0,1\n1,0\n1,1\n0,0\n" * 10, encoding="utf-8")
        data = sp.read(tmp_path / "data.csv", missing=missing)
        assert sp.dataset({"a": [0, 1] * 9, "b": [0, 1, 1] * 6}, missing=missing).rows == 18
        for learner in (sp.kpc, sp.pc, sp.loci, sp.anytime_fci):
            assert learner(data, missing=missing).graph.nodes == ("a", "b")

    def test_mixed_columns_have_the_residual_test(self):
        numbers = np.random.default_rng(1).normal(size=60)
        assert sp.kpc({"a": numbers, "b": list("uv") * 30}, k=0).settings["test"] == "residual"

    def test_knowledge(self):
        known = sp.Knowledge(
            tiers=[["a", "b"], ["c"]],
            roots=(),
            sinks=(),
            ancestor=[("a", "c")],
            not_ancestor=[],
            required=[],
            forbidden=[],
            no_edge=[],
        )
        dag = sp.MixedGraph.from_edges("a --> b", "b --> c")
        assert sp.kpc(sp.Oracle(dag), k=1, knowledge=known).graph.has("b", "-->", "c")
        assert sp.pc(sp.Oracle(dag), knowledge=known).graph.has("b", "-->", "c")
        # Of the three chains only this one has a above c, and nothing of a later tier above b.
        assert sp.k_essential_graph(dag, 1, knowledge=known) == dag

    def test_posterior(self):
        post = sp.posterior(
            ASIA.select(("smoke", "lung", "bronc")),
            scores=(sp.Dirichlet(1.0), sp.BDeu(10.0)),
            edge_log_odds=(0.0, -1.0),
            seed=0,
        )
        assert post.exact is True
        for k in (None, 1):
            assert 0 <= post.probability("smoke", "*->", "bronc", k=k) <= 1
        assert {type(one) for one in (post.graph, post.graph_at(1))} == {sp.MixedGraph}
        for wanted in ("corrected", "f1", "shd"):
            assert post.best(k=None, maximize=wanted).nodes == post.graph.nodes
        options = inspect.signature(sp.posterior).parameters
        assert options["scores"].default == options["edge_log_odds"].default == "auto"

    def test_stability(self):
        stable = sp.stability(ASIA, resamples=3, seed=0)
        assert stable.share("smoke", "*-*", "bronc") in (0, 1 / 3, 2 / 3, 1)
        assert inspect.signature(sp.stability).parameters["resamples"].default == 200


def test_the_package_is_typed():
    assert (Path(sp.__file__).parent / "py.typed").exists()

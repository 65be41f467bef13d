"""What no DAG has never looks settled: `<->` where hidden causes are ruled out, and arrows in a circle."""

import json
from itertools import pairwise, permutations

import numpy as np
import pytest

import sepset as sp
from sepset.catalogue.choices import COLLIDERS
from sepset.catalogue.learners import LEARNERS
from sepset.drawing.svg import COLOURS, to_svg
from sepset.graph.ancestry import heads_against_arrows, shortest_cycles
from sepset.report.edge_table import edge_table
from sepset.report.first_screen import first_screen
from sepset.report.html import to_bytes
from sepset.report.legend import key_marks, mark_item
from sepset.report.payload import Places, drawing
from sepset.result.discovery import Discovery, Orientation
from sepset.result.saved import document, saved
from sepset.result.verdict import links_of, stability_verdict, verdict
from sepset.skeleton.search import Skeleton
from sepset.skeleton.separations import Separations

g = sp.MixedGraph.from_edges
BOTH_ENDS = (
    "x <-> y is drawn, although no DAG has it: the evidence asks for an arrowhead at both ends, which only a "
    "hidden cause could explain."
)


def rows_with_a_hidden_cause():
    """A table with a --> x <-- h --> y <-- b in which h was not measured."""
    draw = np.random.default_rng(0).normal
    a, b, h, noise = (draw(size=2000) for _ in range(4))
    return {"a": a, "x": a + h, "y": b + h + 0.5 * noise, "b": b}


def made(learner, *edges):
    """A result put together by hand; every pair without an edge is separated by the empty set."""
    graph = g(*edges)
    n = len(graph)
    rows = [(i, j, (), 0.5) for i in range(n) for j in range(i + 1, n) if not graph.table.adjacent(i, j)]
    skeleton = Skeleton(graph.nodes, 0, "all", Separations.from_rows(n, rows), {0: n * (n - 1) // 2})
    return Discovery(learner, 0, skeleton, {"alpha": 0.1}, lambda _: Orientation(graph, (), ()))


@pytest.fixture(scope="module", params=COLLIDERS.words)
def found(request):
    result = sp.pc(rows_with_a_hidden_cause(), colliders=request.param)
    assert result.graph.has("x", "<->", "y")
    return result


class TestArrowheadsAtBothEnds:
    def test_the_edge_is_contradicted_and_its_neighbours_are_not(self, found):
        assert found.status("x", "y") == "contradicted"
        assert found.status("a", "x") == found.status("b", "y") == "settled"

    def test_it_is_among_the_conflicts(self, found):
        (conflict,) = found.conflicts
        assert (conflict.kind, conflict.drawn) == ("both ends", "<->")
        assert {found.names[conflict.a], found.names[conflict.b]} == {"x", "y"}
        assert "Conflicts: 1 both ends" in found.summary()

    def test_the_explanation_says_why(self, found):
        first, *others = found.explain("x", "y").split("\n")
        assert first.startswith("Contradicted: ")
        assert f"Conflict: {BOTH_ENDS}" in others

    def test_facts_as_json(self, found):
        facts = [fact.to_json() for fact in found.facts("x", "y")]
        assert facts[0]["slots"]["status"] == "contradicted"
        assert [fact["slots"]["conflict"] for fact in facts if fact["kind"] == "conflict"] == ["both ends"]

    def test_pictures_strike_it_out(self, found):
        number = found.names.index
        pair = frozenset((number("x"), number("y")))
        assert found.diagram().contradicted == {pair}
        assert COLOURS["contradicted"] in to_svg(found.diagram())

    def test_the_page_knows(self, found):
        (link,) = verdict(found).standing("doubtful")
        assert (link.pattern, link.conflicts) == ("<->", 1)
        assert edge_table(found, links_of(found)).count("pair contradicted") == 1
        ahead = json.loads(json.dumps(drawing(found, Places.of(found.diagram()))))
        assert {mark: status for _, mark, _, status in ahead["edges"]}["<->"] == "contradicted"
        assert "None: all orientations agree with all tests." not in to_bytes(found).decode()

    def test_more_rows_are_not_what_would_settle_it(self, found):
        screen = first_screen(found)
        assert (
            "Allowing for hidden causes, as Anytime FCI does: 1 link has arrowheads at both ends." in screen
        )
        assert "More rows" not in screen

    def test_nothing_is_concluded_from_it(self, found):
        assert found.causes("x", "y") == "possibly"

    def test_it_is_no_stable_direction_however_often_it_comes_back(self):
        stable = sp.stability(rows_with_a_hidden_cause(), learner=sp.pc, resamples=20, seed=1)
        assert stable.share("x", "<->", "y") >= 0.95
        standing = {(link.a, link.b): link.standing for link in stability_verdict(stable).links}
        places = stable.names.index("x"), stable.names.index("y")
        assert standing[places] == "direction_open"
        assert "settled" in standing.values()

    def test_it_survives_a_file(self, found):
        raw = saved.to_bytes(found)
        again = saved.from_bytes(raw)
        assert again.status("x", "y") == "contradicted"
        assert again.conflicts == found.conflicts
        assert saved.to_bytes(again) == raw

    def test_a_file_from_before_it_was_noted(self, found):
        old = json.loads(json.dumps(document.document_of(found)))
        for result in old["results"]:
            result["conflicts"] = []
        again = saved.from_bytes(json.dumps(old).encode())
        assert again.status("x", "y") == "contradicted"
        assert again.conflicts == found.conflicts


class TestWhatItDependsOn:
    @pytest.mark.parametrize("learner", [sp.kpc, sp.anytime_fci])
    def test_where_it_has_a_meaning_it_stays_settled(self, learner):
        # Neither causes the other, and without conditioning they depend on each other.
        found = learner(sp.Oracle(g("z --> x", "z --> y", "a --> x", "b --> y")), k=0)
        assert found.graph.has("x", "<->", "y")
        assert found.status("x", "y") == "settled"
        assert not found.conflicts

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda one: one.word)
    def test_the_record_says_what_its_sentences_say(self, learner):
        assert learner.bidirected == ("no DAG has" not in learner.says["<->"])
        status = made(learner.title, "x <-> y").status("x", "y")
        assert status == ("settled" if learner.bidirected else "contradicted")

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda one: one.word)
    def test_the_legend_draws_it_as_graphs_do(self, learner):
        status = "settled" if learner.bidirected else "contradicted"
        assert f'<g class="edge {status}">' in mark_item(learner, "<->")
        assert ('class="strike"' in mark_item(learner, "<->")) != learner.bidirected
        assert '<g class="edge settled">' in key_marks(learner, {"-->"})
        assert f'<g class="edge {status}">' in key_marks(learner, {"<->"})

    def test_a_learner_of_your_own_may_mean_something_by_it(self):
        assert made("Mine", "x <-> y").status("x", "y") == "settled"


def answers_in_a_circle(a, b, given):
    """Ask for a --> b --> c --> a: each also has a cause of its own, independent of the one before it."""
    apart = {
        "ax": (),
        "by": (),
        "cz": (),
        "cx": ("b",),
        "ay": ("c",),
        "bz": ("a",),
        "xy": (),
        "yz": (),
        "xz": (),
    }
    wanted = apart.get("".join(sorted((a, b))))
    return 0.5 if wanted is not None and set(wanted) == set(given) else 0.0


class TestArrowsInACircle:
    FOUND = sp.pc(sp.independence.CallableTest(answers_in_a_circle, names=tuple("abcxyz")), max_k=1)

    def test_the_tests_ask_for_it(self):
        assert set(map(str, self.FOUND.graph.edges())) == {
            *("a --> b", "b --> c", "a <-- c"),
            *("b <-- x", "c <-- y", "a <-- z"),
        }

    def test_its_edges_are_contradicted_and_no_others(self):
        contradicted = {
            edge[::2]
            for edge in self.FOUND.graph.edges()
            if self.FOUND.status(edge.u, edge.v) == "contradicted"
        }
        assert contradicted == {("a", "b"), ("b", "c"), ("a", "c")}

    def test_the_explanation_names_the_circle(self):
        words = (
            "Conflict: b --> c is drawn, although no DAG has it: the arrows run in a circle, through b, c, a "
            "and back to b."
        )
        assert words in self.FOUND.explain("b", "c").split("\n")

    def test_nothing_is_concluded_from_them(self):
        assert self.FOUND.causes("a", "c") == self.FOUND.causes("c", "a") == "possibly"

    def test_it_survives_a_file(self):
        raw = saved.to_bytes(self.FOUND)
        again = saved.from_bytes(raw)
        assert [one.kind for one in again.conflicts] == ["cycle"] * 3
        assert saved.to_bytes(again) == raw

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda one: one.word)
    def test_only_a_union_may_have_one(self, learner):
        # Its arrows need not be in one DAG together.
        status = made(learner.title, "a --> b", "b --> c", "c --> a").status("a", "b")
        assert status == ("settled" if learner.union else "contradicted")

    def test_the_shortest_circle_through_each_arrow(self):
        graph = g("a --> b", "b --> c", "c --> a", "c --> d", "d --> a", "d --> e", "b --- f")
        assert [[graph.nodes[i] for i in one] for one in shortest_cycles(graph.table)] == [
            *(["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]),
            *(["c", "d", "a", "b"], ["d", "a", "b", "c"]),
        ]


def is_a_path(graph, nodes):
    """Say whether arrows lead along some nodes."""
    return all(graph.has(x, "-->", y) for x, y in pairwise(nodes))


def walks(graph, start, goal):
    """All directed paths between two nodes, by the definition."""
    others = [node for node in graph.nodes if node not in (start, goal)]
    orders = (order for size in range(len(others) + 1) for order in permutations(others, size))
    return [path for order in orders if is_a_path(graph, path := (start, *order, goal))]


class TestArrowheadsAtAncestors:
    EDGES = ("b --> c", "c --> a", "a o-> b", "c --> d", "e o-> d", "e o-> b")

    @pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda one: one.word)
    def test_all_edges_of_the_way_round_are_contradicted_and_no_others(self, learner):
        found = made(learner.title, *self.EDGES)
        touched = {
            frozenset(edge[::2])
            for edge in found.graph.edges()
            if found.status(edge.u, edge.v) == "contradicted"
        }
        hidden = learner.bidirected and not learner.union
        assert touched == (set(map(frozenset, ("ab", "bc", "ac"))) if hidden else set())

    def test_the_explanation_says_why(self):
        words = (
            "Conflict: a o-> b is drawn, so b is no cause of a, although arrows lead from b to a: no DAG has "
            "all edges of the circle a, b, c."
        )
        found = made(LEARNERS["kpc"].title, *self.EDGES)
        for pair in ("ab", "bc", "ac"):
            assert words in found.explain(*pair).split("\n")

    def test_it_survives_a_file(self):
        found = made(LEARNERS["kpc"].title, *self.EDGES)
        again = saved.from_bytes(saved.to_bytes(found))
        assert [one.kind for one in again.conflicts] == ["almost cycle"]
        assert again.conflicts == found.conflicts

    def test_ways_round_are_those_of_the_definition(self):
        rng = np.random.default_rng(4)
        seen = 0
        for _ in range(1500):
            n = int(rng.integers(3, 6))
            names = "abcdef"[:n]
            pairs = [(x, y) for x in names for y in names if x < y and rng.random() < 0.9]
            marks = rng.choice(["-->", "<--", "o->", "<-o", "<->", "o-o"], size=len(pairs))
            graph = g(
                *(f"{x} {mark} {y}" for (x, y), mark in zip(pairs, marks, strict=True)), nodes=tuple(names)
            )
            ways = [[graph.nodes[i] for i in way] for way in heads_against_arrows(graph.table)]
            assert {(way[0], way[1]) for way in ways} == {
                (a, b)
                for a in graph.nodes
                for b in graph.nodes
                if a != b and (graph.has(a, "o->", b) or graph.has(a, "<->", b)) and walks(graph, b, a)
            }
            for a, *path in ways:
                assert (*path, a) in walks(graph, path[0], a)
                assert len(path) + 1 == min(map(len, walks(graph, path[0], a)))
            seen += len(ways)
        assert seen > 100

    def test_small_tables_have_some_and_none_of_their_edges_is_settled(self):
        seen = 0
        for seed in range(40):
            truth = sp.simulate.random_dag(12, edges=24, seed=seed)
            found = sp.kpc(
                sp.simulate.linear_gaussian(truth, seed=seed).sample(100, seed=seed), k=1, alpha=0.1
            )
            for conflict in found.conflicts:
                if conflict.kind == "almost cycle":
                    seen += 1
                    nodes = [found.names[i] for i in conflict.because]
                    for x, y in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
                        assert found.status(x, y) == "contradicted"
        assert seen

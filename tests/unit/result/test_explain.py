"""The wording of explanations, on the examples of the paper and on data."""

from itertools import permutations

import pytest

import sepset as sp
from sepset.catalogue.learners import LEARNERS, learner_called
from sepset.graph.marks import EDGE_PATTERNS
from sepset.orientation.engine import Conflict
from sepset.result.discovery import Discovery, Orientation
from sepset.skeleton.search import Skeleton
from sepset.skeleton.separations import Separations

g = sp.MixedGraph.from_edges
R11 = g("a --> b", "b --> c", "u --> b", "v --> c")  # fig:R11example, k = 0
INCOMPLETE = g("d --> c", "a --> d", "a --> b", "c --> b")  # fig:incompleteness, k = 1
VALID = g("c --> a", "d --> b", "u1 --> c", "u1 --> d", "u2 --> c", "u2 --> d")  # fig:validkclosure
SIZE_ONE = g("a --> c", "d --> c", "d --> e", "b --> e")  # fig:size1kmec, k = 0


def lines(found, a, b, k=None):
    return found.explain(a, b, k=k).splitlines()


class TestOracle:
    def test_separated_by_nothing(self):
        found = sp.kpc(sp.Oracle(R11), k=0)
        assert lines(found, "a", "u") == [
            "a and u are not adjacent: they are independent without conditioning on anything."
        ]

    def test_separated_by_a_set(self):
        found = sp.kpc(sp.Oracle(VALID), k=2)
        assert lines(found, "d", "c") == ["d and c are not adjacent: they are independent given {u1, u2}."]

    def test_separated_by_a_larger_set_only(self):
        found = sp.kpc(sp.Oracle(VALID), k=2)
        assert lines(found, "c", "d", k=1) == [
            "c and d are linked; which one influences the other, if any, is open.",
            "c o-o d: whether one is a cause of the other is open.",
            "No set of at most 1 variable makes them independent.",
            "But they are independent given {u1, u2}: from k = 2 on they are not adjacent.",
            "Details:",
            "  No rule settles a mark of this edge.",
        ]

    def test_a_directed_edge(self):
        found = sp.kpc(sp.Oracle(R11), k=0)
        assert lines(found, "v", "c") == [
            "v influences c.",
            (
                "v --> c: v is a cause of c, directly or through others, in every DAG that agrees with the "
                "tests."
            ),
            "They are dependent when nothing is conditioned on, which is all that k = 0 looks at.",
            "Details:",
            (
                "  v o-> c: the arrowhead at c comes from R0 (Step 3): v and a are not adjacent, and the set "
                "that separates them, {}, does not contain c."
            ),
            (
                "  v --> c: the tail at v comes from R11 (Step 5): no arrowhead points at v, and v <-> c "
                "would need a parent of v, but no other node can be one."
            ),
        ]

    def test_from_the_other_end(self):
        found = sp.kpc(sp.Oracle(R11), k=0)
        assert lines(found, "c", "v")[0] == lines(found, "v", "c")[0] == "v influences c."
        assert lines(found, "c", "v")[1].startswith("c <-- v: v is a cause of c, directly")
        assert lines(found, "c", "v")[2:] == lines(found, "v", "c")[2:]

    def test_a_circle(self):
        assert lines(sp.kpc(sp.Oracle(R11), k=0), "b", "c")[:2] == [
            "c does not influence b; whether b influences c is open.",
            "b o-> c: c is not a cause of b; whether b is a cause of c is open.",
        ]

    def test_a_bidirected_edge(self):
        assert lines(sp.kpc(sp.Oracle(SIZE_ONE), k=0), "c", "e")[:2] == [
            "c and e are linked, and neither influences the other.",
            "c <-> e: neither is a cause of the other in any DAG that agrees with the tests.",
        ]

    def test_an_undirected_edge(self):
        assert lines(sp.kpc(sp.Oracle(INCOMPLETE), k=1), "a", "d")[:2] == [
            "One of a and d influences the other; which one is open.",
            (
                "a --- d: in every DAG that agrees with the tests the two are adjacent and one is a cause of "
                "the other; which one varies from DAG to DAG."
            ),
        ]

    def test_exact_search_speaks_of_witnesses(self):
        found = sp.kpc(sp.Oracle(INCOMPLETE), k=1, complete=True)
        text = found.explain("a", "b")
        assert text.splitlines()[4].startswith("  a o-> b: the arrowhead at b comes from R0")
        assert "By exact search, a --> b: in all DAGs of the class a causes b (witness 1)." in text
        assert "Never a <-> b: too few disjoint paths could cover it." in text

    def test_no_p_values(self):
        found = sp.kpc(sp.Oracle(VALID), k=2)
        assert all("p =" not in found.explain(a, b) for a, b in permutations(found.names, 2))


class TestData:
    DATA = sp.asia().sample(5000, seed=1)
    FOUND = sp.kpc(DATA, k=2, search="all")

    def test_p_value_and_rows(self):
        p = self.FOUND.p_value("asia", "smoke")
        assert self.FOUND.explain("asia", "smoke") == (
            f"asia and smoke are not adjacent: they are independent without conditioning on anything (p = "
            f"{p:.3g}, N = 5,000)."
        )

    def test_level_of_the_tests(self):
        assert "No set of at most 2 variables makes them independent (at alpha = 0.05, N = 5,000)." in (
            lines(self.FOUND, "smoke", "bronc")
        )

    def test_neighbours_only(self):
        found = sp.kpc(self.DATA, k=1, search="neighbours")
        assert lines(found, "smoke", "bronc")[2] == (
            "No set of at most 1 neighbour of one of them makes them independent "
            "(at alpha = 0.05, N = 5,000)."
        )

    @pytest.mark.parametrize(
        ("search", "sets"),
        [
            ("neighbours", "neighbours of one of them"),
            ("component", "variables on paths between them"),
            ("all", "variables"),
        ],
    )
    def test_without_a_limit(self, search, sets):
        found = sp.pc(self.DATA, search=search)
        said = f"o set of {sets}, of any size, makes them independent"
        for k in (None, found.last_bound):
            assert f"N{said} (at alpha = 0.05, N = 5,000)." in lines(found, "smoke", "bronc", k)
        assert f"An edge between two variables says: n{said}" in found.summary().splitlines()
        # For a smaller bound that bound is said.
        kept = next(fact for fact in found.facts("smoke", "bronc", 1) if fact.kind == "kept")
        assert str(kept).startswith("No set of at most 1 ")

    def test_on_paths_only(self):
        found = sp.kpc(self.DATA, k=1, search="component")
        kept = next(fact for fact in found.facts("smoke", "bronc") if fact.kind == "kept")
        assert kept["search"] == "component"
        assert str(kept) == (
            "No set of at most 1 variable on paths between them makes them independent "
            "(at alpha = 0.05, N = 5,000)."
        )

    def test_the_summary_says_what_an_edge_says(self):
        for search, words in (
            ("neighbours", " neighbours of one of them"),
            ("component", " variables on paths between them"),
            ("all", " variables"),
        ):
            found = sp.kpc(self.DATA, k=2, search=search)
            said = f"An edge between two variables says: no set of at most 2{words} makes them independent"
            assert said in found.summary().splitlines()

    def test_a_test_without_data_shows_its_p_value(self):
        test = sp.independence.CallableTest(
            lambda a, b, given: 0.25 if "c" in (a, b) else 0.01, names=("a", "b", "c")
        )
        found = sp.kpc(test, k=0)
        assert found.explain("a", "c").endswith("without conditioning on anything (p = 0.25).")
        assert lines(found, "a", "b")[2].endswith("k = 0 looks at (at alpha = 0.05).")

    def test_contradictions_are_told(self):
        found = sp.kpc(sp.asia().sample(60, seed=3), k=2, alpha=0.3, search="all", complete=True)
        assert found.conflicts
        for conflict in found.conflicts:
            a, b = found.names[conflict.a], found.names[conflict.b]
            assert any(line.startswith("Conflict: ") for line in lines(found, a, b))
        edge = next(iter(found.graph.edges()))
        assert f"Note: {found.notes[0]}" in lines(found, edge.u, edge.v)


def made(edges, names, conflicts=(), learner="k-PC"):
    """A result put together by hand: every pair without an edge is separated by the empty set."""
    graph = g(*edges, nodes=tuple(names))
    n = len(names)
    rows = [(i, j, (), 0.5) for i in range(n) for j in range(i + 1, n) if not graph.table.adjacent(i, j)]
    skeleton = Skeleton(tuple(names), 0, "all", Separations.from_rows(n, rows), {0: n * (n - 1) // 2})
    orientation = Orientation(graph, (), tuple(conflicts), notes=("One.", "Two."))
    return Discovery(learner, 0, skeleton, {"alpha": 0.1}, lambda _: orientation)


class TestConflicts:
    COLLIDER = Conflict("collider", "Step 5", "R0", 0, 1, "o->", "*--", (0, 1, 2))
    SETTLED = Conflict("settled", "Step 4", "R1", 0, 1, "o->", "*--", (2, 0, 1))
    FOUND = made(["x o-> y", "z o-> y"], "xyz", [COLLIDER, SETTLED])

    @pytest.mark.parametrize("pair", ["xy", "yz", "xz"])
    def test_a_collider_concerns_three_pairs(self, pair):
        told = (
            "Conflict: x *-> y <-* z is drawn as a collider, although the evidence on x and z says it is "
            "not one."
        )
        assert told in lines(self.FOUND, *pair)

    def test_a_refused_mark_concerns_its_edge(self):
        told = "Conflict: the tests on z, x, y ask for x *-- y, where the graph had x o-> y."
        rule = "  R1 (Step 4) asks for x *-- y, because of z, x, y, but the edge was already x o-> y"
        said = self.FOUND.explain("y", "x")
        assert told in said.partition("Details:")[0]
        assert rule in said.partition("Details:")[2]
        assert told not in self.FOUND.explain("y", "z")

    def test_a_contradiction_comes_first(self):
        assert lines(self.FOUND, "x", "y")[0] == (
            "Contradicted: as drawn, y does not influence x; whether x influences y is open; the tests "
            "disagree in 2 places."
        )
        assert lines(self.FOUND, "y", "z")[0].endswith("; the tests disagree in 1 place.")


class TestOtherLearners:
    def test_loci_drops_edges(self):
        found = sp.loci(sp.Oracle(SIZE_ONE), k=0)
        assert lines(found, "c", "e") == [
            "c and e are not adjacent: LOCI drops an edge with arrowheads at both ends.",
            "They are dependent when nothing is conditioned on, which is all that k = 0 looks at.",
            "Details:",
            (
                "  e o-> c: the arrowhead at c comes from LOCI (colliders): a and e are independent, while c "
                "depends on both."
            ),
            (
                "  c <-> e: the arrowhead at e comes from LOCI (colliders): c and b are independent, while e "
                "depends on both."
            ),
        ]

    def test_loci_with_conditioning(self):
        text = sp.loci(sp.Oracle(SIZE_ONE), k=1).explain("a", "c")
        assert (
            "the arrowhead at c comes from LOCI (colliders): some set of at most 1 variable, without c, "
            "makes a and d independent, while c depends on both given that set." in text
        )

    def test_loci_drops_what_a_larger_set_separates(self):
        found = sp.loci(sp.Oracle(SIZE_ONE), k=1)
        assert lines(found, "c", "e", k=0)[2].endswith("given {d}: from k = 1 on they are not adjacent.")

    def test_pc(self):
        assert lines(sp.pc(sp.Oracle(SIZE_ONE)), "a", "c")[1] == (
            "a --> c: a is a direct cause of c, if there are no hidden causes."
        )

    def test_anytime_fci(self):
        assert lines(sp.anytime_fci(sp.Oracle(g("u --> v")), k=0), "u", "v")[1] == (
            "u o-o v: whether one is a cause of the other, or both have a hidden cause, is open."
        )

    @pytest.mark.parametrize("learner", [*(one.title for one in LEARNERS.values()), "another"])
    @pytest.mark.parametrize("pattern", EDGE_PATTERNS)
    def test_every_edge_has_a_meaning(self, learner, pattern):
        known = learner_called(learner)
        for text in (known.meaning(pattern, "left", "right"), known.in_short(pattern)):
            assert text
            assert "{" not in text.format(a="left", b="right")

    def test_mirror_images_mean_the_same(self):
        learner = learner_called("k-PC")
        assert learner.meaning("<-o", "x", "y") == learner.meaning("o->", "y", "x")


class TestErrors:
    FOUND = sp.kpc(sp.Oracle(R11), k=1)

    def test_one_variable_twice(self):
        with pytest.raises(sp.GraphError, match="two different variables are needed, got 'a' twice"):
            self.FOUND.explain("a", "a")

    def test_a_larger_bound(self):
        with pytest.raises(sp.OptionError, match="the run went up to k = 1"):
            self.FOUND.explain("a", "b", k=2)


class TestSummary:
    def test_oracle(self):
        # Of 4 nodes a-c is separable, by {d}: 6 pairs are asked at level 0 and all 6 again at level 1.
        assert sp.kpc(sp.Oracle(INCOMPLETE), k=1).summary().splitlines() == [
            (
                "k-PC on 4 variables: k = 1, colliders = sepset, complete = False, rules = standard, search "
                "= all, test = oracle"
            ),
            "Tests: 12 (6 given nothing, 6 given 1)",
            "Pairs: 6, of them 1 separated (1 given 1)",
            "Edges: 5 (2 ---, 3 o->)",
            "An edge between two variables says: no set of at most 1 variable makes them independent",
            "Conflicts: none",
        ]

    def test_data(self):
        data = sp.dataset({"a": [0, 1, None, 1, 0] * 20, "b": ["u", "v", "v", "u", "v"] * 20}, missing="drop")
        assert sp.kpc(data, k=0).summary().splitlines()[0] == (
            "k-PC on 2 variables (2 discrete), 80 rows, 20 rows left out for missing values: k = 0, alpha = "
            "0.05, colliders = sepset, complete = False, rules = standard, search = neighbours, test = chi2"
        )

    def test_what_was_chosen_is_short_and_its_reasons_have_lines_of_their_own(self):
        found = sp.kpc(sp.asia().sample(5000, seed=1), k="auto", alpha="auto")
        settings = found.settings
        head, *rest = found.summary().splitlines()
        assert head.endswith(
            f": k = {found.k}, alpha = 0.113, colliders = conservative, complete = False, rules = counting, "
            "search = neighbours, test = chi2"
        )
        assert rest[:2] == [settings.k_reason, settings.alpha_reason]

    def test_without_a_limit_there_is_no_k(self):
        found = sp.pc(sp.asia().sample(500, seed=1))
        head = found.summary().splitlines()[0]
        options = "alpha = 0.05, colliders = sepset, max_k = None, search = neighbours, test = chi2"
        assert head.endswith(f"500 rows: {options}")

    def test_by_hand(self):
        found = made(["x o-> y", "y <-- z", "x o-o w"], "xyzw", [TestConflicts.COLLIDER])
        assert found.summary().splitlines() == [
            "k-PC on 4 variables: k = 0, alpha = 0.1",
            "Tests: 6 (6 given nothing)",
            "Pairs: 6, of them 3 separated (3 given nothing)",
            "Edges: 3 (1 -->, 1 o->, 1 o-o)",
            (
                "An edge between two variables says: they are dependent when nothing is conditioned on, "
                "which is all that k = 0 looks at"
            ),
            "Conflicts: 1 collider",
            "Note: One.",
            "Note: Two.",
        ]

    def test_nothing_found(self):
        found = made([], "x")
        assert found.summary().splitlines()[2:5] == [
            "Pairs: 0, of them none separated",
            "Edges: none",
            "Conflicts: none",
        ]

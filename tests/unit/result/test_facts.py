"""What is known about a pair, as data: every kind of fact occurs, and all that is shown comes from it."""

import json
import pickle
import re
from pathlib import Path
from typing import get_args

import pytest

import sepset as sp
from sepset.graph.marks import EDGE_PATTERNS
from sepset.orientation.engine import Conflict
from sepset.result.discovery import Discovery, Orientation
from sepset.result.facts import FactKind, Facts, separated
from sepset.sentences import Names, NameSet, Sentence, variables
from sepset.skeleton.search import Skeleton
from sepset.skeleton.separations import Separations

g = sp.MixedGraph.from_edges


def made(edges, names, conflicts=(), votes=None):
    """A result put together by hand: every pair without an edge is separated by the empty set."""
    graph = g(*edges, nodes=tuple(names))
    n = len(names)
    rows = [(i, j, (), 0.5) for i in range(n) for j in range(i + 1, n) if not graph.table.adjacent(i, j)]
    skeleton = Skeleton(tuple(names), 0, "all", Separations.from_rows(n, rows), {0: n * (n - 1) // 2})
    orientation = Orientation(graph, (), tuple(conflicts), notes=("One.",), votes=votes or {})
    return Discovery("k-PC", 0, skeleton, {"alpha": 0.1}, lambda _: orientation)


COLLIDER = Conflict("collider", "Step 5", "R0", 0, 1, "o->", "*--", (0, 1, 2))
SETTLED = Conflict("settled", "Step 4", "R1", 0, 1, "o->", "*--", (2, 0, 1))
CONTESTED = Conflict("contested", "Step 4", "R1", 0, 1, "o-o", "-->", (2, 0, 1))
TRIPLE = ["x --> y", "z --> y"]
CHAIN = g("a --> b", "b --> c")


def all_facts(found, k=None):
    names = found.names
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return [fact for a, b in pairs for fact in found.facts(a, b, k)]


RESULTS = {
    "oracle": lambda: sp.kpc(sp.Oracle(CHAIN), k=1),
    "exact": lambda: sp.kpc(sp.Oracle(CHAIN), k=1, complete=True),
    "dropped": lambda: sp.loci(sp.Oracle(g("a --> c", "d --> c", "d --> e", "b --> e")), k=0),
    "data": lambda: sp.kpc(sp.asia().sample(500, seed=1), k=2),
    "conflicts": lambda: made(TRIPLE, "xyz", [COLLIDER, SETTLED]),
    "known apart": lambda: sp.pc(
        sp.Oracle(g("a --> b", "b --> c", "a --> c")), knowledge=sp.Knowledge(no_edge=[("a", "c")])
    ),
    "known otherwise": lambda: sp.kpc(
        sp.Oracle(g("a --> c", "b --> c")), k=1, knowledge=sp.Knowledge(ancestor=[("c", "a"), ("a", "b")])
    ),
    "repaired": lambda: sp.kpc(sp.asia().sample(60, seed=3), k=1, alpha=0.3, repair=True),
    "votes": lambda: made(TRIPLE, "xyz", votes={(0, 1, 2): None}),
    "posterior": lambda: sp.posterior(sp.asia().sample(500, seed=1)),
}


def test_every_kind_of_fact_occurs():
    facts = [fact for make in RESULTS.values() for fact in all_facts(make())]
    facts += all_facts(RESULTS["oracle"](), k=0)
    assert {fact.kind for fact in facts} == set(get_args(FactKind))


def test_every_kind_is_documented_with_its_slots():
    page = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*) \|$", page, re.MULTILINE)
    facts = [fact for make in RESULTS.values() for fact in all_facts(make())]
    assert {(kind, part) for kind, part, _ in rows} >= {(fact.kind, fact.part) for fact in facts}
    documented = {kind: set(re.findall(r"`(\w+)`", slots)) for kind, _, slots in rows}
    documented["refused"] |= documented["conflict"]
    for fact in facts:
        assert fact.slots.keys() <= documented[fact.kind]


@pytest.mark.parametrize("name", RESULTS)
def test_text_is_made_from_facts(name):
    found = RESULTS[name]()
    for a in found.names:
        for b in found.names:
            if a != b:
                facts = found.facts(a, b)
                text = found.explain(a, b)
                assert text.replace("Details:\n", "").replace("\n  ", "\n").lstrip() == "\n".join(
                    map(str, facts)
                )
                parts = [fact.part for fact in facts]
                assert parts == sorted(parts, key=("summary", "evidence", "details").index)
                assert parts.count("summary") == 1


@pytest.mark.parametrize("name", sorted(RESULTS.keys() - {"posterior"}))
def test_rules_are_named_in_the_details_only(name):
    found = RESULTS[name]()
    rules = {step.rule for step in found.trace} | {conflict.rule for conflict in found.conflicts}
    for fact in all_facts(found):
        if fact.part != "details" and fact.kind != "dropped":
            assert not rules & set(str(fact).replace("(", " ").split())
            assert "Step" not in str(fact)


@pytest.mark.parametrize("name", RESULTS)
def test_facts_survive_json_and_pickle(name):
    for fact in all_facts(RESULTS[name]()):
        document = fact.to_json()
        assert json.loads(json.dumps(document, allow_nan=False)) == document
        assert list(document) == ["kind", "part", "text", "slots"]
        again = pickle.loads(pickle.dumps(fact))  # noqa: S301 - our own bytes
        assert again == fact
        assert hash(again) == hash(fact)


def test_slots_speak_the_words_of_the_saved_file():
    found = sp.kpc(sp.asia().sample(500, seed=1), k=1)
    (fact,) = found.facts("asia", "smoke")
    assert fact.kind == "separated"
    assert fact.slots == {
        "a": variables(found.names)[0],
        "b": variables(found.names)[1],
        "given": NameSet(v for v in variables(found.names) if v.name in found.sepset("asia", "smoke")),
        "p": found.p_value("asia", "smoke"),
        "rows": 500,
    }
    step = next(fact for fact in all_facts(found) if fact.kind == "step")
    assert list(step.slots) == ["stage", "rule", "a", "before", "after", "b", "because", "reason"]
    conflict = next(fact for fact in all_facts(made(TRIPLE, "xyz", [SETTLED])) if fact.kind == "conflict")
    assert list(conflict.slots) == ["conflict", "stage", "rule", "a", "drawn", "wanted", "b", "because"]
    assert conflict.to_json()["slots"]["because"] == ["z", "x", "y"]


def test_a_sentence_in_a_slot_keeps_its_slots_in_json():
    found = sp.kpc(sp.Oracle(g("a --> c", "b --> c")), k=0)
    step = next(fact for fact in found.facts("a", "c") if fact.kind == "step")
    assert step.to_json()["slots"]["reason"] == {
        "text": "a and b are not adjacent, and the set that separates them, {}, does not contain c",
        "slots": {"a": "a", "c": "c", "b": "b", "given": []},
    }


def test_the_marks_of_an_edge_are_its_pattern_in_every_fact():
    for fact in all_facts(sp.kpc(sp.asia().sample(500, seed=1), k=1)):
        if fact.kind in ("edge", "meaning"):
            assert fact["pattern"] in EDGE_PATTERNS
    post = RESULTS["posterior"]()
    for fact in all_facts(post):
        if fact.kind in ("sure", "possibility", "agreement", "disagreement"):
            assert fact["pattern"] in (*EDGE_PATTERNS, "no edge")


def test_a_probability_that_is_none_becomes_null():
    names = variables(("a", "b"))
    assert separated(*names, NameSet(()), {"p": float("nan")}).to_json()["slots"]["p"] is None


class TestStatus:
    @pytest.mark.parametrize(
        ("edge", "status"),
        [
            ("x --> y", "settled"),
            ("x <-- y", "settled"),
            ("x <-> y", "settled"),
            ("x o-> y", "partly_settled"),
            ("x --- y", "partly_settled"),
            ("x --o y", "partly_settled"),
            ("x o-o y", "open"),
        ],
    )
    def test_by_marks(self, edge, status):
        assert made([edge], "xy").status("x", "y") == made([edge], "xy").status("y", "x") == status

    def test_without_an_edge(self):
        assert made([], "xy").status("x", "y") is None

    @pytest.mark.parametrize("conflict", [SETTLED, CONTESTED])
    def test_a_conflict_touches_its_edge(self, conflict):
        found = made(TRIPLE, "xyz", [conflict])
        assert found.status("x", "y") == "contradicted"
        assert found.status("y", "z") == "settled"

    def test_a_collider_that_is_denied_touches_both_edges(self):
        found = made([*TRIPLE, "w --> x"], "xyzw", [COLLIDER])
        assert [found.status("x", "y"), found.status("z", "y")] == ["contradicted"] * 2
        assert found.status("w", "x") == "settled"

    @pytest.mark.parametrize(
        ("vote", "status"), [(None, "contradicted"), (True, "settled"), (False, "settled")]
    )
    def test_a_collider_on_which_tests_are_divided(self, vote, status):
        # A vote against a collider that is drawn is a conflict of its own, which the engine records.
        found = made(TRIPLE, "xyz", votes={(0, 1, 2): vote})
        assert [found.status("x", "y"), found.status("y", "z")] == [status] * 2

    def test_divided_tests_on_what_is_no_collider(self):
        found = made(["x --> y", "y --> z"], "xyz", votes={(0, 1, 2): None})
        assert found.status("x", "y") == "settled"

    def test_the_first_fact_has_it(self):
        found = made(TRIPLE, "xyz", [COLLIDER, SETTLED])
        first = found.facts("x", "y")[0]
        assert (first["status"], first["conflicts"]) == ("contradicted", 2)
        assert found.facts("y", "z")[0]["conflicts"] == 1

    def test_at_a_smaller_bound(self):
        found = sp.kpc(sp.Oracle(CHAIN), k=1)
        assert found.status("a", "c") is None
        assert found.status("a", "c", k=0) == "open"


class TestSentences:
    def test_names_are_never_templates(self):
        a, b = variables(("{b}", "{0}"))
        assert str(Sentence("{a} and {b}", {"a": a, "b": b})) == "{b} and {0}"

    def test_sets_stand_in_the_order_of_names(self):
        b, a = variables(("b", "a"))
        assert str(NameSet((b, a))) == "{a, b}"
        assert str(Names((b, a))) == "b, a"

    def test_a_sentence_within_a_sentence(self):
        (a,) = variables("a")
        inner = Sentence("{a} says so", {"a": a})
        assert str(Sentence("because {reason}", {"reason": inner})) == "because a says so"


@pytest.mark.parametrize("missing", ["error", "testwise"])
def test_what_is_shared_and_what_is_own_is_everything_and_edges_that_are_alike_share_it(missing):
    table = sp.asia().sample(400, seed=3)
    frame = {name: [str(v) for v in table.column(name).values.tolist()] for name in table.names}
    if missing == "testwise":
        frame["smoke"][:40] = [None] * 40
    found = sp.kpc(frame, k=2, missing=missing)
    for k in range(3):
        facts, said = Facts(found, k), {}
        for a, _, b in facts.result.graph.table.edges():
            assert (*facts.shared(a, b), *facts.own(a, b)) == facts.between(a, b)
            names = {"a", "b"}
            alike = [
                (one.kind, one.sentence.template, {s: v for s, v in one.slots.items() if s not in names})
                for one in facts.shared(a, b)
            ]
            assert said.setdefault(facts.alike(a, b), alike) == alike
        assert said

"""What is known about a pair, as data: every kind of fact occurs, and all that is shown comes from it."""

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import sepset as sp
from sepset.graph.marks import EDGE_PATTERNS
from sepset.orientation.engine import Conflict
from sepset.result.discovery import Discovery, Orientation
from sepset.result.facts import FactKind, Facts, separated
from sepset.sentences import Names, NameSet, Sentence, ShownVariable, plain_value, variables
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
    "left out": lambda: sp.kpc(sp.asia().sample(60, seed=1), k=1, alpha=0.3, repair=True),
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
    for kind in ("edge", "dropped", "left_out", "known_apart", "meaning", "weak"):
        # Every one of them has all of its slots.
        assert {frozenset(fact.slots) for fact in facts if fact.kind == kind} == {frozenset(documented[kind])}


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


def inner_values(sentence):
    """Everything in the slots of a sentence, and of the sentences in them."""
    for value in sentence.slots.values():
        many = value if isinstance(value, tuple) else (value,)
        for one in many:
            yield one
            if isinstance(one, Sentence):
                yield from inner_values(one)


@pytest.mark.parametrize("name", RESULTS)
def test_variables_in_any_slot_have_the_numbers_of_the_result(name):
    found = RESULTS[name]()
    for fact in all_facts(found):
        shown = [value for value in inner_values(fact.sentence) if isinstance(value, ShownVariable)]
        assert all(found.names[one.number] == one.name for one in shown)
        assert fact.kind in ("note", "precision") or shown


def test_what_the_exact_search_says_is_typed():
    """fig:incompleteness, k = 1, where rules leave a o-> b and the exact search finds a --> b."""
    dag = g("d --> c", "a --> d", "a --> b", "c --> b")
    found = sp.kpc(sp.Oracle(dag), k=1, complete=True)
    certificate = found.orientation().completion.certificate
    occurs, *others = (fact for fact in found.facts("a", "b") if fact.kind == "exact")
    assert (occurs["answer"], occurs["pattern"]) == ("occurs", "-->")
    types: Any = occurs["types"]
    (kind,) = types
    assert (str(kind), kind["pattern"]) == ("a causes b", "-->")
    assert certificate.witnesses[kind["witness"] - 1].has("a", "-->", "b")
    assert occurs["witnesses"] == (kind["witness"],)
    assert [(one["answer"], one["pattern"]) for one in others] == [("never", "<--"), ("never", "<->")]
    assert others[1]["reason"]["reason"] == "cover"
    assert occurs.to_json()["slots"]["witnesses"] == [kind["witness"]]
    both = next(fact for fact in found.facts("a", "d") if fact.kind == "exact")
    assert [one["pattern"] for one in both["types"]] == ["-->", "<--"]
    assert str(both).startswith(
        "By exact search, a --- d: in some DAGs of the class a causes d, in others d "
    )
    for pattern, number in zip(("-->", "<--"), both["witnesses"], strict=True):
        assert certificate.closures[number - 1].has("a", pattern, "d")


def test_what_the_exact_search_leaves_undecided_is_typed():
    certificate = sp.theory.k_essential(CHAIN, 1).certificate
    open_one = replace(certificate, undecided=(sp.Edge("b", "<->", "a"),))
    last = open_one.reasons("a", "b")[-1]
    assert str(last) == "Undecided: b <-> a."
    assert (last["answer"], last["a"].name, last["pattern"]) == ("undecided", "b", "<->")
    (apart,) = certificate.reasons("a", "c")
    assert (apart["answer"], apart["k"]) == ("apart", 1)


def test_what_would_settle_an_edge_is_typed():
    fact = next(one for one in sp.kpc(sp.Oracle(CHAIN), k=1).facts("a", "b") if one.kind == "would_settle")
    said = [(one["statement"], one["a"].name, one["b"].name) for one in fact["said"]]
    assert said == [("ancestor", "a", "b"), ("tiers", "a", "b")]
    assert str(fact) == "What would settle this: to know that a affects b, or that a comes before b."
    assert fact.to_json()["slots"]["said"][0]["slots"] == {"statement": "ancestor", "a": "a", "b": "b"}


@pytest.mark.parametrize(
    ("statement", "text", "slots"),
    [
        ({"ancestor": [("a", "b")]}, "ancestor: a -> b", {"a": "a", "b": "b"}),
        ({"not_ancestor": [("b", "a")]}, "not ancestor: b -> a", {"a": "b", "b": "a"}),
        ({"required": [("a", "b")]}, "required: a -> b", {"a": "a", "b": "b"}),
        ({"no_edge": [("a", "b")]}, "no edge: a -- b", {"a": "a", "b": "b"}),
        ({"roots": ["a"]}, "roots: a", {"a": "a"}),
        ({"sinks": ["b"]}, "sinks: b", {"a": "b"}),
        (
            {"tiers": [["a"], ["b"]]},
            "a and b are in tiers 1 and 2",
            {"a": "b", "b": "a", "earlier": 1, "later": 2},
        ),
        (
            {"tiers": [["a", "b"]], "effects_within_tiers": False},
            "a and b are in tier 1",
            {"a": "b", "b": "a", "earlier": 1, "later": 1},
        ),
    ],
)
def test_statements_are_typed(statement, text, slots):
    said = sp.Knowledge(**statement).on(("a", "b")).said_of(0, 1)[-1]
    (kind, *_) = statement
    assert plain_value(said) == {"text": text, "slots": {"statement": kind, **slots}}


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

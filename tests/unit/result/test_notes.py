"""Notes are text with a kind and a sentence with typed slots; files keep all of it."""

import copy
import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import jsonschema
import pytest

import sepset as sp
from sepset.learn.repair import undecided_note
from sepset.result.saved.saved import from_bytes, schema, to_bytes
from sepset.sentences import Note, NoteKind, Sentence

g = sp.MixedGraph.from_edges
VALIDATOR = jsonschema.Draft202012Validator(schema())


def square():
    """A chordless square without colliders: no DAG has that."""
    separated = {("a", "c"): ("b", "d"), ("b", "d"): ("a", "c")}
    return sp.independence.CallableTest(
        lambda a, b, given: 1.0 if separated.get((a, b)) == tuple(given) else 0.0, ("a", "b", "c", "d")
    )


def undecided():
    """A chain whose certificate leaves a type open, as a time limit does."""
    found = sp.kpc(sp.Oracle(g("a --> b", "b --> c")), k=1, complete=True)
    result = found.orientation()
    assert result.completion is not None
    completion = replace(result.completion, exact=False, undecided=(sp.Edge("b", "<->", "a"),))
    noted = replace(result, notes=(undecided_note(completion),))
    return replace(found, _orient=lambda k: noted if k == 1 else found.orientation(k), _levels={})


FOUND = {
    "unfinished": lambda: sp.kpc(
        sp.Oracle(sp.simulate.random_dag(40, edges=70, seed=1)), k=1, complete=True, time_limit=0
    ),
    "undecided": undecided,
    "no_dag": lambda: sp.kpc(square(), k=2, search="all", complete=True),
    "nearest_class": lambda: sp.kpc(sp.asia().sample(60, seed=3), k=1, alpha=0.3, repair=True),
    "unfitting_knowledge": lambda: sp.kpc(
        sp.Oracle(g("a --> b", "b --> c", "a --> d", "d --> c")),
        k=1,
        complete=True,
        knowledge=sp.Knowledge(tiers=[["c"], ["a"]]),
    ),
    "against_knowledge": lambda: sp.kpc(
        sp.Oracle(g("a --> c", "b --> c", "d --> b")), k=1, knowledge=sp.Knowledge(ancestor=[("a", "b")])
    ),
}


def note_of(kind):
    return next(note for note in FOUND[kind]().notes if note.kind == kind)


def test_every_kind_is_here_and_on_the_page():
    page = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| `note` .*$", page, re.MULTILINE)
    assert {*FOUND} == {*get_args(NoteKind)} - {""} == {*re.findall(r"\w+", row)} & {*get_args(NoteKind)}


@pytest.mark.parametrize("kind", FOUND)
def test_a_note_is_text_and_a_sentence(kind):
    note = note_of(kind)
    assert issubclass(type(note), str)
    assert note == str(note.sentence)
    assert note.sentence.slots


@pytest.mark.parametrize("kind", FOUND)
def test_files_keep_notes_as_data(kind):
    found = FOUND[kind]()
    raw = to_bytes(found)
    VALIDATOR.validate(json.loads(raw))
    again = from_bytes(raw)
    assert again.notes == found.notes
    assert [(note.kind, note.sentence) for note in again.notes] == [
        (note.kind, note.sentence) for note in found.notes
    ]
    assert to_bytes(again) == raw
    for edge in found.graph.edges():
        assert again.facts(edge.u, edge.v) == found.facts(edge.u, edge.v)


def test_slots_of_notes():
    assert note_of("unfinished").sentence.slots == {"seconds": 0, "k": 1}
    (edge,) = note_of("undecided").sentence["edges"]
    assert (edge["a"].name, edge["pattern"], edge["b"].name) == ("b", "<->", "a")
    nearest = FOUND["nearest_class"]()
    assert nearest.notes[-1].sentence["overruled"] == len(nearest.overruled)
    against = note_of("against_knowledge").sentence
    assert against["said"][0].slots["statement"] == "ancestor"


def test_the_decisions_that_clash_are_typed():
    """The pairs of the square and its four triples, none of them a collider."""
    clash = note_of("no_dag").sentence["clash"]
    decisions = [(one["decision"], one["a"].name, one["b"].name) for one in clash["decisions"]]
    assert {kind for kind, *_ in decisions} <= {"no collider", "apart", "joined"}
    assert ("no collider", "a", "c") in decisions
    assert clash["how"] in ("smallest", "irreducible")


def test_a_file_with_texts_alone_still_loads():
    found = FOUND["no_dag"]()
    document = json.loads(to_bytes(found))
    for result in document["results"]:
        result.pop("note_sentences", None)
    VALIDATOR.validate(document)
    again = from_bytes(json.dumps(document).encode())
    assert again.notes == found.notes
    assert {note.kind for note in again.notes} == {""}
    assert "note_sentences" not in to_bytes(again).decode()
    edge = next(iter(found.graph.edges()))
    fact = next(fact for fact in again.facts(edge.u, edge.v) if fact.kind == "note")
    assert (fact["about"], str(fact["note"])) == ("", found.notes[-1])


@pytest.mark.parametrize("change", [copy.copy, copy.deepcopy, lambda n: pickle.loads(pickle.dumps(n))])  # noqa: S301
def test_copies_of_a_note_are_notes(change):
    note = note_of("no_dag")
    again = change(note)
    assert (again, again.kind, again.sentence) == (note, note.kind, note.sentence)


def test_any_text_can_be_a_note():
    assert (Note.of("One {x}."), Note.of("One {x}.").kind) == ("One {x}.", "")


SOUND = {
    "template": "{a} and {p:.3g}{said:, or }",
    "slots": {"a": {"node": 1}, "p": 0.25, "said": {"sentences": []}},
}


def with_note(text, sentence, kind="no_dag"):
    document = json.loads(to_bytes(sp.kpc(sp.Oracle(g("x --> y")), k=0)))
    document["results"][0] |= {"notes": [text], "note_sentences": [[kind, sentence]]}
    return json.dumps(document).encode()


def test_a_sentence_is_read():
    (note,) = from_bytes(with_note("y and 0.25", SOUND)).notes
    assert (note.sentence["a"].name, note.sentence["p"]) == ("y", 0.25)


def nested(depth):
    inner = {"template": "x", "slots": {}}
    for _ in range(depth):
        inner = {"template": "{s}", "slots": {"s": {"sentence": inner}}}
    return inner


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (SOUND | {"template": "{b}"}, "names its slots"),
        (SOUND | {"template": "{a"}, "names its slots"),
        (SOUND | {"template": "{}"}, "names its slots"),
        (SOUND | {"template": "{a.name}"}, "names its slots"),
        (SOUND | {"template": "{a!r}"}, "names its slots"),
        (SOUND | {"template": "{p:999999999}"}, "names its slots"),
        (SOUND | {"template": "{a:.3g}"}, "names its slots"),
        (SOUND | {"template": "{said:{p}}"}, "names its slots"),
        (SOUND | {"template": "{p}" * 5}, "names its slots"),
        ({"template": "{a.b}", "slots": {"a": "x", "a.b": "y"}}, "names its slots"),
        (
            {"template": "{a}", "slots": {"a": {"node": 2}}},
            r"slots\.a\.node should be a whole number from 0 to 1",
        ),
        ({"template": "{a}", "slots": {"a": {"edge": 0}}}, "is not a slot of a sentence"),
        ({"template": "{a}", "slots": {"a": {}}}, "should be text, a number, or one of"),
        ({"template": "{a}", "slots": {"a": [1]}}, "should be text, a number, or one of"),
        ({"template": "{a}", "slots": {"a": 10**16}}, "should be a whole number"),
        ({"template": "other", "slots": {}}, "should say the same as"),
        ({"template": 1, "slots": {}}, "should be text"),
        ({"template": "x"}, "slots is missing"),
        (nested(3), "nested at most 3 deep"),
    ],
)
def test_sentences_in_files_are_checked(sentence, words):
    with pytest.raises(sp.SavedError, match=words):
        from_bytes(with_note("y and 0.25", sentence))


def test_kinds_in_files_are_checked():
    with pytest.raises(sp.SavedError, match="should be one of"):
        from_bytes(with_note("y and 0.25", SOUND, kind="other"))


def test_a_number_that_is_none_is_kept():
    made = Note("no_dag", Sentence("p = {p:.3g}", {"p": float("nan")}))
    found = sp.kpc(sp.Oracle(g("x --> y")), k=0)
    noted = replace(found.orientation(), notes=(made,))
    (again,) = from_bytes(to_bytes(replace(found, _orient=lambda _: noted, _levels={}))).notes
    assert again == "p = nan"

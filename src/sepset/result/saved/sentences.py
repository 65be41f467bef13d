"""Sentences in a saved result: a template and typed slots, in which variables are numbers.

>>> from sepset.result.saved.json_values import Value
>>> from sepset.sentences import variables
>>> nodes = variables(("lung", "xray"))
>>> said = Sentence("{a} is above {others}", {"a": nodes[0], "others": NameSet(nodes[1:])})
>>> as_json = sentence_as_json(said)
>>> as_json["slots"]
{'a': {'node': 0}, 'others': {'set': [1]}}
>>> sentence_of(Value(as_json), nodes) == said
True
"""

from __future__ import annotations

import math
import re
from collections import Counter
from string import Formatter
from typing import TYPE_CHECKING, cast, get_args

from sepset.errors import SavedError
from sepset.sentences import (
    ListedNumbers,
    Names,
    NameSet,
    Note,
    NoteKind,
    Sentence,
    Sentences,
    ShownVariable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.result.saved.json_values import Value
    from sepset.sentences import Slot

#: How a number may be written, and what may stand between sentences or numbers.
_FORM, _BETWEEN = re.compile(r",?(\.[0-9])?[fg%]?"), re.compile(r"[^{}]{1,20}")
#: How deep sentences may be nested, and how often each slot may be used: a short file has no long text.
_DEPTH, _USES = 3, 4
_LARGEST = 10**15


def notes_part(notes: Sequence[Note]) -> dict[str, object]:
    """Return the notes as texts and, where they say what they are about, as data too."""
    texts: dict[str, object] = {"notes": list(notes)}
    if any(note.kind for note in notes):
        texts["note_sentences"] = [[note.kind, sentence_as_json(note.sentence)] for note in notes]
    return texts


def sentence_as_json(sentence: Sentence) -> dict[str, object]:
    """Return a sentence as a saved result has it."""
    slots = {name: _slot_as_json(value) for name, value in sentence.slots.items()}
    return {"template": sentence.template, "slots": slots}


def _slot_as_json(value: Slot) -> object:
    match value:
        case float():
            return value if math.isfinite(value) else None
        case None | str() | int():
            return value
        case ShownVariable():
            return {"node": value.number}
        case Sentence():
            return {"sentence": sentence_as_json(value)}
        case ListedNumbers():
            return {"numbers": [*value]}
        case Names():
            return {"set" if isinstance(value, NameSet) else "path": [variable.number for variable in value]}
        case Sentences():
            return {"sentences": [sentence_as_json(one) for one in value]}


def notes_of(value: Value, nodes: Sequence[ShownVariable]) -> tuple[Note, ...]:
    """Return the notes of a result; those of files that have texts alone have no kind."""
    texts = [note.text() for note in value.part("notes").items()]
    if "note_sentences" not in value.parts():
        return tuple(map(Note.of, texts))
    part = value.part("note_sentences")
    notes = []
    for kind, sentence in part.rows(2):
        word = cast("NoteKind", kind.word(get_args(NoteKind)))
        notes.append(Note(word, sentence_of(sentence, nodes)))
    if notes != texts:
        raise SavedError(f"{part.where} should say the same as {value.part('notes').where}")
    return tuple(notes)


def sentence_of(value: Value, nodes: Sequence[ShownVariable], depth: int = 1) -> Sentence:
    """Return the sentence that some JSON holds; its template may only name its slots."""
    if depth > _DEPTH:
        raise SavedError(f"{value.where[:80]}: sentences are nested at most {_DEPTH} deep")
    value.require_only(("template", "slots"))
    template = value.part("template")
    slots = {name: _slot_of(one, nodes, depth) for name, one in value.part("slots").parts().items()}
    sentence = Sentence(template.text(), slots)
    try:
        sound = _is_sound(sentence)
        _ = str(sentence) if sound else ""
    except (ValueError, TypeError):  # braces that do not match, or a form that is for numbers only
        sound = False
    if not sound:
        template.refuse("a template that names its slots")
    return sentence


def _is_sound(sentence: Sentence) -> bool:
    """Say whether a template only has holes for its slots, few for each, written in ways that we use."""
    uses: Counter[str] = Counter()
    for _, slot, form, conversion in Formatter().parse(sentence.template):
        if slot is None:
            continue
        uses[slot] += 1
        if slot not in sentence.slots or not slot.isidentifier() or conversion is not None:
            return False
        listed = isinstance(sentence.slots[slot], ListedNumbers | Sentences)
        if form and not (_BETWEEN if listed else _FORM).fullmatch(form):
            return False
    return all(number <= _USES for number in uses.values())


def _slot_of(value: Value, nodes: Sequence[ShownVariable], depth: int) -> Slot:
    match value.raw:
        case None:
            return math.nan
        case bool() | str():
            return value.raw
        case int():
            return value.whole(-_LARGEST, _LARGEST)
        case float() if math.isfinite(value.raw):
            return value.raw
        case {**parts} if len(parts) == 1:
            ((kind, inner),) = value.parts().items()
            return _listed(kind, inner, nodes, depth)
    wanted = "text, a number, or one of node, path, set, numbers, sentence and sentences"
    raise SavedError(f"{value.where} should be {wanted}")


def _listed(kind: str, value: Value, nodes: Sequence[ShownVariable], depth: int) -> Slot:
    last = len(nodes) - 1
    match kind:
        case "node":
            return nodes[value.whole(0, last)]
        case "path":
            return Names(nodes[i] for i in value.wholes(0, last))
        case "set":
            return NameSet(nodes[i] for i in value.wholes(0, last))
        case "numbers":
            return ListedNumbers(value.wholes(0, _LARGEST))
        case "sentence":
            return sentence_of(value, nodes, depth + 1)
        case "sentences":
            return Sentences(sentence_of(one, nodes, depth + 1) for one in value.items())
    raise SavedError(f"{value.where} is not a slot of a sentence")

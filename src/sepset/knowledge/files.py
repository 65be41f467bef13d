"""Knowledge in files: our own text form, TOML, JSON, and Tetrad's, told apart by content and by ending."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import replace
from typing import Any, Literal

from sepset.checks import came, check_choice, check_path, check_type
from sepset.errors import KnowledgeError, OptionError
from sepset.files import check_target, no_such_file, write_bytes
from sepset.knowledge.causal_learn import from_causal_learn, is_background_knowledge
from sepset.knowledge.statements import Knowledge
from sepset.knowledge.tetrad import is_tetrad, parse_tetrad, to_tetrad
from sepset.knowledge.text import parse

Form = Literal["text", "toml", "json", "tetrad"]


def read_knowledge(source: str | os.PathLike[str] | Any) -> Knowledge:
    """Read knowledge from a file, or from a ``BackgroundKnowledge`` of causal-learn.

    Files ending in ``.json`` and ``.toml`` hold the arguments of `Knowledge`; one that begins with
    ``/knowledge``, or a section of Tetrad's, is Tetrad's; any other is our own text form. Errors name the
    file, the line and the word.
    """
    if is_background_knowledge(source):
        return from_causal_learn(source)
    if not isinstance(source, str | os.PathLike):
        raise OptionError(
            f"knowledge is read from a file or a causal-learn BackgroundKnowledge; got {came(source)}"
        )
    path = check_path(source)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise KnowledgeError(no_such_file(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise KnowledgeError(f"{path} cannot be read: {reason}") from None
    try:
        known = _parsed(text, path.suffix.lower())
    except KnowledgeError as error:
        raise KnowledgeError(f"{path}: ", *error.parts) from None
    return replace(known, places={key: f"{path}, {place}" for key, place in known.places.items()})


def _parsed(text: str, ending: str) -> Knowledge:
    if ending == ".json":
        return _from_values(text, json.loads)
    if ending == ".toml":
        return _from_values(text, tomllib.loads)
    return parse_tetrad(text) if is_tetrad(text) else parse(text)


def _from_values(text: str, read: Any) -> Knowledge:
    try:
        values = read(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise KnowledgeError(f"it cannot be read: {error}") from None
    if not isinstance(values, dict):
        raise KnowledgeError('it should hold an object of statements, such as {"tiers": [["a"], ["b"]]}')
    return Knowledge.from_dict(values)


def write_knowledge(
    known: Knowledge, path: str | os.PathLike[str], *, form: Form | Literal["auto"] = "auto"
) -> None:
    """Write knowledge to a file that `read_knowledge` reads back.

    ``form="auto"`` goes by the ending: ``.json``, ``.toml``, else our own text form; ``"tetrad"`` writes a
    file for Tetrad, which has no statements about ancestors, roots and sinks.
    """
    target, known = check_path(path), check_type("known", known, Knowledge)
    chosen = check_choice("form", form, ("auto", *_WRITERS))
    if chosen == "auto":
        chosen = {".json": "json", ".toml": "toml"}.get(target.suffix.lower(), "text")
    check_target(target)
    try:
        content = _WRITERS[chosen](known).encode("utf-8")
    except UnicodeEncodeError:
        raise KnowledgeError(
            "a name contains an invalid character (an unpaired surrogate); rename it"
        ) from None
    write_bytes(target, content)


def _to_toml(known: Knowledge) -> str:
    # Lists of strings, and true and false, are written in TOML as in JSON.
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in known.to_dict().items()
    )


_WRITERS = {
    "text": lambda known: f"{known}\n",
    "toml": _to_toml,
    "json": lambda known: json.dumps(known.to_dict(), ensure_ascii=False, indent=2) + "\n",
    "tetrad": to_tetrad,
}

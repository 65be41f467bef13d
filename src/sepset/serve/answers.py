"""From what is asked to an answer: read the table, run the learner, keep the result and its files."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sepset.errors import SepsetError
from sepset.knowledge.statements import LISTS, PAIRS, Knowledge
from sepset.report.html import to_bytes
from sepset.report.payload import Places, drawing
from sepset.result.discovery import Discovery
from sepset.result.posterior.document import document_of as posterior_document
from sepset.result.posterior.posterior import Posterior
from sepset.result.saved.document import document_of
from sepset.result.saved.json_files import document_bytes
from sepset.serve.columns import understood
from sepset.serve.same_result import KNOWLEDGE, PAGE, RUN, Same
from sepset.serve.words import problem_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sepset.data.dataset import Dataset
    from sepset.serve.asked import PageSettings
    from sepset.serve.tables import Table


@dataclass(frozen=True, eq=False)
class LearnedResult:
    """A result, and how to get it again."""

    result: Discovery | Posterior
    same: Same
    #: the report for the frame beside the settings, made while the page waits for it
    page: bytes

    def files(self) -> dict[str, tuple[Callable[[], bytes], str]]:
        """Return what makes each file that can be taken away, and the kind of file it is."""
        return {
            PAGE: (lambda: to_bytes(self.result), "text/html"),
            RUN: (self.document, "application/json"),
            KNOWLEDGE: (lambda: _text(self.same.knowledge or ""), "text/plain"),
            "run.py": (lambda: _text(self.same.in_python()), "text/x-python"),
            "run.sh": (lambda: _text(self.same.in_shell()), "text/x-sh"),
        }

    def document(self) -> bytes:
        """Return the saved result, as ``sepset learn -o`` writes it."""
        if isinstance(self.result, Posterior):
            return document_bytes(posterior_document(self.result))
        return document_bytes(document_of(self.result))


def answer(asked: PageSettings, table: Table, tell: Callable[[str, object], None]) -> LearnedResult:
    """Return the answer; `tell` hears how the table was read, what is known, how far it is, and the graph."""
    tell("known", stated(asked.known))
    data = _read(asked, table, tell)
    known = Knowledge.from_dict(asked.known).among(data.names)
    same = Same(table, asked, _within(asked.numbers, data), known if known != Knowledge() else None)
    start = time.perf_counter()
    result = asked.function(
        data,
        progress=lambda now: tell("progress", now.told()._asdict()),
        **same.numbers,
        **({} if same.knowledge is None else {"knowledge": same.knowledge}),
    )
    if isinstance(result, Discovery):
        result.orientation()
    tell("learned", {"seconds": time.perf_counter() - start, "k": getattr(result, "k", None)})
    return LearnedResult(result, same, _page(result, tell))


def _page(result: Discovery | Posterior, tell: Callable[[str, object], None]) -> bytes:
    """Return the report; the graph is told ahead of it, since words take longer than learning and drawing."""
    if not isinstance(result, Discovery):
        return to_bytes(result, framed=True)
    placed = Places.of(result.diagram())
    tell("drawing", drawing(result, placed))
    return to_bytes(result, framed=True, placed=placed)


def _read(asked: PageSettings, table: Table, tell: Callable[[str, object], None]) -> Dataset:
    """Return the table as asked for; if that fails, tell the page how it is, so that it can be corrected."""
    try:
        data = table.read(asked.reading)
    except SepsetError:
        tell("read", understood(table, asked.reading.of_all_columns()))
        raise
    tell("read", understood(table, asked.reading))
    return data


def stated(known: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return each statement in words and by kind, also where they contradict each other.

    >>> stated({"roots": ["age"], "forbidden": [["a", "b"]]})[1]
    {'kind': 'forbidden', 'statement': ['a', 'b'], 'words': 'a does not affect b directly'}
    """
    single = [(kind, one) for kind in (*LISTS, *PAIRS) for one in known.get(kind, ())]
    order = {name: known[name] for name in ("tiers", "effects_within_tiers") if name in known}
    said = [{"kind": kind, "statement": one, "words": _words({kind: [one]})} for kind, one in single]
    if known.get("tiers"):
        said.insert(0, {"kind": "tiers", "statement": known["tiers"], "words": _words(order)})
    return said


def _text(content: object) -> bytes:
    return f"{content}\n".encode("utf-8", "backslashreplace")


def _words(values: Mapping[str, Any]) -> str:
    try:
        return "; ".join(Knowledge.from_dict(values).in_words())
    except SepsetError as error:
        return problem_of(error)


def _within(numbers: Mapping[str, Any], data: Dataset) -> dict[str, Any]:
    """Return the numbers with no bound beyond all other variables, where it would change nothing."""
    most = max(len(data.names) - 2, 0)
    return {
        name: min(value, most) if name in ("k", "max_k") and isinstance(value, int) else value
        for name, value in numbers.items()
    }

"""The JSON that ``sepset learn --json`` prints; its keys stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.cli.graph_words import grouped, in_text
from sepset.cli.sources import graph_as_json
from sepset.orientation.explain import explain_conflict
from sepset.result.disputes import disputes
from sepset.result.explain import what_an_edge_says
from sepset.result.overruled import overruled_sentence
from sepset.result.weak import weak_pairs
from sepset.result.worth import best_questions
from sepset.sentences import variables

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sepset.cli.sources import SourceTable
    from sepset.result.discovery import Discovery

QUESTIONS_SHOWN = 5


def learned_document(
    found: Discovery, table: SourceTable, bounds: Sequence[int], saved: Path | None
) -> dict[str, Any]:
    """Return a result with what was read, as plain values."""
    named = variables(found.names)
    groups = grouped(found.graph, disputes(found.orientation()).pairs, weak_pairs(found))
    return {
        "command": "learn",
        "data": _data(table, found),
        "learner": found.learner,
        "settings": dict(found.settings),
        "k": found.k,
        "tests_run": {str(size): count for size, count in found.tests_run.items()},
        "graph": graph_as_json(found.graph),
        "groups": {key: in_text(edges) for key, edges in groups.items()},
        "by_k": [{"k": k, "graph": graph_as_json(found.graph_at(k))} for k in bounds],
        "conflicts": [explain_conflict(conflict, found.names) for conflict in found.conflicts],
        "notes": list(found.notes),
        "warnings": list(found.warnings),
        "saved": None if saved is None else str(saved),
        "overruled": [str(overruled_sentence(one, named)) for one in found.overruled],
        "an_edge_says": what_an_edge_says(found),
        "questions": [
            {"question": one.question, "statement": one.statement.to_dict(), "settles": one.settles}
            for one in best_questions(found)[:QUESTIONS_SHOWN]
        ],
        "warning_kinds": [warning.kind for warning in found.warnings],
    }


def _data(table: SourceTable, found: Discovery) -> dict[str, Any]:
    data = table.data
    report = () if found.data is None else found.data.missingness.columns
    return {
        "source": table.source,
        "sampled": table.sampled,
        "rows": data.rows,
        "columns": [
            {
                "name": name,
                "kind": kind,
                "holds": data.holds[name],
                "levels": len(data.levels.get(name, ())) or None,
            }
            for name, kind in data.kinds.items()
        ],
        "missing": dict(data.missing),
        "dropped": data.dropped,
        "left_out": dict(data.left_out),
        "missingness": [
            {
                "name": gaps.name,
                "share": gaps.share,
                "predicted_by": None
                if gaps.predicted_by is None
                else [x._asdict() for x in gaps.predicted_by],
            }
            for gaps in report
        ],
    }

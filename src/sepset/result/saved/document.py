"""From a result to plain JSON values; `sepset.result.saved.reader` is the way back.

Nodes are numbers, the places in ``names``. Separating sets are three arrays, not an object for each pair: a
thousand variables have half a million pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.result.saved.certificates import lemmas_as_json, step_as_json
from sepset.result.saved.edge_p import edge_p_part
from sepset.result.saved.sentences import notes_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sepset.equivalence.essential.certificate import Certificate
    from sepset.graph.edges import Edge
    from sepset.graph.mixed_graph import MixedGraph
    from sepset.orientation.outcome import Overruled
    from sepset.result.data_summary import DataSummary
    from sepset.result.discovery import Discovery, Orientation
    from sepset.skeleton.separations import Separations

FORMAT = "sepset discovery"
VERSION = 1


def document_of(found: Discovery) -> dict[str, object]:
    """Return everything that a result holds, for every bound up to k."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "learner": found.learner,
        "k": found.k,
        "uses_k": found.uses_k,
        "names": list(found.names),
        "search": found.skeleton.search,
        "settings": dict(found.settings),
        "versions": dict(found.versions),
        "data": None if found.data is None else data_part(found.data),
        "separations": _separations(found.skeleton.separations),
        "tests_run": _counts(found.skeleton.tests_run),
        **({} if found.skeleton.silent is None else {"without_evidence": list(found.skeleton.silent)}),
        "results": [{"k": k, **_orientation(found.orientation(k))} for k in range(found.last_bound + 1)],
        **edge_p_part(found),
    }


def data_part(data: DataSummary) -> dict[str, object]:
    """Return the summary of the data."""
    return {
        "fingerprint": data.fingerprint,
        "rows": data.rows,
        "dropped": data.dropped,
        "columns": [
            [name, kind, data.levels.get(name), data.missing.get(name, 0)]
            for name, kind in data.kinds.items()
        ],
        "gaps": None
        if data.gaps is None
        else [[rows, list(lacking)] for rows, lacking in data.gaps.patterns],
        "left_out": dict(data.left_out),
        "holds": dict(data.holds),
        "warnings": list(data.warnings),
        **({"warning_kinds": [one.kind for one in data.warnings]} if data.warnings else {}),
        **({"source": data.source} if data.source else {}),
        **_missingness(data),
    }


def _missingness(data: DataSummary) -> dict[str, object]:
    """Return the report on missing values, if any is missing: column, count, rows, what predicts them."""
    found = [
        [name, count, rows, None if by is None else [list(one) for one in by]]
        for name, count, rows, by in data.missingness.columns
    ]
    return {"missingness": found} if found else {}


def _separations(found: Separations) -> dict[str, object]:
    """Return the size of the set of every pair, in the order 0-1, 0-2, ..., 1-2, ...; null: it has none."""
    p_values = found.p
    used = np.arange(found.members.shape[1]) < found.size_of[found.filled][:, None]
    return {
        "size": [None if size < 0 else size for size in found.size_of.tolist()],
        "p": [
            p if finite else None for p, finite in zip(p_values.tolist(), np.isfinite(p_values), strict=True)
        ],
        "members": found.members[used].tolist(),
    }


def _counts(tests_run: Mapping[int, int]) -> dict[str, int]:
    return {str(size): count for size, count in tests_run.items()}


def _orientation(found: Orientation) -> dict[str, object]:
    return {
        "edges": _edges(found.graph),
        "trace": [
            [step.stage, step.rule, step.a, step.before, step.after, step.b, list(step.because)]
            for step in found.trace
        ],
        "conflicts": [
            [one.kind, one.stage, one.rule, one.a, one.drawn, one.wanted, one.b, list(one.because)]
            for one in found.conflicts
        ],
        "votes": [[a, c, b, vote] for (a, c, b), vote in found.votes.items()],
        **notes_part(found.notes),
        "tests_run": _counts(found.tests_run),
        "certificate": None if found.completion is None else _certificate(found.completion.certificate),
        **({"against": [list(one) for one in found.against]} if found.against else {}),
        **({"overruled": [_overruled(one) for one in found.overruled]} if found.overruled else {}),
    }


def _overruled(one: Overruled) -> list[object]:
    return [one.kind, list(one.nodes), one.p]


def _edges(graph: MixedGraph) -> list[list[object]]:
    return [[a, pattern, b] for a, pattern, b in graph.table.edges()]


def _certificate(certificate: Certificate) -> dict[str, object]:
    place = certificate.graph.number

    def numbered(edge: Edge) -> list[object]:
        return [place(edge.u), edge.pattern, place(edge.v)]

    return {
        "closure": _edges(certificate.closure),
        "witnesses": [_edges(dag) for dag in certificate.witnesses],
        "refuted": [
            [*numbered(entry.edge), entry.reason, [step_as_json(step) for step in entry.steps]]
            for entry in certificate.refuted
        ],
        "undecided": [numbered(edge) for edge in certificate.undecided],
        "lemmas": lemmas_as_json(certificate.lemmas),
        "given": [] if certificate.given is None else certificate.given.pairs(),
    }

"""A posterior as plain JSON values; the same posterior gives the same bytes.

Nodes are numbers, the places among the sorted names. A DAG is, for each node, the list of its parents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sepset.graph.bits import members
from sepset.result.saved.document import data_part
from sepset.result.saved.document import document_of as discovery_document

if TYPE_CHECKING:
    from sepset.result.posterior.posterior import Posterior
    from sepset.score.components import Score

FORMAT = "sepset posterior"
VERSION = 1


def document_of(post: Posterior) -> dict[str, object]:
    """Return everything that a posterior holds as plain JSON values."""
    drawn = post.drawn
    evidence = [None] * len(drawn.components) if drawn.log_evidence is None else drawn.log_evidence.tolist()
    return {
        "format": FORMAT,
        "version": VERSION,
        "names": list(post.names),
        "settings": dict(post.settings),
        "versions": dict(post.versions),
        "data": None if post.data is None else data_part(post.data),
        "exact": post.exact,
        "components": [
            [type(score).__name__, _number(score), log_odds, weight, log_evidence]
            for (score, log_odds), weight, log_evidence in zip(
                drawn.components, drawn.weights.tolist(), evidence, strict=True
            )
        ],
        "dags": [
            [list(members(int.from_bytes(row.tobytes(), "little"))) for row in dag] for dag in drawn.parents
        ],
        "shares": drawn.shares.tolist(),
        "log_probability": drawn.log_probability.tolist(),
        "edges": None if drawn.edges is None else drawn.edges.tolist(),
        "ancestors": None if drawn.ancestors is None else drawn.ancestors.tolist(),
        "diagnostics": dict(drawn.diagnostics),
        "beside": discovery_document(post.beside),
    }


def _number(score: Score) -> float:
    (value,) = vars(score).values()
    return float(value)

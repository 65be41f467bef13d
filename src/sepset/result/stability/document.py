"""A stability as plain JSON values; the same one gives the same bytes.

Pairs come in the order 0-1, 0-2, ..., 1-2, ... of the names; a pair that was never adjacent has no row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sepset.graph.marks import EDGE_PATTERNS
from sepset.result.saved.document import data_part

if TYPE_CHECKING:
    from sepset.result.stability.stability import Stability

FORMAT = "sepset stability"
VERSION = 1


def document_of(stable: Stability) -> dict[str, object]:
    """Return everything that a stability holds as plain JSON values."""
    first, second = np.triu_indices(len(stable.names), 1)
    found = np.flatnonzero(stable.counts.any(axis=1)).tolist()
    fewer = np.flatnonzero(stable.used < stable.resamples).tolist()
    return {
        "format": FORMAT,
        "version": VERSION,
        "names": list(stable.names),
        "learner": stable.learner,
        "settings": dict(stable.settings),
        "versions": dict(stable.versions),
        "data": None if stable.data is None else data_part(stable.data),
        "resamples": stable.resamples,
        "method": stable.method,
        "seed": stable.seed,
        "patterns": list(EDGE_PATTERNS),
        "counts": [[int(first[i]), int(second[i]), stable.counts[i].tolist()] for i in found],
        "used": [[int(first[i]), int(second[i]), int(stable.used[i])] for i in fewer],
    }

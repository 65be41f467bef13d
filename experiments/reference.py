"""PC of causal-learn, the baseline of the paper, where that package is installed.

Its skeletons are those of `sp.pc` with a chi-square test that takes a table without degrees of freedom for an
independence. What differs is the orientation: where two colliders contradict each other, causal-learn lets
one of them win, while sepset keeps ``<->`` and reports a conflict.
"""

from __future__ import annotations

import importlib.util
import warnings
from typing import TYPE_CHECKING

import sepset as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray


def available() -> bool:
    """Say whether causal-learn is installed."""
    return importlib.util.find_spec("causallearn") is not None


def causal_learn_pc(data: sp.Dataset) -> sp.MixedGraph:
    """Return the graph of causal-learn's stable PC with chi-square tests at 0.05."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from causallearn.search.ConstraintBased.PC import pc

        found = pc(data.codes().astype(int), 0.05, "chisq", stable=True, show_progress=False)
    return _graph(found.G.graph, data.names)


def _graph(marks: NDArray, names: tuple[str, ...]) -> sp.MixedGraph:
    """Read causal-learn's matrix: entry (i, j) is the mark at i of the edge to j, 1 a head and -1 a tail."""
    edges = []
    for i, first in enumerate(names):
        for j, second in enumerate(names[i + 1 :], start=i + 1):
            if marks[i, j]:
                left, right = "<" if marks[i, j] == 1 else "-", ">" if marks[j, i] == 1 else "-"
                edges.append((first, f"{left}-{right}", second))
    return sp.MixedGraph(names, edges)

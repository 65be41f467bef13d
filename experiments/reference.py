"""PC of causal-learn, the baseline of the paper, where that package is installed.

Its skeletons are those of `sp.pc` with a chi-square test that takes a table without degrees of freedom for an
independence. What differs is the orientation: where two colliders contradict each other, causal-learn lets
one of them win, while sepset keeps ``<->`` and reports a conflict.
"""

from __future__ import annotations

import importlib.util
import warnings

import sepset as sp


def available() -> bool:
    """Say whether causal-learn is installed."""
    return importlib.util.find_spec("causallearn") is not None


def causal_learn_pc(data: sp.Dataset) -> sp.MixedGraph:
    """Return the graph of causal-learn's stable PC with chi-square tests at 0.05."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from causallearn.search.ConstraintBased.PC import pc

        found = pc(data.codes().astype(int), 0.05, "chisq", stable=True, show_progress=False)
    graph = sp.interop.from_causal_learn(found)
    return graph.relabel(dict(zip(graph.nodes, data.names, strict=True)))

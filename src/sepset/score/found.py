"""What an engine hands over: components with their weights, and DAGs that were drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sepset.score.components import Component

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Drawn:
    """DAGs drawn from a posterior, nodes in the order of their sorted names."""

    components: tuple[Component, ...]
    #: of each component: its probability after the data
    weights: Floats
    #: of each component: the log of the probability of the data; None when it was not computed
    log_evidence: Floats | None
    #: different DAGs as rows of parents, ``[dag, node, word]``
    parents: NDArray[np.uint64]
    #: of each DAG: its share of the draws
    shares: Floats
    #: of each DAG: the log of its posterior probability; up to a constant where `log_evidence` is None
    log_probability: Floats
    #: P(u --> v) without sampling, ``[u, v]``; None when it was not computed
    edges: Floats | None
    #: P(u is an ancestor of v) without sampling, ``[u, v]``; None when it was not computed
    ancestors: Floats | None
    #: whether every DAG was drawn independently from the exact posterior
    exact: bool
    #: what tells how far to trust the numbers: plain values by name
    diagnostics: Mapping[str, float | int | str]
    #: how many chains the workers of a cluster ran; it is not saved, for it changes nothing else
    chains_on_cluster: int = 0

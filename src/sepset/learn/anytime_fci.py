"""Anytime FCI: FCI stopped at conditioning sets of size k, for a system without selection bias.

Every set of at most k variables is tried, so no Possible-D-SEP stage is needed. What differs from k-PC is
that hidden causes are allowed, so that R11 and R12 do not apply. Reference: Spirtes, *An anytime algorithm
for causal inference* (2001).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> print(anytime_fci(Oracle(MixedGraph.from_edges("u --> v")), k=0).graph)
u o-o v
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sepset.catalogue.choices import COLLIDERS
from sepset.checks import check_choice, check_size
from sepset.independence.choose import as_data
from sepset.learn.stages import orient_skeleton, set_up
from sepset.orientation.plans import PAG
from sepset.result.discovery import Discovery

if TYPE_CHECKING:
    import os

    from sepset.catalogue.choices import ColliderRule, SearchChoice, TestName
    from sepset.data.dataset import MissingPolicy
    from sepset.independence.protocol import CITest
    from sepset.knowledge.statements import Knowledge
    from sepset.progress import ShowProgress
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.search import Progress


def anytime_fci(
    data_or_test: object,
    k: int = 1,
    *,
    alpha: float = 0.05,
    test: TestName | CITest = "auto",
    search: SearchChoice = "all",
    colliders: ColliderRule = "sepset",
    knowledge: Knowledge | None = None,
    strict: bool = False,
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: ShowProgress[Progress] = None,
    checkpoint: str | os.PathLike[str] | None = None,
    backend: Backend | None = None,
) -> Discovery:
    """Run FCI with conditioning sets of at most k variables; the options are those of `kpc`."""
    k = check_size("k", k)
    check_choice("colliders", colliders, COLLIDERS)
    setup = set_up(
        as_data(data_or_test, missing),
        test=test,
        alpha=alpha,
        search=search,
        threads=threads,
        progress=progress,
        knowledge=knowledge,
        strict=strict,
        checkpoint=checkpoint,
        backend=backend,
    )
    settings = replace(setup.settings(), k=k, colliders=colliders)
    skeleton = setup.find_skeleton(k, "Anytime FCI", settings)
    settings = setup.finished(settings, skeleton)
    orient_at = partial(orient_skeleton, skeleton, PAG, setup, colliders)
    return Discovery(
        "Anytime FCI", k, skeleton, settings, orient_at, data=setup.data, largest_p=setup.largest_p(k)
    )

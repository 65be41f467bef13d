"""The PC algorithm: no bound on the conditioning sets unless one is given, and the CPDAG as result.

Reference: Spirtes, Glymour and Scheines, *Causation, Prediction, and Search* (2000); Colombo and Maathuis
(2014) for the order-independent search.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> print(pc(Oracle(MixedGraph.from_edges("a --> c", "b --> c", "c --> d", "d --> e"))).graph)
a --> c
c <-- b
c --> d
d --> e
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sepset.catalogue.choices import COLLIDERS
from sepset.checks import check_choice, check_size
from sepset.independence.choose import as_data
from sepset.learn.stages import orient_skeleton, set_up
from sepset.orientation.plans import PC, PC_WITH_KNOWLEDGE
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


def pc(
    data_or_test: object,
    *,
    alpha: float = 0.05,
    max_k: int | None = None,
    test: TestName | CITest = "auto",
    search: SearchChoice = "auto",
    colliders: ColliderRule = "sepset",
    knowledge: Knowledge | None = None,
    strict: bool = False,
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: ShowProgress[Progress] = None,
    checkpoint: str | os.PathLike[str] | None = None,
    backend: Backend | None = None,
) -> Discovery:
    """Run the PC algorithm, with conditioning sets of at most `max_k` variables if given.

    The other options are those of `kpc`. Edges that contradictory colliders make ``<->`` stay so and are
    counted as conflicts of the data with the assumption that there are no hidden causes.

    With `knowledge` the result is an MPDAG: Meek's fourth rule runs too. Here an edge is a direct effect, so
    ``forbidden`` and ``no_edge`` are about edges.
    """
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
        direct=True,
        checkpoint=checkpoint,
        backend=backend,
    )
    bound = max(len(setup.test.names) - 2, 0) if max_k is None else check_size("max_k", max_k)
    limit = None if max_k is None else bound
    settings = replace(setup.settings(), max_k=limit, any_size=limit is None, colliders=colliders)
    skeleton = setup.find_skeleton(bound, "PC", settings)
    plan = PC if knowledge is None else PC_WITH_KNOWLEDGE
    orient_at = partial(orient_skeleton, skeleton, plan, setup, colliders)
    return Discovery(
        "PC",
        bound,
        skeleton,
        setup.finished(settings, skeleton),
        orient_at,
        data=setup.data,
        uses_k=False,
        largest_p=setup.largest_p(bound if settings.max_k is not None else skeleton.reached),
    )

"""LOCI: the union of all DAGs that agree on the tests with at most k conditioning variables.

Four steps. Drop the pairs that at most k variables separate. Wherever a is independent of c given S, and b,
outside S, depends on both given S, put arrowheads at b on those of the edges a-b and c-b that exist. Drop the
edges with two arrowheads. Apply the Meek rules 1 to 3. Reference: Wienöbst and Liskiewicz, *Recovering causal
structures from low-order conditional independencies* (2020).

>>> from sepset.graph.mixed_graph import MixedGraph
>>> from sepset.independence.oracle import Oracle
>>> dag = MixedGraph.from_edges("a --> c", "d --> c", "d --> e", "b --> e")
>>> print(loci(Oracle(dag), k=0).graph)
a --> c
c <-- d
d --> e
e <-- b
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sepset.checks import check_size
from sepset.graph.mixed_graph import MixedGraph
from sepset.independence.choose import as_data
from sepset.knowledge.drawing import forbid
from sepset.learn.loci_arrowheads import find_arrowheads
from sepset.learn.stages import set_up
from sepset.orientation.loci_steps import PutArrowhead, orient_union
from sepset.orientation.plans import MEEK, MEEK_WITH_KNOWLEDGE
from sepset.result.discovery import Discovery, Orientation
from sepset.skeleton.search_evidence import SearchEvidence

if TYPE_CHECKING:
    import os

    from sepset.catalogue.choices import TestName
    from sepset.data.dataset import MissingPolicy
    from sepset.independence.protocol import CITest
    from sepset.knowledge.statements import Knowledge
    from sepset.learn.beforehand import Beforehand
    from sepset.learn.loci_arrowheads import Arrowheads
    from sepset.progress import ShowProgress
    from sepset.skeleton.backends import Backend
    from sepset.skeleton.search import Progress, Skeleton
    from sepset.skeleton.separations import Separations


def loci(
    data_or_test: object,
    k: int = 1,
    *,
    alpha: float = 0.05,
    test: TestName | CITest = "auto",
    knowledge: Knowledge | None = None,
    strict: bool = False,
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: ShowProgress[Progress] = None,
    checkpoint: str | os.PathLike[str] | None = None,
    backend: Backend | None = None,
) -> Discovery:
    """Run LOCI with conditioning sets of at most k variables; the options are those of `kpc`.

    The second step asks about every set of at most k variables for the ends of edges that have no arrowhead
    yet: up to n^(k+2) statements.

    An edge says that one variable may affect the other directly. So ``forbidden`` and ``no_edge`` of
    `knowledge` remove directions and edges, at the very end: no rule may build on them, since an edge that
    stays may stand for an effect through others.
    """
    k = check_size("k", k)
    setup = set_up(
        as_data(data_or_test, missing),
        test=test,
        alpha=alpha,
        search="all",
        threads=threads,
        progress=progress,
        knowledge=knowledge,
        strict=strict,
        checkpoint=checkpoint,
        backend=backend,
    )
    settings = replace(setup.settings(), k=k)
    skeleton = setup.find_skeleton(k, "LOCI", settings)
    arrows = find_arrowheads(setup, skeleton)
    settings = setup.finished(settings, skeleton)

    def orient_at(bound: int) -> Orientation:
        return _orient(skeleton, arrows, bound, setup.beforehand)

    return Discovery("LOCI", k, skeleton, settings, orient_at, data=setup.data, largest_p=setup.largest_p(k))


def _orient(skeleton: Skeleton, arrows: Arrowheads, k: int, beforehand: Beforehand | None) -> Orientation:
    found = skeleton.separations.at(k)
    plain = _union(skeleton, found, arrows, k, None)
    if beforehand is None:
        return plain
    return beforehand.judged(_union(skeleton, found, arrows, k, beforehand), found, plain.conflicts)


def _union(
    skeleton: Skeleton, found: Separations, arrows: Arrowheads, k: int, beforehand: Beforehand | None
) -> Orientation:
    """Run the steps after the first, with what is known beforehand drawn first and forbidden last."""
    table = found.skeleton()
    drawn = [] if beforehand is None else beforehand.draw(table, {})
    put = [PutArrowhead(one.end, one.because[1], one.because) for one in arrows.found if one.size <= k]
    plan = MEEK if beforehand is None else MEEK_WITH_KNOWLEDGE
    # The search separates some pairs and the third step drops others: only the first have a separating set.
    oriented = orient_union(table, put, plan, lambda start: SearchEvidence(found, start, k))
    forbidden = [] if beforehand is None else forbid(beforehand.known, oriented.table)
    return Orientation(
        MixedGraph.from_table(skeleton.names, oriented.table),
        (*drawn, *oriented.trace, *forbidden),
        tuple(oriented.conflicts),
        tests_run={size: tests for size, tests in arrows.tests_run.items() if size <= k},
    )

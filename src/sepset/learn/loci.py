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
from sepset.learn.loci_arrowheads import find_arrowheads
from sepset.learn.stages import set_up
from sepset.orientation.engine import Step, orient
from sepset.orientation.plans import MEEK
from sepset.result.discovery import Discovery, Orientation
from sepset.skeleton.search_evidence import SearchEvidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sepset.catalogue.choices import TestName
    from sepset.data.dataset import MissingPolicy
    from sepset.graph.mark_table import MarkTable
    from sepset.independence.protocol import CITest
    from sepset.learn.loci_arrowheads import Arrowhead, Arrowheads
    from sepset.skeleton.search import Progress, Skeleton


def loci(
    data_or_test: object,
    k: int = 1,
    *,
    alpha: float = 0.05,
    test: TestName | CITest = "auto",
    missing: MissingPolicy = "error",
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Discovery:
    """Run LOCI with conditioning sets of at most k variables; the options are those of `kpc`.

    The second step asks about every set of at most k variables for the ends of edges that have no arrowhead
    yet: up to n^(k+2) statements.
    """
    k = check_size("k", k)
    setup = set_up(
        as_data(data_or_test, missing),
        test=test,
        alpha=alpha,
        search="all",
        threads=threads,
        progress=progress,
    )
    skeleton = setup.find_skeleton(k)
    arrows = find_arrowheads(setup, skeleton)
    settings = replace(setup.settings(), k=k)
    return Discovery(
        "LOCI",
        k,
        skeleton,
        settings,
        lambda bound: _orient(skeleton, arrows, bound),
        data=setup.data,
        largest_p=setup.largest_p(k),
    )


def _orient(skeleton: Skeleton, arrows: Arrowheads, k: int) -> Orientation:
    found = skeleton.separations.at(k)
    table = found.skeleton()
    trace = list(_put_arrowheads(table, [one for one in arrows.found if one.size <= k]))
    dropped = [(a, b) for a, pattern, b in table.edges() if pattern == "<->"]
    for a, b in dropped:
        table.remove(a, b)
    # The search separates some pairs and the third step drops others: only the first have a separating set.
    oriented = orient(table, SearchEvidence(found, table, k), MEEK)
    graph = MixedGraph.from_table(skeleton.names, oriented.table)
    tests_run = {size: tests for size, tests in arrows.tests_run.items() if size <= k}
    return Orientation(graph, (*trace, *oriented.trace), oriented.conflicts, tests_run=tests_run)


def _put_arrowheads(table: MarkTable, arrowheads: list[Arrowhead]) -> Iterator[Step]:
    for one in arrowheads:
        end, b = one.end, one.because[1]
        if table.has(end, "*-o", b):
            before = table.pattern(end, b)
            after = before[:2] + ">"
            table.set(end, after, b)
            yield Step("colliders", "LOCI", end, b, before, after, one.because)

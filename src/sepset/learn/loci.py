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
from itertools import combinations
from typing import TYPE_CHECKING

from sepset.checks import check_size
from sepset.graph.bits import members
from sepset.graph.mixed_graph import MixedGraph
from sepset.learn.stages import set_up
from sepset.orientation.engine import Step, orient
from sepset.orientation.plans import MEEK
from sepset.result.discovery import Discovery, Orientation
from sepset.skeleton.evidence import SkeletonEvidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sepset.catalogue.choices import TestName
    from sepset.graph.mark_table import MarkTable
    from sepset.independence.protocol import CITest
    from sepset.skeleton.search import Progress, Skeleton


def loci(
    data_or_test: object,
    k: int = 1,
    *,
    alpha: float = 0.05,
    test: TestName | CITest = "auto",
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Discovery:
    """Run LOCI with conditioning sets of at most k variables; the options are those of `kpc`.

    The second step looks at every statement with at most k conditioning variables, about n^(k+2) of them.
    """
    k = check_size("k", k)
    setup = set_up(data_or_test, test=test, alpha=alpha, search="all", threads=threads, progress=progress)
    skeleton = setup.find_skeleton(k)
    patterns = list(_collider_patterns(setup.test, k, setup.alpha))
    settings = replace(setup.settings(), k=k)
    return Discovery(
        "LOCI", k, skeleton, settings, lambda bound: _orient(skeleton, patterns, bound), data=setup.data
    )


def _collider_patterns(test: CITest, k: int, alpha: float) -> Iterator[tuple[int, int, int, int]]:
    """Yield (size of S, a, b, c) once for each a independent of c given S, both dependent on b outside S."""
    names = tuple(test.names)
    n = len(names)
    seen: set[tuple[int, int, int]] = set()
    for size in range(min(k, max(n - 2, 0)) + 1):
        for given in combinations(range(n), size):
            fresh = set(_patterns_given(test, names, given, alpha)) - seen
            seen |= fresh
            yield from ((size, *pattern) for pattern in sorted(fresh))


def _patterns_given(
    test: CITest, names: tuple[str, ...], given: tuple[int, ...], alpha: float
) -> Iterator[tuple[int, int, int]]:
    dependent = _dependence_rows(test, names, given, alpha)
    for a, c in combinations([i for i in range(len(names)) if i not in given], 2):
        if not dependent[a] >> c & 1:
            yield from ((a, b, c) for b in members(dependent[a] & dependent[c]))


def _dependence_rows(test: CITest, names: tuple[str, ...], given: tuple[int, ...], alpha: float) -> list[int]:
    """Return, for each node outside `given`, the set of nodes that depend on it given that set."""
    rows = [0] * len(names)
    words = [names[c] for c in given]
    for a, b in combinations([i for i in range(len(names)) if i not in given], 2):
        if not test(names[a], names[b], words).independent(alpha=alpha):
            rows[a] |= 1 << b
            rows[b] |= 1 << a
    return rows


def _orient(skeleton: Skeleton, patterns: list[tuple[int, int, int, int]], k: int) -> Orientation:
    found = skeleton.separations.at(k)
    table = found.skeleton()
    trace = list(_put_arrowheads(table, [pattern for pattern in patterns if pattern[0] <= k]))
    dropped = [(a, b) for a, pattern, b in table.edges() if pattern == "<->"]
    for a, b in dropped:
        table.remove(a, b)
    # The search separates some pairs and the third step drops others: only the first have a separating set.
    oriented = orient(table, SkeletonEvidence(found, table, k), MEEK)
    graph = MixedGraph.from_table(skeleton.names, oriented.table)
    return Orientation(graph, (*trace, *oriented.trace), oriented.conflicts)


def _put_arrowheads(table: MarkTable, patterns: list[tuple[int, int, int, int]]) -> Iterator[Step]:
    for _, a, b, c in patterns:
        for end in (a, c):
            if table.has(end, "*-o", b):
                before = table.pattern(end, b)
                after = before[:2] + ">"
                table.set(end, after, b)
                yield Step("colliders", "LOCI", end, b, before, after, (a, b, c))

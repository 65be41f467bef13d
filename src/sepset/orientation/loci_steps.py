"""LOCI's steps after its tests: arrowheads, edges with two of them dropped, then the rules of a plan.

>>> from sepset.graph.mark_table import MarkTable
>>> from sepset.orientation.evidence import Evidence
>>> from sepset.orientation.plans import MEEK
>>> table = MarkTable(3)
>>> table.add(0, "o-o", 1)
>>> table.add(1, "o-o", 2)
>>> arrowheads = [PutArrowhead(0, 1, (0, 1, 2)), PutArrowhead(2, 1, (0, 1, 2))]
>>> oriented = orient_union(table, arrowheads, MEEK, lambda table: Evidence({}, k=0))
>>> list(oriented.table.edges())
[(0, '-->', 1), (1, '<--', 2)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.orientation.engine import orient
from sepset.orientation.outcome import LOCI_RULE, Conflict, Oriented, Records, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sepset.graph.mark_table import MarkTable
    from sepset.orientation.evidence import Evidence
    from sepset.orientation.plans import Plan

_STAGE = "colliders"


class PutArrowhead(NamedTuple):
    """An arrowhead at b of the edge a-b, and the nodes (end, b, end) that are the reason."""

    a: int
    b: int
    because: tuple[int, ...]


def orient_union(
    table: MarkTable,
    arrowheads: Iterable[PutArrowhead],
    plan: Plan,
    evidence: Callable[[MarkTable], Evidence],
) -> Oriented:
    """Put the arrowheads on a skeleton, which changes, drop the edges with two, and run a plan.

    `evidence` makes what the rules may ask from the graph that they start with.
    """
    steps, refused = _put_arrowheads(table, arrowheads)
    for a, b in [(a, b) for a, pattern, b in table.edges() if pattern == "<->"]:
        table.remove(a, b)
    oriented = orient(table, evidence(table), plan)
    # Counted, not made: those who try one statement after another only ask how many conflicts there are.
    return Oriented(
        oriented.table,
        Records(len(steps) + len(oriented.trace), lambda: (*steps, *oriented.trace)),
        Records(len(refused) + len(oriented.conflicts), lambda: (*refused, *oriented.conflicts)),
    )


def _put_arrowheads(
    table: MarkTable, arrowheads: Iterable[PutArrowhead]
) -> tuple[list[Step], list[Conflict]]:
    """Write arrowheads; return what was written, and what a tail known beforehand ruled out."""
    steps, refused = [], []
    for a, b, because in arrowheads:
        before = table.pattern(a, b) if table.adjacent(a, b) else ""
        if before.endswith("o"):
            after = before[:2] + ">"
            table.set(a, after, b)
            steps.append(Step(_STAGE, LOCI_RULE, a, b, before, after, because))
        elif before.endswith("-"):
            refused.append(Conflict("settled", _STAGE, LOCI_RULE, a, b, before, "*->", because))
    return steps, refused

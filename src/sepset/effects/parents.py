"""The sets that may be the parents of a cause, one for each way in which the class can be.

In every DAG the parents of a are valid for the effect of a on any b that is not among them; on its parents
a has no effect. So the effects for all possible sets of parents are all that the class allows [IDA: Maathuis,
Kalisch and Bühlmann 2009]. A set is possible when some k-closure of the class has just these ``v --> a``; the
parents in its directed part are valid in all DAGs with this closure.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> chain = MixedGraph.from_edges("a --- b", "b --- c")
>>> [sorted(chain.names(one)) for one in possible_parents(chain, chain.number("b")).sets]
[[], ['a'], ['c']]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sepset.effects.members import Class, bounds_of
from sepset.equivalence.essential.class_search import Deadline
from sepset.graph.bits import from_members, members
from sepset.graph.marks import Mark

if TYPE_CHECKING:
    from sepset.graph.mixed_graph import MixedGraph

#: With more edges that may point at the cause, there are too many sets to try.
MOST_OPEN = 10


class PossibleParents(NamedTuple):
    """Sets of node numbers, small ones first; `checked`: each is so in some DAG of the class."""

    sets: tuple[int, ...]
    checked: bool


def possible_parents(
    graph: MixedGraph,
    a: int,
    k: int | None = None,
    *,
    names_a_class: bool = True,
    time_limit: float | None = None,
) -> PossibleParents | None:
    """Return every set that may be the parents of a node; None: too many edges of it are open."""
    table = graph.table
    may = (
        table.adjacency[a] & ~table.far[Mark.ARROW][a] & ~(table.near[Mark.TAIL][a] & ~table.where(a, "---"))
    )
    must = may & table.far[Mark.TAIL][a] & ~table.where(a, "---")
    open_ones = list(members(may & ~must))
    if len(open_ones) > MOST_OPEN:
        return None
    chosen = (
        from_members(v for place, v in enumerate(open_ones) if number >> place & 1)
        for number in range(1 << len(open_ones))
    )
    sets = sorted((must | one for one in chosen), key=lambda one: (one.bit_count(), list(members(one))))
    if not names_a_class:
        return PossibleParents(tuple(sets), False)
    deadline = Deadline(time_limit)
    for bound in bounds_of(table, k):
        members_here = Class(table, table, bound, deadline)
        found = tuple(one for one in sets if members_here.has_parents(a, one))
        if found:
            return PossibleParents(found, True)
    return PossibleParents(tuple(sets), False)

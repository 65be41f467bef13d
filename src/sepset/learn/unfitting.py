"""Which statements fit no DAG that agrees with what was found: knowledge against the data as a whole.

Rules look at a few nodes at a time; the exact search looks at all of them. So it may find that DAGs agree
with everything that was found, and yet none of them fits what is known.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from sepset.equivalence.essential.k_essential import has_fitting_dag
from sepset.errors import TimeLimitError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sepset.graph.mixed_graph import MixedGraph
    from sepset.knowledge.statements import Knowledge


def unfitting_statements(
    graph: MixedGraph, k: int, knowledge: Knowledge, *, time_limit: float | None = None
) -> tuple[Knowledge, ...]:
    """Return statements that fit no DAG with the skeleton and unshielded colliders of a graph.

    None of them can be left out. There are none when some DAG fits all, and when no DAG at all has these
    adjacencies and colliders. What is not decided within `time_limit` seconds stays in.

    >>> from sepset.graph.mixed_graph import MixedGraph
    >>> from sepset.knowledge.statements import Knowledge
    >>> collider = MixedGraph.from_edges("a o-> c", "b o-> c")
    >>> known = Knowledge(roots=["a"], ancestor=[("c", "b")])
    >>> [str(one) for one in unfitting_statements(collider, 1, known)]
    ['ancestor: c -> b']
    """
    if _fits(graph, k, [knowledge], time_limit) or not _fits(graph, k, [], time_limit):
        return ()
    kept = list(knowledge.single())
    for one in knowledge.single():
        rest = [other for other in kept if other != one]
        if not _fits(graph, k, rest, time_limit):
            kept = rest
    return tuple(kept)


def _fits(graph: MixedGraph, k: int, statements: Sequence[Knowledge], time_limit: float | None) -> bool:
    """Say whether some DAG is known to fit; where time ran out, it counts as possible."""
    knowledge = reduce(or_, statements) if statements else None
    try:
        return has_fitting_dag(graph, k, knowledge=knowledge, time_limit=time_limit)
    except TimeLimitError:
        return True

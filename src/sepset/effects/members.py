"""The members of the class that a graph stands for: the k-closures with its skeleton, colliders and marks.

A set is valid in every DAG of a class exactly when it is valid in the directed part of each of its
k-closures: that is a DAG of the class, and every other DAG with this closure lies inside it and has the same
ancestors, so it opens no further path. For a graph with only ``-->`` and ``---`` the k-closures are DAGs, and
one of them stands for all.

>>> from sepset.graph.mixed_graph import MixedGraph
>>> chain = MixedGraph.from_edges("a --- b", "b --- c")
>>> found = members_of(chain)
>>> len(found.closures), found.speaks
(1, 'one for all')
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from sepset.equivalence.essential.class_pattern import ClassPattern
from sepset.equivalence.essential.class_search import ClassSearch, Deadline
from sepset.equivalence.essential.union import TypesSeen
from sepset.graph.bits import members
from sepset.graph.marks import Mark
from sepset.graph.mixed_graph import MixedGraph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sepset.equivalence.essential.clauses import Literals
    from sepset.graph.edges import Edge
    from sepset.graph.mark_table import MarkTable

#: Of larger classes only one k-closure is looked at.
MOST_CLOSURES = 200
#: In larger classes the effect of one more fact is not worked out: that takes a search for each fact.
_MOST_FOR_A_FACT = 60


class Members(NamedTuple):
    """k-closures of a class, and whether they are all of it, or one of them is as good as all."""

    closures: tuple[MarkTable, ...]
    speaks: Literal["all", "one for all", "one of many"]


# One graph is asked about many pairs. Its nodes must be in the order of their names: graphs are equal in any.
@lru_cache(maxsize=64)
def members_of(graph: MixedGraph, k: int | None = None, *, time_limit: float | None = None) -> Members | None:
    """Return members of the class of a graph; None: no DAG has its skeleton, colliders and marks.

    Without a k, of the class for the least k for which there is one: it holds those of every larger k.
    """
    if graph.is_dag():
        return Members((graph.table,), "all")
    found = _closures(graph.table, graph.table, k, time_limit)
    if _has_dags_only(graph.table):
        dag = next(found, None)
        return None if dag is None else Members((dag,), "one for all")
    listed = list(islice(found, MOST_CLOSURES + 1))
    if not listed:
        return None
    whole = len(listed) <= MOST_CLOSURES
    return Members(tuple(listed), "all") if whole else Members((listed[0],), "one of many")


@lru_cache(maxsize=64)
def with_known_edge(
    graph: MixedGraph, known: Edge, k: int | None = None, *, time_limit: float | None = None
) -> MixedGraph | None:
    """Return the edge union of the members of the class that have an edge; None: none has, or too many."""
    marks = graph.with_edge(*known).table
    found = list(islice(_closures(graph.table, marks, k, time_limit), _MOST_FOR_A_FACT + 1))
    if not 0 < len(found) <= _MOST_FOR_A_FACT:
        return None
    seen = TypesSeen(len(graph))
    for closure in found:
        seen.add(closure)
    return MixedGraph.from_table(graph.nodes, seen.table())


def _closures(
    table: MarkTable, marks: MarkTable, k: int | None, time_limit: float | None
) -> Iterator[MarkTable]:
    """Yield the k-closures with the skeleton and the unshielded colliders of one table, and certain marks."""
    deadline = Deadline(time_limit)
    for bound in bounds_of(table, k):
        several = Class(table, marks, bound, deadline)
        found = several.next()
        if found is None:
            continue
        while found is not None:
            yield found
            found = several.next()
        return


def bounds_of(table: MarkTable, k: int | None) -> Iterable[int]:
    """Return the bounds for which there may be a class: the one that is given, or all, small ones first."""
    if _has_dags_only(table):
        return (table.n,)  # the closures are the same DAGs for every bound, and this leaves least to look at
    return range(max(table.n - 1, 1)) if k is None else (k,)


def _has_dags_only(table: MarkTable) -> bool:
    """Say whether every edge is ``-->`` or ``---``, so that every member of the class is a DAG."""
    return not any(table.near[Mark.CIRCLE]) and not any(table.spouses(i) for i in range(table.n))


class Class:
    """The k-closures that agree with a graph, one after the other, and questions about them."""

    def __init__(self, table: MarkTable, marks: MarkTable, k: int, deadline: Deadline) -> None:
        self._search = ClassSearch(ClassPattern.of(table), k, deadline)
        head = self._search.heads.head
        self._marks: Literals = []
        for i, j in self._search.heads.ends:
            if marks.where(i, "---") >> j & 1:
                self._search.exclude([head[i, j], head[j, i]])
            elif marks.near[Mark.ARROW][i] >> j & 1:
                self._marks.append(head[i, j])
            elif marks.near[Mark.TAIL][i] >> j & 1:
                self._marks.append(-head[i, j])

    def next(self) -> MarkTable | None:
        """Return another k-closure, or None when there is none left."""
        found = self._search.find(self._marks)
        if found is not None:
            heads = self._search.heads
            arrows = found.near[Mark.ARROW]
            self._search.exclude(
                [number if arrows[i] >> j & 1 else -number for (i, j), number in heads.head.items()]
            )
        return found

    def has_parents(self, a: int, parents: int) -> bool:
        """Say whether some k-closure has ``v --> a`` for just these v."""
        head = self._search.heads.head
        arrows = [
            -head[v, a] if parents >> v & 1 else head[v, a]
            for v in members(self._search.pattern.adjacency[a])
        ]
        return self._search.find([*self._marks, *arrows]) is not None
